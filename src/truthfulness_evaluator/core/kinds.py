"""Settings that name kinds of claim."""

from collections.abc import Sequence

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.settings import unknown_kind

PROSE = "prose"
"""The kind of claims that state no fact of a kind."""


def refuse_unknown_kinds(config: EvaluatorConfig, names: Sequence[str]) -> None:
    """See that every kind that the settings name is one.

    Args:
        config: the settings.
        names: the kinds of fact.

    Raises:
        UsageError: one is not.
    """
    named = [(field, field, getattr(config, field)) for field in ("fail_on_kind", "exclude_kinds")]
    for number, override in enumerate(config.overrides):
        named.append((f"overrides.{number}.fail_on_kind", "overrides", override.fail_on_kind or ()))
        named.append((f"overrides.{number}.exclude_kinds", "overrides", override.exclude_kinds or ()))
    for shown, field, given in named:
        for name in given:
            if name not in (PROSE, *names):
                raise unknown_kind(name, shown, config.origins[field], (PROSE, *names))
