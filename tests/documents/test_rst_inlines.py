"""Inline marks of reStructuredText."""

import pytest

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.documents.rst_roles import role_mark
from truthfulness_evaluator.models.document import Inline, InlineKind

CODE, LINK, ROLE = InlineKind.CODE, InlineKind.LINK, InlineKind.ROLE
STRONG, EMPHASIS = InlineKind.STRONG, InlineKind.EMPHASIS


def marks(text: str) -> list[tuple[InlineKind, str | None, str, str | None]]:
    document = RstReader().read("a.rst", text)
    return [(mark.kind, mark.name, text[slice(*mark.text_span)], mark.target) for mark in document.blocks[0].inlines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Run ``a --b``.", [(CODE, None, "a --b", None)], id="literal"),
        pytest.param("``a``", [(CODE, None, "a", None)], id="literal alone"),
        pytest.param(
            "``a\\b`` ``c\\``", [(CODE, None, "a\\b", None), (CODE, None, "c\\", None)], id="backslashes in literals"
        ),
        pytest.param("``a`b``", [(CODE, None, "a`b", None)], id="backquote in a literal"),
        pytest.param("```a```", [(CODE, None, "`a`", None)], id="three backquotes"),
        pytest.param("`` a``", [], id="space after the start"),
        pytest.param("``a ``", [], id="space before the end"),
        pytest.param("x``a``", [], id="letter before the start"),
        pytest.param("``a``s", [], id="letter after the end"),
        pytest.param("``a``\\ s", [(CODE, None, "a", None)], id="escaped space after the end"),
        pytest.param(
            "(``a``), '``b``'", [(CODE, None, "a", None), (CODE, None, "b", None)], id="brackets and quotes around"
        ),
        pytest.param("\u201c``a``\u201d\u3002", [(CODE, None, "a", None)], id="punctuation of other scripts"),
        pytest.param("*a* **b**", [(EMPHASIS, None, "a", None), (STRONG, None, "b", None)], id="emphasis and strong"),
        pytest.param("2*3*4 and \\*a* and '*'", [], id="asterisks that are text"),
        pytest.param("*args, **kwargs", [], id="start-strings without end"),
        pytest.param("* 'a' *b*", [(EMPHASIS, None, "b", None)], id="first block is a list item"),
        pytest.param(":ref:`label`", [(ROLE, "ref", "label", "label")], id="role"),
        pytest.param(":ref:`The title <label>`", [(ROLE, "ref", "The title", "label")], id="role with title"),
        pytest.param(":py:class:`~a.b.C`", [(ROLE, "py:class", "C", "a.b.C")], id="shortened"),
        pytest.param(":func:`!a.b`", [(ROLE, "func", "a.b", "a.b")], id="without link"),
        pytest.param("`a`:file:", [(ROLE, "file", "a", "a")], id="role after"),
        pytest.param(":a:`b`:c:", [], id="role before and after"),
        pytest.param("see:ref:`x`", [(ROLE, "", "x", "x")], id="word before a role"),
        pytest.param(":code:`a b`", [(CODE, "code", "a b", None)], id="role for code"),
        pytest.param(":file:`<name>.py`", [(ROLE, "file", "<name>.py", "<name>.py")], id="role without target"),
        pytest.param(":option:`--a <b>`", [(ROLE, "option", "--a <b>", "--a <b>")], id="option with value"),
        pytest.param(":option:`this <cmd --a>`", [(ROLE, "option", "this", "cmd --a")], id="option with title"),
        pytest.param("`a b`", [(ROLE, "", "a b", "a b")], id="default role"),
        pytest.param("|name| it", [(ROLE, "substitution", "name", "name")], id="substitution"),
        pytest.param("a || b | c", [], id="bars that are text"),
        pytest.param(
            "`Docs <https://a.example/x_y>`_", [(LINK, None, "Docs", "https://a.example/x_y")], id="embedded URL"
        ),
        pytest.param(
            "`Docs <https://a.example>`__ x", [(LINK, None, "Docs", "https://a.example")], id="anonymous embedded URL"
        ),
        pytest.param(
            "`<https://a.example>`_", [(LINK, None, "https://a.example", "https://a.example")], id="URL as its own text"
        ),
        pytest.param(
            "`a <https://a.example/\nb>`_", [(LINK, None, "a", "https://a.example/b")], id="URL over two lines"
        ),
        pytest.param("`Docs <me@a.example>`_", [(LINK, None, "Docs", "mailto:me@a.example")], id="embedded address"),
        pytest.param(
            "unknown_ `not known`_",
            [(LINK, None, "unknown", None), (LINK, None, "not known", None)],
            id="unknown names",
        ),
        pytest.param("snake_case_name __init__ a_b", [], id="underscores that are text"),
        pytest.param(
            "http://a.example/b_c.", [(LINK, None, "http://a.example/b_c", "http://a.example/b_c")], id="bare URL"
        ),
        pytest.param(
            "(see https://a.example/x?y=1#z)",
            [(LINK, None, "https://a.example/x?y=1#z", "https://a.example/x?y=1#z")],
            id="bare URL in brackets",
        ),
        pytest.param(
            "<me@a.example>, c@v1, o/r@v1.2", [(LINK, None, "me@a.example", "mailto:me@a.example")], id="addresses"
        ),
        pytest.param("a:b http: x:y", [], id="colons that are text"),
        pytest.param("See [1]_ and [#n]_, a[1]_", [(LINK, None, "1", None), (LINK, None, "#n", None)], id="footnotes"),
        pytest.param("An _`inline target` here", [], id="inline target"),
        pytest.param(
            "`a`_ `b <c_>`_\n\n.. _a: https://a.example\n.. _c: a_\n",
            [(LINK, None, "a", "https://a.example"), (LINK, None, "b", "https://a.example")],
            id="names",
        ),
        pytest.param(
            "c_\n\n.. _c:\n.. _d: https://a.example\n", [(LINK, None, "c", "https://a.example")], id="chained targets"
        ),
        pytest.param("c_\n\n.. _c:\n\ntext\n", [(LINK, None, "c", "#c")], id="place of the document"),
        pytest.param("`The Title`_\n\nThe title\n=========\n", [(LINK, None, "The Title", "#the-title")], id="section"),
        pytest.param(
            "x__ `y`__\n\n__ https://a.example\n.. __: https://b.example\n",
            [(LINK, None, "x", "https://a.example"), (LINK, None, "y", "https://b.example")],
            id="anonymous",
        ),
        pytest.param("a_\n\n.. _a: b_\n.. _b: a_\n", [(LINK, None, "a", None)], id="circle of names"),
        pytest.param("``a *b`` c*", [(CODE, None, "a *b", None)], id="nothing nests"),
        pytest.param(
            "``a`` *b ``c``", [(CODE, None, "a", None), (CODE, None, "c", None)], id="after a stray start-string"
        ),
    ],
)
def test_marks(text: str, expected: list[tuple[InlineKind, str | None, str, str | None]]) -> None:
    assert marks(text) == expected


