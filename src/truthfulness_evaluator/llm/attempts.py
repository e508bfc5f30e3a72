"""The attempts that one request to a chat model takes: how many, how long apart, and when there is no use in more."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.calls import Caller
from truthfulness_evaluator.llm.replies import Message
from truthfulness_evaluator.llm.resources import Resources, interrupted
from truthfulness_evaluator.llm.retries import delay
from truthfulness_evaluator.models.vote import FailureKind

_T = TypeVar("_T")


class Attempts:
    """The attempts of one request."""

    def __init__(self, caller: Caller, resources: Resources) -> None:
        self.sent = 0
        """Calls that were made."""
        self._name = caller.name
        self._state = caller.state
        self._resources = resources
        self._lost = 0
        """Calls that brought no message, since others have brought one."""
        self._answered = self._state.answered
        """Messages to anyone, when a call of this request last failed."""

    async def until_answered(self, attempt: Callable[[], Awaitable[_T | None]]) -> _T:
        """What an attempt brings; after None there is another.

        Raises:
            ModelCallError: an attempt raised it, the model can answer no more, or the run was interrupted.
        """
        self._state.check()
        try:
            while True:
                result = await attempt()
                if result is not None:
                    return result
        except ModelCallError as error:
            error.attempts = self.sent
            raise
        except asyncio.CancelledError:
            if self._resources.interrupted:
                raise interrupted(self.sent) from None
            raise

    def count(self, message: Message) -> None:
        """Count a message that came.

        Raises:
            ModelCallError: it is a refusal.
        """
        self.sent += 1
        self._state.lost = 0
        self._state.answered += 1
        if message.refused:
            raise ModelCallError(FailureKind.REFUSED, f"{self._name} declines to answer.")

    async def wait(self, error: ModelCallError) -> None:
        """Wait until there is use in another call.

        Raises:
            ModelCallError: the given one, where there is none.
        """
        if error.final:
            self._state.final = error
            raise error
        if error.retry_after_s is not None and self._state.answered > self._answered:
            self._lost = 0  # Others get answers: it is the right pace that is being found.
        self._answered = self._state.answered
        self._lost += 1
        wait = delay(error, self._lost, lost=self._state.lost, backoff_s=self._resources.backoff_s)
        left = self._resources.budget.seconds_left()
        if wait is None or (left is not None and wait >= left):
            self._state.lost += error.retryable
            raise error
        await asyncio.sleep(wait)
