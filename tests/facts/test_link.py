"""Links: what leads somewhere, what does not, and what a build or a site makes."""

from pathlib import Path

import pytest
from fact_cases import Check, Row, write

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.kinds.link import KIND
from truthfulness_evaluator.project.project import Project

FILES = {
    "docs/guide.md": "# Guide\n\n## First steps\n\n<a id='deep'></a>\n",
    "docs/install.md": "# Installation\n",
    "docs/sub/index.md": "# Sub\n",
    "logo.png": "x",
    "src/app/core.py": "x = 1\n",
    ".gitignore": "generated.md\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("[a](docs/guide.md)", [("docs/guide.md", "yes", None)], id="file"),
        pytest.param(
            "[a](#readme) [b](#top) [c](#readme-top)",
            [("#readme", "?", None), ("#top", "?", None), ("#readme-top", "?", None)],
            id="the page's anchors",
        ),
        pytest.param("[a](./docs/guide.md#first-steps)", [("./docs/guide.md#first-steps", "yes", None)], id="anchor"),
        pytest.param("[a](docs/guide.md#deep)", [("docs/guide.md#deep", "yes", None)], id="anchor of a tag"),
        pytest.param(
            "[a](docs/guide.md#First-Steps)", [("docs/guide.md#First-Steps", "yes", None)], id="case of an anchor"
        ),
        pytest.param(
            "[a](docs/guide.md#frist-steps)", [("docs/guide.md#frist-steps", "no", "first-steps")], id="anchor slip"
        ),
        pytest.param("[a](docs/sub/)", [("docs/sub/", "yes", None)], id="folder"),
        pytest.param("[a](docs/guide)", [("docs/guide", "yes", None)], id="page without its suffix"),
        pytest.param("[a](docs/guide.html)", [("docs/guide.html", "yes", None)], id="page as a site names it"),
        pytest.param("[a](docs/sub/index.html)", [("docs/sub/index.html", "yes", None)], id="page of a folder"),
        pytest.param("[a](docs/guide/index.html)", [("docs/guide/index.html", "yes", None)], id="page as a folder"),
        pytest.param("[a](pages/nowhere.html)", [("pages/nowhere.html", "?", None)], id="pages are mostly made"),
        pytest.param("![a](logo.png)", [("logo.png", "yes", None)], id="image"),
        pytest.param("[a](docs/instal.md)", [("docs/instal.md", "no", "docs/install.md")], id="slip"),
        pytest.param("[a](docs/guide.md.md)", [("docs/guide.md.md", "no", "docs/guide.md")], id="suffix twice"),
        pytest.param("[a](docs/guide.rst)", [("docs/guide.rst", "no", "docs/guide.md")], id="other suffix"),
        pytest.param("[a](docs/nowhere_at_all.md)", [("docs/nowhere_at_all.md", "no", None)], id="rendered in place"),
        pytest.param("[a](generated.md)", [("generated.md", "?", None)], id="ignored by git"),
        pytest.param("[a](/docs/nowhere_at_all.md)", [("/docs/nowhere_at_all.md", "?", None)], id="root of a site"),
        pytest.param("[a](../elsewhere/README.md)", [("../elsewhere/README.md", "?", None)], id="outside"),
        pytest.param("[a](https://example.org/x.md) <mailto:a@example.org>", [], id="other schemes"),
        pytest.param("[a](docs/guides)", [("docs/guides", "?", None)], id="a page as a site calls it"),
        pytest.param("[a](someone@host.example)", [], id="an address"),
        pytest.param("[a](git@host.example:team/x.git)", [], id="an address of git"),
        pytest.param("```md\n[a](#nowhere)\n```\n\nis shown as\n\n[a](#nowhere)", [], id="markup that is shown"),
        pytest.param("[a]({{ site.url }}/x) [b](<{url}>)", [], id="templates"),
        pytest.param("[a](#usage)\n\n# Usage", [("#usage", "yes", None)], id="own anchor"),
        pytest.param(
            "[a](#usage--)\n\n# Usage [![b](https://a.example/x)](https://a.example) ![c](https://a.example/y)",
            [("#usage--", "yes", None)],
            id="blanks beside images",
        ),
        pytest.param(
            "[a](#runs-on-app-2.x)\n\n# Runs on `app@2.x`\n\nText.",
            [("#runs-on-app-2.x", "no", "runs-on-app2x")],
            id="as hosts make it of the heading",
        ),
        pytest.param(
            "[a](#minima-edicion)\n\n# Edición mínima\n\nText.",
            [("#minima-edicion", "no", "edición-mínima")],
            id="accents as hosts keep them",
        ),
        pytest.param("[a](#usages)\n\n# Usage", [("#usages", "no", "usage")], id="own anchor slip"),
        pytest.param("[a](#completely-else)\n\n# Usage", [("#completely-else", "no", None)], id="own anchor missing"),
        pytest.param(
            "[a](#add-pages)\n\nThe parts it will include.\n\n# Add own pages\n\n# Pages",
            [("#add-pages", "no", "add-own-pages")],
            id="own anchor with a word more",
        ),
        pytest.param(
            "[a](#add-pages)\n\n<!-- include parts.md -->\n\n# Usage", [("#add-pages", "?", None)], id="taken in"
        ),
        pytest.param(
            "[a](#our-parts)\n\n<h3 align='left'>Our <i>parts</i></h3>",
            [("#our-parts", "yes", None)],
            id="heading in HTML",
        ),
        pytest.param("[a](src/app/core.py#L10)", [("src/app/core.py#L10", "?", None)], id="line of a file"),
        pytest.param("```\n[a](docs/instal.md)\n```", [], id="in code"),
    ],
)
def test_links(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_pages_of_a_site_link_to_what_it_makes(check: Check) -> None:
    text = "[a](../reference/cli.md) [b](first_page.md)"
    rows = [("../reference/cli.md", "?", None), ("first_page.md", "?", None)]
    assert check(KIND, text, FILES, name="website/pages/a.md") == rows


def test_a_page_that_a_site_may_make_of_a_folder_elsewhere(check: Check) -> None:
    files = {"site/pages/how/a.md": "", "examples/short_story/main.py": ""}
    deleted = {"site/pages/samples/short_story/index.md": "# A\n", "site/pages/samples/long_story/index.md": "# B\n"}
    text = "[a](../samples/short_story/) [b](../samples/long_story/)"
    rows = check(KIND, text, files, name="site/pages/how/a.md", deleted=deleted)
    assert rows == [("../samples/short_story/", "?", None), ("../samples/long_story/", "no", None)]


def test_many_links_into_a_folder_that_is_not_there(check: Check) -> None:
    few, many = "[a](notes/a.md)", " ".join(f"[a](made/{number}.md)" for number in range(6))
    rows = check(KIND, f"{few} {many}", FILES)
    assert [verdict for _, verdict, _ in rows] == ["no", *"?" * 6]


def test_anchors_of_a_part_of_pages(check: Check) -> None:
    text = "[a](#usages)\n\n# Usage"
    rows = [check(KIND, text, FILES, name=name)[0][1] for name in ("docs/_cover.md", "docs/_index.md", "docs/a.md")]
    assert rows == ["?", "no", "no"]


def test_deleted_target_is_refuted_by_history(check: Check) -> None:
    rows = check(KIND, "[a](old.md)", FILES, name="website/pages/a.md", deleted={"website/pages/old.md": "# Old\n"})
    assert rows == [("old.md", "no", None)]


def test_a_site_calls_pages_as_it_likes(check: Check) -> None:
    files = {
        "docs/Settings.md": "---\nid: settings\n---\n",
        "docs/MorePages.md": "---\nslug: /guides/more-pages\n---\n",
        "docs/starting.md": "# Start\n",
    }
    text = "[a](settings#x) [b](more-pages) [c](startin) [d](llms.txt) [e](nowhere_at_all.md) [f](short)"
    rows = [
        ("settings#x", "?", None),
        ("more-pages", "?", None),
        ("startin", "no", "starting"),
        ("llms.txt", "?", None),
        ("nowhere_at_all.md", "?", None),
        ("short", "?", None),
    ]
    other = {"docs/shorter.md": "---\naliases:\n  - /docs/short/\n---\n"}
    assert check(KIND, text, {**files, **other}, name="docs/a.md", deleted={"docs/short.md": "# Short\n"}) == rows


def test_what_sites_make_of_pages(check: Check) -> None:
    files = {"web/guide/look/README.md": "# Look\n", "web/guide/start.mdx": "# Start\n", "demo.gif": "x"}
    text = "[a](look/index.html) [b](start.md) [c](made.html) ![d](demo.gif) [e](gone.md)"
    rows = [
        ("look/index.html", "yes", None),
        ("start.md", "yes", None),
        ("made.html", "?", None),
        ("demo.gif", "?", None),
        ("gone.md", "no", None),
    ]
    assert check(KIND, text, files, name="web/guide/README.md") == rows


def test_links_of_a_document_that_is_a_link(tmp_path: Path) -> None:
    write(tmp_path, {"site/start.md": "# Start\n", "site/join.md": "[a](start.md) [b](strat.md)\n"})
    (tmp_path / "JOIN.md").symlink_to("site/join.md")
    document = read_text("[a](start.md) [b](strat.md)\n", "JOIN.md")
    rulings = [KIND.check(found.fact, Project(tmp_path)).verdict.name for found in KIND.find(document)]
    assert rulings == ["SUPPORTS", "REFUTES"]


def test_sites_make_anchors_in_several_ways(check: Check) -> None:
    page = {"docs/options.md": "# out.file\n\n# 2 parts\n\n# Usage\n"}
    text = "[a](options.md#out-file) [b](options.md#_2-parts) [c](options.md#us-age) [d](options.md#usages)"
    rows = [
        ("options.md#out-file", "yes", None),
        ("options.md#_2-parts", "yes", None),
        ("options.md#us-age", "?", None),
        ("options.md#usages", "no", "usage"),
    ]
    assert check(KIND, text, page, name="docs/a.md") == rows


LIST = "<!-- PEOPLE-LIST:START - do not change -->\n<a href='#code-ann'>x</a>\n<!-- PEOPLE-LIST:END -->\n"


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        pytest.param(f"{LIST}\n[a](#nowhere-at-all)\n\n# Usage", ["?", "no"], id="made by a tool"),
        pytest.param("<!-- lint-disable start -->\n\n[a](#nowhere)\n\n<!-- lint-disable end -->", ["no"], id="linter"),
        pytest.param(
            "[a](#s1x) [b](#s2x) [c](#s3x) [d](#usage)\n\n# Usage", ["?", "?", "?", "yes"], id="most lead nowhere"
        ),
        pytest.param("[a](#s1x) [b](#usage) [c](#usage)\n\n# Usage", ["no", "yes", "yes"], id="most lead somewhere"),
        pytest.param(
            "<a href='#s1x'>a</a> <a href='#s2x'>b</a> [c](#usage) [d](#s3x)\n\n# Usage",
            ["?", "?", "yes", "no"],
            id="most in HTML lead nowhere",
        ),
    ],
)
def test_links_to_the_own_page_that_prove_nothing(check: Check, text: str, verdicts: list[str]) -> None:
    assert [verdict for _, verdict, _ in check(KIND, text, {})] == verdicts


