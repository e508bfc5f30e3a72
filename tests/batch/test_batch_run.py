"""Runs over rows: what is written, in which order, and how a run goes on where another one ended."""

import asyncio
import io
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from truthfulness_evaluator import Evaluator, ScriptedJudge, Verdict, apply_review
from truthfulness_evaluator.batch.names import Fields
from truthfulness_evaluator.batch.output import Output
from truthfulness_evaluator.batch.run import Batch
from truthfulness_evaluator.batch.tally import Tally
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import Claim, Document, FailureKind, JudgeFailure, TruthfulnessReport, Unvalidated
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.review.keys import review_keys
from truthfulness_evaluator.store.reviews import ReviewStore

CHILD = Path(__file__).with_name("judging_child.py")
LONGEST_S = 120.0


def _lines(number: int) -> bytes:
    rows = (
        {
            "id": f"r{each}",
            "answer": f"Ferry {each} sails daily. It takes {each % 7 + 2} hours.",
            "contexts": [f"Ferry {each} sails on Mondays.", "The harbour is closed in winter. " * 3],
            "set": "a",
        }
        for each in range(1, number + 1)
    )
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture
def evaluator(no_settings: Path) -> Evaluator:
    judge = ScriptedJudge("anna", {"Ferry 2 sails daily.": Verdict.REFUTES}, default=Verdict.SUPPORTS)
    return Evaluator(EvaluatorConfig(), judges=[judge])


@dataclass
class Scripted:
    """Evaluates rows as their texts say: `WAIT n` takes turns of the loop, `LIMIT`, `AUTH`, `LOST` and `BREAK` fail."""

    limited: bool = True
    members: None = None
    interrupted: bool = False
    seen: list[str] = field(default_factory=list[str])
    under_way: int = 0
    most: int = 0

    async def aevaluate(
        self, document: Document | None = None, *, contexts: Sequence[str] | None = None
    ) -> TruthfulnessReport:
        assert document is not None
        text = document.text
        self.seen.append(text)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        if text.startswith("WAIT "):
            for _ in range(int(text.split()[1])):
                await asyncio.sleep(0)
        self.under_way -= 1
        if text == "BREAK" and self.limited:
            raise ZeroDivisionError("by nothing")
        kinds = {"LIMIT": FailureKind.LIMIT, "AUTH": FailureKind.AUTH, "LOST": FailureKind.TIMEOUT}
        report = TruthfulnessReport(source_document=document.name, status="empty")
        if text not in kinds or not self.limited:
            return report
        claim = Claim(id="c", text=text, source_document=document.name)
        reason = Unvalidated(claim_id="c", failures=[JudgeFailure(judge="m", kind=kinds[text], message="No more.")])
        return report.model_copy(
            update={
                "status": "incomplete",
                "claims": [claim],
                "unvalidated_claims": [claim],
                "unvalidated_reasons": [reason],
            }
        )


def _texts(*texts: str) -> io.BytesIO:
    return io.BytesIO(b"".join(json.dumps({"text": each}).encode() + b"\n" for each in texts))


