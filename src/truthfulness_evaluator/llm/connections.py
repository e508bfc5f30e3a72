"""Connections to servers of chat models, kept by the process and shared by its runs.

LangChain keeps one HTTP client for all chat models with the same address and time-out. Ours must not be those of the
program that we run in, which uses them on another event loop, nor those of the process that this one was forked from.
So each server gets a time-out of its own, a little longer than asked for; and the clients of servers that are out of
use are closed, when there are many and at the end of the process.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any
from weakref import WeakSet

from truthfulness_evaluator.llm.loop import before_the_end, held_loop

KEPT = 4
"""Servers whose connections are kept open though no run uses them."""
_STEP_S = 0.000_1
"""How much longer a time-out is than that of the server before."""
_NAMES = ("root_async_client", "_async_client")
"""Where LangChain's classes for OpenAI and Anthropic keep the vendor's client, once it is made."""


class Connection:
    """One server's. Whoever uses it holds it; then it stays open.

    Args:
        timeout_s: for the clients of this server; no other one has the same.
    """

    def __init__(self, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        self.users: WeakSet[object] = WeakSet()
        self._client: Any = None

    def made_by(self, chat: object) -> None:
        """Note the vendor's client that a chat model has made, so that it can be closed."""
        if self._client is None:
            self._client = next(filter(None, (vars(chat).get(name) for name in _NAMES)), None)

    async def close(self) -> None:
        """Close what is open. On the held loop only."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


class _Connections:
    def __init__(self) -> None:
        self.lock = Lock()
        self.by_server: OrderedDict[Hashable, Connection] = OrderedDict()
        self.made = 0


_ALL = _Connections()


def connect(server: Hashable, timeout_s: float, user: object) -> Connection:
    """The connection to a server.

    Args:
        server: names it, with all that its connections depend on.
        timeout_s: seconds.
        user: as long as it lives, the connection is not closed.
    """
    key = (server, timeout_s)
    with _ALL.lock:
        connection = _ALL.by_server.get(key)
        if connection is None:
            _ALL.made += 1
            connection = _ALL.by_server[key] = Connection(timeout_s + _ALL.made * _STEP_S)
        _ALL.by_server.move_to_end(key)
        connection.users.add(user)
        unused = [each for each, other in _ALL.by_server.items() if not other.users]
        closed = [_ALL.by_server.pop(each) for each in unused[: len(_ALL.by_server) - KEPT]]
    for each in closed:
        asyncio.run_coroutine_threadsafe(each.close(), held_loop())
    return connection


async def _close_all() -> None:
    with _ALL.lock:
        connections = list(_ALL.by_server.values())
        _ALL.by_server.clear()
    for connection in connections:
        await connection.close()


def _after_fork() -> None:
    made = _ALL.made
    _ALL.__init__()
    _ALL.made = made + 1


before_the_end(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
