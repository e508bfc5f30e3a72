"""Blocks of Markdown: one case a construct, with what stands where."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document

Read = Callable[..., Document]


def _row(document: Document, block: Block) -> tuple[str, str, str]:
    """Kind, text and containers of a block, as short as they can be read."""
    names = [container.name or container.kind for container in block.containers]
    return block.kind.value, document.text[slice(*block.text_span)], "/".join(names)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \n\n", [], id="blank"),
        pytest.param("a\nb\n\nc", [("paragraph", "a\nb", ""), ("paragraph", "c", "")], id="paragraphs"),
        pytest.param("# A #\n\nB\n==\n", [("heading", "A", ""), ("heading", "B", "")], id="headings"),
        pytest.param("- # A\n", [("heading", "A", "list_item")], id="heading in an item"),
        pytest.param("# A {#x .y}\n", [("heading", "A", "")], id="heading with attributes"),
        pytest.param("# `a` {: #x toml }\n", [("heading", "`a`", "")], id="heading with attributes and words"),
        pytest.param("```sh\na\n\nb\n```\n", [("code", "a\n\nb", "")], id="fence"),
        pytest.param("~~~\na", [("code", "a", "")], id="unclosed fence"),
        pytest.param("```\n```", [("code", "", "")], id="empty fence"),
        pytest.param("    a\n\n      b\n", [("code", "a\n\n      b", "")], id="indented code"),
        pytest.param("\ta\n", [("code", "a", "")], id="code after a tab"),
        pytest.param(
            "- a\n  - b\n\n    c\n- d\n",
            [
                ("paragraph", "a", "list_item"),
                ("paragraph", "b", "list_item/list_item"),
                ("paragraph", "c", "list_item/list_item"),
                ("paragraph", "d", "list_item"),
            ],
            id="nested list",
        ),
        pytest.param("- [x] a\n", [("paragraph", "[x] a", "list_item")], id="task"),
        pytest.param("> a\n> b\nc\n", [("paragraph", "a\n> b\nc", "quote")], id="quote with lazy line"),
        pytest.param("> [!NOTE]\n> a\n", [("directive", "", ""), ("paragraph", "a", "note")], id="alert of GitHub"),
        pytest.param(
            "> [!tip]- Title\n> a\n",
            [("directive", "Title", ""), ("paragraph", "a", "tip")],
            id="callout of Obsidian",
        ),
        pytest.param("> [!NOTE]\n", [("directive", "", "")], id="alert without text"),
        pytest.param("> **Note** a\n", [("paragraph", "**Note** a", "note")], id="bold note"),
        pytest.param("> Note that a\n", [("paragraph", "Note that a", "quote")], id="no note"),
        pytest.param(
            '!!! warning "T"\n    a\n\n        b\n\nc\n',
            [("directive", "T", ""), ("paragraph", "a", "warning"), ("code", "b", "warning"), ("paragraph", "c", "")],
            id="admonition of Python-Markdown",
        ),
        pytest.param("??? note\n    a\n", [("directive", "", ""), ("paragraph", "a", "note")], id="folded admonition"),
        pytest.param("!!! note\nnot indented\n", [("paragraph", "!!! note\nnot indented", "")], id="no admonition"),
        pytest.param(
            '=== "One"\n    a\n=== "Two"\n    b\n',
            [("directive", "One", ""), ("paragraph", "a", "tab"), ("directive", "Two", ""), ("paragraph", "b", "tab")],
            id="tabs",
        ),
        pytest.param(
            ":::note[T]\na\n:::\nb\n",
            [("directive", "T", ""), ("paragraph", "a", "note"), ("paragraph", "b", "")],
            id="admonition of Docusaurus",
        ),
        pytest.param(
            "::: tip Some title\na\n:::\n",
            [("directive", "Some title", ""), ("paragraph", "a", "tip")],
            id="container of VitePress",
        ),
        pytest.param(
            '::: {.callout-tip title="T"}\na\n:::\n',
            [("directive", "T", ""), ("paragraph", "a", "tip")],
            id="callout of Quarto",
        ),
        pytest.param(
            "::::{grid}\n:::{card} T\na\n:::\n::::\n",
            [("directive", "", ""), ("directive", "T", "grid"), ("paragraph", "a", "grid/card")],
            id="nested colons",
        ),
        pytest.param(
            "::: a.b.C\n    options:\n      x: y\n\nc\n",
            [("directive", "a.b.C", ""), ("code", "options:\n      x: y", "autodoc"), ("paragraph", "c", "")],
            id="identifier of mkdocstrings",
        ),
        pytest.param(
            "::: note that\n\na\n", [("paragraph", "::: note that", ""), ("paragraph", "a", "")], id="unclosed"
        ),
        pytest.param(
            "```{note} T\n:class: x\n\na\n```\n",
            [("directive", "T", ""), ("field", "x", "note"), ("paragraph", "a", "note")],
            id="directive of MyST",
        ),
        pytest.param("```{code-block} sh\n:linenos:\na\n```\n", [("code", "a", "")], id="code of MyST"),
        pytest.param(
            "```{toctree}\na\nb\n```\n", [("directive", "", ""), ("code", "a\nb", "toctree")], id="toctree of MyST"
        ),
        pytest.param("```{python}\na\n```\n", [("code", "a", "")], id="chunk of Quarto"),
        pytest.param("(x)=\n# A\n", [("target", "", ""), ("heading", "A", "")], id="target of MyST"),
        pytest.param(
            "t\n: a\n\n  b\n\nu\nv\n: c\n",
            [
                ("term", "t", ""),
                ("paragraph", "a", "definition"),
                ("paragraph", "b", "definition"),
                ("term", "u", ""),
                ("term", "v", ""),
                ("paragraph", "c", "definition"),
            ],
            id="definitions",
        ),
        pytest.param(
            "t\n: a\n: b\nu\n: c\n",
            [
                ("term", "t", ""),
                ("paragraph", "a", "definition"),
                ("paragraph", "b", "definition"),
                ("term", "u", ""),
                ("paragraph", "c", "definition"),
            ],
            id="close definitions",
        ),
        pytest.param(
            "a[^n]\n\n[^n]: b\n\n    c\n",
            [("paragraph", "a[^n]", ""), ("paragraph", "b", "n"), ("paragraph", "c", "n")],
            id="footnote",
        ),
        pytest.param("[l]: <u> 'T'\n", [("target", "u", "")], id="link definition"),
        pytest.param("<!-- a -->\nb\n", [("comment", " a ", ""), ("paragraph", "b", "")], id="comment"),
        pytest.param(
            "<!-- a\n\nb --> c\n",
            [("comment", " a\n\nb ", ""), ("html", "c", "")],
            id="comment and the rest of its line",
        ),
        pytest.param(
            "<details>\n<summary>s</summary>\n\na\n\n</details>\n\nb\n",
            [
                ("html", "<details>\n<summary>s</summary>", ""),
                ("paragraph", "a", "details"),
                ("html", "</details>", ""),
                ("paragraph", "b", ""),
            ],
            id="details",
        ),
        pytest.param(
            "<table>\n<tr><td>a</td></tr>\n</table>\n",
            [("html", "<table>\n<tr><td>a</td></tr>\n</table>", "")],
            id="table of HTML",
        ),
        pytest.param("---\na: b\n---\nc", [("front_matter", "a: b", ""), ("paragraph", "c", "")], id="YAML"),
        pytest.param('+++\n[a]\nb = "c"\n+++\n', [("front_matter", '[a]\nb = "c"', "")], id="TOML"),
        pytest.param("---\n---\na", [("front_matter", "", ""), ("paragraph", "a", "")], id="empty front matter"),
        pytest.param("---\n\nNo key\n\n---\n", [("paragraph", "No key", "")], id="rules"),
        pytest.param(
            "| a | b |\n|---|---|\n| c \\| d | `e \\| f` |\n| g |\n| h | i | j |\n",
            [
                ("table_row", "| a | b |", "table"),
                ("table_row", "| c \\| d | `e \\| f` |", "table"),
                ("table_row", "| g |", "table"),
                ("table_row", "| h | i | j |", "table"),
            ],
            id="table",
        ),
        pytest.param(
            "- | a |\n  |---|\n  | b |\n",
            [("table_row", "| a |", "list_item/table"), ("table_row", "| b |", "list_item/table")],
            id="table in an item",
        ),
        pytest.param("{: .wide }\n\na\n{: #x }\n", [("paragraph", "a\n{: #x }", "")], id="attributes of a block"),
    ],
)
def test_blocks(markdown: Read, text: str, rows: list[tuple[str, str, str]]) -> None:
    document = markdown(text)
    assert [_row(document, block) for block in document.blocks] == rows
    changed = markdown("\ufeff" + text.replace("\n", "\r\n"))
    expected = [(kind, quoted.replace("\n", "\r\n"), names) for kind, quoted, names in rows]
    assert [_row(changed, block) for block in changed.blocks] == expected


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            'import A from "./a"\nexport const b = 1\n\na\n',
            [("html", 'import A from "./a"\nexport const b = 1', ""), ("paragraph", "a", "")],
            id="statements",
        ),
        pytest.param(
            '<Tabs values={["a", "b"]}>\n  <TabItem>\n    a\n\n    b\n  </TabItem>\n</Tabs>\n',
            [
                ("html", '<Tabs values={["a", "b"]}>', ""),
                ("html", "<TabItem>", "Tabs"),
                ("paragraph", "a", "Tabs/TabItem"),
                ("paragraph", "b", "Tabs/TabItem"),
                ("html", "</TabItem>", "Tabs"),
                ("html", "</Tabs>", ""),
            ],
            id="components",
        ),
        pytest.param(
            "{/* a's */}\n\n{props.x}\n\nb\n",
            [("comment", " a's ", ""), ("html", "{props.x}", ""), ("paragraph", "b", "")],
            id="expressions",
        ),
        pytest.param("important a\n", [("paragraph", "important a", "")], id="no statement"),
        pytest.param("<A/> text\n", [("paragraph", "<A/> text", "")], id="component in a line"),
    ],
)
def test_mdx(markdown: Read, text: str, rows: list[tuple[str, str, str]]) -> None:
    document = markdown(text, "page.mdx")
    assert [_row(document, block) for block in document.blocks] == rows


def test_a_block_in_full(markdown: Read) -> None:
    text = "# A\n\nUse *these*:\n\n- one\n\n  ```python\n  x\n  ```\n"
    document = markdown(text)
    item = Container("list_item", argument="one", span=(text.index("- one"), len(text) - 1))
    assert document.blocks[-1] == Block(
        BlockKind.CODE,
        (text.index("```"), len(text) - 1),
        (text.index("x\n"), text.index("x\n") + 1),
        heading_path=("A",),
        containers=(item,),
        lead_in="one",
        language="python",
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("# A\n## B\nx\n# C\ny\n", [(), ("A",), ("A", "B"), (), ("C",)]),
        ("### A\n# B\n### C\nx\n", [(), (), ("B",), ("B", "C")]),
        ("# A\n> ## B\n> x\n\ny\n", [(), ("A",), ("A", "B"), ("A",)]),
        ("# `a` *b* [c](d) ![e](f)\nx\n", [(), ("a b c",)]),
    ],
    ids=["up and down", "skipped levels", "heading in a quote", "plain text"],
)
def test_heading_paths(markdown: Read, text: str, paths: list[tuple[str, ...]]) -> None:
    assert [block.heading_path for block in markdown(text).blocks] == paths


@pytest.mark.parametrize(
    ("text", "lead_ins"),
    [
        ("These `a`:\n\n- b\n- c\n\n  d\n", ["", "These a:", "These a:", "These a:"]),
        ("a:\n- b:\n  - c\n", ["", "a:", "b:"]),
        ("a:\n\n```\nb\n```\n\n```\nc\n```\n", ["", "a:", ""]),
        ("a:\n\n|b|\n|-|\n|c|\n", ["", "a:", "a:"]),
        ("a:\n\n<!-- x -->\n\n- b\n", ["", "", "a:"]),
        ("a\n\n# H\n\n- b\n", ["", "", ""]),
        ("a\n\n---\n\n- b\n", ["", ""]),
        ("a:\n\n- b\n\nc\n", ["", "a:", ""]),
    ],
    ids=["list", "nested list", "code", "table", "comment between", "heading between", "rule between", "after"],
)
def test_lead_ins(markdown: Read, text: str, lead_ins: list[str]) -> None:
    assert [block.lead_in for block in markdown(text).blocks] == lead_ins


def test_table_rows_know_their_header_and_cells(markdown: Read) -> None:
    document = markdown("> | `a` | **b** |\n> |:--|--:|\n> | c \\| d | |\n> | e |\n")
    text = document.text
    rows = [(block.header, [text[slice(*cell)] for cell in block.cells]) for block in document.blocks]
    assert rows == [((), ["`a`", "**b**"]), (("a", "b"), ["c \\| d", ""]), (("a", "b"), ["e", ""])]


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("python", "python"),
        ("Python title='x'", "python"),
        ("{.sh .wide}", "sh"),
        ("{python}", "python"),
        ("rust,ignore", "rust"),
        ("c++", "c++"),
        ("", ""),
        (" ", ""),
    ],
)
def test_languages(markdown: Read, info: str, language: str) -> None:
    (block,) = markdown(f"```{info}\na\n```\n").blocks
    assert block.language == language


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("# A b\n# A b\n", {"a-b", "a-b-1", "a-b_1"}),
        ("# A {#x}\n", {"a", "x"}),
        ("[](){ #y }\n\n[a](b){#z .c}\n", {"y", "z"}),
        ("(t)=\n# A\n", {"t", "a"}),
        ('<a id="i"></a>\n<a name=n>x</a> <p id="p">\n', {"i", "n", "p"}),
        ('a <span id="s">b</span>\n', {"s"}),
        ("a\n\n{: #b }\n", {"b"}),
        ("`{#no}` a\n", set[str]()),
    ],
)
def test_anchors(markdown: Read, text: str, anchors: set[str]) -> None:
    assert markdown(text).anchors == anchors


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("<!-- truth: ignore -->\na\n\nb\n", ["a"]),
        ("<!-- truth: ignore -->\n\n- a\n- b\n\nc\n", ["- a\n- b"]),
        ("- a\n  <!-- truth: ignore -->\n- b\n- c\n", ["- b"]),
        ("<!-- truth: ignore -->\n|a|\n|-|\n|b|\n\nc\n", ["|a|\n|-|\n|b|"]),
        ("a\nb <!-- truth: ignore path -- why -->\nc\n", ["b <!-- truth: ignore path -- why -->"]),
        ("|a|\n|-|\n|b <!-- truth: ignore --> |\n|c|\n", ["|b <!-- truth: ignore --> |"]),
        ("<!-- truth: ignore -->\n!!! note\n    a\n\n    b\n\nc\n", ["!!! note\n    a\n\n    b"]),
        ("<!-- truth: ignore -->\n> a\n>\n> b\n\nc\n", ["> a\n>\n> b"]),
        (
            "a\n\n<!-- truth: off -->\n\nb\n\n<!-- truth: on -->\n\nc\n",
            ["<!-- truth: off -->\n\nb\n\n<!-- truth: on -->"],
        ),
        ("```\n<!-- truth: ignore-file -->\n```\n`<!-- truth: off -->`\n", []),
        ("<div>\n<!-- truth: ignore-file -->\n</div>\n", ["<div>\n<!-- truth: ignore-file -->\n</div>\n"]),
    ],
)
def test_suppressions(markdown: Read, text: str, excluded: list[str]) -> None:
    document = markdown(text)
    assert [text[slice(*suppression.span)] for suppression in document.suppressions] == excluded


def test_suppressions_of_mdx(markdown: Read) -> None:
    text = "{/* truth: ignore */}\n\na\n\nb {/* truth: ignore */}\n"
    document = markdown(text, "page.mdx")
    assert [text[slice(*s.span)] for s in document.suppressions] == ["a", "b {/* truth: ignore */}"]


def test_a_marker_that_cannot_be_understood_leaves_a_notice(markdown: Read) -> None:
    assert markdown("a\n\n<!-- truth: no -->\n").notices == (
        "Line 3: no such marker `truth: no`; there are ignore, off, on and ignore-file.",
    )
