"""`truth-eval review` without a terminal: what waits, labelled data, mistakes."""

import io
import json
import sys
from pathlib import Path

import pytest
from fake_evaluator import Ran, Run

from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.review.applying import apply_review
from truthfulness_evaluator.review.labels import written
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore
from waiting_run import WaitingRun

LISTED = """\
docs/cache.md:3:1: REFUTED Answers are kept for an hour: its confidence of 0.91 is below 1
docs/cache.md:4:1: NOT_ENOUGH_INFO The cache is emptied when the program ends: SUPPORTS and REFUTES weigh the same
docs/cache.md:5:1: SUPPORTED Two processes may share one cache: words that speak to the judges stand in its evidence
"""


@pytest.fixture
def waiting(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WaitingRun:
    """The newest run of the user."""
    kept = WaitingRun(tmp_path / "kept")
    monkeypatch.setenv("XDG_DATA_HOME", str(kept.home))
    return kept


def decide(kept: WaitingRun, verdict: Verdict, *, claims: int) -> None:
    """Reviews the first claims of the first document."""
    with RunStore(kept.file) as store:
        document = store.load(kept.run_id).contents[0]
        report = document.report
        assert report is not None
        for claim in report.needs_review[:claims]:
            report = apply_review(report, claim.id, verdict, reviewer="Ann", reviewed_at="2026-12-01T10:00:00Z")
        store.record(kept.run_id, 0, document.model_copy(update={"report": report}))


@pytest.mark.parametrize("arguments", [[], ["latest"], ["RUN"], ["RUN", "--list"]], ids=" ".join)
def test_what_waits_is_listed(waiting: WaitingRun, run: Run, arguments: list[str]) -> None:
    done = run("review", *(each.replace("RUN", waiting.run_id[:4]) for each in arguments))
    assert done.out.startswith(LISTED)
    assert len(done.out.splitlines()) == 15
    assert done.out.splitlines()[-1].startswith(f"14 claims wait for a person in run {waiting.run_id}. Grade F")
    assert (done.code, done.err) == (3, "")
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    ("verdict", "code", "closing"),
    [
        pytest.param(Verdict.SUPPORTS, 3, "11 claims wait for a person in run", id="supported"),
        pytest.param(Verdict.REFUTES, 1, "gate failed", id="what-a-person-refutes-fails-the-gate"),
    ],
)
def test_the_exit_code_follows_what_was_decided(
    waiting: WaitingRun, run: Run, verdict: Verdict, code: int, closing: str
) -> None:
    decide(waiting, verdict, claims=3)
    done = run("review")
    assert done.code == code
    assert closing in done.out.splitlines()[-1]


def test_labels_of_a_run_are_those_of_the_library(waiting: WaitingRun, run: Run) -> None:
    decide(waiting, Verdict.REFUTES, claims=4)
    done = run("review", waiting.run_id, "--export", "-")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, done.err) == (0, "")
    assert [(row["claim"], row["verdict"], row["machine_verdict"]) for row in rows] == [
        ("Answers are kept for an hour.", "REFUTES", "REFUTES"),
        ("The cache is emptied when the program ends.", "REFUTES", "NOT_ENOUGH_INFO"),
        ("Two processes may share one cache.", "REFUTES", "SUPPORTS"),
        ("It works for all file systems.", "REFUTES", "UNVERIFIABLE"),
    ]
    assert {vote["judge"] for row in rows for vote in row["votes"]} == {"gpt-4o", "claude-x"}


def test_labels_go_to_a_colleague_and_are_known_there(waiting: WaitingRun, run: Run, tmp_path: Path) -> None:
    decide(waiting, Verdict.REFUTES, claims=3)
    file = tmp_path / "labels.jsonl"
    assert run("review", "latest", "--export", str(file)).out == f"3 reviews written to {file}.\n"
    assert run("review", "--import", str(file)).out == "3 reviews taken in.\n"
    assert run("review", "--import", str(file)).out == "0 reviews taken in. 3 reviews were known already.\n"
    with ReviewStore(waiting.file) as store:
        kept = store.all()
    assert [each.review.reviewer for each in kept] == ["Ann"] * 3
    assert run("review", "--export", "-").out == "".join(f"{line}\n" for line in written(kept))


GOOD = '{"version": 1, "claim": "It sails.", "verdict": "true", "note": "\u2028"}'


@pytest.mark.parametrize(
    ("text", "code", "out", "problem"),
    [
        pytest.param(f"{GOOD}\r\n\n", 0, "1 review taken in.\n", "", id="good"),
        pytest.param(f"{GOOD}\n{{}}\n", 3, "1 review taken in.\n", "Line 2: 'version' is missing.", id="some"),
        pytest.param("no", 2, "0 reviews taken in.\n", "Line 1: it is not valid JSON.", id="none"),
        pytest.param("", 0, "0 reviews taken in.\n", "", id="empty"),
    ],
)
def test_labels_from_standard_input(
    waiting: WaitingRun, run: Run, monkeypatch: pytest.MonkeyPatch, text: str, code: int, out: str, problem: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    assert run("review", "--import", "-") == Ran(code, out, f"truth-eval: error: {problem}\n" if problem else "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ffff"], "no run is called 'ffff'. `truth-eval runs` lists them; `latest` is the newest one."),
        (
            ["--export", "a", "--import", "b"],
            "--export writes reviews, and --import reads them. Give one of them at a time.",
        ),
        (["latest", "--import", "b"], "--import takes reviews in for all runs to come, and not for one run."),
        (["--import", "not-there"], "not-there cannot be read: No such file or directory."),
        (["--import", "bytes"], "bytes is no text in UTF-8."),
        (["--export", "no/folder"], "no/folder cannot be written: No such file or directory."),
        (
            ["--export", "-", "ffff"],
            "no run is called 'ffff'. `truth-eval runs` lists them; `latest` is the newest one.",
        ),
    ],
    ids=["no-run", "both", "import-into-a-run", "no-file", "bytes", "no-folder", "no-run-to-export"],
)
def test_mistakes(waiting: WaitingRun, run: Run, arguments: list[str], message: str) -> None:
    Path("bytes").write_bytes(b"\xff\xfe")
    assert run("review", *arguments) == Ran(2, "", f"truth-eval: error: {message}\n")
