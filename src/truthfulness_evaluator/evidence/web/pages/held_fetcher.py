"""The fetcher of a run, on the event loop that the process holds; closed when nobody uses it any more."""

import asyncio
from collections.abc import Sequence
from weakref import WeakSet, finalize

from truthfulness_evaluator.llm.loop import before_the_end, held_loop
from truthfulness_evaluator.net.fetched import Fetched
from truthfulness_evaluator.net.fetching import Fetcher

_OPEN: WeakSet[Fetcher] = WeakSet()


class HeldFetcher:
    """Fetches pages. Its connections are closed with it, or with the process.

    Args:
        allow_hosts: hosts that need not be public.
        timeout_s: seconds for one page.

    Raises:
        UsageError: an entry of `allow_hosts` is no host.
    """

    def __init__(self, allow_hosts: Sequence[str], timeout_s: float) -> None:
        self._fetcher = Fetcher(allow_hosts=allow_hosts, timeout_s=timeout_s)
        _OPEN.add(self._fetcher)
        finalize(self, _close, self._fetcher, held_loop()).atexit = False

    async def fetch(self, url: str) -> Fetched:
        """A page. On the held loop only.

        Raises:
            FetchError: there is none.
        """
        return await self._fetcher.fetch(url)


def _close(fetcher: Fetcher, loop: asyncio.AbstractEventLoop) -> None:
    _OPEN.discard(fetcher)
    if loop.is_running():
        asyncio.run_coroutine_threadsafe(fetcher.aclose(), loop)


async def _close_all() -> None:
    for fetcher in list(_OPEN):
        await fetcher.aclose()


before_the_end(_close_all)
