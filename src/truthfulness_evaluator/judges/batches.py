"""Which claims a chat model is asked about together: those that rest on the same passages. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from truthfulness_evaluator.models import Case, Evidence
from truthfulness_evaluator.text.instructions import find_instructions
from truthfulness_evaluator.text.quotes import FoldedText

MOST_CLAIMS = 8
"""Claims of a batch. More of them save little, as evidence is what fills a prompt, and models begin to mix them up."""
MOST_EVIDENCE = 8000
"""Characters of a batch's evidence, about 2,000 tokens: with instructions, claims and answers it fits a window of
4,096, the smallest that local servers come with. A claim with more evidence is asked alone, never with a part of it."""
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
    """`e1`, `e2`, ..."""
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
        ordered = sorted(distinct.values(), key=_place)
        return tuple(Passage(f"e{i}", each, FoldedText(each.content)) for i, each in enumerate(ordered, 1))

    def halves(self) -> "tuple[Batch, Batch]":
        """The batch in two; it has two cases at least."""
        middle = (len(self.cases) + 1) // 2
        return Batch(self.cases[:middle]), Batch(self.cases[middle:])

    def singles(self, positions: Collection[int]) -> "list[Batch]":
        """Some of its cases, each in a batch of its own."""
        return [Batch((self.cases[position],)) for position in positions]


def _place(evidence: Evidence) -> tuple[str, int]:
    location = evidence.location
    return evidence.source, (location.line or 0) if location else 0


def batches(
    cases: Sequence[Case], *, most_claims: int = MOST_CLAIMS, most_evidence: int = MOST_EVIDENCE
) -> list[list[int]]:
    """The cases in groups, as indices: each group in ascending order, groups by their first case.

    A group begins with the first case that is left. The one that shares the largest part of its evidence with the
    group joins it, until none shares anything or the group is full. Groups that are not full are put together then.

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


def _grouped(indices: Collection[int], needs: Sequence[Mapping[PassageKey, int]], limits: "_Limits") -> "list[_Group]":
    left = dict.fromkeys(indices)
    groups: list[_Group] = []
    while left:
        group = _Group()
        following: int | None = next(iter(left))
        while following is not None:
            del left[following]
            group.add(following, needs[following])
            following = group.nearest(left, needs, limits)
        groups.append(group)
    return _joined(groups, limits)


def _sizes(case: Case) -> dict[PassageKey, int]:
    """The characters of each passage."""
    return {passage_key(each): len(each.content) for each in case.evidence}


@dataclass(frozen=True, slots=True)
class _Limits:
    claims: int
    evidence: int

    def allow(self, claims: int, evidence: int) -> bool:
        return claims <= self.claims and evidence <= self.evidence


@dataclass
class _Group:
    members: list[int] = field(default_factory=list[int])
    passages: dict[PassageKey, int] = field(default_factory=dict[PassageKey, int])
    evidence: int = 0
    """Characters."""

    def add(self, member: int, sizes: Mapping[PassageKey, int]) -> None:
        self.members.append(member)
        self._take(sizes)

    def nearest(
        self, candidates: Collection[int], needs: Sequence[Mapping[PassageKey, int]], limits: _Limits
    ) -> int | None:
        """The candidate that shares the largest part of its evidence, and has room; the first of several."""
        if len(self.members) >= limits.claims:
            return None
        nearest, best = None, 0.0
        for candidate in candidates:
            sizes = needs[candidate]
            whole = sum(sizes.values())
            shared = sum(size for key, size in sizes.items() if key in self.passages)
            if whole and shared / whole > best and self.evidence + whole - shared <= limits.evidence:
                nearest, best = candidate, shared / whole
        return nearest

    def joins(self, other: "_Group", limits: _Limits) -> bool:
        """Take the other group in, if there is room."""
        added = sum(size for key, size in other.passages.items() if key not in self.passages)
        if not limits.allow(len(self.members) + len(other.members), self.evidence + added):
            return False
        self.members.extend(other.members)
        self._take(other.passages)
        return True

    def _take(self, sizes: Mapping[PassageKey, int]) -> None:
        self.passages.update(sizes)
        self.evidence = sum(self.passages.values())


def _joined(groups: Sequence[_Group], limits: _Limits) -> list[_Group]:
    """The groups, each put into the first one before it that has room."""
    kept: list[_Group] = []
    for group in groups:
        if not any(other.joins(group, limits) for other in kept):
            kept.append(group)
    return kept
