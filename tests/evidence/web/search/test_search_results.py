"""Results out of what search services answer, and what pages in their place say; whatever they hold."""

import pytest

from truthfulness_evaluator.evidence.web.search.provider import SearchResult
from truthfulness_evaluator.evidence.web.search.refusals import refusal_in, visible
from truthfulness_evaluator.evidence.web.search.results import plain, published_on, results
from truthfulness_evaluator.models import FailureKind

MANY = 400_000
"""Characters: with time in the square of them, these tests would not end."""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T23:59:59+02:00", "2024-05-01"),
        (" 2024-05-01 10:00", "2024-05-01"),
        ("Tue, 11 Jun 2024 08:00:00 GMT", "2024-06-11"),
        ("2024-13-01", None),
        ("3 days ago", None),
        ("", None),
        (None, None),
        (20240501, None),
        ("1" * MANY, None),
    ],
)
def test_days(text: object, day: str | None) -> None:
    assert published_on(text) == day


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The <strong>ferry</strong>\n sails", "The ferry sails"),
        ("4 &lt; 5 &amp;amp; so on", "4 < 5 &amp; so on"),
        ("4 < 5 and 6 > 5", "4 < 5 and 6 > 5"),
        (None, ""),
        ({"a": 1}, ""),
    ],
)
def test_plain_text(text: object, said: str) -> None:
    assert plain(text) == said


def test_results_are_of_a_bearable_size() -> None:
    items = [{"url": "https://example.org/" + "a" * 3_000}, {"url": "https://example.org/", "text": "a " * MANY}]
    (result,) = results(items, 5, snippet="text")
    assert (result.url, len(result.snippet)) == ("https://example.org/", 1_999)


def test_of_an_address_that_comes_twice_the_first_counts() -> None:
    items = [{"url": "https://example.org/", "title": title} for title in ("first", "second")]
    assert results(items, 5, snippet="text") == (SearchResult("https://example.org/", "first"),)


def test_no_more_results_than_were_asked_for() -> None:
    items = [{"link": f"https://example.org/{number}"} for number in range(9)]
    assert results(items, 2, snippet="text", url="link") == (
        SearchResult("https://example.org/0"),
        SearchResult("https://example.org/1"),
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("CAPTCHA", FailureKind.BLOCKED),
        ("<p>Please verify you're a human", FailureKind.BLOCKED),
        ("Unfortunately, bots use Ddgs too.", FailureKind.BLOCKED),
        ("<p>Our systems have detected unusual <b>traffic</b>", FailureKind.BLOCKED),
        ("<title>Just a moment...</title>", FailureKind.BLOCKED),
        ("Access denied", FailureKind.BLOCKED),
        ("Error: Too many requests", FailureKind.RATE_LIMITED),
        ("RATE_LIMITED", FailureKind.RATE_LIMITED),
        ("<script>load('captcha')</script><p>Welcome", None),
        ("timeout", None),
        ("", None),
    ],
)
def test_words_of_a_refusal(text: str, kind: FailureKind | None) -> None:
    assert refusal_in(text) is kind


@pytest.mark.parametrize("piece", ["<", "<a", "<script", "</script ", "<script>", "bots use ", "&lt;"])
def test_a_page_that_is_made_to_take_long(piece: str) -> None:
    page = piece * (MANY // len(piece))
    assert refusal_in(page) is None
    assert len(visible(page)) <= MANY
    assert len(plain(page)) <= 2_000
