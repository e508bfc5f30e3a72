"""Lists of values that Python source declares whole."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.languages.python.read import read

ROWS: dict[str, tuple[str, list[tuple[str, tuple[str, ...]]]]] = {
    "enum": ("class Mode(Enum):\n    FAST = 'fast'\n    SLOW = 'slow'", [("Mode", ("fast", "slow"))]),
    "enum of names": ("class Mode(StrEnum):\n    FAST = auto()\n    SLOW = auto()", [("Mode", ("fast", "slow"))]),
    "enum of numbers": ("class Mode(Enum):\n    FAST = 1\n    SLOW = 2", []),
    "literal": ("Mode = Literal['fast', 'slow']", [("Mode", ("fast", "slow"))]),
    "literal of a field": (
        "class Job:\n    mode: Literal['fast', 'slow'] | None = None",
        [("Job.mode", ("fast", "slow"))],
    ),
    "literal of a parameter": (
        "def run(mode: Literal['fast', 'slow'] = 'fast'): ...",
        [("run.mode", ("fast", "slow"))],
    ),
    "keys of a table": ("MODES = {'fast': f, 'slow': g}", [("MODES", ("fast", "slow"))]),
    "table in a table": (
        "CONF = {'modes': {'fast': 1, 'slow': 2}, 'x': 1}",
        [("CONF", ("modes", "x")), ("CONF.modes", ("fast", "slow"))],
    ),
    "list": ("MODES = ['fast', 'slow']", [("MODES", ("fast", "slow"))]),
    "frozen set": ("MODES = frozenset({'fast', 'slow'})", [("MODES", ("fast", "slow"))]),
    "computed": ("MODES = ['fast', *more]", []),
    "computed table": ("MODES = {'fast': 1, **more}", []),
    "sentences": ("MODES = ['It is as fast as can be', 'slow']", []),
    "one value": ("MODES = ['fast']", []),
}


@pytest.mark.parametrize(("code", "expected"), ROWS.values(), ids=ROWS.keys())
def test_choices(code: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    found = read("app.py", "app", dedent(code)).choices
    assert [(each.name, each.values) for each in found] == expected
