"""Names, identifiers and anchors of reStructuredText."""

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.documents.rst_names import make_id, normalised


@given(st.text(max_size=30))
def test_identifiers_are_those_of_docutils(name: str) -> None:
    assert make_id(name) == nodes.make_id(name)


@given(st.text(max_size=30))
def test_names_are_compared_as_docutils_does(name: str) -> None:
    assert normalised(name) == nodes.fully_normalize_name(name)


@pytest.mark.parametrize(
    ("source", "anchors"),
    [
        pytest.param("What's new\n==========\n", {"what-s-new"}, id="title"),
        pytest.param(".. _My  Label:\n\ntext\n", {"my label", "my-label"}, id="label"),
        pytest.param(".. _`a: b`:\n\ntext\n", {"a: b", "a-b"}, id="quoted label"),
        pytest.param(".. _a\\_b:\n\ntext\n", {"a_b", "a-b"}, id="escaped label"),
        pytest.param(".. note::\n   :name: A note\n\n   text\n", {"a note", "a-note"}, id="name option"),
        pytest.param("An _`inline one`.\n", {"inline one", "inline-one"}, id="inline target"),
        pytest.param(".. [CIT1] text\n", {"cit1"}, id="citation"),
        pytest.param(".. _a: https://a.example\n", set[str](), id="link"),
        pytest.param(".. code::\n\n   .. _a:\n", set[str](), id="label in code"),
    ],
)
def test_anchors(source: str, anchors: set[str]) -> None:
    assert RstReader().read("a.rst", source).anchors == anchors
