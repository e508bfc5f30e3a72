import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import Claim, Review, TruthfulnessReport, TruthfulnessStatistics, Verdict
from truthfulness_evaluator.models import VerificationResult as Result
from truthfulness_evaluator.models.run import Run, RunDocument, RunRequest, RunStatus, RunSummary
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.store.decisions import DecisionStore
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore

ODD = 'naïve 数 \x00 \u2028 \U0001f600 \udc80 "quoted" \\ \r\n'
SETTINGS: dict[str, JsonValue] = {"consensus_method": "ice", "exclude": [ODD], "max_cost": None}


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return RunStore(tmp_path / "data.sqlite3")


def begun(store: RunStore, root: str = "/code") -> str:
    request = RunRequest(root=root, models=("gpt-4o",), panel=True, web=False)
    return store.begin(request, SETTINGS, started_at="2026-12-01T10:00:00Z", version="1.0")


def finish(store: RunStore, run_id: str, status: RunStatus = RunStatus.COMPLETE) -> None:
    store.finish(run_id, status=status, finished_at="2026-12-01T10:00:05Z", closing="All is well.", exit_code=0)


def report(text: str, *results: Result) -> TruthfulnessReport:
    supported = sum(result.verdict is Verdict.SUPPORTS for result in results)
    figures = TruthfulnessStatistics(
        total_claims=len(results), supported=supported, not_enough_info=len(results) - supported
    )
    return TruthfulnessReport(
        source_document=ODD,
        claims=[Claim(id="c", text=text, source_document=ODD, source_span=(0, 1))],
        verifications=list(results),
        statistics=figures,
    )


def result(verdict: Verdict, *, needs_review: bool = False, review: Review | None = None) -> Result:
    return Result(
        claim_id="c", verdict=verdict, confidence=0.5, explanation=ODD, needs_review=needs_review, review=review
    )


DOCUMENT = RunDocument(name=ODD, media_type="text/markdown", text=ODD, report=report(ODD, result(Verdict.SUPPORTS)))


def test_a_run_comes_back(store: RunStore) -> None:
    run_id = begun(store, root=ODD)
    store.record(run_id, 1, DOCUMENT)
    store.record(run_id, 0, RunDocument(name="b.md", text="Not finished."))
    end = "2026-12-01T10:00:05Z"
    store.finish(run_id, status=RunStatus.INCOMPLETE, finished_at=end, closing=ODD, exit_code=3, unread=2)
    store.close()
    with RunStore(store.path) as again:
        assert again.load(run_id) == Run(
            id=run_id,
            started_at="2026-12-01T10:00:00Z",
            finished_at="2026-12-01T10:00:05Z",
            status=RunStatus.INCOMPLETE,
            version="1.0",
            request=RunRequest(root=ODD, models=("gpt-4o",), panel=True, web=False),
            documents=2,
            first_document="b.md",
            unread=2,
            statistics=TruthfulnessStatistics(total_claims=1, supported=1, verification_rate=1.0, accuracy_score=1.0),
            closing=ODD,
            exit_code=3,
            settings=SETTINGS,
            contents=(RunDocument(name="b.md", text="Not finished."), DOCUMENT),
        )


def test_a_list_of_runs(store: RunStore) -> None:
    waiting = result(Verdict.NOT_ENOUGH_INFO, needs_review=True)
    reviewed = result(Verdict.SUPPORTS, review=Review(verdict=Verdict.SUPPORTS))
    first, second = begun(store), begun(store)
    store.record(first, 0, RunDocument(name="a.md", text="a", report=report("a", waiting, reviewed)))
    store.record(first, 1, RunDocument(name="b.md", text="b", report=report("b", waiting)))
    finish(store, first)
    newer, older = store.runs()
    assert newer == RunSummary(id=second, started_at="2026-12-01T10:00:00Z", version="1.0", request=newer.request)
    assert (older.id, older.documents, older.waiting, older.closing) == (first, 2, 2, "All is well.")
    assert (older.first_document, newer.first_document) == ("a.md", "")
    assert older.statistics == TruthfulnessStatistics(
        total_claims=3, supported=1, not_enough_info=2, verification_rate=1 / 3, accuracy_score=1.0
    )
    assert len(first) == 8
    assert set(first) <= set("0123456789abcdef")


