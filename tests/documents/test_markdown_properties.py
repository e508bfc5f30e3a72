"""Places of Markdown hold for any document: line ends, byte order marks, tabs, emoji, combining characters."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.markdown_marks import Noted
from truthfulness_evaluator.documents.markdown_parser import make_parser
from truthfulness_evaluator.models.document import BlockKind, Document, InlineKind

Read = Callable[..., Document]

_PIECES = [
    "#", "## ", "- ", "* ", "1. ", "> ", ">", "  ", "    ", "\t", "`", "``", "```", "~~~", "*", "**", "_", "__",
    "[", "]", "(", ")", "](u)", "[l]: ", "<", ">", "<b>", "</b>", "<!--", "-->", "|", "|-|", "\\", "\\|", "&amp;",
    "---", "===", ":", ": ", "::: x", ":::", "!!! note", "{", "}", "{r}`", "{#i}", "(t)=", "[^1]: ", "<details>",
    "https://e.org/a", "a", "word ", "é", "e\u0301", "\U0001f600", "\u200d", "\u00a0", "\u2028", "\x0c", "x_y",
    "\n", "\n", "\n\n", "\r\n", "\r",
]  # fmt: skip
_FUZZ = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)


@settings(max_examples=400, deadline=None)
@given(text=_FUZZ, mark=st.sampled_from(["", "\ufeff"]), name=st.sampled_from(["a.md", "a.mdx", "a.qmd"]))
def test_places_hold_in_any_text(markdown: Read, text: str, mark: str, name: str) -> None:
    document = markdown(mark + text, name)
    assert document.text == mark + text


_PLAIN_PIECES = [piece for piece in _PIECES if not set(piece) & set("{!:<(&")]


@settings(max_examples=400, deadline=None)
@given(text=st.lists(st.sampled_from(_PLAIN_PIECES), max_size=60).map("".join))
@example(text="-     \u00a0")
def test_code_spans_are_those_of_the_parser(markdown: Read, text: str) -> None:
    document = markdown(text)
    environment: dict[str, Any] = {"noted": Noted(None)}
    tokens = make_parser().parse(text, environment)
    expected = [child.content for token in tokens for child in token.children or () if child.type == "code_inline"]
    found = [
        _shown(text[slice(*inline.text_span)], in_table=block.kind is BlockKind.TABLE_ROW)
        for block in document.blocks
        for inline in block.inlines
        if inline.kind is InlineKind.CODE
    ]
    assert [code.split() for code in found] == [code.split() for code in expected]


def _shown(text: str, *, in_table: bool) -> str:
    """A quoted code as it is shown: line ends, with the marks and blanks around them, are one space."""
    joined = re.sub(r"[ \t]*(?:\r\n?|\n)[ \t>]*", " ", text)
    return joined.replace("\\|", "|") if in_table else joined


_FILL = st.sampled_from(["word", "caf\u00e9", "e\u0301", "\U0001f600", "\u4e2d\u6587", "a\tb", "it's", "5 * 3"])
_FRAMES = {
    "paragraph": "{0}\n\n",
    "heading": "## {0}\n\n",
    "setext": "{0}\n---\n\n",
    "item": "- {0}\n",
    "nested": "- outer\n  1. {0}\n\n     {0}\n\n",
    "quote": "> {0}\n> {0}\n\n",
    "deep": "> - > {0}\n>   > {0}\n\n",
    "lazy": "> word\n{0}\n\n",
    "table": "| a | b |\n|---|---|\n| {0} | {0} |\n\n",
    "bare table": "a | b\n--|--\n{0} | {0}\n\n",
    "admonition": '!!! note "T"\n    {0}\n\n    - {0}\n\n',
    "tab": '=== "T"\n\n\t{0}\n\n',
    "fence": "```{{note}} T\n{0}\n```\n\n",
    "colons": "::: tip\n{0}\n:::\n\n",
    "alert": "> [!WARNING]\n> {0}\n\n",
    "definition": "term\n: {0}\n\n  {0}\n\n",
    "footnote": "[^n]: {0}\n\n    {0}\n\n",
    "details": "<details>\n\n{0}\n\n</details>\n\n",
    "emphasis": "**a {0}** [b {0}](c)\n\n",
}


@st.composite
def _framed(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A document of frames with code in them, and the codes in order."""
    parts: list[str] = []
    codes: list[str] = []
    for number in range(draw(st.integers(1, 6))):
        frame = _FRAMES[draw(st.sampled_from(sorted(_FRAMES)))]
        code = f"--c{number} {draw(_FILL)}"
        ticks = draw(st.sampled_from(["`", "``", "````"]))
        line = f"{draw(_FILL)} {ticks}{code}{ticks} {draw(_FILL)}"
        parts.append(frame.format(line) + "<!-- end -->\n\n")
        codes += [code] * frame.count("{0}")
    text = draw(st.sampled_from(["", "\ufeff"])) + draw(st.sampled_from(["", "---\na: b\n---\n"])) + "".join(parts)
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"]))), codes


@settings(max_examples=300, deadline=None)
@given(framed=_framed())
def test_code_is_found_in_every_frame(markdown: Read, framed: tuple[str, list[str]]) -> None:
    text, codes = framed
    document = markdown(text)
    found = [
        text[slice(*inline.text_span)]
        for block in document.blocks
        for inline in block.inlines
        if inline.kind is InlineKind.CODE
    ]
    assert found == codes


@settings(max_examples=100, deadline=None)
@given(
    lines=st.lists(st.text("ab `\t\u00e9\U0001f600", max_size=8).map(lambda line: "x" + line), min_size=1, max_size=4),
    frame=st.sampled_from(["{0}", "- a\n\n  {0}", "> {0}", "!!! note\n    {0}"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_code_blocks_are_quoted_without_fences(markdown: Read, lines: list[str], frame: str, end: str) -> None:
    prefix = {"-": "  ", ">": "> ", "!": "    "}.get(frame[0], "")
    body = ("\n" + prefix).join(["~~~ sh", *lines, "~~~"])
    text = frame.format(body).replace("\n", end)
    document = markdown(text)
    (code,) = [block for block in document.blocks if block.kind is BlockKind.CODE]
    assert text[slice(*code.text_span)] == (end + prefix).join(lines)
    assert text[slice(*code.span)] == (end + prefix).join(["~~~ sh", *lines, "~~~"])
    assert code.language == "sh"


@pytest.mark.parametrize("name", sorted(_FRAMES))
def test_every_frame_stands_alone(markdown: Read, name: str) -> None:
    frame = _FRAMES[name]
    document = markdown(frame.format("`x`"))
    codes = [i for block in document.blocks for i in block.inlines if i.kind is InlineKind.CODE]
    assert len(codes) == frame.count("{0}")
