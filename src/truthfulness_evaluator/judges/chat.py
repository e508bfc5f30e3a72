"""A chat model that judges claims on their evidence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.core.waiting import all_of
from truthfulness_evaluator.judges.batches import Batch, batches
from truthfulness_evaluator.judges.chat_prompt import prompt_version
from truthfulness_evaluator.judges.chat_sitting import Sitting
from truthfulness_evaluator.judges.vote_cache import VoteCache
from truthfulness_evaluator.llm.asking import Asker
from truthfulness_evaluator.models import Board, Case, Claim, Outcome, Verdict, Vote
from truthfulness_evaluator.store.cache import Cache

KIND = "prose"
"""The claims that it judges: what a rule has read as a fact is looked up."""
NO_EVIDENCE = "no evidence was given"


def _uncounted(_hits: int) -> None:
    pass


@dataclass(frozen=True)
class ChatJudge:
    """Asks a chat model about claims in batches, and counts only what it can show.

    A SUPPORTS or REFUTES needs a quote that stands in the evidence. A claim whose answer does not count is asked
    about once more, alone, and told what was wrong; after that it is a failure that records the verdict it claimed.
    A batch that gets no readable answer, or is refused or too long, is asked about in halves, as long as one of two
    halves succeeds. Claims and passages are never cut.
    """

    asker: Asker
    cache: Cache | None = field(default=None, repr=False)
    """Where votes are kept, each as soon as it is there."""
    on_cached: Callable[[int], None] = field(default=_uncounted, repr=False)
    """Is told how many votes of a request came out of the cache."""

    @property
    def name(self) -> str:
        """The model's name, as the user gave it."""
        return self.asker.name

    @property
    def needs_evidence(self) -> bool:
        """True: it judges by the evidence and not by what a model remembers."""
        return True

    def handles(self, claim: Claim) -> bool:
        """Whether the claim is prose that can be checked, and no fact that is looked up."""
        return claim.kind == KIND and claim.fact is None and not claim.unverifiable

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case, in the order of the cases. Batches go out at once: pacing is the asker's matter."""
        evidence = tuple(each for case in cases for each in case.evidence)
        votes = VoteCache(self.cache, self.name, self.asker.settings, prompt_version(), evidence)
        sitting = Sitting(self.asker, votes, board)
        outcomes = [_unasked(case, self.name) or sitting.kept(case) for case in cases]
        hits = sum(outcome is not None and bool(case.evidence) for case, outcome in zip(cases, outcomes, strict=True))
        if hits:
            self.on_cached(hits)
        open_ = [index for index, outcome in enumerate(outcomes) if outcome is None]
        groups = [[open_[each] for each in group] for group in batches([cases[index] for index in open_])]
        answers = await all_of(*(sitting.outcomes(Batch(tuple(cases[index] for index in group))) for group in groups))
        for group, answered in zip(groups, answers, strict=True):
            for index, outcome in zip(group, answered, strict=True):
                outcomes[index] = outcome
        return [outcome for outcome in outcomes if outcome is not None]


def _unasked(case: Case, judge: str) -> Outcome | None:
    """Without evidence no call is made: there is nothing that a verdict could rest on."""
    if case.evidence:
        return None
    return Outcome(Vote(judge=judge, verdict=Verdict.NOT_ENOUGH_INFO, confidence=1.0, explanation=NO_EVIDENCE))
