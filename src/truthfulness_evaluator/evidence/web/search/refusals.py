"""What an answer that holds no results says: too many requests, taken for a robot, a wrong key, or simply broken."""

import re
from collections.abc import Mapping
from http import HTTPStatus

from truthfulness_evaluator.evidence.web.search.provider import SearchError
from truthfulness_evaluator.llm.failures import retry_after
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.net.challenges import is_challenge

_ROBOT = re.compile(
    r"captcha|verify (that )?you(’|'| a)re (a )?human|are you (a )?(human|robot)|unusual traffic|bots use \w+ too"
    r"|challenge-(form|platform)|access denied|automated (requests|queries)"
)
"""Words of pages that come in place of another for whoever is taken for a robot. In lower case."""
_TOO_MANY = re.compile(r"too many requests|rate.?limit")
_UNSEEN = re.compile(r"<(script|style|template|noscript)\b.*?(?:</\1|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE)
"""What a page does not show. It takes time in proportion to the page, whatever that is."""
_READ = 500_000
"""Characters of a page that are searched for such words."""

_KINDS: Mapping[int, FailureKind] = {
    HTTPStatus.ACCEPTED: FailureKind.BLOCKED,
    HTTPStatus.UNAUTHORIZED: FailureKind.AUTH,
    HTTPStatus.PAYMENT_REQUIRED: FailureKind.QUOTA,
    HTTPStatus.FORBIDDEN: FailureKind.BLOCKED,
    HTTPStatus.PROXY_AUTHENTICATION_REQUIRED: FailureKind.AUTH,
    HTTPStatus.REQUEST_TIMEOUT: FailureKind.TIMEOUT,
    HTTPStatus.TOO_MANY_REQUESTS: FailureKind.RATE_LIMITED,
    HTTPStatus.GATEWAY_TIMEOUT: FailureKind.TIMEOUT,
}
_SAID: Mapping[FailureKind, str] = {
    FailureKind.AUTH: "it does not accept the key",
    FailureKind.BLOCKED: "it takes this program for a robot, or does not serve it",
    FailureKind.QUOTA: "what the key allows is used up",
    FailureKind.RATE_LIMITED: "it was asked too often",
    FailureKind.TIMEOUT: "it took too long",
    FailureKind.UNAVAILABLE: "it is out of order",
    FailureKind.BAD_ANSWER: "it is no answer to a search",
}


def by_status(
    service: str,
    status: int,
    headers: Mapping[str, str],
    text: str,
    kinds: Mapping[int, FailureKind] | None = None,
) -> SearchError | None:
    """The error that an answer is by its status; None where it is 200.

    Args:
        service: named in the message.
        status: of HTTP.
        headers: in lower case.
        text: of the body; read for what it says of limits, and not shown.
        kinds: what statuses mean that are the service's own.
    """
    if status == HTTPStatus.OK:
        return None
    kind = (kinds or {}).get(status) or _KINDS.get(status)
    if kind is None:
        kind = FailureKind.UNAVAILABLE if status >= HTTPStatus.INTERNAL_SERVER_ERROR else FailureKind.BAD_ANSWER
        kind = refusal_in(text) or kind
    return error(service, kind, f"HTTP {status}", retry_after_s=retry_after(headers))


def by_page(service: str, text: str) -> SearchError:
    """The error that a page is which came with status 200 in place of results."""
    return error(service, refusal_in(text) or FailureKind.BAD_ANSWER, "a page in place of results")


def refusal_in(text: str) -> FailureKind | None:
    """Whether a text says that one is taken for a robot, or asks too often; None: it does not.

    Example:
        >>> refusal_in("Suspended: CAPTCHA"), refusal_in("Too many requests"), refusal_in("timeout")
        (<FailureKind.BLOCKED: 'blocked'>, <FailureKind.RATE_LIMITED: 'rate_limited'>, None)
    """
    words = visible(text)
    if _ROBOT.search(words) or is_challenge({}, text.encode("utf-8", errors="replace")):
        return FailureKind.BLOCKED
    return FailureKind.RATE_LIMITED if _TOO_MANY.search(words) else None


def visible(page: str) -> str:
    """The text that a page shows, in lower case and on one line: no tags, scripts and styles.

    Example:
        >>> visible("<style>p {}</style><p>Too <b>many</b>   requests")
        'too many requests'
    """
    return " ".join(_UNSEEN.sub(" ", page[:_READ]).split()).lower()


def error(service: str, kind: FailureKind, answer: str, *, retry_after_s: float | None = None) -> SearchError:
    """The error of a service, in one sentence.

    Args:
        service: its name.
        kind: why there are no results.
        answer: what came, in a few words.
        retry_after_s: seconds that it wants to be left alone.
    """
    said = _SAID.get(kind, "it gave no results")
    return SearchError(kind, f"{service} answered {answer}: {said}.", retry_after_s=retry_after_s)
