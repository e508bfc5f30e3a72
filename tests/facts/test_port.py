"""Ports by default: what options, settings and Dockerfiles give."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.port import KIND

CODE = """
import argparse

STATUS = 7301

def main():
    parser = argparse.ArgumentParser(prog="trellis")
    parser.add_argument("--port", type=int, default=7300)
    parser.parse_args()
"""
FILES = {"pyproject.toml": '[project]\nname = "trellis"\n', "trellis.py": CODE}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "By default, trellis listens on port 7300.", [("port of trellis = 7300", "yes", None)], id="right"
        ),
        pytest.param(
            "Trellis serves its pages\non port `7200` by default.",
            [("port of Trellis = 7200", "no", "7300")],
            id="wrong",
        ),
        pytest.param(
            "The `trellis` server runs on port 7200 by default.",
            [("port of trellis = 7200", "no", "7300")],
            id="server",
        ),
        pytest.param("Trellis' default port is 7200.", [], id="odd possessive"),
        pytest.param("Trellis's default port is 7200.", [("port of Trellis = 7200", "no", "7300")], id="default port"),
        pytest.param(
            "By default, trellis listens on port 7301.",
            [("port of trellis = 7301", "?", None)],
            id="a number of the code",
        ),
        pytest.param("By default, trellis listens on port 7200 for metrics.", [], id="another port"),
        pytest.param("Trellis listens on port 7200.", [], id="not said to be the default"),
        pytest.param("By default, Redis listens on port 7200.", [], id="another program"),
        pytest.param("By default, it does not listen on port 7200.", [], id="denied"),
        pytest.param("By default, trellis listened on port 7200 before 2.0.", [], id="past"),
    ],
)
def test_ports(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_several_ports(check: Check) -> None:
    files = {**FILES, "Dockerfile": "FROM scratch\nEXPOSE 7400\n"}
    text = "By default, trellis listens on port {}."
    assert check(KIND, text.format(7400), files) == [("port of trellis = 7400", "yes", None)]
    assert check(KIND, text.format(7200), files) == [("port of trellis = 7200", "?", None)]
