"""Lists of values: what they are the values of, and when the code's list says otherwise."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.choice import KIND

CODE = """
import argparse
from enum import Enum
from typing import Literal

FORMATS = {"json": 1, "yaml": 2, "toml": 3, "plist": 4}
COLUMNS = {"name": 1, "path": 2, "size": 3, "mode": 4, "owner": 5, "group": 6, "mtime": 7, "suffix": 8}
Delivery = Literal["at-once", "at-end", "not-sent"]

class Shape(Enum):
    ROUND = "round"
    SQUARE = "square"
    FLAT = "flat"
    HOLLOW = "hollow"

def main():
    parser = argparse.ArgumentParser(prog="draw")
    parser.add_argument("--engine", choices=["fast", "exact", "auto"])
    parser.add_argument("--color", choices=["auto", "always", "never"])
    parser.add_argument("--path")
    return parser.parse_args()

other = ["round", "oval", "flat"]
"""
PROJECT = '[project]\nname = "drawer"\nversion = "1"\n[project.scripts]\ndraw = "drawer:main"\n'
ENTRIES = ("name", "path", "size", "mode", "owner", "group", "mtime", "ending")
FILES = {"drawer.py": CODE, "pyproject.toml": PROJECT}


def answers(rows: list[Row]) -> list[Row]:
    """The rows that are not simply confirmed."""
    return [row for row in rows if row[1] != "yes"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Try `--engine (fast|exact|auto)`.", [], id="all are there"),
        pytest.param("Try `--engine (fast|exact|auto-mix)`.", [("auto-mix", "no", "auto")], id="in brackets"),
        pytest.param("Try `--engine {fast,exact,slow}`.", [("slow", "no", "auto")], id="in braces"),
        pytest.param("    usage: draw [--engine {fast,exact,slow}]\n", [("slow", "no", "auto")], id="usage text"),
        pytest.param("Try `--path (a|b|c)`.", [], id="any value will do"),
        pytest.param(
            "Supported formats: `json`, `yaml`, `toml` and `xml`.", [("xml", "no", "plist")], id="called by a noun"
        ),
        pytest.param("Formats such as `json`, `yaml`, `toml` and `xml`.", [], id="examples"),
        pytest.param("There are `json`, `yaml`, `xml`, `csv`.", [], id="another list"),
        pytest.param(
            "`--color` must be one of `auto`, `always` or `often`.",
            [("often", "no", "never")],
            id="called by its option",
        ),
        pytest.param("`--color` must be one of `auto`, `always` or `true`.", [("true", "?", None)], id="switched on"),
        pytest.param(
            "Valid values are `round`, `square`, `flat` or `empty`.", [("empty", "no", "hollow")], id="by its values"
        ),
        pytest.param(
            "Valid values are `round`, `square`, `flat` or `hollow.size`.", [("hollow.size", "?", None)], id="below one"
        ),
        pytest.param(
            "The columns:\n\n" + "".join(f"- `{x}`\n" for x in (*ENTRIES[:-1], "parser")),
            [("parser", "?", None)],
            id="the file of the list has it in another way",
        ),
        pytest.param("See `round`, `square`, `flat` or `empty`.", [], id="by its values, not said to be whole"),
        pytest.param("Valid values are `round`, `square`, `flat` or `oval`.", [], id="beside them elsewhere"),
        pytest.param(
            "Valid values are `round`, `square`, `flat` or `main`.",
            [("main", "?", None)],
            id="the code has it elsewhere",
        ),
        pytest.param(
            "## `[view.shape]` Section\n\nValid values are `round`, `square`, `flat` or `main`.",
            [("main", "no", "hollow")],
            id="a word in common with the name of the list",
        ),
        pytest.param("Supported formats are `json`, `yaml`, `xml`.", [], id="a noun and two values are too few"),
        pytest.param(
            "The columns:\n\n" + "".join(f"- `{x}`\n" for x in ENTRIES),
            [("ending", "no", "suffix")],
            id="one below the other",
        ),
        pytest.param(
            "These:\n\n- `name`\n- `path`\n- `size`\n- `ending`\n", [], id="too few to tell the list by its values"
        ),
        pytest.param(
            "| Option | Values |\n|---|---|\n| `--color` | `auto`, `always`, `often` |",
            [("often", "no", "never")],
            id="column of values",
        ),
        pytest.param('Set `delivery: "at-night"`.', [("at-night", "?", None)], id="two may be meant"),
        pytest.param('Set `delivery: "not-given"`.', [("not-given", "no", "not-sent")], id="pair"),
        pytest.param('Set `delivery: "at-once"`.', [], id="pair that is right"),
        pytest.param('Set `delivery: "exact-match"`.', [("exact-match", "?", None)], id="pair with nothing like it"),
        pytest.param("    $ draw --engine quick\n", [("quick", "no", None)], id="value in a command"),
        pytest.param("    $ draw --engine exatc\n", [("exatc", "no", "exact")], id="slip in a command"),
        pytest.param("    $ draw --engine $ENGINE --path quick\n", [], id="a variable, and any value"),
        pytest.param("    $ paint --engine quick\n", [], id="another program"),
        pytest.param("`--color` is one of `foo`, `bar` and `always`.", [], id="placeholders"),
        pytest.param("In 1.0 `--color` could be one of `auto`, `always` or `often`.", [], id="the past"),
    ],
)
def test_lists(check: Check, text: str, expected: list[Row]) -> None:
    assert [(s.partition(" = ")[0], *rest) for s, *rest in answers(check(KIND, text, FILES))] == expected


SHARED = {
    "pyproject.toml": PROJECT,
    "drawer/flags.py": "import typer\nfrom typing import Annotated\nForm = Annotated[str, typer.Option('--form')]\n",
    "drawer/__init__.py": """
import typer
from typing import Annotated, Literal
from drawer.flags import Form

main = typer.Typer()

@main.command()
def show(shape: Annotated[Literal["round", "flat"], typer.Option("--form")] = "round"): ...

@main.command()
def draw(written: Form = "wide"): ...
""",
}


def test_an_option_that_another_command_may_have_in_another_way_has_no_known_values(check: Check) -> None:
    assert check(KIND, "    $ draw --form wide\n", SHARED) == []
    dotted = SHARED["drawer/__init__.py"].replace("drawer.flags import Form", "drawer import flags")
    dotted = dotted.replace("written: Form", "written: flags.Form")
    assert check(KIND, "    $ draw --form wide\n", SHARED | {"drawer/__init__.py": dotted}) == []
    own = SHARED["drawer/__init__.py"].replace("written: Form", 'written: Annotated[str, typer.Option("--wide")]')
    assert check(KIND, "    $ draw --form wide\n", SHARED | {"drawer/__init__.py": own}) != []
