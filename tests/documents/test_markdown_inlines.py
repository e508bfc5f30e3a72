"""Inline marks of Markdown: what they show, what they point at, and where that stands."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.models.document import Document, Inline, InlineKind

Read = Callable[..., Document]
Mark = tuple[str, str, str | None, str | None, str | None]


def _marks(document: Document) -> list[Mark]:
    """Kind, shown text, target, the target as it is written, and name of each mark."""
    text = document.text

    def written(inline: Inline) -> str | None:
        return None if inline.target_span is None else text[slice(*inline.target_span)]

    return [
        (inline.kind.value, text[slice(*inline.text_span)], inline.target, written(inline), inline.name)
        for block in document.blocks
        for inline in block.inlines
    ]


def _plain(kind: str, text: str, name: str | None = None) -> Mark:
    return kind, text, None, None, name


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        pytest.param("no marks", [], id="none"),
        pytest.param("`a` ``b `c` d``", [_plain("code", "a"), _plain("code", "b `c` d")], id="code"),
        pytest.param("`` ` ``", [_plain("code", "`")], id="code that is a backtick"),
        pytest.param("` a ` `  `", [_plain("code", "a"), _plain("code", "  ")], id="blanks in code"),
        pytest.param("`a\nb` \\`c`", [_plain("code", "a\nb")], id="code over lines, escaped backtick"),
        pytest.param(
            "*a* __b__ ***c***",
            [
                _plain("emphasis", "a"),
                _plain("strong", "b"),
                _plain("emphasis", "**c**"),
                _plain("strong", "c"),
            ],
            id="emphasis",
        ),
        pytest.param("snake_case_name 2*3*4", [_plain("emphasis", "3")], id="emphasis within words"),
        pytest.param("**`--a`**", [_plain("strong", "`--a`"), _plain("code", "--a")], id="code in strong"),
        pytest.param("[a](b)", [("link", "a", "b", "b", None)], id="link"),
        pytest.param('[a](b "t")', [("link", "a", "b", "b", None)], id="link with title"),
        pytest.param("[a](<b c>)", [("link", "a", "b c", "b c", None)], id="link in angles"),
        pytest.param("[a]()", [("link", "a", "", None, None)], id="link to nothing"),
        pytest.param("[a](b\\_c&amp;d)", [("link", "a", "b_c&d", "b\\_c&amp;d", None)], id="escapes in a link"),
        pytest.param("[a](b%20c.md#d)", [("link", "a", "b c.md#d", "b%20c.md#d", None)], id="encoded path"),
        pytest.param(
            "[a](https://e.org/b%20c)",
            [("link", "a", "https://e.org/b%20c", "https://e.org/b%20c", None)],
            id="encoded URL",
        ),
        pytest.param(
            "[`a`\n*b*](\nc)",
            [
                ("link", "`a`\n*b*", "c", "c", None),
                _plain("code", "a"),
                _plain("emphasis", "b"),
            ],
            id="marks in a link over lines",
        ),
        pytest.param("![a *b*](c.png)", [("image", "a *b*", "c.png", "c.png", None)], id="image"),
        pytest.param("[![a](b)](c)", [("link", "![a](b)", "c", "c", None), ("image", "a", "b", "b", None)], id="badge"),
        pytest.param(
            "[a][l] [l][] [l]\n\n[L]: u\n",
            [
                ("link", "a", "u", None, None),
                ("link", "l", "u", None, None),
                ("link", "l", "u", None, None),
                ("link", "u", "u", "u", None),
            ],
            id="references",
        ),
        pytest.param(
            "[a]\n\n> [a]: u\n",
            [("link", "a", "u", None, None), ("link", "u", "u", "u", None)],
            id="definition in a quote",
        ),
        pytest.param("[a] [b](c d)", [], id="no links"),
        pytest.param(
            "<https://e.org> <a@e.org>",
            [
                ("link", "https://e.org", "https://e.org", "https://e.org", None),
                ("link", "a@e.org", "mailto:a@e.org", "a@e.org", None),
            ],
            id="autolinks",
        ),
        pytest.param(
            "see https://e.org/a_b_(c). (http://e.org)",
            [
                ("link", "https://e.org/a_b_(c)", "https://e.org/a_b_(c)", "https://e.org/a_b_(c)", None),
                ("link", "http://e.org", "http://e.org", "http://e.org", None),
            ],
            id="bare URLs",
        ),
        pytest.param(
            "[https://a.org](b) `http://c`",
            [("link", "https://a.org", "b", "b", None), _plain("code", "http://c")],
            id="URLs in marks",
        ),
        pytest.param(
            "{ref}`a` {py:class}`b <c.D>` {doc}`/e`",
            [
                ("role", "a", "a", "a", "ref"),
                ("role", "b", "c.D", "c.D", "py:class"),
                ("role", "/e", "/e", "/e", "doc"),
            ],
            id="roles",
        ),
        pytest.param("{} `a` {x} `b`", [_plain("code", "a"), _plain("code", "b")], id="braces"),
        pytest.param(
            "a <br> <!-- b --> <kbd>c</kbd>",
            [
                _plain("html", "<br>", "br"),
                _plain("html", "<!-- b -->"),
                _plain("html", "<kbd>", "kbd"),
                _plain("html", "</kbd>", "kbd"),
            ],
            id="tags",
        ),
        pytest.param(
            'x <a href="b&amp;c">`d`</a> <code>e</code>',
            [
                ("link", "`d`", "b&c", "b&amp;c", "a"),
                _plain("html", '<a href="b&amp;c">', "a"),
                _plain("code", "d"),
                _plain("html", "</a>", "a"),
                _plain("code", "e", "code"),
                _plain("html", "<code>", "code"),
                _plain("html", "</code>", "code"),
            ],
            id="tags that mark",
        ),
        pytest.param(
            '<p>\n<img src=a.png alt="b">\n</p>',
            [
                _plain("html", "<p>", "p"),
                ("image", "b", "a.png", "a.png", "img"),
                _plain("html", "</p>", "p"),
            ],
            id="image of HTML",
        ),
        pytest.param("[a](b){#c .d} `e`{.f}", [("link", "a", "b", "b", None), _plain("code", "e")], id="attributes"),
        pytest.param("~~`a`~~", [_plain("code", "a")], id="struck out"),
        pytest.param("```\n`a`\n```\n\n    `b`\n", [], id="none in code blocks"),
        pytest.param(
            "| `a` | [b](c) |\n|--|--|\n| `d \\| e` | |\n",
            [
                _plain("code", "a"),
                ("link", "b", "c", "c", None),
                _plain("code", "d \\| e"),
            ],
            id="in cells",
        ),
    ],
)
def test_marks(markdown: Read, text: str, marks: list[Mark]) -> None:
    assert _marks(markdown(text)) == marks


def test_marks_within_quotes_leave_the_quote_marks_in_place(markdown: Read) -> None:
    text = "> - **a\r\n>   `b\r\n>   c`** [d](\r\n>   e)\r\n"
    document = markdown(text)
    assert _marks(document) == [
        _plain("strong", "a\r\n>   `b\r\n>   c`"),
        _plain("code", "b\r\n>   c"),
        ("link", "d", "e", "e", None),
    ]


def test_a_mark_in_full(markdown: Read) -> None:
    (block,) = markdown("Go [there](to/it.md).").blocks
    assert block.inlines == (Inline(InlineKind.LINK, (3, 20), (4, 9), "to/it.md", (11, 19)),)
