"""Questions that come one by one and are answered together."""

import asyncio
from collections.abc import Sequence

from truthfulness_evaluator.evidence.web.deciding.desk import Desk


class _Answering:
    """Answers with ten times the number; each turn waits for a sign."""

    def __init__(self) -> None:
        self.turns: list[list[int]] = []
        self.go = asyncio.Event()

    async def answer(self, questions: Sequence[int]) -> list[int]:
        self.turns.append(list(questions))
        await self.go.wait()
        if 13 in questions:
            raise ValueError("no thirteen")
        return [10 * each for each in questions]


def _pairs(questions: Sequence[int]) -> list[list[int]]:
    return [list(questions[at : at + 2]) for at in range(0, len(questions), 2)]


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_comes_while_others_are_answered_goes_together() -> None:
    async def main() -> None:
        answering = _Answering()
        desk = Desk(answering.answer, _pairs)
        first = asyncio.create_task(desk.ask(1))
        await _settle()
        later = [asyncio.create_task(desk.ask(number)) for number in (2, 3, 4)]
        await _settle()
        assert answering.turns == [[1], [2, 3]]  # A full group waits for nobody, one that is not full does.
        answering.go.set()
        assert [await each for each in (first, *later)] == [10, 20, 30, 40]
        assert answering.turns == [[1], [2, 3], [4]]
        assert await desk.ask(5) == 50

    asyncio.run(main())


def test_who_asks_at_the_same_time_goes_together() -> None:
    async def main() -> None:
        answering = _Answering()
        answering.go.set()
        desk = Desk(answering.answer, _pairs)
        assert await asyncio.gather(desk.ask(1), desk.ask(2)) == [10, 20]
        assert answering.turns == [[1, 2]]

    asyncio.run(main())


def test_an_error_is_theirs_who_asked_together() -> None:
    async def main() -> None:
        answering = _Answering()
        answering.go.set()
        desk = Desk(answering.answer, _pairs)
        answers = await asyncio.gather(*(desk.ask(each) for each in (1, 13, 2)), return_exceptions=True)
        assert [str(each) for each in answers] == ["no thirteen", "no thirteen", "20"]

    asyncio.run(main())


def test_who_does_not_wait_any_more_is_not_answered() -> None:
    async def main() -> None:
        answering = _Answering()
        desk = Desk(answering.answer, _pairs)
        first = asyncio.create_task(desk.ask(1))
        await _settle()
        gone = asyncio.create_task(desk.ask(2))
        await _settle()
        gone.cancel()
        await _settle()
        there = asyncio.create_task(desk.ask(3))
        await _settle()
        first.cancel()
        await _settle()
        answering.go.set()
        assert await there == 30
        assert answering.turns == [[1], [3]]

    asyncio.run(main())


def test_a_desk_outlives_the_loop_that_it_was_asked_in() -> None:
    hangs = [True]

    async def answer(questions: Sequence[int]) -> list[int]:
        if hangs[0]:
            await asyncio.Event().wait()
        return [10 * each for each in questions]

    desk = Desk(answer, _pairs)

    async def left() -> None:
        tasks = [asyncio.create_task(desk.ask(1))]
        await _settle()
        tasks.append(asyncio.create_task(desk.ask(2)))
        await _settle()
        assert not any(each.done() for each in tasks)

    asyncio.run(left())
    hangs[0] = False
    assert asyncio.run(desk.ask(3)) == 30
