"""Further providers of LangChain, and what is remembered of ways."""

from collections.abc import Mapping
from typing import Any

import pytest
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableLambda

from llm.asking import PROMPT, SHAPE
from truthfulness_evaluator.llm.failures import read_failure
from truthfulness_evaluator.llm.ways import (
    FUNCTION_CALLING,
    JSON_MODE,
    JSON_SCHEMA,
    TEXT,
    Way,
    WayMemory,
    bound,
    messages,
    refused,
    ways_of,
)

WAYS_OF: Mapping[tuple[str, str], tuple[Way, ...]] = {
    ("openai", "gpt-4o"): (JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT),
    ("openai", "gpt-4.1-mini"): (JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT),
    ("openai", "gpt-4"): (FUNCTION_CALLING, JSON_MODE, TEXT),
    ("openai", "gpt-4-turbo"): (FUNCTION_CALLING, JSON_MODE, TEXT),
    ("openai", "gpt-3.5-turbo"): (FUNCTION_CALLING, JSON_MODE, TEXT),
    ("openai", "qwen2.5:7b"): (JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT),
    ("anthropic", "claude-sonnet-4-6"): (JSON_SCHEMA, FUNCTION_CALLING, TEXT),
    ("ollama", "llama3"): (JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT),
}


@pytest.mark.parametrize(("provider", "model"), WAYS_OF)
def test_ways(provider: str, model: str) -> None:
    assert ways_of(provider, model) == WAYS_OF[provider, model]


class Further(GenericFakeChatModel):
    """A chat model of a further provider, as LangChain's packages make them: a model, and a reader behind it."""

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        if kwargs["method"] == "json_mode":
            raise ValueError("Unrecognized method 'json_mode'")
        self.metadata = {"method": kwargs["method"], "title": schema["title"]}

        def read(_: Any) -> Any:
            raise AssertionError("LangChain is not to read it")

        return self.bind(stop=["END"]) | RunnableLambda(read)


@pytest.mark.parametrize("way", [JSON_SCHEMA, FUNCTION_CALLING])
def test_a_further_provider_is_set_up_by_langchain_and_read_by_us(way: Way) -> None:
    chat = Further(messages=iter([AIMessage("{'judgments': []}")]))
    asked = bound(chat, "ollama", way, SHAPE)
    assert chat.metadata == {"method": way, "title": "judgments"}
    assert asked.invoke(messages("ollama", way, PROMPT, SHAPE)).content == "{'judgments': []}"


def test_a_way_that_langchain_has_not_for_a_provider() -> None:
    chat = Further(messages=iter(list[AIMessage]()))
    with pytest.raises(ValueError, match="json_mode"):
        bound(chat, "ollama", JSON_MODE, SHAPE)
    with pytest.raises((ValueError, NotImplementedError)):
        bound(GenericFakeChatModel(messages=iter(list[AIMessage]())), "ollama", JSON_SCHEMA, SHAPE)
    assert bound(chat, "ollama", TEXT, SHAPE) is chat


@pytest.mark.parametrize(
    ("way", "shown"), [(JSON_SCHEMA, False), (FUNCTION_CALLING, False), (JSON_MODE, True), (TEXT, True)]
)
def test_the_form_is_shown_where_no_schema_is_sent(way: Way, shown: bool) -> None:
    system, human = messages("openai", way, PROMPT, SHAPE)
    assert (SHAPE.example in str(system.content), "JSON" in str(system.content)) == (shown, shown)
    assert human.content == f"{PROMPT.shared}\n\n{PROMPT.question}"


class VendorError(Exception):
    """As vendors' clients make them."""

    def __init__(self, status: int | None, message: str) -> None:
        super().__init__(message)
        self.status_code = status
        self.body = {"message": message}


REFUSED: Mapping[str, tuple[Exception, Way, str | None]] = {
    "OpenAI's schema": (
        VendorError(400, "'response_format' of type 'json_schema' is not supported"),
        JSON_SCHEMA,
        JSON_SCHEMA,
    ),
    "Ollama's tools": (VendorError(400, "llama2 does not support tools"), FUNCTION_CALLING, FUNCTION_CALLING),
    "OpenRouter's tools": (
        VendorError(404, "No endpoints found that support tool use."),
        FUNCTION_CALLING,
        FUNCTION_CALLING,
    ),
    "LM Studio's JSON mode": (
        VendorError(400, "'response_format.type' must be 'json_schema' or 'text'"),
        JSON_MODE,
        JSON_MODE,
    ),
    "temperature": (VendorError(400, "`temperature` is deprecated for this model."), JSON_SCHEMA, "temperature"),
    "temperature, by LangChain": (ValueError("`temperature` is not supported for m"), JSON_SCHEMA, "temperature"),
    "an echo": (VendorError(422, "x" * 1000 + " temperature tool schema"), JSON_SCHEMA, None),
    "something else": (VendorError(400, "Unknown parameter"), JSON_SCHEMA, None),
    "another failure": (VendorError(429, "Too many calls with tools"), FUNCTION_CALLING, None),
    "a broken connection": (ConnectionError("tool"), FUNCTION_CALLING, None),
    "nothing to refuse": (VendorError(400, "no tools, no schema"), TEXT, None),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    error, way, expected = REFUSED[name]
    assert refused(read_failure(error), way, temperature=True) == expected


def test_a_temperature_that_was_not_sent_is_not_refused() -> None:
    error = VendorError(400, "`temperature` is deprecated for this model.")
    assert refused(read_failure(error), TEXT, temperature=False) is None


def test_what_is_remembered_of_ways() -> None:
    memory = WayMemory(ways_of("openai", "gpt-4o"))
    story = [memory.next()]
    memory.doubt(JSON_SCHEMA)
    story.append(memory.next())  # another one, as nothing is proven
    memory.refuse(FUNCTION_CALLING)
    story.append(memory.next())
    assert memory.prove(JSON_MODE)
    assert not memory.prove(JSON_MODE)
    for _ in range(3):
        memory.doubt(JSON_MODE)  # it no longer works
    story.append(memory.next())
    story.append(memory.next({JSON_SCHEMA, JSON_MODE}))
    memory.refuse(TEXT)
    assert memory.next({JSON_SCHEMA, JSON_MODE}) is None
    assert story == [JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT, TEXT]


def test_what_is_noted_of_ways_is_known_again() -> None:
    memory = WayMemory(ways_of("openai", "gpt-4o"))
    memory.prove(JSON_MODE)
    memory.refuse("temperature")
    again = WayMemory(ways_of("openai", "gpt-4o"), memory.note())
    assert (again.next(), again.takes_temperature) == (JSON_MODE, False)
