import pytest

from truthfulness_evaluator.models import Verdict, parse_verdict

LABELS = {
    Verdict.SUPPORTS: [
        "SUPPORTS",
        "true",
        "True.",
        "likely_true",
        "Likely true",
        "likely-true",
        "supported",
        "**SUPPORTS**",
        "' true '",
        "entailment",
    ],
    Verdict.REFUTES: [
        "REFUTES",
        "false",
        "FALSE",
        "refuted",
        "contradicted",
        "likely false",
        "not true",
        "contradiction",
    ],
    Verdict.NOT_ENOUGH_INFO: [
        "NOT_ENOUGH_INFO",
        "not enough info",
        "nei",
        "NEI",
        "unknown",
        "neutral",
        "not supported",
    ],
    Verdict.UNVERIFIABLE: ["UNVERIFIABLE", "opinion", "Not verifiable", "prediction"],
}


@pytest.mark.parametrize(
    ("label", "verdict"), [(label, verdict) for verdict, labels in LABELS.items() for label in labels]
)
def test_label(label: str, verdict: Verdict) -> None:
    assert parse_verdict(label) is verdict


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_is_a_label_of_itself_and_equal_to_its_string(verdict: Verdict) -> None:
    assert (parse_verdict(verdict), verdict == verdict.value, str(verdict)) == (verdict, True, verdict.value)


@pytest.mark.parametrize(
    "label",
    [
        "half_true",
        "half true",
        "mostly_true",
        "mostly false",
        "mixed",
        "",
        " ",
        "truely",
        "it is true",
        "true false",
        "SUPPORTS: yes",
    ],
)
def test_what_is_no_whole_label_is_an_error(label: str) -> None:
    with pytest.raises(ValueError, match="unknown verdict label"):
        parse_verdict(label)
