"""The trace of a run: a line for each call, also for those that failed, and never a key."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fakellm import AgentStep, FakeLLM, Fault, Scenario
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

FIELDS = [
    "time",
    "model",
    "way",
    "task",
    "prompt",
    "answer",
    "input_tokens",
    "output_tokens",
    "cost",
    "duration_s",
    "failure",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "trace.jsonl"


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_line_for_each_call(play: Play, panel_run: Run, file: Path) -> None:
    llm = play(Scenario())
    run = panel_run("--trace", str(file))
    lines = _lines(file)
    assert [list(line) for line in lines] == [FIELDS] * 3
    assert Counter(line["model"] for line in lines) == {FINDER: 1, FIRST: 1, SECOND: 1}
    assert [line["task"] for line in lines] == ["claims", "judgments", "judgments"]
    assert {line["way"] for line in lines} == {"json_schema"}
    assert {line["failure"] for line in lines} == {None}
    assert [datetime.fromisoformat(line["time"]).tzinfo is not None for line in lines] == [True] * 3
    sent = {entry["model"]: entry["prompt"] for entry in llm.log.entries}
    for line in lines:
        assert list(line["prompt"]) == ["system", "shared", "question"]
        assert all(part in sent[line["model"]] for part in line["prompt"].values())
        assert 0 <= line["duration_s"] < 60
    assert "nine books" in json.dumps(lines[1]["answer"])
    assert run.report is not None
    told = {usage.model: (usage.input_tokens, usage.output_tokens, usage.cost) for usage in run.report.usage}
    assert told == {line["model"]: (line["input_tokens"], line["output_tokens"], line["cost"]) for line in lines}


def test_calls_that_failed(play: Play, panel_run: Run, file: Path) -> None:
    play(
        Scenario(
            faults=(
                Fault("http_503", models=(FIRST,), first=1, last=1),
                Fault("malformed_json", models=(FIRST,), first=1, last=1),
                Fault("bad_key", models=(SECOND,)),
            )
        )
    )
    panel_run("--trace", str(file))
    told: list[tuple[str, str | None, bool]] = [
        (line["model"], line["failure"] and line["failure"]["kind"], line["answer"] is not None)
        for line in _lines(file)
        if line["model"] != FINDER
    ]
    assert [row for row in told if row[0] == SECOND] == [(SECOND, "auth", False)]
    ours = [row[1:] for row in told if row[0] == FIRST]
    assert ours[0] == ("unavailable", False)
    assert ours[-1] == (None, True)
    assert len(ours) == 3, "one that did not come, one that was no JSON, and a good one"


def test_nothing_is_asked_nothing_is_added(play: Play, panel_run: Run, file: Path, tmp_path: Path) -> None:
    play(Scenario())
    for _ in range(2):
        panel_run("--trace", str(file), cache=str(tmp_path / "kept.sqlite3"))
    assert len(_lines(file)) == 3
    panel_run("--trace", str(file))
    assert len(_lines(file)) == 6, "it is added to what was there"


def test_looking_further(play: Play, panel_run: Run, shelf: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_AGENT_STEPS", "2")
    (shelf / "README.md").write_text("# Fruit\n\nQuinces ripen in September [TRUE].\n", encoding="utf-8")
    play(Scenario(agent=(AgentStep(tool="search", args={"text": "books"}), AgentStep(answer="Nothing."))))
    panel_run("--trace", str(file))
    tasks = [line["task"] for line in _lines(file)]
    assert tasks[0] == "claims"
    assert tasks[1:3] == ["look_around", "look_around"]
    turns = [line for line in _lines(file) if line["task"] == "look_around"]
    assert turns[0]["answer"] == [{"name": "search", "arguments": {"text": "books"}}]
    assert turns[1]["prompt"]["steps"][0]["calls"] == turns[0]["answer"]


@pytest.mark.parametrize("where", ["no/folder/trace.jsonl", "."])
def test_a_file_that_cannot_be_written(play: Play, panel_run: Run, where: str) -> None:
    llm = play(Scenario())
    run = panel_run("--trace", where)
    assert (run.code, run.out, llm.stats()["requests"]) == (2, "", 0)
    assert run.err.startswith(f"truth-eval: error: The trace cannot be written to {where}: ")
    assert run.err.count("\n") == 1


def test_several_documents_at_once(play: Play, panel_run: Run, shelf: Path, file: Path) -> None:
    """Lines are whole, whoever writes them."""
    names = [f"part_{number}.md" for number in range(6)]
    text = (shelf / "README.md").read_text(encoding="utf-8")
    for number, name in enumerate(names):
        (shelf / name).write_text(text.replace("# Shelf", f"# Shelf {number}"), encoding="utf-8")
    llm = play(Scenario())
    panel_run(*names, "--trace", str(file))
    assert len(_lines(file)) == llm.stats()["requests"] == 7 * 3
