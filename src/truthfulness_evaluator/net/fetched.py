"""What comes of fetching a page: the page, or why there is none."""

from dataclasses import dataclass
from enum import StrEnum

from truthfulness_evaluator.core.errors import TruthfulnessError


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it was sent, decompressed."""

    url: str
    """As it was asked for."""
    final_url: str
    """After all redirects."""
    media_type: str
    """`text/html`, in lower case and without parameters."""
    charset: str | None
    """As the header says it; None: it does not."""
    content: bytes
    retrieved_at: str
    """UTC, ISO 8601."""


class FetchProblem(StrEnum):
    """Why a page was not fetched."""

    BAD_URL = "bad url"
    """No http or https, no host, a user or password in it, a port that no web server has."""
    REFUSED_ADDRESS = "refused address"
    """Its host is, or resolves to, an address that is not public."""
    UNRESOLVED = "unresolved"
    """Its name has no address."""
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TOO_LARGE = "too large"
    CONTENT_TYPE = "content type"
    """No text, HTML or PDF."""
    TOO_MANY_REDIRECTS = "too many redirects"
    ROBOTS = "robots"
    """The host's robots.txt does not allow it."""
    RATE_LIMITED = "rate limited"
    BLOCKED = "blocked"
    """403, 401, 202, or a captcha in place of the page."""
    NOT_FOUND = "not found"
    SERVER_ERROR = "server error"


class FetchError(TruthfulnessError):
    """A page that was not fetched.

    Args:
        problem: why.
        message: one sentence, without the query of the address.
        retryable: whether the same request may succeed later.
    """

    def __init__(self, problem: FetchProblem, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.problem = problem
        self.retryable = retryable
