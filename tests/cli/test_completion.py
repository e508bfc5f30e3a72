"""Completion of the command line, as shells do it."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.cli.completions import commands, script
from truthfulness_evaluator.cli.entry import COMMANDS

BASH = shutil.which("bash")


@pytest.fixture(scope="session")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "truth-eval.bash"
    path.write_text(script("bash", commands()))
    return path


def completed(bash_script: Path, folder: Path, words: Sequence[str]) -> list[str]:
    """What bash offers for the last word."""
    assert BASH is not None
    line = (
        'source "$1"; shift; COMP_WORDS=(truth-eval "$@"); COMP_CWORD=$#; _truth_eval; '
        '(( ${#COMPREPLY[@]} )) && printf "%s\\n" "${COMPREPLY[@]}"; true'
    )
    command = [BASH, "--norc", "--noprofile", "-c", line, "bash", str(bash_script), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.skipif(BASH is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["e"], ["explain"]),
        (["c"], ["cache", "check", "compare", "completion", "config"]),
        ([""], [*COMMANDS, "docs", "read me.md"]),
        (["rea"], ["read me.md"]),
        (["r"], ["report", "resume", "review", "runs", "read me.md"]),
        (["--fail-on", "n"], ["never"]),
        (["--fail-on", "=", "r"], ["refuted"]),
        (["--fail-on", "="], ["refuted", "unsupported", "never"]),
        (["check", "--format", "js"], ["json", "jsonl"]),
        (["-f", "sa"], ["sarif"]),
        (["docs", "--doc"], ["--docstrings"]),
        (["--root", ""], ["docs"]),
        (["--min-confidence", ""], []),
        (["--consensus", "i"], ["ice"]),
        (["--judge", "n"], ["nli", "none"]),
        (["cache", "--part", ""], ["agent", "claims", "index", "votes", "ways"]),
        (["explain", "--"], ["--root", "--help"]),
        (["explain", "read"], ["read me.md"]),
        (["explain", "--root", "d"], ["docs"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["completion", "z"], ["zsh"]),
        (["report", ""], ["latest"]),
        (["report", "latest", "-f", "ht"], ["html"]),
        (["review", ""], ["latest"]),
        (["compare", "l"], ["latest"]),
        (["compare", "--format", ""], ["text", "json", "markdown"]),
        (["runs", "-f", ""], ["text", "json"]),
        (["runs", "--delete", ""], ["latest"]),
        (["--no-such"], []),
    ],
    ids=" ".join,
)
def test_bash(bash_script: Path, tmp_path: Path, words: list[str], expected: list[str]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "read me.md").write_text("")
    assert sorted(completed(bash_script, tmp_path, words)) == sorted(expected)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_flag_is_in_every_script(shell: str, run: Run) -> None:
    ran = run("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    for command in commands():
        assert command.name in ran.out
        for option in command.options:
            for name in option.names:
                short = f"-s {name[1:]}" if name[1] != "-" else f"-l {name[2:]}"
                assert (short if shell == "fish" else name) in ran.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_itself_can_read_the_script(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    path = tmp_path / "script"
    path.write_text(script(shell, commands()))
    done = subprocess.run([program, "-n", str(path)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("truth-eval e", ["explain"]),
        ("truth-eval --fail-on n", ["never"]),
        ("truth-eval --format js", ["json", "jsonl"]),
        ("truth-eval completion z", ["zsh"]),
        ("truth-eval config --js", ["--json"]),
        ("truth-eval --docs", ["--docstrings"]),
    ],
)
def test_fish(line: str, expected: list[str], tmp_path: Path) -> None:
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("there is no fish")
    path = tmp_path / "truth-eval.fish"
    path.write_text(script("fish", commands()))
    command = [fish, "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", str(path), line]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert [row.split("\t")[0] for row in done.stdout.splitlines()] == expected, done.stderr


def test_all_commands_are_there() -> None:
    assert [command.name for command in commands()] == list(COMMANDS)


def test_another_shell_is_a_usage_error(run: Run) -> None:
    ran = run("completion", "tcsh")
    assert ran.code == 2
    assert "tcsh" in ran.err
