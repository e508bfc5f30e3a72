"""One event loop for the whole process, in a thread of its own: the vendors' clients break on a second one.

Everything that talks to a chat model runs there, whoever asks: a script, a thread, a program with a running loop, a
notebook.

    run(coroutine)                  from code without a loop, or that may wait: blocks until it is done
    await on_held_loop(coroutine)   from a coroutine, whatever loop it runs on

Context variables of the caller are seen there. A process that was forked gets a loop of its own.
"""

import asyncio
import atexit
import concurrent.futures
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")

_POLL_S = 0.5
"""On Windows a wait can be interrupted only between two of these."""
_END_S = 2.0
"""Seconds that the end of the process waits for connections to be closed."""


@dataclass(frozen=True, slots=True)
class _Held:
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread


class _State:
    """The loop of this process, once there is one."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.held: _Held | None = None
        self.farewells: list[Callable[[], Awaitable[None]]] = []
        """What runs on the loop before it ends."""


_STATE = _State()


def held_loop() -> asyncio.AbstractEventLoop:
    """The loop; it is started where there is none yet."""
    with _STATE.lock:
        if _STATE.held is None:
            loop = asyncio.new_event_loop()
            ready = threading.Event()
            thread = threading.Thread(target=_serve, args=(loop, ready), name="truthfulness-evaluator", daemon=True)
            thread.start()
            ready.wait()
            _STATE.held = _Held(loop, thread)
        return _STATE.held.loop


def _serve(loop: asyncio.AbstractEventLoop, ready: threading.Event) -> None:
    asyncio.set_event_loop(loop)
    loop.call_soon(ready.set)
    loop.run_forever()


def is_on_held_loop() -> bool:
    """Whether this code runs on the loop."""
    return _STATE.held is not None and _STATE.held.thread is threading.current_thread()


def run(coroutine: Coroutine[Any, Any, _T], *, on_interrupt: Callable[[], object] | None = None) -> _T:
    """The result of a coroutine that runs on the loop; waits for it. May be called from any thread but the loop's own.

    Args:
        coroutine: what to run.
        on_interrupt: called when the user interrupts (Ctrl-C), for an orderly end; the wait then goes on. None, or a
            second interruption: the coroutine is cancelled and KeyboardInterrupt is raised.

    Example:
        >>> run(asyncio.sleep(0, "done"))
        'done'
    """
    if is_on_held_loop():
        coroutine.close()
        raise RuntimeError("run() would wait for itself: await the coroutine instead")
    future = asyncio.run_coroutine_threadsafe(coroutine, held_loop())
    try:
        while True:
            try:
                while not concurrent.futures.wait([future], timeout=_POLL_S).done:
                    pass
                break
            except KeyboardInterrupt:
                if on_interrupt is None:
                    raise
                on_interrupt()
                on_interrupt = None
    except BaseException:
        future.cancel()
        raise
    return future.result()


async def on_held_loop(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """The result of a coroutine that runs on the loop, awaited from whatever loop."""
    if is_on_held_loop():
        return await coroutine
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, held_loop()))


def before_the_end(farewell: Callable[[], Awaitable[None]]) -> None:
    """Have something run on the loop before it ends with the process."""
    _STATE.farewells.append(farewell)


def _end() -> None:
    """Close what is open and end the loop, so that nothing is left to be warned of."""
    held = _STATE.held
    if held is None or not held.thread.is_alive():
        return
    _STATE.held = None
    done = threading.Event()

    async def say_farewell() -> None:
        for farewell in _STATE.farewells:
            await farewell()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        done.set()

    asyncio.run_coroutine_threadsafe(say_farewell(), held.loop)
    if done.wait(_END_S):
        held.loop.call_soon_threadsafe(held.loop.stop)
        held.thread.join(_END_S)
        if not held.thread.is_alive():
            held.loop.close()


def _after_fork() -> None:
    """Threads do not survive a fork, and connections must not be shared: the child begins anew."""
    farewells = _STATE.farewells
    _STATE.__init__()
    _STATE.farewells = farewells


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
