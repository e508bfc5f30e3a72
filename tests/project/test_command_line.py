"""Options and commands of small projects, looked up over several files."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.project.code import Code
from truthfulness_evaluator.project.command_line import CommandLine
from truthfulness_evaluator.project.manifests import read_manifests
from truthfulness_evaluator.project.tree import tree_of


def command_line(root: Path, files: Mapping[str, str]) -> CommandLine:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tree = tree_of(root, files)
    return Code(tree, read_manifests(tree)).command_line


ARGPARSE = {
    "pyproject.toml": '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.cli:main"\n',
    "tool/__init__.py": "",
    "tool/cli.py": """
import argparse
from tool.limits import MOST

def main():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("-w", "--max-workers", type=int, default=MOST)
    parser.add_argument("--colour", action=argparse.BooleanOptionalAction)
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("-q", action="store_true")
    commands = parser.add_subparsers()
    add = commands.add_parser("add", aliases=["a"])
    add.add_argument("--force", action="store_true")
    remove = commands.add_parser("remove")
    remove.add_argument("--all", action="store_true")
    parser.parse_args()

def clean_cache(level="quiet"):
    run(["rsync", "--archive"])
""",
    "tool/limits.py": "MOST = 8\nfetch_depth = 1\n",
    "tests/test_cli.py": "main(['--only-in-tests'])\n",
}

OPTIONS = [
    # name, program, command, status, where or near
    ("--max-workers", None, "", "found", "tool/cli.py:7"),
    ("--max-workers", "tool", "", "found", "tool/cli.py:7"),
    ("--max-workers", "tool", "add", "found", "tool/cli.py:7"),
    ("-w", "tool", "", "found", "tool/cli.py:7"),
    ("--max-workers=4", "tool", "", "found", "tool/cli.py:7"),
    ("--no-colour", "tool", "", "found", "tool/cli.py:8"),
    ("--force", "tool", "add", "found", "tool/cli.py:13"),
    ("--force", "tool", "", "found", "tool/cli.py:13"),
    ("--force", "tool", "remove", "elsewhere", "tool/cli.py:13"),
    ("--force", "tool", "nothing", "unknown", "tool/cli.py:13"),
    ("--max-worker", "tool", "", "unknown", ""),
    ("--max-wrokers", "tool", "", "missing", "tool/cli.py:7"),
    ("--keep_going", "tool", "", "missing", "tool/cli.py:9"),
    ("--keep-it-going", "tool", "", "missing", "tool/cli.py:9"),
    ("--stop-early", "tool", "", "missing", ""),
    ("--no-keep-going", "tool", "", "unknown", ""),
    ("--only-in-tests", "tool", "", "missing", ""),
    ("--fetch-depth", "tool", "", "unknown", ""),
    ("--archive", "tool", "", "unknown", ""),
    ("--quiet", "tool", "", "unknown", ""),
    ("--verbose", "tool", "", "missing", ""),
    ("--help", "tool", "", "unknown", ""),
    ("-h", "tool", "", "unknown", ""),
    ("-w8", "tool", "", "unknown", ""),
    ("-z", "tool", "", "missing", ""),
    ("--force", "git", "", "unknown", ""),
    ("force", "tool", "", "unknown", ""),
    ("--", "tool", "", "unknown", ""),
]


@pytest.mark.parametrize(
    ("name", "program", "command", "status", "place"),
    OPTIONS,
    ids=[" ".join(str(x) for x in row[:3]) for row in OPTIONS],
)
def test_option(tmp_path: Path, name: str, program: str | None, command: str, status: str, place: str) -> None:
    found = command_line(tmp_path, ARGPARSE).option(name, program, tuple(command.split()))
    entry = found.entry or next(iter(found.near), None)
    assert (found.status, str(entry.location) if entry else "") == (status, place)


@pytest.mark.parametrize(
    ("path", "status", "place"),
    [
        ("add", "found", "tool/cli.py:12"),
        ("a", "found", "tool/cli.py:12"),
        ("remove", "found", "tool/cli.py:14"),
        ("remvoe", "missing", "tool/cli.py:14"),
        ("list", "missing", ""),
        ("quiet", "unknown", ""),
        ("cache", "unknown", ""),
        ("", "unknown", ""),
    ],
)
def test_command(tmp_path: Path, path: str, status: str, place: str) -> None:
    found = command_line(tmp_path, ARGPARSE).command(tuple(path.split()), "tool")
    entry = found.entry or next(iter(found.near), None)
    assert (found.status, str(entry.location) if entry else "") == (status, place)


def test_what_is_known_of_a_program(tmp_path: Path) -> None:
    line = command_line(tmp_path, ARGPARSE)
    assert line.programs.names == ("tool",)
    assert line.is_closed("tool")
    assert not line.is_closed("git")
    assert [entry.path for entry in line.subcommands("tool")] == [("add",), ("remove",)]
    assert [entry.option.names[0] for entry in line.options("tool", ("remove",))] == [
        *("-w", "--colour", "--keep-going", "-q", "--all"),
    ]
    assert line.command(("add",), "git").status == "unknown"


CLICK = {
    "setup.cfg": "[metadata]\nname = tool\n[options.entry_points]\nconsole_scripts =\n    tool = tool.main:run\n",
    "tool/__init__.py": "",
    "tool/main.py": """
