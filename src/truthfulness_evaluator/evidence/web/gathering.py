"""Evidence from the web for the claims of one document."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.core.protocols import Ranker
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.gathering import Looked
from truthfulness_evaluator.evidence.web.claim_search import NAME, ClaimSearch, FoundOnWeb
from truthfulness_evaluator.evidence.web.own_pages import OwnPages
from truthfulness_evaluator.evidence.web.pages.page_text import PageError
from truthfulness_evaluator.evidence.web.web import Web
from truthfulness_evaluator.llm.loop import on_held_loop
from truthfulness_evaluator.models import Claim, Document, Evidence, FailureKind, JudgeFailure
from truthfulness_evaluator.project.project import Project

_MOST_NAMED = 3
"""Pages that one sentence says the problem of."""

_LOOK_S = 0.2
"""Seconds after which it is looked anew whether the user has ended the run."""
_INTERRUPTED = FoundOnWeb((), JudgeFailure(judge=NAME, kind=FailureKind.INTERRUPTED, message="the user ended the run"))


@dataclass(frozen=True)
class WebEvidence:
    """Searches the web for claims of prose, all at once. An `EvidenceGatherer` that may fail in parts.

    The document itself, its site, its project's pages and copies of it are no evidence for it.
    """

    web: Web
    document: Document
    project: Project | None = None
    ranker: Ranker | None = None
    """Helps to choose the passages; None: their words alone count."""

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """As `look`, without what failed."""
        return list((await self.look(claims)).evidence)

    async def look(self, claims: Sequence[Claim]) -> Looked:
        """Passages for each claim, best first; none for claims that state an exact fact or that nobody can check."""
        found = await on_held_loop(self._found(claims))
        unread = {address: problem for each in found for address, problem in each.unread.items()}
        return Looked(
            [list(each.evidence) for each in found],
            unfetched={
                claim.id: each.failure for claim, each in zip(claims, found, strict=True) if each.failure is not None
            },
            notices=(*self.web.remarks(), *_told(unread)),
        )

    async def _found(self, claims: Sequence[Claim]) -> list[FoundOnWeb]:
        """What is found for each claim; of those that are not done when the user ends the run, that."""
        tasks = [asyncio.ensure_future(self._of_claim(claim)) for claim in claims]
        waiting = set(tasks)
        try:
            while waiting:
                _, waiting = await asyncio.wait(waiting, timeout=_LOOK_S)
                if waiting and self.web.is_ended():
                    break
        finally:
            for task in waiting:
                task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return [_INTERRUPTED if task.cancelled() else task.result() for task in tasks]

    async def _of_claim(self, claim: Claim) -> FoundOnWeb:
        if claim.fact is not None or claim.unverifiable:
            return FoundOnWeb(())
        return await ClaimSearch(claim, self.web, self._own, self._gate, self.ranker).found()

    @cached_property
    def _own(self) -> OwnPages:
        return OwnPages(self.document, self.project)

    @cached_property
    def _gate(self) -> Gate:
        return Gate(self.document)


def _told(unread: Mapping[str, PageError]) -> list[str]:
    """That pages could not be read, in one sentence, in the order of their addresses."""
    if not unread:
        return []
    reasons = [str(unread[address]).removesuffix(".") for address in sorted(unread)]
    more = f"; and {len(reasons) - _MOST_NAMED} more" if len(reasons) > _MOST_NAMED else ""
    pages = "1 page that was found" if len(reasons) == 1 else f"{len(reasons)} pages that were found"
    return [f"{pages} on the web could not be read: {'; '.join(reasons[:_MOST_NAMED])}{more}."]
