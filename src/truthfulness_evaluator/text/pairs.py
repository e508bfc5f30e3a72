"""What can be told exactly of a claim and an evidence text: the features a trained judge combines with its own."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from truthfulness_evaluator.text.numbers import Amount, amounts_of, relation
from truthfulness_evaluator.text.pair_words import COMPARISON, HEDGE, NEGATION, OPPOSITES, QUANTIFIERS
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import is_whole, terms_of
from truthfulness_evaluator.text.windows import windows

WINDOW_WORDS = 60
"""Words of a window: two or three sentences, as much as mostly decides a claim."""
_OVERLAP = 25
_WORD = regex(r"\w+(?:[-'’.]\w+)*")
_NAME = regex(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*|\b[A-Z]{2,}\b|\b[A-Z]\w*[A-Z]\w*\b")
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


class _Text:
    """A text and what is asked of it more than once."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def terms(self) -> list[str]:
        return [term for term in terms_of(self.text) if not is_whole(term)]

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.terms)

    @cached_property
    def words(self) -> list[str]:
        return [word.lower() for word in _WORD.findall(self.text)]

    @cached_property
    def amounts(self) -> list[Amount]:
        return amounts_of(self.text)

    def has(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.text) is not None


def features(claim: str, evidence: str) -> Features:
    """The features of a pair. The claim is never cut; long evidence is looked at window by window.

    Example:
        >>> found = features("It keeps 8 files open.", "It keeps 4 files open.")
        >>> found.numbers_conflict, found.negation_differs, round(found.best_coverage, 2)
        (1.0, 0.0, 0.75)
    """
    said = _Text(claim)
    parts = [_Text(evidence[a:b]) for a, b in windows(evidence, most=WINDOW_WORDS, overlap=_OVERLAP)] or [_Text("")]
    scores = _retrieval(said, parts)
    best_at = max(range(len(parts)), key=lambda at: (_share(said, parts[at].known), scores[at]))
    best = parts[best_at]
    whole = best if len(parts) == 1 else _Text(evidence)
    sentence = best if len(best.words) <= WINDOW_WORDS // 3 else _nearest(said, best)
    covered = _share(said, best.known)
    numbers = _numbers(said, best, whole)
    negated, negation = said.has(NEGATION), sentence.has(NEGATION)
    names = frozenset(name.lower() for name in _NAME.findall(claim))
    lacking = sum(name not in whole.text.lower() for name in names)
    opposite = _opposite(said, best)
    run = _longest_run(said.words, best.words)
    content = frozenset(said.terms)
    missing = [term for term in content if term not in best.known]
    differs = float(negated != negation)
    plain_missing = bool(missing) and not lacking and not numbers["numbers_absent"] and not numbers["numbers_conflict"]
    return Features(
        coverage=_share(said, whole.known),
        best_coverage=covered,
        best_pairs=_neighbours(said.terms, best.terms),
        all_covered=float(not missing),
        missing=min(len(missing), 5) / 5,
        longest_run=run / max(1, len(said.words)),
        run_words=min(run, _LONG_RUN) / _LONG_RUN,
        order=_order(said.terms, best.terms),
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


def _share(said: _Text, known: frozenset[str]) -> float:
    content = frozenset(said.terms)
    return sum(term in known for term in content) / len(content) if content else 0.0


def _retrieval(said: _Text, parts: Sequence[_Text]) -> list[float]:
    """BM25 of the windows, each from 0 to 1: rarity is counted among the windows themselves."""
    content = frozenset(said.terms)
    mean = sum(len(part.terms) for part in parts) / len(parts) or 1.0
    having = Counter(term for part in parts for term in part.known & content)
    worth = {term: math.log1p((len(parts) - having[term] + 0.5) / (having[term] + 0.5)) for term in content}
    full = (_K1 + 1) * sum(worth.values()) or 1.0
    scores: list[float] = []
    for part in parts:
        counts = Counter(part.terms)
        short = _K1 * (1 - _B + _B * len(part.terms) / mean)
        found = (worth[t] * counts[t] * (_K1 + 1) / (counts[t] + short) for t in sorted(content) if counts[t])
        scores.append(sum(found) / full)
    return scores


def _nearest(said: _Text, best: _Text) -> _Text:
    most = WINDOW_WORDS // 3
    spans = windows(best.text, most=most, overlap=0)
    return max((_Text(best.text[a:b]) for a, b in spans), key=lambda part: _share(said, part.known))


def _neighbours(said: Sequence[str], known: Sequence[str]) -> float:
    pairs = set(itertools.pairwise(said))
    return len(pairs & set(itertools.pairwise(known))) / len(pairs) if pairs else 0.0


def _longest_run(left: Sequence[str], right: Sequence[str]) -> int:
    """Words of the longest run that both have."""
    places: dict[str, list[int]] = {}
    for at, word in enumerate(right):
        places.setdefault(word, []).append(at)
    longest = 0
    before: dict[int, int] = {}
    for word in left:
        before = {at: before.get(at - 1, 0) + 1 for at in places.get(word, ())}
        longest = max(longest, *before.values()) if before else longest
    return longest


def _order(said: Sequence[str], known: Sequence[str]) -> float:
    """Share of shared words, by the places where they first stand, that follow each other in both."""
    first: dict[str, int] = {}
    for at, term in enumerate(known):
        first.setdefault(term, at)
    places = [first[term] for term in dict.fromkeys(said) if term in first]
    steps = list(itertools.pairwise(places))
    return sum(a < b for a, b in steps) / len(steps) if steps else 0.0


def _numbers(said: _Text, best: _Text, whole: _Text) -> dict[str, float]:
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


def _relation(amount: Amount, best: _Text, whole: _Text) -> str:
    near = relation(amount, best.amounts)
    if near == "same" or whole is best:
        return near
    return "same" if relation(amount, whole.amounts) == "same" else near


def _quantifiers(said: _Text, best: _Text) -> Mapping[str, float]:
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


def _opposite(said: _Text, best: _Text) -> float:
    claim, known = frozenset(said.words), frozenset(best.words)
    return float(any(word not in known and OPPOSITES.get(word, frozenset()) & known - claim for word in claim))


__all__ = ["FEATURES", "WINDOW_WORDS", "Features", "features"]