def test_a_row(evaluator: Evaluator, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    tally = Batch(evaluator, out).run(io.BytesIO(_lines(2)))
    row = _rows(out)[1]
    claims = row.pop("claims")
    assert row == {
        "line": 2,
        "digest": row["digest"],
        "id": "r2",
        "status": "complete",
        "grade": row["grade"],
        "confidence": 0.9,
        "counts": {
            "claims": 2,
            "supported": 1,
            "refuted": 1,
            "not_enough_info": 0,
            "unverifiable": 0,
            "failed": 0,
            "not_checked": 0,
        },
        "text": "Ferry 2 sails daily. It takes 4 hours.",
        "failures": [],
        "injections": [],
        "notices": [],
        "usage": [],
        "columns": {"set": "a"},
    }
    assert [(each["text"], each["start"], each["end"], each["verdict"]) for each in claims] == [
        ("Ferry 2 sails daily.", 0, 20, "REFUTES"),
        ("It takes 4 hours.", 21, 38, "SUPPORTS"),
    ]
    assert claims[0]["votes"] == {"anna": "REFUTES"}
    assert claims[0]["evidence"][0]["content"] == "Ferry 2 sails on Mondays."
    assert claims[0]["evidence"][0]["source"] == "context 1"
    assert tally.lines() == ["2 rows: 2 complete.", "4 claims: 3 supported, 1 refuted."]
    assert tally.exit_code == 0


def test_what_a_person_decided_before_is_told(no_settings: Path) -> None:
    config = EvaluatorConfig(data_file=str(no_settings / "data.sqlite3"))
    judges = [ScriptedJudge("anna", default=Verdict.REFUTES)]
    report = Evaluator(config, judges=judges, store=False).evaluate(text="It sails daily.", contexts=["It sails."])
    ((claim_id, key),) = review_keys(report).items()
    decided = apply_review(report, claim_id, Verdict.SUPPORTS, reviewer="Ann").verifications[0].review
    assert decided is not None
    with ReviewStore(no_settings / "data.sqlite3") as store:
        store.keep(key, KeptReview(key=key, claim=report.claims[0], review=decided))
    out = no_settings / "out.jsonl"
    given = io.BytesIO(b'{"text": "It sails daily.", "contexts": ["It sails."]}')
    Batch(Evaluator(config, judges=judges, store=False), out).run(given)
    (claim,) = _rows(out)[0]["claims"]
    assert (claim["verdict"], claim["confidence"], claim["review"]) == (
        "SUPPORTS",
        1.0,
        {
            "verdict": "SUPPORTS",
            "reviewer": "Ann",
            "reviewed_at": "",
            "note": "",
            "machine_verdict": "REFUTES",
            "machine_confidence": 0.9,
            "machine_explanation": "",
        },
    )


def test_a_second_run_judges_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    Batch(Scripted(), out).run(_texts("A", "B"))
    before = out.read_bytes()
    again = Scripted()
    tally = Batch(again, out).run(_texts("A", "B"))
    assert (again.seen, out.read_bytes() == before) == ([], True)
    assert tally.lines() == ["2 rows, 2 of them from an earlier run: 2 empty."]


def test_rows_that_were_added_to_the_input(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    Batch(Scripted(), out).run(_texts("A"))
    again = Scripted()
    Batch(again, out).run(_texts("A", "B"))
    assert (again.seen, [row["line"] for row in _rows(out)]) == (["B"], [1, 2])


def test_a_run_that_ended_anywhere(evaluator: Evaluator, tmp_path: Path) -> None:
    out, data = tmp_path / "out.jsonl", _lines(4)
    Batch(evaluator, out).run(io.BytesIO(data))
    whole = out.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]
    for cut in {0, 1, *range(0, len(whole), 331), *ends, *(end - 1 for end in ends)}:
        out.write_bytes(whole[:cut])
        Batch(evaluator, out).run(io.BytesIO(data))
        assert out.read_bytes() == whole, cut


def _child(*arguments: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, CHILD, *arguments], stdout=subprocess.PIPE, text=True)


@pytest.mark.usefixtures("no_settings")
def test_a_run_that_is_killed_half_way(tmp_path: Path) -> None:
    rows, out, whole = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    rows.write_bytes(_lines(1000))
    child = _child(rows, out)
    end = time.monotonic() + LONGEST_S
    while not out.exists() or out.read_bytes().count(b"\n") < 500:
        assert child.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    child.kill()
    child.communicate()
    there = out.read_bytes().count(b"\n")
    assert 500 <= there < 1000
    for arguments in ((rows, out), (rows, whole)):
        again = _child(*arguments)
        again.communicate(timeout=LONGEST_S)
        assert again.returncode == 0
    assert out.read_bytes() == whole.read_bytes()
    assert [row["line"] for row in _rows(out)] == list(range(1, 1001))


@pytest.mark.usefixtures("no_settings")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
def test_memory_stays_flat(tmp_path: Path) -> None:
    used: list[int] = []
    for number in (300, 3000):
        rows = tmp_path / f"{number}.jsonl"
        rows.write_bytes(_lines(number))
        child = _child(rows, tmp_path / f"{number}.out")
        printed, _ = child.communicate(timeout=LONGEST_S)
        used.append(int(printed))
    grown = (used[1] - used[0]) * 1024 / 2700
    assert grown < 1000, f"{grown:.0f} bytes a row; a row of the output alone has 2,000"


