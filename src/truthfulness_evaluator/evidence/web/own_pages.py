"""The pages that are the document itself: where it says it stands, its project's pages, and copies of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

from truthfulness_evaluator.evidence.admit import shingles_of
from truthfulness_evaluator.evidence.web.pages.page_text import Page
from truthfulness_evaluator.models import BlockKind, Document
from truthfulness_evaluator.net.fetched import FetchError
from truthfulness_evaluator.net.urls import normalized, site_of
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.repository import own_repositories

_ADDRESS = r"(?P<url>https?://[^\s\"'<>]+)"
_NAMED = re.compile(
    rf"^\s*(?:canonical|canonical[_-]?url|permalink|url|original[_-]?url)\s*[:=]\s*[\"']?{_ADDRESS}",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of front matter by which a document says where it is published."""
_CANONICAL = (
    re.compile(rf"<link\b[^>]{{0,300}}\brel=[\"']?canonical[\"']?[^>]{{0,300}}\bhref=[\"']?{_ADDRESS}", re.IGNORECASE),
    re.compile(
        rf"<link\b[^>]{{0,300}}\bhref=[\"']?{_ADDRESS}[\"']?[^>]{{0,300}}\brel=[\"']?canonical\b", re.IGNORECASE
    ),
    re.compile(
        rf"<meta\b[^>]{{0,300}}\bproperty=[\"']?og:url[\"']?[^>]{{0,300}}\bcontent=[\"']?{_ADDRESS}", re.IGNORECASE
    ),
)
"""The same in HTML (RFC 6596, https://ogp.me)."""
_HOMEPAGE = re.compile(
    rf"^\s*[\"']?(?:home[ _-]?page|documentation|docs|website)[\"']?\s*[:=]\s*[\"']?{_ADDRESS}", re.IGNORECASE
)
"""A line of a manifest that says where a project presents itself."""
_SAME = 0.8
"""Share of the document's shingles that stand in a page which shows it."""
_FEWEST = 30
"""Shingles of a document of which a page can be told to be a copy."""


@dataclass(frozen=True)
class OwnPages:
    """Pages that are no evidence for the claims of a document."""

    document: Document
    project: Project | None = None
    _copies: dict[str, bool] = field(default_factory=dict[str, bool], repr=False, compare=False)
    """By the hash of a page's text: claims share pages."""

    def has(self, url: str) -> bool:
        """Whether an address is of the document's site, or of one of its project's pages."""
        try:
            address, site = normalized(url), site_of(url)
        except FetchError:
            return False
        return site in self._sites or any(_is_below(address, own) for own in self._addresses)

    def is_copy(self, page: Page) -> bool:
        """Whether a page shows the document, or most of it."""
        if len(self._shingles) < _FEWEST:
            return False
        key = page.about.text_sha256
        if key not in self._copies:
            shared = len(self._shingles & shingles_of(page.text))
            self._copies[key] = shared >= _SAME * len(self._shingles)
        return self._copies[key]

    @cached_property
    def _sites(self) -> frozenset[str]:
        """Where the document says that it is published."""
        return frozenset(site for url in _said(self.document) for site in _site(url))

    @cached_property
    def _addresses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_of_project(self.project))) if self.project is not None else ()

    @cached_property
    def _shingles(self) -> frozenset[int]:
        return shingles_of((self.document.extract or self.document).text)


def _said(document: Document) -> Iterator[str]:
    for block in document.blocks:
        if block.kind is BlockKind.FRONT_MATTER:
            yield from (match["url"] for match in _NAMED.finditer(document.text[slice(*block.span)]))
    if document.media_type == "text/html":
        for pattern in _CANONICAL:
            yield from (match["url"] for match in pattern.finditer(document.text))


def _of_project(project: Project) -> Iterator[str]:
    """Addresses of the project's repository and home page; all below them is its own."""
    for name in own_repositories(project):
        yield f"https://github.com/{name}"
        yield f"https://raw.githubusercontent.com/{name}"
    for manifest in project.manifests.all:
        if not manifest.folder:
            lines = (project.tree.text(manifest.path) or "").splitlines()
            yield from (match["url"] for match in map(_HOMEPAGE.match, lines) if match is not None)


def _site(url: str) -> Iterator[str]:
    try:
        yield site_of(url)
    except FetchError:
        return


def _is_below(address: str, own: str) -> bool:
    """Whether an address is another one or below it, whatever the scheme, letters' case and `www.`."""
    path, above = _place(address), _place(own)
    return path == above or path.startswith(f"{above}/")


def _place(address: str) -> str:
    parts = urlsplit(address.lower())
    return f"{parts.netloc.removeprefix('www.')}{parts.path}".rstrip("/")
