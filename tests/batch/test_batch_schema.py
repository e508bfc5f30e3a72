"""The keys that `docs/batch.md` tells of are those of the output, in their order; and so are the names of columns."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from truthfulness_evaluator import Evaluator, ScriptedJudge, Verdict
from truthfulness_evaluator.batch.judged import COUNTS
from truthfulness_evaluator.batch.names import CONTEXTS, IDS, QUESTIONS, TEXTS
from truthfulness_evaluator.batch.run import Batch
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models import FailureKind, JudgeFailure, ModelUsage

PAGE = (Path(__file__).parents[2] / "docs" / "batch.md").read_text(encoding="utf-8")
_CODE = re.compile(r"`([^`]+)`")


def _table(before: str) -> dict[str, str]:
    """The first table behind a sentence of the page: what stands in its second column, by the first."""
    rows = PAGE.partition(before)[2].lstrip().partition("\n\n")[0].splitlines()[2:]
    cells = (row.strip("|").split("|") for row in rows)
    return {first.strip(): second.strip() for first, second in cells}


def _keys(before: str) -> list[str]:
    return [key for first in _table(before) for key in _CODE.findall(first)]


@pytest.fixture
def rows(no_settings: Path) -> list[dict[str, Any]]:
    """A row that is judged, one with a failure, one that is broken."""
    script = {
        "The ferry sinks daily.": JudgeFailure(judge="anna", kind=FailureKind.TIMEOUT, message="Too late.", attempts=4)
    }
    judge = ScriptedJudge("anna", script, default=Verdict.SUPPORTS)
    out = no_settings / "out.jsonl"
    texts = ({"answer": "The ferry sails daily."}, {"answer": "The ferry sinks daily."})
    data = b"".join(json.dumps({**row, "context": "It sails."}).encode() + b"\n" for row in texts) + b"{}\n"
    Batch(Evaluator(EvaluatorConfig(), judges=[judge]), out).run(io.BytesIO(data))
    return [json.loads(line) for line in out.read_bytes().splitlines()]


def test_keys_of_a_row(rows: list[dict[str, Any]]) -> None:
    told = _keys("Every row has all these keys, in this order.")
    assert [list(row) for row in rows] == [told] * 3
    assert [row["status"] for row in rows] == ["complete", "incomplete", "failed"]


def test_keys_of_counts_and_usage(rows: list[dict[str, Any]]) -> None:
    table = _table("Every row has all these keys, in this order.")
    assert [list(row["counts"]) for row in rows] == [list(COUNTS)] * 3
    assert _CODE.findall(table["`counts`"]) == list(COUNTS)
    assert _CODE.findall(table["`usage`"]) == list(ModelUsage.model_fields)


def test_keys_of_a_claim(rows: list[dict[str, Any]]) -> None:
    claims = [claim for row in rows for claim in row["claims"]]
    assert [claim["status"] for claim in claims] == ["judged", "failed"]
    assert [list(claim) for claim in claims] == [_keys("Of each claim:")] * 2
    evidence = _CODE.findall(_table("Of each claim:")["`evidence`"])
    assert list(claims[0]["evidence"][0]) == [key for key in evidence if key != "context 2"]


def test_keys_of_a_failure(rows: list[dict[str, Any]]) -> None:
    failures = [failure for row in rows for failure in row["failures"]]
    assert [list(failure) for failure in failures] == [_keys("Of each failure:")] * 2
    assert [failure["kind"] for failure in failures] == ["timeout", "bad_row"]
    assert failures[0]["claim"] == rows[1]["claims"][0]["id"]


def test_names_of_columns() -> None:
    table = _table("Columns of common evaluation sets are found by their names:")
    told = [tuple(_CODE.findall(names)) for names in table.values()]
    assert told == [TEXTS, CONTEXTS, QUESTIONS, IDS]
