"""Pairs made from the pairs there are: changed claims, evidence that does not settle, long evidence."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from training.data import Pair
from training.mutations import MUTATIONS, names_in
from truthfulness_evaluator.text.pairs import features
from truthfulness_evaluator.text.terms import terms_of

_SENTENCE_SETS = ("fever_dev", "fm2", "check_covid", "scifact_rationale", "snli", "mnli", "scitail")
_MOST_COVERAGE = 0.67
"""Share of a claim's words that evidence may have which is taken not to settle it."""
_COMMON = 30
"""Pairs that have a term from which on it names no topic."""
_NAMES = 400
"""Names from which one is drawn."""


def mutated(pairs: Sequence[Pair], rng: random.Random, *, a_pair: float = 0.5) -> Iterator[Pair]:
    """Supported claims with one change, refuted.

    Negations and opposites are made from every tenth pair that has no other change: else every `not` would be false.
    `a_pair` is the share of pairs from which one is made.
    """
    names = [found for pair in pairs[:5000] for found in names_in(pair.evidence)]
    pool = sorted(set(rng.sample(names, min(len(names), _NAMES))))
    for pair in pairs:
        if pair.label != "SUPPORTS" or rng.random() > a_pair:
            continue
        kinds = ["number", "unit", "date", "version", "quantifier", "name"]
        rng.shuffle(kinds)
        if rng.random() < 0.1:
            kinds += ["negation", "opposite"]
        for kind in kinds:
            claim = MUTATIONS[kind](pair.claim, pair.evidence, rng, pool)
            if claim is not None and claim != pair.claim:
                yield replace(pair, id=f"{pair.id}+{kind}", claim=claim, label="REFUTES", scheme="3way")
                break


def unsettled(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Claims with evidence of another pair on the same topic that does not settle them.

    The topic is the rarest term that a claim shares with the evidence of another pair; evidence that has more than
    two thirds of the claim's words is left out, for it might settle it.
    """
    by_term: defaultdict[str, list[int]] = defaultdict(list)
    pool = [pair for pair in pairs if pair.dataset in _SENTENCE_SETS]
    for at, pair in enumerate(pool):
        for term in sorted(set(terms_of(pair.evidence))):
            by_term[term].append(at)
    for pair in pool:
        shared = [term for term in sorted(set(terms_of(pair.claim))) if 1 < len(by_term[term]) <= _COMMON]
        if not shared:
            continue
        others = list(by_term[min(shared, key=lambda term: (len(by_term[term]), term))])
        other = pool[rng.choice(others)]
        if other.evidence == pair.evidence or other.claim == pair.claim:
            continue
        if features(pair.claim, other.evidence).coverage <= _MOST_COVERAGE:
            yield replace(
                pair, id=f"{pair.id}+unsettled", evidence=other.evidence, label="NOT_ENOUGH_INFO", scheme="3way"
            )


def lengthened(pairs: Sequence[Pair], rng: random.Random, *, most_words: int = 150) -> Iterator[Pair]:
    """Pairs whose evidence stands between sentences of other pairs of its set; the label stays.

    The distractors are such as share no name and no number with the claim, so that they settle nothing.
    """
    sets: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.dataset in _SENTENCE_SETS:
            sets[pair.dataset].append(pair)
    for pair in pairs:
        if pair.dataset not in _SENTENCE_SETS or len(pair.evidence.split()) > most_words // 2:
            continue
        claim = set(terms_of(pair.claim))
        parts = [pair.evidence]
        words = len(pair.evidence.split())
        for _ in range(12):
            other = rng.choice(sets[pair.dataset]).evidence
            length = len(other.split())
            if words + length > most_words or len(claim & set(terms_of(other))) > 1:
                continue
            parts.insert(rng.randint(0, len(parts)), other)
            words += length
        if len(parts) > 1:
            yield replace(pair, id=f"{pair.id}+long", evidence=" ".join(parts))


def on_tables(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Claims on a table with another table: not enough information."""
    tables = [pair for pair in pairs if pair.dataset in ("tabfact", "infotabs")]
    for pair in tables:
        other = rng.choice(tables)
        if features(pair.claim, other.evidence).coverage <= _MOST_COVERAGE:
            yield replace(pair, id=f"{pair.id}+table", evidence=other.evidence, label="NOT_ENOUGH_INFO", scheme="3way")
