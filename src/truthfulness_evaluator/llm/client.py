"""The chat client: asks one chat model for JSON, and does what it can to get it.

    client = ChatClient("gpt-4o", config=config, resources=resources)     # an Asker, see `llm.asking`
    reply = await client.ask(prompt, shape)                               # from any event loop
    reply = run(client.ask(prompt, shape))                                # from code without one, see `llm.loop`

`ask` may be called any number of times at once: it waits for its turn (`llm_concurrency`, `llm_requests_per_minute`,
what the server says), tries again what may pass, finds out once by which way the model gives JSON (`llm.ways`), and
counts and traces each call (`llm.resources`). It raises ModelCallError where there is no usable answer:

    kind              final   attempts
    auth, quota       yes     1; 0 for what is asked later, without a call; so with a model that is not known
    timeout           no      2
    rate_limited      no      4; 8 where the server says how long to wait
    unavailable       no      4
    bad_answer        no      2, or each way once where none has worked yet: empty, no JSON, or JSON of another form
    refused           no      1: the model or a filter declines
    context_too_long  no      1: ask for less
    limit             no      0: max_cost, max_calls or max_seconds would be passed
    interrupted       no      of `Resources.interrupt`

A refused way or temperature is no failure: the next call does without. Where several requests in a row got no
answer, each gets a single attempt until one succeeds. `Reply.value` is an object that has at least one of the
properties that the shape requires; no more than that is certain.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.asking import Prompt, Reply, Shape
from truthfulness_evaluator.llm.attempts import Attempts
from truthfulness_evaluator.llm.calls import Caller, CallFailedError
from truthfulness_evaluator.llm.loop import on_held_loop
from truthfulness_evaluator.llm.replies import BadAnswerError, Tokens, read_value
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.llm.ways import TEXT, Way
from truthfulness_evaluator.models.vote import FailureKind

if TYPE_CHECKING:
    from truthfulness_evaluator.core.config import EvaluatorConfig


class ChatClient:
    """An `Asker`, see the module.

    Args:
        name: of the model, with or without `provider:` before it.
        config: where it is, and its settings.
        resources: of the run.

    Raises:
        ModelConfigError: it cannot be made: no provider, no key, no package.
    """

    def __init__(self, name: str, *, config: "EvaluatorConfig", resources: Resources) -> None:
        self._caller = Caller(name, config, resources)
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

    @property
    def priced(self) -> bool:
        """Whether its price is known, so that `max_cost` can be kept."""
        return self.cost(1, 1) is not None

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """US dollars of so many tokens, by the list prices; None: unknown."""
        return self._caller.cost(Tokens(input_tokens, output_tokens))

    async def ask(self, prompt: Prompt, shape: Shape) -> Reply:
        """The answer to a request, see the module.

        Raises:
            ModelCallError: there is none.
        """
        asking = _Asking(self._caller, self._resources)
        return await on_held_loop(self._resources.unless_interrupted(asking.ask(prompt, shape)))


class _Asking:
    """One request on its way to an answer."""

    def __init__(self, caller: Caller, resources: Resources) -> None:
        self._caller = caller
        self._state = caller.state
        self._resources = resources
        self._attempts = Attempts(caller, resources)
        self._bad = 0
        """Messages that were no answer."""
        self._tried: set[Way] = set()
        """Ways that are not to be tried again."""

    async def ask(self, prompt: Prompt, shape: Shape) -> Reply:
        return await self._attempts.until_answered(partial(self._attempt, prompt, shape))

    async def _attempt(self, prompt: Prompt, shape: Shape) -> Reply | None:
        """The answer; None: once more.

        Raises:
            ModelCallError: there is none, and there will be none.
        """
        ways = self._state.ways
        way = ways.next(self._tried) or TEXT
        try:
            message = await self._caller.call(prompt, shape, way)
        except CallFailedError as failed:
            await self._after_failure(failed, way)
            return None
        self._attempts.count(message)
        try:
            if len(message.text) > _LONG:
                value, truncated = await asyncio.to_thread(read_value, message, shape)
            else:
                value, truncated = read_value(message, shape)
        except BadAnswerError as problem:
            self._after_bad_answer(way, problem)
            return None
        if ways.prove(way):
            self._resources.remember(self._state)
        return Reply(value, truncated, self._attempts.sent)

    async def _after_failure(self, failed: CallFailedError, way: Way) -> None:
        """Get ready for a further attempt, if there is to be one."""
        self._attempts.sent += failed.was_sent
        ways, error = self._state.ways, failed.error
        if failed.lacks is not None:
            ways.refuse(failed.lacks)
            self._resources.remember(self._state)
            return
        if failed.may_lack and not error.final:
            if way not in (ways.proven, TEXT) and not ways.hopeless:
                self._try_no_more(way, error)
                return
            if way == ways.proven:
                ways.doubt(way)
        await self._attempts.wait(error)

    def _after_bad_answer(self, way: Way, problem: BadAnswerError) -> None:
        """Get ready for a further attempt, if there is to be one."""
        self._bad += 1
        ways = self._state.ways
        error = ModelCallError(FailureKind.BAD_ANSWER, f"{self._caller.name} gave {problem}.")
        if problem.truncated:
            pass  # That is not the way's fault.
        elif ways.proven is None and not ways.hopeless:
            self._try_no_more(way, error)
            return
        else:
            ways.doubt(way)
        if self._bad >= _BAD_ANSWERS:
            raise error

    def _try_no_more(self, way: Way, error: ModelCallError) -> None:
        """Go on to the next way; where there is none, the error holds."""
        self._state.ways.doubt(way)
        self._tried.add(way)
        if self._state.ways.next(self._tried) is None:
            raise error


_BAD_ANSWERS = 2
"""Answers that a model may give which are none."""
_LONG = 20_000
"""Characters of an answer that is read in another thread: others wait on this one."""
