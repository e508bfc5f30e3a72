"""The exit code of a run, and the sentence that gives the reason."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD, GRADES, meets_grade
from truthfulness_evaluator.models import FailureKind, Standing, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.panel import finding_failures, unfinished
from truthfulness_evaluator.reporting.totals import Totals, total
from truthfulness_evaluator.reporting.wording import counted


class ExitCode(IntEnum):
    """Exit codes of a run; of those that apply, the first in the order 2, 1, 3, 0 holds."""

    PASSED = 0
    GATE_FAILED = 1
    USAGE = 2
    """A wrong argument or setting, or nothing could be read."""
    INCOMPLETE = 3
    """Something that was asked could not be judged or read."""
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What a run comes to."""

    exit_code: ExitCode
    reason: str
    """A sentence with the grade, if there is one, and where models failed another one that says how to go on."""


def parse_grade(text: str) -> str:
    """A grade as it is written in reports.

    Raises:
        UsageError: it is no grade.

    Example:
        >>> parse_grade("b-")
        'B-'
    """
    grade = text.strip().upper()
    if grade not in GRADES:
        raise UsageError(f"{text!r} is no grade.", hint=f"Grades are {', '.join(GRADES)}.")
    return grade


def decide(
    reports: Sequence[TruthfulnessReport],
    *,
    fail_under: str | None = None,
    unread: int = 0,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
    keeps_answers: bool = True,
) -> GateDecision:
    """The exit code of a run, and why.

    Args:
        reports: of the documents that were read, with what their findings mean for the gate: see `weighed`.
        fail_under: the lowest grade, over all documents together, that passes; a run without a grade passes.
            It holds whatever the findings mean.
        unread: number of documents that were asked for and could not be read.
        confidence_threshold: from where a verdict counts in the grade of several documents.
        keeps_answers: whether what models answered is kept for the next run.

    Raises:
        UsageError: `fail_under` is no grade.

    Example:
        >>> decide([TruthfulnessReport(source_document="a.md", overall_grade="C")], fail_under="B").reason
        'Grade C is below B: gate failed.'
    """
    if not reports and unread:
        return GateDecision(ExitCode.USAGE, "Nothing could be read.")
    totals = total(reports, confidence_threshold=confidence_threshold)
    lowest = parse_grade(fail_under) if fail_under is not None else None
    found = _found(reports)
    too_low = lowest is not None and not meets_grade(totals.grade, lowest)
    grade = f"Grade {totals.grade}" if totals.grade else "No grade"
    next_step = _next_step(reports, keeps_answers=keeps_answers)
    if found or too_low:
        text = f"{grade} is below {lowest}" if too_low else grade
        joint = "and" if too_low else "but"
        text += f", {joint} {found}" if found else ""
        told = f"{_advice(reports) if found else ''}{next_step}"
        return GateDecision(ExitCode.GATE_FAILED, f"{text}: gate failed.{told}")
    missing = _missing(reports, totals, unread)
    if missing:
        text = f"{grade}, {'but' if totals.grade else 'and'} {missing}."
        return GateDecision(ExitCode.INCOMPLETE, f"{text}{next_step}")
    return GateDecision(ExitCode.PASSED, _passed(totals, grade))


def interrupted(*, asks_the_rest: bool = False) -> GateDecision:
    """What a run comes to that the user ended.

    Args:
        asks_the_rest: whether the same command asks only what is missing.

    Example:
        >>> interrupted().reason
        'Interrupted: the rest was not checked.'
    """
    on = f" {ASK_THE_REST}" if asks_the_rest else ""
    return GateDecision(ExitCode.INTERRUPTED, f"Interrupted: the rest was not checked.{on}")


def _found(reports: Sequence[TruthfulnessReport]) -> str:
    """The findings that fail the gate, as words."""
    results = [result for report in reports for result in report.verifications]
    failing = Counter(result.verdict for result in results if result.gate is Standing.FAILS)
    newly = "newly " if any(result.gate is Standing.KNOWN for result in results) else ""
    words = ((Verdict.REFUTES, f"{newly}refuted"), (Verdict.NOT_ENOUGH_INFO, f"{newly}not settled"))
    return " and ".join(_are(failing[verdict], participle) for verdict, participle in words if failing[verdict])


def _advice(reports: Sequence[TruthfulnessReport]) -> str:
    """How many findings are told and fail nothing, as a sentence."""
    number = sum(result.gate is Standing.ADVISES for report in reports for result in report.verifications)
    return f" {counted(number, 'finding')} only {'advises' if number == 1 else 'advise'}." if number else ""


def _missing(reports: Sequence[TruthfulnessReport], totals: Totals, unread: int) -> str:
    """What was asked and is not there, as words."""
    parts: list[str] = []
    if unread:
        parts.append(f"{counted(unread, 'document')} could not be read")
    if totals.unvalidated:
        parts.append(f"{counted(totals.unvalidated, 'claim')} could not be judged")
    sections = {model: sum(kinds.values()) for model, kinds in finding_failures(reports).items()}
    parts += [
        f"{counted(number, 'section')} could not be read by {one_line(model)}" for model, number in sections.items()
    ]
    if not totals.unvalidated and not sections and any(report.status == "incomplete" for report in reports):
        parts.append("the check is incomplete")
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


_FIRST = {
    FailureKind.AUTH: "Set a key that may use {models}",
    FailureKind.QUOTA: "Renew the quota of {models}",
}
"""What has to be done before another run can succeed."""
_LASTING = frozenset({FailureKind.REFUSED, FailureKind.CONTEXT_TOO_LONG})
"""Failures that the same question meets again."""
_LIMIT = "Raise the limit"
ASK_THE_REST = "Run the same command again to ask only what is missing."
"""How to go on where answers are kept."""
_ASK_ALL = "Run the same command again; no answers were kept, so that all is asked."


def _next_step(reports: Sequence[TruthfulnessReport], *, keeps_answers: bool) -> str:
    """How to get what models did not give, as a sentence; empty where they are not the reason, or would fail again."""
    failures = unfinished(reports)
    again = ASK_THE_REST if keeps_answers else _ASK_ALL
    first = [
        words.format(models=one_line(" and ".join(models)))
        for kind, words in _FIRST.items()
        if (models := [model for model, kinds in failures.items() if kind in kinds])
    ]
    kinds = {kind for each in failures.values() for kind in each}
    if FailureKind.LIMIT in kinds:
        # A limit that is reached before anything new was answered is reached again.
        got_on = keeps_answers and any(usage.output_tokens for report in reports for usage in report.usage)
        if got_on and not first:
            return f" {again[:-1]}, or raise the limit."
        if not got_on:
            first.append(_LIMIT)
    if first:
        joined = " and ".join([first[0], *(words[0].lower() + words[1:] for words in first[1:])])
        return f" {joined}, then {again[0].lower()}{again[1:]}"
    return f" {again}" if kinds - _LASTING else ""


def _passed(totals: Totals, grade: str) -> str:
    if not totals.claims:
        return "No grade: there is no claim that could be checked."
    if totals.refuted:
        return f"{grade}, although {_are(totals.refuted, 'refuted')}."
    return f"{grade}." if totals.grade else "No grade: no claim could be verified."


def _are(number: int, participle: str) -> str:
    return f"{counted(number, 'claim')} {'is' if number == 1 else 'are'} {participle}"
