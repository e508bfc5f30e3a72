"""Why a call of a chat model failed. Pure: the exception of a vendor's client in, ours out.

Vendors' clients agree on little, so this goes by what most of them have (a status code, a response with headers, a
body) and by what servers write. It imports none of them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import cast

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.models.vote import FailureKind

MAX_QUOTED = 160
"""Characters of a server's own words in a message."""

_READ = 400
"""Characters of each text of an error that are looked at."""

_TOO_LONG = re.compile(
    r"context_length_exceeded|context.?(length|window|size)|contextoverflow|prompt is too long|input is too long"
    r"|exceed_context|input tokens exceed|reduce the length|string_above_max_length|request too large|too many input"
)
_FILTERED = re.compile(r"content_filter|content_policy|content management policy|responsibleaipolicy|usage policies")
_SPENT = re.compile(
    r"insufficient_quota|credit balance is too low|billing|insufficient (funds|credits|balance)|payment required"
    r"|(exceeded|out of) your (current |monthly )?quota"
)
_PASSES = re.compile(r"per.?(minute|second|min\b)|retry in|try again in|retrydelay|\b[rt]pm\b")
"""A quota that comes back by itself: some vendors call their limits a minute so."""
_SECRET = re.compile(r"(?i)\b(?:sk|pk|key|gsk|xai|hf|AIza)[-_][\w*.\-]{4,}|\bbearer\s+\S+|\b[\w*\-]{32,}\b")
_TAG = re.compile(r"<[^>]*>")
_SPAN = re.compile(r"([0-9.]+)(ms|h|m|s)")
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


@dataclass(frozen=True, slots=True)
class CallFailure:
    """A vendor's exception, as far as it can be read."""

    name: str
    """Names of its classes, in lower case, with a blank between them."""
    status: int | None
    text: str
    """What it and the body of the response say, in lower case. Only the beginnings: an error may echo the prompt."""
    words: str
    """The server's own message, fit to be shown; may be empty."""
    headers: Mapping[str, str]
    """In lower case."""


def read_failure(error: BaseException, secrets: Iterable[str] = ()) -> CallFailure:
    """What can be known of an exception that a call raised.

    Args:
        error: the exception.
        secrets: what is not to be shown.
    """
    if isinstance(error, Warning) and error.__context__ is not None:
        # Warnings may be errors here; what one was about is behind it.
        error = error.__context__
    name = " ".join(each.__name__ for each in type(error).__mro__[:-1]).lower()
    body = _body(error)
    said = _message(body)
    text = f"{said[:_READ]} {str(error)[:_READ]} {_code_of(body)}".lower()
    response = getattr(error, "response", None)
    return CallFailure(name, _status(error, response), text, _shown(said, secrets), headers_of(response))


def classify(error: BaseException, model: str, secrets: Iterable[str] = ()) -> ModelCallError:
    """The failure that an exception of a call is.

    Args:
        error: what the call raised.
        model: named in the message.
        secrets: what the message is not to show.
    """
    failure = read_failure(error, secrets)
    kind, what, retryable, final = _kind(failure)
    if kind is FailureKind.UNAVAILABLE and failure.status is None:
        what += f" ({type(error).__name__})"
    wait = retry_after(failure.headers) if retryable else None
    words = f": {failure.words}" if failure.words and kind is not FailureKind.AUTH else ""
    status = f" (HTTP {failure.status})" if failure.status else ""
    return ModelCallError(
        kind, _sentence(f"{model} {what}{status}{words}"), retryable=retryable, final=final, retry_after_s=wait
    )


