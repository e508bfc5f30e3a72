"""A document whose prose was judged against sources: a PDF page, notes, a table, a context and a conflict."""

from truthfulness_evaluator.models import (
    Citation,
    Claim,
    Evidence,
    Location,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.text.lines import Lines

NAME = "essay.md"
TEXT = """\
# The ferries of Arna

The survey covered 1,250 households. The ferry sails twice a day. Port Arna has 12 ships.
Every guest pays within two weeks. The pier was built by Anna Berg. The harbour is safe.
`--ships` was raised to 40.
"""
_STUDY = (
    "The municipality of Arna lies on the western coast. Its harbour was dredged in 1962 and again in 2004. "
    "An earlier study had asked 900 households about their use of the ferry, and found that most of them used it less "
    "than once a month. For the present report we surveyed 1,200 households between March 2019 and June 2021; "
    "312 did not answer. Those who did were asked about age, income and the number of cars. Interviews took place by "
    "telephone and lasted 25 minutes on average. Weights were computed from the national register, and standard errors "
    "are clustered by municipality."
)
_WINDOW = _STUDY[_STUDY.index("An earlier") : _STUDY.index("Those who")].strip()
_TABLE = "Port: Arna; Ships: 9\nPort: Bergen; Ships: 12"
_LINES = Lines(TEXT)
S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO


def sides_report() -> TruthfulnessReport:
    """The report, as the judge of prose and two chat models would give it."""
    study = _evidence("papers/ferries.pdf", _STUDY, page=3)
    notes = _evidence("notes.md", "## Times\n\nThe ferry sails once a day,\nand dogs travel free.", line=12)
    table = _evidence("ports.csv", _TABLE, line=2)
    context = _evidence("context 2", "Guests pay within 14 days.", place=False)
    press = _evidence("press.docx", "The pier, built by Lars Holm | Sons, was opened *today*.")
    safe = _evidence("a.md", "The harbour is safe in all weathers.", line=3)
    unsafe = _evidence("b.md", "The harbour is not safe in winter.", line=7)
    changes = _evidence("CHANGES.md", "* 2.4: `--ships` was raised to 30 <b>by default</b>", line=4)
    rows = [
        _row("The survey covered 1,250 households.", R, 0.93, [study], (0, _WINDOW)),
        _row("The ferry sails twice a day.", R, 0.97, [study, notes], (1, "The ferry sails once a day")),
        _row("Port Arna has 12 ships.", R, 0.88, [table], (0, _TABLE)),
        _row("Every guest pays within two weeks.", S, 0.7, [context], (0, context.content)),
        _row("The pier was built by Anna Berg.", R, 0.55, [press], (0, press.content)),
        _conflict(safe, unsafe),
        _row("`--ships` was raised to 40.", R, 0.9, [changes], (0, changes.content)),
    ]
    return TruthfulnessReport(
        source_document=NAME,
        overall_grade="D",
        claims=[claim for claim, _ in rows],
        verifications=[result for _, result in rows],
    )


def _evidence(
    source: str, content: str, *, line: int | None = None, page: int | None = None, place: bool = True
) -> Evidence:
    end = line + content.count("\n") if line is not None else None
    location = Location(path=source, line=line, end_line=end, page=page) if place else None
    return Evidence(
        source=source, source_type="knowledge_base", content=content, relevance_score=0.9, location=location
    )


def _claim(words: str) -> Claim:
    start = TEXT.index(words)
    line, column = _LINES.position(start)
    return Claim(
        id=f"at{start}",
        text=words,
        source_document=NAME,
        source_span=(start, start + len(words)),
        location=Location(path=NAME, line=line, column=column),
    )


def _vote(judge: str, verdict: Verdict, confidence: float, index: int, content: str, quote: str) -> Vote:
    start = content.index(quote)
    said = {S: "The source says so.", R: "The source says otherwise."}[verdict]
    citation = Citation(evidence_index=index, quote=quote, span=(start, start + len(quote)))
    return Vote(judge=judge, verdict=verdict, confidence=confidence, explanation=said, citations=[citation])


def _row(
    words: str, verdict: Verdict, confidence: float, evidence: list[Evidence], quote: tuple[int, str]
) -> tuple[Claim, VerificationResult]:
    claim = _claim(words)
    vote = _vote("nli", verdict, confidence, quote[0], evidence[quote[0]].content, quote[1])
    return claim, _result(claim, verdict, confidence, vote.explanation, evidence, [vote])


def _conflict(safe: Evidence, unsafe: Evidence) -> tuple[Claim, VerificationResult]:
    claim = _claim("The harbour is safe.")
    votes = [
        _vote("gpt-4o", S, 0.8, 0, safe.content, safe.content),
        _vote("claude-x", R, 0.8, 1, unsafe.content, unsafe.content),
    ]
    evidence = [
        each.model_copy(update={"supports_claim": side})
        for each, side in zip((safe, unsafe), (True, False), strict=True)
    ]
    conflict = "sources disagree: 1 for, 1 against"
    result = _result(claim, N, 0.5, f"SUPPORTS and REFUTES weigh the same; {conflict}", evidence, votes)
    return claim, result.model_copy(update={"needs_review": True, "review_reason": conflict})


def _result(
    claim: Claim, verdict: Verdict, confidence: float, why: str, evidence: list[Evidence], votes: list[Vote]
) -> VerificationResult:
    return VerificationResult(
        claim_id=claim.id,
        verdict=verdict,
        confidence=confidence,
        explanation=why,
        evidence=evidence,
        model_votes={vote.judge: vote.verdict for vote in votes},
        votes=votes,
        by_model=True,
    )
