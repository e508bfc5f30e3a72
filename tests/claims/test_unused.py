"""Comments that are not needed."""

import pytest

from truthfulness_evaluator.claims.unused import unused_ignores
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.models import Claim, Location

KINDS = ("prose", "path", "link", "cli_option")
REST = "that is checked"


def claim(text: str, marked: str, kind: str = "path") -> Claim:
    at = text.index(marked)
    return Claim(id=marked, text=marked, source_document="a.md", kind=kind, source_span=(at, at + len(marked)))


def found(text: str, *ignored: Claim, supported: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    """Line and reason of each comment that is not needed."""
    document = read_text(text, "a.md")
    unused = unused_ignores(document, ignored, supported, KINDS)
    assert all(each.location.path == "a.md" for each in unused)
    return [(each.location.line or 0, each.reason) for each in unused]


NEXT = "# A\n\n<!-- truth: ignore -- why -->\nSee one and two.\n\nSee three.\n"
NAMED = "<!-- truth: ignore path, link -->\nSee one and two.\n"
PART = "<!-- truth: off path, link -->\n\none\n\n<!-- truth: on path -->\n\ntwo\n"
ROWS = [
    pytest.param(NEXT, [], (), [(3, f"it excludes no claim {REST}")], id="nothing-in-it"),
    pytest.param(NEXT, ["one"], (), [], id="needed"),
    pytest.param(NEXT, ["one"], ("one",), [(3, "all claims that it excludes are supported")], id="true"),
    pytest.param(NEXT, ["one", "two"], ("one",), [], id="one-of-two-is-true"),
    pytest.param(NEXT, ["three"], (), [(3, f"it excludes no claim {REST}")], id="of-another-comment"),
    pytest.param(
        NAMED,
        ["one"],
        ("one",),
        [
            (1, "all claims of the kind path that it excludes are supported"),
            (1, f"it excludes no claim of the kind link {REST}"),
        ],
        id="each-kind",
    ),
    pytest.param(NAMED, ["one"], (), [(1, f"it excludes no claim of the kind link {REST}")], id="one-kind"),
    pytest.param(
        "<!-- truth: ignore link -->\none\n", ["one"], (), [(1, f"it excludes no claim {REST}")], id="another-kind"
    ),
    pytest.param(
        "one\n\n<!-- truth: ignore cli_optoin, qqq -->\n\ntwo\n",
        [],
        (),
        [(3, "there is no kind cli_optoin; did you mean cli_option?"), (3, "there is no kind qqq")],
        id="no-such-kind",
    ),
    pytest.param("one\n\n<!-- truth: ignore -->\n", [], (), [(3, f"it excludes no claim {REST}")], id="at-the-end"),
    pytest.param("one\n\n<!-- truth: ignore-file -->\n\ntwo\n", ["two"], (), [], id="whole-file"),
    pytest.param("one <!-- truth: ignore -->\n\ntwo\n", ["one"], (), [], id="own-line"),
    pytest.param(PART, ["one"], (), [(1, f"it excludes no claim of the kind link {REST}")], id="off-and-on"),
    pytest.param(
        PART,
        ["two"],
        (),
        [(1, f"it excludes no claim of the kind path {REST}"), (1, f"it excludes no claim of the kind link {REST}")],
        id="after-on",
    ),
    pytest.param("one\n\n<!-- a remark -->\n\ntwo\n", ["two"], (), [], id="no-marker"),
]


@pytest.mark.parametrize(("text", "ignored", "supported", "expected"), ROWS)
def test_unused(text: str, ignored: list[str], supported: tuple[str, ...], expected: list[tuple[int, str]]) -> None:
    assert found(text, *(claim(text, marked) for marked in ignored), supported=supported) == expected


def test_what_is_said_of_it() -> None:
    (unused,) = unused_ignores(read_text(f"a\n\n  <!-- truth: ignore -- {'why ' * 40}-->\nb", "a.md"), [], (), KINDS)
    assert unused.location == Location(path="a.md", line=3, column=3)
    assert unused.comment.startswith("<!-- truth: ignore -- why why")
    assert len(unused.comment) <= 83
