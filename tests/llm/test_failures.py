"""What vendors' exceptions are to us, as a table: a class's name, a status, headers and a body."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.llm.failures import classify, retry_after, time_span
from truthfulness_evaluator.models.vote import FailureKind

KEY = "sk-proj-abcdefghijklmnop"


@dataclass
class Response:
    status_code: int
    headers: Mapping[str, str]


class VendorError(Exception):
    """As the clients of OpenAI and Anthropic make them."""

    def __init__(self, status: int, body: object = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"Error code: {status} - {body}")
        self.status_code = status
        self.body = body
        self.response = Response(status, headers or {})


def openai(status: int, message: str, code: str = "", **headers: str) -> VendorError:
    return VendorError(status, {"message": message, "code": code}, {n.replace("_", "-"): v for n, v in headers.items()})


def anthropic(status: int, message: str, kind: str = "") -> VendorError:
    return VendorError(status, {"type": "error", "error": {"type": kind, "message": message}})


class ReadTimeout(Exception):  # noqa: N818 (its name in httpx)
    """Of httpx."""


class RemoteProtocolError(Exception):
    """Of a client that knows no more than that."""


class APIConnectionError(Exception):
    """Of both vendors."""


KINDS = {
    "openai key": (openai(401, f"Incorrect API key provided: {KEY}"), "auth final"),
    "forbidden": (openai(403, "Country not supported"), "auth final"),
    "openai quota": (openai(429, "You exceeded your current quota", "insufficient_quota"), "quota final"),
    "anthropic quota": (anthropic(400, "Your credit balance is too low to access the API"), "quota final"),
    "payment": (openai(402, "Insufficient credits"), "quota final"),
    "a quota a minute": (openai(429, "You exceeded your current quota. Please retry in 12s"), "rate_limited retryable"),
    "no such model": (openai(404, "The model does not exist"), "unavailable final"),
    "rate": (openai(429, "Rate limit reached", retry_after="2"), "rate_limited retryable 2.0"),
    "a request larger than the limit": (openai(429, "Request too large for gpt-4o: Limit 10"), "context_too_long"),
    "overloaded": (anthropic(529, "Overloaded", "overloaded_error"), "unavailable retryable"),
    "busy": (openai(503, "Loading", retry_after_ms="500"), "unavailable retryable 0.5"),
    "gateway": (VendorError(504, "<html>Gateway Time-out</html>"), "timeout retryable"),
    "openai length": (openai(400, "Too long", "context_length_exceeded"), "context_too_long"),
    "anthropic length": (anthropic(400, "prompt is too long: 210000 tokens > 200000 maximum"), "context_too_long"),
    "llama.cpp length": (openai(400, "the request exceeds the available context size"), "context_too_long"),
    "body too large": (VendorError(413, "Payload Too Large"), "context_too_long"),
    "azure filter": (openai(400, "The response was filtered", "content_filter"), "refused"),
    "bad request": (openai(400, "Unknown parameter"), "unavailable"),
    "redirect": (VendorError(307), "unavailable"),
    "time-out": (TimeoutError(), "timeout retryable"),
    "read time-out": (ReadTimeout(), "timeout retryable"),
    "refused connection": (ConnectionRefusedError(), "unavailable retryable"),
    "connection": (APIConnectionError("Connection error."), "unavailable retryable"),
    "protocol": (RemoteProtocolError(), "unavailable retryable"),
    "no choices": (KeyError("choices"), "unavailable retryable"),
}


def told(error: ModelCallError) -> str:
    """A failure in few words."""
    words = [error.kind.value]
    words += ["final"] if error.final else []
    words += ["retryable"] if error.retryable else []
    words += [] if error.retry_after_s is None else [str(error.retry_after_s)]
    return " ".join(words)


@pytest.mark.parametrize("name", KINDS)
def test_kinds(name: str) -> None:
    error, expected = KINDS[name]
    failure = classify(error, "gpt-4o")
    assert told(failure) == expected
    assert KEY not in failure.message


def test_a_warning_is_what_it_was_about() -> None:
    warning = UserWarning("something else")
    warning.__context__ = openai(401, "no")
    assert classify(warning, "m").kind is FailureKind.AUTH


MESSAGES = {
    "plain": (
        openai(404, "The model does not exist"),
        "m is not known to the server (HTTP 404): The model does not exist.",
    ),
    "markup": (VendorError(502, "<html><h1>502\n Bad</h1></html>"), "m is not available (HTTP 502): 502 Bad."),
    "a key": (openai(500, f"no {KEY} here"), "m is not available (HTTP 500): no *** here."),
    "detail": (VendorError(400, {"detail": "so"}), "m does not accept the request (HTTP 400): so."),
    "none": (VendorError(500, {"detail": [1]}), "m is not available (HTTP 500)."),
    "control characters": (openai(500, "a\x1b[31mb"), "m is not available (HTTP 500): a[31mb."),
    "long": (openai(500, "word " * 100), f"m is not available (HTTP 500): {'word ' * 31}word ..."),
    "the name of what is not known": (KeyError("x"), "m gave an answer that its client cannot read (KeyError)."),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name: str) -> None:
    error, expected = MESSAGES[name]
    assert classify(error, "m").message == expected


NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)
WAITS: dict[str, tuple[dict[str, str], float | None]] = {
    "seconds": ({"retry-after": "3"}, 3.0),
    "milliseconds first": ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
    "date": ({"retry-after": "Tue, 01 Dec 2026 12:00:30 GMT"}, 30.0),
    "past date": ({"retry-after": "Tue, 01 Dec 2026 11:00:00 GMT"}, 0.0),
    "nonsense": ({"retry-after": "soon"}, None),
    "negative": ({"retry-after": "-1"}, None),
    "infinite": ({"retry-after": "inf"}, None),
    "none": ({}, None),
}


@pytest.mark.parametrize("name", WAITS)
def test_waits(name: str) -> None:
    headers, expected = WAITS[name]
    assert retry_after(headers, NOW) == expected


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1m30s", 90.0), ("1h", 3600.0), ("8.64s", 8.64), ("7ms", 0.007), ("12", 12.0), ("x1s", None), ("", None)],
)
def test_time_spans(text: str, seconds: float | None) -> None:
    assert time_span(text) == seconds
