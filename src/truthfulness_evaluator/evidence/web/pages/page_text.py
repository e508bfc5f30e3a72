"""A fetched page to its main text, in passages, with what the page says of itself."""

import hashlib
import logging
import re
from dataclasses import dataclass
from functools import cache
from posixpath import basename
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from truthfulness_evaluator.core.errors import DocumentError, TruthfulnessError
from truthfulness_evaluator.documents.pdf import MEDIA_TYPE as PDF
from truthfulness_evaluator.documents.pdf import read_pdf
from truthfulness_evaluator.documents.reading import MARKDOWN, PLAIN, read_text
from truthfulness_evaluator.evidence.text_passages import SourcePassage, passages_of
from truthfulness_evaluator.evidence.web.pages import page_facts
from truthfulness_evaluator.evidence.web.pages.charset import decoded
from truthfulness_evaluator.evidence.web.pages.page_blocks import document_of
from truthfulness_evaluator.models import BlockKind, Document, FailureKind
from truthfulness_evaluator.models.web_page import WebPage
from truthfulness_evaluator.net.fetched import Fetched
from truthfulness_evaluator.net.urls import host_of, site_of
from truthfulness_evaluator.nli.language import language_of

if TYPE_CHECKING:
    from collections.abc import Callable

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_TEXT = {"text/markdown": MARKDOWN, "text/x-markdown": MARKDOWN}
"""Types of texts that have marks; other texts are plain."""
_MOST_PAGES = 2_000
"""Of a PDF file: each takes some milliseconds, and a small file may have very many."""
_FEWEST_LETTERS = 25
"""Of a page with a text: a button and a date have fewer."""
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
_UNREADABLE_SHARE = 0.02
"""Share of a text that may be characters which no text has."""
_SHORT = 120
"""Words up to which a text that speaks of consent, or of scripts, is nothing else."""
_WALL = re.compile(
    r"\b(?:(?:accept|reject|manage|allow)\s+(?:all|cookies)|(?:we|this site|this website) uses? cookies"
    r"|we value your privacy|your (?:privacy|cookie) (?:choices|settings|preferences)"
    r"|cookie (?:settings|preferences|consent))\b",
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    r"\b(?:enable|turn on|activate|requires?|without)\s+java\s?script\b|\bjava\s?script\s+(?:is|must be)\s+"
    r"(?:disabled|required|not enabled|enabled)\b",
    re.IGNORECASE,
)
_MOST_ELEMENTS = 40_000
"""Of a page that is read, twice what long articles have. The time it takes grows with the square of them: a page of
5 MB that is nothing but elements would take minutes, which nothing can end."""
_LONGEST_TITLE = 300
"""Characters."""


@dataclass(frozen=True, slots=True)
class Page:
    """A web page that was read."""

    about: WebPage
    text: str
    """Its main text."""
    passages: tuple[SourcePassage, ...]
    """In their order; the path of each is the page's address."""


