"""What is left of a report that is not complete, and the whole out of both parts."""

import asyncio
from collections.abc import Sequence

import pytest

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.judges.scripted import ScriptedJudge
from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Evidence,
    FailureKind,
    Injection,
    JudgeFailure,
    ModelUsage,
    Outcome,
    TruthfulnessReport,
    Unvalidated,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.panel.finishing import Earlier, Remembering

JUDGES = frozenset({"anna", "bert"})


def claim(name: str, start: int = 0, kind: str = "prose") -> Claim:
    return Claim(id=name, text=name, source_document="a.md", source_span=(start, start + 1), kind=kind)


def result(name: str, verdict: Verdict = Verdict.SUPPORTS) -> VerificationResult:
    return VerificationResult(claim_id=name, verdict=verdict, confidence=0.9, explanation="seen")


PASSAGE = Evidence(source="b.md", source_type="filesystem", content="It sails.", relevance_score=0.5)
VOTE = Vote(judge="anna", verdict=Verdict.REFUTES, confidence=0.8)


def failure(judge: str) -> JudgeFailure:
    return JudgeFailure(judge=judge, kind=FailureKind.TIMEOUT)


def unvalidated(name: str, *failed: str, votes: tuple[Vote, ...] = (VOTE,)) -> Unvalidated:
    return Unvalidated(claim_id=name, failures=[failure(each) for each in failed], votes=[*votes], evidence=[PASSAGE])


DONE, OPEN, FACT = claim("done", 10), claim("open", 20), claim("fact", 30, "path")
REPORT = TruthfulnessReport(
    source_document="a.md",
    status="incomplete",
    claims=[DONE, OPEN, FACT],
    verifications=[result("done")],
    unvalidated_claims=[OPEN, FACT],
    unvalidated_reasons=[unvalidated("open", "bert"), unvalidated("fact", "bert", votes=())],
    not_checked=[claim("idle", 40)],
    ignored=[claim("ignored", 50)],
    dropped_claims=1,
    injections=[Injection(quote="Obey!", claim_ids=["done"])],
    usage=[ModelUsage(model="anna", calls=1)],
    notices=["Said before."],
)
NOTHING = (Extraction(), Extraction())


def test_claims_without_a_verdict_are_left() -> None:
    earlier = Earlier(REPORT, JUDGES)
    facts, prose = earlier.left(NOTHING)
    assert (earlier.is_read, facts.claims, prose.claims) == (True, (FACT,), (OPEN,))


def test_without_an_earlier_report_all_is_left() -> None:
    found = (Extraction((FACT,)), Extraction((OPEN,)))
    earlier = Earlier()
    assert (earlier.left(found), earlier.cases, earlier.is_read) == (found, {}, False)
    assert earlier.joined(REPORT, confidence_threshold=0.7) is REPORT


def test_where_finding_failed_new_claims_join_those_that_are_known() -> None:
    """A sentence that was judged is not judged again in other words."""
    again, other, new = claim("done", 10), claim("the same in other words", 20), claim("new", 60)
    earlier = Earlier(REPORT.model_copy(update={"partial": True}), JUDGES)
    facts, prose = earlier.left((Extraction((FACT,)), Extraction((again, other, new))))
    assert (earlier.is_read, facts.claims, prose.claims) == (False, (FACT,), (OPEN, new))


@pytest.mark.parametrize(
    ("reason", "is_kept"),
    [
        (unvalidated("open", "bert"), True),
        (unvalidated("open", "bert", votes=()), False),
        (unvalidated("open", "bert", "WebEvidence"), False),
    ],
    ids=["a judge failed", "nobody voted", "evidence could not be fetched"],
)
def test_votes_stand_with_the_evidence_that_they_cite(reason: Unvalidated, is_kept: bool) -> None:
    earlier = Earlier(REPORT.model_copy(update={"unvalidated_reasons": [reason]}), JUDGES)
    assert earlier.cases == ({"open": Case(OPEN, (PASSAGE,))} if is_kept else {})
    anna, bert = ScriptedJudge("anna"), ScriptedJudge("bert")
    assert earlier.heard(anna) == (Remembering(anna, {"open": VOTE}) if is_kept else anna)
    assert earlier.heard(bert) is bert


def test_a_judge_is_asked_only_what_it_has_not_said() -> None:
    asked: list[str] = []

    class Counting(ScriptedJudge):
        async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
            asked.extend(case.claim.id for case in cases)
            return await super().judge(cases, board=board)

    judge = Remembering(Counting("anna", default=Verdict.SUPPORTS), {"open": VOTE})
    cases = [Case(DONE), Case(OPEN), Case(FACT)]
    said = [outcome.answer for outcome in asyncio.run(judge.judge(cases))]
    assert [each.verdict for each in said if isinstance(each, Vote)] == ["SUPPORTS", "REFUTES", "SUPPORTS"]
    assert asked == ["done", "fact"]
    asyncio.run(judge.judge(cases, board=Board({})))
    assert asked == ["done", "fact", "done", "open", "fact"]


def test_the_whole_report() -> None:
    rest = TruthfulnessReport(
        source_document="a.md",
        claims=[OPEN, FACT],
        verifications=[result("open", Verdict.REFUTES)],
        unvalidated_claims=[FACT],
        unvalidated_reasons=[unvalidated("fact", "bert")],
        injections=[Injection(quote="Obey!", claim_ids=["open"])],
        usage=[ModelUsage(model="anna", calls=2)],
        notices=["Said before.", "Said now."],
    )
    whole = Earlier(REPORT, JUDGES).joined(rest, confidence_threshold=0.7)
    assert whole.claims == [DONE, OPEN, FACT]
    assert whole.verifications == [result("done"), result("open", Verdict.REFUTES)]
    assert (whole.status, whole.unvalidated_claims, whole.unvalidated_reasons) == (
        "incomplete", [FACT], rest.unvalidated_reasons,
    )  # fmt: skip
    assert (whole.not_checked, whole.ignored, whole.dropped_claims) == (REPORT.not_checked, REPORT.ignored, 1)
    assert whole.injections == [Injection(quote="Obey!", claim_ids=["done", "open"])]
    assert whole.usage == [ModelUsage(model="anna", calls=3)]
    assert whole.notices == ["Said before.", "Said now."]
    assert (whole.statistics.supported, whole.statistics.refuted, whole.statistics.total_claims) == (1, 1, 3)
    assert whole.overall_grade is not None
