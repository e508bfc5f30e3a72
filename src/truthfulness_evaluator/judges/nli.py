"""The embedded judge: a model that reads a claim and a passage, and tells support from contradiction."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from truthfulness_evaluator.core.judge_names import NLI
from truthfulness_evaluator.models import Board, Case, Citation, Claim, Evidence, Outcome, Span, Verdict, Vote
from truthfulness_evaluator.nli.estimate import EntailmentModel, Estimate
from truthfulness_evaluator.nli.language import is_english
from truthfulness_evaluator.text.pair_words import NEGATION
from truthfulness_evaluator.text.pairs import features
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import terms_of

KIND = "prose"
"""The claims that it judges: what a rule has read as a fact is looked up."""
NO_EVIDENCE = "no passage was found"
OTHER_LANGUAGE = "language: the model reads English alone"
CONFLICT = "conflict: one passage supports it and another one contradicts it"
_AT_ONCE = 512
"""Pairs that are in memory at once."""
_DOUBT = 0.5
"""Probability of the opposite from which on a verdict is not given."""
_NEAR = 0.75
"""Share of the words of a claim that the best passage has, from which on another one speaks of its matter, too. Numbers
do not count: where a claim is false they differ."""
_SUPPORTING, _REFUTING = 0.4, 2 / 3
"""Share of the words of a claim, without numbers, that a passage must have to support or refute it: what passages with
fewer said of real documents was mostly wrong (`benchmarks/RESULTS.md`, Real documents against sources)."""
_NAMES = 0.5
"""Share of the names of a claim that a passage must have to refute it; without them it speaks of something else."""
_DIFFER = (
    "numbers_conflict",
    "numbers_absent",
    "negation_differs",
    "names_missing",
    "opposite",
    "all_too_many",
    "only_added",
    "most_added",
    "some_of_all",
    "superlative_added",
)
"""Features that show what it is that a refutation says otherwise: one that nobody can point at is mostly none."""
_NOUGHT = regex(r": 0(?:\.0*)?(?:;|$)", re.MULTILINE)
_LOADING = Lock()
"""Held while a model is loaded: threads that ask at once share one."""


def _embedded() -> EntailmentModel:
    from truthfulness_evaluator.nli.embedded import embedded  # Imports numpy and onnxruntime: only where it is asked.

    return embedded()


@dataclass(frozen=True)
class NliJudge:
    """Judges prose by the passages that were found, with a model of natural language inference.

    Of the passages those count that speak of the claim's matter about as much as the one that does most: a passage
    on something else can contradict a claim by its words alone. Support and contradiction are each the most that one of
    them says. Where one supports a claim and another one refutes it, and where neither reaches the model's threshold,
    the verdict is NOT_ENOUGH_INFO. Passages that contradict each other are cited from a probability of one half on.

    So it is where the words speak against the model: a passage that lacks a number of the claim, or is negated where
    the claim is not, does not support it, nor does another one that has fewer of its words. A passage refutes it only
    where it has most of its words and names, and a number, a name, a negation, an opposite or a quantifier differs; a
    table that says `0` does not refute a claim that says `no`.

    Args:
        name: in votes and reports: `nli`, or `nli:PATH_OR_NAME`.
        load: gives the model; called once, when the first claim with evidence needs it.
        english: whether it reads English alone; claims in another language are then left open.
    """

    name: str = NLI
    load: Callable[[], EntailmentModel] = _embedded
    english: bool = True

    @property
    def model(self) -> EntailmentModel:
        """The model that is asked, loaded when it is first asked for.

        Raises:
            UsageError: it is not there (a `MissingPartError`), or cannot be used.
        """
        with _LOADING:
            return self._loaded

    @cached_property
    def _loaded(self) -> EntailmentModel:
        return self.load()

    @property
    def needs_evidence(self) -> bool:
        """True: it knows nothing of its own."""
        return True

    def handles(self, claim: Claim) -> bool:
        """Whether the claim is prose that can be checked, and no fact that is looked up."""
        return claim.kind == KIND and claim.fact is None and not claim.unverifiable

    def relevances(self, claim: Claim, passages: Sequence[str]) -> list[float]:
        """How much each passage bears on a claim, 0 to 1: it is a `Ranker`. 0 for what it does not read."""
        read = passages if not self.english else [each for each in passages if is_english(each)]
        if self.english and not is_english(claim.text):
            read = []
        found = dict(zip(read, self.model.relevances([(claim.text, each) for each in read]), strict=True))
        return [found.get(each, 0.0) for each in passages]

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case. What others said (`board`) changes nothing: it has no opinion to change."""
        return await asyncio.to_thread(self._judged, cases)

    def _judged(self, cases: Sequence[Case]) -> list[Outcome]:
        return [outcome for some in _portions(cases) for outcome in self._portion(some)]

    def _portion(self, cases: Sequence[Case]) -> list[Outcome]:
        reads = [self._reads(case) for case in cases]
        pairs = [
            (case.claim.text, case.evidence[at].content) for case, read in zip(cases, reads, strict=True) for at in read
        ]
        estimates = iter(self.model.estimates(pairs))
        return [
            Outcome(self._vote(case, {at: next(estimates) for at in read}) if read else self._unread(case))
            for case, read in zip(cases, reads, strict=True)
        ]

    def _reads(self, case: Case) -> list[int]:
        """The passages that the model is asked about."""
        if not self.english:
            return list(range(len(case.evidence)))
        if not is_english(case.claim.text):
            return []
        return [at for at, passage in enumerate(case.evidence) if is_english(passage.content)]

    def _unread(self, case: Case) -> Vote:
        return self._open(OTHER_LANGUAGE if case.evidence else NO_EVIDENCE, 1.0)

    def _vote(self, case: Case, estimates: Mapping[int, Estimate]) -> Vote:
        covered = _covered(case, estimates)
        near = {at: estimates[at] for at in estimates if covered[at] >= _NEAR * max(covered.values())}
        support = max(each.support for each in near.values())
        contradiction = max(each.contradiction for each in near.values())
        supporting = _supporting(case, near, covered, self.model.thresholds.supports)
        refuting = _refuting(case, near, covered, self.model.thresholds.refutes)
        if supporting is not None and contradiction < _DOUBT:
            where = _citation(case.evidence, supporting, near[supporting].supporting)
            return self._said(Verdict.SUPPORTS, near[supporting].support, "a passage supports it", where)
        if refuting is not None and support < _DOUBT:
            where = _citation(case.evidence, refuting, near[refuting].contradicting)
            return self._said(Verdict.REFUTES, near[refuting].contradiction, "a passage contradicts it", where)
        if min(support, contradiction) < _DOUBT and not any(each.conflict for each in near.values()):
            return self._open("no passage settles it", max(0.0, 1 - max(support, contradiction)))
        return self._open(CONFLICT, 0.5, _opposed(case, near, covered))

    def _said(self, verdict: Verdict, confidence: float, explanation: str, where: Citation) -> Vote:
        return Vote(judge=self.name, verdict=verdict, confidence=confidence, explanation=explanation, citations=[where])

    def _open(self, reason: str, confidence: float, both: Iterable[Citation] = ()) -> Vote:
        verdict = Verdict.NOT_ENOUGH_INFO
        return Vote(judge=self.name, verdict=verdict, confidence=confidence, explanation=reason, citations=[*both])


