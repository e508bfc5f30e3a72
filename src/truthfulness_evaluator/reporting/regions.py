"""Where spans of a document stand, as other programs count."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from posixpath import join

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.text.lines import Lines

_MARK = "\ufeff"
"""A byte order mark is a character of our texts, and of no other program's."""


@dataclass(frozen=True, slots=True)
class Region:
    """A span with its lines and columns, counted from 1 in characters; the end is exclusive."""

    start: int
    """Offset in characters, from 0, without a byte order mark."""
    length: int
    line: int
    column: int
    end_line: int
    end_column: int


def region(lines: Lines, span: Span) -> Region | None:
    r"""The place of a span in a text; None where it lies outside.

    Example:
        >>> region(Lines("one\ntwo\n"), (4, 7))
        Region(start=4, length=3, line=2, column=1, end_line=2, end_column=4)
    """
    start, end = span
    if not start <= end <= len(lines.text):
        return None
    if lines.text.startswith(_MARK):
        return _without_mark(lines, max(start, 1), max(end, 1))
    return _region(lines, start, end)


def _region(lines: Lines, start: int, end: int) -> Region:
    (line, column), (end_line, end_column) = lines.position(start), lines.position(end)
    return Region(start, end - start, line, column, end_line, end_column)


def _without_mark(lines: Lines, start: int, end: int) -> Region:
    found = _region(lines, start, end)
    return replace(
        found,
        start=found.start - 1,
        column=found.column - (found.line == 1),
        end_column=found.end_column - (found.end_line == 1),
    )


def claim_region(finding: Finding, lines: Lines | None) -> Region | None:
    """Where the claim stands; None where that is not known, or the document's text is not."""
    if lines is None or finding.claim is None or finding.claim.source_span is None:
        return None
    return region(lines, finding.claim.source_span)


def fix_region(finding: Finding, lines: Lines | None) -> Region | None:
    """What the correction replaces; None where there is none, or the document's text is not known."""
    return region(lines, finding.fix.span) if lines is not None and finding.fix is not None else None


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of documents by name, each divided into lines once."""

    texts: Mapping[str, str]
    _lines: dict[str, Lines] = field(default_factory=dict[str, Lines], init=False, repr=False, compare=False)

    def lines(self, finding: Finding) -> Lines | None:
        """The lines of the document that a finding is of, if its text is known."""
        name = finding.document
        if name in self.texts and name not in self._lines:
            self._lines[name] = Lines(self.texts[name])
        return self._lines.get(name)


def joined(prefix: str, path: str) -> str:
    """A path below another folder, with forward slashes.

    Example:
        >>> joined("sub", "docs/a.md"), joined("", "a.md")
        ('sub/docs/a.md', 'a.md')
    """
    return join(prefix, path)
