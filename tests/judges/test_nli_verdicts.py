"""What the embedded judge makes of a model's estimates."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from truthfulness_evaluator.judges.nli import CONFLICT, NO_EVIDENCE, OTHER_LANGUAGE, NliJudge
from truthfulness_evaluator.models import Case, Citation, Claim, Evidence, Verdict, Vote
from truthfulness_evaluator.nli.estimate import Estimate, Pair, Thresholds

CLAIM = "The ferry Amalia was built in 1954."
SUPPORTS = Estimate(0.9, 0.05, 0.05, (0, 10), (2, 8))
REFUTES = Estimate(0.05, 0.9, 0.05, (0, 10), (2, 8))
OPEN = Estimate(0.2, 0.2, 0.6, (0, 10), (2, 8))
DOUBTED = Estimate(0.4, 0.1, 0.5, (0, 10), (2, 8))
UNSURE = Estimate(0.7, 0.1, 0.2, (0, 10), (2, 8))
DENIED = Estimate(0.1, 0.7, 0.2, (0, 10), (2, 8))
TORN = Estimate(0.9, 0.05, 0.05, (0, 10), (11, 20), conflict=True)


@dataclass(frozen=True)
class _Model:
    """Says of each passage what it is told to."""

    said: Mapping[str, Estimate]
    name: str = "nli"
    version: str = "1"
    thresholds: Thresholds = field(default=Thresholds(0.8, 0.8))

    def estimates(self, pairs: Sequence[Pair]) -> list[Estimate]:
        return [self.said[passage] for _, passage in pairs]

    def relevances(self, pairs: Sequence[Pair]) -> list[float]:
        return [1.0 for _ in pairs]


def test_it_ranks_passages_that_it_can_read() -> None:
    judge = NliJudge(load=lambda: _Model({}))
    claim = Claim(id="c", text=CLAIM, source_document="d.md")
    other = "Die Fähre wurde im Jahr 1954 von einer Werft in der Stadt gebaut und fährt noch heute."
    assert judge.relevances(claim, [_BUILT, other, _ALSO]) == [1.0, 0.0, 1.0]
    assert judge.relevances(claim.model_copy(update={"text": other}), [_BUILT]) == [0.0]


def _vote(said: Mapping[str, Estimate], claim: str = CLAIM) -> Vote:
    evidence = tuple(
        Evidence(source="a.md", source_type="knowledge_base", content=text, relevance_score=0.5) for text in said
    )
    case = Case(Claim(id="c", text=claim, source_document="d.md"), evidence)
    (outcome,) = asyncio.run(NliJudge(load=lambda: _Model(said)).judge([case]))
    assert isinstance(outcome.answer, Vote)
    return outcome.answer


_BUILT = "The ferry Amalia was built by a yard in Lund in 1954."
_ALSO = "A yard built Amalia, the ferry of Lund, in 1954."
_LATER = "The ferry Amalia was built by a yard in Lund in 1964."
_ENGINE = "In 2019 the ferry got two motors."


@pytest.mark.parametrize(
    ("said", "verdict", "confidence", "cited"),
    [
        pytest.param({_BUILT: SUPPORTS}, Verdict.SUPPORTS, 0.9, (0, (0, 10)), id="supports"),
        pytest.param({_LATER: REFUTES}, Verdict.REFUTES, 0.9, (0, (2, 8)), id="refutes"),
        pytest.param({_BUILT: OPEN}, Verdict.NOT_ENOUGH_INFO, 0.8, None, id="open"),
        pytest.param({_BUILT: UNSURE}, Verdict.NOT_ENOUGH_INFO, 0.3, None, id="support below the threshold"),
        pytest.param({_BUILT: DENIED}, Verdict.NOT_ENOUGH_INFO, 0.3, None, id="contradiction below the threshold"),
        pytest.param({_BUILT: OPEN, _ALSO: SUPPORTS}, Verdict.SUPPORTS, 0.9, (1, (0, 10)), id="the second supports"),
        pytest.param({_BUILT: SUPPORTS, _ALSO: REFUTES}, Verdict.NOT_ENOUGH_INFO, 0.5, None, id="passages differ"),
        pytest.param({_BUILT: UNSURE, _ALSO: REFUTES}, Verdict.NOT_ENOUGH_INFO, 0.5, None, id="support is likely"),
        pytest.param({_BUILT: DOUBTED, _LATER: REFUTES}, Verdict.REFUTES, 0.9, (1, (2, 8)), id="support is unlikely"),
        pytest.param({_BUILT: TORN}, Verdict.NOT_ENOUGH_INFO, 0.5, None, id="windows of one passage differ"),
        pytest.param({_BUILT: SUPPORTS, _ENGINE: REFUTES}, Verdict.SUPPORTS, 0.9, (0, (0, 10)), id="of another matter"),
        pytest.param({_BUILT: OPEN, _ENGINE: REFUTES}, Verdict.NOT_ENOUGH_INFO, 0.8, None, id="only of another matter"),
        pytest.param({_ENGINE: REFUTES}, Verdict.NOT_ENOUGH_INFO, 0.1, None, id="too little of its matter"),
    ],
)
def test_verdict(
    said: Mapping[str, Estimate], verdict: Verdict, confidence: float, cited: tuple[int, tuple[int, int]] | None
) -> None:
    vote = _vote(said)
    assert (vote.verdict, vote.confidence) == (verdict, pytest.approx(confidence))
    assert [(each.evidence_index, each.span) for each in vote.citations] == ([cited] if cited else [])
    for each in vote.citations:
        assert each.span is not None
        assert each.quote == list(said)[each.evidence_index][each.span[0] : each.span[1]]


@pytest.mark.parametrize(
    ("claim", "passage", "said", "verdict"),
    [
        pytest.param(
            "The ferry has 12 cabins.", "The ferry has 14 cabins.", SUPPORTS, Verdict.NOT_ENOUGH_INFO, id="other number"
        ),
        pytest.param("The ferry has 12 cabins.", "The ferry has cabins.", SUPPORTS, Verdict.NOT_ENOUGH_INFO, id="none"),
        pytest.param("The ferry has 12 cabins.", "The ferry has twelve cabins.", SUPPORTS, Verdict.SUPPORTS, id="same"),
        pytest.param(
            "Dogs may travel on deck.", "Dogs may not travel on deck.", SUPPORTS, Verdict.NOT_ENOUGH_INFO, id="negated"
        ),
        pytest.param(
            "Dogs may not travel on deck.", "Dogs may never travel on deck.", SUPPORTS, Verdict.SUPPORTS, id="both"
        ),
        pytest.param("Dogs may travel on deck.", "Dogs may not travel on deck.", REFUTES, Verdict.REFUTES, id="denied"),
        pytest.param("Dogs travel on deck.", "Dogs travel on deck.", REFUTES, Verdict.NOT_ENOUGH_INFO, id="the same"),
        pytest.param(
            "Dogs travel on deck.",
            "Big dogs travel below deck.",
            REFUTES,
            Verdict.NOT_ENOUGH_INFO,
            id="nothing that shows",
        ),
        pytest.param(
            "The ferry reaches Arna.", "The ferry reaches Bodal.", REFUTES, Verdict.NOT_ENOUGH_INFO, id="name"
        ),
        pytest.param(
            "The ferry Amalia reaches Arna.", "The ferry Amalia reaches Bodal.", REFUTES, Verdict.REFUTES, id="one name"
        ),
        pytest.param("Arna had no ferry.", "Port: Arna; Ferry: 0", REFUTES, Verdict.NOT_ENOUGH_INFO, id="nought"),
        pytest.param("Arna had no ferry.", "Port: Arna; Ferry: 2", REFUTES, Verdict.REFUTES, id="two"),
    ],
)
def test_words_that_speak_against_the_model(claim: str, passage: str, said: Estimate, verdict: Verdict) -> None:
    assert _vote({passage: said}, claim).verdict is verdict


def test_a_nearer_passage_that_negates_is_heard() -> None:
    said = {"Dogs and cats travel on deck.": SUPPORTS, "Big dogs may not travel on deck.": OPEN}
    assert _vote(said, "Dogs may travel on deck.").verdict is Verdict.SUPPORTS
    assert _vote(said, "Big dogs may travel on deck.").verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(
    ("refuting", "supporting"),
    [
        pytest.param(REFUTES, SUPPORTS, id="both sure"),
        pytest.param(DENIED, SUPPORTS, id="contradiction below the threshold"),
        pytest.param(REFUTES, UNSURE, id="support below the threshold"),
        pytest.param(DENIED, UNSURE, id="both below it"),
    ],
)
def test_passages_that_contradict_each_other_are_both_cited(refuting: Estimate, supporting: Estimate) -> None:
    vote = _vote({_LATER: refuting, _ENGINE: OPEN, _BUILT: supporting})
    assert (vote.verdict, vote.explanation) == (Verdict.NOT_ENOUGH_INFO, CONFLICT)
    assert vote.citations == [
        Citation(evidence_index=2, quote=_BUILT[:10], span=(0, 10), supports=True),
        Citation(evidence_index=0, quote=_LATER[2:8], span=(2, 8), supports=False),
    ]


def test_reasons_of_what_is_left_open() -> None:
    assert _vote({}).explanation == NO_EVIDENCE
    assert _vote({_BUILT: SUPPORTS}, "Die Fähre wurde im Jahr 1954 in Lund gebaut.").explanation == OTHER_LANGUAGE
    assert _vote({"Die Fähre wurde im Jahr 1954 in Lund gebaut.": SUPPORTS}).explanation == OTHER_LANGUAGE
    assert _vote({_BUILT: OPEN}).explanation == "no passage settles it"
    assert _vote({_BUILT: TORN}).explanation == CONFLICT
