"""What can be told exactly of a claim and an evidence text: the features a trained judge combines with its own."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from truthfulness_evaluator.text.numbers import Amount, relation
from truthfulness_evaluator.text.pair_texts import WINDOW_WORDS, Evidence, Text
from truthfulness_evaluator.text.pair_words import COMPARISON, HEDGE, NEGATION, OPPOSITES, QUANTIFIERS

_K1, _B = 1.2, 0.75
"""Of BM25, as its authors advise for texts of any kind."""
_LONG_RUN = 8
"""Words of a common run from which on it is as long as it can count."""


@dataclass(frozen=True, slots=True)
class Features:
    """Numbers about a pair, from 0 to 1 unless said otherwise. `best` is the window that has most of the claim."""

    coverage: float
    """Share of the claim's content words that stand anywhere in the evidence."""
    best_coverage: float
    best_pairs: float
    """Share of the claim's neighbouring content words that are neighbours in the best window as well."""
    all_covered: float
    """1 where no content word is missing in the best window."""
    missing: float
    """Content words that the best window has not, of five at most."""
    longest_run: float
    """The longest run of words common with the best window, as a share of the claim's words."""
    run_words: float
    order: float
    """How far the claim's words stand in the best window in the claim's order."""
    extra: float
    """Share of the best window's content words that the claim has not."""
    retrieval: float
    """The best window's BM25 score for the claim as a share of what can be reached."""
    claim_length: float
    """Natural logarithm of words, by 5."""
    evidence_length: float
    """Natural logarithm of words, by 5."""
    many_windows: float
    """1 where the evidence is longer than a window."""
    numbers: float
    """1 where the claim states a number."""
    numbers_same: float
    numbers_conflict: float
    """Share of the claim's numbers for which the best window has others that count the same, and the evidence none
    that agrees."""
    numbers_absent: float
    dates_conflict: float
    units_conflict: float
    versions_conflict: float
    bounds_conflict: float
    """1 where a conflicting number of the claim is bounded (`at least`, `5 to 8`)."""
    bounds_same: float
    negation_differs: float
    """1 where exactly one of claim and the sentence nearest to it is negated."""
    claim_negated: float
    evidence_negated: float
    both_negated: float
    all_too_many: float
    """1 where the claim speaks of all or always and the best window does not."""
    only_added: float
    most_added: float
    some_of_all: float
    none_differs: float
    superlative_added: float
    hedge_lost: float
    """1 where the best window is uncertain and the claim is not."""
    hedge_added: float
    comparison: float
    opposite: float
    """1 where the best window says the opposite of a word of the claim and not that word."""
    names: float
    """1 where the claim has a name."""
    names_covered: float
    names_missing: float
    """Names of the claim that the evidence has not, of three at most."""
    conflict_covered: float
    """Share of conflicting numbers times coverage by the best window."""
    negation_covered: float
    opposite_covered: float
    name_swapped: float
    """Share of names that are missing times coverage of the other words."""
    coverage_squared: float
    missing_only_words: float
    """1 where words are missing, but no number and no name."""

    def values(self) -> tuple[float, ...]:
        """The numbers in the order of `FEATURES`."""
        return tuple(getattr(self, name) for name in FEATURES)


FEATURES = tuple(field.name for field in fields(Features))


def features(claim: str, evidence: str) -> Features:
    """The features of a pair. The claim is never cut; long evidence is looked at window by window.

    Example:
        >>> found = features("It keeps 8 files open.", "It keeps 4 files open.")
        >>> found.numbers_conflict, found.negation_differs, round(found.best_coverage, 2)
        (1.0, 0.0, 0.75)
    """
    return _features(Text(claim), Evidence(evidence))


def features_of(pairs: Sequence[tuple[str, str]]) -> list[Features]:
    """`features` of each pair; a claim or an evidence text that several pairs share is read once.

    Example:
        >>> claim, other = "It keeps 8 files open.", "It keeps 4 files open."
        >>> features_of([(claim, other), (other, claim)]) == [features(claim, other), features(other, claim)]
        True
    """
    claims = {claim: Text(claim) for claim, _ in pairs}
    texts = {evidence: Evidence(evidence) for _, evidence in pairs}
    return [_features(claims[claim], texts[evidence]) for claim, evidence in pairs]


