"""What is taken out of a model's message."""

import pytest
from langchain_core.messages import AIMessage

from llm.asking import SHAPE
from truthfulness_evaluator.llm.replies import BadAnswerError, Message, Tokens, fitting, read_message, read_value
from truthfulness_evaluator.store.cache import JsonValue

ENTRY: JsonValue = {"claim_id": "c1", "verdict": "SUPPORTS"}
WHOLE: JsonValue = {"judgments": [ENTRY]}

FITTING: dict[str, tuple[JsonValue, JsonValue]] = {
    "as wanted": (WHOLE, WHOLE),
    "wrapped": ({"answer": WHOLE}, WHOLE),
    "a tool call as text": ({"name": "judgments", "arguments": WHOLE}, WHOLE),
    "the bare list": ([ENTRY], WHOLE),
    "in a list": ([WHOLE], WHOLE),
    "an empty list": ([], {"judgments": []}),
    "something else": ({"result": {"ok": True}}, None),
    "a list of numbers": ([1, 2], None),
    "a text": ("SUPPORTS", None),
    "null": (None, None),
}


@pytest.mark.parametrize("name", FITTING)
def test_the_object_that_fits(name: str) -> None:
    value, expected = FITTING[name]
    assert fitting(value, SHAPE) == expected


BAD = {
    "empty": (Message(), "an empty answer"),
    "prose": (Message(text="I think so."), "an answer that is no JSON"),
    "other": (Message(text='{"a": 1}'), "an answer of another form"),
    "cut off": (Message(text='{"judg', stop="length"), "an answer that was cut off before anything of it was whole"),
    "cut off at once": (Message(stop="max_tokens"), "an answer that was cut off before anything of it was whole"),
}


@pytest.mark.parametrize("name", BAD)
def test_messages_that_hold_no_answer(name: str) -> None:
    message, expected = BAD[name]
    with pytest.raises(BadAnswerError, match=expected) as caught:
        read_value(message, SHAPE)
    assert caught.value.truncated == ("cut off" in name)


TEXT = '{"judgments": []}'
MESSAGES = {
    "text": (AIMessage(TEXT), Message(text=TEXT)),
    "thoughts apart": (
        AIMessage([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": TEXT}]),
        Message(text=TEXT),
    ),
    "a call": (
        AIMessage("", tool_calls=[{"name": "judgments", "args": {"judgments": []}, "id": "1"}]),
        Message(arguments={"judgments": []}),
    ),
    "the call of the tool that was offered": (
        AIMessage(
            "",
            tool_calls=[
                {"name": "think", "args": {"x": 1}, "id": "1"},
                {"name": "judgments", "args": {"judgments": []}, "id": "2"},
            ],
        ),
        Message(arguments={"judgments": []}),
    ),
    "a broken call": (
        AIMessage("", invalid_tool_calls=[{"name": "judgments", "args": "{'judgments': []", "id": "1", "error": None}]),
        Message(text="{'judgments': []"),
    ),
    "OpenAI's refusal": (
        AIMessage("", additional_kwargs={"refusal": "No."}, response_metadata={"finish_reason": "stop"}),
        Message(refusal="No.", stop="stop"),
    ),
    "a refusal's block": (AIMessage([{"type": "refusal", "refusal": "No."}]), Message(refusal="No.")),
    "Anthropic's refusal": (AIMessage("", response_metadata={"stop_reason": "refusal"}), Message(stop="refusal")),
    "Google's": (AIMessage("", response_metadata={"finish_reason": "SAFETY"}), Message(stop="safety")),
    "tokens": (
        AIMessage(
            TEXT,
            usage_metadata={
                "input_tokens": 9,
                "output_tokens": 2,
                "total_tokens": 11,
                "input_token_details": {"cache_read": 4, "cache_creation": 1},
            },
        ),
        Message(text=TEXT, tokens=Tokens(9, 2, 4, 1)),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name: str) -> None:
    message, expected = MESSAGES[name]
    read = read_message(message, SHAPE)
    assert read == expected
    assert read.refused == ("efusal" in name or name == "Google's")
