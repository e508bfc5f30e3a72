"""Documents as they read: rows of source and the HTML that is made of it."""

import pytest
from page_reader import article, read

from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.html.formatter import HtmlFormatter

MARKDOWN = [
    pytest.param("# A *b*\n", '<h3 class="l1" id="doc-1-s1">A <em>b</em></h3>\n', id="heading"),
    pytest.param("A **b `c` d**\ne", "<p>A <strong>b <code>c</code> d</strong>\ne</p>\n", id="marks"),
    pytest.param("a\\*b\\* &amp; &lt;b&gt;", "<p>a*b* &amp; &lt;b&gt;</p>\n", id="escapes"),
    pytest.param("a  \nb\\\nc", "<p>a<br>\nb<br>\nc</p>\n", id="line-ends"),
    pytest.param("a\r\nb\r\n", "<p>a\nb</p>\n", id="carriage-returns"),
    pytest.param("\ufeffA", "<p>A</p>\n", id="byte-order-mark"),
    pytest.param(
        "[a](https://b.example/?c&d)",
        '<p><a href="https://b.example/?c&amp;d" rel="noopener noreferrer">a</a></p>\n',
        id="link-to-the-web",
    ),
    pytest.param("[a](b.md#c)", '<p><span class="ref">a</span></p>\n', id="link-to-a-file"),
    pytest.param("![a *b*](c.png)", '<p><span class="img">Image: a *b*</span></p>\n', id="image"),
    pytest.param("![](d/c.png)", '<p><span class="img">Image: c.png</span></p>\n', id="image-without-words"),
    pytest.param(
        "[![a](b.png)](https://c.example)",
        '<p><a href="https://c.example" rel="noopener noreferrer"><span class="img">Image: a</span></a></p>\n',
        id="image-in-a-link",
    ),
    pytest.param("- a\n- b\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n", id="list"),
    pytest.param("2. a\n\n   b\n", '<ol start="2">\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ol>\n', id="numbers"),
    pytest.param(
        "- a\n  - b\n\n* c\n",
        "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>\n<p>b</p>\n</li>\n</ul>\n</li>\n</ul>\n<ul>\n<li>\n<p>c</p>\n</li>\n</ul>\n",
        id="lists-within-and-beside",
    ),
    pytest.param("> a\n> b\n", "<blockquote>\n<p>a\nb</p>\n</blockquote>\n", id="quote"),
    pytest.param("```py\na = 1\n  b\n```\n", '<pre title="py"><code>a = 1\n  b</code></pre>\n', id="code"),
    pytest.param(
        "- x\n\n      a\n        b\n",
        "<ul>\n<li>\n<p>x</p>\n<pre><code>a\n  b</code></pre>\n</li>\n</ul>\n",
        id="indented-code-in-a-list",
    ),
    pytest.param(
        "> ```\n> a\n>   > b\n> ```\n",
        "<blockquote>\n<pre><code>a\n  &gt; b</code></pre>\n</blockquote>\n",
        id="code-in-a-quote",
    ),
    pytest.param(
        "| a | b |\n|---|---|\n| `c \\| d` | |\n",
        '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
        '<thead>\n<tr><th scope="col">a</th><th scope="col">b</th></tr>\n</thead>\n'
        "<tbody>\n<tr><td><code>c \\| d</code></td><td></td></tr>\n</tbody>\n</table></div>\n",
        id="table",
    ),
    pytest.param("T\n: d\n", "<dl>\n<dt>T</dt>\n<dd>\n<p>d</p>\n</dd>\n</dl>\n", id="definition"),
    pytest.param(
        "a[^1]\n\n[^1]: b\n", '<p>a[^1]</p>\n<div class="footnote"><b>[1]</b>\n<p>b</p>\n</div>\n', id="footnote"
    ),
    pytest.param(
        "> [!NOTE]\n> a\n", '<p class="directive"><b>note</b> </p>\n<div class="note">\n<p>a</p>\n</div>\n', id="note"
    ),
    pytest.param(
        "---\ntitle: a\n---\nb",
        "<details><summary>Front matter</summary>\n"
        '<pre title="yaml"><code>title: a</code></pre>\n</details>\n<p>b</p>\n',
        id="front-matter",
    ),
    pytest.param(
        '<p align="center"><img alt="A &amp; b" src="x.png"></p>\n<h1>C</h1>\n',
        '<div class="html"><span class="img">Image: A &amp; b</span><br>\nC</div>\n',
        id="html",
    ),
    pytest.param("<!-- a -->\n\n[b]: c\n\nd", "<p>d</p>\n", id="what-no-reader-sees"),
    pytest.param("a <b>c</b> <br> d", "<p>a <strong>c</strong> <br> d</p>\n", id="tags-in-a-line"),
]

