"""Claims marked exactly where they stand."""

from collections.abc import Sequence

import pytest
from page_reader import article, read

from truthfulness_evaluator.models import Claim, Span, TruthfulnessReport, Verdict, VerificationResult
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter

R, S, N, U = Verdict.REFUTES, Verdict.SUPPORTS, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE


def shown(text: str, claims: Sequence[tuple[str, Verdict]], name: str = "a.md") -> str:
    """The document with the first place of each of the texts marked."""
    return marked(text, [((at := text.index(words), at + len(words)), said) for words, said in claims], name)


def marked(text: str, claims: Sequence[tuple[Span, Verdict]], name: str = "a.md") -> str:
    stated = [
        Claim(id=f"c{n}", text="x", source_document=name, source_span=span) for n, (span, _) in enumerate(claims, 1)
    ]
    results = [
        VerificationResult(claim_id=f"c{n}", verdict=said, confidence=1.0, explanation="")
        for n, (_, said) in enumerate(claims, 1)
    ]
    report = TruthfulnessReport(source_document=name, claims=stated, verifications=results)
    page = HtmlFormatter(texts={name: text}).format([report])
    assert read(page).problems == []
    return article(page)


def sign(number: int, letter: str, mark: str) -> str:
    return f'<a class="p {letter}" id="at-c{number}" href="#claim-c{number}">{mark}{number}</a>'


ROWS = [
    pytest.param(
        "a b c", [("b", R)], f'<p>a <mark class="r" data-c="1">b</mark>{sign(1, "r", "✗")} c</p>\n', id="words"
    ),
    pytest.param("a", [("a", N)], f'<p><mark class="n" data-c="1">a</mark>{sign(1, "n", "?")}</p>\n', id="whole"),
    pytest.param(
        "a `b c` d",
        [("b", S)],
        f'<p>a <code><mark class="s" data-c="1">b</mark>{sign(1, "s", "✓")} c</code> d</p>\n',
        id="within-code",
    ),
    pytest.param(
        "a *b* c",
        [("a *b*", U)],
        '<p><mark class="u" data-c="1">a </mark>'
        f'<em><mark class="u" data-c="1">b</mark>{sign(1, "u", "~")}</em> c</p>\n',
        id="over-a-mark",
    ),
    pytest.param(
        "a b c",
        [("a b", S), ("b c", R)],
        '<p><mark class="s" data-c="1">a </mark>'
        f'<mark class="r" data-c="1 2">b</mark>{sign(1, "s", "✓")}'
        f'<mark class="r" data-c="2"> c</mark>{sign(2, "r", "✗")}</p>\n',
        id="overlapping",
    ),
    pytest.param(
        "a b",
        [("b", S), ("b", R)],
        f'<p>a <mark class="r" data-c="1 2">b</mark>{sign(1, "s", "✓")}{sign(2, "r", "✗")}</p>\n',
        id="the-same-words",
    ),
    pytest.param(
        "[a b](https://c.example) d",
        [("b", R)],
        '<p><a href="https://c.example" rel="noopener noreferrer">a <mark class="r" data-c="1">b</mark></a>'
        f"{sign(1, 'r', '✗')} d</p>\n",
        id="the-sign-stands-behind-a-link",
    ),
    pytest.param(
        "[a](b.md) c",
        [("b.md", R)],
        '<p><span class="ref">a</span>'
        f'<mark class="r" data-c="1"><code class="raw">b.md</code></mark>{sign(1, "r", "✗")} c</p>\n',
        id="what-is-not-seen-is-shown",
    ),
    pytest.param(
        "[a](b.md)",
        [("[a](b.md)", R)],
        f'<p><span class="ref"><mark class="r" data-c="1">a</mark>{sign(1, "r", "✗")}</span></p>\n',
        id="what-is-seen-is-enough",
    ),
    pytest.param(
        "> a\n> b",
        [("a\n> b", S)],
        '<blockquote>\n<p><mark class="s" data-c="1">a\n</mark>'
        f'<mark class="s" data-c="1">b</mark>{sign(1, "s", "✓")}</p>\n</blockquote>\n',
        id="over-the-lines-of-a-quote",
    ),
    pytest.param(
        "- a\n- b",
        [("a\n- b", S)],
        f'<ul>\n<li>\n<p><mark class="s" data-c="1">a</mark>{sign(1, "s", "✓")}</p>\n</li>\n'
        '<li>\n<p><mark class="s" data-c="1">b</mark></p>\n</li>\n</ul>\n',
        id="over-blocks-with-one-sign",
    ),
    pytest.param(
        "```\na\n```\n\n[b]: c.md\n",
        [("c.md", N)],
        f'<pre><code>a</code></pre>\n<pre>[b]: <mark class="n" data-c="1">c.md</mark>{sign(1, "n", "?")}</pre>\n',
        id="in-a-block-that-is-not-seen",
    ),
    pytest.param(
        "a\n\n***\n\nb",
        [("***", N)],
        f'<p>a</p>\n<pre><code><mark class="n" data-c="1">***</mark>{sign(1, "n", "?")}</code></pre>\n<p>b</p>\n',
        id="in-no-block",
    ),
    pytest.param(
        "| a | b |\n|---|---|\n| c | d |\n",
        [("c | d", R)],
        '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
        '<thead>\n<tr><th scope="col">a</th><th scope="col">b</th></tr>\n</thead>\n<tbody>\n'
        '<tr><td><mark class="r" data-c="1">c</mark></td>'
        f'<td><mark class="r" data-c="1">d</mark>{sign(1, "r", "✗")}</td></tr>\n</tbody>\n</table></div>\n',
        id="over-cells",
    ),
    pytest.param(
        "---\na: b\n---\n",
        [("b", S)],
        '<details open><summary>Front matter</summary>\n<pre title="yaml"><code>a: <mark class="s" data-c="1">b</mark>'
        f"{sign(1, 's', '✓')}</code></pre>\n</details>\n",
        id="front-matter-opens",
    ),
]


