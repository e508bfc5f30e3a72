"""Man pages: sections, options, items and code, and where their characters stand in the file."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.documents.man import ManReader
from truthfulness_evaluator.models.document import Document

Check = Callable[[Document], None]
Row = tuple[str, str, str]


def read(text: str, places_hold: Check) -> Document:
    document = ManReader().read("man/app.1", text)
    assert document.text == text
    assert document.extract is not None
    places_hold(document)
    places_hold(document.extract)
    return document


def shown(document: Document) -> list[Row]:
    """Of each block its kind, its words, and what it stands in."""
    extract = document.extract
    assert extract is not None
    return [
        (
            block.kind.value,
            " ".join(extract.text[slice(*block.text_span)].split()),
            "/".join(each.argument for each in block.containers) or ".".join(block.heading_path),
        )
        for block in extract.blocks
    ]


NONE: list[Row] = []
PAGES = [
    pytest.param("", NONE, id="empty"),
    pytest.param('.TH APP 1\n.\\" a comment\n.de XX\nnot shown\n..\n.ad l\n', NONE, id="nothing that is shown"),
    pytest.param(
        '.SH NAME\napp \\- keeps books\n.SS "Sub section"\nWords,\nmore words.\n.PP\nNext \\(aqone\\(aq \\(co.\n',
        [
            ("heading", "NAME", ""),
            ("paragraph", "app - keeps books", "NAME"),
            ("heading", "Sub section", "NAME"),
            ("paragraph", "Words, more words.", "NAME.Sub section"),
            ("paragraph", "Next 'one' ©.", "NAME.Sub section"),
        ],
        id="sections and paragraphs",
    ),
    pytest.param(
        ".SH\nOPTIONS\n.TP\n\\fB\\-f\\fR, \\fB\\-\\-fast\\fR=\\fIN\\fP\nRuns.\n.IP\nMore.\n"
        '.TP\n.BR \\-s " slow"\n.TQ\n.B \\-\\-slow\n'
        "Walks.\n.PP\nAfter.\n",
        [
            ("heading", "OPTIONS", ""),
            ("term", "`-f`, `--fast`=N", "OPTIONS"),
            ("paragraph", "Runs.", "-f, --fast=N"),
            ("paragraph", "More.", "-f, --fast=N"),
            ("term", "`-s` slow", "OPTIONS"),
            ("term", "`--slow`", "OPTIONS"),
            ("paragraph", "Walks.", "-s slow, --slow"),
            ("paragraph", "After.", "OPTIONS"),
        ],
        id="tagged paragraphs",
    ),
    pytest.param(
        'These:\n.IP \\(bu 2\none\n.IP \\(bu\ntwo\n.RS\n.IP 1.\ninner\n.RE\n.IP "\\-x"\nAn option.\n',
        [
            ("paragraph", "These:", ""),
            ("paragraph", "one", "one"),
            ("paragraph", "two", "two"),
            ("paragraph", "inner", "two/inner"),
            ("term", "-x", ""),
            ("paragraph", "An option.", "-x"),
        ],
        id="items",
    ),
    pytest.param(
        "Run:\n.nf\n$ app \\-\\-fast\n  x\n.fi\n.EX\ny\n.EE\n.B NOTE:\nIt \\fBruns\\fR.\n.br\nHere.",
        [
            ("paragraph", "Run:", ""),
            ("code", "$ app --fast x", ""),
            ("code", "y", ""),
            ("paragraph", "NOTE: It `runs`. Here.", ""),
        ],
        id="code and bold",
    ),
    pytest.param(
        ".Dd today\n.Sh NAME\n.Nm app\n.Nd keeps books\n.Sh SYNOPSIS\n.Nm\n.Op Fl f\n"
        ".Op Fl -size Ar n , Ns Ar m\n.Ar file ...\n"
        ".Sh DESCRIPTION\nSee\n.Xr ls 1 .\n.Bl -tag -width x\n.It Fl -fast , Fl f\nRuns.\n"
        ".It Ev APP_HOME\nA folder.\n.El\n"
        ".Bl -bullet\n.It\none\n.El\n.Bd -literal\n$ app\n.Ed\n",
        [
            ("heading", "NAME", ""),
            ("paragraph", "`app` keeps books", "NAME"),
            ("heading", "SYNOPSIS", ""),
            ("paragraph", "`app` [`-f`] [`--size` n,m] file ...", "SYNOPSIS"),
            ("heading", "DESCRIPTION", ""),
            ("paragraph", "See ls(1).", "DESCRIPTION"),
            ("term", "`--fast`, `-f`", "DESCRIPTION"),
            ("paragraph", "Runs.", "--fast, -f"),
            ("term", "`APP_HOME`", "DESCRIPTION"),
            ("paragraph", "A folder.", "APP_HOME"),
            ("paragraph", "one", "one"),
            ("code", "$ app", "DESCRIPTION"),
        ],
        id="mdoc",
    ),
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("page", "expected"), PAGES)
def test_pages(page: str, expected: list[Row], end: str, places_hold: Check) -> None:
    assert shown(read(page.replace("\n", end), places_hold)) == expected


def test_places_are_those_of_the_file(places_hold: Check) -> None:
    document = read(".SH A\n.TP\n\\fB\\-\\-fast\\fR\nIt is plain.\n", places_hold)
    term, words = document.blocks[1:]
    assert document.text[slice(*term.inlines[0].text_span)] == "\\-\\-fast"
    assert document.text[slice(*words.span)] == "It is plain."


def test_comments_exclude_parts(places_hold: Check) -> None:
    document = read('One.\n.PP\n.\\" truth: ignore -- of another\nTwo.\n.PP\nThree.\n', places_hold)
    assert [document.text[slice(*each.span)] for each in document.suppressions] == ["Two."]


_LINES = [
    ".SH A", ".SH", '.SS "b c"', ".TP", ".TQ", ".IP", ".IP \\(bu", '.IP "\\-x" 4', ".RS", ".RE", ".PP", ".nf",
    ".fi", ".EX", ".EE", ".B x", ".BR a b c", ".br", ".sp", ".Bl -tag", ".Bl -bullet", ".It", ".It Fl x", ".El",
    ".Nm", ".Nm app", ".Op Fl x Ar y", ".Bd -literal", ".Ed", ".Xr a 1", ".unknown x", ".", ".de X", "..", "words",
    "\\fBbold", "\\fR\\-x\\fI", "\\", "é \\[u00E9]", "", " indented", "\\(", "\\f", "\\*(xx", '.\\" truth: off',
    '.B "', "'x",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@example(lines=[".TP", ".It", ".B x"], end="\n")
@given(lines=st.lists(st.sampled_from(_LINES), max_size=30), end=st.sampled_from(["\n", "\r\n"]))
def test_places_hold_in_any_text(places_hold: Check, lines: list[str], end: str) -> None:
    read(end.join(lines), places_hold)


@pytest.mark.parametrize(
    "text",
    [".RS\n" * 20_000 + "x", ".TP\n" * 20_000, "\\fB" * 20_000 + "x", ".Op " + "Op " * 5000 + "x", "\\(" * 50_000],
)
def test_broken_pages_take_no_longer(text: str, places_hold: Check) -> None:
    read(text, places_hold)
