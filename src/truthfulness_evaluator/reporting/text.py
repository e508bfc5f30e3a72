"""Reports for people: one line a finding that editors can jump to, then a summary."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import (
    Evidence,
    Injection,
    Location,
    TruthfulnessReport,
    UnusedIgnore,
    Verdict,
    Vote,
)
from truthfulness_evaluator.reporting.citing import quoted, short_quote
from truthfulness_evaluator.reporting.comparing import comparison
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.finding import FAILED, Finding, findings, in_order
from truthfulness_evaluator.reporting.panel import injections, panel_lines
from truthfulness_evaluator.reporting.remarks import INJECTION, injection_words, unread_words
from truthfulness_evaluator.reporting.reviewed import review_words
from truthfulness_evaluator.reporting.sides import conflict_lines, side_lines
from truthfulness_evaluator.reporting.totals import Totals, total
from truthfulness_evaluator.reporting.web_pages import origin_words, page_words, quoted_pages
from truthfulness_evaluator.reporting.wording import counted, failure_words, position

_RED, _GREEN, _YELLOW, _BOLD, _DIM, _RESET = (f"\x1b[{code}m" for code in (31, 32, 33, 1, 2, 0))
_COLORS = {
    Verdict.REFUTES: _RED,
    Verdict.SUPPORTS: _GREEN,
    Verdict.NOT_ENOUGH_INFO: _YELLOW,
    Verdict.UNVERIFIABLE: _YELLOW,
    None: _YELLOW,
}
_ALIKE = 5
"""Claims of a document that failed alike and are listed; the others are counted."""


@dataclass(frozen=True)
class TextFormatter:
    """Findings as `path:line:column: REFUTED message (evidence path:line)`, then the summary.

    Below a finding on prose stand the claim and the passage that decided it.

    Example:
        >>> print(TextFormatter().format([TruthfulnessReport(source_document="a.md")]), end="")
        Nothing to check in 1 document.
    """

    color: bool = False
    width: int = 80
    """Columns of the terminal; from 110 on, a claim and its passage stand beside each other."""
    verbose: bool = False
    """Lists all verdicts and failures, whatever `shown` says, known findings, and each vote of a model."""
    quiet: bool = False
    """Leaves the summary out."""
    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are listed, besides what fails the gate and what sources contradict each other about."""
    opening: str = ""
    """A line before the summary."""
    closing: str | None = None
    """The last line, instead of the grade."""
    offer_fixes: bool = False
    """Says how many refuted claims `--fix` could correct."""
    offer_panel: bool = False
    """Says how prose could be checked."""
    confidence_threshold: float = CONFIDENCE_THRESHOLD
    """From where a verdict counts in the grade of several documents."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them a correction shows what it replaces."""
    fixed: Mapping[str, Sequence[Finding]] = field(default_factory=dict[str, Sequence[Finding]])
    """By name of the document: what was refuted in it and is corrected now. Always listed."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The whole output; empty where nothing is to be said."""
        lines = [line for report in reports for line in self._findings(report)]
        lines += [self._injection(each) for each in injections(reports)]
        if not self.quiet:
            lines += self._summary(reports)
        return "".join(f"{line}\n" for line in lines)

    def _findings(self, report: TruthfulnessReport) -> Iterator[str]:
        name = report.source_document
        left = findings(report, document_text=self.texts.get(name))
        shown = [finding for finding in left if self.verbose or self._is_shown(finding)]
        alike: Counter[str] = Counter()
        for finding in in_order([*self.fixed.get(name, ()), *shown]):
            if _failed_by_model(finding):
                alike[finding.explanation] += 1
                if alike[finding.explanation] > _ALIKE and not self.verbose:
                    continue
            sides = comparison(finding)
            yield self._line(finding, quote="" if sides is not None else finding.quote)
            if sides is not None:
                yield from side_lines(sides, width=self.width, color=self.color)
            yield from (self._painted(line, _DIM) for line in conflict_lines(finding.conflict, width=self.width))
            yield from (self._painted(f"    {line}", _DIM) for line in _pages(finding))
            if finding.correction is not None:
                yield self._painted(f"    {instruction(finding)}", _DIM)
            if self.verbose and finding.by_model:
                yield from (self._painted(f"    {line}", _DIM) for line in _votes(finding))
        failed = self._label(FAILED, None)
        for explanation, number in alike.items():
            if number > _ALIKE and not self.verbose:
                more = f"{counted(number - _ALIKE, 'more claim')} could not be judged for the same reason"
                yield f"{printable(name)}: {failed} {more}: {one_line(explanation)} (--verbose lists all)"
        for failure in report.failures:
            yield f"{printable(name)}: {failed} {unread_words(failure)}"
        for each in report.unused_ignores:
            yield f"{position(each.location)}: {self._label('UNUSED', None)} {unused(each)}"

    def _is_shown(self, finding: Finding) -> bool:
        return finding.is_shown(self.shown) or _failed_by_model(finding) or finding.conflict is not None

    def _line(self, finding: Finding, *, quote: str) -> str:
        """A reviewed claim says so last."""
        label = self._painted(finding.label, _BOLD + (_GREEN if finding.fixed else verdict_color(finding.verdict)))
        message = statement(finding)
        evidence = _evidence(finding.evidence, message, quote)
        return f"{position(finding.place)}: {label} {message}{self._painted(f'{evidence}{_reviewed(finding)}', _DIM)}"

    def _injection(self, injection: Injection) -> str:
        place = position(injection.location) if injection.location is not None else ""
        return f"{place}{': ' if place else ''}{self._label(INJECTION, None)} {injection_words(injection)}"

    def _label(self, label: str, verdict: Verdict | None) -> str:
        return self._painted(label, _BOLD + verdict_color(verdict))

    def _summary(self, reports: Sequence[TruthfulnessReport]) -> list[str]:
        totals = total(reports, confidence_threshold=self.confidence_threshold)
        closing = self.closing if self.closing is not None else _grade(totals)
        checked = summary_line(totals, offer_fixes=self.offer_fixes, offer_panel=self.offer_panel)
        lines = (one_line(self.opening), checked, *panel_lines(reports), one_line(closing))
        return [line for line in lines if line]

    def _painted(self, text: str, codes: str) -> str:
        return f"{codes}{text}{_RESET}" if self.color and text else text


