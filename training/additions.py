"""Pairs made from the pairs there are: changed claims, evidence that does not settle, long evidence."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from training.data import Pair
from training.mutations import MUTATIONS, names_in
from truthfulness_evaluator.text.numbers import amounts_of, relation
from truthfulness_evaluator.text.pairs import features
from truthfulness_evaluator.text.terms import terms_of

_SENTENCE_SETS = ("fever_dev", "fm2", "check_covid", "scifact_rationale", "snli", "mnli", "scitail")
_MOST_COVERAGE = 0.67
"""Share of a claim's words that evidence may have which is taken not to settle it."""
_COMMON = 30
"""Pairs that have a term from which on it names no topic."""
_QUANTIFIED = re.compile(
    r"\b(?:all|every|each|any|some|many|most|few|several|both|only|none|no|never|always|everyone|nobody)\b",
    re.IGNORECASE,
)
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


def mutated_evidence(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Supported claims whose evidence has another number, date or version: refuted, and the claim is as it was.

    A judge that looks at the claim alone learns nothing from these beside the pairs that they were made from.
    """
    for pair in pairs:
        if pair.label != "SUPPORTS" or pair.dataset not in _SENTENCE_SETS:
            continue
        for kind in rng.sample(("number", "date", "version"), 3):
            evidence = MUTATIONS[kind](pair.evidence, pair.claim, rng, ())
            if evidence is None or evidence == pair.evidence:
                continue
            known = amounts_of(evidence)
            if any(relation(found, known) == "conflict" for found in amounts_of(pair.claim)):
                yield replace(pair, id=f"{pair.id}+evidence_{kind}", evidence=evidence, label="REFUTES", scheme="3way")
                break


def negated(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Claims denied: what was supported is refuted, what was refuted is supported, what was open stays open.

    All three, so that `not` in a claim tells nothing by itself. A claim with a quantifier is left out: the denial of
    "all are" is not "all are not".
    """
    other = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS", "NOT_ENOUGH_INFO": "NOT_ENOUGH_INFO"}
    for pair in pairs:
        if pair.dataset not in _SENTENCE_SETS or pair.scheme == "SN" or _QUANTIFIED.search(pair.claim):
            continue
        claim = MUTATIONS["negation"](pair.claim, pair.evidence, rng, ())
        if claim is not None:
            yield replace(pair, id=f"{pair.id}+negated", claim=claim, label=other[pair.label], scheme="3way")


def joined(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Two claims in one: supported where both are, refuted where one is, open where the evidence has one alone."""
    sets: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.dataset in _SENTENCE_SETS and pair.scheme != "SN" and pair.label != "NOT_ENOUGH_INFO":
            sets[pair.dataset].append(pair)
    for pair in pairs:
        if pair.label != "SUPPORTS" or len(sets[pair.dataset]) < 2:
            continue
        other = rng.choice(sets[pair.dataset])
        first, second = rng.sample((pair, other), 2)
        claim = f"{first.claim.rstrip(' .')}, and {second.claim}"
        if rng.random() < 0.6:
            first, second = rng.sample((pair, other), 2)
            yield replace(
                pair,
                id=f"{pair.id}+joined",
                claim=claim,
                evidence=f"{first.evidence} {second.evidence}",
                label=other.label,
                scheme="3way",
            )
        elif features(other.claim, pair.evidence).coverage <= _MOST_COVERAGE:
            yield replace(pair, id=f"{pair.id}+joined", claim=claim, label="NOT_ENOUGH_INFO", scheme="3way")


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
