"""Waits for a coroutine, with or without an event loop around."""

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
