"""The cross-encoder over windows, and its combination with the exact features."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nli.word_model import write_model, write_tokenizer
from truthfulness_evaluator.core.errors import MissingPartError
from truthfulness_evaluator.nli.combination import NAMES, Combination, most, seen
from truthfulness_evaluator.nli.embedded import EmbeddedModel, exact_features
from truthfulness_evaluator.nli.encoder import LONGEST, Encoder, Window
from truthfulness_evaluator.nli.estimate import Thresholds
from truthfulness_evaluator.nli.language import is_english
from truthfulness_evaluator.text.pairs import FEATURES

_WORDS = {"yes": [4.0, 0.0, 0.0], "no": [0.0, 4.0, 0.0], "perhaps": [0.0, 0.0, 4.0]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that says what the claim's words say, weighed as they are."""
    write_model(tmp_path / "judge.onnx", _WORDS)
    write_tokenizer(tmp_path, list(_WORDS))
    weights = np.zeros((len(NAMES) + 1, 3))
    weights[:3, :] = np.eye(3)
    plain = Combination(np.zeros(len(NAMES)), np.ones(len(NAMES)), weights, Thresholds(0.8, 0.9))
    (tmp_path / "combination.json").write_text(plain.written(), encoding="utf-8")
    return tmp_path


def test_estimates_are_probabilities_of_each_pair(folder: Path) -> None:
    model = EmbeddedModel.of(folder)
    found = model.estimates([("yes", "Some text."), ("no", "Some text."), ("perhaps", "Some text."), ("yes", " ")])
    assert [each.support > 0.9 for each in found] == [True, False, False, False]
    assert [each.contradiction > 0.9 for each in found] == [False, True, False, False]
    assert [each.open > 0.9 for each in found] == [False, False, True, True]
    assert all(each.support + each.contradiction + each.open == pytest.approx(1) for each in found)
    assert found[0].supporting == (0, 10)
    assert (model.name, model.thresholds) == ("nli", Thresholds(0.8, 0.9))
    assert model.relevances([("yes", "Some text."), ("perhaps", "Some text.")]) == pytest.approx([0.98, 0.04], abs=0.02)


def test_what_a_model_says_has_a_version(folder: Path) -> None:
    before = EmbeddedModel.of(folder).version
    assert EmbeddedModel.of(folder).version == before
    write_model(folder / "judge.onnx", _WORDS | {"yes": [5.0, 0.0, 0.0]})
    assert EmbeddedModel.of(folder).version != before


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "judge.onnx").unlink()
    with pytest.raises(MissingPartError, match=r"judge\.onnx is missing"):
        EmbeddedModel.of(folder)


def test_a_combination_of_other_features_is_refused(folder: Path) -> None:
    path = folder / "combination.json"
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(kept | {"names": kept["names"][1:]}), encoding="utf-8")
    with pytest.raises(ValueError, match="other features than this version"):
        EmbeddedModel.of(folder)


def test_long_evidence_is_read_in_windows_and_a_long_claim_is_never_cut(folder: Path) -> None:
    encoder = Encoder.of(folder)
    evidence = " ".join(f"This is sentence {n} of a long text." for n in range(60))
    (windows,) = encoder.windows([("yes", evidence)])
    assert len(windows) > 3
    assert (windows[0].span[0], windows[-1].span[1]) == (0, len(evidence))
    long = " ".join(["yes"] * 300)
    ids, which = encoder.rows([("word " * 400, long)])[0]
    assert len(ids) == len(which) == LONGEST
    assert ids.count(4) == 300
    assert (ids[0], ids[-1], list(which).count(1)) == (2, 3, 301)


def test_support_and_contradiction_come_from_the_windows_that_say_most() -> None:
    windows = [Window((0, 5), 0.7, 0.1, 0.2), Window((5, 9), 0.1, 0.6, 0.3)]
    assert most(windows) == pytest.approx((0.7 / 1.3, 0.6 / 1.3, 0.0))
    assert most(windows[:1]) == pytest.approx((0.7, 0.1, 0.2))
    assert most([]) == (0.0, 0.0, 1.0)


def test_a_combination_sees_logarithms_features_and_their_products() -> None:
    exact = exact_features([("It has 8 rooms.", "It has 9 rooms.")])
    row = seen([[Window((0, 5), 0.5, 0.25, 0.25)]], exact)[0]
    assert len(row) == len(NAMES) == 3 + 2 * len(FEATURES)
    assert row[:3] == pytest.approx(np.log([0.5, 0.25, 0.25]))
    at = FEATURES.index("numbers_conflict")
    assert (row[3 + at], row[3 + len(FEATURES) + at]) == (1.0, 0.5)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        pytest.param("The museum is closed on Mondays.", True, id="english"),
        pytest.param("HbA1c fell by 1.2 % against placebo", True, id="terms"),
        pytest.param("Rihanna has 5 siblings.", True, id="a name"),
        pytest.param("", True, id="nothing"),
        pytest.param("Das Museum ist am Montag geschlossen.", False, id="german"),
        pytest.param("Le musée est fermé le lundi.", False, id="french"),
        pytest.param("博物馆星期一关闭。", False, id="chinese"),
        pytest.param("Музей закрыт по понедельникам.", False, id="russian"),
    ],
)
def test_language(text: str, english: bool) -> None:
    assert is_english(text) is english