def test_rows_side_by_side_are_written_in_order(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    texts = [f"WAIT {number * 37 % 50}" for number in range(100)]
    evaluator = Scripted()
    Batch(evaluator, out, at_a_time=8).run(_texts(*texts))
    assert [row["text"] for row in _rows(out)] == texts
    assert evaluator.most == 8


@pytest.mark.parametrize("at_a_time", [1, 3])
@pytest.mark.parametrize("word", ["LIMIT", "AUTH"])
def test_a_limit_leaves_rows_to_a_later_run(tmp_path: Path, word: str, at_a_time: int) -> None:
    out = tmp_path / "out.jsonl"
    texts = ["WAIT 9", "B", word, "D", "WAIT 3"]
    tally = Batch(Scripted(), out, at_a_time=at_a_time).run(_texts(*texts))
    assert [row["text"] for row in _rows(out)] == texts[:2]
    assert tally.lines()[-1] == "Stopped: m: No more. The same command goes on where it ended."
    assert tally.exit_code == 3
    later = Scripted(limited=False)
    tally = Batch(later, out, at_a_time=at_a_time).run(_texts(*texts))
    assert [row["text"] for row in _rows(out)] == texts
    assert later.seen == texts[2:]
    assert (tally.exit_code, tally.rows, tally.earlier) == (0, 5, 2)


def test_a_row_that_breaks_the_evaluator(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    told: list[str] = []
    tally = Batch(Scripted(), out, on_error=told.append).run(_texts("A", "BREAK", "C"))
    assert [row["status"] for row in _rows(out)] == ["empty", "failed", "empty"]
    assert _rows(out)[1]["failures"] == [
        {"claim": None, "judge": None, "kind": "error", "message": "ZeroDivisionError: by nothing", "attempts": 0}
    ]
    assert len(told) == 1
    assert told[0].startswith("line 2: Traceback")
    assert tally.lines() == ["3 rows: 2 empty, 1 failed.", "Failures: 1 error."]
    assert tally.exit_code == 3


def test_broken_rows_are_failures_and_the_others_are_judged(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    tally = Batch(Scripted(), out).run(io.BytesIO(b'{"text": "A"}\n\nnonsense\n{"text": "B", "id": 4}\n{"id": 5}'))
    found = [(row["line"], row["id"], row["status"], row["text"]) for row in _rows(out)]
    assert found == [
        (1, None, "empty", "A"),
        (3, None, "failed", None),
        (4, 4, "empty", "B"),
        (5, 5, "failed", None),
    ]
    assert tally.lines() == ["4 rows: 2 empty, 2 failed.", "Failures: 2 bad rows."]


def test_where_no_row_can_be_judged_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(UsageError, match=r"None of the first 2 rows can be judged\. Line 1: It has no text"):
        Batch(Scripted(), out).run(io.BytesIO(b'{"a": 1}\n{"a": 2}'))
    assert not out.exists()


def test_an_empty_input(tmp_path: Path) -> None:
    tally = Batch(Scripted(), tmp_path / "out.jsonl").run(io.BytesIO(b"\n"))
    assert (tally.lines(), tally.exit_code) == (["The input has no rows."], 0)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["A", "X"], r"out\.jsonl:2 is another row than line 2 of the input, which was changed"),
        (["A"], r"out\.jsonl has more rows than the input"),
    ],
    ids=["changed", "fewer"],
)
@pytest.mark.parametrize("retry", [False, True])
def test_another_input(tmp_path: Path, texts: list[str], said: str, *, retry: bool) -> None:
    out = tmp_path / "out.jsonl"
    Batch(Scripted(), out).run(_texts("A", "B"))
    before = out.read_bytes()
    with pytest.raises(UsageError, match=said):
        Batch(Scripted(), out, retry=retry).run(_texts(*texts))
    assert out.read_bytes() == before
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("line", [b"notes", b'{"line": 1}', b"[]"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, line: bytes) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(line + b"\n")
    with pytest.raises(UsageError, match=r"out\.jsonl:1 is no row that truth-eval batch has written"):
        Batch(Scripted(), out).run(_texts("A"))
    assert out.read_bytes() == line + b"\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of this sort")
def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Output(out), pytest.raises(UsageError, match="Another run is writing to"):
        Batch(Scripted(), out).run(_texts("A"))


