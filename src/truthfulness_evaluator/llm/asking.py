"""What a chat model is asked, and what comes back: plain data, whatever the provider."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from truthfulness_evaluator.store.cache import JsonValue


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request. Its parts stand in this order, so that the providers' prefix caches can work.

    Texts of documents and evidence stand in fences only, see `llm.fences`.
    """

    system: str
    """The instructions: the same for all requests of a kind."""
    shared: str
    """What several requests have in common: the evidence, or the document. May be empty."""
    question: str
    """What this one asks."""
    version: str = ""
    """Names the wording: a part of the key of what is kept."""
    answer_tokens: int = 0
    """About how many the answer will take; 0: not known."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The JSON object that is wanted."""

    name: str
    """As providers want it: letters, digits, `_`."""
    schema: Mapping[str, JsonValue]
    """JSON Schema of an object, strict: every property is required, and no other is allowed."""
    example: str
    """An answer as JSON, shown to models that take no schema."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a chat model answered."""

    value: JsonValue
    """The JSON as it was read; it need not fit the shape: see to it."""
    truncated: bool = False
    """The answer was cut off at the model's limit; the items that are whole are in `value`."""
    attempts: int = 1
    """Calls that were made for it."""


class Asker(Protocol):
    """Asks one chat model."""

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""
        ...

    @property
    def settings(self) -> str:
        """What else its answers depend on (provider, address, temperature), without keys: for keys of what is kept."""
        ...

    async def ask(self, prompt: Prompt, shape: Shape) -> Reply:
        """The answer to a request; may wait for its turn and try again.

        Raises:
            ModelCallError: there is none.
        """
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a chat model may have done for it."""

    name: str
    """As providers want it: letters, digits, `_`."""
    description: str
    parameters: Mapping[str, JsonValue]
    """JSON Schema of an object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A chat model wants a tool to be used."""

    id: str
    """Tells it from the other calls of a conversation."""
    name: str
    """Need not be the name of a tool that there is."""
    arguments: Mapping[str, JsonValue]
    """As the model wrote them; they need not fit the tool."""


@dataclass(frozen=True, slots=True)
class ToolTurn:
    """What a chat model says in a conversation with tools."""

    calls: tuple[ToolCall, ...] = ()
    """None: it wants nothing more."""
    text: str = ""
    attempts: int = 1
    """Calls of the model that were made for it."""


@dataclass(frozen=True, slots=True)
class ToolStep:
    """A turn of the model, and what the tools gave for each of its calls."""

    turn: ToolTurn
    results: tuple[str, ...]
    """In the order of the calls. Texts of documents stand in fences only."""


class ToolAsker(Protocol):
    """Leads conversations with one chat model that may use tools."""

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""
        ...

    @property
    def settings(self) -> str:
        """As in `Asker`."""
        ...

    async def turn(self, prompt: Prompt, steps: Sequence[ToolStep], tools: Sequence[Tool]) -> ToolTurn:
        """What the model says next; may wait for its turn and try again.

        Args:
            prompt: what it was asked.
            steps: what has been said since, in order.
            tools: what it may use.

        Raises:
            ModelCallError: it says nothing that can be used.
        """
        ...
