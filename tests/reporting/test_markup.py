"""Texts within Markdown: what GitHub would read in them is escaped. A parser of Markdown says what is left."""

import pytest
from markdown_it import MarkdownIt

from truthfulness_evaluator.reporting.markup import code_block, code_span, inline

PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})


def read(markdown: str) -> list[tuple[str, str]]:
    """The inline tokens of a line of Markdown, with their content; neighbouring texts are one."""
    found: list[tuple[str, str]] = []
    for token in PARSER.parse(f"- {markdown}"):
        for child in token.children or ():
            kind = "text" if child.type == "text_special" else child.type
            if found and found[-1][0] == kind == "text":
                found[-1] = ("text", found[-1][1] + child.content)
            elif child.content or kind != "text":
                found.append((kind, child.content))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words, and more.", "plain words, and more."),
        ("`--jobs` defaults to 8", "`--jobs` defaults to 8"),
        ("``a`b`` is there", "``a`b`` is there"),
        ("*a* _b_ ~c~ [d](e) <f> &amp; g|h", r"\*a\* \_b\_ \~c\~ \[d\](e) \<f\> \&amp; g\|h"),
        ("back\\slash", "back\\\\slash"),
        ("ask @me, please", "ask `@me`, please"),
        ("(#12) and GH-7", "(`#12`) and `GH-7`"),
        ("owner/name#3", "`owner/name#3`"),
        ("#anchor and C#", "#anchor and C#"),
        ("deleted in 0123abc.", "deleted in `0123abc`."),
        ("see https://a.example/b_c.", "see `https://a.example/b_c`."),
        ("www.a.example", "`www.a.example`"),
        (":tada: $x$", "`:tada:` `$x$`"),
        ("a stray ` tick", "a stray `` ` `` tick"),
        ("`a`@b `c`", "`a@b` `c`"),
        ("one\ntwo \x1b", r"one two \\x1b"),
        ("# a # b", r"\# a # b"),
        ("- a - b", r"\- a - b"),
        ("12. a", r"12\. a"),
        ("1) a", r"1\) a"),
        ("3.9 is", "3.9 is"),
        ("--x is", "--x is"),
        ("--- is", r"\--- is"),
        ("", ""),
    ],
)
def test_inline(text: str, expected: str) -> None:
    assert inline(text) == expected


NASTY = [
    "</details><script>alert(1)</script>",
    "<!-- x",
    "[a](javascript:alert(1)) ![b](c) [^1] [d]: e",
    "**bold** __b__ *i* _i_ ~~s~~",
    "`` ` `` `a``b` ``c`",
    "```\ncode\n```",
    "\\`a\\` \\*b\\*",
    "`a\\`<b>`",
    "@org/team a@b.example #1 GH-1 o/r#1 0123456789abcdef",
    "a | b\n--- | ---\nc | d",
    "# head\n- item\n> quote\n1. one\n***",
    "&lt;b&gt; &#60;",
    "$x$ $`y`$ :smile:",
    "`",
    "``",
    "`@a``@b`",
]


@pytest.mark.parametrize("text", NASTY)
def test_nothing_but_texts_and_code_is_left(text: str) -> None:
    tokens = read(inline(text))
    assert {kind for kind, _ in tokens} <= {"text", "code_inline"}
    assert [content for kind, content in tokens if kind == "text" and "@" in content] == []
    shown = "".join(content for _, content in tokens)
    assert shown.replace("`", "").split() == text.replace("`", "").split()


@pytest.mark.parametrize("text", [*NASTY, "a", " a ", "a`", "`a", "``a```b````"])
def test_code_span_is_one_piece_of_code(text: str) -> None:
    assert read(code_span(text)) == [("code_inline", " ".join(text.split()))]


@pytest.mark.parametrize("lines", ["a\nb", "```\n~~~\n</details>", "`````", "~~~~\n", "\tx\x1b"])
def test_code_block_holds_all(lines: str) -> None:
    tokens = PARSER.parse(f"{code_block(lines, 'diff')}\n\nend\n")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert (tokens[0].info, tokens[0].content) == ("diff", lines.replace("\x1b", r"\x1b") + "\n")
