"""Blocks of reStructuredText: what is found, where it stands, in what."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document


def read(text: str) -> Document:
    return RstReader().read("a.rst", text)


def outline(source: str) -> list[str]:
    """Each block in a line: kind, title, content, and what it stands inside of."""
    document = read(dedent(source).lstrip("\n"))
    return [outlined(document, block) for block in document.blocks]


def outlined(document: Document, block: Block) -> str:
    content = " ".join(document.text[slice(*block.text_span)].split())
    line = f"{block.kind.value}"
    line += f" [{block.title}]" if block.title else ""
    line += f" ({block.language})" if block.language else ""
    line += f" {content}" if content else ""
    for container in block.containers:
        described = " ".join(part for part in (container.kind, container.name, container.argument) if part)
        line += f" < {described}"
    return line


CASES: dict[str, tuple[str, list[str]]] = {
    "paragraphs": ("One\ntwo.\n\nThree.\n", ["paragraph One two.", "paragraph Three."]),
    "title with overline": ("=====\n One\n=====\n\nText\n", ["heading One", "paragraph Text"]),
    "title narrower than its adornment": ("One\n========\n", ["heading One"]),
    "title wider than its adornment": ("A long title\n======\n", ["heading A long title"]),
    "short adornment under a longer line is text": ("A long title\n==\n", ["paragraph A long title =="]),
    "wide characters take two columns": ("\u65e5\u672c\n==\n", ["paragraph \u65e5\u672c =="]),
    "title that looks like an enumeration": ("1. One\n======\n", ["heading 1. One"]),
    "transition": ("One\n\n----\n\nTwo\n", ["paragraph One", "paragraph Two"]),
    "overline without underline": ("====\nOne\n\nTwo\n", ["paragraph One", "paragraph Two"]),
    "overline that does not match": ("====\nOne\n----\n", ["heading One"]),
    "title in a list is text": (
        "- One\n\n  Two\n  ===\n",
        ["paragraph One < list_item One", "paragraph Two < list_item One"],
    ),
    "bullets": (
        """
        Before

        * One
          goes on

          again
        * Two

          - Deep
        """,
        [
            "paragraph Before",
            "paragraph One goes on < list_item One goes on",
            "paragraph again < list_item One goes on",
            "paragraph Two < list_item Two",
            "paragraph Deep < list_item Two < list_item Deep",
        ],
    ),
    "another bullet begins another list": (
        "- One\n+ Two\n",
        ["paragraph One < list_item One", "paragraph Two < list_item Two"],
    ),
    "item without text on its line": ("-\n  One\n", ["paragraph One < list_item One"]),
    "no bullet without a space": ("-One\n", ["paragraph -One"]),
    "enumerations": (
        "1. One\n2. Two\n\n(a) Alpha\n(b) Beta\n\niv) Four\n\n#. Auto\n",
        [
            "paragraph One < list_item One",
            "paragraph Two < list_item Two",
            "paragraph Alpha < list_item Alpha",
            "paragraph Beta < list_item Beta",
            "paragraph Four < list_item Four",
            "paragraph Auto < list_item Auto",
        ],
    ),
    "a year is no enumerator": ("1984. That was\na year.\n", ["paragraph 1984. That was a year."]),
    "a name is no enumerator": ("A. Smith wrote\nit.\n", ["paragraph A. Smith wrote it."]),
    "definitions": (
        """
        term
            Text.

            More.
        ``other`` : class : kind
            Second.
        """,
        [
            "term term",
            "paragraph Text. < definition term",
            "paragraph More. < definition term",
            "term ``other`` : class : kind",
            "paragraph Second. < definition other",
        ],
    ),
    "classifier inside a literal": (
        "``a : b`` : c\n  Text\n",
        ["term ``a : b`` : c", "paragraph Text < definition a : b"],
    ),
    "fields": (
        ":orphan:\n:param str x: first\n    and on\n:empty:\n",
        ["field [orphan]", "field [param str x] first and on", "field [empty]"],
    ),
    "field with more than a paragraph": (
        ":one: Text\n\n   Second\n:two:\n   - a\n",
        [
            "field [one] Text",
            "paragraph Second < definition field one",
            "field [two]",
            "paragraph a < definition field two < list_item a",
        ],
    ),
    "field values that look like something else": (
        ":a: -\n:b: --all\n:c: 1. one\n",
        ["field [a] -", "field [b] --all", "field [c] 1. one"],
    ),
    "a role is no field": (":ref:`x` is it: yes\n", ["paragraph :ref:`x` is it: yes"]),
    "options": (
        """
        -a            All.
        -f FILE, --file=FILE  Some
                      text.
        --long
            Below.
        """,
        [
            "term -a",
            "paragraph All. < definition option -a",
            "term -f FILE, --file=FILE",
            "paragraph Some text. < definition option -f FILE, --file=FILE",
            "term --long",
            "paragraph Below. < definition option --long",
        ],
    ),
    "an option without description is text": ("--long\n\nText\n", ["paragraph --long", "paragraph Text"]),
    "line block": ("| One\n  goes on\n| Two\n", ["paragraph One goes on", "paragraph Two"]),
    "quotation with attribution": (
        "Before\n\n  Quoted.\n\n  -- Someone\n\nAfter\n",
        ["paragraph Before", "paragraph Quoted. < quote", "paragraph -- Someone < quote", "paragraph After"],
    ),
    "an indented list is no quotation": ("Before\n\n  * One\n", ["paragraph Before", "paragraph One < list_item One"]),
    "doctest": (">>> 1 + 1\n2\n\nText\n", ["code (pycon) >>> 1 + 1 2", "paragraph Text"]),
    "literal block": ("See::\n\n  a\n    b\n\n  c\n\nText\n", ["paragraph See:", "code a b c", "paragraph Text"]),
    "literal block after two colons alone": ("See\n\n::\n\n  a\n", ["paragraph See", "code a"]),
    "literal block after a space and two colons": ("See ::\n\n  a\n", ["paragraph See", "code a"]),
    "literal block in quotes": ("See::\n\n> a\n> b\n\nText\n", ["paragraph See:", "code > a > b", "paragraph Text"]),
    "escaped colons": ("See\\::\n\n  a\n", ["paragraph See\\::", "paragraph a < quote"]),
    "comment": (".. A remark\n   goes on\n\nText\n", ["comment A remark goes on", "paragraph Text"]),
    "empty comment ends what is before": ("..\n\n  Quoted\n", ["comment", "paragraph Quoted < quote"]),
    "directive with one colon is a comment": (".. note: a\n", ["comment note: a"]),
    "targets": (
        ".. _Here: https://a.example\n.. _`Two: words`: https://b.example/\n   long\n.. _place:\n\n__ https://c.example\n",
        [
            "target [Here] https://a.example",
            "target [Two: words] https://b.example/ long",
            "target [place]",
            "target [__] https://c.example",
        ],
    ),
    "malformed target": (".. _a b\n\nText\n", ["comment _a b", "paragraph Text"]),
    "footnotes and citations": (
        ".. [1] One.\n.. [#two] Two.\n.. [CIT] Three.\n\n   More.\n",
        [
            "paragraph One. < footnote 1",
            "paragraph Two. < footnote two",
            "paragraph Three. < footnote CIT",
            "paragraph More. < footnote CIT",
        ],
    ),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_outline(source: str, expected: list[str]) -> None:
    assert outline(source) == expected


def test_levels_go_by_the_order_of_appearance() -> None:
    document = read("A\n=\n\nB\n-\n\n=\nC\n=\n\nd ``x``\n-------\n\nE\n=\n\ntext\n")
    headings = [block for block in document.blocks if block.kind is BlockKind.HEADING]
    assert [(document.text[slice(*block.text_span)], block.level, block.heading_path) for block in headings] == [
        ("A", 1, ()),
        ("B", 2, ("A",)),
        ("C", 3, ("A", "B")),
        ("d ``x``", 2, ("A",)),
        ("E", 1, ()),
    ]
    assert document.blocks[-1].heading_path == ("E",)


def test_heading_path_is_plain_text() -> None:
    document = read("Use :class:`~app.Server` and `docs <https://a.example>`_\n" + "=" * 60 + "\n\ntext\n")
    assert document.blocks[-1].heading_path == ("Use Server and docs",)


def test_heading_spans_its_adornments() -> None:
    document = read("\n=====\nTitle\n=====\n\n")
    assert document.blocks == (Block(kind=BlockKind.HEADING, span=(1, 18), text_span=(7, 12), level=1),)


@pytest.mark.parametrize(
    ("source", "lead_in"),
    [
        pytest.param("The ``x`` flags:\n\n- a\n", "The x flags:", id="list"),
        pytest.param("Flags::\n\n  a\n", "Flags:", id="literal block"),
        pytest.param("Flags:\n\n.. code-block:: sh\n\n   a\n", "Flags:", id="code directive"),
        pytest.param("Flags:\n\n.. a remark\n\n=  =\na  b\n=  =\n", "Flags:", id="table after a comment"),
        pytest.param("Flags:\n\n  - a\n", "Flags:", id="indented list"),
        pytest.param("Flags:\n\nHead\n====\n\n- a\n", "", id="heading between"),
        pytest.param("Flags:\n\n- a\n\n=  =\nb  c\n=  =\n", "", id="list between"),
        pytest.param("Flags:\n\n- One:\n\n  - a\n", "One:", id="nested list"),
        pytest.param("Flags:\n\n- One\n\n  a\n", "Flags:", id="second paragraph of an item"),
        pytest.param("Flags:\n\n:a: b\n", "Flags:", id="field"),
        pytest.param("Flags:\n\nterm\n  a\n", "Flags:", id="definition"),
    ],
)
def test_lead_in(source: str, lead_in: str) -> None:
    assert read(source).blocks[-1].lead_in == lead_in


def test_code_begins_with_its_indentation() -> None:
    text = "See::\n\n    if x:\n        y\n\nText\n"
    code = read(text).blocks[1]
    assert text[slice(*code.text_span)] == "    if x:\n        y"
    assert code.span == code.text_span


def test_containers_span_the_whole() -> None:
    text = "* One\n\n  Two\n\n.. note:: Three\n\n   Four\n"
    blocks = read(text).blocks
    assert {(c.kind, text[slice(*c.span)]) for block in blocks for c in block.containers} == {
        ("list_item", "* One\n\n  Two"),
        ("admonition", ".. note:: Three\n\n   Four"),
    }


def test_highlight_names_the_language_of_literal_blocks() -> None:
    document = read(
        "A::\n\n  a\n\n.. highlight:: sh\n\nB::\n\n  b\n\n.. code-block::\n\n   c\n\n"
        ".. highlight:: none\n\nC::\n\n  d\n"
    )
    assert [block.language for block in document.blocks if block.kind is BlockKind.CODE] == ["", "sh", "sh", ""]


def test_markers_exclude_what_follows() -> None:
    text = ".. truth: ignore cli_option -- made up\n\nUse ``--nope``.\n\n.. truth: nonsense\n"
    document = read(text)
    assert [(text[slice(*s.span)], s.kinds, s.reason) for s in document.suppressions] == [
        ("Use ``--nope``.", ("cli_option",), "made up")
    ]
    assert len(document.notices) == 1


def test_definition_container() -> None:
    text = "a\n  b\n"
    assert read(text).blocks[1].containers == (Container("definition", "", "a", (0, 5)),)
