"""Conversations with a chat model that may use tools: one turn at a time.

    client = ToolClient("gpt-4o", config=config, resources=resources)     # a ToolAsker, see `llm.asking`
    turn = await client.turn(prompt, steps, tools)                        # from any event loop

Waiting, pace, limits, usage and trace are those of `llm.client`, and so are the failures, each in as many attempts;
`bad_answer` is a turn that neither says anything nor calls a tool. A server that takes no tools is `unavailable`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.answers import read_json
from truthfulness_evaluator.llm.asking import Prompt, Shape, Tool, ToolCall, ToolStep, ToolTurn
from truthfulness_evaluator.llm.attempts import Attempts
from truthfulness_evaluator.llm.calls import Caller, CallFailedError
from truthfulness_evaluator.llm.estimates import tokens_of
from truthfulness_evaluator.llm.loop import on_held_loop
from truthfulness_evaluator.llm.replies import Message, Tokens, read_message
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.llm.ways import FUNCTION_CALLING, TEMPERATURE, Way, messages
from truthfulness_evaluator.models.vote import FailureKind
from truthfulness_evaluator.store.cache import JsonValue

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

    from truthfulness_evaluator.core.config import EvaluatorConfig

_SHAPE = Shape("look_around", {}, "{}")
"""Names the task in the trace; the model is not shown it."""
_BAD_ANSWERS = 2
"""Turns that a model may give which hold nothing."""


class ToolClient:
    """A `ToolAsker`, see the module.

    Args:
        name: of the model, with or without `provider:` before it.
        config: where it is, and its settings.
        resources: of the run.

    Raises:
        ModelConfigError: it cannot be made.
    """

    def __init__(self, name: str, *, config: "EvaluatorConfig", resources: Resources) -> None:
        self._caller = _ToolCaller(name, config, resources)
        self._resources = resources

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""
        return self._caller.name

    @property
    def settings(self) -> str:
        """What else its answers depend on."""
        caller = self._caller
        return f"{caller.provider} {caller.model} {caller.address} temperature={caller.temperature}"

    async def turn(self, prompt: Prompt, steps: Sequence[ToolStep], tools: Sequence[Tool]) -> ToolTurn:
        """What the model says next.

        Raises:
            ModelCallError: nothing that can be used.
        """
        said = _Conversation(
            prompt.system, prompt.shared, prompt.question, prompt.version, steps=tuple(steps), tools=tuple(tools)
        )
        turning = _Turning(self._caller, self._resources)
        return await on_held_loop(self._resources.unless_interrupted(turning.turn(said)))


@dataclass(frozen=True, slots=True)
class _Conversation(Prompt):
    """A prompt with what has been said since."""

    steps: tuple[ToolStep, ...] = ()
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class _ToolMessage(Message):
    """A message with all its calls of tools."""

    calls: tuple[ToolCall, ...] = ()


class _Turning:
    """One turn on its way."""

    def __init__(self, caller: "_ToolCaller", resources: Resources) -> None:
        self._caller = caller
        self._resources = resources
        self._attempts = Attempts(caller, resources)
        self._bad = 0
        """Messages that held nothing."""

    async def turn(self, said: _Conversation) -> ToolTurn:
        return await self._attempts.until_answered(partial(self._attempt, said))

    async def _attempt(self, said: _Conversation) -> ToolTurn | None:
        """The turn; None: once more."""
        try:
            message = await self._caller.call(said, _SHAPE, FUNCTION_CALLING)
        except CallFailedError as failed:
            await self._after_failure(failed)
            return None
        self._attempts.count(message)
        calls = calls_of(message, said.tools)
        if calls or message.text.strip():
            return ToolTurn(calls, "" if calls else message.text, self._attempts.sent)
        self._bad += 1
        if self._bad >= _BAD_ANSWERS:
            raise ModelCallError(FailureKind.BAD_ANSWER, f"{self._caller.name} gave an empty answer.")
        return None

    async def _after_failure(self, failed: CallFailedError) -> None:
        """Get ready for a further attempt, if there is to be one."""
        self._attempts.sent += failed.was_sent
        state = self._caller.state
        if failed.lacks == TEMPERATURE:
            state.ways.refuse(TEMPERATURE)
            self._resources.remember(state)
            return
        if failed.lacks is not None:
            raise ModelCallError(FailureKind.UNAVAILABLE, f"{self._caller.name} takes no tools.")
        await self._attempts.wait(failed.error)


class _ToolCaller(Caller):
    """Makes calls that leave it to the model whether it uses a tool."""

    def _set_up(self, chat: "BaseChatModel", prompt: Prompt, shape: Shape, way: Way) -> "Runnable[Any, BaseMessage]":
        tools = prompt.tools if isinstance(prompt, _Conversation) else ()
        return chat.bind_tools([_as_function(tool) for tool in tools])

    def _messages(self, prompt: Prompt, shape: Shape, way: Way) -> "list[BaseMessage]":
        steps = prompt.steps if isinstance(prompt, _Conversation) else ()
        first = messages(self.provider, way, prompt, shape)
        return [*first, *(message for step in steps for message in _messages_of(step))]

    def _read(self, answer: "BaseMessage", shape: Shape) -> Message:
        return read_calls(answer, shape)

    def _expected(self, prompt: Prompt, shape: Shape) -> Tokens:
        said = super()._expected(prompt, shape)
        steps = prompt.steps if isinstance(prompt, _Conversation) else ()
        return Tokens(said.input + sum(tokens_of(text) for step in steps for text in step.results), said.output)

    def _shown(self, prompt: Prompt) -> dict[str, JsonValue]:
        steps = prompt.steps if isinstance(prompt, _Conversation) else ()
        shown: list[JsonValue] = [
            {"calls": [_call_shown(call) for call in step.turn.calls], "results": list[JsonValue](step.results)}
            for step in steps
        ]
        return {**super()._shown(prompt), "steps": shown}


def _as_function(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def _messages_of(step: ToolStep) -> "list[BaseMessage]":
    from langchain_core.messages import AIMessage, ToolMessage

    calls = [{"id": call.id, "name": call.name, "args": dict(call.arguments)} for call in step.turn.calls]
    results = [
        ToolMessage(content=text, tool_call_id=call.id, name=call.name)
        for call, text in zip(step.turn.calls, step.results, strict=True)
    ]
    return [AIMessage(content=step.turn.text, tool_calls=calls), *results]


def read_calls(answer: "BaseMessage", shape: Shape = _SHAPE) -> _ToolMessage:
    """What a message of LangChain holds, with all calls of tools; those whose arguments are broken but can be read
    are among them.
    """
    read = read_message(answer, shape)
    whole = cast("list[dict[str, Any]]", getattr(answer, "tool_calls", ()))
    broken = cast("list[dict[str, Any]]", getattr(answer, "invalid_tool_calls", ()))
    calls = [_call(each, each["args"]) for each in whole]
    for each in broken:
        try:
            calls.append(_call(each, read_json(str(each.get("args") or "")).value))
        except ValueError:
            continue
    shown: list[JsonValue] = [_call_shown(call) for call in calls]
    return _ToolMessage(
        arguments=shown,
        text=str(answer.text),
        stop=read.stop,
        refusal=read.refusal,
        tokens=read.tokens,
        headers=read.headers,
        calls=tuple(calls),
    )


def calls_of(message: Message, tools: Sequence[Tool]) -> tuple[ToolCall, ...]:
    """The calls of a message, each with an id of its own; also one that a small model wrote as text."""
    calls = message.calls if isinstance(message, _ToolMessage) else ()
    if not calls:
        calls = _written(message.text, {tool.name for tool in tools})
    seen: set[str] = set()
    given: list[ToolCall] = []
    for number, call in enumerate(calls, 1):
        own = call.id if call.id and call.id not in seen else f"call_{number}"
        seen.add(own)
        given.append(ToolCall(own, call.name, call.arguments))
    return tuple(given)


def _written(text: str, names: set[str]) -> tuple[ToolCall, ...]:
    """A call that stands in the text as JSON: `{"name": ..., "arguments": {...}}`."""
    if "{" not in text:
        return ()
    try:
        value = read_json(text).value
    except ValueError:
        return ()
    found = value if isinstance(value, list) else [value]
    calls = [each for each in found if isinstance(each, dict) and each.get("name") in names]
    return tuple(_call(each, each.get("arguments", each.get("parameters"))) for each in calls)


def _call(call: "dict[str, Any] | dict[str, JsonValue]", arguments: JsonValue) -> ToolCall:
    return ToolCall(str(call.get("id") or ""), str(call.get("name")), arguments if isinstance(arguments, dict) else {})


def _call_shown(call: ToolCall) -> JsonValue:
    return {"name": call.name, "arguments": dict(call.arguments)}
