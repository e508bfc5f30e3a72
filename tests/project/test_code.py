"""The index over all source files: what is read, and look-ups of variables, settings and defaults."""

import warnings
from pathlib import Path

import pytest

from truthfulness_evaluator.project.code import Code
from truthfulness_evaluator.project.file_index import MAX_PARSED_CHARACTERS
from truthfulness_evaluator.project.manifests import read_manifests
from truthfulness_evaluator.project.tree import tree_of

FILES = {
    "pyproject.toml": '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.cli:main"\n[tool.odd]\nodd-key = 1\n',
    "tool/__init__.py": "from tool.cli import main\n",
    "tool/limits.py": """
import os
SECONDS = 30
TIMEOUT = SECONDS
BUILT = compute()
CACHE = os.environ.get("TOOL_CACHE", "~/.cache/tool")
""",
    "tool/cli.py": """
import argparse
import os
from tool import limits
from tool.limits import TIMEOUT

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-t", "--time-out", dest="wait", default=TIMEOUT)
    parser.add_argument("--retries", default=limits.BUILT)
    parser.add_argument("--mode", default="fast")

class Engine:
    LIMIT = 8
    def __init__(self, speed=LIMIT, colour="red"):
        self.power = 5
    def run(self, speed=2): ...

def paint(colour="blue"): ...

class Quiet:
    known = 1

def tune(quiet):
    quiet.volume = 3
TOKEN = os.environ["TOOL_TOKEN"]
""",
    "tool/old.py": "from tool.helpers import deprecate\ndeprecate({'Renamed': 'tool.cli'})\n",
    "tool/broken.py": "def broken(:\n    BROKEN_WORD = 1\n",
    "tests/test_tool.py": "from_tests = 1\n",
    "docs/conf.py": "from_docs = 1\n",
    "install.sh": "export SHELL_WORD=1\n",
}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Code:
    root = tmp_path_factory.mktemp("code")
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tree = tree_of(root, FILES)
    return Code(tree, read_manifests(tree))


def test_only_code_is_read(code: Code) -> None:
    assert sorted(code.files) == ["tool/__init__.py", "tool/broken.py", "tool/cli.py", "tool/limits.py", "tool/old.py"]
    assert {path: facts.module for path, facts in code.files.items()}["tool/cli.py"] == "tool.cli"


def test_notices_name_what_could_not_be_parsed(code: Code) -> None:
    assert code.notices == (
        "1 source file could not be parsed, so nothing is refuted by what it lacks (tool/broken.py).",
    )


def test_facts_of_one_file(code: Code) -> None:
    assert code.facts_of("tool/cli.py") is code.files["tool/cli.py"]
    tests = code.facts_of("tests/test_tool.py")
    assert tests is not None
    assert [symbol.name for symbol in tests.symbols] == ["from_tests"]
    assert code.facts_of("install.sh") is None
    assert code.facts_of("gone.py") is None


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("SHELL_WORD", "install.sh:1"),
        ("odd-key", "pyproject.toml:6"),
        ("BROKEN_WORD", "tool/broken.py:2"),
        ("--time-out", "tool/cli.py:9"),
        ("from_tests", "None"),
        ("from_docs", "None"),
    ],
)
def test_words_of_all_that_vouches(code: Code, word: str, place: str) -> None:
    assert str(code.words.find(word)) == place


def test_large_files_are_not_parsed(tmp_path: Path) -> None:
    (tmp_path / "big.py").write_text("WORD = 1\n" + "#" * MAX_PARSED_CHARACTERS, encoding="utf-8")
    tree = tree_of(tmp_path, ["big.py"])
    code = Code(tree, read_manifests(tree))
    assert code.notices == ("1 source file too large to be parsed: only the words in it count (big.py).",)
    assert str(code.words.find("WORD")) == "big.py:1"
    assert code.resolve("big.WORD").status == "unknown"


def test_a_file_that_vanishes_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text("x = 1\n", encoding="utf-8")
    tree = tree_of(tmp_path, ["gone.py", "here.py"])
    assert list(Code(tree, read_manifests(tree)).files) == ["here.py"]


