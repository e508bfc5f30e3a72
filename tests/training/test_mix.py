"""Pairs that are made from pairs, and their order in training."""

import random

import pytest

from training.additions import joined, lengthened, mutated_evidence, negated, unsettled
from training.buckets import LENGTHS, TOKENS, batches, bucket_of
from training.data import Pair, digest
from training.mix import composition, mixed
from training.mutations import MUTATIONS
from training.software import software
from truthfulness_evaluator.text.terms import terms_of


@pytest.mark.parametrize(
    ("kind", "claim", "evidence", "wanted"),
    [
        pytest.param("number", "It has 8 rooms.", "There are 8 rooms.", r"It has (?!8 )\d+ rooms\.", id="number"),
        pytest.param("number", "It has 8 rooms.", "There are rooms.", None, id="number not in the evidence"),
        pytest.param("number", "It has Rex-9 on board.", "Rex-9 is on board.", None, id="number in a name"),
        pytest.param("quantifier", "The most read book.", "the most read book", None, id="a superlative"),
        pytest.param("date", "Built in 1999.", "It was built in 1999.", r"Built in (?!1999)\d{4}\.", id="date"),
        pytest.param("version", "Needs v2.1.", "At least v2.1.", r"Needs v(?!2\.1)\d+\.1\.", id="version"),
        pytest.param("unit", "It takes 5 hours.", "5 hours later", r"It takes 5 (?!hours)\w+\.", id="unit"),
        pytest.param("negation", "It is red.", "It is red.", r"It is not red\.", id="denied"),
        pytest.param("negation", "It is not red.", "It is not red.", r"It is red\.", id="asserted"),
        pytest.param("negation", "It runs.", "It runs.", None, id="no verb to deny"),
        pytest.param("quantifier", "All of them ran.", "all ran", r"(No|Few) of them ran\.", id="quantifier"),
        pytest.param("opposite", "Prices increased.", "Prices increased.", r"Prices \w+ed?\.", id="opposite"),
        pytest.param("opposite", "Prices rose.", "They rose, then fell.", None, id="evidence has both"),
        pytest.param("name", "A song by Ann Lee.", "Ann Lee wrote it.", r"A song by Bo Ray\.", id="name"),
    ],
)
def test_mutations(kind: str, claim: str, evidence: str, wanted: str | None) -> None:
    import re

    for seed in range(20):
        found = MUTATIONS[kind](claim, evidence, random.Random(seed), ["Bo Ray", "Cy"])
        if wanted is None:
            assert found is None
        else:
            assert found is not None
            assert found != claim
            assert re.fullmatch(wanted, found)


def _pairs(count: int) -> list[Pair]:
    words = ["amber", "basil", "cedar", "dune", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "lagoon"]
    labels = ("SUPPORTS", "REFUTES")
    return [
        Pair(
            f"p{n}",
            "fm2",
            f"The {words[n % 12]} tower in Lund has {n + 3} rooms.",
            f"The {words[n % 12]} tower of Lund, with {n + 3} rooms, is {words[n // 12 % 12]}.",
            labels[n % 2],
            "SR",
            "train",
        )
        for n in range(count)
    ]


def test_evidence_that_does_not_settle_is_of_another_pair() -> None:
    pairs = _pairs(40)
    found = list(unsettled(pairs, random.Random(1)))
    for pair in found:
        own = next(each for each in pairs if each.claim == pair.claim)
        assert (pair.label, pair.scheme) == ("NOT_ENOUGH_INFO", "3way")
        assert pair.evidence != own.evidence
        assert set(terms_of(pair.claim)) & set(terms_of(pair.evidence))


def test_long_evidence_holds_the_own_one_whole() -> None:
    pairs = [
        *_pairs(6),
        *(Pair(f"q{n}", "fm2", "c", f"Quiet gulls sleep {n}.", "SUPPORTS", "SR", "train") for n in range(9)),
    ]
    found = list(lengthened(pairs, random.Random(1)))
    assert found
    for pair in found:
        own = next(each for each in pairs if each.id == pair.id.removesuffix("+long"))
        assert own.evidence in pair.evidence
        assert len(own.evidence) < len(pair.evidence)
        assert len(pair.evidence.split()) <= 150
        assert pair.label == own.label


def test_changed_evidence_leaves_the_claim_and_refutes_it() -> None:
    pairs = _pairs(20)
    found = list(mutated_evidence(pairs, random.Random(1)))
    assert len(found) == 10
    for pair in found:
        own = next(each for each in pairs if each.claim == pair.claim)
        assert own.label == "SUPPORTS"
        assert (pair.label, pair.scheme) == ("REFUTES", "3way")
        assert pair.evidence != own.evidence


def test_denied_claims_of_each_label() -> None:
    known = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS", "NOT_ENOUGH_INFO": "NOT_ENOUGH_INFO"}
    pairs = [Pair(label, "mnli", "The hut is red.", "A hut.", label, "3way", "train") for label in known]
    pairs.append(Pair("all", "mnli", "All huts are red.", "Huts.", "SUPPORTS", "3way", "train"))
    found = list(negated(pairs, random.Random(1)))
    assert [pair.claim for pair in found] == ["The hut is not red."] * 3
    assert {pair.id.removesuffix("+negated"): pair.label for pair in found} == known


def test_two_claims_in_one_need_the_evidence_of_both() -> None:
    pairs = _pairs(40)
    of = {pair.claim.rstrip("."): pair for pair in pairs}
    found = list(joined(pairs, random.Random(1)))
    assert {pair.label for pair in found} == {"SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"}
    for pair in found:
        halves = [of[half.rstrip(".")] for half in pair.claim.split(", and ")]
        whole = all(half.evidence in pair.evidence for half in halves)
        expected = "SUPPORTS" if all(half.label == "SUPPORTS" for half in halves) else "REFUTES"
        assert pair.label == (expected if whole else "NOT_ENOUGH_INFO")


def test_software_has_a_third_of_each_label_and_no_pair_twice_alike() -> None:
    found = list(software(300, random.Random(3)))
    assert [pair.label for pair in found[:3]] == ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"]
    assert len({(pair.claim, pair.evidence) for pair in found}) > 250


def test_the_same_seed_makes_the_same_mix() -> None:
    pairs = _pairs(200)
    one, two, other = (mixed(pairs, size=100, rounds=1, seed=seed) for seed in (1, 1, 2))
    assert digest(one) == digest(two) != digest(other)
    assert sum(sum(row.values()) for row in composition(one).values()) == len(one)
    assert "software" in composition(one)


def test_batches_hold_each_pair_once_and_begin_short() -> None:
    lengths = [random.Random(n).choice((20, 50, 90, 120, 180, 250, 400)) for n in range(3000)]
    found = batches(lengths, seed=5)
    assert sorted(place for batch in found for place in batch) == list(range(3000))
    assert found == batches(lengths, seed=5) != batches(lengths, seed=6)
    for batch in found:
        buckets = {bucket_of(lengths[place]) for place in batch}
        assert len(buckets) == 1
        assert len(batch) * min(buckets) <= TOKENS
    assert bucket_of(lengths[found[0][0]]) < LENGTHS[3]
    early, late = found[: len(found) // 20], found[-len(found) // 3 :]
    assert max(bucket_of(lengths[batch[0]]) for batch in early) < LENGTHS[-1]
    assert {bucket_of(lengths[batch[0]]) for batch in late} == set(LENGTHS)
