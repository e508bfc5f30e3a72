"""What the classes of a named model are taken for."""

import numpy as np
import pytest

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.labels import Labels, labels_of, read


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(["entailment", "neutral", "contradiction"], Labels(0, 2, 3), id="DeBERTa NLI"),
        pytest.param(["contradiction", "entailment", "neutral"], Labels(1, 0, 3), id="cross-encoder NLI"),
        pytest.param(["CONTRADICTION", "NEUTRAL", "ENTAILMENT"], Labels(2, 0, 3), id="capitals"),
        pytest.param(["Contradict", "Entailed", "Neutral"], Labels(1, 0, 3), id="verbs"),
        pytest.param(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], Labels(0, 1, 3), id="FEVER"),
        pytest.param(["refuted", "nei", "supported"], Labels(2, 0, 3), id="short"),
        pytest.param(["entailment", "not_entailment"], Labels(0, None, 2), id="binary"),
        pytest.param(["not-entailment", "entailment"], Labels(1, None, 2), id="binary, the other order"),
        pytest.param(["hallucinated", "consistent"], Labels(1, None, 2), id="hallucination"),
        pytest.param(["unsupported", "supported"], Labels(1, None, 2), id="grounding"),
        pytest.param(["consistent"], Labels(0, None, 1), id="one class"),
    ],
)
def test_names(names: list[str], expected: Labels) -> None:
    assert labels_of(dict(enumerate(names)), where="m") == expected


@pytest.mark.parametrize(
    ("names", "message"),
    [
        pytest.param({}, "The configuration of m does not say what its classes mean.", id="none"),
        pytest.param({0: "LABEL_0", 1: "LABEL_1"}, "The configuration of m does not say", id="unnamed"),
        pytest.param({0: "0", 1: "1"}, "The configuration of m does not say", id="numbers"),
        pytest.param({0: "positive", 1: "negative"}, "m has a class 'positive': not known here", id="sentiment"),
        pytest.param({1: "entailment", 2: "neutral"}, "The classes of m are not numbered from 0 on: [1, 2].", id="gap"),
        pytest.param({0: "entailment", 1: "supported"}, "m has the classes entailment, supported: wanted", id="two"),
        pytest.param({0: "neutral", 1: "contradiction"}, "m has the classes neutral, contradiction", id="no support"),
    ],
)
def test_names_that_do_not_tell(names: dict[int, str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        labels_of(names, where="m")
    assert str(raised.value).startswith(message)


def test_scores_of_three_classes_are_their_softmax() -> None:
    scores = np.log(np.array([[0.2, 0.7, 0.1]], dtype=np.float32)) + 5
    assert read(scores, Labels(1, 0, 3))[0] == pytest.approx((0.7, 0.2, 0.1))


def test_what_two_classes_do_not_support_is_open() -> None:
    scores = np.log(np.array([[0.9, 0.1]], dtype=np.float32))
    assert read(scores, Labels(1, None, 2))[0] == pytest.approx((0.1, 0.0, 0.9))


def test_one_class_is_a_logistic_score() -> None:
    scores = np.array([[0.0], [np.log(3.0)]], dtype=np.float32)
    assert read(scores, Labels(0, None, 1)) == [pytest.approx((0.5, 0, 0.5)), pytest.approx((0.75, 0, 0.25))]
