"""One call of a chat model: waits for its turn, sets money aside, is counted and traced. It is not repeated here."""

import asyncio
import time
import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.connections import connect
from truthfulness_evaluator.llm.factory import create_chat_model
from truthfulness_evaluator.llm.failures import classify, read_failure
from truthfulness_evaluator.llm.prices import cost
from truthfulness_evaluator.llm.providers import ANTHROPIC, OPENAI, choose_provider
from truthfulness_evaluator.llm.replies import Message, Tokens, read_completion, read_message
from truthfulness_evaluator.llm.resources import Resources, interrupted
from truthfulness_evaluator.llm.retries import MAX_WAIT_S
from truthfulness_evaluator.llm.secrets_known import known_secrets
from truthfulness_evaluator.llm.trace import failure_entry
from truthfulness_evaluator.llm.ways import Way, bound, may_be_refused, messages, refused
from truthfulness_evaluator.models.vote import FailureKind
from truthfulness_evaluator.store.cache import JsonValue

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

    from truthfulness_evaluator.core.config import EvaluatorConfig

_ADDRESSES = ("OPENAI_API_BASE", "OPENAI_BASE_URL", "ANTHROPIC_API_URL", "ANTHROPIC_BASE_URL")
_URL_NAMES = ("openai_api_base", "anthropic_api_url", "base_url")
"""Where LangChain's classes keep the server's address."""
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_NEEDLESS = (
    "This model does not support OpenAI's structured output",
    "Invalid schema for OpenAI's structured output",
    "The model '.*' is deprecated and will reach end-of-life",
)
"""Beginnings of warnings of the clients: about what we find out and get over by ourselves, or is not for our users."""
_ECHO = 40
"""Characters of the prompt in a server's message that make it an echo of the prompt."""


@dataclass
class CallFailedError(Exception):
    """A call that brought no message."""

    error: ModelCallError
    lacks: str | None = None
    """What the server says that it lacks: `temperature`, or the way."""
    may_lack: bool = False
    """Whether that may be the reason, though the server does not say so."""
    was_sent: bool = True
    """Whether there was a call at all."""