def _supporting(case: Case, near: Mapping[int, Estimate], covered: Mapping[int, float], least: float) -> int | None:
    """The passage that supports the claim most, of those that the words do not speak against."""
    for at in sorted(near, key=lambda at: -near[at].support):
        if near[at].support < least:
            break
        nearer = [other for other in near if covered[other] > covered[at]]
        heard = not near[at].conflict and covered[at] >= _SUPPORTING and _may_support(case, at)
        if heard and not any(_negates(case, other) for other in nearer):
            return at
    return None


def _refuting(case: Case, near: Mapping[int, Estimate], covered: Mapping[int, float], least: float) -> int | None:
    """The passage that contradicts the claim most, of those in which a word shows what differs."""
    for at in sorted(near, key=lambda at: -near[at].contradiction):
        if near[at].contradiction < least:
            break
        if not near[at].conflict and covered[at] >= _REFUTING and _may_refute(case, at):
            return at
    return None


def _opposed(case: Case, near: Mapping[int, Estimate], covered: Mapping[int, float]) -> list[Citation]:
    """Quotes of two passages that contradict each other: each likely, and not as sure as a verdict has to be."""
    supporting, refuting = (side(case, near, covered, _DOUBT) for side in (_supporting, _refuting))
    if supporting is None or refuting is None:
        return []
    return [
        _citation(case.evidence, supporting, near[supporting].supporting, supports=True),
        _citation(case.evidence, refuting, near[refuting].contradicting, supports=False),
    ]


def _covered(case: Case, places: Iterable[int]) -> dict[int, float]:
    """Share of the words of the claim that each passage has; 1 where it has none that count."""
    content = {term for term in terms_of(case.claim.text) if not term[:1].isdigit()}
    return {
        at: len(content.intersection(terms_of(case.evidence[at].content))) / len(content) if content else 1.0
        for at in places
    }


def _may_support(case: Case, at: int) -> bool:
    """Whether a passage has the numbers of the claim, and negates what the claim negates."""
    found = features(case.claim.text, case.evidence[at].content)
    return not (found.numbers_conflict or found.numbers_absent or found.negation_differs)


def _negates(case: Case, at: int) -> bool:
    """Whether a passage negates what the claim does not, or the other way round."""
    return bool(features(case.claim.text, case.evidence[at].content).negation_differs)


def _may_refute(case: Case, at: int) -> bool:
    """Whether a passage has most names of the claim, and a word of either shows that they differ."""
    claim, passage = case.claim.text, case.evidence[at].content
    if NEGATION.search(claim) is not None and _NOUGHT.search(passage) is not None:
        return False  # A table's 0 may say the same as a claim that something is not there.
    found = features(claim, passage)
    if found.names and found.names_covered < _NAMES:
        return False
    return any(getattr(found, name) for name in _DIFFER)


def _citation(evidence: Sequence[Evidence], at: int, span: Span, *, supports: bool | None = None) -> Citation:
    return Citation(evidence_index=at, quote=evidence[at].content[span[0] : span[1]], span=span, supports=supports)


def _portions(cases: Sequence[Case]) -> Iterator[list[Case]]:
    """Cases in portions of about so many pairs."""
    portion: list[Case] = []
    pairs = 0
    for case in cases:
        portion.append(case)
        pairs += len(case.evidence)
        if pairs >= _AT_ONCE:
            yield portion
            portion, pairs = [], 0
    if portion:
        yield portion
