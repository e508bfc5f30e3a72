import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.sentences import sentences

_MARKS = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)")


def _texts(text: str) -> list[str]:
    spans = sentences(text, [match.span() for match in _MARKS.finditer(text)])
    return [text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([], id="empty"),
        pytest.param(["no end at all"], id="one without an end"),
        pytest.param(["One.", "Two!", "Three?", "Four"], id="plain"),
        pytest.param(["Needs Node.js 18.", "Then run it."], id="name with a dot and a number at the end"),
        pytest.param(["See e.g. the docs.", "That is, i.e. this page."], id="e.g. and i.e."),
        pytest.param(["Read the docs.", "Celery has an app.", "`x` is code.", "That is it."], id="words cut short"),
        pytest.param(["Use v1.2.", "It is fine."], id="version at the end"),
        pytest.param(["Python 3.9+ is needed.", "So is pip 23.1."], id="versions inside"),
        pytest.param(["Call `a. B` first.", "`c.d` is next."], id="code span with a stop inside"),
        pytest.param(["Read [the page. Then more](https://a.example/b. C).", "Go."], id="link with stops inside"),
        pytest.param(["J. R. Smith wrote it.", "Dr. Who helped."], id="initials and titles"),
        pytest.param(["Wait... what?", "And then…", "It ended."], id="ellipses"),
        pytest.param(["wait ... for it.", "Go."], id="ellipsis that goes on"),
        pytest.param(["The max. value and excl. tax hold.", "Yes."], id="abbreviations of manuals"),
        pytest.param(["Foo, bar, etc.", "Then more."], id="etc. at the end"),
        pytest.param(["Use Yahoo! search here.", "Fine."], id="name with an exclamation mark"),
        pytest.param(["1. First item.", "2. Second item."], id="numbers of items"),
        pytest.param(["It runs (really.)", "Then it stops."], id="stop in brackets"),
        pytest.param(["See Fig. 3 and Sec. 4.", "Done."], id="references"),
        pytest.param(["It works on U.S. servers.", "Others too."], id="dotted capitals"),
        pytest.param(["数据库支持事务。", "它很快！", "是。"], id="Chinese"),
        pytest.param(["彼は「はい。」と言った。", "次。"], id="Japanese quotation that goes on"),
        pytest.param(["यह पहला वाक्य है।", "यह दूसरा है।"], id="danda"),
        pytest.param(["هل هذا صحيح؟", "نعم."], id="Arabic question"),
        pytest.param(["ประโยคแรก ประโยคที่สอง"], id="Thai stays whole"),
    ],
)
@pytest.mark.parametrize("gap", [" ", "  ", "\n"], ids=["space", "two spaces", "line end"])
def test_sentences_end_where_they_end(parts: list[str], gap: str) -> None:
    assert _texts(gap.join(parts)) == parts


@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\n \t\n"], ids=["lf", "crlf", "blank with spaces"])
def test_an_empty_line_ends_a_sentence(gap: str) -> None:
    assert _texts(f"no end here{gap}and no end there") == ["no end here", "and no end there"]


def test_scripts_without_spaces_need_none_after_a_terminator() -> None:
    assert _texts("支持Python。支持Rust！") == ["支持Python。", "支持Rust！"]


def test_a_soft_line_end_does_not_end_a_sentence() -> None:
    assert _texts("It goes on\nin the next line. Then\r\nmore.") == [
        "It goes on\nin the next line.",
        "Then\r\nmore.",
    ]


_TEXTS = st.text(
    alphabet=st.sampled_from(list("abcXYZ 019.!?…\"'()[]`*_-:;\n\r\t。！」।؟é😀e\u0301\ufeff")), max_size=80
)


@given(_TEXTS, st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90)), max_size=4))
def test_spans_are_ordered_trimmed_and_cover_all_visible_characters(text: str, protected: list[Span]) -> None:
    spans = sentences(text, protected)
    done = 0
    for start, end in spans:
        assert done <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        done = end
    covered = {i for start, end in spans for i in range(start, end)}
    assert {i for i, char in enumerate(text) if not char.isspace()} <= covered


@given(_TEXTS, st.tuples(st.integers(0, 80), st.integers(0, 80)))
def test_no_sentence_ends_inside_a_protected_span(text: str, protected: Span) -> None:
    low, high = protected
    for start, end in sentences(text, [protected]):
        assert not low < start < high or not text[low:start].strip()
        assert not low < end < high or not text[end:high].strip()
