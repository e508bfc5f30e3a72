"""How a chat model is asked for JSON: the ways there are, what each needs, and how a server says that it lacks one.

json_schema       the server makes the answer fit the schema
function_calling  the model calls a tool whose arguments are the answer
json_mode         the server sees to it that the answer is JSON; the prompt shows which
text              the prompt asks for JSON, and the answer is read with patience
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.failures import CallFailure
from truthfulness_evaluator.llm.providers import ANTHROPIC, OPENAI

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

Way: TypeAlias = Literal["json_schema", "function_calling", "json_mode", "text"]
JSON_SCHEMA: Way = "json_schema"
FUNCTION_CALLING: Way = "function_calling"
JSON_MODE: Way = "json_mode"
TEXT: Way = "text"
WAYS: tuple[Way, ...] = (JSON_SCHEMA, FUNCTION_CALLING, JSON_MODE, TEXT)
TEMPERATURE = "temperature"
"""What a server may refuse beside a way."""

_NO_SCHEMAS = re.compile(r"gpt-3|gpt-4(?:-(?!o)|$)")
"""OpenAI's models that came before schemas (https://platform.openai.com/docs/guides/structured-outputs)."""
_SHOWN = (
    "\n\nAnswer with one JSON object and nothing else: no code fence, no text before or after it. Its form, with "
    "values that are only an example:\n\n{example}"
)
_WORDS: Mapping[str, re.Pattern[str]] = {
    JSON_SCHEMA: re.compile(
        r"response_format|json_schema|output_config|output_format|structured.?output|guided|grammar|schema"
    ),
    JSON_MODE: re.compile(r"response_format|json_object|json.?mode|format"),
    FUNCTION_CALLING: re.compile(r"tool|function"),
}
"""What the errors of servers that lack a way speak of."""
_UNSUPPORTED = frozenset({400, 404, 405, 415, 422, 500, 501})


def ways_of(provider: str, model: str) -> tuple[Way, ...]:
    """The ways to try, the best first.

    Example:
        >>> ways_of("anthropic", "claude-sonnet-4-5")
        ('json_schema', 'function_calling', 'text')
    """
    if provider == ANTHROPIC:
        return (JSON_SCHEMA, FUNCTION_CALLING, TEXT)
    if provider == OPENAI and _NO_SCHEMAS.match(model):
        return (FUNCTION_CALLING, JSON_MODE, TEXT)
    return WAYS


def bound(chat: "BaseChatModel", provider: str, way: Way, shape: Shape) -> "Runnable[Any, BaseMessage]":
    """The chat model, set up to be asked one way. It gives whole messages: no answer is read by LangChain.

    Raises:
        NotImplementedError, ValueError, TypeError: LangChain knows no such way for this provider.
    """
    if way == TEXT:
        return cast("Runnable[Any, BaseMessage]", chat)
    schema = _schema(shape)
    if provider == OPENAI:
        return _openai(chat, way, shape.name, schema)
    if provider == ANTHROPIC:
        return _anthropic(chat, way, shape.name, schema)
    return _further(chat, way, {**schema, "title": shape.name})


def _schema(shape: Shape) -> dict[str, Any]:
    return json.loads(json.dumps(shape.schema))  # a copy that clients may change


def _openai(chat: "BaseChatModel", way: Way, name: str, schema: dict[str, Any]) -> "Runnable[Any, BaseMessage]":
    if way == JSON_SCHEMA:
        form = {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}
        return chat.bind(response_format=form)
    if way == JSON_MODE:
        return chat.bind(response_format={"type": "json_object"})
    return chat.bind_tools([_tool(name, schema)], tool_choice=name)


def _anthropic(chat: "BaseChatModel", way: Way, name: str, schema: dict[str, Any]) -> "Runnable[Any, BaseMessage]":
    if way == JSON_SCHEMA:
        from anthropic import transform_schema

        return chat.bind(output_config={"format": {"type": "json_schema", "schema": transform_schema(schema)}})
    return chat.bind_tools([_tool(name, schema)], tool_choice=name)


def _tool(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": name, "description": "Hands in the answer.", "parameters": schema},
    }


def _further(chat: "BaseChatModel", way: Way, schema: dict[str, Any]) -> "Runnable[Any, BaseMessage]":
    from langchain_core.runnables import RunnableSequence

    steps = cast("Runnable[Any, Any]", chat.with_structured_output({"description": "", **schema}, method=way))
    if isinstance(steps, RunnableSequence):
        # The model that is set up, without the reader behind it.
        return cast("RunnableSequence[Any, BaseMessage]", steps).first
    raise NotImplementedError(way)