def _features(said: Text, evidence: Evidence) -> Features:
    parts = evidence.parts
    scores = _retrieval(said, evidence)
    best_at = max(range(len(parts)), key=lambda at: (_share(said, parts[at].known), scores[at]))
    best = parts[best_at]
    whole = evidence.whole
    sentence = best if len(best.words) <= WINDOW_WORDS // 3 else _nearest(said, best)
    covered = _share(said, best.known)
    numbers = _numbers(said, best, whole)
    negated, negation = said.has(NEGATION), sentence.has(NEGATION)
    names = said.names
    lacking = sum(name not in whole.lower for name in names)
    opposite = _opposite(said, best)
    run = _longest_run(said, best)
    content = said.known
    missing = len(content - best.known)
    differs = float(negated != negation)
    plain_missing = bool(missing) and not lacking and not numbers["numbers_absent"] and not numbers["numbers_conflict"]
    return Features(
        coverage=_share(said, whole.known),
        best_coverage=covered,
        best_pairs=_neighbours(said, best),
        all_covered=float(not missing),
        missing=min(missing, 5) / 5,
        longest_run=run / max(1, len(said.words)),
        run_words=min(run, _LONG_RUN) / _LONG_RUN,
        order=_order(said, best),
        extra=sum(term not in content for term in best.terms) / max(1, len(best.terms)),
        retrieval=scores[best_at],
        claim_length=math.log1p(len(said.words)) / 5,
        evidence_length=math.log1p(len(whole.words)) / 5,
        many_windows=float(len(parts) > 1),
        **numbers,
        negation_differs=differs,
        claim_negated=float(negated),
        evidence_negated=float(negation),
        both_negated=float(negated and negation),
        **_quantifiers(said, best),
        hedge_lost=float(sentence.has(HEDGE) and not said.has(HEDGE)),
        hedge_added=float(said.has(HEDGE) and not sentence.has(HEDGE)),
        comparison=float(said.has(COMPARISON)),
        opposite=opposite,
        names=float(bool(names)),
        names_covered=1 - lacking / len(names) if names else 0.0,
        names_missing=min(lacking, 3) / 3,
        conflict_covered=numbers["numbers_conflict"] * covered,
        negation_covered=differs * covered,
        opposite_covered=opposite * covered,
        name_swapped=lacking / len(names) * covered if names else 0.0,
        coverage_squared=covered * covered,
        missing_only_words=float(plain_missing),
    )


def _share(said: Text, known: frozenset[str]) -> float:
    content = said.known
    return len(content & known) / len(content) if content else 0.0


def _retrieval(said: Text, evidence: Evidence) -> list[float]:
    """BM25 of the windows, each from 0 to 1: rarity is counted among the windows themselves."""
    parts = evidence.parts
    mean = evidence.mean_terms or 1.0
    # In an order of their own: sums of the same numbers in another order differ in their last digits.
    worth = {term: _worth(len(parts), sum(term in part.known for part in parts)) for term in sorted(said.known)}
    full = (_K1 + 1) * sum(worth.values()) or 1.0
    scores: list[float] = []
    for part in parts:
        counts = part.counts
        short = _K1 * (1 - _B + _B * len(part.terms) / mean)
        found = (value * counts[t] * (_K1 + 1) / (counts[t] + short) for t, value in worth.items() if t in counts)
        scores.append(sum(found) / full)
    return scores


def _worth(windows: int, having: int) -> float:
    return math.log1p((windows - having + 0.5) / (having + 0.5))


def _nearest(said: Text, best: Text) -> Text:
    return max(best.sentences, key=lambda part: _share(said, part.known))


def _neighbours(said: Text, best: Text) -> float:
    return len(said.neighbours & best.neighbours) / len(said.neighbours) if said.neighbours else 0.0


def _longest_run(said: Text, best: Text) -> int:
    """Words of the longest run that both have."""
    places = best.places
    longest = 0
    before: dict[int, int] = {}
    for word in said.words:
        before = {at: before.get(at - 1, 0) + 1 for at in places.get(word, ())}
        longest = max(longest, *before.values()) if before else longest
    return longest


def _order(said: Text, best: Text) -> float:
    """Share of shared words, by the places where they first stand, that follow each other in both."""
    first = best.first
    places = [first[term] for term in said.first if term in first]
    steps = len(places) - 1
    return sum(a < b for a, b in pairwise(places)) / steps if steps > 0 else 0.0


def _numbers(said: Text, best: Text, whole: Text) -> dict[str, float]:
    found = [(amount, _relation(amount, best, whole)) for amount in said.amounts]
    conflicts = [amount for amount, how in found if how == "conflict"]
    total = max(1, len(found))
    return {
        "numbers": float(bool(found)),
        "numbers_same": sum(how == "same" for _, how in found) / total,
        "numbers_conflict": len(conflicts) / total,
        "numbers_absent": sum(how == "absent" for _, how in found) / total,
        "dates_conflict": float(any(amount.kind == "date" for amount in conflicts)),
        "units_conflict": float(any(a.kind not in ("date", "version", "number", "ordinal") for a in conflicts)),
        "versions_conflict": float(any(amount.kind == "version" for amount in conflicts)),
        "bounds_conflict": float(any(amount.bounded for amount in conflicts)),
        "bounds_same": float(any(amount.bounded and how == "same" for amount, how in found)),
    }


def _relation(amount: Amount, best: Text, whole: Text) -> str:
    near = relation(amount, best.amounts)
    if near == "same" or whole is best:
        return near
    return "same" if relation(amount, whole.amounts) == "same" else near


def _quantifiers(said: Text, best: Text) -> Mapping[str, float]:
    def added(name: str) -> float:
        return float(said.has(QUANTIFIERS[name]) and not best.has(QUANTIFIERS[name]))

    return {
        "all_too_many": added("all"),
        "only_added": added("only"),
        "most_added": added("most"),
        "some_of_all": float(said.has(QUANTIFIERS["some"]) and best.has(QUANTIFIERS["all"])),
        "none_differs": float(said.has(QUANTIFIERS["none"]) != best.has(QUANTIFIERS["none"])),
        "superlative_added": added("first"),
    }


def _opposite(said: Text, best: Text) -> float:
    claim, known = said.vocabulary, best.vocabulary
    added = known - claim
    return float(any(word in OPPOSITES and not OPPOSITES[word].isdisjoint(added) for word in claim - known))


__all__ = ["FEATURES", "WINDOW_WORDS", "Features", "features", "features_of"]
