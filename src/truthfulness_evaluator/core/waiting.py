"""Waits for coroutines: for one from wherever, for several at once."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")


def result_of(work: Coroutine[None, None, _T]) -> _T:
    """The result of a coroutine: here, or in a thread of its own where this one has a running loop.

    The result goes by a list, not as the task's own: where `asyncio.run` puts the handler of SIGINT back,
    it makes a repr of the task and all that the task returned, which takes seconds for a large report.
    """
    results: list[_T] = []

    async def keep() -> None:
        results.append(await work)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(keep())
    else:
        with ThreadPoolExecutor(1, "truthfulness-evaluator") as threads:
            threads.submit(asyncio.run, keep()).result()
    return results[0]


async def all_of(*work: Coroutine[object, object, _T]) -> list[_T]:
    """The results of work done at once, in the order given.

    Each piece is begun a turn of the event loop after the one before it: judges that begin together come by turns, and
    where a limit or an interruption ends the run, the claims at the beginning have the votes of all.

    Raises:
        Exception: the first that a piece of work raised; what is left of the work is cancelled, as it is with this.
    """
    running: list[asyncio.Task[_T]] = []
    try:
        async with asyncio.TaskGroup() as tasks:
            for each in work:
                running.append(tasks.create_task(each))
                await asyncio.sleep(0)
    except ExceptionGroup as group:
        raise group.exceptions[0] from None
    finally:
        for each in work[len(running) :]:
            each.close()
    return [each.result() for each in running]
