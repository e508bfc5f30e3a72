import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.grading import GRADES
from truthfulness_evaluator.gate import ExitCode, FailOn, Policy, decide, parse_grade, weighed
from truthfulness_evaluator.models import (
    Claim,
    FailureKind,
    JudgeFailure,
    TruthfulnessReport,
    Unvalidated,
    Verdict,
    VerificationResult,
)

S, R, N, U = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE


def made(*verdicts: Verdict, grade: str | None = "A+", failed: int = 0) -> TruthfulnessReport:
    """A report with these verdicts and a number of claims that could not be judged."""
    claims = [Claim(id=f"c{n}", text="x", source_document="a.md") for n in range(len(verdicts) + failed)]
    return TruthfulnessReport(
        source_document="a.md",
        overall_grade=grade,
        status="incomplete" if failed else "complete" if claims else "empty",
        claims=claims,
        verifications=[
            VerificationResult(claim_id=claim.id, verdict=verdict, confidence=1.0, explanation="")
            for claim, verdict in zip(claims, verdicts, strict=False)
        ],
        unvalidated_claims=claims[len(verdicts) :],
    )


EMPTY = made(grade=None)
ROWS = [
    pytest.param([made(S)], {}, 0, "Grade A+.", id="supported"),
    pytest.param([made(S, R)], {}, 1, "Grade A+, but 1 claim is refuted: gate failed.", id="refuted"),
    pytest.param([made(R, R)], {}, 1, "Grade A+, but 2 claims are refuted: gate failed.", id="two-refuted"),
    pytest.param([made(S, N)], {}, 0, "Grade A+.", id="not-settled-passes"),
    pytest.param([made(S, U)], {"fail_on": "unsupported"}, 0, "Grade A+.", id="unverifiable-passes"),
    pytest.param(
        [made(S, N)],
        {"fail_on": "unsupported"},
        1,
        "Grade A+, but 1 claim is not settled: gate failed.",
        id="unsupported",
    ),
    pytest.param(
        [made(R, N, N)],
        {"fail_on": FailOn.UNSUPPORTED},
        1,
        "Grade A+, but 1 claim is refuted and 2 claims are not settled: gate failed.",
        id="unsupported-and-refuted",
    ),
    pytest.param([made(R)], {"fail_on": "never"}, 0, "Grade A+, although 1 claim is refuted.", id="never"),
    pytest.param([made(S, grade="C")], {"fail_under": "B"}, 1, "Grade C is below B: gate failed.", id="grade-below"),
    pytest.param([made(S, grade="B")], {"fail_under": "B"}, 0, "Grade B.", id="grade-equal"),
    pytest.param([made(S, grade="A+")], {"fail_under": "a-"}, 0, "Grade A+.", id="grade-above"),
    pytest.param([made(S, grade="A-")], {"fail_under": "A"}, 1, "Grade A- is below A: gate failed.", id="minus"),
    pytest.param(
        [made(N, grade=None)],
        {"fail_under": "A+"},
        0,
        "No grade: no claim could be verified.",
        id="no-grade-does-not-fail",
    ),
    pytest.param(
        [made(R, grade="F")],
        {"fail_under": "D", "fail_on": "never"},
        1,
        "Grade F is below D: gate failed.",
        id="fail-under-holds-with-never",
    ),
    pytest.param(
        [made(R, grade="F")],
        {"fail_under": "D"},
        1,
        "Grade F is below D, and 1 claim is refuted: gate failed.",
        id="both",
    ),
    pytest.param([EMPTY], {}, 0, "No grade: there is no claim that could be checked.", id="nothing-to-judge"),
    pytest.param([made(S)], {"unread": 1}, 3, "Grade A+, but 1 document could not be read.", id="unread"),
    pytest.param([made(S, failed=2)], {}, 3, "Grade A+, but 2 claims could not be judged.", id="incomplete"),
    pytest.param(
        [made(S, failed=1)],
        {"unread": 2, "fail_on": "never"},
        3,
        "Grade A+, but 2 documents could not be read and 1 claim could not be judged.",
        id="never-does-not-hide-what-is-missing",
    ),
    pytest.param(
        [made(R, failed=1)], {"unread": 1}, 1, "Grade A+, but 1 claim is refuted: gate failed.", id="1-before-3"
    ),
    pytest.param([EMPTY], {"unread": 1}, 3, "No grade, and 1 document could not be read.", id="unread-and-empty"),
    pytest.param([], {"unread": 1}, 2, "Nothing could be read.", id="nothing-read"),
    pytest.param(
        [made(S), made(R)],
        {"fail_under": "B"},
        1,
        "Grade C- is below B, and 1 claim is refuted: gate failed.",
        id="several-documents-have-one-grade",
    ),
    pytest.param(
        [made(S, grade="F"), EMPTY], {"fail_under": "A"}, 0, "Grade A+.", id="one-grade-from-all-verifications"
    ),
    pytest.param(
        [EMPTY, EMPTY],
        {"fail_under": "A"},
        0,
        "No grade: there is no claim that could be checked.",
        id="several-without-claims",
    ),
]


@pytest.mark.parametrize(("reports", "options", "code", "reason"), ROWS)
def test_decide(reports: list[TruthfulnessReport], options: dict[str, str], code: int, reason: str) -> None:
    policy = Policy(fail_on=FailOn(options.get("fail_on", "refuted")))
    rest = {name: value for name, value in options.items() if name != "fail_on"}
    decision = decide(weighed(reports, lambda _: policy), **rest)  # pyright: ignore[reportArgumentType]
    assert (decision.exit_code, decision.reason) == (code, reason)


