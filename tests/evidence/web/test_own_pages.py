"""The pages that are the document itself are no evidence for it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.web.own_pages import OwnPages
from truthfulness_evaluator.evidence.web.pages.page_text import Page
from truthfulness_evaluator.project.project import Project

MakePage = Callable[[str, str], Page]
_TEXT = " ".join(f"word{number}" for number in range(80))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param(
            "a.md", "---\ntitle: x\ncanonical_url: https://blog.example.org/essay\n---\n\nWords.\n", id="Markdown"
        ),
        pytest.param(
            "a.html", '<html><head><link rel="canonical" href="https://blog.example.org/x"></head>', id="canonical"
        ),
        pytest.param("a.html", "<link href=https://blog.example.org/x rel=canonical>", id="the other way round"),
        pytest.param("a.html", '<meta property="og:url" content="https://blog.example.org/x">', id="Open Graph"),
    ],
)
def test_the_site_where_a_document_says_it_stands(name: str, text: str) -> None:
    own = OwnPages(read_text(text, name))
    assert own.has("https://www.example.org/anything")
    assert not own.has("https://example.com/essay")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("The page https://blog.example.org/essay is quoted.", id="a link in the text"),
        pytest.param("---\nsource: https://blog.example.org/essay\n---\n\nWords.\n", id="another field"),
        pytest.param("---\ncanonical_url: /essay\n---\n\nWords.\n", id="no address"),
    ],
)
def test_other_addresses_are_not_its_own(text: str) -> None:
    assert not OwnPages(read_text(text, "a.md")).has("https://blog.example.org/essay")


def test_the_pages_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "ferry"\n[project.urls]\nHomepage = "https://ferry.example.org/home/"\n'
        'Repository = "https://github.com/Bodal/Ferry"\n'
    )
    own = OwnPages(read_text("# Ferry\n", "README.md"), Project(tmp_path))
    urls = {
        "https://github.com/bodal/ferry": True,
        "https://github.com/bodal/ferry/blob/main/README.md": True,
        "https://raw.githubusercontent.com/bodal/ferry/main/README.md": True,
        "http://www.ferry.example.org/home/docs": True,
        "https://ferry.example.org/": False,
        "https://github.com/bodal/ferryman": False,
        "https://github.com/other/project": False,
        "no address": False,
    }
    assert {url: own.has(url) for url in urls} == urls


def test_copies_of_the_document(page: MakePage) -> None:
    own = OwnPages(read_text(f"# Essay\n\n{_TEXT}\n", "essay.md"))
    url = "https://mirror.example/x"
    assert own.is_copy(page(url, f"Mirror of all essays. {_TEXT} Comments: none."))
    assert not own.is_copy(page(url, f"Another text. {_TEXT[:200]} And other words of its own."))
    assert not OwnPages(read_text("Short essay.", "a.md")).is_copy(page(url, "Short essay. " * 5))
