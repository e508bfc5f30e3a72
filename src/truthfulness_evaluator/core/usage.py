"""Sums of what chat models did. Pure."""

from collections.abc import Iterable

from truthfulness_evaluator.models.report import ModelUsage


def summed(usages: Iterable[ModelUsage]) -> list[ModelUsage]:
    """One a model, sorted by name; a cost that is unknown for a part is unknown for the whole.

    Example:
        >>> [usage.calls for usage in summed([ModelUsage(model="m", calls=1), ModelUsage(model="m", calls=2)])]
        [3]
    """
    by_model: dict[str, ModelUsage] = {}
    for each in usages:
        had = by_model.get(each.model, ModelUsage(model=each.model))
        by_model[each.model] = ModelUsage(
            model=each.model,
            calls=had.calls + each.calls,
            cached=had.cached + each.cached,
            input_tokens=had.input_tokens + each.input_tokens,
            output_tokens=had.output_tokens + each.output_tokens,
            cost=None if had.cost is None or each.cost is None else had.cost + each.cost,
        )
    return [by_model[model] for model in sorted(by_model)]
