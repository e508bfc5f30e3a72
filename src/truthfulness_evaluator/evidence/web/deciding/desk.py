"""Questions that come one by one and are answered together, without a clock."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Desk(Generic[Q, A]):
    """Takes questions. While others are answered, those that come are collected until a group of them is full.

    A question that comes alone is answered at once; the more there are, and the longer an answer takes, the more go
    together. (Databases commit transactions in groups for the same reason.)

    Args:
        answer: answers some questions, in their order.
        grouped: which of those that wait go together, in their order; all groups but the last are full.
    """

    def __init__(
        self, answer: Callable[[Sequence[Q]], Awaitable[Sequence[A]]], grouped: Callable[[Sequence[Q]], list[list[Q]]]
    ) -> None:
        self._answer = answer
        self._grouped = grouped
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._answering: set[asyncio.Task[None]] = set()

    async def ask(self, question: Q) -> A:
        """The answer to a question.

        Raises:
            Exception: whatever answering raised.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting.append((question, future))
        loop.call_soon(self._hand_over)  # Who asks in the same turn of the loop comes along.
        return await future

    def _hand_over(self, _ended: object = None) -> None:
        """Has all groups answered that wait for nobody else."""
        self._waiting = [each for each in self._waiting if not each[1].done()]
        self._answering = {task for task in self._answering if not task.done()}
        groups = self._grouped([question for question, _ in self._waiting])
        for group in groups[:-1] if self._answering else groups:
            futures = [future for _, future in self._waiting[: len(group)]]
            del self._waiting[: len(group)]
            task = asyncio.get_running_loop().create_task(self._settle(group, futures))
            self._answering.add(task)
            task.add_done_callback(self._hand_over)

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