def test_a_document_that_is_recorded_again_takes_the_place(store: RunStore) -> None:
    run_id = begun(store)
    store.record(run_id, 0, RunDocument(name="a.md", text="a"))
    store.record(run_id, 0, DOCUMENT)
    assert store.load(run_id).contents == (DOCUMENT,)


def fixed_ids(monkeypatch: pytest.MonkeyPatch, ids: Sequence[str]) -> None:
    given = iter(ids)

    def next_one(length: int) -> str:
        assert length == 4
        return next(given)

    monkeypatch.setattr("secrets.token_hex", next_one)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ab12cd34", "ab12cd34"),
        ("AB12", "ab12cd34"),
        (" ab1 ", "ab12cd34"),
        ("9", "99999999"),
        ("latest", "99999999"),
    ],
)
def test_a_name_of_a_run(store: RunStore, monkeypatch: pytest.MonkeyPatch, name: str, found: str) -> None:
    fixed_ids(monkeypatch, ["ab12cd34", "ab34cd12", "ab12cd34", "99999999"])
    assert [begun(store) for _ in range(3)] == ["ab12cd34", "ab34cd12", "99999999"]
    assert store.load(name).id == found


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ab", "ab is the beginning of 2 runs: ab34cd12, ab12cd34. Give more of its digits."),
        ("5", "no run is called '5'. `truth-eval runs` lists them; `latest` is the newest one."),
        ("", "no run is called ''. `truth-eval runs` lists them; `latest` is the newest one."),
        ("%", "no run is called '%'. `truth-eval runs` lists them; `latest` is the newest one."),
        ("ab12cd345", "no run is called 'ab12cd345'. `truth-eval runs` lists them; `latest` is the newest one."),
        ("\udc80\x1b", r"no run is called '\udc80\x1b'. `truth-eval runs` lists them; `latest` is the newest one."),
    ],
    ids=["several", "none", "empty", "pattern", "too long", "odd"],
)
def test_a_name_of_no_run(store: RunStore, monkeypatch: pytest.MonkeyPatch, name: str, message: str) -> None:
    fixed_ids(monkeypatch, ["ab12cd34", "ab34cd12"])
    for _ in range(2):
        begun(store)
    with pytest.raises(UsageError) as caught:
        store.load(name)
    assert str(caught.value) == message


def test_no_run_is_kept_yet(store: RunStore) -> None:
    assert store.runs() == []
    with pytest.raises(UsageError, match="no run is kept yet"):
        store.load("latest")


def texts(store: RunStore) -> int:
    with sqlite3.connect(store.path) as connection:
        number: int = connection.execute("SELECT count(*) FROM texts").fetchone()[0]
    connection.close()
    return number


def test_what_has_not_changed_is_kept_once(store: RunStore) -> None:
    for number in range(10):
        run_id = begun(store)
        store.record_all(run_id, dict.fromkeys(range(20), DOCUMENT))
        finish(store, run_id)
        assert len(store.runs()) == number + 1
    assert texts(store) == 3  # settings, text, report


def test_what_nothing_refers_to_is_forgotten(store: RunStore) -> None:
    first, second = begun(store), begun(store)
    store.record(first, 0, DOCUMENT)
    store.record(second, 0, RunDocument(name="a.md", text="other", report=report("a")))
    store.record(second, 0, DOCUMENT)
    finish(store, second)
    assert texts(store) == 3
    store.delete(first)
    assert store.load(second).contents == (DOCUMENT,)
    store.delete(second)
    assert (texts(store), store.runs()) == (0, [])
    with pytest.raises(UsageError, match=f"the run {second} is no longer kept"):
        store.delete(second)


