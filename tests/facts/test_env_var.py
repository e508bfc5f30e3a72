"""Environment variables: what the code reads, what it makes from parts, and what belongs to others."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.env_var import KIND

CODE = """
import os

folder = os.environ["APP_CACHE_DIR"]
level = os.getenv("APP_LOG_LEVEL", "info")
color = "NO_COLOR" in os.environ
limit = os.environ.get("APP_MAX_REQUEST_SIZE")
"""
FILES = {"app.py": CODE}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Set the environment variable `APP_CACHE_DIR`.", [("APP_CACHE_DIR", "yes", None)], id="read"),
        pytest.param("    $ export APP_LOG_LEVEL=debug\n", [("APP_LOG_LEVEL", "yes", None)], id="export"),
        pytest.param("    $ APP_LOG_LEVEL=debug app\n", [("APP_LOG_LEVEL", "yes", None)], id="before a command"),
        pytest.param(
            "Set the `APP_CACHE_DIRS` environment variable.", [("APP_CACHE_DIRS", "no", "APP_CACHE_DIR")], id="slip"
        ),
        pytest.param(
            "Set `NO_COLORS` in the environment.", [("NO_COLORS", "no", "NO_COLOR")], id="slip of a shared one"
        ),
        pytest.param(
            "It reads environment variables:\n\n### `APP_HTTP_MAX_REQUEST_SIZE`",
            [("APP_HTTP_MAX_REQUEST_SIZE", "no", "APP_MAX_REQUEST_SIZE")],
            id="a word too many in the project's family",
        ),
        pytest.param(
            "Set the environment variable `APP_ENTIRELY_ELSE`.",
            [("APP_ENTIRELY_ELSE", "?", None)],
            id="nothing like it",
        ),
        pytest.param(
            "Set the environment variable `APP_CACHE_DIR_TEST`.", [("APP_CACHE_DIR_TEST", "?", None)], id="longer"
        ),
        pytest.param("Set the environment variable `PIP_INDEX_URL`.", [], id="another program's"),
        pytest.param("    $ export PYTHONPATH=. LD_LIBRARY_PATH=/x\n", [], id="the system's"),
        pytest.param("The constant `MAX_SIZE` is 3.", [], id="a constant"),
        pytest.param("Environment variables such as `MY_VARIABLE`.", [], id="placeholder"),
        pytest.param("The environment variable `APP_CACHE_DIRS` was removed in 2.0.", [], id="the past"),
    ],
)
def test_variables(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_names_made_from_parts_make_it_abstain(check: Check) -> None:
    files = {"app.py": 'import os\n\ndef read(name):\n    return os.environ["APP_" + name]\n'}
    assert check(KIND, "Set the environment variable `APP_CACHE_DIR`.", files) == [("APP_CACHE_DIR", "?", None)]


def test_roles_name_variables(check: Check) -> None:
    rows = check(KIND, "Set :envvar:`APP_CACHE_DIRS`.", FILES, name="docs/usage.rst")
    assert rows == [("APP_CACHE_DIRS", "no", "APP_CACHE_DIR")]
