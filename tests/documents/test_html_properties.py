"""Places of HTML hold for any text, and what is copied stands in the file as it is read."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.html import HtmlReader
from truthfulness_evaluator.models.document import Document, InlineKind

Check = Callable[[Document], None]

_PIECES = [
    "<p>", "</p>", "<h1>", "</h1>", "<ul>", "<li>", "</li>", "</ul>", "<ol>", "<dl>", "<dt>", "<dd>", "</dl>",
    "<table>", "<tr>", "<td>", "<th>", "</td>", "</tr>", "</table>", "<pre>", "</pre>", "<code>", "</code>",
    "<a href='u?a&amp;b'>", '<a name="n">', "</a>", "<b>", "</b>", "<br>", "<img src=i alt='a'>", "<div class=note>",
    "</div>", "<blockquote>", "</blockquote>", "<nav>", "</nav>", "<script>", "</script>", "<!-- truth: off -->",
    "<!-- truth: on -->", "<!--", "-->", "<![CDATA[", "]]>", "<", ">", "&amp;", "&lt;", "&nbsp;", "&", "&#39;", "'",
    "word ", "é", "\U0001f600", "e\u0301", "`", "|", "[x](y)", "\n", "\r\n", "\t", "  ", "\xa0", "--flag", "<x-y z>",
]  # fmt: skip
_FUZZ = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)


@settings(max_examples=500, deadline=None)
@given(text=_FUZZ, mark=st.sampled_from(["", "\ufeff"]))
def test_places_hold_in_any_text(places_hold: Check, text: str, mark: str) -> None:
    document = HtmlReader().read("a.html", mark + text)
    assert document.text == mark + text
    assert document.extract is not None
    assert document.places is not None
    assert len(document.blocks) == len(document.extract.blocks)
    places_hold(document)
    places_hold(document.extract)


_WORD = st.text(st.sampled_from("abé\U0001f600-_."), min_size=1, max_size=8)
_FRAMES = [
    "<p>{}</p>",
    "<li>{}",
    "<h2>{}</h2>\r\n",
    "<table><tr><td>{}<td>x</table>",
    "<dl><dt>{}<dd>x</dl>",
    "<pre>{}</pre>",
    "<div>&amp; {} <b>x</b></div>",
    "<a href='l'>{}</a>",
]


@settings(max_examples=300, deadline=None)
@given(parts=st.lists(st.tuples(st.sampled_from(_FRAMES), _WORD), max_size=8))
def test_every_word_is_found_where_it_stands(parts: list[tuple[str, str]]) -> None:
    text = "".join(frame.format(f"<code>{word}</code>") for frame, word in parts)
    document = HtmlReader().read("a.html", text)
    extract, places = document.extract, document.places
    assert extract is not None
    assert places is not None
    code = [mark for block in extract.blocks for mark in block.inlines if mark.kind is InlineKind.CODE]
    in_marks = [word for frame, word in parts if "<pre>" not in frame]
    assert [extract.text[slice(*mark.text_span)] for mark in code] == in_marks
    for mark, word in zip(code, in_marks, strict=True):
        there = places.span(mark.text_span)
        assert text[slice(*there)] == word
        assert places.is_copied(there)