def messages(provider: str, way: Way, prompt: Prompt, shape: Shape) -> list["BaseMessage"]:
    """A prompt as messages: the instructions, and the rest. Anthropic's have marks for its prefix cache."""
    from langchain_core.messages import HumanMessage, SystemMessage

    system = prompt.system
    if way in (JSON_MODE, TEXT):
        system += _SHOWN.format(example=shape.example)
    if provider != ANTHROPIC:
        return [SystemMessage(system), HumanMessage("\n\n".join(filter(None, (prompt.shared, prompt.question))))]
    shared = [_block(prompt.shared, cached=True)] if prompt.shared else []
    return [
        SystemMessage([_block(system, cached=True)]),
        HumanMessage([*shared, _block(prompt.question)]),
    ]


def _block(text: str, *, cached: bool = False) -> "str | dict[str, Any]":
    block: dict[str, Any] = {"type": "text", "text": text}
    return {**block, "cache_control": {"type": "ephemeral"}} if cached else block


def refused(failure: CallFailure, way: Way, *, temperature: bool) -> str | None:
    """What a server, or its client, says that it lacks: `temperature` or the way; None: it does not say that.

    Args:
        failure: of a call.
        way: how it was asked.
        temperature: whether the request set one.
    """
    if failure.status not in _UNSUPPORTED and failure.status is not None:
        return None
    if failure.status is None and not any(name in failure.name for name in ("valueerror", "typeerror", "notimpl")):
        return None
    if temperature and TEMPERATURE in failure.text and failure.status != 500:
        return TEMPERATURE
    words = _WORDS.get(way)
    if words is None or not words.search(failure.text):
        return None
    return way


def may_be_refused(failure: CallFailure) -> bool:
    """Whether a server that does not say what it lacks may be lacking something."""
    return failure.status in (400, 422, 501) or (failure.status is None and "notimplemented" in failure.name)


class WayMemory:
    """Which ways a model has, as far as it is known. One a model, server and run.

    Args:
        order: the ways, the best first.
        known: what an earlier run noted, see `note`; anything else is passed over.
    """

    def __init__(self, order: tuple[Way, ...], known: object = None) -> None:
        self._order = order
        self._refused: set[str] = set()
        self._doubts: dict[Way, int] = dict.fromkeys(order, 0)
        self.proven: Way | None = None
        """A way by which there has been a usable answer."""
        self.takes_temperature = True
        if isinstance(known, dict):
            noted = cast("dict[str, object]", known)
            self.proven = next((way for way in order if way == noted.get("way")), None)
            self.takes_temperature = noted.get(TEMPERATURE) is not False

    def note(self) -> dict[str, Any]:
        """What is worth being known in the next run, as JSON."""
        return {"way": self.proven, TEMPERATURE: self.takes_temperature}

    def next(self, tried: Collection[str] = ()) -> Way | None:
        """The way to take; None: none is left.

        Args:
            tried: ways that are not to be taken.
        """
        left: list[Way] = [way for way in self._order if way not in self._refused and way not in tried]
        if self.proven in left:
            return self.proven
        return min(left, key=self._doubts.__getitem__) if left else None

    def refuse(self, feature: str) -> None:
        """The server says that it lacks this."""
        if feature == TEMPERATURE:
            self.takes_temperature = False
            return
        self._refused.add(feature)
        if self.proven == feature:
            self.proven = None

    def doubt(self, way: Way) -> None:
        """Note that this way brought nothing usable; a proven one that does so often is proven no more."""
        self._doubts[way] += 1
        if way == self.proven and self._doubts[way] >= _MANY_DOUBTS:
            self.proven = None

    def prove(self, way: Way) -> bool:
        """Note that this way brought something usable. Whether that is news."""
        self._doubts[way] = 0
        if self.proven is None:
            self.proven = way
            return True
        return False

    @property
    def hopeless(self) -> bool:
        """Whether no way has brought anything usable, though each was tried often."""
        left = [count for way, count in self._doubts.items() if way not in self._refused]
        return self.proven is None and all(count >= _MANY_DOUBTS - 1 for count in left)


_MANY_DOUBTS = 3
