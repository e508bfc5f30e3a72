"""The reader of reStructuredText against docutils, on documents written by hand and generated.

Directives are left out: docutils drops those of Sphinx. Roles are read as plain inline text. No word of a
generated text looks like a URL of an unknown scheme (`a:b`), after which docutils overlooks all URLs.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import dedent, indent

import pytest
from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, roles
from docutils.parsers.rst.states import Inliner
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import BlockKind, Document, InlineKind


@dataclass(frozen=True)
class Found:
    """What both find in a document."""

    titles: list[tuple[int, str]]
    paragraphs: list[str]
    code: list[str]
    literals: list[str]
    strong: list[str]
    roles: list[str]
    urls: list[str]
    fields: list[str]
    terms: list[str]
    comments: list[str]
    rows: list[list[str]]


def folded(text: str) -> str:
    return " ".join(text.split())


def dedented(text: str) -> str:
    return dedent(text.expandtabs()).strip("\n")


def by_docutils(text: str, monkeypatch: pytest.MonkeyPatch) -> Found:
    def role(
        name: str, rawtext: str, content: str, lineno: int, inliner: Inliner, *_: object, **__: object
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        return [nodes.inline(rawtext, utils.unescape(content), role=name or "")], []

    def any_role(*_: object) -> tuple[Callable[..., object], list[nodes.system_message]]:
        return role, []

    monkeypatch.setattr(roles, "role", any_role)
    options = frontend.get_default_settings(Parser())
    options.report_level = options.halt_level = 5
    document = utils.new_document("a.rst", options)
    Parser().parse(text, document)
    return Found(
        titles=[(section_depth(node), folded(node.astext())) for node in document.findall(nodes.title)],
        paragraphs=[
            folded(node.astext())
            for kind in (nodes.paragraph, nodes.line)
            for node in document.findall(kind)
            if folded(node.astext()) and not inside(node, nodes.entry, nodes.system_message, nodes.field_body)
        ],
        code=[
            node.astext()
            for kind in (nodes.literal_block, nodes.doctest_block)
            for node in document.findall(kind)
            if not inside(node, nodes.system_message)
        ],
        literals=texts(document, nodes.literal),
        strong=texts(document, nodes.strong),
        roles=[str(node["role"]) for node in document.findall(nodes.inline)],
        urls=[str(node["refuri"]) for node in document.findall(nodes.reference) if "refuri" in node],
        fields=texts(document, nodes.field_name),
        terms=[
            *texts(document, nodes.term),
            *(
                ", ".join(option.rawsource for option in group.findall(nodes.option))
                for group in document.findall(nodes.option_group)
            ),
        ],
        comments=texts(document, nodes.comment),
        rows=[[folded(cell.astext()) for cell in row.children] for row in document.findall(nodes.row)],
    )


def inside(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, kinds):
            return True
        parent = parent.parent
    return False


def section_depth(node: nodes.Node) -> int:
    depth = 0
    parent = node.parent
    while parent is not None:
        depth += isinstance(parent, nodes.section)
        parent = parent.parent
    return depth


def texts(document: nodes.document, kind: type[nodes.Element]) -> list[str]:
    return [folded(node.astext()) for node in document.findall(kind)]


def by_us(text: str) -> Found:
    document = RstReader().read("a.rst", text)

    def of(kind: BlockKind) -> Iterator[str]:
        return (shown(document, *block.text_span) for block in document.blocks if block.kind is kind)

    marks = [mark for block in document.blocks for mark in block.inlines]
    return Found(
        titles=[
            (block.level, shown(document, *block.text_span))
            for block in document.blocks
            if block.kind is BlockKind.HEADING
        ],
        paragraphs=list(of(BlockKind.PARAGRAPH)),
        code=[dedented(text[slice(*block.text_span)]) for block in document.blocks if block.kind is BlockKind.CODE],
        literals=[folded(text[slice(*mark.text_span)]) for mark in marks if mark.kind is InlineKind.CODE],
        strong=[folded(text[slice(*mark.text_span)]) for mark in marks if mark.kind is InlineKind.STRONG],
        roles=[mark.name or "" for mark in marks if mark.kind is InlineKind.ROLE],
        urls=[mark.target for mark in marks if mark.kind is InlineKind.LINK and mark.target],
        fields=[block.title for block in document.blocks if block.kind is BlockKind.FIELD],
        terms=[re.split(" +: +", term)[0] for term in of(BlockKind.TERM)],
        comments=[
            folded(text[slice(*block.text_span)]) for block in document.blocks if block.kind is BlockKind.COMMENT
        ],
        rows=[
            [" ".join(shown(document, *piece) for piece in cell if piece[0] < piece[1]) for cell in parts]
            for block in document.blocks
            if block.kind is BlockKind.TABLE_ROW
            for parts in [block.cell_parts or tuple((cell,) for cell in block.cells)]
        ],
    )


def shown(document: Document, start: int, end: int) -> str:
    """The text of a span as a reader sees it: marks give what they show, escapes are gone."""
    pieces: list[str] = []
    for block in document.blocks:
        for mark in block.inlines:
            if start <= mark.span[0] and mark.span[1] <= end and block.span[0] <= start:
                pieces.append(unescaped(document.text[start : mark.span[0]]))
                literal = document.text[slice(*mark.text_span)]
                pieces.append(literal if mark.kind is InlineKind.CODE else unescaped(literal))
                start = mark.span[1]
    return folded("".join([*pieces, unescaped(document.text[start:end])]))


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", re.sub(r"\\\s", "", text))


HANDWRITTEN = {
    "prose": "Use ``a``, *b* and **c** (``d``); not x``e``.\nSee http://a.example/b_(c). And \\*this*.\n",
    "sections": "A\n=\n\nB\n-\n\nC\n~\n\n===\n E\n===\n\nD\n-\n\nF\n=\n",
    "lists": "- a\n\n  - b\n  - c\n\n    d\n- e\n\n1. f\n2. g\n\n   h\n\nA. i\nB. j\n\nC. Smith was\nhere.\n",
    "definitions": "a\n  b\n\n  c\nd : e\n  f\n\n``g``\n  h\n",
    "fields": ":a: b\n:c d: e\n   f\n:g:\n   h\n:``i``: j\n",
    "options": "-a  b\n-c D  e\n--long=X, -l X\n    f\n/V  g\n",
    "literals": "a::\n\n  b\n   c\n\n\n  d\n\ne\n\n::\n\n  f\n\ng ::\n\n> h\n> i\n\nj::\n\nno code\n",
    "quotations": "a\n\n  b\n\n    c\n\n  d\n\ne\n",
    "doctests and lines": ">>> a\nb\n\n| c\n| d\n  e\n\nf\n",
    "comments": ".. a\n   b\n\n     c\n\n..\n\n  d\n\n.. e: f\n",
    "grid": "+---+-----+\n| a | b   |\n+===+=====+\n| c | d   |\n|   | e   |\n+---+-----+\n| f       |\n+---------+\n",
    "simple": "==  ===\na   b\n==  ===\nc   d\n    e\nf   g h\n==  ===\n",
    "links": "`a <http://a.example/x>`_ `b <http://b.example>`__ c_\n\nd <me@a.example>\n",
    "unexpected indentation": "a\nb\n  c\nd\n",
    "unexpected unindentation": "- a\nb\n\n1. c\nd\n",
    "broken titles": "a b c d e\n====\n\nlong title\n==\n",
    "roles": ":a:`b` `c`:d: `e` x:f:`g` :h:i:`j` :`k`\n",
}


@pytest.mark.parametrize("text", HANDWRITTEN.values(), ids=HANDWRITTEN.keys())
def test_handwritten(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = by_us(text)
    expected = by_docutils(text, monkeypatch)
    assert sorted_paragraphs(found) == sorted_paragraphs(expected)


def sorted_paragraphs(found: Found) -> dict[str, object]:
    """Everything by name; paragraphs and code sorted, because docutils is asked for them kind by kind."""
    return {
        **vars(found),
        "paragraphs": sorted(found.paragraphs),
        "code": sorted(dedented(code) for code in found.code),
    }


WORDS = st.sampled_from(
    ["word", "``a b``", "``c\\d``", "*e*", "**f g**", "(``h``)", "x*y", "\\*z", "`t <http://a.example/b>`__", "i_j",
     "http://a.example/c,", ":r:`s`", "`u`", "'``v``'", "1", "w|x",
     "\u65e5\u672c", "e\u0301", "\U0001f600", "--k"]
)  # fmt: skip
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: "Text " + " ".join(words) + ".")
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=3).map("\n".join)
CODES = st.lists(st.sampled_from(["a = 1", "  b", "", "* c", ".. d"]), min_size=1, max_size=4).map(
    lambda lines: "code\n" + "\n".join(lines)
)


def bulleted(items: list[str]) -> str:
    return "\n".join(f"- {indent(item, '  ').strip()}\n" for item in items)


def numbered(items: list[str]) -> str:
    return "\n".join(f"{n}. {indent(item, '   ').strip()}\n" for n, item in enumerate(items, 1))


def defined(bodies: list[str]) -> str:
    return "\n".join(f"term ``{n}``\n{indent(body, '    ')}\n" for n, body in enumerate(bodies))


def quoted(body: str) -> str:
    return f"Before.\n\n{indent(body, '   ')}\n\nAfter."


def grid(rows: list[tuple[str, str]]) -> str:
    border = "+" + "-" * 42 + "+" + "-" * 42 + "+"
    lines = [border]
    for left, right in rows:
        lines += [f"| {left:40} | {right:40} |", border]
    return "\n".join(lines)


def simple(rows: list[tuple[str, str]]) -> str:
    border = "=" * 40 + "  " + "=" * 40
    return "\n".join([border, *(f"{left:40}  {right}" for left, right in rows), border])


CELLS = st.sampled_from(["Text ``a``", "Text b c", "**d**", "1", "Text `e`"])
LEAVES = st.one_of(
    PARAGRAPHS,
    CODES.map(lambda code: "See::\n\n" + indent(code, "   ")),
    st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=3).map(grid),
    st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=3).map(simple),
    SENTENCES.map(lambda text: f":field: {text}"),
    SENTENCES.map(lambda text: f".. {text}"),
)
BODIES = st.recursive(
    LEAVES,
    lambda bodies: st.one_of(
        st.lists(bodies, min_size=1, max_size=3).map(bulleted),
        st.lists(bodies, min_size=1, max_size=3).map(numbered),
        st.lists(bodies, min_size=1, max_size=2).map(defined),
        bodies.map(quoted),
        st.lists(bodies, min_size=2, max_size=3).map("\n\n".join),
    ),
    max_leaves=6,
)
SECTIONS = st.lists(
    st.tuples(SENTENCES.filter(lambda title: title.isascii()), st.sampled_from("=-"), BODIES), max_size=3
).map(lambda parts: "\n\n".join(f"{title}\n{adornment * len(title)}\n\n{body}" for title, adornment, body in parts))


@given(SECTIONS)
@settings(max_examples=150, deadline=None)
def test_generated(text: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        expected = by_docutils(text, monkeypatch)
    assert sorted_paragraphs(by_us(text)) == sorted_paragraphs(expected)
