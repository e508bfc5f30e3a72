"""Versions on badges with fixed text, against the manifests beside the README."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.badge import KIND

FILES = {
    "pyproject.toml": '[project]\nname = "garden"\nversion = "2.4.0"\nrequires-python = ">=3.10"\n'
    'dependencies = ["seeds>=5.2,<6"]\n',
    "web/package.json": '{"name": "garden-web", "version": "3.0.0-beta.1"}',
}


def badge(text: str) -> str:
    return f"# Garden\n\n[![x](https://img.shields.io/badge/{text}.svg?style=flat)](https://example.org)\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("python-3.10+-blue", [("python = 3.10", "yes", None)], id="lowest"),
        pytest.param("Python-%3E%3D3.10-blue", [("python = 3.10", "yes", None)], id="escaped"),
        pytest.param("python-3.8%2B-blue", [("python = 3.8", "no", "3.10")], id="too low"),
        pytest.param("python-3.12%2B-blue", [("python = 3.12", "?", None)], id="higher"),
        pytest.param("python-3.12-blue", [("python = 3.12", "yes", None)], id="one that is supported"),
        pytest.param("python-3.9-blue", [("python = 3.9", "no", "3.10")], id="one that is not"),
        pytest.param("python-3.10%20%7C%203.11-blue", [("python = 3.10 3.11", "yes", None)], id="several"),
        pytest.param("python_versions-3.8_|_3.10-blue", [("python = 3.8 3.10", "no", None)], id="one of several"),
        pytest.param("python-3.9--3.12-blue", [("python = 3.9 3.12", "no", None)], id="range"),
        pytest.param("node-18+-green", [], id="a language that no manifest has"),
        pytest.param("version-2.4.0-green", [("version = 2.4.0", "yes", None)], id="its version"),
        pytest.param("version-2.4-green", [("version = 2.4", "yes", None)], id="fewer numbers"),
        pytest.param("release-v2.1.3-green", [("release = 2.1.3", "no", "2.4.0")], id="left behind"),
        pytest.param("version-2.5.0-green", [("version = 2.5.0", "?", None)], id="ahead"),
        pytest.param("version-1-green", [("version = 1", "?", None)], id="one number"),
        pytest.param("seeds-4.2-red", [], id="something else"),
        pytest.param("python-3.8_and_PyPy-blue", [], id="more than versions"),
        pytest.param("license-MIT-blue", [], id="licence"),
        pytest.param("3.8-blue", [], id="no label"),
    ],
)
def test_badges(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, badge(text), FILES) == rows


def test_the_manifest_beside_the_readme(check: Check) -> None:
    text = badge("version-2.0.0-green")
    rows = [("version = 2.0.0", "?", None)]
    assert check(KIND, text, FILES, name="web/README.md") == rows


def test_other_documents(check: Check) -> None:
    assert check(KIND, badge("python-3.8%2B-blue"), FILES, name="docs/related.md") == []
    text = "![x](https://badgen.net/badge/python/3.8+/blue)"
    assert check(KIND, text, FILES) == [("python = 3.8", "no", "3.10")]


def test_a_badge_that_leads_to_itself(check: Check) -> None:
    address = "https://img.shields.io/badge/python-3.8%2B-blue.svg"
    assert check(KIND, f"[![x]({address})]({address})", FILES) == [("python = 3.8", "no", "3.10")]
