import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from truthfulness_evaluator.core.protocols import Judge
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.models import (
    Board,
    Case,
    Claim,
    Correction,
    Document,
    Evidence,
    Fact,
    FailureKind,
    JudgeFailure,
    Outcome,
    Verdict,
    VerificationResult,
    Vote,
)
from truthfulness_evaluator.models.report import Unvalidated
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.testing import ScriptedJudge

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
U = Verdict.UNVERIFIABLE
GATE = Gate(Document(name="README.md", media_type="text/markdown", text="# A"))


def _evidence(source: str) -> Evidence:
    return Evidence(source=source, source_type="filesystem", content="words", relevance_score=1)


CODE, TEST, OWN = _evidence("a.py"), _evidence("b.py"), _evidence("README.md")


def _case(key: str, *evidence: Evidence, kind: str = "prose") -> Case:
    fact = None if kind == "prose" else Fact(kind=kind, subject=key)
    claim = Claim(id=key, text=f"text of {key}", source_document="README.md", kind=kind, fact=fact)
    return Case(claim, evidence)


ONE, TWO = _case("one"), _case("two")


def _ask(
    judges: Sequence[Judge],
    cases: Sequence[Case] = (ONE,),
    unfetched: Mapping[str, Sequence[JudgeFailure]] | None = None,
) -> PanelAnswer:
    return asyncio.run(Panel(judges).ask(cases, GATE, unfetched=unfetched))


def _vote(judge: str, verdict: Verdict, confidence: float = 0.9, explanation: str = "") -> Vote:
    return Vote(judge=judge, verdict=verdict, confidence=confidence, explanation=explanation)


def _failure(judge: str, kind: FailureKind, message: str) -> JudgeFailure:
    return JudgeFailure(judge=judge, kind=kind, message=message)


def _result(*votes: Vote, verdict: Verdict, confidence: float, **more: object) -> VerificationResult:
    return VerificationResult.model_validate(
        {
            "claim_id": "one",
            "verdict": verdict,
            "confidence": confidence,
            "explanation": "",
            "votes": list(votes),
            "model_votes": {vote.judge: vote.verdict for vote in votes},
            "by_model": True,
            **more,
        }
    )


@dataclass(frozen=True)
class Odd:
    """A judge that keeps no promise: it answers what it was made with."""

    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    name: str = "odd"
    needs_evidence: bool = False

    def handles(self, claim: Claim) -> bool:
        return True

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        return self.outcomes


EXACT, MODEL = "exact", "model"


@pytest.mark.parametrize(
    ("exact", "model", "verdict", "by_model"),
    [
        pytest.param(R, R, R, False, id="both"),
        pytest.param(R, None, R, False, id="exact-alone"),
        pytest.param(None, R, R, True, id="model-alone"),
        pytest.param(N, R, R, True, id="exact-does-not-know"),
        pytest.param(R, N, R, False, id="model-does-not-know"),
        pytest.param(S, R, N, True, id="tie"),
    ],
)
def test_who_says_so(exact: Verdict | None, model: Verdict | None, verdict: Verdict, by_model: bool) -> None:
    """The exact judge is a little surer, except in the tie."""
    sure = 0.9 if verdict is N else 0.95
    strong, weak = (0.9, sure) if exact is N else (sure, 0.9)
    judges = [
        ScriptedJudge(EXACT, default=exact or N, kinds=None if exact else frozenset(), exact=True, confidence=strong),
        ScriptedJudge(MODEL, default=model or N, kinds=None if model else frozenset(), confidence=weak),
    ]
    (result,) = _ask(judges).results
    assert (result.verdict, result.by_model) == (verdict, by_model)


def test_two_judges_agree() -> None:
    answer = _ask([ScriptedJudge("anna", default=S), ScriptedJudge("bert", default=S)])
    votes = (_vote("anna", S), _vote("bert", S))
    assert answer == PanelAnswer((ONE.claim,), (_result(*votes, verdict=S, confidence=0.9),))


