"""Pages for tests of what is done with them."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.evidence.web.pages.page_text import Page, page_of
from truthfulness_evaluator.net.fetched import Fetched


@pytest.fixture
def page() -> Callable[[str, str], Page]:
    """A page by its address and its text."""

    def made(url: str, text: str) -> Page:
        return page_of(Fetched(url, url, "text/plain", "utf-8", text.encode(), "2026-12-01T10:00:00Z"))

    return made
