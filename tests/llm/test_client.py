"""The chat client over HTTP, with the vendors' own clients, against a server that plays every fault."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from fakellm import FakeLLM, Fault, Scenario
from fakellm.faults import FAULT_KINDS
from llm.asking import ANSWERED, ANTHROPIC, KEY, OPENAI, PROMPT, SHAPE, Asked, verdicts
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.ways import messages
from truthfulness_evaluator.models.vote import FailureKind

pytestmark = pytest.mark.usefixtures("no_settings")

Start = Callable[..., FakeLLM]
MODELS = (OPENAI, ANTHROPIC)


@dataclass(frozen=True)
class Ends:
    """How a request ends that meets a fault each time."""

    kind: FailureKind
    calls: tuple[int, int]
    """Of OpenAI's and of Anthropic's model, which has a way less."""
    final: bool = False


ALWAYS = {
    "bad_key": Ends(FailureKind.AUTH, (1, 1), final=True),
    "forbidden": Ends(FailureKind.AUTH, (1, 1), final=True),
    "quota": Ends(FailureKind.QUOTA, (1, 1), final=True),
    "not_found": Ends(FailureKind.UNAVAILABLE, (1, 1), final=True),
    "bad_request": Ends(FailureKind.UNAVAILABLE, (4, 3)),
    "context_length": Ends(FailureKind.CONTEXT_TOO_LONG, (1, 1)),
    "content_filter": Ends(FailureKind.REFUSED, (1, 1)),
    "refusal": Ends(FailureKind.REFUSED, (1, 1)),
    "filtered_answer": Ends(FailureKind.REFUSED, (1, 1)),
    "rate_limit": Ends(FailureKind.RATE_LIMITED, (4, 4)),
    "http_500": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "http_503": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "http_529": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "html_error": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "drop": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "truncated_body": Ends(FailureKind.UNAVAILABLE, (4, 4)),
    "hang": Ends(FailureKind.TIMEOUT, (2, 2)),
    "malformed_json": Ends(FailureKind.BAD_ANSWER, (4, 3)),
    "wrong_schema": Ends(FailureKind.BAD_ANSWER, (4, 3)),
    "empty_answer": Ends(FailureKind.BAD_ANSWER, (4, 3)),
    "truncated_json": Ends(FailureKind.BAD_ANSWER, (2, 2)),
}
"""Faults that no client recovers from."""
LACKING = ("schema_refused", "json_mode_refused", "tools_refused", "temperature_refused")
READ = (
    *("fenced_json", "trailing_comma", "single_quotes", "thinking_block", "folded_quote", "altered_quote"),
    *("invented_quote", "no_citation", "percent_confidence", "extra_ids"),
)
"""Faults that do not touch a verdict, or not here."""
LEFT = ("invalid_verdict", "label_prose", "missing_ids", "duplicate_ids", "empty_claims", "long_answer")
"""Faults within an answer of the right form, which are for whoever asked."""


def test_every_fault_is_in_a_table() -> None:
    assert sorted((*ALWAYS, *LACKING, *READ, *LEFT)) == sorted(FAULT_KINDS)


def faulty(kind: str, **when: object) -> Scenario:
    return Scenario(faults=(Fault(kind, hang_s=3, **when),))  # pyright: ignore[reportArgumentType]


def time_out(kind: str) -> float:
    """Seconds: few where a test has to wait for them."""
    return 0.3 if kind == "hang" else 5.0


@pytest.mark.parametrize("model", MODELS)
def test_an_answer(model: str, play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(), model, monkeypatch=monkeypatch)
    reply = asked.ask()
    assert (verdicts(reply), reply.truncated, reply.attempts) == (ANSWERED, False, 1)
    assert asked.modes == ["json_schema"]


@pytest.mark.parametrize("number", [0, 1], ids=MODELS)
@pytest.mark.parametrize("kind", ALWAYS)
def test_a_fault_that_stays_is_a_failure(kind: str, number: int, play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(faulty(kind)), MODELS[number], monkeypatch=monkeypatch, llm_timeout=time_out(kind))
    ends = ALWAYS[kind]
    error = asked.fails()
    assert (error.kind, error.attempts, error.final) == (ends.kind, ends.calls[number], ends.final)
    assert len(asked.statuses) == ends.calls[number]
    assert asked.resources.ledger.usages()[0].calls == ends.calls[number]
    assert MODELS[number] in error.message
    assert error.message.endswith(".")
    assert KEY not in error.message


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "kind",
    [kind for kind, ends in ALWAYS.items() if not ends.final and ends.calls[0] > 1 and kind != "bad_request"],
)
def test_a_fault_that_passes_is_none(kind: str, model: str, play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(faulty(kind, last=1)), model, monkeypatch=monkeypatch, llm_timeout=5 * time_out(kind))
    reply = asked.ask()
    assert (verdicts(reply), reply.attempts) == (ANSWERED, 2)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", READ)
def test_an_answer_that_is_written_otherwise_is_read(
    kind: str, model: str, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(play(faulty(kind)), model, monkeypatch=monkeypatch)
    reply = asked.ask()
    assert {each: verdict for each, verdict in verdicts(reply).items() if each in ANSWERED} == ANSWERED
    assert reply.attempts == 1


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", LEFT)
def test_what_is_of_the_right_form_is_handed_on(
    kind: str, model: str, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = Asked(play(faulty(kind)), model, monkeypatch=monkeypatch).ask()
    assert isinstance(reply.value, dict)
    assert reply.attempts == 1


REFUSING: Mapping[tuple[str, ...], tuple[list[str], list[str]]] = {
    ("schema_refused",): (["json_schema", "tool", "tool"], ["json_schema", "tool", "tool"]),
    ("schema_refused", "tools_refused"): (
        ["json_schema", "tool", "json_object", "json_object"],
        ["json_schema", "tool", "text", "text"],
    ),
    ("schema_refused", "tools_refused", "json_mode_refused"): (
        ["json_schema", "tool", "json_object", "text", "text"],
        ["json_schema", "tool", "text", "text"],
    ),
    ("temperature_refused",): (["json_schema"] * 3, ["json_schema"] * 3),
    ("temperature_refused", "schema_refused"): (
        ["json_schema", "json_schema", "tool", "tool"],
        ["json_schema", "json_schema", "tool", "tool"],
    ),
}


@pytest.mark.parametrize("number", [0, 1], ids=MODELS)
@pytest.mark.parametrize("kinds", REFUSING, ids="+".join)
def test_what_a_server_lacks_is_done_without_and_remembered(
    kinds: tuple[str, ...], number: int, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    llm = play(Scenario(faults=tuple(map(Fault, kinds))))
    asked = Asked(llm, MODELS[number], monkeypatch=monkeypatch)
    assert verdicts(asked.ask()) == ANSWERED
    reply = asked.ask()
    assert (verdicts(reply), reply.attempts) == (ANSWERED, 1)
    assert asked.modes == REFUSING[kinds][number]
    if "temperature_refused" in kinds:
        assert [entry["temperature"] for entry in llm.log.entries][-1] is None


@pytest.mark.parametrize("model", MODELS)
def test_a_server_that_answers_in_prose_is_asked_another_way(
    model: str, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the schema, and does not keep to it."""
    asked = Asked(play(faulty("malformed_json", last=1)), model, monkeypatch=monkeypatch)
    assert [verdicts(asked.ask()), verdicts(asked.ask())] == [ANSWERED, ANSWERED]
    assert asked.modes == ["json_schema", "tool", "tool"]


