import pytest

from truthfulness_evaluator.documents.suppressions import (
    Action,
    Marker,
    marker_notices,
    parse_marker,
    suppressions,
)
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Suppression


@pytest.mark.parametrize(
    ("comment", "marker"),
    [
        pytest.param(" truth: ignore ", Marker(Action.IGNORE), id="bare"),
        pytest.param("truth:off", Marker(Action.OFF), id="no space"),
        pytest.param("Truth: ON", Marker(Action.ON), id="case"),
        pytest.param("truth: ignore-file", Marker(Action.IGNORE_FILE), id="file"),
        pytest.param("truth: ignore path", Marker(Action.IGNORE, ("path",)), id="one kind"),
        pytest.param("truth: ignore cli-option , path", Marker(Action.IGNORE, ("cli_option", "path")), id="kinds"),
        pytest.param(
            "truth: ignore path -- an\n  example", Marker(Action.IGNORE, ("path",), "an example"), id="reason"
        ),
        pytest.param("truth: off \u2014 later", Marker(Action.OFF, (), "later"), id="dash"),
        pytest.param("truth: off --", Marker(Action.OFF), id="empty reason"),
        pytest.param("to be written", None, id="a remark"),
        pytest.param("the truth: ignore it", None, id="in a sentence"),
        pytest.param("", None, id="empty"),
    ],
)
def test_a_comment_is_read_as_a_marker(comment: str, marker: Marker | None) -> None:
    assert parse_marker(comment) == marker


@pytest.mark.parametrize(
    ("comment", "notice"),
    [
        (
            "truth: disable",
            "Line 2: no such marker `truth: disable`; there are ignore, off, on and ignore-file.",
        ),
        ("truth:", "Line 2: no such marker `truth: `; there are ignore, off, on and ignore-file."),
        (
            "truth: ignore it is old",
            "Line 2: `truth: ignore it is old` names its kinds with commas, and a reason after ` -- `.",
        ),
        ("truth: on", "Line 2: `truth: on` has no `truth: off` before it."),
        ("truth: on path", "Line 2: `truth: on path` has no `truth: off` before it."),
    ],
)
def test_a_marker_without_effect_leaves_a_notice(comment: str, notice: str) -> None:
    marker = parse_marker(comment)
    assert marker is not None
    text = f"a\n{comment}\nb"
    span = (2, 2 + len(comment))
    assert marker_notices([(marker, span)], text) == (notice,)
    assert suppressions([(marker, span)], [], text) == ()


def _paragraph(text: str, words: str, *containers: Container) -> Block:
    start = text.index(words)
    span = (start, start + len(words))
    return Block(BlockKind.PARAGRAPH, span, span, containers=containers)


def test_off_and_on_bound_a_part() -> None:
    text = "0123456789"
    off, on = Marker(Action.OFF, reason="why"), Marker(Action.ON)
    found = suppressions([(off, (1, 2)), (on, (4, 5)), (off, (7, 8))], [], text)
    assert found == (Suppression((1, 5), (), "why", (1, 2)), Suppression((7, 10), (), "why", (7, 8)))
    assert marker_notices([(off, (1, 2)), (on, (4, 5)), (off, (7, 8))], text) == ()


def test_on_with_kinds_ends_only_those() -> None:
    off, on = Marker(Action.OFF, ("path", "link")), Marker(Action.ON, ("link",))
    found = suppressions([(off, (1, 2)), (on, (4, 5))], [], "0123456789")
    assert found == (
        Suppression((1, 5), ("link",), comment=(1, 2)),
        Suppression((1, 10), ("path",), comment=(1, 2)),
    )


def test_the_whole_file() -> None:
    assert suppressions([(Marker(Action.IGNORE_FILE), (3, 5))], [], "0123456789") == (
        Suppression((0, 10), comment=(3, 5)),
    )


def test_ignore_means_the_next_block() -> None:
    text = "one\n\n!!\n\ntwo\n\nthree"
    blocks = [_paragraph(text, words) for words in ("one", "two", "three")]
    found = suppressions([(Marker(Action.IGNORE), (5, 7))], blocks, text)
    assert [text[slice(*suppression.span)] for suppression in found] == ["two"]


def test_ignore_means_a_whole_list_or_quote() -> None:
    text = "!!\n\n- one\n- two\n\n!!\n\n> three\n\nfour"
    blocks = [
        _paragraph(text, "one", Container("list_item", span=(4, 9))),
        _paragraph(text, "two", Container("list_item", span=(10, 15))),
        _paragraph(text, "three", Container("quote", span=(21, 28))),
        _paragraph(text, "four"),
    ]
    found = suppressions([(Marker(Action.IGNORE), (0, 2)), (Marker(Action.IGNORE), (17, 19))], blocks, text)
    assert [text[slice(*suppression.span)] for suppression in found] == ["- one\n- two", "> three"]


def test_ignore_within_an_item_means_the_next_block_there() -> None:
    text = "- !!\n\n  one\n\n  two"
    item = Container("list_item", span=(0, len(text)))
    blocks = [_paragraph(text, "one", item), _paragraph(text, "two", item)]
    found = suppressions([(Marker(Action.IGNORE), (2, 4))], blocks, text)
    assert [text[slice(*suppression.span)] for suppression in found] == ["one"]


def test_ignore_means_a_directive_with_its_body() -> None:
    text = "!!\n\n.. note:: x\n\n   body\n\nafter"
    directive = Block(BlockKind.DIRECTIVE, (4, 15), (14, 15), title="note")
    body = _paragraph(text, "body", Container("admonition", "note", "x", (4, 24)))
    found = suppressions([(Marker(Action.IGNORE), (0, 2))], [directive, body, _paragraph(text, "after")], text)
    assert [text[slice(*suppression.span)] for suppression in found] == [".. note:: x\n\n   body"]


def test_ignore_means_a_definition_list() -> None:
    text = "!!\n\nterm\n: one\nother\n: two\n\nafter"
    blocks = [
        Block(BlockKind.TERM, (4, 8), (4, 8)),
        _paragraph(text, "one", Container("definition", "", "term", (9, 14))),
        Block(BlockKind.TERM, (15, 20), (15, 20)),
        _paragraph(text, "two", Container("definition", "", "other", (21, 26))),
        _paragraph(text, "after"),
    ]
    found = suppressions([(Marker(Action.IGNORE), (0, 2))], blocks, text)
    assert [text[slice(*suppression.span)] for suppression in found] == ["term\n: one\nother\n: two"]


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        pytest.param("zero\none !! \r\ntwo", "one !! ", id="end of a line"),
        pytest.param("| a | !! |\n| b | c |", "| a | !! |", id="in a table row"),
        pytest.param("| !! a | d |\n| b | c |", "| !! a | d |", id="at the start of a table row"),
        pytest.param("# Title !!\n\ntext", "# Title !!", id="in a heading"),
    ],
)
def test_ignore_in_a_line_means_the_line(text: str, excluded: str) -> None:
    start = text.index("!!")
    found = suppressions([(Marker(Action.IGNORE), (start, start + 2))], [], text)
    assert [text[slice(*suppression.span)] for suppression in found] == [excluded]


def test_ignore_at_the_end_of_a_document_excludes_nothing() -> None:
    assert suppressions([(Marker(Action.IGNORE), (0, 2))], [], "!!") == (Suppression((2, 2), comment=(0, 2)),)
