import pytest

from truthfulness_evaluator.judges.labels import read_verdict
from truthfulness_evaluator.models import Verdict

S, R = Verdict.SUPPORTS, Verdict.REFUTES
N, U = Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("SUPPORTS", S),
        ("**Refuted**", R),
        ("The claim is supported", S),
        ("The claim is supported by the evidence.", S),
        ("This statement is true", S),
        ("the claim was refuted", R),
        ("The claim is not supported by the provided evidence", N),
        ("The claim is neither supported nor refuted", N),
        ("Neither supported nor contradicted by the passages.", N),
        ("The claim is not verifiable", U),
        ("The claim cannot be verified", U),
        ("Verdict: REFUTES", R),
        ("My verdict is NOT_ENOUGH_INFO.", N),
        ("not enough information given the evidence", N),
        ("final answer: unverifiable", U),
    ],
)
def test_a_verdict_is_read(answer: str, verdict: Verdict) -> None:
    assert read_verdict(answer) is verdict


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " ",
        "MOSTLY_TRUE",
        "half true",
        "The claim is mostly supported",
        "SUPPORTS or REFUTES",
        "SUPPORTS, REFUTES",
        "The claim is supported by the first passage and refuted by the second",
        "I cannot say that the claim is refuted",
        "The claim",
        "It is not the case that the claim is supported",
        "supported " * 30_000,
        "verdict: " * 20_000,
    ],
)
def test_anything_else_is_no_verdict(answer: str) -> None:
    with pytest.raises(ValueError, match=r"verdict|label"):
        read_verdict(answer)
