"""Reports for line by line tools: one JSON object a claim."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Evidence, Location, TruthfulnessReport
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.regions import Texts, claim_region
from truthfulness_evaluator.reporting.remarks import unread_words

_LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""JSON may hold them as they are, but some readers of lines would end one there."""


@dataclass(frozen=True)
class JsonLinesFormatter:
    r"""Every claim that was asked as one JSON object on a line of its own, in the order of documents and places.

    The keys are always there and in this order; what is not known is null:

        id            fingerprint of the claim; it stays when lines move
        document      path relative to the root
        location      {"line", "column", "end_line", "end_column"}, counted from 1 in characters, the end exclusive
        kind          "prose", or the kind of fact
        text          the claim
        verdict       "SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "UNVERIFIABLE"; null: it could not be judged
        confidence    of the verdict, 0 to 1
        explanation   what is true instead, why it cannot be told, or which judges failed and why
        evidence      [{"source", "source_type", "line", "url", "content", "supports_claim"}], what decided first
        correction    {"start", "end", "original", "replacement"}: offsets into the decoded document, in characters,
                      a byte order mark among them
        needs_review  whether a person is to look at it
        review        what a person decided: {"verdict", "reviewer", "reviewed_at", "note", "machine_verdict",
                      "machine_confidence", "machine_explanation"}; null: nobody did
        gate          "fails", "known" (from the baseline), "advises"; null: no finding

    A row whose id is null is no claim: a model could not look for claims in a part of the document, and the
    explanation says why.

    Example:
        >>> JsonLinesFormatter().format([TruthfulnessReport(source_document="a.md")])
        ''
    """

    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them the end of a claim and what a correction replaces are known."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The lines, each closed by a line feed. To be written in UTF-8."""
        texts = Texts(self.texts)
        rows = (
            _row(each, texts)
            for report in reports
            for each in (*findings(report, document_text=self.texts.get(report.source_document)), *_unread(report))
        )
        return "".join(f"{json_line(row)}\n" for row in rows)


def _unread(report: TruthfulnessReport) -> Iterator[Finding]:
    """Parts of the document in which a model could not look for claims."""
    place = Location(path=report.source_document)
    return (Finding(place, None, "", unread_words(failure), failures=(failure,)) for failure in report.failures)


def json_line(row: Mapping[str, object]) -> str:
    """An object as JSON on one line, whatever a reader takes for the end of a line."""
    line = json.dumps(row, ensure_ascii=False)
    for character, escape in _LINE_ENDS.items():
        line = line.replace(character, escape)
    return line


def _row(finding: Finding, texts: Texts) -> dict[str, object]:
    place = finding.place
    known = claim_region(finding, texts.lines(finding))
    return {
        "id": finding.claim.id if finding.claim is not None else None,
        "document": finding.document,
        "location": {
            "line": known.line if known is not None else place.line,
            "column": known.column if known is not None else place.column,
            "end_line": known.end_line if known is not None else None,
            "end_column": known.end_column if known is not None else None,
        },
        "kind": finding.kind,
        "text": finding.text,
        "verdict": finding.verdict.value if finding.verdict is not None else None,
        "confidence": finding.confidence,
        "explanation": finding.explanation,
        "evidence": [_evidence(item) for item in finding.proof],
        "correction": _correction(finding),
        "needs_review": finding.needs_review,
        "review": finding.review.model_dump(mode="json") if finding.review is not None else None,
        "gate": finding.gate.value if finding.gate is not None else None,
    }


def _evidence(item: Evidence) -> dict[str, object]:
    place = item.location
    return {
        "source": item.source,
        "source_type": item.source_type,
        "line": place.line if place is not None else None,
        "url": place.url if place is not None else None,
        "content": item.content,
        "supports_claim": item.supports_claim,
    }


def _correction(finding: Finding) -> dict[str, object] | None:
    if finding.correction is None:
        return None
    start, end = finding.correction.span
    return {
        "start": start,
        "end": end,
        "original": finding.original,
        "replacement": finding.correction.replacement,
    }
