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
        pytest.param(
            "Set the `app_cache_dir` environment variable.",
            [("app_cache_dir", "no", "APP_CACHE_DIR")],
            id="small letters",
        ),
        pytest.param("    $ export app_cache_dir=x\n", [("app_cache_dir", "no", "APP_CACHE_DIR")], id="small export"),
        pytest.param("    $ app_cache_dir=x other\n", [], id="a variable of the shell"),
        pytest.param("The `app_cache_dir` setting is like the environment variable.", [], id="small letters elsewhere"),
        pytest.param("Set the `other_dir` environment variable.", [], id="small letters, unknown"),
        pytest.param(
            "`APP_LOG_LEVEL` sets the level; `APP_LOG=debug` slows it down.",
            [("APP_LOG", "no", "APP_LOG_LEVEL")],
            id="the first words of a name before it",
        ),
        pytest.param("The environment variable `APP_LOG`.", [("APP_LOG", "?", None)], id="the first words alone"),
        pytest.param("Set the environment variable `PIP_INDEX_URL`.", [], id="another program's"),
        pytest.param("    $ export PYTHONPATH=. LD_LIBRARY_PATH=/x\n", [], id="the system's"),
        pytest.param("The constant `MAX_SIZE` is 3.", [], id="a constant"),
        pytest.param("Environment variables such as `MY_VARIABLE`.", [], id="placeholder"),
        pytest.param("The environment variable `APP_CACHE_DIRS` was removed in 2.0.", [], id="the past"),
    ],
)
def test_variables(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_variables_of_others_have_words_that_the_code_does_not_know(check: Check) -> None:
    names = ("DOCKER_CLI_VERSION", "DOCKER_HOST_NAME", "DOCKER_TAG_NAME")
    files = {"app.py": "import os\n" + "".join(f'os.environ["{name}"]\n' for name in names)}
    text = "Set the environment variable `DOCKER_API_VERSION`, or `DOCKER_TAG_NAEM`."
    assert check(KIND, text, files) == [("DOCKER_TAG_NAEM", "no", "DOCKER_TAG_NAME")]


def test_names_made_from_parts_make_it_abstain(check: Check) -> None:
    files = {"app.py": 'import os\n\ndef read(name):\n    return os.environ["APP_" + name]\n'}
    assert check(KIND, "Set the environment variable `APP_CACHE_DIR`.", files) == [("APP_CACHE_DIR", "?", None)]


FAMILY = """
import argparse, os

parser = argparse.ArgumentParser()
parser.add_argument("--workdir", dest="work_dir")
parser.add_argument("--color")
for action in parser._actions:
    value = os.environ.get(f"APP_{%s}")
"""


@pytest.mark.parametrize(
    ("made_of", "name", "row"),
    [
        pytest.param("action.dest.upper()", "APP_WORKDIR", ("APP_WORKDIR", "no", "APP_WORK_DIR"), id="of the variable"),
        pytest.param("action.dest.upper()", "APP_WORK_DIR", ("APP_WORK_DIR", "?", None), id="as it is made"),
        pytest.param("action.dest.upper()", "APP_ELSE", ("APP_ELSE", "?", None), id="of something else"),
        pytest.param(
            "action.option_strings[0] or action.dest",
            "APP_WORKDIR",
            ("APP_WORKDIR", "?", None),
            id="of what users type",
        ),
        pytest.param("key(action)", "APP_WORKDIR", ("APP_WORKDIR", "?", None), id="not seen"),
    ],
)
def test_names_made_of_options(check: Check, made_of: str, name: str, row: Row) -> None:
    assert check(KIND, f"Set the environment variable `{name}`.", {"app.py": FAMILY % made_of}) == [row]


@pytest.mark.parametrize(("key", "verdict"), [("work_dir", "no"), ("workdir", "?")])
def test_names_may_be_made_of_settings_too(check: Check, key: str, verdict: str) -> None:
    files = {"app.py": FAMILY % "action.dest.upper()" + f"DEFAULTS = {{'{key}': 'x'}}\n"}
    rows = check(KIND, "Set the environment variable `APP_WORKDIR`.", files)
    assert [row[1] for row in rows] == [verdict]


def test_roles_name_variables(check: Check) -> None:
    rows = check(KIND, "Set :envvar:`APP_CACHE_DIRS`.", FILES, name="docs/usage.rst")
    assert rows == [("APP_CACHE_DIRS", "no", "APP_CACHE_DIR")]


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        pytest.param("SHOP_API_HOST", "?", id="another word that is near"),
        pytest.param("SHOP_BACKTRACES", "?", id="read by a script of tests"),
        pytest.param("SHOP_COLOURED", "?", id="the opposite"),
        pytest.param("SHOP_API_PROT", "no", id="a slip"),
    ],
)
def test_names_that_are_near_and_not_the_same(check: Check, name: str, verdict: str) -> None:
    files = {
        "shop.py": "import os\n"
        + "".join(f"os.environ['{each}']\n" for each in ("SHOP_API_PORT", "SHOP_BACKTRACE", "SHOP_NO_COLOURED")),
        "tests/run.sh": "echo $SHOP_BACKTRACES\n",
    }
    assert check(KIND, f"Set the environment variable `{name}`.", files) == [
        (name, verdict, "SHOP_API_PORT" if verdict == "no" else None)
    ]


def test_names_are_made_of_options_by_the_language_that_declares_them(check: Check) -> None:
    go = (
        'package cmd\n\nfunc Run(f *pflag.FlagSet) {\n\tf.String("work-dir", "", "w")\n'
        '\tos.LookupEnv(fmt.Sprintf("APP_%s", x.dest))\n}\n'
    )
    rows = check(KIND, "Set the environment variable `APP_WORK_DIR`.", {"cmd/run.go": go})
    assert [row[1] for row in rows] == ["?"]
