"""When a call is made once more, and how long to wait before. Pure."""

import random

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.models.vote import FailureKind

BACKOFF_S = 0.5
"""Before the first further attempt; doubled for each one after it."""
MAX_BACKOFF_S = 8.0
MAX_WAIT_S = 120.0
"""A server that wants to be left alone for longer is not waited for."""
LOST = 3
"""After so many requests in a row that got no answer, each gets one attempt only, until one succeeds."""

_ATTEMPTS = {FailureKind.UNAVAILABLE: 4, FailureKind.RATE_LIMITED: 4, FailureKind.TIMEOUT: 2}
_ATTEMPTS_WHEN_TOLD = 8
"""Where the server says how long to wait: then it is the right pace that is being found."""


def delay(error: ModelCallError, failures: int, *, lost: int = 0, backoff_s: float = BACKOFF_S) -> float | None:
    """Seconds to wait before the next attempt; None: there is to be none.

    Args:
        error: how the last attempt failed.
        failures: attempts that failed so, this one included.
        lost: requests in a row, before this one, that got no answer.
        backoff_s: before the first further attempt.
    """
    told = error.retry_after_s
    limit = _ATTEMPTS.get(error.kind, 1)
    if told is not None and error.kind is FailureKind.RATE_LIMITED:
        limit = _ATTEMPTS_WHEN_TOLD
    if not error.retryable or failures >= limit or lost >= LOST or (told or 0) > MAX_WAIT_S:
        return None
    return (told or 0.0) + jitter(min(MAX_BACKOFF_S, backoff_s * 2 ** (failures - 1)), told=told is not None)


def jitter(seconds: float, *, told: bool) -> float:
    """A wait of about so long, so that clients that failed together do not come back together."""
    share = random.random()  # noqa: S311 (nothing is to be kept secret)
    return seconds * share if told else seconds * (1 + share) / 2
