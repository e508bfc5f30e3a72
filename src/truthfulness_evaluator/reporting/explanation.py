"""How a part of a document was read and looked up, as a page of text for people."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.finding import Finding
from truthfulness_evaluator.reporting.text import verdict_color
from truthfulness_evaluator.reporting.wording import position

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_INDENT = 4
_GAP = 2
"""Spaces between a row's label and its text."""
_NARROWEST = 40
"""Columns below which text is not wrapped any further."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is told of a claim."""

    label: str
    text: str
    quotes: tuple[str, ...] = ()
    """Lines of source that stand below it."""


@dataclass(frozen=True, slots=True)
class ExplainedClaim:
    """A claim with what is told of it."""

    finding: Finding
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that makes no claim, or no claim that is checked."""

    place: Location
    text: str
    reason: str
    """A clause."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a page shows. Its texts are as read: the page escapes them."""

    place: Location
    code_base: str
    """What is known of the code base that claims are looked up in."""
    lines: tuple[tuple[int, str], ...] = ()
    """The explained lines with their numbers; none where it is the whole document."""
    lead: str = ""
    """A sentence before the claims."""
    claims: tuple[ExplainedClaim, ...] = ()
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences at the end."""


@dataclass(frozen=True, slots=True)
class ExplanationFormatter:
    """Lays an explanation out.

    Example:
        >>> page = Explanation(Location(path="a.md", line=2), "It has 3 files.", ((2, "Hear."),), notes=("No claim.",))
        >>> print(ExplanationFormatter().format(page), end="")
        a.md:2
          2 | Hear.
        <BLANKLINE>
        No claim.
        <BLANKLINE>
        It has 3 files.
    """

    width: int = 80
    color: bool = False

    def format(self, page: Explanation) -> str:
        """The whole text."""
        parts = [
            self._title(page),
            *([self._wrapped(one_line(page.lead))] if page.lead else []),
            *(self._claim(claim) for claim in page.claims),
            *([self._unread(page.unread)] if page.unread else []),
            *(self._wrapped(one_line(note)) for note in page.notes),
            self._painted(self._wrapped(one_line(page.code_base)), _DIM),
        ]
        return "\n".join(f"{part}\n" for part in parts)

    def _title(self, page: Explanation) -> str:
        number_width = len(str(page.lines[-1][0])) if page.lines else 0
        lines = [self._painted(position(page.place), _BOLD)]
        for number, text in page.lines:
            mark = f"  {number:>{number_width}} | "
            shown = self._wrapped(printable(text.expandtabs().rstrip()), mark, " " * (number_width + 2) + " | ")
            lines.append(shown or mark.rstrip())
        return "\n".join(lines)

    def _claim(self, claim: ExplainedClaim) -> str:
        finding = claim.finding
        head = f"{position(finding.place)}: "
        label = finding.label
        text = self._wrapped(f"{head}{label} {one_line(finding.text)}", later=" " * _INDENT)
        if self.color:
            color = f"{_BOLD}{verdict_color(finding.verdict)}"
            text = text.replace(f"{head}{label}", f"{head}{self._painted(label, color)}", 1)
        width = max((len(row.label) for row in claim.rows), default=0) + _GAP
        return "\n".join([text, *(self._row(row, width) for row in claim.rows)])

    def _row(self, row: Row, width: int) -> str:
        first, later = f"{'':{_INDENT}}{row.label:{width}}", " " * (_INDENT + width)
        lines = [self._wrapped(one_line(row.text), first, later)]
        lines += (
            self._painted(self._wrapped(one_line(quote), later + "| ", later + "| "), _DIM) for quote in row.quotes
        )
        return "\n".join(lines)

    def _unread(self, items: Sequence[Unread]) -> str:
        return "\n".join(["Not read as claims:", *self._items(items)])

    def _items(self, items: Sequence[Unread]) -> Iterator[str]:
        for item in items:
            place = position(Location(line=item.place.line, column=item.place.column))
            first = f"{'':{_INDENT}}{place} " if place else " " * _INDENT
            yield self._wrapped(f"{one_line(item.text)}: {one_line(item.reason)}", first, " " * (_INDENT + 2))

    def _wrapped(self, text: str, first: str = "", later: str = "") -> str:
        width = max(self.width, _NARROWEST)
        return textwrap.fill(
            text,
            width,
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def _painted(self, text: str, codes: str) -> str:
        return f"{codes}{text}{_RESET}" if self.color and text else text
