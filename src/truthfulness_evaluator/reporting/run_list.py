"""Runs as a table, one line each, that fits the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from truthfulness_evaluator.models.run import RunStatus, RunSummary
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.reporting.run_words import local_time, open_claims, short_path

_TITLES = ("RUN", "STARTED", "STATUS", "SUPPORTED", "REFUTED", "OPEN", "REVIEW", "DOCUMENTS")
_SHORT_TITLES = ("RUN", "STARTED", "STATUS", "SUPP", "REF", "OPEN", "REV", "DOCUMENTS")
"""For a terminal that is narrower than `_WIDE`."""
_WIDE = 110
_NUMBERS = range(3, 7)
"""Columns that are set to the right."""
_GAP = "  "
_CUT = "…"
_LEAST = 12
"""Columns that the documents get on the narrowest terminal."""
_GREEN, _YELLOW, _CYAN, _BOLD, _RESET = (f"\x1b[{code}m" for code in (32, 33, 36, 1, 0))
_CODES = {
    RunStatus.COMPLETE: _GREEN,
    RunStatus.INCOMPLETE: _YELLOW,
    RunStatus.INTERRUPTED: _YELLOW,
    RunStatus.RUNNING: _CYAN,
}


@dataclass(frozen=True)
class RunTable:
    """A line of titles, then a line a run.

    Example:
        >>> RunTable().format([])
        ''
    """

    width: int | None = None
    """Columns of the terminal; names that are too long for it are cut. None: nothing is cut."""
    color: bool = False
    folder: str = ""
    """Documents of code bases in it are named from there, others with the folder of their code base."""

    def format(self, runs: Sequence[RunSummary]) -> str:
        """The table; empty without runs."""
        if not runs:
            return ""
        titles = _TITLES if self.width is None or self.width >= _WIDE else _SHORT_TITLES
        rows = [titles, *map(self._row, runs)]
        widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
        if self.width is not None:
            rest = self.width - sum(widths[:-1]) - len(_GAP) * (len(widths) - 1)
            rows = [(*fixed, _shortened(documents, max(rest, _LEAST))) for *fixed, documents in rows]
        codes = [_BOLD, *(_CODES[run.status] for run in runs)]
        return "".join(
            f"{self._line(row, widths, code, whole=not number)}\n"
            for number, (row, code) in enumerate(zip(rows, codes, strict=True))
        )

    def _row(self, run: RunSummary) -> tuple[str, ...]:
        counts = run.statistics
        figures = (counts.supported, counts.refuted, open_claims(run), run.waiting)
        return (
            one_line(run.id),
            local_time(run.started_at),
            run.status.value,
            *(str(figure) if figure else "-" for figure in figures),
            self._documents(run),
        )

    def _documents(self, run: RunSummary) -> str:
        if not run.documents:
            return "-"
        more = f" +{run.documents - 1}" if run.documents > 1 else ""
        first = run.first_document
        if not first:
            return str(run.documents)
        if not run.request.root or PurePath(first).is_absolute():
            return f"{one_line(first)}{more}"
        path = PurePath(run.request.root, first)
        inside = bool(self.folder) and path.is_relative_to(self.folder)
        return f"{one_line(path.relative_to(self.folder).as_posix()) if inside else short_path(path.as_posix())}{more}"

    def _line(self, row: Sequence[str], widths: Sequence[int], code: str, *, whole: bool) -> str:
        """A row in its columns; painted whole, or its status alone."""
        parts: list[str] = []
        for number, (text, width) in enumerate(zip(row[:-1], widths, strict=False)):
            space = " " * (width - cells(text))
            shown = f"{code}{text}{_RESET}" if self.color and (whole or number == 2) else text
            parts.append(f"{space}{shown}" if number in _NUMBERS else f"{shown}{space}")
        last = f"{code}{row[-1]}{_RESET}" if self.color and whole else row[-1]
        return _GAP.join((*parts, last))


def _shortened(text: str, width: int) -> str:
    """The end of a text, in so many columns at most: a path tells most at its end."""
    if cells(text) <= width:
        return text
    kept = text
    while cells(kept) > width - len(_CUT):
        kept = kept[1:]
    return f"{_CUT}{kept}"
