"""The seam that decides, after each search, whether a claim needs another one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from truthfulness_evaluator.evidence.web.deciding.queries import queries_of
from truthfulness_evaluator.models import Claim, Evidence


class Deciding(Protocol):
    """Says what to search for next."""

    @property
    def name(self) -> str:
        """Who decides: a chat model's name, or `rules`."""
        ...

    async def next_query(self, claim: Claim, evidence: Sequence[Evidence], asked: Sequence[str]) -> str | None:
        """The next query; None where the evidence suffices, or there is nothing more to ask.

        Args:
            claim: what evidence is looked for.
            evidence: what was found so far, best first.
            asked: the queries of this claim so far, in their order.

        Raises:
            ModelCallError: a chat model was to decide, and gave no usable answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class RuleQueries:
    """Asks by rule: the words of the claim, and with fewer of them where that brought nothing.

    Example:
        >>> import asyncio
        >>> claim = Claim(id="1", text="The ferry carries 200 cars.", source_document="a.md")
        >>> asyncio.run(RuleQueries().next_query(claim, [], ["ferry carries 200 cars"]))
        'ferry carries cars'
    """

    @property
    def name(self) -> str:
        """`rules`."""
        return "rules"

    async def next_query(self, claim: Claim, evidence: Sequence[Evidence], asked: Sequence[str]) -> str | None:
        """The first of the claim's queries that was not asked; None where there is evidence."""
        if evidence:
            return None
        return next((query for query in queries_of(claim) if query not in asked), None)
