"""Directives of reStructuredText: argument, options, body."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import BlockKind, Document, InlineKind


def read(source: str) -> Document:
    return RstReader().read("a.rst", dedent(source).lstrip("\n"))


def outline(source: str) -> list[str]:
    """Each block in a line: kind, title, language, content, innermost container."""
    document = read(source)
    lines: list[str] = []
    for block in document.blocks:
        content = " ".join(document.text[slice(*block.text_span)].split())
        parts = [block.kind.value, f"[{block.title}]" if block.title else "", content]
        if block.language:
            parts.insert(1, f"({block.language})")
        if block.containers:
            inner = block.containers[-1]
            parts.append("< " + " ".join(part for part in (inner.kind, inner.name, inner.argument) if part))
        lines.append(" ".join(part for part in parts if part))
    return lines


CASES: dict[str, tuple[str, list[str]]] = {
    "argument, options and body": (
        """
        .. setting:: MAX_SIZE
           :default: ``8``
           :flag:

           Text.

           - Item
        """,
        [
            "directive [setting] MAX_SIZE",
            "field [default] ``8`` < directive setting MAX_SIZE",
            "field [flag] < directive setting MAX_SIZE",
            "paragraph Text. < directive setting MAX_SIZE",
            "paragraph Item < list_item Item",
        ],
    ),
    "argument on several lines": (
        ".. py:function:: a(*, b=1)\n                 a(c)\n   :no-index:\n\n   Text.\n",
        [
            "directive [py:function] a(*, b=1) a(c)",
            "field [no-index] < directive py:function a(*, b=1) a(c)",
            "paragraph Text. < directive py:function a(*, b=1) a(c)",
        ],
    ),
    "option on several lines": (
        ".. image:: a.png\n   :alt: one\n      two\n   :width: 5\n",
        [
            "directive [image] a.png",
            "field [alt] one two < directive image a.png",
            "field [width] 5 < directive image a.png",
        ],
    ),
    "fields of a body are no options": (
        ".. function:: a(b)\n\n   :param b: text\n",
        ["directive [function] a(b)", "field [param b] text < directive function a(b)"],
    ),
    "admonition with text in its first line": (
        ".. note:: One\n   two.\n\n   Three.\n",
        [
            "directive [note]",
            "paragraph One two. < admonition note",
            "paragraph Three. < admonition note",
        ],
    ),
    "admonition with options": (
        ".. Warning::\n   :class: a\n\n   One.\n",
        ["directive [Warning]", "field [class] a < admonition warning", "paragraph One. < admonition warning"],
    ),
    "admonition that begins with a role": (
        ".. note::\n   :ref:`a` is b.\n",
        ["directive [note]", "paragraph :ref:`a` is b. < admonition note"],
    ),
    "admonition with title": (
        ".. admonition:: A title\n\n   One.\n",
        ["directive [admonition] A title", "paragraph One. < admonition admonition A title"],
    ),
    "body below an empty first line": (
        ".. unheard-of::\n   One.\n",
        ["directive [unheard-of]", "paragraph One. < directive unheard-of"],
    ),
    "changes": (
        ".. deprecated:: 2.1\n   Use ``b``.\n.. versionadded:: 3.0 The c.\n.. versionchanged:: 4\n\n   More.\n",
        [
            "directive [deprecated] 2.1",
            "paragraph Use ``b``. < directive deprecated 2.1",
            "directive [versionadded] 3.0",
            "paragraph The c. < directive versionadded 3.0",
            "directive [versionchanged] 4",
            "paragraph More. < directive versionchanged 4",
        ],
    ),
    "code": (
        ".. code-block:: python\n   :linenos:\n\n   if a:\n       b\n\n   c\n",
        [
            "directive [code-block] python",
            "field [linenos] < directive code-block python",
            "code (python) if a: b c < directive code-block python",
        ],
    ),
    "code right below": (".. code:: sh\n   ls\n", ["directive [code] sh", "code (sh) ls < directive code sh"]),
    "code for a prompt": (
        ".. prompt:: bash $\n\n   ls\n",
        ["directive [prompt] bash $", "code (bash) ls < directive prompt bash $"],
    ),
    "mathematics": (".. math:: a = b\n", ["directive [math]", "code (latex) a = b < directive math"]),
    "doctest": (
        ".. doctest:: group\n\n   >>> 1\n   1\n",
        ["directive [doctest] group", "code (pycon) >>> 1 1 < directive doctest group"],
    ),
    "raw HTML": (".. raw:: html\n\n   <b>\n", ["directive [raw] html", "html <b> < directive raw html"]),
    "raw LaTeX": (
        ".. raw:: latex\n\n   \\b\n",
        ["directive [raw] latex", "code (latex) \\b < directive raw latex"],
    ),
    "file": (
        ".. literalinclude:: a/b.py\n   :language: python\n.. include:: ../c.rst\n",
        [
            "directive [literalinclude] a/b.py",
            "field [language] python < directive literalinclude a/b.py",
            "directive [include] ../c.rst",
        ],
    ),
    "entries": (
        ".. toctree::\n   :maxdepth: 2\n\n   intro\n   The API <api/index>\n",
        [
            "directive [toctree]",
            "field [maxdepth] 2 < directive toctree",
            "paragraph intro < directive toctree",
            "paragraph The API <api/index> < directive toctree",
        ],
    ),
    "entries below the options": (
        ".. toctree::\n   :hidden:\n   intro\n",
        ["directive [toctree]", "field [hidden] < directive toctree", "paragraph intro < directive toctree"],
    ),
    "glossary": (
        ".. glossary::\n\n   one\n   two : key\n      Text.\n\n   .. comment\n\n   three\n      More.\n",
        [
            "directive [glossary]",
            "term one < directive glossary",
            "term two : key < directive glossary",
            "paragraph Text. < definition one, two",
            "term three < directive glossary",
            "paragraph More. < definition three",
        ],
    ),
    "quotation": (".. epigraph::\n\n   One.\n", ["directive [epigraph]", "paragraph One. < quote epigraph"]),
    "nested": (
        ".. tabs::\n\n   .. tab:: One\n\n      Text.\n",
        ["directive [tabs]", "directive [tab] One < directive tabs", "paragraph Text. < directive tab One"],
    ),
    "substitutions": (
        ".. |a b| replace:: some *text*\n   more\n.. |c| image:: d.png\n   :alt: e\n.. |f| g\n",
        [
            "directive [replace] some *text* more < directive substitution a b",
            "directive [image] d.png < directive substitution c",
            "field [alt] e < directive image d.png",
            "comment |f| g",
        ],
    ),
    "without body or argument": (".. contents::\n\nText\n", ["directive [contents]", "paragraph Text"]),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_outline(source: str, expected: list[str]) -> None:
    assert outline(source) == expected


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        pytest.param(".. rubric:: Use ``a``\n", [InlineKind.CODE], id="shown as text"),
        pytest.param(".. py:function:: a(*b, c*)\n", [], id="a signature"),
        pytest.param(".. |a| replace:: ``b`` *c*\n", [InlineKind.CODE, InlineKind.EMPHASIS], id="replacement"),
    ],
)
def test_marks_of_an_argument(source: str, kinds: list[InlineKind]) -> None:
    assert [mark.kind for mark in read(source).blocks[0].inlines] == kinds


def test_spans_of_a_directive() -> None:
    document = read(".. option:: -v, --verbose\n   :x: y\n\n   Text.\n")
    directive, option, text = document.blocks
    assert (directive.span, directive.text_span) == ((0, 25), (12, 25))
    assert (option.span, option.text_span) == ((29, 34), (33, 34))
    assert text.containers[0].span == (0, 44)


def test_sections_of_an_only_block_end_with_it() -> None:
    document = read(
        """
        One
        ===

        .. only:: html

           Two
           ~~~

           inside

        outside

        Three
        -----

        Four
        ~~~~
        """
    )
    headings = [block for block in document.blocks if block.kind is BlockKind.HEADING]
    assert [block.level for block in headings] == [1, 2, 2, 3]
    outside = next(block for block in document.blocks if document.text[slice(*block.text_span)] == "outside")
    assert outside.heading_path == ("One",)
