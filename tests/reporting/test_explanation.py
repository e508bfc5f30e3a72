import pytest

from truthfulness_evaluator.models import Block, BlockKind, Container, Location, Verdict
from truthfulness_evaluator.reporting.explanation import ExplainedClaim, Explanation, ExplanationFormatter, Row, Unread
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.surroundings import surroundings

PAGE = Explanation(
    place=Location(path="docs/a.md", line=12),
    code_base="It has 3 files.",
    lines=((12, "    `--size` is \x1b[31m8, " + "and so on " * 8),),
    lead="These are the claims of the line.",
    claims=(
        ExplainedClaim(
            Finding(Location(path="docs/a.md", line=12, column=5), Verdict.REFUTES, "`--size` is\n8"),
            (Row("why", "it is 4"), Row("evidence", "src/app.py:3", ('add("--size",\tdefault=4)',)), Row("", "b.py")),
        ),
    ),
    unread=(
        Unread(Location(path="docs/a.md", line=12, column=50), "wget", "read as path, but not known to be about this"),
    ),
    notes=("A sentence.",),
)
TEXT = """\
docs/a.md:12
  12 |     `--size` is \\x1b[31m8, and so on
     | and so on and so on and so on and so on
     | and so on and so on and so on

These are the claims of the line.

docs/a.md:12:5: REFUTED `--size` is 8
    why       it is 4
    evidence  src/app.py:3
              | add("--size", default=4)
              b.py

Not read as claims:
    12:50 wget: read as path, but not known to
      be about this

A sentence.

It has 3 files.
"""


def test_page() -> None:
    assert ExplanationFormatter(width=46).format(PAGE) == TEXT


def test_page_in_colour() -> None:
    text = ExplanationFormatter(width=46, color=True).format(PAGE)
    assert "docs/a.md:12:5: \x1b[1m\x1b[31mREFUTED\x1b[0m `--size`" in text
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"):
        text = text.replace(code, "")
    assert text == TEXT


def test_a_narrow_terminal() -> None:
    lines = ExplanationFormatter(width=10).format(PAGE).splitlines()
    assert max(map(len, lines)) <= 40


ITEM, NOTE = Container("list_item"), Container("admonition", "note")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (Block(BlockKind.PARAGRAPH, (0, 0), (0, 0)), "a paragraph"),
        (Block(BlockKind.CODE, (0, 0), (0, 0), language="sh", heading_path=("A",)), "a code block (sh) under A"),
        (Block(BlockKind.DIRECTIVE, (0, 0), (0, 0), title="image"), "a directive (image)"),
        (Block(BlockKind.TABLE_ROW, (0, 0), (0, 0), header=("Name", "", "Default")),
            "a table row with the columns Name, Default"),
        (Block(BlockKind.PARAGRAPH, (0, 0), (0, 0), containers=(NOTE, ITEM, ITEM)),
            "a paragraph in a list item in the admonition note"),
    ],
)  # fmt: skip
def test_surroundings(block: Block, words: str) -> None:
    assert surroundings(block) == words
