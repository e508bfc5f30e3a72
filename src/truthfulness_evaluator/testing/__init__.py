"""The public fakes for users' tests. Each is loaded when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truthfulness_evaluator.judges.scripted import ScriptedJudge
    from truthfulness_evaluator.testing.small_web import SmallWeb

_MODULE_OF = {
    "ScriptedJudge": "truthfulness_evaluator.judges.scripted",
    "SmallWeb": "truthfulness_evaluator.testing.small_web",
}

__all__ = ["ScriptedJudge", "SmallWeb"]


def __getattr__(name: str) -> object:
    """A public name, loaded from its module."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not, and the module's own."""
    return sorted({*globals(), *__all__})
