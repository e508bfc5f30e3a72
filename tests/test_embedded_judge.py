"""Evaluations with the embedded judge's own weights, of cases that no reader would dispute: it may leave some open."""

import pytest

from truthfulness_evaluator import evaluate
from truthfulness_evaluator.models import TruthfulnessReport, VerificationResult
from truthfulness_evaluator.nli.embedded import FOLDER

pytestmark = [
    pytest.mark.usefixtures("no_settings"),
    pytest.mark.skipif(not (FOLDER / "judge.onnx").is_file(), reason="the weights are not in this checkout"),
]

SAID = (
    ("The library opens at nine in the morning.", "The library is open from 9 a.m. to 6 p.m. on weekdays."),
    ("The bridge was finished in 1931.", "Work on the bridge began in 1927 and was completed in 1931."),
    ("The lake is frozen in January.", "In January ice covers the lake; fishers walk across it."),
    ("The choir has forty members.", "Forty singers are members of the choir, most of them students."),
    ("The museum is closed on Mondays.", "On Mondays the museum stays closed."),
)
DENIED = (
    ("The library opens at eleven in the morning.", "The library opens at nine in the morning."),
    ("The bridge was finished in 1940.", "The bridge was finished in 1931."),
    ("The lake is never frozen.", "The lake is frozen from December to February."),
    ("The choir has sixty members.", "The choir has forty members."),
    ("The museum is open on Mondays.", "The museum is closed on Mondays."),
)
ELSEWHERE = "The gardeners planted three hundred tulips along the northern wall, and watered them every evening. "


def _verdict(claim: str, passage: str) -> str:
    return str(_result(claim, passage).verdict)


def _result(claim: str, passage: str) -> VerificationResult:
    report = evaluate(text=claim, contexts=[passage], judges=["nli"])
    assert (report.status, len(report.verifications)) == ("complete", 1)
    return report.verifications[0]


def test_it_says_no_opposite_and_says_something() -> None:
    said = [_verdict(*pair) for pair in SAID]
    denied = [_verdict(*pair) for pair in DENIED]
    assert "REFUTES" not in said
    assert "SUPPORTS" not in denied
    assert said.count("SUPPORTS") >= 2
    assert denied.count("REFUTES") >= 2


def test_long_evidence_is_read_to_its_end() -> None:
    claim, passage = SAID[1]
    long = evaluate(text=claim, contexts=[ELSEWHERE * 40 + passage], judges=["nli"]).verifications[0]
    quoted = [citation.quote for vote in long.votes for citation in vote.citations]
    assert str(long.verdict) != "REFUTES"
    assert all(passage in quote for quote in quoted)


@pytest.mark.parametrize(
    ("claim", "passage", "why"),
    [
        pytest.param("Die Brücke wurde 1940 fertig.", SAID[1][1], "language", id="claim"),
        pytest.param(
            SAID[1][0], "Die Arbeiten an der Brücke begannen 1927 und endeten 1931.", "language", id="passage"
        ),
        pytest.param(SAID[1][0], "", "no evidence", id="no passage"),
    ],
)
def test_what_it_cannot_read_is_left_open(claim: str, passage: str, why: str) -> None:
    result = _result(claim, passage)
    assert (str(result.verdict), why in result.explanation) == ("NOT_ENOUGH_INFO", True)


def test_the_same_input_gives_the_same_bytes() -> None:
    def report() -> TruthfulnessReport:
        return evaluate(text=" ".join(claim for claim, _ in DENIED), contexts=[passage for _, passage in DENIED])

    assert report().model_dump_json() == report().model_dump_json()
