"""Reports for the test view of a CI service: JUnit's XML, a suite for each document and a case for each claim."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from truthfulness_evaluator.models import JudgeFailure, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.panel import review_line
from truthfulness_evaluator.reporting.remarks import INJECTION, injection_words, unread_words
from truthfulness_evaluator.reporting.reviewed import review_words
from truthfulness_evaluator.reporting.text import capital, instruction, sentence
from truthfulness_evaluator.reporting.wording import position
from truthfulness_evaluator.text.patterns import regex

_NO_CHARACTER = regex("[\ufffe\uffff]")
"""What XML does not allow and what is not spelled out as a control character."""
_OUTCOMES = ("failure", "error", "skipped")


@dataclass(frozen=True)
class JunitFormatter:
    """Refuted claims are failures, claims that could not be judged errors, those that are known or not settled skipped.

    Example:
        >>> print(JunitFormatter().format([]), end="")
        <?xml version="1.0" encoding="utf-8"?>
        <testsuites name="truth-eval" tests="0" failures="0" errors="0" skipped="0" />
    """

    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are failures, besides what fails the gate; what is known and others, but SUPPORTS, are skipped."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them a correction says what it replaces."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The XML text. To be written in UTF-8."""
        root = ElementTree.Element("testsuites", {"name": "truth-eval"})
        every: Counter[str] = Counter()
        for report in reports:
            rows = findings(report, document_text=self.texts.get(report.source_document))
            outcomes = Counter(outcome for outcome in map(self._outcome, rows) if outcome)
            suite = ElementTree.SubElement(root, "testsuite", {"name": _attribute(report.source_document)})
            outcomes["error"] += len(report.failures)
            suite.attrib.update(_counts(len(rows) + len(report.failures), outcomes))
            names: Counter[str] = Counter()
            for row in rows:
                self._case(suite, row, names)
            for failure in report.failures:
                _unread(suite, failure, names)
            _warnings(suite, report)
            every += outcomes
        root.attrib.update(_counts(sum(1 for _ in root.iter("testcase")), every))
        ElementTree.indent(root)
        written = ElementTree.tostring(root, encoding="unicode")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n'

    def _case(self, suite: ElementTree.Element, finding: Finding, names: Counter[str]) -> None:
        case = _named_case(suite, f"{finding.kind}: {finding.text}", _attribute(finding.document), names)
        if finding.place.line is not None:
            case.set("line", str(finding.place.line))
        outcome = self._outcome(finding)
        if outcome:
            label = finding.verdict.value if finding.verdict is not None else _failure(finding)
            message = _attribute(finding.explanation or finding.text)
            element = ElementTree.SubElement(case, outcome, {"message": message})
            if outcome != "skipped":
                element.set("type", label)
                element.text = _content(finding)
        if finding.review is not None and outcome in ("", "skipped"):
            # What failed says it in its own text.
            ElementTree.SubElement(case, "system-out").text = _legal(capital(review_words(finding)))

    def _outcome(self, finding: Finding) -> str:
        """The element that says what became of it; empty: it passed."""
        if finding.verdict is None:
            return "error"
        if finding.is_shown(self.shown):
            return "failure"
        return "" if finding.verdict is Verdict.SUPPORTS else "skipped"


def _named_case(suite: ElementTree.Element, name: str, of: str, names: Counter[str]) -> ElementTree.Element:
    name = _attribute(name)
    names[name] += 1
    if names[name] > 1:
        # Services that follow a case over time know it by its name, and lines move.
        name = f"{name} ({names[name]})"
    return ElementTree.SubElement(suite, "testcase", {"classname": of, "name": name, "file": suite.attrib["name"]})


def _unread(suite: ElementTree.Element, failure: JudgeFailure, names: Counter[str]) -> None:
    """A part of the document in which no claims could be found."""
    case = _named_case(suite, f"claims: read by {failure.judge}", suite.attrib["name"], names)
    message = _attribute(unread_words(failure))
    ElementTree.SubElement(case, "error", {"message": message, "type": failure.kind.value})


def _warnings(suite: ElementTree.Element, report: TruthfulnessReport) -> None:
    """Words that speak to the judges, and what waits for people: the format has no warnings, but a suite may print."""
    lines = [
        f"{position(each.location)}: {INJECTION} {injection_words(each)}"
        if each.location is not None
        else f"{INJECTION} {injection_words(each)}"
        for each in report.injections
    ]
    lines += filter(None, [review_line([report])])
    if lines:
        ElementTree.SubElement(suite, "system-out").text = _legal("\n".join(lines))


def _failure(finding: Finding) -> str:
    return next((failure.kind.value for failure in finding.failures), finding.label)


def _content(finding: Finding) -> str:
    lines = (f"{position(finding.place)}: {finding.label} {sentence(finding)}", instruction(finding))
    return _legal("\n".join(filter(None, lines)))


def _counts(tests: int, outcomes: Mapping[str, int]) -> dict[str, str]:
    failures, errors, skipped = (str(outcomes.get(outcome, 0)) for outcome in _OUTCOMES)
    return {"tests": str(tests), "failures": failures, "errors": errors, "skipped": skipped}


def _attribute(text: str) -> str:
    return _legal(one_line(text))


def _legal(text: str) -> str:
    r"""A text with only characters that XML allows; controls are spelled out (`\x1b`)."""
    return _NO_CHARACTER.sub("\ufffd", "\n".join(map(printable, text.split("\n"))))
