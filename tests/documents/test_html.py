"""HTML: what becomes a block, what is left out, and where it stands in the file."""

from collections.abc import Callable
from typing import Any

import pytest

from truthfulness_evaluator.documents.html import HtmlReader
from truthfulness_evaluator.models.document import Block, Document

Check = Callable[[Document], None]


def read(html: str, places_hold: Check, name: str = "page.html") -> Document:
    document = HtmlReader().read(name, html)
    assert document.extract is not None
    assert document.text == html
    places_hold(document)
    places_hold(document.extract)
    return document


def shown(document: Document) -> list[tuple[Any, ...]]:
    """Each block: kind, the words that are read, and what is told of its surroundings where it differs from nothing."""
    extract = document.extract
    assert extract is not None
    return [_shown(block, extract.text) for block in extract.blocks]


def _shown(block: Block, text: str) -> tuple[Any, ...]:
    around: dict[str, Any] = {
        "path": block.heading_path,
        "in": tuple((each.kind, each.name or each.argument) for each in block.containers),
        "lead_in": block.lead_in,
        "header": block.header,
        "language": block.language,
        "level": block.level,
    }
    return block.kind.value, text[slice(*block.text_span)], {key: value for key, value in around.items() if value}


NONE: list[Any] = []
NOTHING: dict[str, Any] = {}
BLOCKS = [
    pytest.param("", NONE, id="empty"),
    pytest.param("  \n\t", NONE, id="blank"),
    pytest.param("words", [("paragraph", "words", NOTHING)], id="bare text"),
    pytest.param(
        "<h1>One</h1><p>a<h2>Two</h2><p>b<h1>Three</h1>c",
        [
            ("heading", "One", {"level": 1}),
            ("paragraph", "a", {"path": ("One",)}),
            ("heading", "Two", {"level": 2, "path": ("One",)}),
            ("paragraph", "b", {"path": ("One", "Two")}),
            ("heading", "Three", {"level": 1}),
            ("paragraph", "c", {"path": ("Three",)}),
        ],
        id="headings",
    ),
    pytest.param(
        "<p>These are there:\n<ul><li>one</li><li>two <ol><li>three</ol></ul><p>after",
        [
            ("paragraph", "These are there:", NOTHING),
            ("paragraph", "one", {"in": (("list_item", "one"),), "lead_in": "These are there:"}),
            ("paragraph", "two", {"in": (("list_item", "two"),), "lead_in": "These are there:"}),
            ("paragraph", "three", {"in": (("list_item", "two"), ("list_item", "three")), "lead_in": "two"}),
            ("paragraph", "after", NOTHING),
        ],
        id="lists",
    ),
    pytest.param(
        "<p>Values:</p><table><thead><tr><th>Name</th><th>Default</th></tr></thead>"
        "<tbody><tr><td><code>a</code></td><td>5</td></tr><tr><td colspan=2>b</td></tr></tbody></table>",
        [
            ("paragraph", "Values:", NOTHING),
            ("table_row", "| Name | Default", {"in": (("table", ""),), "lead_in": "Values:"}),
            (
                "table_row",
                "| `a` | 5",
                {"in": (("table", ""),), "lead_in": "Values:", "header": ("Name", "Default")},
            ),
            ("table_row", "| b", {"in": (("table", ""),), "lead_in": "Values:"}),
        ],
        id="table",
    ),
    pytest.param(
        "<table><tr><td>a<table><tr><td>in</td></tr></table><td><ul><li>b</ul></table>",
        [("table_row", "| a in | b", {"in": (("table", ""),)})],
        id="table in a cell is text of the cell",
    ),
    pytest.param(
        "<table><tr><td><h2>Side</h2><p>words<pre>$ run</pre></td><td>rest</td></tr></table>",
        [
            ("heading", "Side", {"in": (("table", ""),), "level": 2}),
            ("paragraph", "words", {"in": (("table", ""),), "path": ("Side",)}),
            ("code", "$ run", {"in": (("table", ""),), "path": ("Side",), "lead_in": "words"}),
            ("paragraph", "rest", {"in": (("table", ""),), "path": ("Side",)}),
        ],
        id="table that lays out a page",
    ),
    pytest.param(
        "<dl><dt><code>--fast</code><dt>-f<dd>Runs.<p>More.<dt>--slow</dl>",
        [
            ("term", "`--fast`", NOTHING),
            ("term", "-f", NOTHING),
            ("paragraph", "Runs.", {"in": (("definition", "--fast, -f"),)}),
            ("paragraph", "More.", {"in": (("definition", "--fast, -f"),)}),
            ("term", "--slow", NOTHING),
        ],
        id="definitions",
    ),
    pytest.param(
        '<p>Run:<pre class="language-sh">\n$ a <b>--x</b> &amp;&amp; b\n</pre>',
        [("paragraph", "Run:", NOTHING), ("code", "$ a --x && b\n", {"language": "sh", "lead_in": "Run:"})],
        id="code",
    ),
    pytest.param(
        '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>x<br>y</pre></div></div>',
        [("code", "x\ny", {"language": "python"})],
        id="code of a documentation tool",
    ),
    pytest.param(
        '<pre><code class="language-toml">a = 1</code></pre>',
        [("code", "a = 1", {"language": "toml"})],
        id="code child",
    ),
    pytest.param(
        '<div class="admonition warning"><p>w</div><aside>a</aside><blockquote>q</blockquote>',
        [
            ("paragraph", "w", {"in": (("admonition", "warning"),)}),
            ("paragraph", "a", {"in": (("admonition", "note"),)}),
            ("paragraph", "q", {"in": (("quote", ""),)}),
        ],
        id="notes and quotes",
    ),
    pytest.param(
        "<head><title>t</title><style>s</style><script>if (a < b) '<p>'</script></head><nav>n</nav><p>x <del>y</del> z"
        "<p hidden>h</p><div role=navigation>r</div><p aria-hidden='true'>a</p><h1>T<a class=headerlink href=#t>#</a>"
        "</h1><footer>f</footer>",
        [("paragraph", "x z", NOTHING), ("heading", "T", {"level": 1})],
        id="left out",
    ),
    pytest.param("a<br>b<br><br>c", [("paragraph", "a\nb", NOTHING), ("paragraph", "c", NOTHING)], id="line breaks"),
    pytest.param(
        "<?xml version='1.0'?><p/>a<p/>b", [("paragraph", "a", NOTHING), ("paragraph", "b", NOTHING)], id="XHTML"
    ),
    pytest.param("<p><![CDATA[a &lt; b]]>", [("paragraph", "a &lt; b", NOTHING)], id="CDATA"),
    pytest.param("---\ntitle: x\n---\n<p>a", [("paragraph", "a", NOTHING)], id="front matter"),
    pytest.param("a < b & c &nosuch; &copy;", [("paragraph", "a < b & c &nosuch; ©", NOTHING)], id="loose marks"),
    pytest.param("</p></div><p>a</b></td></table>b", [("paragraph", "ab", NOTHING)], id="ends without a beginning"),
    pytest.param("<p>a<!-- no end <p>b", [("paragraph", "a", NOTHING)], id="comment without an end"),
]