KNOWN = {"c0": R}
PARTLY = [
    pytest.param([made(R, R)], Policy(), KNOWN, 1, "Grade A+, but 1 claim is newly refuted: gate failed.", id="new"),
    pytest.param([made(R, S)], Policy(), KNOWN, 0, "Grade A+, although 1 claim is refuted.", id="known"),
    pytest.param(
        [made(R, N)],
        Policy(fail_on=FailOn.UNSUPPORTED),
        KNOWN,
        1,
        "Grade A+, but 1 claim is newly not settled: gate failed.",
        id="newly-not-settled",
    ),
]


@pytest.mark.parametrize(("reports", "policy", "known", "code", "reason"), PARTLY)
def test_decide_with_known_findings(
    reports: list[TruthfulnessReport], policy: Policy, known: dict[str, Verdict], code: int, reason: str
) -> None:
    decision = decide(weighed(reports, lambda _: policy, known))
    assert (decision.exit_code, decision.reason) == (code, reason)


def test_what_no_gate_has_weighed_fails_none() -> None:
    assert decide([made(R)]).exit_code == ExitCode.PASSED


def test_incomplete_without_a_failed_claim() -> None:
    report = made(S).model_copy(update={"status": "incomplete"})
    decision = decide(weighed([report]))
    assert (decision.exit_code, decision.reason) == (
        ExitCode.INCOMPLETE,
        "Grade A+, but the check is incomplete.",
    )


@pytest.mark.parametrize(("text", "expected"), [*((grade, grade) for grade in GRADES), (" b+ ", "B+")])
def test_parse_grade(text: str, expected: str) -> None:
    assert parse_grade(text) == expected


@pytest.mark.parametrize("text", ["", "E", "A++", "90"])
def test_no_grade(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_grade(text)
    assert str(caught.value) == (f"{text!r} is no grade. Grades are A+, A, A-, B+, B, B-, C+, C, C-, D, F.")


def failing(*unvalidated: tuple[str, FailureKind], finding: tuple[FailureKind, ...] = ()) -> TruthfulnessReport:
    """A report in which models failed of judging one claim, and of finding claims."""
    report = made(S, failed=1 if unvalidated else 0)
    failures = [JudgeFailure(judge=judge, kind=kind) for judge, kind in unvalidated]
    return report.model_copy(
        update={
            "unvalidated_reasons": [Unvalidated(claim_id="c1", failures=failures)],
            "failures": [JudgeFailure(judge="gpt-4o-mini", kind=kind) for kind in finding],
        }
    )


K = FailureKind
AGAIN = "Run the same command again to ask only what is missing."
UNFINISHED = [
    pytest.param(failing(("a", K.TIMEOUT)), f"1 claim could not be judged. {AGAIN}", id="again"),
    pytest.param(
        failing(("a", K.LIMIT), ("b", K.REFUSED)),
        "1 claim could not be judged. Raise the limit, then run the same command again to ask only what is missing.",
        id="limit",
    ),
    pytest.param(failing(("a", K.REFUSED), ("b", K.CONTEXT_TOO_LONG)), "1 claim could not be judged.", id="lasting"),
    pytest.param(
        failing(("a", K.AUTH), ("b", K.TIMEOUT)),
        "1 claim could not be judged. Set a key that may use a, then run the same command again to ask only what "
        "is missing.",
        id="key",
    ),
    pytest.param(
        failing(("a", K.AUTH), ("b", K.QUOTA), ("c", K.QUOTA)),
        "1 claim could not be judged. Set a key that may use a and renew the quota of b and c, then run the same "
        "command again to ask only what is missing.",
        id="key-and-quota",
    ),
    pytest.param(
        failing(finding=(K.BAD_ANSWER, K.EMPTY_CLAIMS)),
        f"2 sections could not be read by gpt-4o-mini. {AGAIN}",
        id="sections",
    ),
    pytest.param(
        failing(("a", K.TIMEOUT), finding=(K.TIMEOUT,)),
        f"1 claim could not be judged and 1 section could not be read by gpt-4o-mini. {AGAIN}",
        id="both",
    ),
]


@pytest.mark.parametrize(("report", "missing"), UNFINISHED)
def test_what_models_left_out_is_named_with_the_way_to_get_it(report: TruthfulnessReport, missing: str) -> None:
    decision = decide(weighed([report]))
    assert (decision.exit_code, decision.reason) == (ExitCode.INCOMPLETE, f"Grade A+, but {missing}")


def test_a_failed_gate_says_so_too() -> None:
    report = failing(("a", K.TIMEOUT)).model_copy(update={"overall_grade": "F"})
    decision = decide([report], fail_under="D")
    assert (decision.exit_code, decision.reason) == (
        ExitCode.GATE_FAILED,
        f"Grade F is below D: gate failed. {AGAIN}",
    )


def test_without_a_model_no_other_run_is_advised() -> None:
    report = failing(("facts", K.UNAVAILABLE))
    claims = [claim.model_copy(update={"kind": "symbol"}) for claim in report.claims]
    changed = report.model_copy(update={"claims": claims, "unvalidated_claims": claims[1:]})
    assert decide([changed]).reason == "Grade A+, but 1 claim could not be judged."
