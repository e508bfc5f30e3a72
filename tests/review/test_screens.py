"""Whole screens of a walk. Run as a program, it writes them anew."""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from truthfulness_evaluator.reporting.escape import printable
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.review.looks import Line
from truthfulness_evaluator.review.screen import View, grade_of, screen, whole
from truthfulness_evaluator.review.session import Session, begun
from truthfulness_evaluator.review.walk import END, PAGE_DOWN, Walk
from waiting_reports import texts, waiting_reports

FOLDER = Path(__file__).parent / "screens_expected"
NOW = "2026-12-01T10:00:00Z"


def _kept(before: Session, after: Session) -> str:
    return ""


def walk(*keys: str) -> Walk:
    """A walk in which these keys were pressed; `note: ...` writes a note."""
    session = begun(waiting_reports(), reviewer="Ann")
    walk = Walk(View(session, texts(), "Review of run 1234abcd", grade_of(session)), _kept, clock=lambda: NOW)
    for key in keys:
        if key.startswith("note: "):
            walk.note(key.removeprefix("note: "))
        else:
            walk.press(key)
    return walk


def _scrolled(where: str) -> str:
    here = walk()
    here.screen(80, 24, color=False)
    here.scroll(where)
    return _text(here.screen(80, 24, color=False).lines)


def _text(lines: Sequence[Line], *, looks: bool = False) -> str:
    """The lines, as they are, or with the looks of their pieces in angle brackets."""
    if not looks:
        return "".join(f"{line.plain.rstrip()}\n" for line in lines)
    painted = ("".join(f"<{look}:{text}>" if look else text for text, look in line.parts) for line in lines)
    return "".join(f"{line.rstrip()}\n" for line in painted)


def _screen(*keys: str, width: int = 80, height: int = 60, color: bool = False) -> str:
    return _text(walk(*keys).screen(width, height, color=color).lines, looks=color)


def _unjudged() -> str:
    report = waiting_reports()[0]
    [reason] = report.unvalidated_reasons
    waits = reason.model_copy(update={"needs_review": True, "review_reason": "1 judge voted and 2 failed"})
    session = begun([report.model_copy(update={"unvalidated_reasons": [waits]})])
    here = View(session.skipped().skipped().skipped(), texts(), "Review of run 1234abcd", grade_of(session))
    return _text(screen(here, 80, 30, color=False).lines)


SCREENS: dict[str, Callable[[], str]] = {
    "rounds.txt": lambda: _screen(),
    "rounds_color.txt": lambda: _screen(color=True),
    "both_sides.txt": lambda: _screen("k"),
    "injection.txt": lambda: _screen("k", "k"),
    "no_evidence.txt": lambda: _screen("k", "k", "k", height=24),
    "words.txt": lambda: _screen(*"kkkk"),
    "two_columns.txt": lambda: _screen(*"kkkkkkkkk", width=140, height=30),
    "one_column.txt": lambda: _screen(*"kkkkkkkkk", height=30),
    "wide_characters.txt": lambda: _screen(*"kkkkkkkkkkk", height=40),
    "wide_characters_in_columns.txt": lambda: _screen(*"kkkkkkkkkkk", width=140, height=30),
    "combining.txt": lambda: _screen(*"kkkkkkkkkkkk", height=30),
    "hostile.txt": lambda: _screen(*"kkkkkkkkkkkkk", height=30),
    "decided.txt": lambda: _screen("note: not in the notes", "r", "b", height=30),
    "unjudged.txt": _unjudged,
    "noted.txt": lambda: _screen("note: ask  Ben\tfirst", height=24),
    "next.txt": lambda: _screen("s", height=24),
    "page_down.txt": lambda: _scrolled(PAGE_DOWN),
    "to_the_end.txt": lambda: _scrolled(END),
    "end_with_some_left.txt": lambda: _screen(*"ssrk", *"nnnuuuukkk", height=24),
    "end_of_all.txt": lambda: _screen(*"ssssssssssssss", height=24),
    "help.txt": lambda: _screen("?", height=30),
    "narrow.txt": lambda: _screen(width=40, height=24),
    "low.txt": lambda: _screen(height=8),
    "only_written.txt": lambda: _text(whole(walk("k").view, 80, color=False)),
}


@pytest.mark.parametrize("file", SCREENS)
def test_whole_screens(file: str) -> None:
    assert SCREENS[file]() == (FOLDER / file).read_text(encoding="utf-8")


def test_no_screen_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(SCREENS)


SIGNS = re.compile(r"[ |]*[-^=][-^= |]*")
SIZES = [*product((40, 79, 80, 109, 110, 140, 300), (10, 24, 60))]


@pytest.mark.parametrize(("width", "height"), SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
def test_every_claim_fits_whatever_the_size(width: int, height: int) -> None:
    for color, number in product((False, True), (0, 9, 11, 12, 13, 14)):
        here = walk(*"k" * number)
        lines = [*here.screen(width, height, color=color).lines]
        here.scroll(END)
        lines += here.screen(width, height, color=color).lines
        assert len(lines) == 2 * height
        assert max(cells(line.plain) for line in lines) <= width
        assert all(line.width == cells(line.plain) for line in lines)
        for line in lines:
            assert line.plain == printable(line.plain)


def test_colours_are_all_that_they_add() -> None:
    for number in range(15):
        view = walk(*"k" * number).view
        colored, plain = (
            [line.plain.rstrip() for line in whole(view, 80, color=color) if not SIGNS.fullmatch(line.plain)]
            for color in (True, False)
        )
        assert colored == plain


def test_a_screen_of_a_document_that_is_not_there_any_more() -> None:
    here = walk()
    here.view = replace(here.view, texts={})
    assert "Answers are kept for an hour." in _text(here.screen(80, 24, color=False).lines)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for file, written in SCREENS.items():
        (FOLDER / file).write_text(written(), encoding="utf-8")
