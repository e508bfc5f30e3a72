"""Which findings fail the gate, and which only advise."""

import pytest

from truthfulness_evaluator.gate import FailOn, Policy, reweighed, weighed
from truthfulness_evaluator.gate.decision import decide
from truthfulness_evaluator.models import Claim, Review, Standing, TruthfulnessReport, Verdict, VerificationResult

R, N, U, S = Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE, Verdict.SUPPORTS
FAILS, ADVISES = Standing.FAILS, Standing.ADVISES


def found(verdict: Verdict, *, kind: str = "path", confidence: float = 0.9, model: bool = False) -> TruthfulnessReport:
    """The report of one claim."""
    result = VerificationResult(claim_id="c", verdict=verdict, confidence=confidence, explanation="", by_model=model)
    claim = Claim(id="c", text="x", kind=kind, source_document="a.md")
    return TruthfulnessReport(source_document="a.md", claims=[claim], verifications=[result])


ROWS = [
    pytest.param(Policy(), found(R), FAILS, id="refuted"),
    pytest.param(Policy(), found(N), None, id="not-settled"),
    pytest.param(Policy(), found(S), None, id="supported"),
    pytest.param(Policy(fail_on=FailOn.UNSUPPORTED), found(N), FAILS, id="unsupported"),
    pytest.param(Policy(fail_on=FailOn.UNSUPPORTED), found(U), None, id="unverifiable"),
    pytest.param(Policy(fail_on=FailOn.NEVER), found(R), ADVISES, id="never"),
    pytest.param(Policy(fail_on=FailOn.NEVER), found(N), None, id="never-not-settled"),
    pytest.param(Policy(kinds=frozenset({"path", "link"})), found(R), FAILS, id="kind"),
    pytest.param(Policy(kinds=frozenset({"link"})), found(R), ADVISES, id="other-kind"),
    pytest.param(Policy(kinds=frozenset({"prose"})), found(R, kind="prose"), FAILS, id="prose"),
    pytest.param(Policy(min_confidence=0.9), found(R), FAILS, id="confident-enough"),
    pytest.param(Policy(min_confidence=0.91), found(R), ADVISES, id="not-confident-enough"),
    pytest.param(Policy(), found(R, model=True), ADVISES, id="model-advises"),
    pytest.param(Policy(fail_on=FailOn.UNSUPPORTED), found(N, model=True), None, id="model-not-settled"),
    pytest.param(Policy(fail_on_model=FailOn.REFUTED), found(R, model=True), FAILS, id="model-fails"),
    pytest.param(Policy(fail_on_model=FailOn.UNSUPPORTED), found(N, model=True), FAILS, id="model-unsupported"),
    pytest.param(Policy(fail_on_model=FailOn.UNSUPPORTED), found(N), None, id="exact-has-its-own"),
    pytest.param(
        Policy(fail_on=FailOn.NEVER, fail_on_model=FailOn.REFUTED), found(R), ADVISES, id="exact-never-all-the-same"
    ),
    pytest.param(
        Policy(fail_on_model=FailOn.REFUTED, min_confidence=0.95), found(R, model=True), ADVISES, id="model-unsure"
    ),
]


@pytest.mark.parametrize(("policy", "report", "standing"), ROWS)
def test_standing(policy: Policy, report: TruthfulnessReport, standing: Standing | None) -> None:
    (weighed_report,) = weighed([report], lambda _: policy)
    assert weighed_report.verifications[0].gate is standing
    assert report.verifications[0].gate is None, "the report itself is left alone"
    assert decide([weighed_report]).exit_code == (1 if standing is FAILS else 0)


def test_known_findings_are_counted() -> None:
    (report,) = weighed([found(R)], known={"c": R})
    assert report.statistics.known == 1
    assert weighed([found(R)])[0].statistics.known == 0


def test_each_document_has_its_policy() -> None:
    other = found(R).model_copy(update={"source_document": "b.md"})
    policies = {"a.md": Policy(), "b.md": Policy(fail_on=FailOn.NEVER)}
    reports = weighed([found(R), other], policies.__getitem__)
    assert [report.verifications[0].gate for report in reports] == [FAILS, ADVISES]


def test_what_only_advises_is_told_where_something_fails() -> None:
    reports = weighed([found(R), found(R, model=True), found(R, model=True)])
    assert decide(reports).reason.endswith("but 1 claim is refuted: gate failed. 2 findings only advise.")
    assert decide(reports[:2]).reason.endswith("1 finding only advises.")
    assert decide(reports[1:]).reason.endswith("although 2 claims are refuted.")


@pytest.mark.parametrize(
    ("decided", "known", "standing"),
    [
        pytest.param(R, {}, FAILS, id="refuted-by-a-person"),
        pytest.param(S, {}, None, id="supported-by-a-person"),
        pytest.param(R, {"c": R}, Standing.KNOWN, id="known-and-confirmed"),
    ],
)
def test_what_a_person_decided_since_is_weighed_anew(
    decided: Verdict, known: dict[str, Verdict], standing: Standing | None
) -> None:
    before = weighed([found(N, model=True)])[0]
    (result,) = before.verifications
    decision = {"verdict": decided, "by_model": False, "review": Review(verdict=decided), "gate": None}
    after = before.model_copy(update={"verifications": [result.model_copy(update=decision)]})
    (report,) = reweighed([after], known=known)
    assert report.verifications[0].gate is standing
    assert report.statistics.known == (standing is Standing.KNOWN)


def test_what_was_weighed_keeps_its_standing() -> None:
    reports = weighed([found(R)], known={"c": R})
    assert reweighed(reports, lambda _: Policy(fail_on=FailOn.UNSUPPORTED)) == reports
    unsettled = weighed([found(N)])
    assert reweighed(unsettled, lambda _: Policy(fail_on=FailOn.UNSUPPORTED)) == unsettled
