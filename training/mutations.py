"""True pairs made false by one change: in a number, unit, date, version, negation, quantifier or name.

Each function gives the changed claim, or None where there is nothing to change. A change is made to the claim only
where the evidence has what is changed: else it would be a guess that the evidence refutes it.
"""

import random
import re
from collections.abc import Callable, Sequence

from truthfulness_evaluator.text.numbers import Amount, amounts_of, relation
from truthfulness_evaluator.text.pair_words import NEGATION, OPPOSITES

_UNITS = (
    ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    ("KB", "MB", "GB", "TB"),
    ("metres", "kilometres", "miles", "feet"),
    ("grams", "kilograms", "pounds"),
    ("thousand", "million", "billion"),
)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|can|will|must|should|could|has been|have been|had been)\b(?! (?:not|no)\b)"
)
_QUANTIFIER_SWAPS = {
    "all": ("no", "few"),
    "every": ("no",),
    "always": ("never", "rarely"),
    "never": ("always",),
    "some": ("no",),
    "both": ("neither of the",),
    "most": ("few", "hardly any"),
    "many": ("no", "few"),
    "only": ("not only",),
    "none": ("all",),
}
_IN_A_NAME = re.compile(r"[^\W\d_]-$")
"""Before a number that is a part of a name: it is no statement."""
_NAME = re.compile(r"(?<=\s)[A-Z][a-z]+(?:\s[A-Z][a-z]+)*\b")
_NOT_NAMES = frozenset(
    ["I", "The", "A", "An", "In", "On", "At", "It", "He", "She", "They", "This", "That", "These", "Those"]
)

Mutation = Callable[[str, str, random.Random, Sequence[str]], str | None]


def _replaced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _shared(claim: str, evidence: str, kinds: Sequence[str]) -> list[Amount]:
    known = amounts_of(evidence)
    return [
        found
        for found in amounts_of(claim)
        if found.kind in kinds
        and not _IN_A_NAME.search(claim, 0, found.start)
        and not found.bounded
        and relation(found, known) == "same"
        and re.search(r"\d", found.text)
    ]


def _digits_changed(written: str, rng: random.Random) -> str:
    """A number like the one written, with as many digits, and never the same."""
    match = re.search(r"\d+", written)
    if match is None:
        return written
    old = int(match[0])
    near = [old + step for step in (-3, -2, -1, 1, 2, 3)] if old < 100 else [old + old // 10, old - old // 10, old * 2]
    options = [value for value in near if value > 0 and value != old] or [old + 1]
    return _replaced(written, match.start(), match.end(), str(rng.choice(options)))


def number(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Another number of the same thing."""
    return _changed(claim, evidence, rng, ("number", "percent", "time", "size", "length", "mass", "money", "ordinal"))


def date(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Another year or, where there is none, another day."""
    found = _shared(claim, evidence, ("date",))
    if not found:
        return None
    chosen = rng.choice(found)
    year = re.search(r"[12]\d{3}", chosen.text)
    if year is None:
        new = _digits_changed(chosen.text, rng)
    else:
        value = int(year[0]) + rng.choice((-12, -5, -2, -1, 1, 2, 5, 12))
        new = _replaced(chosen.text, year.start(), year.end(), str(value))
    return _if_refuted(_replaced(claim, chosen.start, chosen.end, new), evidence, chosen.start)


def version(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Another version."""
    return _changed(claim, evidence, rng, ("version",))


def _changed(claim: str, evidence: str, rng: random.Random, kinds: Sequence[str]) -> str | None:
    found = _shared(claim, evidence, kinds)
    if not found:
        return None
    chosen = rng.choice(found)
    new = _digits_changed(chosen.text, rng)
    new = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "th", new)
    return _if_refuted(_replaced(claim, chosen.start, chosen.end, new), evidence, chosen.start)


def _if_refuted(claim: str, evidence: str, start: int) -> str | None:
    """The claim, unless the evidence has its new number as well."""
    known = amounts_of(evidence)
    at = [found for found in amounts_of(claim) if found.start == start]
    return claim if at and relation(at[0], known) == "conflict" else None


def unit(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """The same number of something else of the kind."""
    for group in rng.sample(_UNITS, len(_UNITS)):
        match = re.search(rf"(?<=\d)\s?({'|'.join(group)})\b", claim)
        if match and match[1] in evidence:
            others = [other for other in group if other != match[1] and other not in evidence]
            if others:
                return _replaced(claim, match.start(1), match.end(1), rng.choice(others))
    return None


def negation(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Denied where it is asserted, asserted where it is denied."""
    denied = re.search(r"\b(is|are|was|were|can|will|must|should|could|do|does|did) ?not\b", claim)
    if denied and denied[1] not in ("do", "does", "did"):
        return _replaced(claim, denied.start(), denied.end(), "can" if denied[1] == "can" else denied[1])
    if NEGATION.search(claim):
        return None
    match = _AUXILIARY.search(claim)
    if match is None:
        return None
    first, _, rest = match[0].partition(" ")
    new = f"{first} not {rest}".rstrip()
    return _replaced(claim, match.start(), match.end(), "cannot" if new == "can not" else new)


def quantifier(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Of all of a thing what holds for none of it, and the like."""
    for word in rng.sample(sorted(_QUANTIFIER_SWAPS), len(_QUANTIFIER_SWAPS)):
        match = re.search(rf"(?<!the )(?<!'s )(?<!a )\b{word}\b", claim, re.IGNORECASE)
        if match and re.search(rf"\b{word}\b", evidence, re.IGNORECASE):
            new = rng.choice(_QUANTIFIER_SWAPS[word])
            return _replaced(claim, match.start(), match.end(), new.capitalize() if match[0][0].isupper() else new)
    return None


def opposite(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """A word turned into its opposite that the evidence does not have."""
    words = [
        match
        for match in re.finditer(r"[a-z]+", claim)
        if match[0] in OPPOSITES and re.search(rf"\b{match[0]}\b", evidence, re.IGNORECASE)
    ]
    if not words:
        return None
    match = rng.choice(words)
    options = [
        other for other in sorted(OPPOSITES[match[0]]) if not re.search(rf"\b{other}\b", evidence, re.IGNORECASE)
    ]
    return _replaced(claim, match.start(), match.end(), rng.choice(options)) if options else None


def name(claim: str, evidence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """Another name of as many words in the place of one that the evidence has."""
    found = [match for match in _NAME.finditer(claim) if match[0].split()[0] not in _NOT_NAMES and match[0] in evidence]
    if not found:
        return None
    match = rng.choice(found)
    words = len(match[0].split())
    others = [other for other in names if len(other.split()) == words and other not in evidence and other not in claim]
    return _replaced(claim, match.start(), match.end(), rng.choice(others)) if others else None


def names_in(text: str) -> list[str]:
    """The names inside a text's sentences, from which `name` draws."""
    return [found for found in _NAME.findall(text) if found.split()[0] not in _NOT_NAMES]


MUTATIONS: dict[str, Mutation] = {
    "number": number,
    "unit": unit,
    "date": date,
    "version": version,
    "negation": negation,
    "quantifier": quantifier,
    "opposite": opposite,
    "name": name,
}