def test_spans_are_exact() -> None:
    text = "- \U0001f600 e\u0301 :class:`the\n  title <~a.b>` x"
    assert RstReader().read("a.rst", text).blocks[0].inlines == (
        Inline(
            kind=ROLE,
            span=(7, 34),
            text_span=(15, 26),
            target="a.b",
            target_span=(29, 32),
            name="class",
        ),
    )


def test_tabs_stand_for_themselves() -> None:
    text = "-\ta\t``b\tc``"
    mark = RstReader().read("a.rst", text).blocks[0].inlines[0]
    assert (text[slice(*mark.span)], text[slice(*mark.text_span)]) == ("``b\tc``", "b\tc")


def test_default_role_gives_its_name() -> None:
    document = RstReader().read("a.rst", ".. default-role:: literal\n\n`a`\n")
    assert document.blocks[-1].inlines == (Inline(CODE, (27, 30), (28, 29), name="literal"),)


@pytest.mark.parametrize(
    ("name", "text", "shown", "target"),
    [
        pytest.param("ref", "a", "a", "a", id="plain"),
        pytest.param("ref", "a <b>", "a", "b", id="title"),
        pytest.param("ref", "a <!b>", "a", "b", id="title without link"),
        pytest.param("ref", "<b>", "<b>", "<b>", id="no title"),
        pytest.param("class", "~b", "b", "b", id="nothing to shorten"),
        pytest.param("class", "~", "~", "~", id="tilde alone"),
        pytest.param("meth", "~a.b()", "b()", "a.b()", id="call"),
        pytest.param("doc", "/a/b", "/a/b", "/a/b", id="path"),
        pytest.param("ref", "a \0<b>", "a \0<b>", "a <b>", id="escaped bracket"),
    ],
)
def test_role_mark(name: str, text: str, shown: str, target: str) -> None:
    mark = role_mark(name, text)
    assert (text[slice(*mark.shown)], mark.target) == (shown, target)
