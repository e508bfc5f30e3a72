"""`truth-eval batch --web`: rows without contexts of their own are judged by the web."""

import json
from pathlib import Path

import pytest

from nli_fakes import Loader
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.testing import SmallWeb
from web_runs.conftest import FERRY, HARBOUR

_ROWS = (
    {"id": 1, "answer": FERRY},
    {"id": 2, "answer": FERRY, "contexts": ["The ferry of Bodal carries 300 cars across the lake."]},
    {"id": 3, "answer": HARBOUR},
)


@pytest.fixture
def rows(essay: Path) -> Path:
    """A file of rows, one of which has contexts."""
    file = essay / "rows.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in _ROWS), encoding="utf-8")
    return file


def test_rows_without_contexts_are_judged_by_the_web(rows: Path, small_web: SmallWeb, words: Loader) -> None:
    out = rows.with_name("judged.jsonl")
    where = ["--search", f"searxng:{small_web.search.url}", "--allow-host", "127.0.0.0/8"]
    assert main(["batch", str(rows), "-o", str(out), "--web", "--judge", "nli", "-q", *where]) == 0
    judged = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    claims = {row["id"]: row["claims"][0] for row in judged}
    assert {key: claim["verdict"] for key, claim in claims.items()} == {1: "SUPPORTS", 2: "REFUTES", 3: "SUPPORTS"}
    sources = {key: [each["source"] for each in claim["evidence"]] for key, claim in claims.items()}
    ferry, harbour = small_web.url("/ferry", 1), small_web.url("/harbour", 2)
    assert sources == {1: [ferry], 2: ["context 1"], 3: [harbour]}


def test_without_it_they_cannot_be_judged(rows: Path, small_web: SmallWeb, words: Loader) -> None:
    out = rows.with_name("judged.jsonl")
    assert main(["batch", str(rows), "-o", str(out), "--judge", "nli", "-q"]) == 3
    assert (small_web.requests, small_web.search.requests) == ([], [])