import click
from tool.remote import remote
from tool.listing import list_

@click.group()
@click.option("--debug/--no-debug")
def cli(debug): ...

cli.add_command(remote)
cli.add_command(list_)

def run():
    cli(prog_name="tool")
""",
    "tool/remote.py": """
import click

@click.group()
def remote(): ...

@remote.command()
@click.option("--fetch", is_flag=True)
def add(fetch): ...
""",
    "tool/listing.py": """
import click

@click.command(name="list")
@click.option("--long-format", is_flag=True)
def list_(long_format): ...
""",
}


def test_commands_of_several_files_are_joined(tmp_path: Path) -> None:
    line = command_line(tmp_path, CLICK)
    assert sorted(entry.path for entry in line.subcommands("tool")) == [("list",), ("remote",), ("remote", "add")]
    assert line.option("--fetch", "tool", ("remote", "add")).status == "found"
    assert line.option("--fetch", "tool", ("list",)).status == "elsewhere"
    assert line.option("--no-debug", "tool", ("list",)).status == "found"
    assert line.option("--long-fromat", "tool", ("list",)).status == "missing"


TWO = {
    "pyproject.toml": '[project]\nname = "pair"\n[project.scripts]\none = "pair.one:main"\ntwo = "pair.two:main"\n',
    "pair/__init__.py": "",
    "pair/one.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--for-one')\n",
    "pair/two.py": "import argparse\nfrom pair import both\np = argparse.ArgumentParser()\np.add_argument('--for-two')",
    "pair/both.py": "def add(p):\n    p.add_argument('--shared', help='x')\n",
    "pair/lazy.py": "def add(p):\n    p.add_argument('--lazily', help='x')\n",
}


@pytest.mark.parametrize(
    ("name", "program", "status"),
    [
        ("--for-one", "one", "found"),
        ("--for-one", "two", "elsewhere"),
        ("--for-one", None, "found"),
        ("--shared", "two", "found"),
        ("--shared", "one", "elsewhere"),
        ("--lazily", "one", "found"),
        ("--lazily", "two", "found"),
    ],
)
def test_options_belong_to_the_programs_that_import_them(
    tmp_path: Path, name: str, program: str | None, status: str
) -> None:
    assert command_line(tmp_path, TWO).option(name, program).status == status


def test_plugins_may_add_options_that_look_like_none_of_the_program(tmp_path: Path) -> None:
    loader = "from importlib.metadata import entry_points\nfor e in entry_points(group='x'):\n    e.load()\n"
    line = command_line(tmp_path, {**ARGPARSE, "tool/plugins.py": loader})
    assert not line.is_closed("tool")
    assert str(line.openness.plugins) == "tool/plugins.py:2"
    assert line.option("--coverage", "tool").status == "unknown"
    assert line.option("--max-wrokers", "tool").status == "missing"
    assert line.command(("list",), "tool").status == "unknown"


def test_names_made_at_run_time_leave_words_of_the_code_open(tmp_path: Path) -> None:
    added = "    for name in NAMES:\n        parser.add_argument('--' + name)\n    parser.parse_args()\n"
    made = ARGPARSE["tool/cli.py"].replace("    parser.parse_args()\n", added) + "NAMES = dict(depth=1)\n"
    line = command_line(tmp_path, {**ARGPARSE, "tool/cli.py": made})
    assert line.option("--depth", "tool").status == "unknown"
    assert line.option("--height", "tool").status == "missing"


@pytest.mark.parametrize(
    "files",
    [
        {"tool/cli.py": "x = 1\n"},
        {"Cargo.toml": '[package]\nname = "tool"\nversion = "1.0.0"\n', "src/main.rs": "fn main() {}\n"},
        {"scripts/gen.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--out')\n"},
    ],
    ids=["no options", "another language", "only a script"],
)
def test_without_an_understood_program_nothing_is_missing(tmp_path: Path, files: Mapping[str, str]) -> None:
    line = command_line(tmp_path, files)
    assert line.option("--nothing").status == "unknown"
    assert line.command(("nothing",)).status == "unknown"
