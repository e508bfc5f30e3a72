"""Citation files: values of keys at the top and of plain lists below them."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.documents.citation import CitationReader
from truthfulness_evaluator.models.document import Document

Check = Callable[[Document], None]

FILE = """\
# of the tool
cff-version: 1.2.0
message: >-
  Cite it
  so.
version: "4.1"  # the last
license:
  - MIT
  - 'Apache-2.0'
authors:
  - name: A
    version: 9
identifiers: [a, b]
url: https://e.org/#x
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_fields(end: str, mark: str, places_hold: Check) -> None:
    document = CitationReader().read("CITATION.cff", mark + FILE.replace("\n", end))
    places_hold(document)
    fields = [(each.title, " ".join(document.text[slice(*each.text_span)].split())) for each in document.blocks]
    assert (
        fields[bool(not mark) :][-7:]
        == [
            ("cff-version", "1.2.0"),
            ("message", "Cite it so."),
            ("version", "4.1"),
            ("license", "MIT"),
            ("license", "Apache-2.0"),
            ("url", "https://e.org/#x"),
        ][-7:]
    )


@pytest.mark.parametrize(
    "text", ["", "\n", "[1, 2]", "- a", ": x", "version:", "a: |", "a: &b c", "{" * 500, "key: 'open"]
)
def test_odd_files_are_no_error(text: str, places_hold: Check) -> None:
    places_hold(CitationReader().read("CITATION.cff", text))


def test_comments_exclude_fields(places_hold: Check) -> None:
    document = CitationReader().read(
        "CITATION.cff", "# truth: ignore -- set at a release\nversion: 1.0\nlicense: MIT\n"
    )
    assert [document.text[slice(*each.span)] for each in document.suppressions] == ["version: 1.0"[9:]]
