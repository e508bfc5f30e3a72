"""What an HTML page says of itself: title, language, date of publication, type. Nothing of it is a guess."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from typing import Any, cast

from truthfulness_evaluator.net.urls import host_of, site_of

_PUBLISHED = (
    *("article:published_time", "og:published_time", "datepublished", "citation_publication_date", "citation_date"),
    *("dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date", "dcterms.date", "date", "pubdate"),
    *("publish_date", "publication_date", "parsely-pub-date", "sailthru.date"),
)
"""Names of meta elements that hold the date of publication."""
_CHANGED = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "last-modified")
"""The same of the last change. (Properties of schema.org: https://schema.org/CreativeWork.)"""
_DATE = re.compile(r"\s*(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)")
_LANGUAGE = re.compile(r"[A-Za-z]{2}(?=$|[-_])")
_NO_TYPE = frozenset({"website", "webpage", "object"})
"""Types that say nothing: that it is a page is known."""
_TYPE = re.compile(r"(?:Article|Posting|Report|Dataset|Book|Thesis|Review|Legislation)$")
"""Types of schema.org that say what a page is, and not what is named on it."""
_LONGEST_TYPE = 40
"""Characters."""
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GOVERNMENT = frozenset({"gov", "gob", "gouv", "govt", "gc", "mil", "gv"})
_GO = frozenset({"jp", "kr", "th", "id", "ke", "tz", "ug", "cr"})
"""Countries whose authorities have `go`: `go.it` is Gorizia."""
_ACADEMIC = frozenset({"edu", "ac"})
_OF_UNION = "europa.eu"
_MOST_JSON = 200_000
"""Characters of data in a page that are read."""
_MOST_NODES = 2_000


def language(tree: Any) -> str | None:
    """The language that a page declares, as its ISO 639-1 code; None: it declares none.

    Args:
        tree: the page, as lxml has it.
    """
    said = str(tree.get("lang") or tree.get("xml:lang") or "").strip()
    found = _LANGUAGE.match(said)
    return found[0].lower() if found is not None else None


def title(tree: Any) -> str:
    """The title of a page: as it gives it to those who show it elsewhere, else that of the window."""
    given = (str(meta.get("content") or "") for meta in tree.iter("meta") if meta.get("property") == "og:title")
    shown = ("".join(each.itertext()) for name in ("title", "h1") for each in tree.iter(name))
    return next((" ".join(text.split()) for text in chain(given, shown) if text.strip()), "")


def published(tree: Any) -> str | None:
    """When a page was published, or last changed where it does not say that: `YYYY-MM-DD`; None: it says neither."""
    said: dict[str, str] = {}
    for meta in tree.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        said.setdefault(str(name).strip().lower(), str(meta.get("content") or ""))
    data = list(_data(tree))
    texts = [
        *(said.get(name, "") for name in _PUBLISHED),
        *(str(each.get("datePublished", "")) for each in data),
        *(str(time.get("datetime") or "") for time in tree.iter("time") if _is_of_publication(time)),
        *(said.get(name, "") for name in _CHANGED),
        *(str(each.get("dateModified", "")) for each in data),
    ]
    return next((found for found in map(_day, texts) if found is not None), None)


def stated_kind(tree: Any) -> str:
    """The type of a page as it says: its `og:type`, else of schema.org; empty where it says none."""
    stated = (str(meta.get("content") or "") for meta in tree.iter("meta") if meta.get("property") == "og:type")
    of_data = (kind for each in _data(tree) for kind in _texts(each.get("@type")) if _TYPE.search(kind))
    for said in chain(stated, of_data):
        words = _WORD.sub(" ", said.strip()).lower()
        if words and words not in _NO_TYPE and len(words) <= _LONGEST_TYPE:
            return words
    return ""


def kind_of_address(url: str) -> str:
    """What a site is, where only authorities, or only universities, have such addresses; empty of all others.

    Of `data.gov.uk` it is told by `gov.uk`, below which the Public Suffix List lets sites begin.

    Example:
        >>> kind_of_address("https://data.gov.uk/"), kind_of_address("https://www.mit.edu/a")
        ('government', 'academic')
        >>> kind_of_address("https://www.gov.fr/"), kind_of_address("https://www.go.it/")
        ('', '')
    """
    host, site = host_of(url), site_of(url)
    labels = host.split(".")
    end = labels[-1] if len(labels[-1]) > 2 else labels[-2] if len(labels) > 2 and site.count(".") > 1 else ""
    if end in _GOVERNMENT or (end == "go" and labels[-1] in _GO) or f".{host}".endswith(f".{_OF_UNION}"):
        return "government"
    return "academic" if end in _ACADEMIC else ""


def _texts(value: object) -> list[str]:
    return [str(each) for each in (cast("list[object]", value) if isinstance(value, list) else [value or ""])]


def _is_of_publication(time: Any) -> bool:
    return time.get("pubdate") is not None or str(time.get("itemprop") or "").lower() == "datepublished"


def _data(tree: Any) -> Iterator[Mapping[str, object]]:
    """The objects of JSON-LD in a page (https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents)."""
    for script in tree.iter("script"):
        text = str(script.text or "")
        if str(script.get("type") or "").strip().lower() == "application/ld+json" and len(text) <= _MOST_JSON:
            try:
                yield from _objects(json.loads(text, strict=False))
            except (ValueError, RecursionError):  # data of the page that is no JSON says nothing
                continue


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    """An object, or those of a list or a graph; what is nested deeper is about other things."""
    waiting = [value]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        each = waiting.pop(0)
        if isinstance(each, list):
            waiting += cast("list[object]", each)
        elif isinstance(each, dict):
            found = cast("dict[str, object]", each)
            yield found
            waiting.append(found.get("@graph"))


def _day(text: str) -> str | None:
    found = _DATE.match(text)
    try:
        return date(*map(int, found.groups())).isoformat() if found is not None else None
    except ValueError:
        return None