@pytest.mark.parametrize(
    ("judge", "failure"),
    [
        pytest.param(
            ScriptedJudge("odd", raises=TimeoutError("late")),
            _failure("odd", FailureKind.TIMEOUT, "TimeoutError: late"),
            id="times out",
        ),
        pytest.param(
            ScriptedJudge("odd", raises=KeyError()),
            _failure("odd", FailureKind.UNAVAILABLE, "KeyError"),
            id="has a bug",
        ),
        pytest.param(Odd(), _failure("odd", FailureKind.BAD_ANSWER, "answered 0 of 1 cases"), id="answers too little"),
        pytest.param(
            Odd([Outcome(_vote("odd", R)), Outcome(_vote("odd", R))]),
            _failure("odd", FailureKind.BAD_ANSWER, "answered 2 of 1 cases"),
            id="answers too much",
        ),
        pytest.param(
            Odd([Outcome(_vote("anna", R))]),
            _failure("odd", FailureKind.BAD_ANSWER, "answered in the name of 'anna'"),
            id="signs with another's name",
        ),
    ],
)
def test_a_judge_that_fails_is_recorded_and_costs_no_vote(judge: Judge, failure: JudgeFailure) -> None:
    anna, bert = _vote("anna", S), _vote("bert", S)
    alone = _ask([judge])
    beside_one = _ask([judge, ScriptedJudge("anna", default=S)])
    beside_two = _ask([judge, ScriptedJudge("anna", default=S), ScriptedJudge("bert", default=S)])
    assert alone == PanelAnswer((ONE.claim,), (), (Unvalidated(claim_id="one", failures=[failure]),))
    assert beside_one == PanelAnswer((ONE.claim,), (), (Unvalidated(claim_id="one", failures=[failure], votes=[anna]),))
    expected = _result(anna, bert, verdict=S, confidence=0.9, failures=[failure])
    assert beside_two == PanelAnswer((ONE.claim,), (expected,))


def test_a_lost_batch_costs_its_own_cases_only() -> None:
    lost = _failure("anna", FailureKind.RATE_LIMITED, "slow down")
    answer = _ask([ScriptedJudge("anna", default=S, batch_size=1, turns=(1, 0), failures={1: lost})], [ONE, TWO])
    assert answer == PanelAnswer(
        (ONE.claim, TWO.claim),
        (_result(_vote("anna", S), verdict=S, confidence=0.9),),
        (Unvalidated(claim_id="two", failures=[lost]),),
    )


def test_judges_are_asked_what_they_handle() -> None:
    link, path, prose = _case("link", kind="link"), _case("path", kind="path"), _case("prose")
    answer = _ask(
        [
            ScriptedJudge("anna", default=S, kinds=frozenset({"link", "path"})),
            ScriptedJudge("bert", default=S, kinds=frozenset({"path"})),
        ],
        [prose, path, link],
    )
    assert (answer.asked, answer.not_checked) == ((path.claim, link.claim), (prose.claim,))
    assert [list(result.model_votes) for result in answer.results] == [["anna", "bert"], ["anna"]]


def test_nobody_to_ask() -> None:
    assert _ask([], [ONE, TWO]) == PanelAnswer(not_checked=(ONE.claim, TWO.claim))


def test_nothing_to_ask() -> None:
    assert _ask([ScriptedJudge("anna", raises=AssertionError("asked"), needs_evidence=True)], []) == PanelAnswer()


LOST = _failure("web search", FailureKind.RATE_LIMITED, "no answer")


@pytest.mark.parametrize(
    ("unfetched", "expected"),
    [
        pytest.param((), _result(verdict=N, confidence=1.0, explanation="no evidence was found"), id="none found"),
        pytest.param((LOST,), Unvalidated(claim_id="one", failures=[LOST]), id="none fetched"),
    ],
)
def test_no_evidence_no_question(unfetched: Sequence[JudgeFailure], expected: VerificationResult | Unvalidated) -> None:
    judge = ScriptedJudge("anna", raises=AssertionError("asked"), needs_evidence=True)
    answer = _ask([judge], [ONE], {"one": unfetched})
    assert [*answer.results, *answer.unvalidated] == [expected]


@pytest.mark.parametrize(
    ("verdict", "exact", "status", "failures"),
    [
        pytest.param(S, False, S, [LOST], id="settled by other evidence"),
        pytest.param(R, False, R, [LOST], id="refuted by other evidence"),
        pytest.param(U, False, U, [LOST], id="nobody can check it"),
        pytest.param(N, False, None, [LOST], id="only an empty answer leads to NOT_ENOUGH_INFO"),
        pytest.param(N, True, N, [], id="what was looked up needs no such evidence"),
    ],
)
def test_evidence_that_could_not_be_fetched(
    verdict: Verdict, exact: bool, status: Verdict | None, failures: list[JudgeFailure]
) -> None:
    judge = ScriptedJudge("anna", default=verdict, exact=exact)
    answer = _ask([judge], [_case("one", CODE)], {"one": [LOST]})
    assert [each.verdict for each in answer.results] == ([status] if status is not None else [])
    assert [each.failures for each in (*answer.results, *answer.unvalidated)] == [failures]


def test_evidence_for_one_claim_is_not_asked_about_the_other() -> None:
    judge = ScriptedJudge("anna", {"two": R}, default=S, needs_evidence=True)
    answer = _ask([judge], [ONE, _case("two", CODE)])
    assert [(each.verdict, each.evidence) for each in answer.results] == [(N, []), (R, [CODE])]


