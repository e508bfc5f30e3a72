"""Subcommands."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.cli_command import KIND

CODE = """
import argparse

def main():
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("--all", action="store_true")
    commands = parser.add_subparsers()
    commands.add_parser("checkout", aliases=["co"])
    commands.add_parser("inventory")
    parser.parse_args()
"""
FILES = {"pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop:main"\n', "shop.py": CODE}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("    $ shop checkout\n", [("checkout", "yes", None)], id="there"),
        pytest.param("    $ shop co\n", [("co", "yes", None)], id="alias"),
        pytest.param("Run `shop inventry --all`.", [("inventry", "no", "inventory")], id="slip"),
        pytest.param("    $ shop somewhere\n", [("somewhere", "?", None)], id="may be an argument"),
        pytest.param("    $ other inventry\n", [], id="another program"),
        pytest.param("    $ shop --all inventry\n", [], id="behind an option"),
    ],
)
def test_commands(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows
