"""What a card shows of votes: quotes marked in the evidence, rounds, failures; and what it shows without models."""

from collections.abc import Callable

import pytest
from page_reader import body, read

import panel_report
from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Evidence,
    Location,
    Span,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter
from truthfulness_evaluator.reporting.html.judging import Mark, marked
from truthfulness_evaluator.reporting.html.looks import LOOKS

R, S, N = (LOOKS[each] for each in (Verdict.REFUTES, Verdict.SUPPORTS, Verdict.NOT_ENOUGH_INFO))

MARKS = [
    pytest.param([], "one &lt; two", id="none"),
    pytest.param([((0, 3), "a", R)], '<mark class="r" title="a">one</mark> &lt; two', id="one"),
    pytest.param(
        [((0, 3), "a", S), ((0, 3), "b", R)], '<mark class="r" title="a, b">one</mark> &lt; two', id="the-same-words"
    ),
    pytest.param(
        [((0, 5), "a", S), ((2, 9), "b", N)],
        '<mark class="s" title="a">on</mark><mark class="n" title="a, b">e &lt;</mark>'
        '<mark class="n" title="b"> two</mark>',
        id="overlapping",
    ),
    pytest.param(
        [((6, 9), '"a"\n', S)], 'one &lt; <mark class="s" title="&quot;a&quot;">two</mark>', id="hostile-name"
    ),
]


@pytest.mark.parametrize(("marks", "expected"), MARKS)
def test_quotes_are_marked(marks: list[tuple[Span, str, object]], expected: str) -> None:
    given = [Mark(span, judge, look) for span, judge, look in marks if isinstance(look, type(R))]
    assert marked("one < two", given, 0, 9) == expected


def quoting(content: str, quote: str, *, url: str | None = None) -> str:
    """The card of a claim that a model refutes by a quote."""
    place = Location(url=url) if url else Location(path="b.py", line=4)
    evidence = Evidence(source="b.py", source_type="filesystem", content=content, relevance_score=1.0, location=place)
    vote = Vote(
        judge="m",
        verdict=Verdict.REFUTES,
        confidence=0.9,
        explanation="No.",
        citations=[Citation(evidence_index=0, quote=quote)],
        dropped_quotes=2,
    )
    result = VerificationResult(
        claim_id="c",
        verdict=Verdict.REFUTES,
        confidence=0.9,
        explanation="No.",
        evidence=[evidence],
        votes=[vote],
        rounds=2,
        by_model=True,
    )
    claim = Claim(id="c", text="It is so.", source_document="a.md")
    page = HtmlFormatter().format([TruthfulnessReport(source_document="a.md", claims=[claim], verifications=[result])])
    assert read(page).problems == []
    return body(page).partition('<article class="c ')[2].partition("</article>")[0]


def test_the_place_is_that_of_the_quote() -> None:
    card = quoting("\none\ntwo\n", "two")
    assert "<p><i>Evidence:</i> b.py:6, quoted by m</p>" in card
    assert '<pre class="q">one\n<mark class="r" title="m">two</mark></pre>' in card
    assert '<p><i>Vote:</i> m: <span class="r">✗ refuted</span>, 90% (2 quotes not found)</p>' in card


def test_of_a_long_passage_the_part_with_the_quote_is_shown() -> None:
    card = quoting(f"{'before ' * 200}here it is {'behind ' * 200}", "here it is")
    first, _, rest = card.partition("<details>")
    assert '<mark class="r" title="m">here it is</mark>' in first
    assert len(first.rpartition("<pre")[2]) < 700
    assert rest.startswith('<summary>All 2,811 characters</summary><pre class="q">before before')


def test_a_quote_that_is_not_there_changes_no_passage() -> None:
    assert '<pre class="q">one</pre>' in quoting("one", "gone")


def test_cards_have_no_line_ends_between_elements() -> None:
    page = HtmlFormatter().format([panel_report.panel_report()])
    assert ">\n<" not in page.partition('<article class="c ')[2].rpartition("</article>\n")[0].replace(
        "</article>\n<article", ""
    )


def test_without_models_the_page_says_nothing_of_them(refuted: Callable[..., TruthfulnessReport]) -> None:
    written = body(HtmlFormatter().format([refuted("x")]))
    for words in ("Asked", "Failures", "review", "injection", "quoted by", "rounds", "told"):
        assert words not in written
