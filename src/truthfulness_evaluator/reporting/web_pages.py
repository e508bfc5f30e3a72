"""What is known of the web pages of passages, in words. The texts are as read: a formatter escapes them."""

from collections.abc import Sequence

from truthfulness_evaluator.core.origins import independent_origins
from truthfulness_evaluator.models import Evidence
from truthfulness_evaluator.reporting.citing import quoted
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.wording import counted

_UNKNOWN = 0.5
"""Credibility of a site of which the user has said nothing."""
_DATE = len("2026-12-01")


def page_words(evidence: Evidence) -> str:
    """Title, site, kind, and dates of the page that a passage was read on; empty where it is not from the web.

    Example:
        >>> from truthfulness_evaluator.models.web_page import WebPage
        >>> page = WebPage(url="https://example.org/a", title="The ferry", site="example.org", kind="article",
        ...                published="2024-05-01", retrieved_at="2026-12-01T10:00:00Z", text_sha256="0",
        ...                copies=("https://example.com/b",))
        >>> page_words(Evidence(source=page.url, source_type="web", content="It sails.", relevance_score=1, page=page))
        '"The ferry", example.org, article, published 2024-05-01, read 2026-12-01, also on 1 other page'
    """
    page = evidence.page
    if page is None:
        return ""
    parts = (
        f'"{page.title}"' if page.title else "",
        page.site,
        page.kind,
        f"published {page.published}" if page.published else "",
        f"read {page.retrieved_at[:_DATE]}",
        f"also on {counted(len(page.copies), 'other page')}" if page.copies else "",
        f"credibility {evidence.credibility_score:g} by your rules" if evidence.credibility_score != _UNKNOWN else "",
    )
    return ", ".join(filter(None, parts))


def quoted_pages(finding: Finding) -> list[Evidence]:
    """A passage of each web page that judges quote about a claim, in the order of the quotes."""
    found: dict[str, Evidence] = {}
    for vote in finding.votes:
        for each in quoted(vote, finding.passages):
            if each.passage.page is not None:
                found.setdefault(each.passage.page.url, each.passage)
    return list(found.values())


def origin_words(passages: Sequence[Evidence]) -> str:
    """From how many independent origins the passages of the web are; empty where none is from there.

    Example:
        >>> origin_words([])
        ''
    """
    number = independent_origins(passages)
    return counted(number, "independent origin") if number > 1 else "1 origin" if number else ""
