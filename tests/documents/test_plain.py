"""Plain text."""

from collections.abc import Callable

import pytest

from truthfulness_evaluator.documents.plain import PlainReader
from truthfulness_evaluator.models.document import Document


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("a\nb\n\n  c  \n", [("paragraph", "a\nb", ""), ("paragraph", "c", "")], id="paragraphs"),
        pytest.param("A\n===\nb\n", [("heading", "A", ""), ("paragraph", "b", "")], id="underlined"),
        pytest.param("INSTALLING IT\n\na\n", [("heading", "INSTALLING IT", ""), ("paragraph", "a", "")], id="capitals"),
        pytest.param("USE IT, NOW.\n", [("paragraph", "USE IT, NOW.", "")], id="a loud sentence"),
        pytest.param(
            "a:\n\n    b\n      c\n", [("paragraph", "a:", ""), ("code", "    b\n      c", "a:")], id="indented"
        ),
        pytest.param("$ a\nb\n", [("code", "$ a\nb", "")], id="prompt"),
        pytest.param(
            "a:\n- b\n  c\n- d\n",
            [("paragraph", "a:", ""), ("paragraph", "b\n  c", "a:"), ("paragraph", "d", "a:")],
            id="list",
        ),
    ],
)
def test_blocks(places_hold: Callable[[Document], None], text: str, rows: list[tuple[str, str, str]]) -> None:
    for changed in (text, "\ufeff" + text.replace("\n", "\r\n")):
        document = PlainReader().read("a.txt", changed)
        places_hold(document)
        found = [
            (block.kind.value, changed[slice(*block.text_span)].replace("\r\n", "\n"), block.lead_in)
            for block in document.blocks
        ]
        assert found == rows


def test_marks() -> None:
    text = "Run `a --b`, see https://e.org/c."
    (block,) = PlainReader().read("a.txt", text).blocks
    marks = [(mark.kind.value, text[slice(*mark.text_span)], mark.target) for mark in block.inlines]
    assert marks == [("code", "a --b", None), ("link", "https://e.org/c", "https://e.org/c")]