def test_odd_source_gives_no_warnings(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("x = '\\d'\nassert (1, 'x')\n", encoding="utf-8")
    tree = tree_of(tmp_path, ["odd.py"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Code(tree, read_manifests(tree)).resolve("odd.x").status == "found"


@pytest.mark.parametrize(
    ("dotted", "status"),
    [
        ("tool.main", "found"),
        ("tool.cli.Engine.power", "found"),
        ("tool.cli.Quiet.known", "found"),
        ("tool.cli.Quiet.noise", "missing"),
        ("tool.cli.Quiet.volume", "unknown"),
        ("tool.cli.volume", "missing"),
        ("tool.old.Renamed", "unknown"),
        ("tool.old.Other", "missing"),
        ("tool.broken.anything", "unknown"),
    ],
)
def test_resolve(code: Code, dotted: str, status: str) -> None:
    assert code.resolve(dotted).status == status


def test_named(code: Code) -> None:
    assert [(d.dotted, str(d.location)) for d in code.named("run")] == [("tool.cli.Engine.run", "tool/cli.py:17")]
    assert [d.dotted for d in code.named("limits")] == ["tool.limits"]
    assert code.named("nothing") == ()


@pytest.mark.parametrize(
    ("name", "places"),
    [("TOOL_TOKEN", ["tool/cli.py:26"]), ("TOOL_CACHE", ["tool/limits.py:6"]), ("TOOL_OTHER", [])],
)
def test_environment(code: Code, name: str, places: list[str]) -> None:
    assert [str(entry.location) for entry in code.environment(name)] == places
    assert (name in code.environment_names) is bool(places)


DEFAULTS: list[tuple[str, list[tuple[str, str, str, str]]]] = [
    ("--time-out", [("--time-out", "30", "tool/limits.py:3", "option")]),
    ("-t", [("--time-out", "30", "tool/limits.py:3", "option")]),
    ("time_out", [("--time-out", "30", "tool/limits.py:3", "option")]),
    ("timeOut", [("--time-out", "30", "tool/limits.py:3", "option")]),
    ("wait", [("--time-out", "30", "tool/limits.py:3", "option")]),
    ("--retries", [("--retries", "None", "tool/limits.py:5", "option")]),
    ("mode", [("--mode", '"fast"', "tool/cli.py:11", "option")]),
    (
        "TIMEOUT",
        [("TIMEOUT", "30", "tool/limits.py:3", "constant"), ("--time-out", "30", "tool/limits.py:3", "option")],
    ),
    ("limits.TIMEOUT", [("TIMEOUT", "30", "tool/limits.py:3", "constant")]),
    ("other.TIMEOUT", []),
    ("Engine.LIMIT", [("Engine.LIMIT", "8", "tool/cli.py:14", "attribute")]),
    ("Engine.speed", [("Engine.__init__.speed", "8", "tool/cli.py:14", "parameter")]),
    ("Engine.run.speed", [("Engine.run.speed", "2", "tool/cli.py:17", "parameter")]),
    ("power", [("Engine.power", "5", "tool/cli.py:16", "attribute")]),
    ("paint.colour", [("paint.colour", '"blue"', "tool/cli.py:19", "parameter")]),
    (
        "colour",
        [
            ("Engine.__init__.colour", '"red"', "tool/cli.py:15", "parameter"),
            ("paint.colour", '"blue"', "tool/cli.py:19", "parameter"),
        ],
    ),
    ("TOOL_CACHE", [("TOOL_CACHE", '"~/.cache/tool"', "tool/limits.py:6", "environment")]),
    ("--nothing", []),
    ("nothing", []),
]


@pytest.mark.parametrize(("name", "found"), DEFAULTS, ids=[name for name, _ in DEFAULTS])
def test_defaults_of(code: Code, name: str, found: list[tuple[str, str, str, str]]) -> None:
    defaults = code.defaults_of(name)
    assert [(d.name, str(d.value.literal), str(d.location), d.what) for d in defaults] == found


def test_a_default_says_where_it_is_declared_and_where_its_value_stands(code: Code) -> None:
    (default,) = code.defaults_of("--time-out")
    assert (str(default.declared), str(default.location)) == ("tool/cli.py:9", "tool/limits.py:3")