def test_explanation_evidence_and_correction_are_the_winners() -> None:
    fix, worse = Correction(span=(0, 1), replacement="4"), Correction(span=(0, 1), replacement="5")
    judges = [
        ScriptedJudge("anna", default=Outcome(_vote("", S, 0.9, "fine"), (TEST,))),
        ScriptedJudge("bert", default=Outcome(_vote("", R, 0.8, "perhaps"), (TEST, CODE), worse)),
        ScriptedJudge("carl", default=Outcome(_vote("", R, 0.95, "it is 4"), (CODE,), fix)),
    ]
    result = _ask(judges, [_case("one", CODE)]).results[0]
    assert (result.verdict, result.explanation, result.evidence, result.correction) == (R, "it is 4", [CODE, TEST], fix)


def test_of_a_tie_all_evidence_is_kept_and_no_correction() -> None:
    fix = Correction(span=(0, 1), replacement="4")
    judges = [
        ScriptedJudge("anna", default=Outcome(_vote("", S), (TEST,))),
        ScriptedJudge("bert", default=Outcome(_vote("", R), (CODE,), fix)),
    ]
    result = _ask(judges).results[0]
    assert (result.verdict, result.evidence, result.correction, result.needs_review) == (N, [TEST, CODE], None, True)


@pytest.mark.parametrize(
    ("kind", "verdict", "found", "expected"),
    [
        pytest.param("link", R, (OWN,), N, id="exact refutation by the document itself"),
        pytest.param("link", R, (OWN, CODE), R, id="exact refutation with another source"),
        pytest.param("link", R, (), R, id="exact refutation that names no source"),
        pytest.param("link", S, (OWN,), S, id="exact support was looked up"),
        pytest.param("prose", S, (OWN,), N, id="prose supported by itself"),
        pytest.param("prose", R, (OWN,), N, id="prose refuted by itself"),
        pytest.param("prose", N, (OWN,), N, id="abstention"),
    ],
)
def test_a_document_is_no_evidence_for_itself(
    kind: str, verdict: Verdict, found: tuple[Evidence, ...], expected: Verdict
) -> None:
    fix = Correction(span=(0, 1), replacement="4")
    judge = ScriptedJudge("anna", default=Outcome(_vote("", verdict), found, fix))
    result = _ask([judge], [_case("one", kind=kind)]).results[0]
    assert (result.verdict, OWN in result.evidence) == (expected, False)
    assert (result.correction == fix) == (expected is R)


@pytest.mark.parametrize(
    ("panel", "expected"),
    [
        pytest.param(Panel([ScriptedJudge("a", default=S), ScriptedJudge("b", default=R)], "simple"), N, id="simple"),
        pytest.param(
            Panel([ScriptedJudge("a", default=S), ScriptedJudge("b", default=R)], "weighted", {"b": 2}),
            R,
            id="weighted",
        ),
        pytest.param(
            Panel([ScriptedJudge("a", default=S), ScriptedJudge("b", raises=AssertionError())], "weighted", {"b": 0}),
            S,
            id="a judge of weight zero is not asked",
        ),
        pytest.param(
            Panel([ScriptedJudge("a", default=S), ScriptedJudge("b", default=R)], "simple", {"b": 2}),
            N,
            id="simple has no weights",
        ),
    ],
)
def test_the_way_to_a_consensus(panel: Panel, expected: Verdict) -> None:
    assert [result.verdict for result in asyncio.run(panel.ask([ONE], GATE)).results] == [expected]


def test_every_judge_silenced_is_nothing_checked() -> None:
    panel = Panel([ScriptedJudge("a")], weights={"a": 0})
    assert asyncio.run(panel.ask([ONE], GATE)) == PanelAnswer(not_checked=(ONE.claim,))


@pytest.mark.parametrize(
    ("names", "weights", "message"),
    [(("a", "a"), {}, "two judges are named 'a'"), (("a",), {"a": -1.0}, "the weight of judge 'a' is -1.0")],
    ids=["duplicate names", "negative weight"],
)
def test_a_panel_that_cannot_be(names: tuple[str, ...], weights: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Panel([ScriptedJudge(name) for name in names], weights=weights)


def test_judges_are_asked_at_once() -> None:
    """Each waits for the other to begin: one after the other would never end."""
    begun = [asyncio.Event(), asyncio.Event()]

    @dataclass(frozen=True)
    class Waits(Odd):
        number: int = 0

        async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
            begun[self.number].set()
            await asyncio.wait_for(begun[1 - self.number].wait(), 10)
            return [Outcome(_vote(self.name, S))]

    answer = _ask([Waits(name="a", number=0), Waits(name="b", number=1)])
    assert [result.model_votes for result in answer.results] == [{"a": S, "b": S}]


def test_a_cancelled_run_ends() -> None:
    class Cancelled(Odd):
        async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        _ask([Cancelled(), ScriptedJudge("anna")])
