"""By what a person's decision is known again: the claim and the evidence that it was decided on. Pure."""

import hashlib
import json
from collections.abc import Iterable

from truthfulness_evaluator.models import Claim, Evidence, TruthfulnessReport


def review_key(claim: Claim, evidence: Iterable[Evidence]) -> str:
    """A fingerprint of a claim and its evidence: SHA-256, 64 hexadecimal digits.

    What counts: the claim's text, its kind, subject and value of its fact, and of each passage the source and the
    words. What does not: the document and its lines, how words are wrapped, order and places of passages, their
    scores, and when they were retrieved.

    Args:
        claim: what was decided on.
        evidence: what the person was shown.

    Example:
        >>> review_key(Claim(id="1", text="It  sails.", source_document="a.md"), [])[:12]
        'e90aa18141eb'
    """
    fact = [claim.fact.subject, claim.fact.expected] if claim.fact is not None else None
    passages = sorted({_digest([each.source, _wrapped(each.content)]) for each in evidence})
    return _digest([_wrapped(claim.text), claim.kind, fact, passages])


def evidence_of(report: TruthfulnessReport) -> dict[str, list[Evidence]]:
    """The evidence of each claim that judges were asked about, by claim id."""
    evidence = {claim.id: list[Evidence]() for claim in report.claims}
    evidence.update((each.claim_id, each.evidence) for each in report.unvalidated_reasons)
    evidence.update((result.claim_id, result.evidence) for result in report.verifications)
    return evidence


def review_keys(report: TruthfulnessReport) -> dict[str, str]:
    """The key of each claim that has evidence, by claim id.

    A decision without any evidence is for its report alone: the same words may mean another program.
    """
    evidence = evidence_of(report)
    return {claim.id: review_key(claim, evidence[claim.id]) for claim in report.claims if evidence[claim.id]}


def _wrapped(text: str) -> str:
    return " ".join(text.split())


def _digest(content: object) -> str:
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
