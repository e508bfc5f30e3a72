"""A provider's limits: requests and tokens a minute, and what its headers say of them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from fakellm.faults import check_keys, tuples
from fakellm.names import Json

RETRY_AFTER = ("vendor", "seconds", "ms", "both", "none")


@dataclass(frozen=True)
class Capacity:
    """Limits for ``models`` (empty: all), each model by itself.

    Each limit is a bucket that holds ``burst_s`` seconds' worth and fills up
    continuously.  A request takes one from the first and its prompt's tokens from
    the second; the tokens of the answer are taken afterwards.  ``retry_after``
    says how a refusal names the wait: as the vendor does (OpenAI: both headers,
    Anthropic: seconds), in ``seconds``, in ``ms``, ``both`` or ``none``.
    """

    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    models: tuple[str, ...] = ()
    burst_s: float = 60.0
    retry_after: str = "vendor"

    def __post_init__(self) -> None:
        if self.retry_after not in RETRY_AFTER:
            raise ValueError(f"unknown retry_after {self.retry_after!r}; one of {', '.join(RETRY_AFTER)}")

    @classmethod
    def from_json(cls, data: Json) -> Capacity:
        return cls(**tuples(check_keys(cls, data), "models"))


@dataclass(frozen=True)
class Limit:
    """The state of one limit, as a reply's headers tell it."""

    name: str  # requests or tokens
    limit: int  # a minute
    remaining: int
    full_in_s: float  # until the bucket is full again


@dataclass(frozen=True)
class Refusal:
    """Why a request was not admitted."""

    name: str  # requests or tokens
    limit: int
    asked: int
    wait_s: float | None  # None: waiting does not help, it is too large


class _Bucket:
    def __init__(self, name: str, per_minute: float, burst_s: float) -> None:
        self.name = name
        self.per_minute = per_minute
        self._per_s = per_minute / 60
        self._size = max(1.0, self._per_s * burst_s)
        self._level = self._size
        self._updated = time.monotonic()

    def refuse(self, amount: float) -> Refusal | None:
        """Why ``amount`` cannot be taken now; None if it can."""
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._updated) * self._per_s)
        self._updated = now
        if amount <= self._level:
            return None
        wait = (amount - self._level) / self._per_s if amount <= self._size else None
        return Refusal(self.name, round(self.per_minute), round(amount), wait)

    def take(self, amount: float) -> None:
        self._level -= amount

    def state(self) -> Limit:
        self.refuse(0)  # brings the level up to date
        return Limit(
            self.name,
            round(self.per_minute),
            max(0, math.floor(self._level)),
            (self._size - self._level) / self._per_s,
        )


class Meter:
    """Counts requests and tokens against the scenario's capacities."""

    def __init__(self, capacities: Sequence[Capacity]) -> None:
        self._capacities = capacities
        self._lock = threading.Lock()
        self._buckets: dict[str, list[_Bucket]] = {}

    def capacity(self, model: str) -> Capacity | None:
        """The first capacity that holds for the model."""
        holds = (c for c in self._capacities if not c.models or model in c.models)
        return next(holds, None)

    def _of(self, model: str) -> list[_Bucket]:
        if model not in self._buckets:
            capacity = self.capacity(model) or Capacity()
            limits = {
                "requests": capacity.requests_per_minute,
                "tokens": capacity.tokens_per_minute,
            }
            self._buckets[model] = [_Bucket(name, limit, capacity.burst_s) for name, limit in limits.items() if limit]
        return self._buckets[model]

    def admit(self, model: str, tokens: int) -> Refusal | None:
        """Take a request with so many tokens in its prompt, or say why not."""
        amounts = {"requests": 1, "tokens": tokens}
        with self._lock:
            buckets = self._of(model)
            refusals = [r for b in buckets if (r := b.refuse(amounts[b.name]))]
            if refusals:  # the longest wait; too large comes first
                return max(refusals, key=lambda r: math.inf if r.wait_s is None else r.wait_s)
            for bucket in buckets:
                bucket.take(amounts[bucket.name])
            return None

    def charge(self, model: str, tokens: int) -> None:
        """Take the tokens of an answer."""
        with self._lock:
            for bucket in self._of(model):
                if bucket.name == "tokens":
                    bucket.take(tokens)

    def limits(self, model: str) -> list[Limit]:
        with self._lock:
            return [bucket.state() for bucket in self._of(model)]


def retry_headers(wait_s: float, style: str) -> dict[str, str]:
    """The wait in seconds, in milliseconds, or in both."""
    headers: dict[str, str] = {}
    if style in ("seconds", "both"):
        headers["Retry-After"] = str(math.ceil(wait_s))
    if style in ("ms", "both"):
        headers["Retry-After-Ms"] = str(math.ceil(wait_s * 1000))
    return headers
