"""What the rows of a run come to, and the sentences that say so."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from truthfulness_evaluator.batch.judged import BAD_ROW, ERROR, FAILED, kinds_of_failures
from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models import ModelUsage
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.panel import usage_line

_WORDS = {
    "supported": "supported",
    "refuted": "refuted",
    "not_enough_info": "not settled",
    "unverifiable": "unverifiable",
    "failed": "not judged",
}

_MOST_NOTICES = 10
"""Notices that are said again in the summary; all stand in the rows."""


@dataclass
class Tally:
    """Counts over the rows of the output. It holds no rows, so that it stays small."""

    rows: int = 0
    """In the output."""
    earlier: int = 0
    """Of these, those that an earlier run has written."""
    statuses: Counter[str] = field(default_factory=Counter[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    """Of claims."""
    failures: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """By judge and kind."""
    notices: dict[str, None] = field(default_factory=dict[str, None])
    """What reports want said, each once, the first ones."""
    usage: tuple[ModelUsage, ...] = ()
    """Of this run."""
    stopped: str = ""
    """Why the run ended before its last row, as a sentence; empty: it did not."""
    interrupted: bool = False

    def add(self, row: Mapping[str, Any], *, earlier: bool = False) -> None:
        """Counts a row of the output.

        Args:
            row: as the output has it.
            earlier: whether an earlier run has written it.
        """
        self.rows += 1
        self.earlier += earlier
        self.statuses[row["status"]] += 1
        self.counts.update(row["counts"])
        self.failures.update(kinds_of_failures(row))
        if len(self.notices) < _MOST_NOTICES:
            self.notices |= dict.fromkeys(row["notices"])
        if not earlier:
            self.spend(usage_of(row))

    def spend(self, usage: Iterable[ModelUsage]) -> None:
        """Counts what models did, also for rows that are not in the output."""
        self.usage = tuple(summed((*self.usage, *usage)))

    @property
    def exit_code(self) -> ExitCode:
        """Of the command. Whether claims are refuted does not matter: there is no gate."""
        if self.interrupted:
            return ExitCode.INTERRUPTED
        if self.rows and self.failures[("", BAD_ROW)] == self.rows and not self.stopped:
            return ExitCode.USAGE
        if self.stopped or self.statuses[FAILED] or self.statuses["incomplete"]:
            return ExitCode.INCOMPLETE
        return ExitCode.PASSED

    def lines(self) -> list[str]:
        """The summary.

        Example:
            >>> Tally(rows=2, earlier=1, statuses=Counter(complete=2), counts=Counter(claims=3, supported=3)).lines()
            ['2 rows, 1 of them from an earlier run: 2 complete.', '3 claims: 3 supported.']
        """
        return list(filter(None, (self._rows(), self._claims(), self._failures(), usage_line(self.usage), self._end())))

    def _rows(self) -> str:
        if not self.rows:
            return "No row is judged." if self.stopped or self.interrupted else "The input has no rows."
        them = "of them " if self.rows > 1 else ""
        earlier = f", {self.earlier:,} {them}from an earlier run" if self.earlier else ""
        order = ("complete", "empty", "incomplete", FAILED)
        parts = (f"{self.statuses[status]:,} {status}" for status in order if self.statuses[status])
        return f"{_counted(self.rows, 'row')}{earlier}: {', '.join(parts)}."

    def _claims(self) -> str:
        unchecked = self.counts["not_checked"]
        parts = [f"{self.counts[name]:,} {word}" for name, word in _WORDS.items() if self.counts[name]]
        stated = f"{_counted(self.counts['claims'], 'claim')}: {', '.join(parts)}." if parts else ""
        if unchecked:
            stated += (
                f"{' ' if stated else ''}{_counted(unchecked, 'claim')} not checked: no judge is asked about them."
            )
        return stated

    def _failures(self) -> str:
        own = {BAD_ROW: "bad row", ERROR: "error"}
        parts = [_counted(number, noun) for kind, noun in own.items() if (number := self.failures[("", kind)])]
        parts += [
            f"{one_line(judge)}: {number:,} {kind}" for (judge, kind), number in sorted(self.failures.items()) if judge
        ]
        return f"Failures: {'; '.join(parts)}." if parts else ""

    def _end(self) -> str:
        if self.interrupted:
            return "Interrupted: the same command goes on where it ended."
        return self.stopped


def usage_of(row: Mapping[str, Any]) -> Iterable[ModelUsage]:
    """What models did for a row of the output."""
    return (ModelUsage.model_validate(each) for each in row["usage"])


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
