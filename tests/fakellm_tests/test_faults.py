"""Every kind of fault, as the real clients see it."""

import contextlib
import functools
import json
import operator
import re
import time
import unicodedata
from pathlib import Path
from typing import Any

import anthropic
import httpx
import openai
import pytest
from langchain_core.exceptions import LangChainException
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from pydantic import ValidationError

from fakellm import (
    ANSWER_FAULTS,
    FAULT_KINDS,
    HTTP_FAULTS,
    REFUSAL_FAULTS,
    WIRE_FAULTS,
    FakeLLM,
    Fault,
    Scenario,
)
from fakellm_tests.clients import CLIENTS, MODES, PROMPT, ROCK, WATER, Panel, ask, judge, make_client

CLIENT_ERRORS = (openai.OpenAIError, anthropic.AnthropicError, ValueError, LangChainException)


def spoiled(llm: FakeLLM, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """The judgments of an answer with a fault, as they were sent."""
    llm.use(Scenario(faults=(Fault(kind, count=count),)))
    with contextlib.suppress(*CLIENT_ERRORS):
        ask(make_client("chat", llm), Panel, PROMPT)
    judgments: list[dict[str, Any]] = json.loads(llm.log.entries[-1]["answer"])["judgments"]
    return judgments


def quotes(judgments: list[dict[str, Any]]) -> list[str]:
    return [c["quote"] for j in judgments for c in j["citations"]]


# -- every kind reaches every client ---------------------------------------


@pytest.mark.parametrize("kind", CLIENTS)
@pytest.mark.parametrize("fault", sorted(HTTP_FAULTS))
def test_http_faults_reach_the_client(llm: FakeLLM, kind: str, fault: str) -> None:
    llm.use(Scenario(faults=(Fault(fault),)))
    with pytest.raises((openai.APIStatusError, anthropic.APIStatusError, ValueError)) as caught:
        make_client(kind, llm).invoke("hello")
    status = getattr(caught.value, "status_code", None)
    assert status in (HTTP_FAULTS[fault][0], None)


@pytest.mark.parametrize(("kind", "method"), MODES)
@pytest.mark.parametrize("fault", sorted(ANSWER_FAULTS))
def test_answer_faults_are_served(llm: FakeLLM, fault: str, kind: str, method: str) -> None:
    """Whatever the client makes of it, the server answers with status 200."""
    llm.use(Scenario(faults=(Fault(fault),)))
    model = make_client(kind, llm).with_structured_output(Panel, method=method, include_raw=True)
    with contextlib.suppress(*CLIENT_ERRORS):
        model.invoke(PROMPT)
    stats = llm.stats()
    assert stats["by_fault"] == {fault: 1}
    assert stats["by_status"] == {"200": 1}


@pytest.mark.parametrize("kind", CLIENTS)
@pytest.mark.parametrize("fault", sorted(WIRE_FAULTS))
def test_wire_faults_reach_the_client(llm: FakeLLM, kind: str, fault: str) -> None:
    llm.use(Scenario(faults=(Fault(fault, hang_s=5),)))
    started = time.monotonic()
    with pytest.raises((openai.APIError, anthropic.APIError, httpx.HTTPError)):
        make_client(kind, llm, timeout=0.3).invoke("hello")
    assert time.monotonic() - started < 4


#: The method that a fault refuses (empty: every one), and what the error names.
REFUSED = {
    "temperature_refused": "",
    "schema_refused": "json_schema",
    "json_mode_refused": "json_mode",
    "tools_refused": "function_calling",
}
NAMED = {
    "temperature_refused": "temperature",
    "schema_refused": "json_schema|output format",
    "json_mode_refused": "json_object",
    "tools_refused": "tools",
}


@pytest.mark.filterwarnings("ignore:This model does not support OpenAI's structured output")
@pytest.mark.parametrize(("kind", "method"), MODES)
@pytest.mark.parametrize("fault", sorted(REFUSAL_FAULTS))
def test_refused_features(llm: FakeLLM, fault: str, kind: str, method: str) -> None:
    llm.use(Scenario(faults=(Fault(fault),)))
    client = make_client(kind, llm, temperature=0)
    if REFUSED[fault] not in ("", method):
        assert len(ask(client, Panel, PROMPT, method).judgments) == 3
        return
    errors = (openai.BadRequestError, anthropic.BadRequestError)
    with pytest.raises(errors, match=NAMED[fault]):
        ask(client, Panel, PROMPT, method)
    assert llm.stats()["by_status"] == {"400": 1}


@pytest.mark.filterwarnings("ignore:This model does not support OpenAI's structured output")
def test_temperature_is_refused_until_it_is_absent(llm: FakeLLM) -> None:
    """Two features refused at once: the second shows when the first is dropped."""
    llm.use(Scenario(faults=(Fault("temperature_refused"), Fault("schema_refused"))))
    for options, method, message in [
        ({"temperature": 0}, "json_schema", "temperature"),
        ({}, "json_schema", "json_schema"),
    ]:
        with pytest.raises(openai.BadRequestError, match=message):
            ask(make_client("chat", llm, **options), Panel, PROMPT, method)
    assert ask(make_client("chat", llm), Panel, PROMPT, "json_mode")
    faults = [(e["mode"], e["temperature"], e["fault"]) for e in llm.log.entries]
    assert faults == [
        ("json_schema", 0, "temperature_refused"),
        ("json_schema", None, "schema_refused"),
        ("json_object", None, None),
    ]


# -- what a fault does to the answer ---------------------------------------


def test_invented_quote(llm: FakeLLM) -> None:
    assert all(q and q not in PROMPT for q in quotes(spoiled(llm, "invented_quote")))


def test_altered_quote(llm: FakeLLM) -> None:
    altered = quotes(spoiled(llm, "altered_quote"))
    for true, false in zip([WATER, ROCK], altered, strict=True):
        pairs = zip(true.split(), false.split(), strict=True)
        assert sum(a != b for a, b in pairs) == 1
        assert false not in PROMPT


def fold(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    text = re.sub("[‐‑–—]", "-", re.sub("[‘’]", "'", re.sub("[“”]", '"', text)))
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    "sentence",
    [
        'The "first" file isn\'t café-flat - it is 5–7 long...',
        "One two three four five.",
        "Word.",
        "水は百度で沸騰する。",
        "水",
    ],
)
def test_folded_quote(llm: FakeLLM, sentence: str) -> None:
    llm.use(Scenario(faults=(Fault("folded_quote"),)))
    prompt = f'<evidence id="e1">{sentence}</evidence>\nClaim c1: {sentence} [TRUE]'
    quote = judge(llm, prompt)[0].citations[0].quote
    assert quote != sentence
    assert fold(quote).strip() == fold(sentence)


def ids(judgments: list[dict[str, Any]]) -> list[str]:
    return [j["claim_id"] for j in judgments]


def test_missing_extra_and_duplicate_ids(llm: FakeLLM) -> None:
    assert ids(spoiled(llm, "missing_ids")) == ["c1", "c2"]
    assert ids(spoiled(llm, "missing_ids", count=2)) == ["c1"]
    assert ids(spoiled(llm, "missing_ids", count=9)) == []
    assert ids(spoiled(llm, "extra_ids", count=2))[3:] == ["unknown-1", "unknown-2"]
    twice = spoiled(llm, "duplicate_ids")
    assert ids(twice) == ["c1", "c2", "c3", "c1"]
    assert (twice[0]["verdict"], twice[3]["verdict"]) == ("SUPPORTS", "REFUTES")


def test_no_citation(llm: FakeLLM) -> None:
    judgments = spoiled(llm, "no_citation")
    assert [j["verdict"] for j in judgments] == ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"]
    assert quotes(judgments) == []


def test_percent_confidence_and_label_prose(llm: FakeLLM) -> None:
    assert [j["confidence"] for j in spoiled(llm, "percent_confidence")] == [95, 95, 50]
    assert [j["verdict"] for j in spoiled(llm, "label_prose")] == [
        "The claim is supported",
        "The claim is refuted",
        "The claim is neither supported nor refuted",
    ]


@pytest.mark.parametrize("fault", ["fenced_json", "trailing_comma", "single_quotes"])
def test_json_that_is_not_quite_json(llm: FakeLLM, fault: str) -> None:
    llm.use(Scenario(faults=(Fault(fault),)))
    with contextlib.suppress(*CLIENT_ERRORS):
        ask(make_client("chat", llm), Panel, PROMPT, "json_mode")
    answer = llm.log.entries[-1]["answer"]
    with pytest.raises(json.JSONDecodeError):
        json.loads(answer)
    starts = {"fenced_json": "```json\n{", "trailing_comma": '{"', "single_quotes": "{'"}
    assert answer.startswith(starts[fault])
    ends = {"fenced_json": "}\n```", "trailing_comma": ",},],}", "single_quotes": "}]}"}
    assert answer.endswith(ends[fault])


@pytest.mark.parametrize("fault", ["malformed_json", "fenced_json", "trailing_comma"])
def test_broken_arguments_of_a_tool(llm: FakeLLM, fault: str) -> None:
    """OpenAI's clients see an invalid call; Anthropic's see text in place of the call."""
    llm.use(Scenario(faults=(Fault(fault),)))
    replies: dict[str, Any] = {
        kind: make_client(kind, llm).bind_tools([Panel], tool_choice="Panel").invoke(PROMPT) for kind in CLIENTS
    }
    for kind in ("chat", "responses"):
        assert len(replies[kind].invalid_tool_calls) == 1
    assert replies["anthropic"].tool_calls == []
    assert replies["anthropic"].text == llm.log.entries[-1]["answer"]


def reply_of(model: Runnable[Any, AIMessage], prompt: str, *, stream: bool) -> Any:
    if not stream:
        return model.invoke(prompt)
    chunks: list[Any] = list(model.stream(prompt))
    return functools.reduce(operator.add, chunks)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("kind", CLIENTS)
def test_thinking_block(llm: FakeLLM, kind: str, stream: bool) -> None:
    llm.use(Scenario(faults=(Fault("thinking_block"),)))
    client = make_client(kind, llm)
    calling = client.bind_tools([Panel], tool_choice="Panel")
    plain, call = (
        reply_of(client, "Claim: so it is [TRUE]", stream=stream),
        reply_of(calling, PROMPT, stream=stream),
    )
    assert plain.text.endswith("SUPPORTS (0.95)")
    assert len(call.tool_calls[0]["args"]["judgments"]) == 3
    if kind == "anthropic":
        assert call.content[0]["type"] == "thinking"
        if not stream:  # streaming, the client drops thoughts that were not asked for
            assert [block["type"] for block in plain.content] == ["thinking", "text"]
    else:
        assert plain.text.startswith("<think>\n")
        assert call.text.startswith("<think>\n")


def test_faults_by_model_task_and_number(llm: FakeLLM) -> None:
    fault = Fault("missing_ids", models=("a",), tasks=("judge",), first=2, last=2)
    llm.use(Scenario(faults=(fault,)))
    make_client("chat", llm, model="a").invoke("hello")
    counts = [len(judge(llm, model=model)) for model in ("a", "b", "a", "a")]
    assert counts == [3, 3, 2, 3]


def test_single_answers_are_spoiled_too(llm: FakeLLM) -> None:
    """Judgments keyed by claim id, and a free text, which has no parts to spoil."""
    entry = {"type": "object", "properties": {"verdict": {"type": "string"}}}
    schema = {"type": "object", "additionalProperties": entry}
    tool = {"type": "function", "function": {"name": "Judgments", "parameters": schema}}
    llm.use(Scenario(faults=(Fault("missing_ids"),)))
    client = make_client("chat", llm)
    reply: Any = client.bind_tools([tool], tool_choice="Judgments").invoke(PROMPT)
    assert reply.tool_calls[0]["args"] == {
        "c1": {"verdict": "SUPPORTS"},
        "c2": {"verdict": "REFUTES"},
    }
    assert client.invoke("Claim: so it is [TRUE]").text == "SUPPORTS (0.95)"


def test_invalid_label_is_an_error_of_the_client(llm: FakeLLM) -> None:
    llm.use(Scenario(faults=(Fault("label_prose"),)))
    with pytest.raises(ValidationError):
        judge(llm)


def test_readme_lists_every_kind_once() -> None:
    readme = Path(__file__).parents[1].joinpath("fakellm", "README.md").read_text(encoding="utf-8")
    table = readme.split("## Faults")[1].split("\n## ")[0]
    listed = re.findall(r"(?m)^\| (`[^|]*) \|", table)
    kinds = [kind for cell in listed for kind in re.findall(r"`(\w+)`", cell)]
    assert sorted(kinds) == sorted(FAULT_KINDS)
