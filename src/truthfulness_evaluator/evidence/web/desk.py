"""Questions that come one by one and are answered together, without a clock."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from truthfulness_evaluator.core.waiting import all_of

Q = TypeVar("Q")
A = TypeVar("A")


class Desk(Generic[Q, A]):
    """Takes questions. What comes while others are answered goes into the next turn, with all that came.

    A question that comes alone is answered at once; the more there are, and the longer an answer takes, the more go
    together. (Databases commit transactions in groups for the same reason.)

    Args:
        answer: answers some questions, in their order.
        grouped: which of those that wait go together.
    """

    def __init__(
        self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[A]]], grouped: Callable[[Sequence[Q]], list[list[Q]]]
    ) -> None:
        self._answer = answer
        self._grouped = grouped
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._serving: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """The answer to a question.

        Raises:
            Exception: whatever answering raised.
        """
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((question, future))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        return await future

    async def _serve(self) -> None:
        await asyncio.sleep(0)  # Who asks in the same turn of the loop comes along.
        try:
            while self._waiting:
                turn = [(each, future) for each, future in self._waiting if not future.done()]
                self._waiting = []
                futures = iter([future for _, future in turn])
                groups = self._grouped([question for question, _ in turn])
                await all_of(*(self._settle(group, [next(futures) for _ in group]) for group in groups))
        finally:
            for _, future in self._waiting:  # The loop ends, and nobody will answer.
                future.cancel()
            self._waiting = []

    async def _settle(self, questions: Sequence[Q], futures: Sequence[asyncio.Future[A]]) -> None:
        try:
            answers = await self._answer(questions)
        except Exception as error:  # Whoever asked is to have it, and the other questions their answers.
            for future in futures:
                if not future.done():
                    future.set_exception(error)
            return
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        for future, answer in zip(futures, answers, strict=True):
            if not future.done():
                future.set_result(answer)