def summary_line(totals: Totals, *, offer_fixes: bool = False, offer_panel: bool = False) -> str:
    """What was checked and what was not, in one line.

    Args:
        totals: the counts.
        offer_fixes: say what `--fix` could correct.
        offer_panel: say who could check prose.

    Example:
        >>> summary_line(total([]))
        'Nothing to check in 0 documents.'
    """
    documents = counted(totals.documents, "document")
    sentences = [f"Nothing to check in {documents}."]
    if totals.claims:
        fixable = f" ({totals.fixable} fixable with --fix)" if totals.fixable and offer_fixes else ""
        parts = [
            f"{number} {words}"
            for number, words in (
                (totals.supported, "supported"),
                (totals.refuted, f"refuted{fixable}"),
                (totals.not_enough_info, "not settled"),
                (totals.unverifiable, "unverifiable"),
                (totals.unvalidated, "could not be judged"),
            )
            if number
        ]
        sentences = [f"Checked {counted(totals.claims, 'claim')} in {documents}: {', '.join(parts)}."]
    if totals.unchecked_prose:
        prose = counted(totals.unchecked_prose, "sentence")
        offer = "; --panel asks chat models" if offer_panel else ""
        sentences.append(f"{prose} of prose {_was(totals.unchecked_prose)} not checked{offer}.")
    if totals.unchecked_other:
        other = counted(totals.unchecked_other, "other claim")
        sentences.append(f"{other} {_was(totals.unchecked_other)} not checked.")
    if totals.ignored:
        ignored = counted(totals.ignored, "claim")
        sentences.append(f"{ignored} {_was(totals.ignored)} ignored as comments or settings ask.")
    if totals.unused_ignores:
        comments = counted(totals.unused_ignores, "unused comment")
        sentences.append(f"{comments} {_was(totals.unused_ignores)} found.")
    if totals.known:
        sentences.append(known(totals.known))
    if totals.reviewed:
        sentences.append(f"{counted(totals.reviewed, 'claim')} {_was(totals.reviewed)} decided by people.")
    return " ".join(sentences)


