"""What a chat model's message holds, whatever the vendor. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from truthfulness_evaluator.llm.answers import read_json
from truthfulness_evaluator.llm.asking import Shape
from truthfulness_evaluator.store.cache import JsonValue

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

_LENGTH = frozenset({"length", "max_tokens", "model_length", "max_output_tokens", "model_context_window_exceeded"})
_REFUSALS = frozenset(
    {
        "refusal",
        "content_filter",
        "content_filtered",
        "guardrail_intervened",
        "safety",
        "prohibited_content",
        "blocklist",
        "spii",
    }
)
_STOP_NAMES = ("finish_reason", "stop_reason", "done_reason", "stopReason")
"""Where providers say why an answer ends."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one call."""

    input: int = 0
    """Of the prompt, those of the cache included."""
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """What a model's message holds."""

    arguments: JsonValue = None
    """Of the tool call, where there is one."""
    text: str = ""
    """The answer as text, without thoughts that the vendor keeps apart."""
    stop: str = ""
    """Why it ends, in lower case."""
    refusal: str = ""
    tokens: Tokens | None = None
    """None: the server does not say."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of the response, in lower case, where they are known."""

    @property
    def refused(self) -> bool:
        """Whether the model, or a filter, declines to answer."""
        return bool(self.refusal) or self.stop in _REFUSALS

    @property
    def truncated(self) -> bool:
        """Whether it ends at the limit of tokens."""
        return self.stop in _LENGTH

    @property
    def empty(self) -> bool:
        """Whether it holds nothing."""
        return not self.arguments and not self.text.strip()


def read_message(message: "BaseMessage", shape: Shape) -> Message:
    """What a message of LangChain holds."""
    calls = cast("list[dict[str, Any]]", getattr(message, "tool_calls", ()))
    call = next((each for each in calls if each["name"] == shape.name), next(iter(calls), None))
    broken = cast("list[dict[str, Any]]", getattr(message, "invalid_tool_calls", ()))
    arguments = next((str(each["args"]) for each in broken if each.get("args")), "")
    metadata = cast("dict[str, Any]", message.response_metadata)
    refusal = message.additional_kwargs.get("refusal") or _refusal_block(message.content)
    return Message(
        arguments=call["args"] if call else None,
        text=arguments or str(message.text),
        stop=next((str(metadata[name]).lower() for name in _STOP_NAMES if metadata.get(name)), ""),
        refusal=str(refusal or ""),
        tokens=_tokens(getattr(message, "usage_metadata", None)),
        headers={name.lower(): str(value) for name, value in metadata.get("headers", {}).items()},
    )


def read_completion(error: BaseException) -> Message | None:
    """What OpenAI's client read before it raised because the answer was cut off or filtered; None: nothing."""
    completion = getattr(error, "completion", None)
    choices = getattr(completion, "choices", None)
    if not choices:
        return None
    choice, usage = choices[0], getattr(completion, "usage", None)
    calls = choice.message.tool_calls or ()
    arguments = next((call.function.arguments for call in calls if getattr(call, "function", None)), "")
    return Message(
        text=arguments or choice.message.content or "",
        stop=str(choice.finish_reason).lower(),
        refusal=choice.message.refusal or "",
        tokens=Tokens(usage.prompt_tokens, usage.completion_tokens) if usage else None,
    )


class BadAnswerError(ValueError):
    """A message that holds no answer. It says what it is: `an empty answer`.

    Args:
        what: the message is.
        truncated: it was cut off, and that is why.
    """

    def __init__(self, what: str, *, truncated: bool = False) -> None:
        super().__init__("an answer that was cut off before anything of it was whole" if truncated else what)
        self.truncated = truncated


def read_value(message: Message, shape: Shape) -> tuple[JsonValue, bool]:
    """The JSON of an answer, and whether it was cut off.

    Raises:
        BadAnswerError: it holds none, or none that has anything of the shape.
    """
    if message.empty:
        raise BadAnswerError("an empty answer", truncated=message.truncated)
    cut = message.truncated
    if isinstance(message.arguments, dict) and message.arguments:
        value: JsonValue = message.arguments
    else:
        try:
            read = read_json(message.text, wanted=_required(shape))
        except ValueError:
            raise BadAnswerError("an answer that is no JSON", truncated=cut) from None
        value, cut = read.value, cut or read.truncated
    found = fitting(value, shape)
    if found is None:
        raise BadAnswerError("an answer of another form", truncated=cut)
    return found, cut


def fitting(value: JsonValue, shape: Shape) -> JsonValue:
    """The object within an answer that has something of the shape; None where there is none.

    Small models wrap what was asked for (`{"answer": {...}}`, `{"name": ..., "arguments": {...}}`), or leave the
    object out around its only list.
    """
    wanted = _required(shape)
    if isinstance(value, list):
        lists = _lists(shape)
        if len(lists) == 1 and wanted == lists and (not value or isinstance(value[0], dict | str)):
            inner = value[0] if len(value) == 1 else None
            if isinstance(inner, dict) and wanted & inner.keys():
                return inner
            return {next(iter(lists)): value}
        return None
    if not isinstance(value, dict):
        return None
    if not wanted or wanted & value.keys():
        return value
    return next((each for each in value.values() if isinstance(each, dict) and wanted & each.keys()), None)


def _required(shape: Shape) -> set[str]:
    required = shape.schema.get("required")
    return {str(name) for name in required} if isinstance(required, list) else set()


def _lists(shape: Shape) -> set[str]:
    properties = shape.schema.get("properties")
    if not isinstance(properties, dict):
        return set()
    return {name for name, each in properties.items() if isinstance(each, dict) and each.get("type") == "array"}


def _refusal_block(content: object) -> str:
    if not isinstance(content, list):
        return ""
    blocks = (cast("dict[str, Any]", block) for block in cast("list[object]", content) if isinstance(block, dict))
    return next((str(block.get("refusal") or "refused") for block in blocks if block.get("type") == "refusal"), "")


def _tokens(usage: object) -> Tokens | None:
    if not isinstance(usage, dict):
        return None
    counts = cast("dict[str, Any]", usage)
    details = cast("dict[str, Any]", counts.get("input_token_details") or {})
    return Tokens(
        int(counts.get("input_tokens") or 0),
        int(counts.get("output_tokens") or 0),
        int(details.get("cache_read") or 0),
        int(details.get("cache_creation") or 0),
    )
