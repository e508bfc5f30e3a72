"""Help texts: the usage, options with what is said of them, and what else stands around."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.help_text import HelpReader
from truthfulness_evaluator.documents.reading import media_type_of
from truthfulness_evaluator.models.document import Document

Check = Callable[[Document], None]

ARGPARSE = """usage: app [-h] [--size SIZE]
           [--fast]

Keeps books,
of all kinds.

options:
  -h, --help   show this
  --size SIZE  how many
               (default: 5)
  --very-long-name NAME
               who
      --fast   runs

Ends here.
"""
BOXED = """
 Usage: app [OPTIONS] COMMAND

 Keeps books.

\u256d\u2500 Options \u2500\u2500\u2500\u2500\u256e
\u2502 --size  INTEGER  How many   \u2502
\u2502                  at once.   \u2502
\u2502 --fast           Runs.      \u2502
\u2570\u2500\u2500\u2500\u2500\u2500\u2500\u256f
\u256d\u2500 Commands \u2500\u2500\u2500\u256e
\u2502 add     Adds one. \u2502
\u2570\u2500\u2500\u2500\u2500\u2500\u2500\u256f
"""


def shown(document: Document) -> list[tuple[str, str, str]]:
    return [
        (
            block.kind.value,
            " ".join(document.text[slice(*block.text_span)].split()),
            "/".join(each.argument for each in block.containers) or ".".join(block.heading_path),
        )
        for block in document.blocks
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_argparse(end: str, places_hold: Check) -> None:
    document = HelpReader().read("a.txt", ARGPARSE.replace("\n", end))
    places_hold(document)
    assert shown(document) == [
        ("code", "app [-h] [--size SIZE] [--fast]", ""),
        ("paragraph", "Keeps books, of all kinds.", ""),
        ("heading", "options", ""),
        ("term", "-h, --help", "options"),
        ("paragraph", "show this", "-h, --help"),
        ("term", "--size SIZE", "options"),
        ("paragraph", "how many (default: 5)", "--size SIZE"),
        ("term", "--very-long-name NAME", "options"),
        ("paragraph", "who", "--very-long-name NAME"),
        ("term", "--fast", "options"),
        ("paragraph", "runs", "--fast"),
        ("paragraph", "Ends here.", "options"),
    ]


def test_boxes(places_hold: Check) -> None:
    document = HelpReader().read("-", BOXED)
    places_hold(document)
    assert [(kind, words.replace("\u2502", "|"), whose) for kind, words, whose in shown(document)] == [
        ("code", "app [OPTIONS] COMMAND", ""),
        ("paragraph", "Keeps books.", ""),
        ("heading", "Options", ""),
        ("term", "--size", "Options"),
        ("paragraph", "INTEGER How many | | at once.", "--size"),
        ("term", "--fast", "Options"),
        ("paragraph", "Runs.", "--fast"),
        ("heading", "Commands", ""),
        ("term", "add", "Commands"),
        ("paragraph", "Adds one.", "add"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "media_type"),
    [
        ("-", ARGPARSE, "text/x-help"),
        ("help.txt", BOXED, "text/x-help"),
        ("README", ARGPARSE, "text/x-help"),
        ("help.md", ARGPARSE, "text/markdown"),
        ("a.txt", "Usage: it is easy.\n", "text/plain"),
        ("a.txt", "Words.\n\n" * 9 + ARGPARSE, "text/plain"),
        ("-", "usage: a\n\n  -x  one\n", "text/markdown"),
    ],
)
def test_which_texts_are_read_so(name: str, text: str, media_type: str) -> None:
    assert media_type_of(text, name) == media_type


_LINES = [
    "usage: app [-x]", "Options:", "  -x, --xx N  text", "  --yy", "      more", "Commands:", "  add  adds", "words",
    "", "\u2502 -z  t \u2502", "\u256d\u2500 Box \u2500\u256e", "\t-t\tx", "-", "--", "é:", "\ufeffusage: x",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(lines=st.lists(st.sampled_from(_LINES), max_size=20), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_places_hold_in_any_text(places_hold: Check, lines: list[str], end: str) -> None:
    places_hold(HelpReader().read("-", end.join(lines)))