def test_retry(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    texts = ["A", "LOST", "BREAK", "D", "LIMIT", "F"]
    Batch(Scripted(), out).run(_texts(*texts))
    assert [row["status"] for row in _rows(out)] == ["empty", "incomplete", "failed", "empty"]
    later = Scripted(limited=False)
    tally = Batch(later, out, retry=True).run(_texts(*texts))
    assert later.seen == ["LOST", "BREAK", "LIMIT", "F"]
    assert [(row["line"], row["text"], row["status"]) for row in _rows(out)] == [
        (number, text, "empty") for number, text in enumerate(texts, 1)
    ]
    assert tally.lines() == ["6 rows, 2 of them from an earlier run: 6 empty."]
    assert list(tmp_path.iterdir()) == [out]


def test_retry_with_a_row_that_was_mended_and_other_columns(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    Batch(Scripted(), out).run(io.BytesIO(b'{"text": "A"}\n{"te\n{"said": "C"}\n'))
    again = Scripted()
    Batch(again, out, Fields(text="said"), retry=True).run(io.BytesIO(b'{"text": "A"}\n{"said": "B"}\n{"said": "C"}\n'))
    assert (again.seen, [row["text"] for row in _rows(out)]) == (["B", "C"], ["A", "B", "C"])


@pytest.mark.parametrize("at_a_time", [1, 3])
def test_retry_that_meets_a_limit_loses_nothing(tmp_path: Path, at_a_time: int) -> None:
    out = tmp_path / "out.jsonl"
    texts = ["LOST", "B", "LOST", "D", "E"]
    Batch(Scripted(), out).run(_texts(*texts))
    before = _rows(out)

    @dataclass
    class Limited(Scripted):
        async def aevaluate(
            self, document: Document | None = None, *, contexts: Sequence[str] | None = None
        ) -> TruthfulnessReport:
            assert document is not None
            self.limited = document.name == "line 3"
            if not self.limited:
                return await super().aevaluate(document, contexts=contexts)
            report = await super().aevaluate(Document(document.name, document.media_type, "LIMIT"), contexts=contexts)
            self.limited = False
            return report

    Batch(Limited(), out, retry=True, at_a_time=at_a_time).run(_texts(*texts))
    after = _rows(out)
    assert [row["status"] for row in after] == ["empty", "empty", "incomplete", "empty", "empty"]
    assert after[1:] == before[1:]


def test_what_an_answer_answers_is_the_heading_above_it(tmp_path: Path) -> None:
    documents: list[Document] = []

    class Seeing(Scripted):
        async def aevaluate(
            self, document: Document | None = None, *, contexts: Sequence[str] | None = None
        ) -> TruthfulnessReport:
            assert document is not None
            documents.append(document)
            return await super().aevaluate(document, contexts=contexts)

    row = {"question": "How often does\nit sail?", "answer": "Daily.\n\n# In winter\n\nNever."}
    Batch(Seeing(), tmp_path / "out.jsonl").run(io.BytesIO(json.dumps(row).encode()))
    (document,) = documents
    assert document.text == row["answer"]
    paths = [block.heading_path for block in document.blocks if block.kind.value == "paragraph"]
    assert paths == [("How often does it sail?",), ("How often does it sail?", "In winter")]


def test_bytes_that_some_readers_take_for_the_end_of_a_line(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    row = {"text": "A\u2028B \ud800", "n": "\x85"}
    Batch(Scripted(), out).run(io.BytesIO(json.dumps(row).encode()))
    written = out.read_text(encoding="utf-8")
    assert len(written.splitlines()) == 1
    assert (json.loads(written)["text"], json.loads(written)["columns"]) == (row["text"], {"n": "\x85"})


def test_the_summary_of_a_large_run() -> None:
    tally = Tally(rows=2000, earlier=1000, interrupted=True)
    tally.statuses.update(complete=1999, incomplete=1)
    tally.counts.update(claims=4001, supported=4000, failed=1, not_checked=3)
    tally.failures.update({("gpt-4o", "timeout"): 2, ("", "bad_row"): 1})
    assert tally.lines() == [
        "2,000 rows, 1,000 of them from an earlier run: 1,999 complete, 1 incomplete.",
        "4,001 claims: 4,000 supported, 1 not judged. 3 claims not checked: no judge is asked about them.",
        "Failures: 1 bad row; gpt-4o: 2 timeout.",
        "Interrupted: the same command goes on where it ended.",
    ]
    assert tally.exit_code == 130
