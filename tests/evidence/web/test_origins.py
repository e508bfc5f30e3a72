"""Which pages have one text, and from how many origins passages come."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.core.origins import independent_origins
from truthfulness_evaluator.evidence.web.origins import Origins
from truthfulness_evaluator.evidence.web.pages.page_text import Page
from truthfulness_evaluator.models import Evidence

MakePage = Callable[[str, str], Page]
_WORDS = [f"word{number}" for number in range(80)]
_TEXT = " ".join(_WORDS)
_ONE = "https://one.example/a"


@pytest.mark.parametrize(
    ("text", "is_copy"),
    [
        pytest.param(_TEXT, True, id="the same"),
        pytest.param(f"Some Site. {_TEXT.upper()} Read more on our site.", True, id="with a frame"),
        pytest.param(" ".join(_WORDS[:70]), True, id="cut off"),
        pytest.param(" ".join(_WORDS[::-1]), False, id="the same words"),
        pytest.param(
            " ".join([*_WORDS[:30], *(f"other{number}" for number in range(60))]), False, id="a long quotation"
        ),
    ],
)
def test_copies(page: MakePage, text: str, is_copy: bool) -> None:
    grouped = Origins().grouped([page(_ONE, _TEXT), page("https://two.example/b", text)])
    assert [each.about.url for each in grouped] == [_ONE, *(["https://two.example/b"] if not is_copy else [])]
    assert grouped[0].about.copies == (("https://two.example/b",) if is_copy else ())


def test_short_texts_are_alike_by_chance(page: MakePage) -> None:
    text = "The ferry of Bodal sails every day at nine o'clock."
    grouped = Origins().grouped([page(_ONE, text), page("https://two.example/b", f"{text} That is all.")])
    assert len(grouped) == 2


def test_the_same_text_on_five_sites_is_one_origin(page: MakePage) -> None:
    urls = [f"https://site{number}.example/x" for number in range(5)]
    grouped = Origins().grouped([page(url, f"{_TEXT} {url}") for url in urls])
    assert [(each.about.url, each.about.copies) for each in grouped] == [(urls[0], tuple(urls[1:]))]


def test_origins_are_sites(page: MakePage) -> None:
    urls = ["https://a.example.org/1", "https://b.example.org/2", "https://example.com/3"]
    evidence = [
        Evidence(
            source=url, source_type="web", content=url, relevance_score=0.5, page=page(url, f"{url} {_TEXT}").about
        )
        for url in urls
    ]
    file = Evidence(source="a.md", source_type="filesystem", content="x", relevance_score=0.5)
    assert independent_origins([*evidence, file]) == 2
