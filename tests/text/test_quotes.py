"""Quotes found again in a text."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakellm.spoiling import unfold
from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.quotes import FoldedText, find_quote

FOUND = [
    ("as it is", "Retries three times.", "Retries three times.", "Retries three times."),
    ("a part", "It retries three times by default.", "retries three times", "retries three times"),
    ("white space", "It retries\n    three\ttimes.", "retries three times", "retries\n    three\ttimes"),
    ("no-break space", "Needs 10 MB of memory.", "Needs 10\u00a0MB", "Needs 10 MB"),
    ("white space around", "It retries.", "  It retries.\n", "It retries."),
    ("apostrophe", "It doesn't retry.", "It doesn’t retry", "It doesn't retry"),
    ("quotation marks", "Set “fast” or «slow».", "Set \"fast\" or 'slow'", "Set “fast” or «slow»"),
    ("hyphen", "A read-only view.", "read‑only", "read-only"),
    ("en dash", "Ports 80–90 are open.", "Ports 80-90", "Ports 80–90"),
    ("minus", "Below −5 degrees.", "Below -5 degrees", "Below −5 degrees"),
    ("em dash", "Fast — and safe.", "Fast - and safe", "Fast — and safe"),
    ("ligature in the text", "The ﬁrst ofﬁce.", "The first office", "The ﬁrst ofﬁce"),
    ("ligature in the quote", "The first office.", "The ﬁrst ofﬁce", "The first office"),
    ("decomposed text", "A cafe\u0301 nearby.", "A café nearby", "A cafe\u0301 nearby"),
    ("decomposed quote", "A café nearby.", "A cafe\u0301 nearby", "A café nearby"),
    ("full width", "Ｖｅｒｓｉｏｎ ３ is out.", "Version 3 is out", "Ｖｅｒｓｉｏｎ ３ is out"),
    ("half-width kana", "ﾃﾞﾌｫﾙﾄは8です", "デフォルトは8です", "ﾃﾞﾌｫﾙﾄは8です"),
    ("hangul letters", "기본값은 8입니다", unicodedata.normalize("NFD", "기본값은 8"), "기본값은 8"),
    (
        "zero width in the text",
        "It re\u200btr\u00adies\ufeff often.",
        "It retries often",
        "It re\u200btr\u00adies\ufeff often",
    ),
    ("zero width at the end", "It retries\u200b.", "It  retries", "It retries"),
    ("zero width in the quote", "It retries often.", "It re\u200btries often", "It retries often"),
    ("control character", "It re\x00tries often.", "It retries often", "It re\x00tries often"),
    ("emoji", "Ship it 🚀 now, please.", "it 🚀  now", "it 🚀 now"),
    ("emoji with selector", "Warning ⚠️ ahead.", "Warning ⚠ ahead", "Warning ⚠️ ahead"),
    ("line end in chinese", "默认超时\n为三十秒。", "默认超时为三十秒", "默认超时\n为三十秒"),
    ("chinese part", "该服务默认监听端口。", "默认监听", "默认监听"),
    ("ellipsis at the end", "It retries three times.", "It retries three...", "It retries three"),
    ("one ellipsis character", "It retries three times.", "…retries three…", "retries three"),
    ("bracketed ellipsis", "It retries three times.", "[...] retries three times.", "retries three times."),
    ("quotation marks around", "It retries three times.", '"retries three times"', "retries three times"),
    ("ellipsis inside marks", "It retries three times.", "“… retries three …”", "retries three"),
    ("ellipsis outside marks", "It retries three times.", '..."retries three"...', "retries three"),
    ("marks of the text stay", 'Set "fast mode" here.', '"fast mode"', '"fast mode"'),
    ("full stop too many", "retries three times by default", "retries three times.", "retries three times"),
    ("full stop inside marks", "It retries three times, always.", "'retries three times.'", "retries three times"),
    ("full stop outside marks", "It retries three times, always.", "'retries three times'.", "retries three times"),
    ("ideographic stop", "默认值为八，可以修改", "默认值为八。", "默认值为八"),
    ("ellipsis of the text", "Type a ... b to go on.", "a ... b to", "a ... b to"),
    ("first of several", "one two three, one two three", "one two three", "one two three"),
    ("whole word first", "The unable are able to.", "able to", "able to"),
    ("number after a letter", "Use utf8 or v2 here.", "Use utf", "Use utf"),
    ("entities", "Write <b> & </b> for bold.", "Write &lt;b> &amp; &lt;/b>", "Write <b> & </b>"),
    ("entities of the text", "Write &lt;b> for bold.", "Write &lt;b>", "Write &lt;b>"),
    ("case is kept", "Set FAST or fast.", "or fast", "or fast"),
]


@pytest.mark.parametrize(("text", "quote", "raw"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_found(text: str, quote: str, raw: str) -> None:
    span = find_quote(quote, text)
    assert span is not None
    assert text[slice(*span)] == raw


NONE = [
    ("not there", "It retries three times.", "It retries four times."),
    ("another case", "Set FAST here.", "Set fast here"),
    ("ellipsis within", "It retries at most three times.", "It retries ... three times"),
    ("ellipsis character within", "It retries at most three times.", "It retries … three times"),
    ("empty", "Text", ""),
    ("blank", "Text", " \n"),
    ("two letters", "It is so.", "is"),
    ("punctuation", "--- ... ---", "---"),
    ("two letters in marks", "It is so.", "'is'..."),
    ("begins within a word", "It is unable to run.", "able to run"),
    ("ends within a word", "It is supportable.", "It is support"),
    ("begins within a number", "After 13 retries.", "3 retries"),
    ("ends within a number", "Needs Python 3.12.", "Needs Python 3.1"),
    ("ends within a number, folded", "Needs  Python 3.12.", "Needs Python 3.1"),
    ("begins within a ligature", "The ofﬁce is new.", "ice is new"),
    ("without the accent", "A cafe\u0301", "A cafe"),
    ("within a fraction", "Costs  ½ of it.", "Costs 1"),
    ("within a Cyrillic word", "Это невозможно сделать", "возможно сделать"),
    ("two dashes are no dash", "Set --fast now.", "Set —fast now"),
]


@pytest.mark.parametrize(("text", "quote"), [row[1:] for row in NONE], ids=[row[0] for row in NONE])
def test_not_found(text: str, quote: str) -> None:
    assert find_quote(quote, text) is None


HIDDEN = [
    ("emphasis", "It **never** retries.", ["**", "**"], "It never retries", "It **never** retries"),
    ("with the markup", "It **never** retries.", ["**", "**"], "It **never** retries", "It **never** retries"),
    ("with markup, folded", "It **never**\nretries.", ["**", "**"], "It **never** retries", "It **never**\nretries"),
    ("link", "See [the docs](a.md) now.", ["[", "](a.md)"], "the docs now", "the docs](a.md) now"),
    ("comment", "It is <!-- not --> fast.", ["<!-- not -->"], "It is fast", "It is <!-- not --> fast"),
    ("code in a word", "The `ab`cd one.", ["`", "`"], "The abcd one", "The `ab`cd one"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "marks", "quote", "raw"), [row[1:] for row in HIDDEN], ids=[row[0] for row in HIDDEN])
def test_markup_is_passed_over(text: str, marks: list[str], quote: str, raw: str) -> None:
    hidden: list[tuple[int, int]] = []
    at = 0
    for mark in marks:
        start = text.index(mark, at)
        at = start + len(mark)
        hidden.append((start, at))
    span = find_quote(quote, text, hidden[::-1])
    assert span is not None
    assert text[slice(*span)] == raw


def test_what_markup_parts_is_one_word() -> None:
    assert find_quote("retry", "It **re**try", [(3, 5), (7, 9)]) == (5, 12)
    assert find_quote("nev er", "It nev**er**", [(6, 8), (10, 12)]) is None


def test_hidden_spans_may_overlap_and_pass_the_end() -> None:
    assert find_quote("one  two", "<a><b>one two", [(0, 3), (1, 6), (13, 99)]) == (6, 13)


def test_a_better_place_later_is_not_taken_for_an_exact_one() -> None:
    text = "It’s here. It's here."
    assert find_quote("It's here", text) == (11, 20)
    assert find_quote("It′s here", text) == (0, 9)


words = st.text(alphabet="ab3 \n-'’“.…éﬁ½\u0301\u200b默가🚀", max_size=40)


@settings(max_examples=150, deadline=None)
@given(words, st.data())
def test_a_quote_in_other_dress_is_found_at_its_place(text: str, data: st.DataObject) -> None:
    """Whatever is cut out at blanks is found, and what is found is the quote but for its dress."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = text[start:end]
    framed = f"{text[:start]} {quote} {text[end:]}"
    folded = FoldedText(framed)
    for version in (quote, unfold(quote)):
        span = folded.find(version)
        if len(_letters(version)) < 3 or version.strip()[:1] in ("\u0301", "\u200b"):
            continue  # too short, or begins in the midst of a character
        assert span is not None
        assert 0 <= span[0] < span[1] <= len(framed)
        assert folded.find(framed[slice(*span)]) is not None


