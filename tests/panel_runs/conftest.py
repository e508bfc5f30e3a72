"""Whole runs of the command line over HTTP: a small code base, a document with prose, and the fake server."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fakellm import FakeLLM, Scenario
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.models import TruthfulnessReport

FIRST, SECOND = "gpt-4o", "claude-sonnet-4-5"
FINDER = "gpt-4o-mini"
CODE = '''"""Keeps books that were fetched."""

CACHE_SECONDS = 3600


def keep(book, shelf):
    """Puts a fetched book onto the shelf; the oldest book leaves when the shelf is full."""
    if len(shelf) == shelf.size:
        shelf.pop_oldest()
    shelf.add(book)


def lend(book, reader):
    """Lends a book to a reader for two weeks; a reader holds at most five books."""
    if len(reader.books) >= 5:
        raise TooManyBooks(reader)
    reader.books.append(book)


def remind(reader):
    """Writes a reminder to the reader one day before a book is due."""
    send_letter(reader.address, days_before=1)
'''
DOCUMENT = """# Shelf

The oldest book leaves when the shelf is full [TRUE]. A reader holds at most nine books [FALSE].

## Reminders

A reminder is written to the reader before a book is due [TRUE]. Lending a book to a reader takes two weeks [TRUE].
The reminder is sent by telephone to the reader [FALSE]. A fetched book is put onto the shelf [TRUE].
"""
VERDICTS = {"[TRUE]": "SUPPORTS", "[FALSE]": "REFUTES"}


@dataclass(frozen=True)
class PanelRun:
    """What a run gave."""

    code: int
    out: str
    err: str
    report: TruthfulnessReport | None

    @property
    def verdicts(self) -> dict[str, str]:
        """By claim, its verdict, or `-` where it has none."""
        assert self.report is not None
        found = {result.claim_id: str(result.verdict) for result in self.report.verifications}
        return {claim.text: found.get(claim.id, "-") for claim in self.report.claims}

    @property
    def failures(self) -> set[tuple[str, str]]:
        """Judge and kind of all failures."""
        assert self.report is not None
        of_claims = [each for reason in self.report.unvalidated_reasons for each in reason.failures]
        of_results = [each for result in self.report.verifications for each in result.failures]
        return {(each.judge, str(each.kind)) for each in (*of_claims, *of_results, *self.report.failures)}


def marked(text: str) -> str:
    """The verdict that a claim's mark asks for."""
    return next(verdict for mark, verdict in VERDICTS.items() if mark in text)


@pytest.fixture(scope="session")
def shared_llm() -> Iterator[FakeLLM]:
    with FakeLLM(log_prompts=True) as llm:
        yield llm


@pytest.fixture
def play(shared_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scenario], FakeLLM]:
    """The server, made to play a scenario, with an empty log; waits between attempts are short."""
    monkeypatch.setattr("truthfulness_evaluator.panel.members.BACKOFF_S", 0.001)

    def start(scenario: Scenario) -> FakeLLM:
        shared_llm.use(scenario)
        shared_llm.reset()
        return shared_llm

    return start


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared_llm: FakeLLM) -> Path:
    """A code base with a document; the models are at the fake server."""
    for name in list(os.environ):
        if name.startswith(("TRUTH_", "GITHUB_", "OPENAI_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    for name, value in shared_llm.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    root = tmp_path / "shelf"
    root.mkdir()
    (root / "shelf.py").write_text(CODE, encoding="utf-8")
    (root / "setup.py").write_text("", encoding="utf-8")
    (root / "README.md").write_text(DOCUMENT, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def panel_run(shelf: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., PanelRun]:
    """Runs the command line on the document, with a panel of two, in this process, with a report as JSON."""

    def ran(*argv: str, cache: str = "--no-cache", store: bool = False) -> PanelRun:
        file = shelf.parent / "report.json"
        file.unlink(missing_ok=True)
        capsys.readouterr()
        kept = [cache] if cache == "--no-cache" else ["--cache", cache]
        kept += [] if store else ["--no-store"]
        code = main(["README.md", "--panel", "-f", "text", "-f", f"json:{file}", *kept, *argv])
        captured = capsys.readouterr()
        report = None
        if file.exists():
            written = json.loads(file.read_text(encoding="utf-8"))
            report = TruthfulnessReport.model_validate(written["reports"][0])
        return PanelRun(code, captured.out, captured.err, report)

    return ran
