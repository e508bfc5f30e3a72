"""Start-up is cheap: what `--version` and `--help` load, counted in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from truthfulness_evaluator import __version__

HEAVY = {
    "pydantic",
    "pydantic_core",
    "pydantic_settings",
    "langchain",
    "langchain_core",
    "langchain_openai",
    "langchain_anthropic",
    "numpy",
    "markdown_it",
    "docutils",
    "tree_sitter",
    "onnxruntime",
    "fastapi",
    "nupunkt",
    "rich",
    "prompt_toolkit",
}
WEB = {"ddgs", "httpcore", "httpx", "lxml", "tld", "trafilatura"}
COUNT = """
import json, sys
from truthfulness_evaluator.cli import main
code = main(json.loads(sys.argv[1]))
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def loaded(argv: list[str]) -> tuple[str, int, set[str]]:
    """What a run prints, its exit code, and the modules that it loads."""
    done = subprocess.run(
        [sys.executable, "-c", COUNT, json.dumps(argv)], capture_output=True, text=True, check=True, timeout=120
    )
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return done.stdout, code, set(modules)


@pytest.mark.parametrize(
    ("argv", "limit"),
    [
        pytest.param(["--version"], 200, id="version"),
        pytest.param(["check", "--version"], 200, id="check-version"),
        pytest.param(["--help"], 350, id="help"),
        pytest.param(["-h"], 350, id="short-help"),
        pytest.param(["check", "--help"], 350, id="check-help"),
        pytest.param(["explain", "--help"], 350, id="explain-help"),
        pytest.param(["config", "--help"], 350, id="config-help"),
        pytest.param(["review", "--help"], 350, id="review-help"),
        pytest.param(["runs", "--help"], 350, id="runs-help"),
        pytest.param(["report", "--help"], 350, id="report-help"),
        pytest.param(["compare", "--help"], 350, id="compare-help"),
        pytest.param(["--no-such-flag"], 350, id="wrong-flag"),
    ],
)
def test_modules(argv: list[str], limit: int) -> None:
    _, _, modules = loaded(argv)
    assert len(modules) <= limit
    assert {module.partition(".")[0] for module in modules} & HEAVY == set()


def test_only_a_terminal_needs_what_draws_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    _, code, modules = loaded(["review", "--list"])
    assert code == 2  # no run is kept
    assert "truthfulness_evaluator.review.walk" in modules
    assert "prompt_toolkit" not in modules


def test_a_run_that_asks_nobody_loads_nothing_of_the_web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    document = tmp_path / "README.md"
    document.write_text("# Ferries\n\nThe ferry sails daily.\n", encoding="utf-8")
    _, code, modules = loaded([str(document), "--no-store"])
    assert code == 0
    assert not [module for module in modules if module.startswith("truthfulness_evaluator.evidence.web")]
    assert {module.partition(".")[0] for module in modules} & WEB == set()


@pytest.mark.parametrize("argv", [["--version"], ["check", "--version"], ["a.md", "--version"]])
def test_version(argv: list[str]) -> None:
    assert loaded(argv)[:2] == (f"truth-eval {__version__}\n", 0)


def test_help_names_every_flag_and_the_exit_codes() -> None:
    text, code, _ = loaded(["--help"])
    assert code == 0
    assert text.startswith("Usage: truth-eval [OPTIONS] [PATHS]...\n")
    words = set(text.replace(",", " ").split())
    assert {
        "--root", "--exclude", "--format", "-f", "--output", "-o", "--fail-on", "--fail-under", "--exit-zero",
        "--fail-on-model", "--fail-on-kind", "--min-confidence", "--report-unused-ignores",
        "--baseline", "--update-baseline",
        "--fix", "--show-fixes", "--human-review",
        "--web", "--no-web", "--search", "--allow-host",
        "--judge", "--offline", "--stdin-filename", "--quiet", "-q", "--verbose", "-v",
        "--version", "--help", "-h",
    } <= words  # fmt: skip
    assert "Exit codes: 0 passed; 1 the gate failed;" in text


def test_help_of_a_command_names_it() -> None:
    assert loaded(["check", "-h"])[0].startswith("Usage: truth-eval check [OPTIONS] [PATHS]...\n")


def test_python_m() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "truthfulness_evaluator", "--version"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"truth-eval {__version__}\n", "")
