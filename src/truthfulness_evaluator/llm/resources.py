"""What the chat clients of one run share: limits, pace, usage, trace, and what is known of each model.

    resources = Resources.of(config, cache=cache)
    asker = ChatClient("gpt-4o", config=config, resources=resources)
    reply = await asker.ask(prompt, shape)
    resources.ledger.usages()      list[ModelUsage], by model
    resources.interrupt()          from any thread or a signal's handler: what waits or runs ends with INTERRUPTED, and
                                   so does what is asked later

The limits `max_cost`, `max_calls` and `max_seconds` hold for all clients with the same resources together; the clock
starts with the first call.
"""

import asyncio
import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.budget import Budget
from truthfulness_evaluator.llm.estimates import OutputGuess
from truthfulness_evaluator.llm.pacing import Pace
from truthfulness_evaluator.llm.retries import BACKOFF_S
from truthfulness_evaluator.llm.trace import Trace
from truthfulness_evaluator.llm.usage import UsageLedger
from truthfulness_evaluator.llm.ways import WayMemory, ways_of
from truthfulness_evaluator.models.vote import FailureKind
from truthfulness_evaluator.store.cache import Cache

if TYPE_CHECKING:
    from truthfulness_evaluator.core.config import EvaluatorConfig

WAYS = "ways"
"""Namespace of the cache for what is known of each model."""

_KNOWN_FOR_S = 7 * 24 * 3600.0
"""Servers learn: after a week it is found out anew."""

_T = TypeVar("_T")


@dataclass(slots=True)
class ModelState:
    """What is known of one model of one server in this run."""

    ways: WayMemory
    key: str
    """In the cache."""
    output: OutputGuess = field(default_factory=OutputGuess)
    final: ModelCallError | None = None
    """Why no call can succeed any more."""
    answered: int = 0
    """Calls that brought a message."""
    lost: int = 0
    """Requests in a row that got no answer in spite of all attempts."""

    def check(self) -> None:
        """Nothing is asked of a model that can no longer answer.

        Raises:
            ModelCallError: it cannot.
        """
        if self.final is not None:
            raise ModelCallError(self.final.kind, self.final.message, final=True, attempts=0)


@dataclass(slots=True)
class Resources:
    """See the module."""

    budget: Budget = field(default_factory=Budget)
    ledger: UsageLedger = field(default_factory=UsageLedger)
    trace: Trace | None = None
    cache: Cache | None = None
    backoff_s: float = BACKOFF_S
    """Seconds before the first further attempt."""
    new_pace: Callable[[], Pace] = field(default=lambda: Pace(8))
    _paces: dict[str, Pace] = field(default_factory=dict[str, Pace])
    _states: dict[tuple[str, str, str], ModelState] = field(default_factory=dict[tuple[str, str, str], ModelState])
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _interrupted: threading.Event = field(default_factory=threading.Event)
    _running: set["asyncio.Task[Any]"] = field(default_factory=set["asyncio.Task[Any]"])

    @classmethod
    def of(
        cls,
        config: "EvaluatorConfig",
        *,
        cache: Cache | None = None,
        trace: Path | None = None,
        backoff_s: float = BACKOFF_S,
    ) -> "Resources":
        """As a configuration has it.

        Args:
            config: limits, pace, and the file of the trace.
            cache: keeps what is known of each model between runs; it is not closed here.
            trace: another file than the configured one.
            backoff_s: seconds before the first further attempt.

        Raises:
            SettingsError: the trace cannot be written.
        """
        path = trace or (Path(config.trace) if config.trace else None)
        return cls(
            budget=Budget(config.max_cost, config.max_calls, config.max_seconds),
            trace=Trace(path) if path else None,
            cache=cache,
            backoff_s=backoff_s,
            new_pace=lambda: Pace(config.llm_concurrency, config.llm_requests_per_minute),
        )

    @property
    def interrupted(self) -> bool:
        """Whether the run was interrupted."""
        return self._interrupted.is_set()

    def interrupt(self) -> None:
        """End what waits or runs, and all that is asked later, with INTERRUPTED. From anywhere; once is enough."""
        self._interrupted.set()
        for task in list(self._running):
            task.get_loop().call_soon_threadsafe(task.cancel)

    def go_on(self) -> None:
        """Begin anew after an interruption, once all that it ended is over."""
        if not self._running:
            self._interrupted.clear()

    async def unless_interrupted(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """The result of a coroutine that ends when the run is interrupted. On the held loop.

        Raises:
            ModelCallError: `interrupted`.
        """
        task = asyncio.ensure_future(coroutine)
        self._running.add(task)
        try:
            if self.interrupted:
                task.cancel()
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait([task])
            raise
        finally:
            self._running.discard(task)
        if task.cancelled():
            raise interrupted()
        return task.result()

    def pace(self, server: str) -> Pace:
        """The pace of a server."""
        with self._lock:
            if server not in self._paces:
                self._paces[server] = self.new_pace()
            return self._paces[server]

    def state(self, provider: str, server: str, model: str) -> ModelState:
        """What is known of a model."""
        name = (provider, server, model)
        with self._lock:
            if name not in self._states:
                key = hashlib.sha256("\n".join(name).encode()).hexdigest()
                self._states[name] = ModelState(WayMemory(ways_of(provider, model), self._known(key)), key)
            return self._states[name]

    def remember(self, state: ModelState) -> None:
        """Keep what is known of a model for the next run."""
        if self.cache is not None:
            with suppress(sqlite3.OperationalError):  # The next run finds it out again.
                self.cache.put(WAYS, state.key, {**state.ways.note(), "time": time.time()})

    def _known(self, key: str) -> object:
        if self.cache is None:
            return None
        try:
            known = self.cache.get(WAYS, key)
        except sqlite3.OperationalError:
            return None
        if not isinstance(known, dict):
            return None
        noted = known.get("time")
        return known if isinstance(noted, int | float) and noted > time.time() - _KNOWN_FOR_S else None


def interrupted(attempts: int = 0) -> ModelCallError:
    """The failure of what the user interrupted."""
    message = "Not asked, or not answered: the run was interrupted."
    return ModelCallError(FailureKind.INTERRUPTED, message, attempts=attempts)