@pytest.mark.parametrize(("text", "claims", "html"), ROWS)
def test_marks(text: str, claims: Sequence[tuple[str, Verdict]], html: str) -> None:
    assert shown(text, claims) == html


@pytest.mark.parametrize("name", ["a.rst", "a.txt"])
def test_marks_in_other_formats(name: str) -> None:
    html = f'<p>a <mark class="r" data-c="1">b</mark>{sign(1, "r", "✗")} c</p>\n'
    assert shown("a b c", [("b", R)], name) == html


@pytest.mark.parametrize("span", [(0, 0), (1, 1), (3, 3), (2, 9), (9, 9), (3, 2)])
def test_spans_at_the_edge(span: Span) -> None:
    html = marked("a b", [(span, R)])
    assert html.count("✗1") == (span[0] <= span[1] <= 3)


PAGES = [
    pytest.param(
        "a.html",
        "<h1>A</h1><p>a <b>b</b> &lt;c&gt; <code>--d</code></p><script>x</script>",
        [("b</b>", S), ("&lt;c", R), ("--d", N)],
        '<h3 class="l1" id="doc-1-s1">A</h3>\n'
        f'<p>a <strong><mark class="s" data-c="1">b</mark>{sign(1, "s", "✓")}</strong> '
        f'<mark class="r" data-c="2">&lt;c</mark>{sign(2, "r", "✗")}&gt; '
        f'<code><mark class="n" data-c="3">--d</mark>{sign(3, "n", "?")}</code></p>\n',
        id="html",
    ),
    pytest.param(
        "a.html",
        '<p><a href="b.html">b</a> c</p>',
        [("b.html", R)],
        '<p><span class="ref">b</span><mark class="r" data-c="1"><code class="raw">b.html</code></mark>'
        f"{sign(1, 'r', '✗')} c</p>\n",
        id="html-link",
    ),
    pytest.param(
        "a.ipynb",
        '{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["It is\\n", "\\"90\\"."]}, '
        '{"cell_type": "code", "source": ["x = 1"]}]}',
        [("90", R), ("x = 1", S)],
        f'<p>It is\n"<mark class="r" data-c="1">90</mark>{sign(1, "r", "✗")}".</p>\n'
        f'<pre title="python"><code><mark class="s" data-c="2">x = 1</mark>{sign(2, "s", "✓")}</code></pre>\n',
        id="notebook",
    ),
]


@pytest.mark.parametrize(("name", "text", "claims", "html"), PAGES)
def test_marks_in_what_is_taken_out_of_a_file(
    name: str, text: str, claims: Sequence[tuple[str, Verdict]], html: str
) -> None:
    assert shown(text, claims, name) == html


def test_further_places_lead_to_the_same_card() -> None:
    claim = Claim(id="c", text="a", source_document="a.md", source_span=(0, 1), also_at=[(4, 5)])
    result = VerificationResult(claim_id="c", verdict=S, confidence=1.0, explanation="")
    report = TruthfulnessReport(source_document="a.md", claims=[claim], verifications=[result])
    page = HtmlFormatter(texts={"a.md": "a b a"}).format([report])
    assert read(page).problems == []
    assert article(page) == (
        '<p><mark class="s" data-c="1">a</mark><a class="p s" id="at-c" href="#claim-c">✓1</a> b '
        '<mark class="s" data-c="1">a</mark><a class="p s" id="at-c-2" href="#claim-c">✓1</a></p>\n'
    )


def test_many_claims_in_one_block_take_no_time_to_speak_of() -> None:
    text = "```\n" + "x = 1\n" * 3_000 + "```\n"
    html = marked(text, [((4 + 6 * n, 5 + 6 * n), S) for n in range(3_000)])
    assert html.count("<mark") == 3_000
