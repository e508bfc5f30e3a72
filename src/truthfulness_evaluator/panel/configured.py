"""A panel as the settings want it."""

from collections.abc import Sequence
from pathlib import Path

from truthfulness_evaluator.consensus.reliability import Counts, parse_reliability
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import SettingsError, UsageError
from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.core.settings import ARGUMENT, wrong_value
from truthfulness_evaluator.panel.panel import Panel


def configured_panel(judges: Sequence[Judge], config: EvaluatorConfig, root: Path | None) -> Panel:
    """The panel of some judges.

    Args:
        judges: all of them.
        config: `consensus_method`, `judge_weights`, `ice_max_rounds`, `min_votes`, `screening_models`,
            `confidence_threshold` and `reliability_file` are read.
        root: folder of the code base, where a relative `reliability_file` begins (one given as an argument begins in
            the working folder); None: the working folder.

    Raises:
        UsageError: the judges do not fit each other or the settings.
        SettingsError: the reliability file cannot be used.
    """
    try:
        return Panel(
            judges,
            config.consensus_method,
            config.judge_weights,
            ice_max_rounds=config.ice_max_rounds,
            min_votes=config.min_votes,
            reliability=_reliability(config, root),
            screening=frozenset(config.screening_models),
            confidence_threshold=config.confidence_threshold,
        )
    except SettingsError:
        raise
    except ValueError as error:
        raise UsageError(f"{error}.") from error


def _reliability(config: EvaluatorConfig, root: Path | None) -> dict[str, Counts]:
    given = config.reliability_file
    if given is None:
        return {}
    origin = config.origins["reliability_file"]
    base = root if root is not None and origin != ARGUMENT else Path()
    file = base / given
    try:
        if origin != ARGUMENT and not Path(given).is_absolute() and not file.resolve().is_relative_to(base.resolve()):
            raise SettingsError(wrong_value("reliability_file", given, origin, f"it leads out of the root {base}"))
        return parse_reliability(file.read_bytes().decode("utf-8-sig"))
    except SettingsError:
        raise
    except UnicodeDecodeError:
        problem = "it is not UTF-8 text"
    except OSError as error:
        problem = f"it cannot be read: {error.strerror}"
    except ValueError as error:
        problem = str(error)
    raise SettingsError(wrong_value("reliability_file", given, origin, problem))
