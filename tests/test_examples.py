"""Every example of the README and of the documentation does what it shows.

Python blocks run, and a remark behind a line says what it prints or gives. In console blocks the lines after
`$ ` run, and what they print is compared. Settings are loaded, comments that exclude parts do so, and
what pipelines name is there.
"""

import ast
import contextlib
import io
import os
import re
import subprocess
import sys
import textwrap
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from truthfulness_evaluator import load_config
from truthfulness_evaluator.cli.completions import commands
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.table import GROUP

pytestmark = pytest.mark.usefixtures("no_settings")

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(?P<language>[\w-]+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SETTINGS = {"toml": "truth.toml", "ini": ".env"}
_MARKED = {"markdown": "a.md", "mdx": "a.mdx", "rst": "a.rst"}
_SHOWN_ONLY = {"text"}
_RUNNABLE = re.compile(r"(?:[A-Z_]+=\S+ )?truth-eval\b[^;|&<>`$]*|cd examples/\w+|echo \$\?")
"""Commands that tests may run. Of the others only those below may stand in a page."""
_NOT_RUN = (
    "python3 -m venv ",
    "bash .ci/run",
    "python tests/docs_pages.py ",
    "python tests/reporting/html_page/pages.py",
)
_MARK = "\x1e"


@dataclass(frozen=True)
class Example:
    """A code block of a page."""

    page: str
    line: int
    language: str
    text: str

    @property
    def id(self) -> str:
        return f"{self.page}:{self.line}"


def _examples() -> Iterator[Example]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in _BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield Example(str(page.relative_to(ROOT)), line, match["language"], match["text"])


EXAMPLES = list(_examples())


def _of(*languages: str) -> list[object]:
    return [pytest.param(each, id=each.id) for each in EXAMPLES if each.language in languages]


@pytest.fixture
def copy(tmp_path: Path, no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with our examples and settings, which is the working folder."""
    root = tmp_path / "repository"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "examples", "pyproject.toml"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes((ROOT / name).read_bytes())
    identity = ("-c", "user.name=Tester", "-c", "user.email=tester@example.invalid", "-c", "commit.gpgsign=false")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *identity, *command], cwd=root, check=True, capture_output=True)
    monkeypatch.chdir(root)
    return root


def test_every_block_is_of_a_sort_that_is_tested() -> None:
    known = {"python", "console", "yaml", *_SETTINGS, *_MARKED, *_SHOWN_ONLY}
    assert [each.id for each in EXAMPLES if each.language not in known] == []


@pytest.mark.parametrize("example", _of("yaml"))
def test_pipelines(example: Example) -> None:
    """Hooks, inputs and flags that pipelines name are there."""
    read: Any = yaml.safe_load(textwrap.dedent(example.text))
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    inputs = set(yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"])
    flags = {name for command in commands() for option in command.options for name in option.names}
    named = [each for each in _mappings(read) if "id" in each and "on" not in each]
    assert {each["id"] for each in named} <= hooks
    for step in _mappings(read):
        if str(step.get("uses", "")).partition("@")[0].endswith("/truthfulness-evaluator"):
            assert set(step.get("with", {})) <= inputs
    written = " ".join(line for line in example.text.splitlines() if "truth-eval " in line or "args:" in line)
    assert set(re.findall(r"(?<!\S)\[?(--[a-z][a-z-]+)", written)) <= flags


def _mappings(read: Any) -> Iterator[dict[str, Any]]:
    """All mappings of a YAML text."""
    if isinstance(read, dict):
        yield cast("dict[str, Any]", read)
        for each in cast("dict[str, Any]", read).values():
            yield from _mappings(each)
    elif isinstance(read, list):
        for each in cast("list[Any]", read):
            yield from _mappings(each)


# Python -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", _of("python"))
@pytest.mark.usefixtures("copy")
def test_python(example: Example) -> None:
    assert said_and_shown(example.text, f"{example.page}:{example.line}") == []


def said_and_shown(source: str, name: str) -> list[tuple[int, str, str]]:
    """Runs a block; gives the lines whose remark is not what they print or give, with both."""
    remarks = _remarks(source)
    names: dict[str, object] = {"__name__": "example"}
    wrong: list[tuple[int, str, str]] = []
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for node in ast.parse(source).body:
            for line, given in _run(node, names, name, printed):
                if line in remarks and remarks[line] != given:
                    wrong.append((line, remarks[line], given))
                remarks.pop(line, None)
    return [*wrong, *((line, text, "nothing") for line, text in remarks.items())]


def _run(node: ast.stmt, names: dict[str, object], name: str, printed: io.StringIO) -> Iterator[tuple[int, str]]:
    """Runs a statement; gives what each expression in it prints, or else is, by its last line."""

    def noted(line: int, value: object) -> object:
        shown.append((line, printed.getvalue().strip() or repr(value)))
        printed.seek(0)
        printed.truncate()
        return value

    shown: list[tuple[int, str]] = []
    names["__noted__"] = noted
    tree = ast.fix_missing_locations(ast.Module([_Noting().visit(node)], []))
    exec(compile(tree, name, "exec", dont_inherit=True), names)
    yield from shown


class _Noting(ast.NodeTransformer):
    """Hands every expression that is a statement to `__noted__`, those of functions excepted."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        line = ast.Constant(node.end_lineno)
        call = ast.Call(ast.Name("__noted__", ast.Load()), [line, node.value], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node


def _remarks(source: str) -> dict[int, str]:
    """By line: the text of the comment behind its code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("print(1)  # 1\n1 + 1  # 2\n", []),
        ("print(1)  # 2\n", [(1, "2", "1")]),
        ("for i in 'a':\n    print(i)  # b\n", [(2, "b", "a")]),
        ("if False:\n    print(1)  # 1\n", [(2, "1", "nothing")]),
        ("x = 1  # 1\n", [(1, "1", "nothing")]),
    ],
    ids=["right", "wrong", "in-a-loop", "never-run", "no-expression"],
)
def test_a_wrong_remark_is_found(source: str, wrong: list[tuple[int, str, str]]) -> None:
    assert said_and_shown(source, "block") == wrong


# Console ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", _of("console"))
def test_console(example: Example, copy: Path, tmp_path: Path) -> None:
    commands = _commands(example.text)
    if all(command.startswith(_NOT_RUN) for command in commands):
        return
    assert all(_RUNNABLE.fullmatch(command) for command in commands), "this command is not known to the test"
    assert _printed(commands, copy, tmp_path) == example.text


def _commands(text: str) -> list[str]:
    lines = text.splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")] or lines


def _printed(commands: list[str], folder: Path, tmp_path: Path) -> str:
    """What a terminal shows that runs the commands one after the other."""
    program = tmp_path / "bin" / "truth-eval"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m truthfulness_evaluator "$@"\n')
    program.chmod(0o755)
    marked = "".join(f"status=$?; printf '{_MARK}'; (exit $status); {command}\n" for command in commands)
    done = subprocess.run(
        ["bash", "-c", marked],
        cwd=folder,
        env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONUTF8": "1", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    outputs = done.stdout.decode().split(_MARK)[1:]
    return "".join(f"$ {command}\n{output}" for command, output in zip(commands, outputs, strict=True))


# Settings and comments --------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", _of(*_SETTINGS))
def test_settings(example: Example, no_settings: Path) -> None:
    if "[project.entry-points" in example.text:
        assert GROUP in tomllib.loads(example.text)["project"]["entry-points"]
        return
    is_manifest = "[tool.truthfulness-evaluator]" in example.text
    name = "pyproject.toml" if is_manifest else _SETTINGS[example.language]
    (no_settings / name).write_text(example.text, encoding="utf-8")
    set_by_file = {field for field, origin in load_config().origins.items() if name in origin}
    if example.language == "toml":
        table = tomllib.loads(example.text)
        assert set_by_file == set(table["tool"]["truthfulness-evaluator"] if is_manifest else table)
    else:
        assert len(set_by_file) == example.text.count("=")


@pytest.mark.parametrize("example", _of(*_MARKED))
def test_comments_that_exclude_parts(example: Example) -> None:
    document = read_text(example.text, _MARKED[example.language])
    markers = re.findall(r"truth: (?:ignore|off)", example.text)
    assert len(document.suppressions) == len(markers)
    assert all(suppression.reason for suppression in document.suppressions)
    assert document.notices == ()
