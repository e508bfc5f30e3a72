"""`truth-eval batch` with chat models: rows side by side, limits of the whole run, and ways on."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.children import Child, wait_until
from panel_runs.conftest import FINDER, FIRST, SECOND
from truthfulness_evaluator.cli import main

Play = Callable[[Scenario], FakeLLM]

ROWS = 12


@dataclass(frozen=True)
class BatchRun:
    """What a run gave."""

    code: int
    err: str
    rows: tuple[dict[str, Any], ...]


@pytest.fixture
def answers(shelf: Path) -> Path:
    """Rows of which every third says what its contexts do not."""
    file = shelf.parent / "answers.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for number in range(ROWS):
            mark = "[FALSE]" if number % 3 == 2 else "[TRUE]"
            row = {
                "id": number,
                "question": f"How many books may the reader {number} hold?",
                "answer": f"The reader {number} holds at most {number + 2} books {mark}.",
                "retrieved_contexts": [f"The reader {number} may hold up to {number + 2} books.", "Books are heavy."],
            }
            out.write(json.dumps(row) + "\n")
    return file


@pytest.fixture
def batch_run(answers: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., BatchRun]:
    """Runs the command line in this process, with a panel of two."""

    def ran(*argv: str, cache: str = "--no-cache") -> BatchRun:
        out = answers.with_name("judged.jsonl")
        capsys.readouterr()
        kept = [cache] if cache == "--no-cache" else ["--cache", cache]
        code = main(["batch", str(answers), "-o", str(out), "--panel", *kept, *argv])
        captured = capsys.readouterr()
        assert captured.out == ""
        return BatchRun(code, captured.err, _rows(out))

    return ran


def _rows(out: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in out.read_bytes().splitlines()) if out.exists() else ()


def _verdicts(run: BatchRun) -> list[str]:
    return [claim["verdict"] for row in run.rows for claim in row["claims"] if claim["status"] != "not_checked"]


EXPECTED = ["REFUTES" if number % 3 == 2 else "SUPPORTS" for number in range(ROWS)]


def test_all_rows(play: Play, batch_run: Callable[..., BatchRun]) -> None:
    llm = play(Scenario(latency_s=0.02))
    run = batch_run()
    assert run.code == 0, run.err
    assert _verdicts(run) == EXPECTED
    assert [row["id"] for row in run.rows] == list(range(ROWS))
    evidence = run.rows[3]["claims"][0]["evidence"]
    assert {each["content"] for each in evidence} == {"The reader 3 may hold up to 5 books.", "Books are heavy."}
    assert run.rows[3]["claims"][0]["votes"] == {FIRST: "SUPPORTS", SECOND: "SUPPORTS"}
    assert {each["model"]: each["calls"] for each in run.rows[3]["usage"]} == {FIRST: 1, SECOND: 1, FINDER: 1}
    assert llm.log.peak > 4, "rows are judged side by side"
    lines = run.err.splitlines()
    assert lines[:2] == ["12 rows: 12 complete.", "12 claims: 8 supported, 4 refuted."]
    assert lines[2].startswith(f"Asked {SECOND} (12 calls, ")


def test_the_finder_is_told_the_question(play: Play, batch_run: Callable[..., BatchRun]) -> None:
    llm = play(Scenario())
    batch_run()
    prompts = [str(entry) for entry in llm.log.entries if "extract" in str(entry)]
    assert any("How many books may the reader 3 hold?" in prompt for prompt in prompts)


@pytest.mark.parametrize("kept", [True, False], ids=["with-a-cache", "without"])
def test_limits_hold_for_the_run_and_leave_rows_to_the_next(
    play: Play, batch_run: Callable[..., BatchRun], tmp_path: Path, *, kept: bool
) -> None:
    cache = str(tmp_path / "kept.sqlite3") if kept else "--no-cache"
    llm = play(Scenario())
    run = batch_run("--max-calls", "20", cache=cache)
    assert llm.stats()["requests"] == 20
    assert run.code == 3
    assert len(run.rows) < ROWS
    assert all(row["status"] == "complete" and not row["failures"] for row in run.rows)
    assert run.err.splitlines()[-1].startswith("Stopped: ")
    assert run.err.splitlines()[-1].endswith("The same command goes on where it ended.")
    more = batch_run(cache=cache)
    assert (more.code, _verdicts(more)) == (0, EXPECTED)
    assert more.rows[: len(run.rows)] == run.rows
    if kept:
        assert llm.stats()["requests"] == 3 * ROWS, "nothing was asked twice"


def test_a_wrong_key_stops_the_run(play: Play, batch_run: Callable[..., BatchRun]) -> None:
    play(Scenario(faults=(Fault("bad_key", models=(SECOND,)),)))
    run = batch_run()
    assert (run.code, run.rows) == (3, ())
    assert f"Stopped: {SECOND}: " in run.err


def test_rows_that_a_model_did_not_answer_are_tried_again(play: Play, batch_run: Callable[..., BatchRun]) -> None:
    play(Scenario(faults=(Fault("refusal", models=(FIRST,), tasks=("judge",), first=3, last=3),)))
    run = batch_run()
    assert run.code == 3
    lost = [row["line"] for row in run.rows if row["status"] == "incomplete"]
    assert len(lost) == 1
    llm = play(Scenario())
    again = batch_run()
    assert (again.code, again.rows, llm.stats()["requests"]) == (3, run.rows, 0)
    again = batch_run("--retry")
    assert (again.code, _verdicts(again)) == (0, EXPECTED)
    assert llm.stats()["requests"] == 3
    assert [row for row in again.rows if row["line"] not in lost] == [
        row for row in run.rows if row["line"] not in lost
    ]


def _start(*argv: str | Path) -> Child:
    command = [sys.executable, "-m", "truthfulness_evaluator", "batch", *map(str, argv), "--panel"]
    return Child(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_a_run_that_is_ended(
    play: Play, batch_run: Callable[..., BatchRun], answers: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out, cache = answers.with_name("judged.jsonl"), str(tmp_path / "kept.sqlite3")
    llm = play(Scenario(latency_s=0.2, faults=(Fault("hang", models=(SECOND,), hang_s=30.0, first=5),)))
    child = _start(answers, "-o", out, "--cache", cache)
    wait_until(lambda: llm.log.in_flight > 0 and len(llm.log.entries) > 20, child)
    child.send(number)
    code = child.finish()
    assert code == (130 if number is signal.SIGINT else -signal.SIGKILL), child.err
    assert "Traceback" not in child.err
    if number is signal.SIGINT:
        assert child.err.endswith("Interrupted: the same command goes on where it ended.\n")
    there = len(_rows(out))
    assert there < ROWS
    play(Scenario())
    run = batch_run(cache=cache)
    assert (run.code, _verdicts(run)) == (0, EXPECTED)
    assert [row["line"] for row in run.rows] == list(range(1, ROWS + 1))
    assert f", {there} of them from an earlier run" in run.err or there < 2