def _kind(failure: CallFailure) -> tuple[FailureKind, str, bool, bool]:
    """Kind, what is said of it, whether it may pass, whether it ends all calls."""
    status, text = failure.status, failure.text
    if "timeout" in failure.name or status in (408, 504):
        return FailureKind.TIMEOUT, "did not answer in time", True, False
    if status == 413 or ((status in (400, 422, 429) or not status) and _TOO_LONG.search(text)):
        return FailureKind.CONTEXT_TOO_LONG, "takes no prompt of this length", False, False
    if (status in (400, 403, 422) or not status) and _FILTERED.search(text):
        return FailureKind.REFUSED, "is kept from answering by a filter", False, False
    if status == 402 or (status in (400, 403, 429) and _SPENT.search(text) and not _PASSES.search(text)):
        return FailureKind.QUOTA, "has no quota left", False, True
    if status in (401, 403):
        return FailureKind.AUTH, "refuses the key", False, True
    if status == 404:
        return FailureKind.UNAVAILABLE, "is not known to the server", False, True
    if status == 429:
        return FailureKind.RATE_LIMITED, "is asked too often", True, False
    if status is not None and (status >= 500 or status in (409, 425)):
        return FailureKind.UNAVAILABLE, "is not available", True, False
    if status is not None and status >= 300:
        return FailureKind.UNAVAILABLE, "does not accept the request", False, False
    if "connect" in failure.name or "transport" in failure.name or "oserror" in failure.name:
        return FailureKind.UNAVAILABLE, "cannot be reached, or the connection broke off", True, False
    return FailureKind.UNAVAILABLE, "gave an answer that its client cannot read", True, False


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds for which the server wants to be left alone, from headers in lower case; None: it does not say.

    `retry-after-ms` is OpenAI's; `Retry-After` has seconds or a date (RFC 9110, 10.2.3).

    Example:
        >>> retry_after({"retry-after": "1.5"}), retry_after({"retry-after-ms": "20"}), retry_after({})
        (1.5, 0.02, None)
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    given = headers.get("retry-after")
    seconds = _number(given)
    if seconds is not None or not given:
        return seconds
    try:
        date = parsedate_to_datetime(given)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def time_span(text: str) -> float | None:
    """Seconds of a time span as OpenAI writes it; None where it is none.

    Example:
        >>> time_span("6m0s"), time_span("120ms"), time_span("soon")
        (360.0, 0.12, None)
    """
    parts = _SPAN.findall(text)
    if not parts or "".join(map("".join, parts)) != text.strip():
        return _number(text)
    return sum((_number(number) or 0.0) * _UNITS[unit] for number, unit in parts)


def headers_of(response: object) -> dict[str, str]:
    """The headers of a vendor's response, in lower case."""
    headers = getattr(response, "headers", None)
    if not isinstance(headers, Mapping):
        return {}
    return {str(name).lower(): str(value) for name, value in cast("Mapping[object, object]", headers).items()}


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """A text without some secrets, and without what looks like a key."""
    for secret in secrets:
        text = text.replace(secret, "***")
    return _SECRET.sub("***", text)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _status(error: BaseException, response: object) -> int | None:
    for value in (getattr(error, "status_code", None), getattr(response, "status_code", None), _code(error)):
        if isinstance(value, int) and not isinstance(value, bool) and 100 <= value < 1000:
            return value
    return None


def _code(error: BaseException) -> object:
    code = getattr(error, "code", None)
    return code() if callable(code) else code


def _body(error: BaseException) -> object:
    body = getattr(error, "body", None)
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except ValueError:
            return body
    return body


def _message(body: object) -> str:
    """The message within the body of an error; empty where it has none of the usual shapes."""
    return next((text for text in _messages(body) if text), "")


def _messages(body: object) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, Mapping):
        for name in ("message", "error", "detail"):
            yield from _messages(cast("Mapping[str, object]", body).get(name))


def _code_of(body: object) -> str:
    """The type and code within the body of an error."""
    if not isinstance(body, Mapping):
        return ""
    fields = cast("Mapping[str, object]", body)
    own = " ".join(str(fields[name]) for name in ("type", "code", "param", "status") if fields.get(name))
    return f"{own} {_code_of(fields.get('error'))}"


def _shown(text: str, secrets: Iterable[str] = ()) -> str:
    """A server's words on one line, cut, without markup and keys."""
    words = without_secrets(" ".join(_TAG.sub(" ", text[: 20 * MAX_QUOTED]).split()), secrets)
    words = "".join(each for each in words if each.isprintable())
    return words if len(words) <= MAX_QUOTED else words[:MAX_QUOTED].rsplit(" ", 1)[0] + " ..."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "...")) else f"{text}."
