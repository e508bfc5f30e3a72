"""What the pages of search engines say that gave a program no results.

The library ddgs takes an engine's 202, 429 or captcha for a page without results, and then says "No results found." of
all of them together. This tells these apart by the pages themselves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from truthfulness_evaluator.evidence.web.search import refusals
from truthfulness_evaluator.evidence.web.search.provider import SearchError
from truthfulness_evaluator.models import FailureKind

_NOTHING = re.compile(
    r"\bno (more |search |web )?results\b|did not match any|\bno (pages|documents)( were)? found|nothing (was )?found"
    r"|n['’]t find (any|anything|what)|are no results"
)


@dataclass(frozen=True, slots=True)
class EnginePage:
    """What one search engine answered."""

    engine: str
    status: int | None = None
    """Of HTTP; None: nothing came."""
    text: str = ""
    timed_out: bool = False

    @property
    def says_nothing_is_found(self) -> bool:
        """Whether it is a page that says so in words. One that merely shows no results may be one of a new design.

        Example:
            >>> EnginePage("a", 200, "<p>No results for <b>xyzzy</b>").says_nothing_is_found
            True
            >>> EnginePage("a", 200, "<script>'No results'</script>").says_nothing_is_found
            False
        """
        if self.status != HTTPStatus.OK or self.failure is not None:
            return False
        return _NOTHING.search(refusals.visible(self.text)) is not None

    @property
    def failure(self) -> FailureKind | None:
        """Why it is no answer to a search; None: it may be one."""
        if self.status is None:
            return FailureKind.TIMEOUT if self.timed_out else FailureKind.UNAVAILABLE
        failed = refusals.by_status(self.engine, self.status, {}, self.text)
        return failed.kind if failed else refusals.refusal_in(self.text)

    @property
    def what_came(self) -> str:
        """In a few words, for a message."""
        if self.status is None:
            return "timeout" if self.timed_out else "no answer"
        if self.status == HTTPStatus.OK:
            return "a page without results" if self.failure is None else self.failure.value
        return f"HTTP {self.status}"


_MOST_TELLING = (
    FailureKind.RATE_LIMITED,
    FailureKind.BLOCKED,
    FailureKind.TIMEOUT,
    FailureKind.UNAVAILABLE,
    FailureKind.BAD_ANSWER,
)


def why_no_results(pages: Sequence[EnginePage]) -> SearchError | None:
    """The failure that pages without results are together; None: an engine says that there are none.

    Args:
        pages: of all engines that were asked.
    """
    if any(page.says_nothing_is_found for page in pages):
        return None
    if not pages:
        return SearchError(FailureKind.UNAVAILABLE, "ddgs gave no results, and does not say why.")
    kinds = {page.failure for page in pages}
    kind = next((each for each in _MOST_TELLING if each in kinds), FailureKind.BAD_ANSWER)
    came = ", ".join(dict.fromkeys(f"{page.engine} ({page.what_came})" for page in pages))
    return SearchError(kind, f"ddgs gave no results, and no search engine says that there are none: {came}.")