@pytest.mark.parametrize(("html", "expected"), BLOCKS)
def test_blocks(html: str, expected: list[Any], places_hold: Check) -> None:
    assert shown(read(html, places_hold)) == expected


INLINES = [
    ("<code>a &lt; b</code>", "`a < b`", "code", None, "a &lt; b"),
    ('<a href="x.md#y">the\n  way</a>', "[the\nway](x.md#y)", "link", "x.md#y", "the\n  way"),
    ("<a href='a?b&amp;c'>x</a>", "[x](a?b&c)", "link", "a?b&c", "x"),
    ('<img alt="A B" src=p.png>', "![A B](p.png)", "image", "p.png", "A B"),
    ("<strong>s</strong>", "s", "strong", None, "s"),
    ("<tt>t</tt>", "`t`", "code", None, "t"),
]


@pytest.mark.parametrize(("html", "written", "kind", "target", "source"), INLINES)
def test_marks(html: str, written: str, kind: str, target: str | None, source: str, places_hold: Check) -> None:
    document = read(f"<p>See {html} there.", places_hold)
    assert document.extract is not None
    (block,), (moved,) = document.extract.blocks, document.blocks
    assert document.extract.text[slice(*block.span)] == f"See {written} there."
    (mark,), (in_file,) = block.inlines, moved.inlines
    assert (mark.kind.value, mark.target) == (kind, target)
    assert document.text[slice(*in_file.text_span)] == source
    if mark.target_span is not None and in_file.target_span is not None:
        assert document.extract.text[slice(*mark.target_span)] == target
        assert document.text[slice(*in_file.target_span)].replace("&amp;", "&") == target


def test_a_link_around_blocks_ends_with_the_first(places_hold: Check) -> None:
    document = read("<a href='x'><p>one<p>two</a>", places_hold)
    assert shown(document) == [("paragraph", "one", {}), ("paragraph", "two", {})]


def test_anchors_are_those_that_stand_there(places_hold: Check) -> None:
    document = read("<h1 id=One>A</h1><a name='two'></a><nav><p id=three></nav>", places_hold)
    assert document.anchors == {"One", "two", "three"}


@pytest.mark.parametrize(
    ("html", "excluded"),
    [
        ("<!-- truth: ignore -->\n<p>a</p>\n<p>b</p>", "a"),
        ("<p>a\n<p>b <!-- truth: ignore --> c</p>\n<p>d", "<p>b <!-- truth: ignore --> c</p>"),
        ("<p>a<!-- truth: off --><p>b<p>c<!-- truth: on --><p>d", "<!-- truth: off --><p>b<p>c<!-- truth: on -->"),
        ("<script><!-- truth: ignore --></script><p>a", None),
    ],
)
def test_comments_exclude_parts(html: str, excluded: str | None, places_hold: Check) -> None:
    document = read(html, places_hold)
    found = [document.text[slice(*each.span)] for each in document.suppressions]
    assert found == ([] if excluded is None else [excluded])


def test_nesting_has_an_end(places_hold: Check) -> None:
    document = read("<ul><li>" * 5000 + "deep" + "<div>" * 5000 + "</b>" * 5000, places_hold)
    assert len(document.blocks[0].containers) == 100
    assert document.notices == ("Lists and quotes that are nested deeper than 100 levels were not told apart.",)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<a" + " " * 50_000 + "<", id="blanks in a tag"),
        pytest.param("<a href='" * 20_000, id="quotes without an end"),
        pytest.param("<!--" * 50_000, id="comments without an end"),
        pytest.param("<p>" * 50_000 + "</span>" * 50_000, id="ends of nothing"),
        pytest.param("<script>" * 20_000, id="scripts without an end"),
        pytest.param("&" * 100_000 + "&#x" * 50_000, id="open entities"),
        pytest.param("<table><tr><td>" * 5000, id="tables in tables"),
        pytest.param("<b><i><code><a href=x>" * 5000 + "x", id="open marks"),
    ],
)
def test_broken_pages_take_no_longer(html: str, places_hold: Check) -> None:
    read(html, places_hold)
