"""The numbers of prose, and whether those of two texts agree."""

import math

import pytest

from truthfulness_evaluator.text.numbers import amounts_of, relation


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("It has twenty-five rooms", [("number", 25, 25)], id="words"),
        pytest.param("1.5 million users", [("number", 1.5e6, 1.5e6)], id="scale"),
        pytest.param("a dozen eggs", [("number", 12, 12)], id="dozen"),
        pytest.param("one of them", [], id="a pronoun is no number"),
        pytest.param("20 percent or 0.5%", [("percent", 0.2, 0.2), ("percent", 0.005, 0.005)], id="percent"),
        pytest.param("a file of 2 KiB", [("size", 2048, 2048)], id="size"),
        pytest.param("3.5 kg and 90 minutes", [("mass", 3.5, 3.5), ("time", 5400, 5400)], id="units"),
        pytest.param("for $1,200", [("money", 1200, 1200)], id="money"),
        pytest.param("the 42nd or third", [("ordinal", 42, 42), ("ordinal", 3, 3)], id="ordinals"),
        pytest.param("at least 5 rows", [("number", 5, math.inf)], id="at least"),
        pytest.param("ſeven mİles", [("length", 11265.408, 11265.408)], id="letters that only look like case"),
        pytest.param("5 or more rows", [("number", 5, math.inf)], id="or more"),
        pytest.param("up to 5 rows", [("number", -math.inf, 5)], id="up to"),
        pytest.param("about 50 rows", [("number", 45, 55)], id="about"),
        pytest.param("5 to 8 % of it", [("percent", 0.05, 0.08)], id="range, unit behind"),
        pytest.param("between 3 and 5 days", [("time", 259_200, 432_000)], id="between"),
        pytest.param("3 and 5 of them", [("number", 3, 3), ("number", 5, 5)], id="and alone is no range"),
        pytest.param("in 1999", [("date", 19990000, 19991231)], id="year"),
        pytest.param("on 3 May 1999", [("date", 19990503, 19990503)], id="day"),
        pytest.param("on May 3rd, 1999", [("date", 19990503, 19990503)], id="month first"),
        pytest.param("on 1999-05-03", [("date", 19990503, 19990503)], id="ISO"),
        pytest.param("in July 1999", [("date", 19990700, 19990731)], id="month"),
        pytest.param("the 1990s", [("date", 19900000, 19991231)], id="decade"),
        pytest.param("it may 3 times", [("number", 3, 3)], id="a verb is no month"),
        pytest.param("from v1.2", [("version", 0, 0)], id="version"),
        pytest.param("nothing here", [], id="none"),
        pytest.param("", [], id="empty"),
    ],
)
def test_amounts(text: str, wanted: list[tuple[str, float, float]]) -> None:
    assert [(found.kind, pytest.approx(found.low), pytest.approx(found.high)) for found in amounts_of(text)] == wanted


def test_what_is_written_stands_where_it_says() -> None:
    text = "At least two hours, $5 or v1.2.3 on 3 May 1999, 5 to 8 %."
    assert [text[found.start : found.end] for found in amounts_of(text)] == [
        "two hours",
        "$5",
        "v1.2.3",
        "3 May 1999",
        "5 to 8 %",
    ]


@pytest.mark.parametrize(
    ("claim", "text", "wanted"),
    [
        pytest.param("8 files", "eight files", "same", id="words and digits"),
        pytest.param("8 files", "4 files", "conflict", id="another number"),
        pytest.param("8 files", "some files", "absent", id="none"),
        pytest.param("over 25 million", "26 million", "same", id="within a bound"),
        pytest.param("over 25 million", "20 million", "conflict", id="outside of a bound"),
        pytest.param("over 25", "more than 26", "same", id="two bounds that meet"),
        pytest.param("40 km", "40,000 metres", "same", id="another unit"),
        pytest.param("5 minutes", "5 hours", "conflict", id="same number, other unit"),
        pytest.param("2 runs in 1999", "in May 1999", "absent", id="a date is no count"),
        pytest.param("in 1999", "on 3 May 1999", "same", id="a day lies in its year"),
        pytest.param("on 3 May 1999", "in 1999", "same", id="a year holds its days"),
        pytest.param("in 1999", "in 2001", "conflict", id="another year"),
        pytest.param("version 3.9", "version 3.9.2", "same", id="shorter version"),
        pytest.param("version 3.9", "version 3.10", "conflict", id="another version"),
        pytest.param("between 5 and 8 %", "7 %", "same", id="in a range"),
        pytest.param("about 50 rows", "52 rows", "same", id="near"),
    ],
)
def test_relation(claim: str, text: str, wanted: str) -> None:
    assert relation(amounts_of(claim)[0], amounts_of(text)) == wanted
