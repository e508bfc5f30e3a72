"""What an answer says before its body is read. Pure: status and headers in, a problem or a media type out."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from truthfulness_evaluator.net.challenges import is_challenge
from truthfulness_evaluator.net.fetched import FetchProblem

MEDIA_TYPES = frozenset(
    ("text/html", "application/xhtml+xml", "text/plain", "text/markdown", "text/x-markdown", "application/pdf")
)
"""What is fetched: what is read as a document."""

_REST_S = 30.0
"""Seconds for which a host that is asked too often is left alone, where it does not say."""
_LONGEST_REST_S = 3600.0

_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([\w.:+-]{1,40})", re.IGNORECASE | re.ASCII)
_BY_STATUS = {
    202: FetchProblem.BLOCKED,
    204: FetchProblem.NOT_FOUND,
    404: FetchProblem.NOT_FOUND,
    408: FetchProblem.TIMEOUT,
    410: FetchProblem.NOT_FOUND,
    429: FetchProblem.RATE_LIMITED,
}
_PASSING = frozenset((FetchProblem.RATE_LIMITED, FetchProblem.TIMEOUT, FetchProblem.SERVER_ERROR))


def problem_of(status: int, headers: Mapping[str, str]) -> FetchProblem | None:
    """Why an answer is no page; None: it may be one.

    202 is what challenges are answered with; a 503 with Retry-After says that it was too much; every other refusal of
    the request (401, 403, 451) is one of the host.

    Args:
        status: of HTTP; no redirect.
        headers: in lower case.
    """
    if is_challenge(headers, b""):
        return FetchProblem.BLOCKED
    if status in (200, 203):
        return None
    if status == 503 and "retry-after" in headers:
        return FetchProblem.RATE_LIMITED
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return FetchProblem.BLOCKED if 400 <= status < 500 or status == 999 else FetchProblem.SERVER_ERROR


def may_pass(problem: FetchProblem) -> bool:
    """Whether the same request may succeed later."""
    return problem in _PASSING


def media_type_of(headers: Mapping[str, str]) -> tuple[str, str | None]:
    """Media type, in lower case (empty: not given), and charset, if the header says it."""
    value = headers.get("content-type", "")
    charset = _CHARSET.search(value)
    return value.split(";", 1)[0].strip().lower(), charset[1].lower() if charset else None


def rest_of(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Seconds for which a host wants to be left alone: 30 where it does not say, an hour at most.

    Args:
        headers: in lower case.
        now: the time; None: this moment's.
    """
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return min(float(value[:9]), _LONGEST_REST_S)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return _REST_S
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return min(max((until - (now or datetime.now(UTC))).total_seconds(), 0.0), _LONGEST_REST_S)