class Caller:
    """Makes calls of one chat model. `call` runs on the held loop only.

    Args:
        name: of the model, as the user gave it.
        config: says where it is, and its settings.
        resources: of the run.

    Raises:
        ModelConfigError: it cannot be made.
    """

    def __init__(self, name: str, config: "EvaluatorConfig", resources: Resources) -> None:
        self.name = name
        self._resources = resources
        self._timeout_s = config.llm_timeout
        choice = choose_provider(name, llm_base_url=config.llm_base_url, llm_provider=config.llm_provider)
        self.provider = choice.provider
        self.model = choice.model
        addresses = (choice.base_url, *map(config.vendor_variable, _ADDRESSES))
        self._connection = connect((choice.provider, *addresses), config.llm_timeout, self)
        further: dict[str, Any] = {}
        if choice.provider in (OPENAI, ANTHROPIC):
            further["timeout"] = self._connection.timeout_s
        if choice.provider == OPENAI:
            further["include_response_headers"] = True
        self._chat = create_chat_model(name, config=config, **further)
        self.temperature: float | None = getattr(self._chat, "temperature", None)
        url = next((str(value) for each in _URL_NAMES if (value := getattr(self._chat, each, None))), "")
        self.url = url or choice.base_url or ""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        self._server = f"{parts.scheme}://{host}" if host else choice.provider
        self.address = f"{self._server}{parts.path}" if host else ""
        self._is_local = parts.hostname in _LOCAL
        self._secrets = known_secrets(self._chat, config, self.url)
        self.state = resources.state(self.provider, self._server, self.model)
        for beginning in _NEEDLESS:
            warnings.filterwarnings("ignore", message=beginning)

    def cost(self, tokens: Tokens) -> float | None:
        """US dollars of a call; None: unknown."""
        return cost(
            self.model,
            self.provider,
            tokens.input,
            tokens.output,
            cache_read=tokens.cache_read,
            cache_write=tokens.cache_write,
            base_url=self.url or None,
        )

    async def call(self, prompt: Prompt, shape: Shape, way: Way) -> Message:
        """The model's message.

        Raises:
            CallFailedError: there is none.
            ModelCallError: the call was not made; no further one is to be.
        """
        pace = self._resources.pace(self._server)
        await self._turn()
        try:
            self.state.check()
            if self._resources.interrupted:
                raise interrupted()
            reservation = await self._resources.budget.reserve(
                lambda: self._expected_cost(self._at_most(prompt, shape))
            )
            expected = self._expected(prompt, shape)
            paid: float | None = None
            try:
                message = await self._sent(prompt, shape, way, expected)
                paid = self.cost(message.tokens or expected) or 0.0
            except CallFailedError as failed:
                if failed.error.kind is not FailureKind.TIMEOUT:
                    paid = 0.0
                if failed.error.kind is FailureKind.RATE_LIMITED:
                    pace.rebuffed()
                    pace.pause(self.model, failed.error.retry_after_s or 0.0)
                raise
            finally:
                reservation.settle(paid)
            pace.welcomed(self.model, message.headers, expected.input + expected.output)
            return message
        finally:
            pace.leave()

    async def _turn(self) -> None:
        """Wait for it, but not beyond the end of the run."""
        budget, pace = self._resources.budget, self._resources.pace(self._server)
        budget.check()
        if pace.pause_of(self.model) > MAX_WAIT_S:
            message = f"{self.name} wants to be left alone for {pace.pause_of(self.model):.0f} seconds."
            raise ModelCallError(FailureKind.RATE_LIMITED, message, attempts=0)
        try:
            async with asyncio.timeout(budget.seconds_left()):
                await pace.enter(self.model)
        except TimeoutError:
            raise budget.time_is_up() from None

    def _expected_cost(self, expected: Tokens) -> float:
        amount = self.cost(expected) if self._resources.budget.max_cost is not None else 0.0
        if amount is None and not self._is_local:
            message = f"Not asked: the price of {self.name} is not known, so that max_cost cannot be kept."
            self.state.final = ModelCallError(FailureKind.LIMIT, message, final=True, attempts=0)
            self.state.check()
        return amount or 0.0

    async def _sent(self, prompt: Prompt, shape: Shape, way: Way, expected: Tokens) -> Message:
        """The call itself."""
        began = time.monotonic()
        sends_temperature = self.temperature is not None and self.state.ways.takes_temperature
        try:
            chat = self._set_up(self._chat if sends_temperature else self._without_temperature(), prompt, shape, way)
        except (NotImplementedError, ValueError, TypeError) as lacking:
            raise CallFailedError(classify(lacking, self.name, self._secrets), lacks=way, was_sent=False) from None
        outcome: Message | ModelCallError = interrupted()
        try:
            message = outcome = await self._answered(chat, prompt, shape, way, temperature=sends_temperature)
        except CallFailedError as failed:
            outcome = failed.error
            raise
        finally:
            self._connection.made_by(self._chat)
            self._note(prompt, shape, way, outcome, expected, time.monotonic() - began)
        return message

    async def _answered(
        self, chat: "Runnable[Any, BaseMessage]", prompt: Prompt, shape: Shape, way: Way, *, temperature: bool
    ) -> Message:
        """The answer of a chat model that is set up.

        Raises:
            CallFailedError: there is none.
        """
        try:
            async with asyncio.timeout(self._timeout_s):
                answer = await chat.ainvoke(self._messages(prompt, shape, way))
            return self._read(answer, shape)
        except Exception as raised:
            message = read_completion(raised)
            if message is not None:
                return message
            error, failure = self._failure(raised, prompt), read_failure(raised)
            lacks = refused(failure, way, temperature=temperature)
            may_lack = error.kind is FailureKind.UNAVAILABLE and may_be_refused(failure)
            raise CallFailedError(error, lacks, may_lack) from raised

    # What other kinds of requests do in other ways.

    def _set_up(self, chat: "BaseChatModel", prompt: Prompt, shape: Shape, way: Way) -> "Runnable[Any, BaseMessage]":
        """The chat model, ready to be asked; raises as `bound`."""
        return bound(chat, self.provider, way, shape)

    def _messages(self, prompt: Prompt, shape: Shape, way: Way) -> "list[BaseMessage]":
        return messages(self.provider, way, prompt, shape)

    def _read(self, answer: "BaseMessage", shape: Shape) -> Message:
        return read_message(answer, shape)

    def _expected(self, prompt: Prompt, shape: Shape) -> Tokens:
        """What the call will roughly take."""
        return Tokens(*self.state.output.of(prompt, shape))

    def _at_most(self, prompt: Prompt, shape: Shape) -> Tokens:
        """What the call will hardly pass."""
        expected = self._expected(prompt, shape)
        return replace(expected, output=round(expected.output * self.state.output.margin(shape)))

    def _shown(self, prompt: Prompt) -> dict[str, JsonValue]:
        """The prompt, for the trace."""
        return {"system": prompt.system, "shared": prompt.shared, "question": prompt.question}

    def _without_temperature(self) -> "BaseChatModel":
        if self.temperature is None:
            return self._chat
        return self._chat.model_copy(update={"temperature": None})

    def _failure(self, raised: Exception, prompt: Prompt) -> ModelCallError:
        error = classify(raised, self.name, self._secrets)
        asked = f"{prompt.system}\n{prompt.shared}\n{prompt.question}"
        echo = any(error.message[at : at + _ECHO] in asked for at in range(max(0, len(error.message) - _ECHO)))
        if echo:  # What was asked is no part of a message.
            error = ModelCallError(
                error.kind,
                error.message.split(": ")[0] + ".",
                retryable=error.retryable,
                final=error.final,
                retry_after_s=error.retry_after_s,
            )
        return error

    def _note(
        self,
        prompt: Prompt,
        shape: Shape,
        way: Way,
        outcome: Message | ModelCallError,
        expected: Tokens,
        duration_s: float,
    ) -> None:
        """Count the call, and trace it."""
        message, error = (outcome, None) if isinstance(outcome, Message) else (None, outcome)
        tokens = (message.tokens or expected) if message else Tokens()
        price = self.cost(tokens) if message else 0.0
        self._resources.ledger.count(
            self.name, calls=1, input_tokens=tokens.input, output_tokens=tokens.output, cost=price
        )
        if message and message.tokens:
            self.state.output.saw(prompt, shape, tokens.output)
        if self._resources.trace is None:
            return
        entry: dict[str, JsonValue] = {
            "model": self.name,
            "way": way,
            "task": shape.name,
            "prompt": self._shown(prompt),
            "answer": (message.arguments or message.text or message.refusal) if message else None,
            "input_tokens": tokens.input,
            "output_tokens": tokens.output,
            "cost": price,
            "duration_s": round(duration_s, 3),
            "failure": failure_entry(error.kind, error.message) if error else None,
        }
        self._resources.trace.write(entry)