RST = [
    pytest.param(
        "A\n=\n\nb *c* ``d`` e\\ s\n",
        '<h3 class="l1" id="doc-1-s1">A</h3>\n<p>b <em>c</em> <code>d</code> es</p>\n',
        id="text",
    ),
    pytest.param(":opt:`--a <b>`", "<p><code>--a</code></p>\n", id="role"),
    pytest.param(".. image:: a/b.png\n   :alt: A\n", '<p><span class="img">Image: A</span></p>\n', id="image"),
    pytest.param(
        ".. image:: a/b.png\n   :width: 3\n",
        '<p><span class="img">Image: a/b.png</span></p>\n',
        id="image-without-words",
    ),
    pytest.param(".. code-block:: py\n\n   a\n    b\n", '<pre title="py"><code>a\n b</code></pre>\n', id="code"),
    pytest.param("A::\n\n    b\n", "<p>A:</p>\n<pre><code>b</code></pre>\n", id="literal"),
    pytest.param(
        ".. note:: A\n\n   b\n",
        '<p class="directive"><b>note</b> </p>\n<div class="note">\n<p>A</p>\n<p>b</p>\n</div>\n',
        id="note",
    ),
    pytest.param("#. a\n#. b\n", "<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n", id="numbers"),
    pytest.param(
        "=== ===\na   b\n=== ===\nc   d\n=== ===\n",
        '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
        '<thead>\n<tr><th scope="col">a</th><th scope="col">b</th></tr>\n</thead>\n'
        "<tbody>\n<tr><td>c</td><td>d</td></tr>\n</tbody>\n</table></div>\n",
        id="table",
    ),
    pytest.param(
        "+---+---+\n| a | b |\n|   | c |\n+---+---+\n",
        '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
        "<tbody>\n<tr><td>a</td><td>b\nc</td></tr>\n</tbody>\n</table></div>\n",
        id="cells-of-several-lines",
    ),
    pytest.param(":a: b\n", '<p class="field"><b>a:</b> b</p>\n', id="field"),
]

PLAIN = [
    pytest.param("A\n===\n\nb\n  c\n", '<h3 class="l1" id="doc-1-s1">A</h3>\n<p>b\n  c</p>\n', id="lines-stay"),
    pytest.param("b\\*c &amp; <d>\n", "<p>b\\*c &amp;amp; &lt;d&gt;</p>\n", id="nothing-is-markup"),
    pytest.param("- a\n- b\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n", id="list"),
]


def shown(text: str, name: str) -> str:
    page = HtmlFormatter(texts={name: text}).format([TruthfulnessReport(source_document=name)])
    assert read(page).problems == []
    return article(page)


@pytest.mark.parametrize(("text", "html"), MARKDOWN)
def test_markdown(text: str, html: str) -> None:
    assert shown(text, "a.md") == html


@pytest.mark.parametrize(("text", "html"), RST)
def test_rst(text: str, html: str) -> None:
    assert shown(text, "a.rst") == html


@pytest.mark.parametrize(("text", "html"), PLAIN)
def test_plain_text(text: str, html: str) -> None:
    assert shown(text, "a.txt") == html


def test_a_name_of_no_format_is_plain_text() -> None:
    assert shown("# a", "a.xyz") == "<p># a</p>\n"


def test_each_section_is_a_part() -> None:
    page = HtmlFormatter(texts={"a.md": "a\n\n# B\n\nc\n\n## D\n"}).format([TruthfulnessReport(source_document="a.md")])
    assert page.count('<div class="part">') == 3


def test_docstrings_stand_below_what_they_are_of() -> None:
    text = '"""Makers."""\n\n\ndef make():\n    """Make `a`."""\n'
    assert shown(text, "m.py") == (
        '<p class="directive"><b>py:currentmodule</b> m</p>\n<p>Makers.</p>\n'
        '<div class="body">\n<p class="directive"><b>py:function</b> make()</p>\n<p>Make <code>a</code>.</p>\n</div>\n'
    )
