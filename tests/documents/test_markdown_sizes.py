"""Large and entangled Markdown is read whole; a reader that takes the square of a size would not end here."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.models.document import BlockKind, Document

Read = Callable[..., Document]


def test_a_large_document(markdown: Read) -> None:
    prose = "A sentence that says what is done, and another that says why.\n" * 40
    section = f"## Part\n\nSome `code` and a [link](to.md).\n\n{prose}\n- one\n- two\n\n```sh\nrun\n```\n\n"
    document = markdown(section * 2_000)
    assert len(document.text) > 5_000_000
    assert len(document.blocks) == 12_000


def test_a_table_of_2000_rows(markdown: Read) -> None:
    document = markdown("| option | default |\n|---|---|\n" + "| `--a` | [b](c) |\n" * 2_000)
    assert len(document.blocks) == 2_001
    assert document.blocks[-1].header == ("option", "default")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * 200_000 + "]", id="brackets"),
        pytest.param("![" * 100_000 + "]", id="images"),
        pytest.param("[a](" * 50_000, id="links"),
        pytest.param("".join("`" * (size % 50 + 1) + "a" for size in range(10_000)), id="backticks"),
        pytest.param("**a _b " * 20_000, id="emphasis"),
        pytest.param("x <!-- " * 30_000, id="comments"),
        pytest.param("<!-- \n" * 30_000, id="comment lines"),
        pytest.param('<a "' * 50_000, id="quotes in tags"),
        pytest.param("<a" + " " * 100_000 + "<", id="blanks in a tag"),
        pytest.param("<a href=x>" * 10_000 + "</b>" * 10_000, id="tags"),
        pytest.param("<div>\n\n" * 10_000 + "</x>\n\n" * 10_000, id="blocks of tags"),
        pytest.param(":::note\n" * 20_000 + ":::\n", id="colons"),
        pytest.param("```{note}\n" * 5_000, id="directives"),
        pytest.param("---\n" * 50_000, id="rules"),
        pytest.param("---\ra: b\r" * 20_000, id="front matter"),
        pytest.param("<!-- truth: ignore -->\n" * 5_000 + "\n" + "- a\n" * 5_000, id="markers"),
        pytest.param("- <!-- truth: ignore -->\n- a\n" * 3_000, id="markers in a list"),
        pytest.param("http://a" + ")" * 200_000, id="brackets after a URL"),
        pytest.param("::: {." + "a." * 100_000, id="classes"),
        pytest.param("# a\n" * 10_000, id="equal headings"),
    ],
)
def test_entangled_text_is_read(markdown: Read, text: str) -> None:
    assert markdown(text).text == text


@pytest.mark.parametrize("mark", ["> ", "- "])
def test_deep_nesting_is_bounded_and_said(markdown: Read, mark: str) -> None:
    document = markdown(mark * 3_000 + "a\n\nb\n")
    assert document.notices == ("Lists and quotes that are nested deeper than 100 levels were not read.",)
    assert document.blocks[-1].kind is BlockKind.PARAGRAPH
    assert document.blocks[-1].containers == ()
