"""`--human-review`: on a terminal, what judges are not sure of is walked through right after the run."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Scenario
from fakellm.scenario import VerdictRule
from terminal import Terminal
from truthfulness_evaluator.store.runs import RunStore

PROGRAM = [sys.executable, "-m", "truthfulness_evaluator"]
RULES = (
    VerdictRule("two weeks", "SUPPORTS", 0.95, "14 days are two weeks."),
    VerdictRule("nine books", "REFUTES", 0.55, "The code lets a reader have five books, not nine."),
)
TEXT = "# Lending\n\nA book is lent to a reader for two weeks. A reader may have up to nine books.\n"


class Project:
    """A small project, and a terminal in which it is checked."""

    def __init__(self, folder: Path, llm: FakeLLM) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        (self.root / "setup.py").touch()
        (self.root / "lending.py").write_text("LOAN_DAYS = 14  # a book is lent to a reader\nMOST_BOOKS = 5\n")
        (self.root / "README.md").write_text(TEXT)
        self.home = folder / "home"
        self.env = {
            **llm.environment(),
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home),
            "GIT_AUTHOR_NAME": "",
            "GIT_CONFIG_GLOBAL": str(self.home / "gitconfig"),
        }
        self.home.mkdir()
        (self.home / "gitconfig").write_text("[user]\n\tname = Ann Berg\n")

    def check(self, *arguments: str) -> Terminal:
        """The check, running."""
        argv = [*PROGRAM, "README.md", "--panel", "--no-web", "--human-review", *arguments]
        return Terminal(argv, cwd=self.root, env=self.env, height=40)


@pytest.fixture
def lending(tmp_path: Path, fake_llm: Callable[..., FakeLLM]) -> Project:
    return Project(tmp_path, fake_llm(Scenario(rules=RULES)))


def test_the_walk_begins_after_the_report(lending: Project) -> None:
    with lending.check() as terminal:
        terminal.until(lambda text: "claim 1 of 1" in text and "q quit" in text)
        assert "README.md:3:43" in terminal.text
        assert "nine books" in terminal.text
        report = terminal.raw.decode().split("\x1b[?1049h")[0]
        assert "1 claim needs review" in report or "waits for" in report
        terminal.send("r")
        terminal.until("Every claim is decided.")
        terminal.send("q")
        assert terminal.ended() == 1
    told = " ".join(terminal.raw.decode().rsplit("\x1b[?1049l")[-1].split())
    assert "1 claim decided, none left." in told
    assert "1 claim is refuted: gate failed." in told
    with RunStore(lending.home / "truthfulness-evaluator" / "data.sqlite3") as store:
        run = store.load("latest")
    report = run.contents[0].report
    assert report is not None
    assert report.verifications[1].review is not None
    assert report.verifications[1].review.reviewer == "Ann Berg"
    assert run.exit_code == 1


def test_a_second_run_asks_nobody(lending: Project) -> None:
    with lending.check() as terminal:
        terminal.until("claim 1 of 1")
        terminal.send("sq")
        terminal.ended()
    with lending.check() as terminal:
        assert terminal.ended() == 0
        assert b"\x1b[?1049h" not in terminal.raw
        assert "claim 1 of 1" not in terminal.text


def test_a_run_that_is_not_kept_is_not_walked_through(lending: Project) -> None:
    with lending.check("--no-store") as terminal:
        assert terminal.ended() == 0
        assert b"\x1b[?1049h" not in terminal.raw
        assert "note: nobody can decide on a run that is not kept." in " ".join(terminal.raw.decode().split())
