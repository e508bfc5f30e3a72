"""The features of a claim and an evidence text."""

import os
import subprocess
import sys

import pytest

from truthfulness_evaluator.text.pairs import FEATURES, features, features_of

_FILLER = "The garden behind the house was laid out by its first owner. Nothing much grows there in winter. " * 6


@pytest.mark.parametrize(
    ("claim", "evidence", "wanted"),
    [
        pytest.param(
            "It keeps 8 files open.",
            "It keeps eight files open.",
            {"numbers": 1, "numbers_same": 1, "numbers_conflict": 0, "units_conflict": 0},
            id="same number",
        ),
        pytest.param(
            "It waits 5 minutes.", "It waits 5 hours.", {"numbers_conflict": 1, "units_conflict": 1}, id="other unit"
        ),
        pytest.param("It began in 1999.", "It began in 2001.", {"dates_conflict": 1}, id="other year"),
        pytest.param("Needs version 2.1.", "Needs version 3.0.", {"versions_conflict": 1}, id="other version"),
        pytest.param("Over 25 came.", "20 came.", {"bounds_conflict": 1, "bounds_same": 0}, id="bound broken"),
        pytest.param("Over 25 came.", "26 came.", {"bounds_conflict": 0, "bounds_same": 1}, id="bound kept"),
        pytest.param("It was not built.", "It was built.", {"negation_differs": 1, "claim_negated": 1}, id="negation"),
        pytest.param("It was never built.", "It wasn't built.", {"negation_differs": 0, "both_negated": 1}, id="both"),
        pytest.param("All rooms are red.", "Some rooms are red.", {"all_too_many": 1}, id="all of some"),
        pytest.param("Some rooms are red.", "All rooms are red.", {"some_of_all": 1}, id="some of all"),
        pytest.param("It only reads.", "It reads and writes.", {"only_added": 1}, id="only"),
        pytest.param("It is red.", "It may be red.", {"hedge_lost": 1, "hedge_added": 0}, id="hedge"),
        pytest.param("Prices increased.", "Prices decreased.", {"opposite": 1}, id="opposite"),
        pytest.param("Prices increased.", "Prices increased, then decreased.", {"opposite": 0}, id="both directions"),
        pytest.param(
            "The song is by Ann Lee.",
            "The song is by Bo Ray.",
            {"names_covered": 0, "names_missing": 2 / 3},
            id="names",
        ),
        pytest.param(
            "The red fox sleeps.",
            "The red fox sleeps.",
            {"all_covered": 1, "best_pairs": 1, "longest_run": 1},
            id="same",
        ),
        pytest.param("It sleeps.", "", {"coverage": 0, "retrieval": 0, "many_windows": 0}, id="no evidence"),
        pytest.param("", "It sleeps.", {"coverage": 0, "claim_length": 0}, id="no claim"),
    ],
)
def test_features(claim: str, evidence: str, wanted: dict[str, float]) -> None:
    found = dict(zip(FEATURES, features(claim, evidence).values(), strict=True))
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_what_decides_is_found_at_the_end_of_long_evidence() -> None:
    found = features("The bridge carries 12 trains an hour.", _FILLER + "The bridge carries 9 trains an hour.")
    assert (found.many_windows, found.best_coverage > 0.7, found.numbers_conflict) == (1.0, True, 1.0)


def test_all_features_stay_within_their_range() -> None:
    for claim in ("", "Not all of the 5 Big Cats, e.g. lions, weigh over 100 kg!", "ли 5"):
        for evidence in ("", _FILLER, "| a | b |\n| 1 | 2 |"):
            values = features(claim, evidence).values()
            assert len(values) == len(FEATURES)
            assert all(0 <= value <= 2.5 for value in values)


def test_pairs_that_share_texts_have_the_features_that_they_have_alone() -> None:
    claims = ["The bridge carries 12 trains an hour.", "No train uses the bridge of Ann Lee.", ""]
    texts = [_FILLER + "The bridge carries 9 trains an hour.", "Ann Lee built it.", ""]
    pairs = [(claim, text) for text in texts for claim in claims]
    assert features_of(pairs) == [features(*pair) for pair in pairs]


_CHILD = """
from truthfulness_evaluator.text.pairs import features
words = "amber basin cedar delta ember fjord grove haven inlet jetty knoll ledge marsh north oasis".split()
for first in range(8):
    text = " ".join(f"The {each} lies there, and nobody knows why it does." for each in words[first:])
    print(features(" ".join(words), text).values())
"""


def test_features_are_the_same_in_every_process() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", _CHILD], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert said[0].count(b"\n") == 8
    assert said[0] == said[1] == said[2]