@settings(max_examples=100, deadline=None)
@given(words, words)
def test_what_is_found_holds_the_letters_of_the_quote(text: str, quote: str) -> None:
    span = find_quote(quote, text)
    if span is not None:
        assert _letters(text[slice(*span)]) == _letters(quote)


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text.replace("\u200b", ""))
    return "".join(character for character in plain if character.isalnum())


def test_many_quotes_of_a_long_text() -> None:
    text = "".join(f"Line {number} says “it’s – {number}”.\n" for number in range(20_000))
    folded = FoldedText(text)
    for number in range(0, 20_000, 400):
        span = folded.find(f'Line {number} says "it\'s - {number}".')
        assert span is not None
        assert text[span[0] :].startswith(f"Line {number} says")


@pytest.mark.parametrize(
    ("quote", "text", "hidden", "expected"),
    [
        pytest.param("It is fast.", "It is fast. So: It is fast.", [], [(0, 11), (16, 27)], id="to the letter"),
        pytest.param("It is fast.", "It *is* fast. It\nis fast.", [(3, 4), (6, 7)], [(0, 13), (14, 25)],
                     id="without markup and in other white space"),
        pytest.param("fast fast", "fast fast fast fast", [], [(0, 9), (10, 19)], id="none overlaps another"),
        pytest.param("art", "art, start, art", [], [(0, 3), (12, 15)], id="no part of a word"),
        pytest.param("it", "it is", [], [], id="too short"),
        pytest.param("It is slow.", "It is fast.", [], [], id="none"),
    ],
)  # fmt: skip
def test_all_places(quote: str, text: str, hidden: list[Span], expected: list[Span]) -> None:
    assert FoldedText(text, hidden).places(quote) == expected
