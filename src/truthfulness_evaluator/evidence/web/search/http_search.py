"""One request to a search service over HTTP, and its answer as JSON, or why there is none."""

import asyncio
import functools
import ipaddress
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import httpx

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.evidence.web.search import refusals
from truthfulness_evaluator.evidence.web.search.provider import SearchError
from truthfulness_evaluator.models import FailureKind

TIMEOUT_S = 15.0
"""Seconds after which a search has failed."""
_MAX_BYTES = 3_000_000
"""Bytes of an answer, decompressed, past which it is none: twenty results take less than a hundredth of it."""


@dataclass(frozen=True, slots=True)
class ServiceRequest:
    """A request to a search service."""

    service: str
    """Its name."""
    url: str
    parameters: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The key stands here and nowhere else: addresses are logged by servers and proxies."""
    body: Mapping[str, object] | None = None
    """Sent as JSON with POST; None: a GET."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a service answered."""

    status: int
    headers: Mapping[str, str]
    """In lower case."""
    text: str


async def ask(request: ServiceRequest, timeout_s: float = TIMEOUT_S) -> Answered:
    """What a service answers, whatever its status. Redirects are not followed: they would carry the key elsewhere.

    The proxies of the environment are used (`HTTPS_PROXY`, `NO_PROXY`), except for a service on this machine.

    Raises:
        SearchError: nothing came, in time and of a bearable size.
    """
    try:
        async with asyncio.timeout(timeout_s), _client(request.url, timeout_s) as client:
            return await _read(client, request)
    except (TimeoutError, httpx.TimeoutException):
        message = f"{request.service} did not answer within {timeout_s:g} seconds."
        raise SearchError(FailureKind.TIMEOUT, message) from None
    except UnicodeEncodeError:
        message = f"{request.service} cannot be asked: its key has characters that no key has."
        raise SearchError(FailureKind.AUTH, message) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        # The exception's own words may hold the address of a proxy with its password.
        message = f"{request.service} cannot be reached ({type(error).__name__})."
        raise SearchError(FailureKind.UNAVAILABLE, message) from None


def json_of(service: str, answered: Answered, kinds: Mapping[int, FailureKind] | None = None) -> Mapping[str, object]:
    """The JSON object that a service answered.

    Args:
        service: its name.
        answered: what came.
        kinds: what statuses mean that are the service's own.

    Raises:
        SearchError: it is anything else.
    """
    failed = refusals.by_status(service, answered.status, answered.headers, answered.text, kinds)
    if failed is not None:
        raise failed
    try:
        value: object = json.loads(answered.text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise refusals.by_page(service, answered.text)
    return cast("dict[str, object]", value)


def listed(service: str, value: object) -> list[object]:
    """The list of results in an answer.

    Raises:
        SearchError: it is no list.
    """
    if not isinstance(value, list):
        raise refusals.error(service, FailureKind.BAD_ANSWER, "without a list of results")
    return cast("list[object]", value)


def _client(url: str, timeout_s: float) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        verify=_trusted(),
        trust_env=not _is_here(url),
        timeout=timeout_s,
        follow_redirects=False,
        headers={"User-Agent": f"truthfulness-evaluator/{__version__}", "Accept-Language": "en"},
    )


async def _read(client: httpx.AsyncClient, request: ServiceRequest) -> Answered:
    method = "GET" if request.body is None else "POST"
    parameters = httpx.QueryParams(dict(request.parameters))
    url = httpx.URL(request.url)
    user = (url.username, url.password) if url.userinfo else None
    sending = client.stream(
        method,
        url.copy_with(userinfo=b""),  # httpx logs addresses
        params=parameters or None,
        headers=dict(request.headers),
        json=request.body,
        auth=user,
    )
    async with sending as response:
        content = bytearray()
        async for piece in response.aiter_bytes():
            content += piece
            if len(content) > _MAX_BYTES:
                raise refusals.error(request.service, FailureKind.BAD_ANSWER, f"more than {_MAX_BYTES:,} bytes")
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answered(response.status_code, headers, bytes(content).decode("utf-8", errors="replace"))


@functools.cache
def _trusted() -> ssl.SSLContext:
    """The certificates that are trusted: read once, as that takes longer than a search on this machine."""
    return httpx.create_ssl_context()


def _is_here(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
