"""Conversations with tools over HTTP, with the vendors' own clients."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from fakellm.faults import FAULT_KINDS
from fakellm.scenario import AgentStep
from llm.asking import ANTHROPIC, KEY, OPENAI, Asked
from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.asking import Prompt, Tool, ToolCall, ToolStep, ToolTurn
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.replies import Message
from truthfulness_evaluator.llm.tool_turns import ToolClient, calls_of
from truthfulness_evaluator.models.vote import FailureKind

pytestmark = pytest.mark.usefixtures("no_settings")

Start = Callable[..., FakeLLM]
TOOLS = (Tool("search", "Looks for a text.", {"type": "object", "properties": {"text": {"type": "string"}}}),)
PROMPT = Prompt("You look things up.", "", '<claim-1a id="c1">\nJobs are retried.\n</claim-1a>')
STEPS = (AgentStep("search", {"text": "{keyword}"}), AgentStep(answer="Done."))
CALLED = ToolCall("", "search", {"text": "retried"})

ALWAYS = {
    "bad_key": (FailureKind.AUTH, 1),
    "forbidden": (FailureKind.AUTH, 1),
    "quota": (FailureKind.QUOTA, 1),
    "not_found": (FailureKind.UNAVAILABLE, 1),
    "bad_request": (FailureKind.UNAVAILABLE, 1),
    "tools_refused": (FailureKind.UNAVAILABLE, 1),
    "context_length": (FailureKind.CONTEXT_TOO_LONG, 1),
    "content_filter": (FailureKind.REFUSED, 1),
    "refusal": (FailureKind.REFUSED, 1),
    "filtered_answer": (FailureKind.REFUSED, 1),
    "rate_limit": (FailureKind.RATE_LIMITED, 4),
    "http_500": (FailureKind.UNAVAILABLE, 4),
    "http_503": (FailureKind.UNAVAILABLE, 4),
    "http_529": (FailureKind.UNAVAILABLE, 4),
    "html_error": (FailureKind.UNAVAILABLE, 4),
    "drop": (FailureKind.UNAVAILABLE, 4),
    "truncated_body": (FailureKind.UNAVAILABLE, 4),
    "hang": (FailureKind.TIMEOUT, 2),
    "empty_answer": (FailureKind.BAD_ANSWER, 2),
}
"""Kind of failure and number of calls."""


class Talking(Asked):
    """A server, and a client for conversations."""

    def turn(self, *steps: ToolStep) -> ToolTurn:
        if not hasattr(self, "tools"):
            self.tools = ToolClient(self.client.name, config=self.config, resources=self.resources)
        return run(self.tools.turn(PROMPT, steps, TOOLS))


def without_ids(turn: ToolTurn) -> ToolTurn:
    return ToolTurn(tuple(ToolCall("", call.name, call.arguments) for call in turn.calls), turn.text, turn.attempts)


@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
def test_turn_by_turn(play: Start, monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    asked = Talking(play(Scenario(agent=STEPS)), model, monkeypatch=monkeypatch)
    first = asked.turn()
    assert without_ids(first) == ToolTurn((CALLED,))
    second = asked.turn(ToolStep(first, ("<result-1a>\nretry()\n</result-1a>",)))
    assert second == ToolTurn((), "Done.")
    assert [entry["task"] for entry in asked.llm.log.entries] == ["agent", "agent"]
    assert "retry()" in json.dumps(asked.llm.log.entries[1]["prompt"])


@pytest.mark.parametrize(("kind", "expected"), ALWAYS.items(), ids=ALWAYS)
@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
def test_faults_that_stay(
    play: Start, monkeypatch: pytest.MonkeyPatch, model: str, kind: str, expected: tuple[FailureKind, int]
) -> None:
    llm = play(Scenario(agent=STEPS, faults=(Fault(kind, hang_s=3),)))
    asked = Talking(llm, model, monkeypatch=monkeypatch, llm_timeout=0.3 if kind == "hang" else 5.0)
    with pytest.raises(ModelCallError) as caught:
        asked.turn()
    assert (caught.value.kind, caught.value.attempts) == expected
    assert KEY not in str(caught.value)


PASSING = sorted(set(FAULT_KINDS) - set(ALWAYS))


@pytest.mark.parametrize("kind", PASSING)
@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
def test_faults_that_do_no_harm(play: Start, monkeypatch: pytest.MonkeyPatch, model: str, kind: str) -> None:
    asked = Talking(play(Scenario(agent=STEPS, faults=(Fault(kind, last=1),))), model, monkeypatch=monkeypatch)
    turn = asked.turn()
    assert turn.calls or turn.text or turn.attempts > 1


@pytest.mark.parametrize("kind", ["http_500", "rate_limit", "drop", "empty_answer", "temperature_refused"])
def test_faults_that_pass(play: Start, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    asked = Talking(play(Scenario(agent=STEPS, faults=(Fault(kind, last=1),))), monkeypatch=monkeypatch)
    assert without_ids(asked.turn()) == ToolTurn((CALLED,), "", 2)


def test_limits_and_trace_are_those_of_the_run(play: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    asked = Talking(play(Scenario(agent=STEPS)), monkeypatch=monkeypatch, trace=trace, max_calls=2)
    first = asked.turn()
    asked.turn(ToolStep(first, ("nothing",)))
    with pytest.raises(ModelCallError) as caught:
        asked.turn()
    assert (caught.value.kind, caught.value.attempts) == (FailureKind.LIMIT, 0)
    entries = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert [entry["task"] for entry in entries] == ["look_around", "look_around"]
    assert entries[0]["answer"] == [{"name": "search", "arguments": {"text": "retried"}}]
    assert entries[1]["prompt"]["steps"][0]["results"] == ["nothing"]
    assert KEY not in trace.read_text(encoding="utf-8")


def test_a_wrong_key_ends_the_conversations_and_all_other_requests(
    play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Talking(play(Scenario(agent=STEPS, faults=(Fault("bad_key"),))), monkeypatch=monkeypatch)
    for attempts in (1, 0):
        with pytest.raises(ModelCallError) as caught:
            asked.turn()
        assert caught.value.attempts == attempts
    assert asked.fails().attempts == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"name": "search", "arguments": {"text": "a"}}', [ToolCall("call_1", "search", {"text": "a"})]),
        ('<tool_call>\n{"name": "search", "parameters": {"text": "a"}}\n</tool_call>',
         [ToolCall("call_1", "search", {"text": "a"})]),
        ('[{"name": "search", "arguments": {}}, {"name": "search"}]',
         [ToolCall("call_1", "search", {}), ToolCall("call_2", "search", {})]),
        ('{"name": "rm", "arguments": {}}', []),
        ("All is said.", []),
        ("", []),
    ],
)  # fmt: skip
def test_calls_that_are_written_as_text(text: str, expected: list[ToolCall]) -> None:
    assert list(calls_of(Message(text=text), TOOLS)) == expected