class PageError(TruthfulnessError):
    """A page that cannot be had, or has no text to read.

    Args:
        kind: why: BLOCKED, RATE_LIMITED, TIMEOUT or UNAVAILABLE.
        message: one sentence, without the query of the address.
        lasting: whether the same is to be expected for a while.
    """

    def __init__(self, kind: FailureKind, message: str, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.lasting = lasting


def page_of(fetched: Fetched) -> Page:
    """Reads a page: the main text of HTML (menus, footers and scripts left out, tables kept), all of PDF and text.

    Nothing is looked up elsewhere, nothing is guessed: title, type and date are what the page states.

    Raises:
        PageError: it has no text, or only asks for consent or for scripts.
    """
    url = fetched.final_url
    host = host_of(url)
    document, said = _document(fetched)
    read = document.extract or document
    if _UNREADABLE_SHARE * len(read.text) < len(_UNREADABLE.findall(read.text)):
        raise PageError(FailureKind.UNAVAILABLE, f"The page at {host} is no text.", lasting=True)
    if sum(map(str.isalnum, read.text)) < _FEWEST_LETTERS:
        raise PageError(FailureKind.UNAVAILABLE, f"The page at {host} has no text to read.", lasting=True)
    _refuse_walls(read.text, host)
    about = WebPage(
        url=url,
        title=said.title or _title(read, url),
        site=site_of(url),
        kind="PDF" if document.media_type == PDF else (page_facts.kind_of_address(url) or said.kind),
        published=said.published,
        language=said.language or language_of(read.text),
        retrieved_at=fetched.retrieved_at,
        text_sha256=hashlib.sha256(read.text.encode("utf-8", "surrogatepass")).hexdigest(),
    )
    passages = (SourcePassage(url, 0, 0, each.text, each.within, page=each.page) for each in passages_of(document))
    return Page(about, read.text, tuple(passages))


@dataclass(frozen=True, slots=True)
class _Said:
    """What a page says of itself."""

    title: str = ""
    kind: str = ""
    published: str | None = None
    language: str | None = None


_NOTHING = (Document(name="The page", media_type="text/html", text=""), _Said())


def _document(fetched: Fetched) -> tuple[Document, _Said]:
    host = host_of(fetched.final_url)
    try:
        if fetched.media_type == PDF or fetched.content.startswith(b"%PDF-"):
            return read_pdf("The page", fetched.content, most_pages=_MOST_PAGES), _Said()
        text = decoded(fetched.content, fetched.charset)
        if fetched.media_type in _HTML:
            return _html(text, fetched.final_url)
        return read_text(text, "-", _TEXT.get(fetched.media_type, PLAIN)), _Said()
    except DocumentError as error:
        message = f"The page at {host} cannot be read: {error.message}"
        raise PageError(FailureKind.UNAVAILABLE, message, lasting=True) from error


def _html(text: str, url: str) -> tuple[Document, _Said]:
    extract, load = _trafilatura()
    try:
        tree = load(text)
        if tree is None:
            return _NOTHING
        if sum(1 for _ in tree.iter()) > _MOST_ELEMENTS:
            message = f"The page at {host_of(url)} has more than {_MOST_ELEMENTS:,} elements, and is not read."
            raise PageError(FailureKind.UNAVAILABLE, message, lasting=True)
        said = _Said(
            title=page_facts.title(tree)[:_LONGEST_TITLE],
            kind=page_facts.stated_kind(tree),
            published=page_facts.published(tree),
            language=page_facts.language(tree),
        )
        found = extract(tree, url=url, include_comments=False, include_tables=True, include_formatting=False)
        return (document_of("The page", found.body), said) if found is not None else _NOTHING
    except PageError:
        raise
    except Exception as error:  # Whatever a page makes a parser of foreign code raise is a page that cannot be read.
        message = f"The page at {host_of(url)} cannot be read: its HTML is broken ({type(error).__name__})."
        raise PageError(FailureKind.UNAVAILABLE, message, lasting=True) from error


@cache
def _trafilatura() -> "tuple[Callable[..., Any], Callable[[str], Any]]":
    """Its reader and its parser. What it logs about pages goes to those alone who have asked for logs."""
    from trafilatura import bare_extraction, load_html  # 0.2 s

    for name in ("trafilatura", "htmldate", "courlan", "justext"):
        logging.getLogger(name).addHandler(logging.NullHandler())
    return bare_extraction, load_html


def _refuse_walls(text: str, host: str) -> None:
    """Raises a PageError where a short text only asks for consent or for scripts."""
    if len(text.split()) > _SHORT:
        return
    if _WALL.search(text):
        raise PageError(FailureKind.BLOCKED, f"The page at {host} shows only a request for consent.", lasting=True)
    if _SCRIPT.search(text):
        raise PageError(FailureKind.UNAVAILABLE, f"The page at {host} shows nothing without scripts.", lasting=True)


def _title(read: Document, url: str) -> str:
    """The first heading, else the file's name in the address."""
    heading = next((block for block in read.blocks if block.kind is BlockKind.HEADING), None)
    if heading is not None:
        return " ".join(read.text[slice(*heading.text_span)].split())[:_LONGEST_TITLE]
    return unquote(basename(urlsplit(url).path), errors="replace")[:_LONGEST_TITLE]
