"""Work that keeps a processor busy, beside the event loop and by few threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_THREADS = ThreadPoolExecutor(2, "truthfulness-evaluator-web")
"""Python runs one thread at a time: the more of them there are, the longer the event loop waits for its turn, and hosts
for their next request. Two, so that a page that takes long to read does not hold up the others."""


async def aside(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a function gives, while the loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, lambda: work(*args, **kwargs))
