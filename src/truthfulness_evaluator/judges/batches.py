"""Which claims a chat model is asked about together: those that rest on the same passages. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import combinations

from truthfulness_evaluator.models import Case, Evidence
from truthfulness_evaluator.text.instructions import find_instructions
from truthfulness_evaluator.text.quotes import FoldedText

MOST_CLAIMS = 8
"""Claims of a batch. More of them save little, as evidence is what fills a prompt, and models begin to mix them up."""
MOST_EVIDENCE = 8000
"""Characters of a batch's evidence, about 2,000 tokens: with instructions, claims and answers it fits a window of
4,096, the smallest that local servers come with. A claim with more evidence is asked alone, never with a part of it."""
_BLANK = 2
"""Lines between two definitions."""
_WINDOW = 256
"""Cases that are compared with one another: the time for it grows with the square. Documents have together what
belongs together."""
_SHORT = 2000
"""Characters of a text about which it is remembered whether it speaks to models: 2,048 of them are 4 MB at most."""

PassageKey = tuple[str, str]
"""Source and content: what makes two pieces of evidence one passage."""


def passage_key(evidence: Evidence) -> PassageKey:
    """What tells a passage from others."""
    return evidence.source, evidence.content


@dataclass(frozen=True)
class Passage:
    """A passage with its number in a batch."""

    id: str
    """`e1`, `e2`, ...; neighbours in a file are shown as one, and have the same."""
    evidence: Evidence
    folded: FoldedText = field(repr=False, compare=False)


@dataclass(frozen=True)
class Batch:
    """Cases that are asked about in one prompt, with all their passages."""

    cases: tuple[Case, ...]

    @cached_property
    def claim_ids(self) -> tuple[str, ...]:
        """What the claims are called in the prompt: `c1`, `c2`, ... Short, and no name that a document chose."""
        return tuple(f"c{number}" for number in range(1, len(self.cases) + 1))

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of all cases, each once, in the order of their places."""
        distinct = {passage_key(each): each for case in self.cases for each in case.evidence}
        passages: list[Passage] = []
        number = 0
        for each in sorted(distinct.values(), key=_place):
            if not passages or not _follows(each, passages[-1].evidence):
                number += 1
            passages.append(Passage(f"e{number}", each, FoldedText(each.content)))
        return tuple(passages)

    def halves(self) -> "tuple[Batch, Batch]":
        """The batch in two; it has two cases at least."""
        middle = (len(self.cases) + 1) // 2
        return Batch(self.cases[:middle]), Batch(self.cases[middle:])


def _follows(evidence: Evidence, before: Evidence) -> bool:
    """Whether a passage begins where another one ends, but for blank lines."""
    place, last = evidence.location, before.location
    if place is None or last is None or place.line is None or last.end_line is None or place.path != last.path:
        return False
    return evidence.source == before.source and 0 < place.line - last.end_line <= _BLANK + 1


def _place(evidence: Evidence) -> tuple[str, int]:
    location = evidence.location
    return evidence.source, (location.line or 0) if location else 0


def batches(
    cases: Sequence[Case], *, most_claims: int = MOST_CLAIMS, most_evidence: int = MOST_EVIDENCE
) -> list[list[int]]:
    """The cases in groups, as indices: each group in ascending order, groups by their first case.

    Each case begins as a group of its own. The two groups that have most evidence in common become one, until no two
    that have any may. Those that are not full are put together then.

    Cases with words that speak to models, in the claim or its evidence, have groups of their own: what a model makes
    of such words is to touch no other claim.

    Args:
        cases: in the order of the document.
        most_claims: cases of a group.
        most_evidence: characters of the evidence of a group of several cases.
    """
    needs = [_sizes(case) for case in cases]
    limits = _Limits(most_claims, most_evidence)
    suspect = _suspect(cases)
    clean = [index for index in range(len(cases)) if index not in suspect]
    groups = [*_grouped(clean, needs, limits), *_grouped(sorted(suspect), needs, limits)]
    return sorted(sorted(group.members) for group in groups)


def _suspect(cases: Sequence[Case]) -> set[int]:
    """The cases that have words to models in them."""
    texts = [{case.claim.text, case.claim.context or "", *(each.content for each in case.evidence)} for case in cases]
    found = {text for text in set[str]().union(*texts) if _has_instructions(text)}
    return {index for index, own in enumerate(texts) if not own.isdisjoint(found)}


def _has_instructions(text: str) -> bool:
    return _short_has_instructions(text) if len(text) <= _SHORT else bool(find_instructions(text))


@lru_cache(maxsize=2048)
def _short_has_instructions(text: str) -> bool:
    """The same for passages, which are looked at for each judge and in each round."""
    return bool(find_instructions(text))


def _grouped(indices: Sequence[int], needs: Sequence[Mapping[PassageKey, int]], limits: "_Limits") -> "list[_Group]":
    """Groups of cases, largest first."""
    groups: list[_Group] = []
    for start in range(0, len(indices), _WINDOW):
        groups += _merged([_Group((each,), needs[each]) for each in indices[start : start + _WINDOW]], limits)
    groups.sort(key=lambda group: -len(group.members))
    return _filled(groups, limits)


def _sizes(case: Case) -> dict[PassageKey, int]:
    """The characters of each passage."""
    return {passage_key(each): len(each.content) for each in case.evidence}


@dataclass(frozen=True)
class _Group:
    members: tuple[int, ...]
    passages: Mapping[PassageKey, int]

    @cached_property
    def evidence(self) -> int:
        """Characters."""
        return sum(self.passages.values())

    def shared(self, other: "_Group") -> int:
        """Characters of the evidence that both have."""
        passages = self.passages
        return sum([passages[key] for key in passages.keys() & other.passages.keys()])

    def with_all(self, other: "_Group") -> "_Group":
        """Both as one."""
        return _Group(self.members + other.members, {**self.passages, **other.passages})


@dataclass(frozen=True, slots=True)
class _Limits:
    claims: int
    evidence: int

    def allow(self, one: _Group, other: _Group, shared: int) -> bool:
        """Whether two groups may be one."""
        claims = len(one.members) + len(other.members)
        return claims <= self.claims and one.evidence + other.evidence - shared <= self.evidence


def _merged(groups: Sequence[_Group], limits: _Limits) -> list[_Group]:
    """Groups of what shares evidence: of all pairs, the one that shares most is put together, until none may be."""
    left = dict(enumerate(groups))
    pairs: list[tuple[int, int, int, int]] = []

    def consider(one: int, other: int) -> None:
        shared = left[one].shared(left[other])
        if shared and limits.allow(left[one], left[other], shared):
            heappush(pairs, (-shared, -len(left[one].members) - len(left[other].members), one, other))

    for one, other in combinations(left, 2):
        consider(one, other)
    number = len(left)
    while pairs:
        _, _, one, other = heappop(pairs)
        if one not in left or other not in left:
            continue
        left[number] = left.pop(one).with_all(left.pop(other))
        for third in left:
            if third != number:
                consider(third, number)
        number += 1
    return list(left.values())


def _filled(groups: Iterable[_Group], limits: _Limits) -> list[_Group]:
    """The groups, each put into that of those before it which it adds least to, if one has room."""
    kept: list[_Group] = []
    for group in groups:
        shares = [(group.shared(other), -number) for number, other in enumerate(kept)]
        rooms = [(shared, back) for shared, back in shares if limits.allow(kept[-back], group, shared)]
        if rooms:
            _, back = max(rooms)
            kept[-back] = kept[-back].with_all(group)
        else:
            kept.append(group)
    return kept
