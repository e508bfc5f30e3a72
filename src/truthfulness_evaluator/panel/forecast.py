"""What a run would ask its chat models, and what that would cost: for a dry run. Nothing is called."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from truthfulness_evaluator.claims.chat_prompt import planned
from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.judges.batches import Batch, batches
from truthfulness_evaluator.judges.chat_prompt import judge_prompt, judge_shape
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.estimates import estimate
from truthfulness_evaluator.models import Case, Document, ModelUsage

if TYPE_CHECKING:
    from truthfulness_evaluator.panel.members import Members


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the models would do for one document, if each sentence that states something is one claim."""

    document: str
    claims: int
    """Sentences of prose that state something: a model may find more claims in them, or fewer."""
    unsupplied: int
    """Of these, claims for which no evidence was found: nobody is asked about them."""
    usage: tuple[ModelUsage, ...]
    """By model. Of the judges the first round; of models that are asked only about what others dispute, all of it."""
    searches: int = 0
    """Of the web, at most. What they would find is not known, so that nothing that it would cost is counted."""


def forecast(members: "Members", document: Document, cases: Sequence[Case], max_searches: int = 0) -> Forecast:
    """The calls that a document would take if nothing were kept from earlier runs, and nothing failed.

    Args:
        members: the chat models.
        document: the document.
        cases: its sentences of prose, with the evidence that was found for them.
        max_searches: of the web, a claim.
    """
    supplied = [case for case in cases if case.evidence]
    together = [Batch(tuple(supplied[index] for index in group)) for group in batches(supplied)]
    asked = [(judge_prompt(batch), judge_shape(None)) for batch in together]
    parts = [_usage(members.finder, planned(document)), *(_usage(voter, asked) for voter in members.voters)]
    searches = max_searches * sum(not case.claim.unverifiable for case in cases)
    return Forecast(document.name, len(cases), len(cases) - len(supplied), tuple(summed(parts)), searches)


def _usage(client: ChatClient, requests: Sequence[tuple[Prompt, Shape]]) -> ModelUsage:
    sizes = [estimate(prompt, shape) for prompt, shape in requests]
    input_tokens, output_tokens = (sum(size[part] for size in sizes) for part in (0, 1))
    return ModelUsage(
        model=client.name,
        calls=len(requests),
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=client.cost(input_tokens, output_tokens),
    )
