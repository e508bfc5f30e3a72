import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import SettingsError, UsageError
from truthfulness_evaluator.models import Claim, Evidence, Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.decisions import Decision, DecisionStore
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore

CLAIM = Claim(id="c", text="It sails.", source_document="a.md")
EVIDENCE = Evidence(source="b.md", source_type="filesystem", content="It sails daily.", relevance_score=1)
KEPT = KeptReview(key="k", claim=CLAIM, evidence=[EVIDENCE], review=Review(verdict=Verdict.SUPPORTS, reviewer="Ann"))

DONE = RunStatus.COMPLETE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A data file with a run of three documents, of which the second was not finished."""
    path = tmp_path / "data.sqlite3"
    with RunStore(path) as store:
        run = store.begin(RunRequest(), {}, started_at="2026-12-01T10:00:00Z", version="1")
        for place, name, report in ((0, "a.md", report_of("a.md")), (3, "b.md", None), (7, "c.md", report_of("c.md"))):
            store.record(run, place, RunDocument(name=name, text=f"Text of {name}", report=report))
        store.finish(
            run, status=RunStatus.INCOMPLETE, finished_at="2026-12-01T10:00:05Z", closing="Grade F.", exit_code=3
        )
    return path


def report_of(name: str) -> TruthfulnessReport:
    return TruthfulnessReport(source_document=name, summary="As it was.")


def summed(words: str) -> Callable[[TruthfulnessReport], TruthfulnessReport]:
    """Adds words to the summary."""
    return lambda report: report.model_copy(update={"summary": f"{report.summary}{words}"})


def summaries(file: Path) -> list[str]:
    with RunStore(file) as store:
        return [each.report.summary if each.report else "none" for each in store.load("latest").contents]


def reviews(file: Path) -> list[KeptReview]:
    with ReviewStore(file) as store:
        return store.all()


def run_id(file: Path) -> str:
    with RunStore(file) as store:
        return store.load("latest").id


def test_decisions_are_in_the_run_and_in_what_later_runs_know(file: Path) -> None:
    with DecisionStore(file) as store:
        decisions = [Decision(0, summed(" One."), key="k", kept=KEPT), Decision(2, summed(" Two."))]
        store.decide(run_id(file), decisions, status=DONE, closing="Grade A.", exit_code=0)
    with RunStore(file) as store:
        run = store.load("latest")
    assert [each.text for each in run.contents] == ["Text of a.md", "Text of b.md", "Text of c.md"]
    assert summaries(file) == ["As it was. One.", "none", "As it was. Two."]
    assert (run.closing, run.exit_code, run.status) == ("Grade A.", 0, RunStatus.COMPLETE)
    assert reviews(file) == [KEPT]


def test_what_is_taken_back_is_forgotten(file: Path) -> None:
    with DecisionStore(file) as store:
        store.decide(run_id(file), [Decision(0, summed(""), key="k", kept=KEPT)], status=DONE, closing="", exit_code=0)
        store.decide(run_id(file), [Decision(0, summed(""), key="k")], status=DONE, closing="", exit_code=0)
    assert reviews(file) == []


def test_two_people_decide_on_one_document(file: Path) -> None:
    with DecisionStore(file) as ann, DecisionStore(file) as ben:
        ann.decide(run_id(file), [Decision(0, summed(" Ann."))], status=DONE, closing="", exit_code=0)
        ben.decide(run_id(file), [Decision(0, summed(" Ben."))], status=DONE, closing="", exit_code=0)
    assert summaries(file)[0] == "As it was. Ann. Ben."


@pytest.mark.parametrize("document", [1, 3], ids=["not-finished", "not-there"])
def test_all_or_none(file: Path, document: int) -> None:
    with DecisionStore(file) as store:
        decisions = [Decision(0, summed(" One."), key="k", kept=KEPT), Decision(document, summed(" Two."))]
        with pytest.raises(UsageError, match=r"no longer kept"):
            store.decide(run_id(file), decisions, status=DONE, closing="Grade A.", exit_code=0)
    assert summaries(file) == ["As it was.", "none", "As it was."]
    assert reviews(file) == []


def test_a_run_that_was_deleted(file: Path) -> None:
    name = run_id(file)
    with RunStore(file) as runs:
        runs.delete(name)
    with DecisionStore(file) as store, pytest.raises(UsageError, match=rf"the run {name} is no longer kept\."):
        store.decide(name, [], status=DONE, closing="", exit_code=0)


def test_a_full_disk_changes_nothing(file: Path) -> None:
    with DecisionStore(file) as store:
        connection: sqlite3.Connection = store._connection  # pyright: ignore[reportPrivateUsage]
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        decision = Decision(0, summed("long" * 100_000 + "".join(map(chr, range(0x4E00, 0x9000)))), key="k", kept=KEPT)
        with pytest.raises(SettingsError, match="full"):
            store.decide(run_id(file), [decision], status=DONE, closing="Grade A.", exit_code=0)
        connection.execute("PRAGMA max_page_count = 100000")
        store.decide(run_id(file), [decision], status=DONE, closing="Grade A.", exit_code=0)
    assert summaries(file)[0].startswith("As it was.long")
    assert reviews(file) == [KEPT]


def test_reports_that_were_replaced_take_no_room(file: Path) -> None:
    with DecisionStore(file) as store:
        for number in range(5):
            store.decide(run_id(file), [Decision(0, summed(str(number)))], status=DONE, closing="", exit_code=0)
    connection = sqlite3.connect(file)
    # Three documents' texts, two reports, and the settings of the run.
    assert connection.execute("SELECT COUNT(*) FROM texts").fetchone() == (6,)
    connection.close()