def test_markdown_of_sphinx_links_to_whatever_has_a_name(check: Check) -> None:
    files = {
        "docs/conf.py": "extensions = ['myst_parser']\n",
        "docs/usage.md": "(usage-start)=\n# Usage\n",
        "docs/pages.md": "# Pages\n\n## Start page\n",
    }
    text = "[](usage-start) [](#usage-start) [](#Page.start) [](page) [](#start-pages) [](old)\n\n# Start page"
    rows = [
        ("usage-start", "yes", None),
        ("#usage-start", "yes", None),
        ("#Page.start", "?", None),
        ("page", "?", None),
        ("#start-pages", "no", "start-page"),
        ("old", "?", None),
    ]
    assert check(KIND, text, files, name="docs/a.md", deleted={"docs/old.md": "# Old\n"}) == rows


SPHINX = {
    "docs/conf.py": "extensions = []\n",
    "docs/usage.rst": ".. _usage-start:\n\nUsage\n=====\n",
    "docs/api/index.rst": "API\n===\n",
    "README.rst": "Readme\n======\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(":ref:`usage-start`", [("usage-start", "yes", None)], id="label"),
        pytest.param(":ref:`the start <usage-start>`", [("usage-start", "yes", None)], id="label with a title"),
        pytest.param(":ref:`usage_start`", [("usage_start", "no", "usage-start")], id="label slip"),
        pytest.param(":ref:`nowhere-at-all`", [("nowhere-at-all", "no", None)], id="all labels are known"),
        pytest.param(":ref:`genindex`", [("genindex", "?", None)], id="built in"),
        pytest.param(
            ":doc:`usage` and :doc:`/api/index`", [("usage", "yes", None), ("/api/index", "yes", None)], id="doc"
        ),
        pytest.param(":doc:`usages`", [("usages", "no", "usage")], id="doc slip"),
        pytest.param(".. include:: ../README.rst", [("../README.rst", "yes", None)], id="include"),
        pytest.param(".. include:: ../README.txt", [("../README.txt", "no", "../README.rst")], id="include slip"),
        pytest.param(
            ".. toctree::\n\n   usage\n   api/index\n",
            [("usage", "yes", None), ("api/index", "yes", None)],
            id="toctree",
        ),
    ],
)
def test_links_of_restructured_text(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, SPHINX, name="docs/index.rst") == rows


