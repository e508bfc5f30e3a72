"""Ctrl-C while models are asked: what is done is reported and kept, and a second one ends at once."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.children import Child, start, votes_in, wait_until
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun, marked
from panel_runs.long_documents import document, write_code
from truthfulness_evaluator.models import TruthfulnessReport

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

SOON_S = 10.0
"""Within which an interrupted run ends, on a busy machine; the server keeps it waiting for much longer."""
HANG_S = 60.0


@pytest.fixture
def play(shelf: Path, fake_llm: Callable[..., FakeLLM], monkeypatch: pytest.MonkeyPatch) -> Play:
    """A server of its own: one that hangs does so for those who come later, too."""

    def start_one(scenario: Scenario) -> FakeLLM:
        llm = fake_llm(scenario)
        for name, value in llm.environment().items():
            monkeypatch.setenv(name, value)
        return llm

    return start_one


def _hanging(*models: str, task: str = "judge", first: int = 1) -> Scenario:
    return Scenario(faults=(Fault("hang", models=models, tasks=(task,), hang_s=HANG_S, first=first),))


@pytest.fixture
def files(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A report and a cache."""
    monkeypatch.setenv("TRUTH_LLM_TIMEOUT", str(HANG_S))
    return shelf.parent / "report.json", shelf.parent / "kept.sqlite3"


def _interrupted(child: Child, *codes: int) -> None:
    """Ctrl-C, and the end, which is soon."""
    began = time.monotonic()
    child.send(signal.SIGINT)
    assert child.finish() in (130, *codes), child.err
    assert time.monotonic() - began < SOON_S
    assert "Traceback" not in child.err
    assert "never awaited" not in child.err


def _reports(file: Path) -> list[TruthfulnessReport]:
    written = json.loads(file.read_text(encoding="utf-8"))
    return [TruthfulnessReport.model_validate(each) for each in written["reports"]]


def test_while_a_judge_waits(play: Play, panel_run: Run, files: tuple[Path, Path]) -> None:
    report, kept = files
    llm = play(_hanging(SECOND))
    child = start("README.md", "--cache", kept, "-f", "text", "-f", f"json:{report}")
    wait_until(lambda: votes_in(kept) == 6 and llm.log.in_flight == 1, child)
    _interrupted(child)
    (told,) = _reports(report)
    assert told.status == "incomplete"
    assert len(told.unvalidated_claims) == 6
    kinds = {(each.judge, str(each.kind)) for reason in told.unvalidated_reasons for each in reason.failures}
    assert kinds == {(SECOND, "interrupted")}
    assert {vote.judge for reason in told.unvalidated_reasons for vote in reason.votes} == {FIRST}
    assert "Interrupted: the rest was not checked." in child.out
    assert "same command again to ask only what is missing" in child.out
    llm.use(Scenario())
    llm.reset()
    run = panel_run(cache=str(kept))
    assert run.code == 0
    assert {verdict == marked(text) for text, verdict in run.verdicts.items()} == {True}
    assert llm.stats()["by_model"] == {SECOND: 1}


def test_while_claims_are_looked_for(play: Play, files: tuple[Path, Path]) -> None:
    report, _ = files
    llm = play(_hanging(FINDER, task="extract"))
    child = start("README.md", "--no-cache", "-f", "text", "-f", f"json:{report}")
    wait_until(lambda: llm.log.in_flight == 1, child)
    _interrupted(child)
    (told,) = _reports(report)
    assert [(each.judge, str(each.kind)) for each in told.failures] == [(FINDER, "interrupted")]


def test_several_documents(play: Play, panel_run: Run, shelf: Path, files: tuple[Path, Path]) -> None:
    """The first document is done, the next ones wait for a judge, the last ones are not begun."""
    report, kept = files
    write_code(shelf, 8)
    names = [f"part_{number}.md" for number in range(8)]
    for number, name in enumerate(names):
        text = document(8).replace("# Cleaning", f"# Cleaning, part {number}")
        (shelf / name).write_text(text if number else "Nothing is said here?\n", encoding="utf-8")
    llm = play(_hanging(SECOND, first=2))
    child = start("README.md", *names[1:], "--cache", kept, "-f", "text", "-f", f"json:{report}")
    wait_until(lambda: votes_in(kept) >= 16 + 8 and llm.log.in_flight >= 2, child)
    _interrupted(child)
    told = {each.source_document: each for each in _reports(report)}
    whole = [each for each in told.values() if each.status == "complete"]
    assert len(whole) == 1
    assert len(whole) < len(told) < len(names)
    assert votes_in(kept) > sum(len(each.claims) for each in whole) * 2, "what the first judge said is kept"


def test_twice(play: Play, files: tuple[Path, Path]) -> None:
    _, kept = files
    llm = play(_hanging(SECOND))
    child = start("README.md", "--cache", kept)
    wait_until(lambda: llm.log.in_flight == 1 and bool(llm.log.entries), child)
    child.send(signal.SIGINT)
    time.sleep(0.002)
    _interrupted(child, -signal.SIGINT)