@pytest.mark.parametrize("kind", [kind for kind, ends in ALWAYS.items() if ends.final])
def test_a_final_failure_ends_all_calls(kind: str, play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(play(faulty(kind)), monkeypatch=monkeypatch)
    first = asked.fails()
    other = ChatClient(OPENAI, config=asked.config, resources=asked.resources)
    asked.client = other
    later = asked.fails()
    assert (first.attempts, later.attempts, len(asked.statuses)) == (1, 0, 1)
    assert (later.kind, later.message, later.final) == (first.kind, first.message, True)


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    llm = FakeLLM()  # it has a port, and does not listen
    llm.start().stop()
    asked = Asked(llm, monkeypatch=monkeypatch)
    assert [(error.kind, error.attempts) for error in (asked.fails() for _ in range(4))] == [
        (FailureKind.UNAVAILABLE, 4),
        (FailureKind.UNAVAILABLE, 4),
        (FailureKind.UNAVAILABLE, 4),
        (FailureKind.UNAVAILABLE, 1),  # nobody is there
    ]


def test_a_truncated_answer_keeps_what_is_whole(play: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = "\n".join(f'<claim-1a id="c{n}">It is so [TRUE]</claim-1a>' for n in range(1, 7))
    prompt = type(PROMPT)(PROMPT.system, PROMPT.shared, claims)
    for way in ((), (Fault("schema_refused"),)):
        llm = play(Scenario(faults=(*way, Fault("truncated_json"))))
        asked = Asked(llm, monkeypatch=monkeypatch)
        reply = asked.ask(prompt)
        assert reply.truncated
        assert 0 < len(verdicts(reply)) < 6


def test_anthropic_is_told_what_to_cache() -> None:
    system, human = messages("anthropic", "json_schema", PROMPT, SHAPE)
    mark = {"cache_control": {"type": "ephemeral"}}
    assert system.content == [{"type": "text", "text": PROMPT.system, **mark}]
    assert human.content == [
        {"type": "text", "text": PROMPT.shared, **mark},
        {"type": "text", "text": PROMPT.question},
    ]


def test_many_requests_at_once(fake_llm: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(fake_llm(Scenario(latency_s=0.02)), monkeypatch=monkeypatch, llm_concurrency=3)

    async def all_of_them() -> list[dict[str, str]]:
        replies = await asyncio.gather(*(asked.client.ask(PROMPT, SHAPE) for _ in range(12)))
        return list(map(verdicts, replies))

    assert run(all_of_them()) == [ANSWERED] * 12
    assert max(int(entry["in_flight"]) for entry in asked.llm.log.entries) == 3
