"""Docstrings of a module as a document: what is read as what, of which function, and where it stands."""

import ast
import inspect
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.docstrings import DocstringReader
from truthfulness_evaluator.models.document import BlockKind, Document

Check = Callable[[Document], None]
Row = tuple[str, str, str]

Q = '"""'


def read(code: str, places_hold: Check, name: str = "src/app/cli.py") -> Document:
    document = DocstringReader().read(name, code)
    assert document.text == code
    assert document.extract is not None
    places_hold(document)
    places_hold(document.extract)
    return document


def shown(document: Document) -> list[Row]:
    """Of each block but the module's name: kind or title, the words, and what it is about."""
    extract = document.extract
    assert extract is not None
    return [
        (
            block.title or block.kind.value,
            extract.text[slice(*block.text_span)],
            ".".join(each.argument.removesuffix("()") for each in block.containers if each.name.startswith("py:")),
        )
        for block in extract.blocks
        if block.title != "py:currentmodule"
    ]


NONE: list[Row] = []
MODULES = [
    pytest.param("", NONE, id="empty"),
    pytest.param("x = 1\n", NONE, id="no docstrings"),
    pytest.param(f"{Q}Keeps books.{Q}\n", [("paragraph", "Keeps books.", "")], id="module"),
    pytest.param(
        f"class Shelf:\n    {Q}A shelf.{Q}\n\n    def add(self):\n        {Q}Adds.{Q}\n\n        def inner():\n"
        f"            {Q}Not read.{Q}\n\n    class Row:\n        '''A row.'''\n\nasync def main(): 'Runs.'\n",
        [
            ("paragraph", "A shelf.", "Shelf"),
            ("paragraph", "Adds.", "Shelf.add"),
            ("paragraph", "A row.", "Shelf.Row"),
            ("paragraph", "Runs.", "main"),
        ],
        id="classes and functions",
    ),
    pytest.param(
        f"if True:\n    try:\n        def f():\n            {Q}Deep.{Q}\n    except E:\n        pass\n",
        [("paragraph", "Deep.", "f")],
        id="within statements",
    ),
    pytest.param(
        f"def f(a, b):\n    {Q}Does it.\n\n    :param a: The first,\n        and more.\n    :param int b: The second.\n"
        f"    :returns: Nothing.\n    {Q}\n",
        [
            ("paragraph", "Does it.", "f"),
            ("param a", "The first,\nand more.", "f"),
            ("param int b", "The second.", "f"),
            ("returns", "Nothing.", "f"),
        ],
        id="fields",
    ),
    pytest.param(
        f"def f(a, b):\n    {Q}Does it.\n\n    Args:\n        a (int, optional): The first,\n            and more.\n"
        f"        *rest: Others.\n        b: The second.\n\n    Returns:\n        Nothing.\n\n"
        f"    More words.\n    {Q}\n",
        [
            ("paragraph", "Does it.", "f"),
            ("param a", "(int, optional) The first,\nand more.", "f"),
            ("param rest", "Others.", "f"),
            ("param b", "The second.", "f"),
            ("paragraph", "Nothing.", "f"),
            ("paragraph", "More words.", "f"),
        ],
        id="Google",
    ),
    pytest.param(
        f"def f(a, b):\n    {Q}Does it.\n\n    Parameters\n    ----------\n    a : int, default 5\n        The first.\n"
        f"    x, y\n        Both.\n\n    See Also\n    --------\n    g : Another.\n\n"
        f"    Notes\n    -----\n    Words.\n    {Q}\n",
        [
            ("paragraph", "Does it.", "f"),
            ("param a", "(int, default 5) The first.", "f"),
            ("param x", "", "f"),
            ("param y", "Both.", "f"),
            ("paragraph", "Words.", "f"),
        ],
        id="NumPy",
    ),
    pytest.param(
        f"class C:\n    {Q}It.\n\n    Attributes:\n        size: How many.\n    Todo:\n        A plan.\n    {Q}\n",
        [("paragraph", "It.", "C"), ("var size", "How many.", "C")],
        id="attributes and plans",
    ),
    pytest.param(
        f"def f():\n    {Q}Args: none of them.\n\n    Note: this is text.\n    {Q}\n",
        [("paragraph", "Args: none of them.", "f"), ("paragraph", "Note: this is text.", "f")],
        id="words that are no sections",
    ),
    pytest.param(
        f"def f():\n    {Q}Runs `a --b`.\n\n    ```sh\n    $ a\n    ```\n    {Q}\n",
        [("paragraph", "Runs `a --b`.", "f"), ("code", "$ a", "f")],
        id="Markdown",
    ),
    pytest.param(
        f"def f():\n    {Q}Runs.\n\n    >>> f()\n    1\n    {Q}\n",
        [("paragraph", "Runs.", "f"), ("code", ">>> f()\n1", "f")],
        id="doctest",
    ),
    pytest.param('def f():\n    "a" "b"\n', NONE, id="two literals in one"),
    pytest.param("def f():\n    f'{1}'\n    b'x'\n", NONE, id="other literals"),
    pytest.param('def f():\n    "a\\tb\\N{BULLET}c\\\nd \\q"\n', [("paragraph", "a\tb•cd \\q", "f")], id="escapes"),
    pytest.param('def f():\n    r"a\\tb"\n', [("paragraph", "a\\tb", "f")], id="raw"),
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("code", "expected"), MODULES)
def test_docstrings(code: str, expected: list[Row], end: str, mark: str, places_hold: Check) -> None:
    document = read(mark + code.replace("\n", end), places_hold)
    found = [(kind, " ".join(words.split()), whose) for kind, words, whose in shown(document)]
    assert found == [(kind, " ".join(words.split()), whose) for kind, words, whose in expected]


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("src/app/cli.py", "app.cli"),
        ("app/__init__.py", "app"),
        ("lib/app/x.py", "app.x"),
        ("tool.py", "tool"),
        ("app/src/x.py", "app.src.x"),
    ],
)
def test_the_module_that_names_are_of(name: str, module: str, places_hold: Check) -> None:
    document = read("'It.'", places_hold, name)
    assert document.extract is not None
    first = document.extract.blocks[0]
    assert (first.title, document.extract.text[slice(*first.text_span)]) == ("py:currentmodule", module)