def known(number: int) -> str:
    """How many findings the baseline keeps out of the gate.

    Example:
        >>> known(1)
        '1 finding is known from the baseline.'
    """
    return f"{counted(number, 'finding')} {'is' if number == 1 else 'are'} known from the baseline."


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _grade(totals: Totals) -> str:
    return f"Grade {totals.grade}." if totals.grade else ""


def verdict_color(verdict: Verdict | None) -> str:
    """The code that a terminal paints a verdict by; None: it could not be judged."""
    return _COLORS[verdict]


def unused(ignore: UnusedIgnore) -> str:
    """What is said of a comment that is not needed, on one line."""
    return one_line(f"{ignore.comment}: {ignore.reason}")


def notes(reports: Sequence[TruthfulnessReport]) -> list[str]:
    """What the reader of reports should know besides the findings, each once."""
    notices = (notice for report in reports for notice in report.notices)
    comments = (f"{position(each.location)}: {unused(each)}" for report in reports for each in report.unused_ignores)
    return list(dict.fromkeys((*notices, *comments)))


def sentence(finding: Finding) -> str:
    """What a finding says on one line, with the place that decided it: `it is 8: it is 4 (src/a.py:3)`.

    Where a person decided, both verdicts follow.
    """
    message = statement(finding)
    return f"{message}{_evidence(finding.evidence, message, finding.quote)}{_reviewed(finding)}"


def statement(finding: Finding) -> str:
    """The claim and what is true instead, on one line."""
    text, explanation = one_line(finding.text), one_line(finding.explanation)
    if finding.by_model:
        # A model answers in sentences; the place follows in brackets.
        explanation = explanation.removesuffix(".")
    if _failed_by_model(finding):
        explanation = f"could not be judged: {explanation}"
    if finding.place.cell is not None:
        text = f"in cell {finding.place.cell}, {text}"
    if not explanation:
        return text
    return f"{text.rstrip('.:')}: {explanation}"


def _reviewed(finding: Finding) -> str:
    words = review_words(finding)
    return f" ({words})" if words else ""


def _failed_by_model(finding: Finding) -> bool:
    return finding.verdict is None and finding.by_model


def _votes(finding: Finding) -> Iterator[str]:
    """What each judge said of a claim, and what failed, unless the claim's own line says that."""
    for vote in finding.votes:
        yield vote_words(vote, finding.passages)
    if finding.verdict is not None:
        yield from (one_line(failure_words(failure)) for failure in finding.failures)
    if len(finding.rounds) > 1:
        yield f"after {len(finding.rounds)} rounds"


def vote_words(vote: Vote, evidence: Sequence[Evidence]) -> str:
    """Who voted how, how sure, why, and the first of its quotes, on one line."""
    said = one_line(vote.explanation).removesuffix(".")
    why = f": {said}" if said else ""
    first = next(quoted(vote, evidence), None)
    words = f"{one_line(vote.judge)}: {vote.verdict} {vote.confidence:.2f}{why}"
    if first is not None:
        return f"{words}{_evidence(first.place, words, first.quote)}"
    # The report may lack the passage.
    return f"{words}{_evidence(None, words, vote.citations[0].quote)}" if vote.citations else words


def _pages(finding: Finding) -> Iterator[str]:
    """What is known of the web pages that judges quote, and from how many origins all passages are."""
    pages = quoted_pages(finding)
    for page in pages:
        yield one_line(f"{page.source}: {page_words(page)}")
    if pages:
        yield f"web: passages of {origin_words(finding.passages)}"


def _evidence(location: Location | None, message: str, quote: str = "") -> str:
    """The place in brackets, unless the message names it already, and what stands there, unless the message says so."""
    place = printable(str(location)) if location is not None else ""
    words = one_line(short_quote(quote))
    shown = [place if place not in message else "", f'"{words}"' if words and words not in message else ""]
    inner = ": ".join(filter(None, shown))
    return f" ({inner})" if inner else ""


def instruction(finding: Finding) -> str:
    """What a correction asks for, or did: `write 4 instead of 8`; empty where there is none."""
    if finding.correction is None:
        return ""
    write, remove = ("wrote", "removed") if finding.fixed else ("write", "remove")
    new, old = one_line(finding.correction.replacement), one_line(finding.original or "")
    if not new:
        return f"{remove} {old}" if old else f"{remove} it"
    return f"{write} {new} instead of {old}" if old else f"{write} {new}"
