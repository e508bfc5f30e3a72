"""One run of `truth-eval explain`: which part of which document is meant, and what is said of it."""

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from truthfulness_evaluator.cli.explanation import explained
from truthfulness_evaluator.cli.part import Part
from truthfulness_evaluator.cli.streams import complain, put, wants_color
from truthfulness_evaluator.cli.targets import STANDARD_INPUT, Search
from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.documents.reading import read_document
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.project.roots import find_root
from truthfulness_evaluator.reporting.explanation import ExplanationFormatter
from truthfulness_evaluator.text.lines import Lines

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:?")
_WIDEST = 100
"""Columns up to which text is laid out: longer lines are hard to read."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stands on the command line."""

    path: str
    line: int | None = None
    column: int | None = None


def run_explain(target: str, root: str | None) -> int:
    """Prints the explanation; gives the exit code.

    Raises:
        TruthfulnessError: there is no such document or place, or a setting is wrong.
    """
    place = place_of(target)
    if place.path == STANDARD_INPUT:
        raise UsageError("explain reads a file, not standard input.")
    start = Path(place.path)
    config = load_config(start if start.exists() else Path.cwd())
    evaluator = Evaluator(config, root=root if root is not None else find_root(start), store=False)
    assert evaluator.root is not None
    assert evaluator.project is not None
    name, is_left_out = _name(place.path, Search(evaluator.project, exclude=config.exclude))
    document = read_document(start, name)
    part = _part(document, place)
    page = explained(document, evaluator.evaluate(document), evaluator.readings(document), evaluator.project, part)
    if is_left_out:
        complain(f"note: {name} is left out of checks, as the patterns of exclude say.")
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    put(ExplanationFormatter(width=width, color=wants_color(sys.stdout)).format(page), sys.stdout)
    return ExitCode.PASSED


def place_of(target: str) -> Place:
    """A path with a line and column, as findings name them; a file of the whole name is meant where it is there.

    Example:
        >>> place_of("docs/a.md:31:5")
        Place(path='docs/a.md', line=31, column=5)
    """
    match = _PLACE.fullmatch(target)
    if match is None or os.path.exists(target):
        return Place(target)
    column = match["column"]
    return Place(match["path"], int(match["line"]), None if column is None else int(column))


def _name(path: str, search: Search) -> tuple[str, bool]:
    """What reports call the document, and whether it is excluded."""
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder.", hint="Name a document.")
    if not os.path.exists(path):
        raise UsageError(f"{path} cannot be read: there is no such file.")
    targets = search.targets([path])
    if targets.problems:
        raise UsageError(targets.problems[0])
    if targets.excluded:
        return targets.excluded[0], True
    return targets.documents[0].name, False


def _part(document: Document, place: Place) -> Part:
    lines = Lines(document.text)
    # The line behind the last line end is one for an editor, and holds nothing.
    number = len(lines.starts)
    if place.line is None:
        return Part(document, (0, len(document.text)))
    if not 1 <= place.line <= number:
        last = number - 1 if number > 1 and document.text[-1:] in ("\r", "\n") else number
        are = "is 1 line" if last == 1 else f"are {last} lines"
        raise UsageError(f"{document.name} has no line {place.line}: there {are}.")
    span = lines.span_of(place.line)
    length = span[1] - span[0]
    if place.column is not None and not 1 <= place.column <= length + 1:
        raise UsageError(f"Line {place.line} of {document.name} has no column {place.column}: it ends at {length}.")
    return Part(document, span, place.line, place.column)