def test_places_are_those_of_the_file(places_hold: Check) -> None:
    code = "é = 1\ndef f(a):\n    '''Öl.\n\n    Args:\n        a: See ``x``.\n    '''\n"
    document = read(code, places_hold)
    field = document.blocks[-1]
    assert code[slice(*field.span)] == "a: See ``x``."
    assert code[slice(*field.inlines[0].text_span)] == "x"
    assert document.places is not None
    assert document.places.is_copied(field.inlines[0].text_span)


@pytest.mark.parametrize(
    "code",
    ["def f(:\n", "\x0c )", "def f():\n  'a'\n 'b'", "(" * 1000, "match x:\n  case", "print 'x'"],
    ids=["syntax", "form-feed", "indentation", "nested", "unfinished", "python-2"],
)
def test_what_is_no_python_leaves_a_notice(code: str, places_hold: Check) -> None:
    document = read(code, places_hold)
    assert document.blocks == ()
    assert document.notices[0].startswith("No docstrings were read: it is no Python that is understood (")
    assert len(document.notices) == 1


_LINES = st.lists(
    st.sampled_from(
        ["", "Words here.", "  more", "    Args:", "Args:", "    x: y", "    x (int): y", "Parameters", "----------",
         "x : int", "    text", ":param x: y", "``c``", "`c`", "- item", "```", ">>> f()", ".. note::", "   n", "\\\\",
         "\\t", "\\x41", "é", "\U0001f600", "*args", "Returns:", "Todo:", "# H"]
    ),
    max_size=20,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    lines=_LINES, indent=st.sampled_from(["    ", "        "]), end=st.sampled_from(["\n", "\r\n"]), raw=st.booleans()
)
def test_places_hold_in_any_text(places_hold: Check, lines: list[str], indent: str, end: str, raw: bool) -> None:
    body = end.join(indent + line if line else line for line in lines)
    code = f"def f():{end}    {'r' if raw else ''}{Q}{body.lstrip()}{end}    {Q}{end}"
    document = read(code, places_hold)
    assert document.extract is not None
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.FunctionDef)
    clean = inspect.cleandoc(ast.get_docstring(node, clean=False) or "").split()
    words = [
        document.extract.text[slice(*block.text_span)]
        for block in document.extract.blocks
        if block.kind is BlockKind.PARAGRAPH
    ]
    assert all(word in clean or "(" in word or ":" in word for text in words for word in text.split())
