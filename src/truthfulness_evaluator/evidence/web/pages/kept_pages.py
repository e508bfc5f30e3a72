"""Web pages in the user's cache: a second run cites the same bytes."""

from dataclasses import dataclass
from typing import cast

from truthfulness_evaluator.evidence.text_passages import SourcePassage
from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.pages.page_text import Page, PageError
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.models.web_page import WebPage
from truthfulness_evaluator.store.cache import JsonValue

NAMESPACE = "pages"
_FORM = 1
"""Of what is kept: another form gets another number."""
_PROBLEM_DAYS = 1.0
"""How long a page counts as missing that was not there."""


@dataclass(frozen=True)
class KeptPages:
    """The pages that are kept, each by its address in its one spelling."""

    kept: Kept

    def get(self, address: str) -> Page | PageError | None:
        """A page, or why there was none; None: neither is known."""
        page = self._page(self.kept.get(NAMESPACE, address))
        return (
            page if page is not None else self._problem(self.kept.get(NAMESPACE, address, max_age_days=_PROBLEM_DAYS))
        )

    def keep(self, address: str, found: Page | PageError) -> None:
        """Keep a page, or a problem that lasts."""
        if isinstance(found, Page):
            passages: list[JsonValue] = [[each.text, list(each.within), each.page] for each in found.passages]
            about = found.about.model_dump(mode="json")
            self.kept.put(NAMESPACE, address, {"form": _FORM, "about": about, "text": found.text, "passages": passages})
        elif found.lasting:
            self.kept.put(NAMESPACE, address, {"form": _FORM, "kind": found.kind.value, "problem": found.message})

    def _page(self, value: JsonValue) -> Page | None:
        if not isinstance(value, dict) or value.get("form") != _FORM or "about" not in value:
            return None
        try:
            about = WebPage.model_validate(value["about"])
            rows = cast("list[tuple[str, list[str], int]]", value["passages"])
            passages = [SourcePassage(about.url, 0, 0, text, tuple(within), page=page) for text, within, page in rows]
            return Page(about, str(value["text"]), tuple(passages))
        except (KeyError, ValueError, TypeError):
            return None

    def _problem(self, value: JsonValue) -> PageError | None:
        if not isinstance(value, dict) or value.get("form") != _FORM or "problem" not in value:
            return None
        try:
            return PageError(FailureKind(str(value.get("kind"))), str(value["problem"]), lasting=True)
        except ValueError:
            return None
