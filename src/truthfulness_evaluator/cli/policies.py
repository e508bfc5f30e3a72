"""The policy of the gate for each document, out of the settings."""

from collections.abc import Callable

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.gate import FailOn, Policy


def policies(config: EvaluatorConfig) -> Callable[[str], Policy]:
    """Gives the policy for a document by its name."""

    def policy_of(document: str) -> Policy:
        settings = config.for_document(document)
        return Policy(
            fail_on=FailOn(settings.fail_on),
            fail_on_model=FailOn(settings.fail_on_model),
            kinds=frozenset(settings.fail_on_kind),
            min_confidence=settings.min_confidence,
        )

    return policy_of
