"""What reports say of the web pages that passages were read on."""

import pytest

from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Evidence,
    Location,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.web_page import WebPage
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.json import JsonFormatter
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter
from truthfulness_evaluator.reporting.text import TextFormatter
from truthfulness_evaluator.reporting.web_pages import origin_words, page_words

_TEXT = "The harbour was built in 1962."
_ODD = "A \x1b[31mred\x1b[0m <b>title</b> | of `it`"


def _passage(url: str, site: str, credibility: float = 0.5, **page: object) -> Evidence:
    about = {"url": url, "site": site, "retrieved_at": "2026-12-01T10:00:00+00:00", "text_sha256": "0", **page}
    return Evidence(
        source=url,
        source_type="web",
        content=_TEXT,
        relevance_score=0.5,
        credibility_score=credibility,
        location=Location(url=url),
        page=WebPage.model_validate(about),
    )


_FULL = _passage(
    "https://example.org/a",
    "example.org",
    0.9,
    title="The harbour",
    kind="article",
    published="2024-05-01",
    copies=("https://example.com/b", "https://example.net/c"),
)
_BARE = _passage("https://other.example/x", "other.example")
_FILE = Evidence(source="a.md", source_type="filesystem", content=_TEXT, relevance_score=0.5)


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        pytest.param(
            _FULL,
            '"The harbour", example.org, article, published 2024-05-01, read 2026-12-01, also on 2 other pages, '
            "credibility 0.9 by your rules",
            id="all that is known",
        ),
        pytest.param(_BARE, "other.example, read 2026-12-01", id="little is known"),
        pytest.param(_FILE, "", id="not from the web"),
    ],
)
def test_page_words(evidence: Evidence, words: str) -> None:
    assert page_words(evidence) == words


@pytest.mark.parametrize(
    ("passages", "words"),
    [
        ([], ""),
        ([_FILE], ""),
        ([_FULL, _FULL, _FILE], "1 origin"),
        ([_FULL, _BARE], "2 independent origins"),
    ],
)
def test_origin_words(passages: list[Evidence], words: str) -> None:
    assert origin_words(passages) == words


def _report(*passages: Evidence) -> TruthfulnessReport:
    claim = Claim(id="c1", text="The harbour was built in 1963.", source_document="a.md", source_span=(0, 30))
    vote = Vote(
        judge="nli",
        verdict=Verdict.REFUTES,
        confidence=0.9,
        citations=[Citation(evidence_index=0, quote=_TEXT, span=(0, len(_TEXT)))],
    )
    result = VerificationResult(
        claim_id="c1",
        verdict=Verdict.REFUTES,
        confidence=0.9,
        explanation="",
        evidence=list(passages),
        votes=[vote],
        model_votes={"nli": Verdict.REFUTES},
        by_model=True,
    )
    return TruthfulnessReport(source_document="a.md", claims=[claim], verifications=[result])


def test_text_tells_the_page_that_is_quoted_and_the_origins() -> None:
    lines = TextFormatter(width=200).format([_report(_FULL, _BARE)]).splitlines()
    assert f"    https://example.org/a: {page_words(_FULL)}" in lines
    assert "    web: passages of 2 independent origins" in lines
    assert not any("other.example" in line for line in lines)


def test_markdown_tells_the_same() -> None:
    written = MarkdownFormatter().format([_report(_FULL, _BARE)])
    assert '`https://example.org/a`: "The harbour", example.org, article, published 2024-05-01' in written
    assert "Web: passages of 2 independent origins" in written


def test_a_html_page_tells_of_all_passages() -> None:
    written = HtmlFormatter().format([_report(_FULL, _BARE)])
    assert '<a href="https://example.org/a" rel="noopener noreferrer">https://example.org/a</a>' in written
    assert (
        "&quot;The harbour&quot;, example.org, article" in written or '"The harbour", example.org, article' in written
    )
    assert "other.example, read 2026-12-01" in written
    assert "passages of 2 independent origins" in written


def test_json_holds_the_page() -> None:
    assert '"text_sha256": "0"' in JsonFormatter().format([_report(_FULL)])


def test_what_a_page_says_is_not_printed_raw() -> None:
    report = _report(_passage("https://example.org/a", "example.org", title=_ODD))
    assert "\x1b" not in TextFormatter(color=False).format([report])
    assert "<b>title" not in HtmlFormatter().format([report])
    assert "<b>title" not in MarkdownFormatter().format([report])


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"])
def test_only_web_addresses_are_links(url: str) -> None:
    written = HtmlFormatter().format([_report(_passage(url, "example.org"))])
    assert f'href="{url}"' not in written
    assert "example.org, read 2026-12-01" in written
