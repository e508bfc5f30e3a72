"""`--dry-run`: what a run would ask its chat models, as a table."""

import sys
from collections.abc import Sequence

from truthfulness_evaluator.cli.reading import read_target
from truthfulness_evaluator.cli.streams import complain, put
from truthfulness_evaluator.cli.targets import Targets
from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models import ModelUsage
from truthfulness_evaluator.panel.forecast import Forecast
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.panel import cost_words
from truthfulness_evaluator.reporting.wording import counted


def run_dry(evaluator: Evaluator, targets: Targets) -> int:
    """Prints what the documents would take; gives the exit code."""
    assert evaluator.members is not None
    forecasts: list[Forecast] = []
    unread = len(targets.problems)
    for target in targets.documents:
        try:
            document = read_target(target)
        except DocumentError as error:
            complain(f"error: {error}")
            unread += 1
        else:
            forecasts.append(evaluator.members.run(evaluator.forecast(document)))
    if forecasts or not unread:
        put("".join(f"{line}\n" for line in forecast_lines(forecasts)), sys.stdout)
    if unread:
        return ExitCode.INCOMPLETE if forecasts else ExitCode.USAGE
    return ExitCode.PASSED


def forecast_lines(forecasts: Sequence[Forecast]) -> list[str]:
    """What is to be expected, over all documents.

    Example:
        >>> forecast_lines([Forecast("a.md", 3, 1, (ModelUsage(model="m", calls=1, input_tokens=900, cost=None),))])[1]
        'm       1 call       900 tokens in       0 out  price unknown'
    """
    usage = summed(each for forecast in forecasts for each in forecast.usage)
    claims = sum(forecast.claims for forecast in forecasts)
    unsupplied = sum(forecast.unsupplied for forecast in forecasts)
    without = f", {unsupplied} of them without evidence" if unsupplied else ""
    stated = f"About {counted(claims, 'claim')} of prose in {counted(len(forecasts), 'document')}{without}."
    width = max((len(one_line(each.model)) for each in usage), default=0)
    searches = sum(forecast.searches for forecast in forecasts)
    return [stated, *(_row(each, width) for each in usage), *_of_the_web(searches), *_closing(usage)]


def _of_the_web(searches: int) -> list[str]:
    if not searches:
        return []
    most = "1 search" if searches == 1 else f"{searches:,} searches"
    return [f"At most {most} of the web besides; what they find, and the calls that this takes, are not counted."]


def _row(usage: ModelUsage, width: int) -> str:
    return (
        f"{one_line(usage.model):<{width}} {counted(usage.calls, 'call'):>12} {usage.input_tokens:>9,} tokens in "
        f"{usage.output_tokens:>7,} out  {cost_words(usage.cost)}"
    )


def _closing(usage: Sequence[ModelUsage]) -> list[str]:
    costs = [each.cost for each in usage]
    known = [cost for cost in costs if cost is not None]
    whole = f"About {cost_words(sum(known))} in all" if len(known) == len(costs) else "The cost is not known"
    return [f"{whole}: one round of votes, nothing kept from earlier runs, no call repeated. Nothing was called."]
