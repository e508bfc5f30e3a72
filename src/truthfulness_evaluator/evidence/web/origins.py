"""Which pages have one text: together they are one origin, however many sites show it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.evidence.admit import shingles_of
from truthfulness_evaluator.evidence.web.pages.page_text import Page

_SAME = 0.8
"""Share of the shingles of the shorter text that stand in the longer one, from where on one was made from the other:
a copy whose site has added a heading, or left out a paragraph, stays above."""
_FEWEST = 30
"""Shingles of a text that can be told to be a copy: shorter ones are alike by chance."""


@dataclass(frozen=True)
class Origins:
    """Compares pages. What it needs of a text is worked out once."""

    _known: dict[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])

    def grouped(self, pages: Iterable[Page]) -> list[Page]:
        """The first page of each text, in their order, which then names the others as its copies."""
        first: list[Page] = []
        for page in pages:
            place = next((at for at, other in enumerate(first) if self._is_same(page, other)), None)
            if place is None:
                first.append(page)
            elif page.about.url != first[place].about.url:
                first[place] = _with_copy(first[place], page.about.url)
        return first

    def _is_same(self, page: Page, other: Page) -> bool:
        if page.about.text_sha256 == other.about.text_sha256 or page.about.url == other.about.url:
            return True
        smaller, larger = sorted((self._shingles(page), self._shingles(other)), key=len)
        return len(smaller) >= _FEWEST and len(smaller & larger) >= _SAME * len(smaller)

    def _shingles(self, page: Page) -> frozenset[int]:
        key = page.about.text_sha256
        if key not in self._known:
            self._known[key] = shingles_of(page.text)
        return self._known[key]


def _with_copy(page: Page, url: str) -> Page:
    copies = tuple(sorted({*page.about.copies, url}))
    return replace(page, about=page.about.model_copy(update={"copies": copies}))
