"""Queries out of claims, by rule."""

import asyncio

import pytest

from truthfulness_evaluator.evidence.web.deciding.deciding import RuleQueries
from truthfulness_evaluator.evidence.web.deciding.queries import queries_of
from truthfulness_evaluator.models import Claim, Evidence


def _claim(text: str, context: str | None = None) -> Claim:
    return Claim(id="1", text=text, source_document="a.md", context=context)


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        pytest.param("The ferry sails daily.", ("ferry sails daily",), id="stop words are left out"),
        pytest.param(
            "Marie Curie was born in Warsaw on 7 November 1867.",
            ('"Marie Curie" born Warsaw 7 November 1867', "Marie Curie born Warsaw November 1867"),
            id="names and dates are kept",
        ),
        pytest.param(
            "Ludwig van Beethoven and the University of Bonn and Karl Marx are famous.",
            (
                '"Ludwig van Beethoven" "University of Bonn" Karl Marx famous',
                "Ludwig van Beethoven University of Bonn Karl Marx famous",
            ),
            id="particles belong to a name, and two names are quoted",
        ),
        pytest.param(
            "It rose by 3.5 % to 1,250,000 on 2021-03-04.",
            ("rose 3.5 1,250,000 2021-03-04", "rose 2021-03-04"),
            id="numbers are kept whole",
        ),
        pytest.param(
            "See [the Oslo report](https://example.org/a?b=1), at https://example.org: `site:example.com` -spam OR ham",
            ("See Oslo report site example.com spam ham",),
            id="no addresses, no operators",
        ),
        pytest.param("東京は日本の首都です。", ("東京は日本の首都です",), id="a script without spaces"),
        pytest.param(
            "Der Hafen von Bodal wurde im Jahr 1962 nach zwei Jahren Bauzeit eröffnet.",
            ("Der Hafen von Bodal wurde im Jahr 1962 nach zwei Jahren Bauzeit eröffnet",),
            id="nouns of another language are no names",
        ),
        pytest.param("It is.", (), id="nothing to ask"),
    ],
)
def test_queries(text: str, queries: tuple[str, ...]) -> None:
    assert queries_of(_claim(text)) == queries


def test_the_heading_says_what_a_pronoun_is_about() -> None:
    claim = _claim("It carries cars.", "Lakes > The ferry of Bodal\nIt carries cars.")
    assert queries_of(claim) == ("ferry Bodal carries cars",)


def test_a_long_claim_makes_a_short_query() -> None:
    text = " ".join(f"word{chr(97 + number % 26)}{number}" for number in range(60))
    assert len(queries_of(_claim(text))[0].split()) == 16
    assert len(queries_of(_claim("x" * 5_000))[0]) == 200


def test_the_rule_asks_again_only_where_nothing_was_found() -> None:
    claim = _claim("The ferry carries 200 cars.")
    rule = RuleQueries()

    async def asked_with(evidence: list[Evidence]) -> list[str]:
        asked: list[str] = []
        while (query := await rule.next_query(claim, evidence if asked else [], asked)) is not None:
            asked.append(query)
        return asked

    found = Evidence(source="https://example.org", source_type="web", content="x", relevance_score=0.5)
    assert asyncio.run(asked_with([])) == ["ferry carries 200 cars", "ferry carries cars"]
    assert asyncio.run(asked_with([found])) == ["ferry carries 200 cars"]