def test_labels_of_other_projects_make_it_abstain(check: Check) -> None:
    files = {**SPHINX, "docs/conf.py": "extensions = ['sphinx.ext.intersphinx']\n"}
    files["docs/figure.md"] = '```{figure} a.png\n:name: "fig-boot"\n```\n'
    text = ":ref:`nowhere-at-all` :ref:`usages-starts` :ref:`usage-strat` :ref:`fig-boot`"
    rows = [("nowhere-at-all", "?", None), ("usages-starts", "?", None), ("usage-strat", "no", "usage-start")]
    rows.append(("fig-boot", "yes", None))
    assert check(KIND, text, files, name="docs/index.rst") == rows


@pytest.mark.parametrize(("script", "verdict"), [("", "no"), ('text = f".. _{name}_ref:"\n', "?")])
def test_labels_that_a_script_writes(check: Check, script: str, verdict: str) -> None:
    files = {"docs/conf.py": "project = 'x'\n", "docs/make.py": script, "docs/a.rst": ".. _other:\n\nA\n=\n"}
    assert check(KIND, ":ref:`cheese_ref`", files, name="docs/b.rst") == [("cheese_ref", verdict, None)]


@pytest.mark.parametrize(
    ("name", "link", "heading", "verdict"),
    [
        pytest.param("docs/a.md", "#пnагины", "Плагины", "?", id="a page of a site"),
        pytest.param("docs/a.md", "#anadir-pagina", "Añadir páginas", "?", id="plain letters for others"),
        pytest.param("docs/a.md", "#пропало", "Плагины", "?", id="a page of a site that has none near"),
        pytest.param("README.md", "#плагны", "Плагины", "no", id="a page of a host"),
    ],
)
def test_anchors_of_other_letters(check: Check, name: str, link: str, heading: str, verdict: str) -> None:
    text = f"[a]({link}) [b](#one) [c](#two)\n\n# {heading}\n\nText.\n\n## One\n\n## Two\n"
    assert [each for subject, each, _ in check(KIND, text, {}, name=name) if subject == link] == [verdict]
