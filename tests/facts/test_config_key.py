"""Keys of settings."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.config_key import KIND

CODE = """
import argparse

def main():
    parser = argparse.ArgumentParser(prog="fetch")
    parser.add_argument("--max-workers", default=4)
    parser.add_argument("--follow-redirects", action="store_true")
    parser.parse_args()

KEYS = {"cache.max_size": 1, "cache.keep_days": 2, "http.time_out": 3, "http.user_agent": 4}
"""
FILES = {"pyproject.toml": '[project]\nname = "fetch"\n[project.scripts]\nfetch = "fetch:main"\n', "fetch.py": CODE}
TABLE = (
    "| Name | Meaning |\n|---|---|\n| `cache.max_size` | a |\n| `cache.keep_days` | b |\n| `http.user_agent` | c |\n"
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("```toml\n[tool.fetch]\nmax-workers = 4\n```", [("max-workers", "yes", None)], id="there"),
        pytest.param(
            "```toml\n[tool.fetch]\nmax_workers = 4\n```", [("max_workers", "yes", None)], id="other spelling"
        ),
        pytest.param("```toml\n[tool.fetch]\nmax-wrokers = 4\n```", [("max-wrokers", "no", "max-workers")], id="slip"),
        pytest.param(
            "```ini\n[fetch]\nfollow_redirect = 1\n```", [("follow_redirect", "no", "follow_redirects")], id="ini"
        ),
        pytest.param("```toml\nmax-wrokers = 4\n```", [("max-wrokers", "no", "max-workers")], id="without a section"),
        pytest.param("```toml\n[tool.fetch]\nunheard-of = 4\n```", [("unheard-of", "?", None)], id="nothing near"),
        pytest.param("```toml\n[tool.other]\nmax-wrokers = 4\n```", [], id="another program's section"),
        pytest.param("```toml\n[tool.fetch.sub]\nmax-wrokers = 4\n```", [], id="a section below"),
        pytest.param("```python\nmax_wrokers = 4\n```", [], id="no settings file"),
        pytest.param(
            f"{TABLE}| `http.time-out` | d |\n", [("http.time-out", "no", "http.time_out")], id="odd one of a table"
        ),
        pytest.param(f"{TABLE}| `http.keep-alive` | d |\n", [], id="odd one that the code does not know"),
        pytest.param(TABLE, [], id="all alike"),
    ],
)
def test_keys(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows
