"""What the output says of a row. The schema is in `docs/batch.md`. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from truthfulness_evaluator.batch.rows import BrokenRow, Line, Row
from truthfulness_evaluator.models import (
    Claim,
    Evidence,
    JudgeFailure,
    TruthfulnessReport,
    VerificationResult,
)
from truthfulness_evaluator.reporting.finding import Finding, findings_by_claim
from truthfulness_evaluator.reporting.jsonl import json_line

FAILED = "failed"
"""Status of a row that cannot be judged as it stands."""
BAD_ROW = "bad_row"
"""Kind of the failure of such a row."""
ERROR = "error"
"""Kind of the failure of a row at which the evaluator itself failed."""
COUNTS = ("claims", "supported", "refuted", "not_enough_info", "unverifiable", "failed", "not_checked")
"""What is counted of the claims of a row: `claims` were asked about, and are the sum of the next five."""

_NO_PLACE = 1 << 60


def judged_row(line: Line, row: Row, report: TruthfulnessReport) -> dict[str, object]:
    """The output of a row that was evaluated."""
    statistics = report.statistics
    counts = (
        len(report.claims),
        statistics.supported,
        statistics.refuted,
        statistics.not_enough_info,
        statistics.unverifiable,
        len(report.unvalidated_claims),
        len(report.not_checked),
    )
    return {
        "line": line.number,
        "digest": line.digest,
        "id": row.id,
        "status": report.status,
        "grade": report.overall_grade,
        "confidence": report.overall_confidence,
        "counts": dict(zip(COUNTS, counts, strict=True)),
        "text": row.text,
        "claims": list(_claims(report, row.text)),
        "failures": list(_failures(report)),
        "injections": [each.quote for each in report.injections],
        "notices": report.notices,
        "usage": [each.model_dump(mode="json") for each in report.usage],
        "columns": row.columns,
    }


def failed_row(line: Line, row: Row | BrokenRow, kind: str, problem: str) -> dict[str, object]:
    """The output of a row that could not be evaluated.

    Args:
        line: of the input.
        row: as far as it could be read.
        kind: of failure, `bad_row` or `error`.
        problem: what was the matter, as a sentence.
    """
    return {
        "line": line.number,
        "digest": line.digest,
        "id": row.id,
        "status": FAILED,
        "grade": None,
        "confidence": 0.0,
        "counts": dict.fromkeys(COUNTS, 0),
        "text": row.text if isinstance(row, Row) else None,
        "claims": [],
        "failures": [{"claim": None, "judge": None, "kind": kind, "message": problem, "attempts": 0}],
        "injections": [],
        "notices": [],
        "usage": [],
        "columns": row.columns,
    }


def written(row: Mapping[str, object]) -> bytes:
    r"""A row of the output as one line, with its end.

    Example:
        >>> written({"line": 1, "id": None})
        b'{"line": 1, "id": null}\n'
    """
    # A lone surrogate becomes the escape that JSON has for it.
    return f"{json_line(row)}\n".encode("utf-8", "backslashreplace")


def kinds_of_failures(row: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Judge (empty: none) and kind of each failure that a row of the output tells."""
    for each in cast("list[dict[str, Any]]", row["failures"]):
        yield each["judge"] or "", each["kind"]


def _claims(report: TruthfulnessReport, text: str) -> Iterator[dict[str, object]]:
    found = findings_by_claim(report, document_text=text)
    results = {result.claim_id: result for result in report.verifications}
    unchecked = {claim.id for claim in report.not_checked}
    claims = dict.fromkeys(claim.id for claim in (*report.claims, *report.not_checked))
    by_id = {claim.id: claim for claim in (*report.claims, *report.not_checked)}
    for claim in sorted((by_id[each] for each in claims), key=_place):
        if claim.id in unchecked:
            yield _claim(claim, "not_checked", None, None)
        else:
            result = results.get(claim.id)
            yield _claim(claim, "failed" if result is None else "judged", found.get(claim.id), result)


def _place(claim: Claim) -> int:
    return claim.source_span[0] if claim.source_span is not None else _NO_PLACE


def _claim(claim: Claim, status: str, finding: Finding | None, result: VerificationResult | None) -> dict[str, object]:
    start, end = claim.source_span or (None, None)
    return {
        "id": claim.id,
        "text": claim.text,
        "start": start,
        "end": end,
        "kind": claim.kind,
        "status": status,
        "verdict": result.verdict.value if result is not None else None,
        "confidence": result.confidence if result is not None else None,
        "explanation": finding.explanation if finding is not None else "",
        "quote": finding.quote if finding is not None else "",
        "votes": {name: verdict.value for name, verdict in result.model_votes.items()} if result is not None else {},
        "needs_review": finding is not None and finding.needs_review,
        "review": finding.review.model_dump(mode="json")
        if finding is not None and finding.review is not None
        else None,
        "evidence": [_evidence(each) for each in (finding.proof if finding is not None else ())],
    }


def _evidence(item: Evidence) -> dict[str, object]:
    place = item.location
    return {
        "source": item.source,
        "line": place.line if place is not None else None,
        "page": place.page if place is not None else None,
        "url": place.url if place is not None else None,
        "content": item.content,
        "supports_claim": item.supports_claim,
    }


def _failures(report: TruthfulnessReport) -> Iterator[dict[str, object]]:
    """Of finding claims, of claims without a verdict, and of judges that a verdict was reached without."""
    yield from (_failure(each, None) for each in report.failures)
    groups: Iterable[tuple[str, list[JudgeFailure]]] = (
        *((reason.claim_id, reason.failures) for reason in report.unvalidated_reasons),
        *((result.claim_id, result.failures) for result in report.verifications),
    )
    for claim_id, failures in groups:
        yield from (_failure(each, claim_id) for each in failures)


def _failure(failure: JudgeFailure, claim_id: str | None) -> dict[str, object]:
    return {
        "claim": claim_id,
        "judge": failure.judge,
        "kind": failure.kind.value,
        "message": failure.message,
        "attempts": failure.attempts,
    }
