"""Search results out of the answers of search services, which differ in names and agree in shape."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from email.utils import parsedate_to_datetime
from html import unescape
from typing import cast
from urllib.parse import urlsplit

from truthfulness_evaluator.evidence.web.search.provider import SearchResult

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_LONGEST_URL, _LONGEST_TEXT, _LONGEST_DATE = 2_000, 2_000, 60
"""Characters. No address that browsers take is longer; longer texts are cut."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def results(
    items: Iterable[object], limit: int, *, snippet: str, published: str | None = None, url: str = "url"
) -> tuple[SearchResult, ...]:
    """The results among the items of an answer, each address once. What has no web address is none.

    Args:
        items: as the service lists them, the best first.
        limit: results at most.
        snippet: the item's field with its text.
        published: the one with its date; None: the service tells none.
        url: the one with its address.
    """
    found: dict[str, SearchResult] = {}
    for item in items:
        if not isinstance(item, Mapping):
            continue
        fields = cast("Mapping[str, object]", item)
        address = fields.get(url)
        if not isinstance(address, str) or len(address) > _LONGEST_URL or not _is_web(address) or address in found:
            continue
        day = published_on(fields.get(published)) if published else None
        found[address] = SearchResult(address, plain(fields.get("title")), plain(fields.get(snippet)), day)
        if len(found) == limit:
            break
    return tuple(found.values())


def plain(text: object) -> str:
    """A text on one line, without the tags and references of HTML; empty where it is none.

    Example:
        >>> plain("The <strong>ferry</strong> &amp; the boat")
        'The ferry & the boat'
    """
    return " ".join(unescape(_TAG.sub("", text[:_LONGEST_TEXT])).split()) if isinstance(text, str) else ""


def published_on(text: object) -> str | None:
    """The day in a date of ISO 8601 or RFC 5322, as `YYYY-MM-DD`; None where there is none.

    Example:
        >>> published_on("2024-05-01T09:00:00Z"), published_on("Tue, 11 Jun 2024 08:00:00 GMT"), published_on("May")
        ('2024-05-01', '2024-06-11', None)
    """
    if not isinstance(text, str) or len(text) > _LONGEST_DATE:
        return None
    day = _DAY.match(text.strip())
    try:
        return str(date.fromisoformat(day[0]) if day else parsedate_to_datetime(text).date())
    except ValueError:
        return None


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
