"""Fragments of headings."""

import pytest

from truthfulness_evaluator.documents.slugs import github_slug, heading_slugs, toc_slug, unicode_slug


@pytest.mark.parametrize(
    ("title", "github", "toc", "unicode"),
    [
        ("Usage", "usage", "usage", "usage"),
        ("Two words", "two-words", "two-words", "two-words"),
        ("A & B", "a--b", "a-b", "a-b"),
        ("v1.2.3 (beta)!", "v123-beta", "v123-beta", "v123-beta"),
        ("snake_case --flag", "snake_case---flag", "snake_case-flag", "snake_case-flag"),
        ("Über café", "über-café", "uber-cafe", "über-café"),
        ("中文 标题", "中文-标题", "", "中文-标题"),
        ("\U0001f680 Go", "-go", "go", "go"),
        ("\u2699\ufe0f Set", "\ufe0f-set", "set", "set"),
        (":rocket: Go", "rocket-go", "rocket-go", "rocket-go"),
    ],
)
def test_slugs(title: str, github: str, toc: str, unicode: str) -> None:
    assert (github_slug(title), toc_slug(title), unicode_slug(title)) == (github, toc, unicode)


def test_repetitions_are_numbered() -> None:
    assert heading_slugs(["A", "A", "A-1", "A"]) == {"a", "a-1", "a-1-1", "a-2", "a_1", "a_2"}


def test_a_title_without_letters_has_no_fragment() -> None:
    assert heading_slugs(["!"]) == frozenset[str]()


def test_blanks_beside_images_are_hyphens_on_hosts() -> None:
    assert heading_slugs(["A  ", " B"]) == {"a", "a--", "b", "-b"}


def test_labels_of_code_are_not_shown() -> None:
    assert "fetch" in heading_slugs(["fetch(){:js}"])