def test_old_runs_are_forgotten_but_no_work_of_people(store: RunStore) -> None:
    reviewed = result(Verdict.SUPPORTS, review=Review(verdict=Verdict.SUPPORTS))
    elsewhere, incomplete, of_people, *plain = (begun(store, "/other" if n == 0 else "/code") for n in range(6))
    store.record(of_people, 0, RunDocument(name="a.md", text="a", report=report("a", reviewed)))
    for each in (elsewhere, of_people, *plain):
        finish(store, each)
    finish(store, incomplete, RunStatus.INCOMPLETE)
    running = begun(store)
    assert store.prune("/code", keep=5) == 0
    assert store.prune("/code", keep=1) == 2
    assert [run.id for run in store.runs()] == [running, plain[-1], of_people, incomplete, elsewhere]


ELSEWHERE = """
import sys
from pathlib import Path
from truthfulness_evaluator.models.run import RunRequest
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.store.runs import RunStore
with RunStore(Path(sys.argv[1])) as store:
    print(store.begin(RunRequest(), {}, started_at="", version=""), flush=True)
    sys.stdin.read()
"""


def test_only_one_process_is_at_work_on_a_run(store: RunStore) -> None:
    command = [sys.executable, "-c", ELSEWHERE, str(store.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        run_id = process.stdout.readline().strip()

        def decide() -> None:
            with DecisionStore(store.path) as decisions:
                decisions.decide(run_id, (), status=RunStatus.RUNNING, closing="", exit_code=0)

        run = store.load(run_id)
        for refused in (lambda: store.reopen(run), lambda: store.refuse_at_work(run_id), decide):
            with pytest.raises(UsageError, match=f"^another process is at work on the run {run_id}"):
                refused()
        process.kill()
    store.reopen(run)
    store.reopen(run)
    store.refuse_at_work(run_id)
    decide()
    assert store.load(run_id).status is RunStatus.RUNNING


def test_a_run_that_is_reopened_is_not_finished(store: RunStore) -> None:
    run_id = begun(store)
    finish(store, run_id, RunStatus.INTERRUPTED)
    store.reopen(store.load(run_id))
    run = store.load(run_id)
    assert (run.status, run.finished_at, run.exit_code) == (RunStatus.RUNNING, None, None)


def test_a_run_that_another_process_has_ended_since_is_not_reopened(store: RunStore) -> None:
    run_id = begun(store)
    run = store.load(run_id)
    finish(store, run_id, RunStatus.COMPLETE)
    with pytest.raises(UsageError, match=rf"^another process has just ended the run {run_id}\. Try once more\.$"):
        store.reopen(run)
    assert store.load(run_id).status is RunStatus.COMPLETE


WRITER = """
import sys
from pathlib import Path
from truthfulness_evaluator.models import Claim, Review, Verdict
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.store.runs import RunStore
path, who = Path(sys.argv[1]), sys.argv[2]
claim = Claim(id="1", text="It sails.", source_document="both.md")
for number in range(8):
    with RunStore(path) as runs, ReviewStore(path) as reviews:
        run = runs.begin(RunRequest(root=who), {"who": who}, started_at="", version="")
        runs.record(run, 0, RunDocument(name="both.md", text="The same."))
        runs.record(run, 1, RunDocument(name="own.md", text=f"{who} {number}"))
        runs.finish(run, status=RunStatus.COMPLETE, finished_at="", closing=who, exit_code=0)
        key = f"{who} {number}"
        reviews.keep(key, KeptReview(key=key, claim=claim, review=Review(verdict=Verdict.SUPPORTS)))
"""


def test_processes_share_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "data.sqlite3"
    command = [sys.executable, "-W", "error", "-c", WRITER, str(path)]
    names = ("one", "two", "three")
    writers = [subprocess.Popen([*command, who], stderr=subprocess.PIPE) for who in names]
    assert [writer.communicate()[1].decode() for writer in writers] == ["", "", ""]
    with RunStore(path) as runs, ReviewStore(path) as reviews:
        found = runs.runs()
        assert sorted(run.closing for run in found) == sorted(names * 8)
        own = {document.text for run in found for document in runs.load(run.id).contents}
        assert own == {"The same.", *(f"{who} {number}" for who in names for number in range(8))}
        assert len(reviews.all()) == 24
