"""What is known of a judge's errors: how often it gave which verdict where which one was right. Pure."""

import json
import math
from collections.abc import Mapping
from typing import cast

from truthfulness_evaluator.models import Verdict, Vote

Counts = Mapping[Verdict, Mapping[Verdict, float]]
"""Of one judge: by the verdict that was right, how often it gave each."""

CLAIMED = 0.95
"""The most that a judge's own word counts: two judges who are 0.75 sure then outvote one that claims certainty, and
it stays below what is looked up (0.99). Of the made-up judges of `benchmarks/consensus`, 0.98 would verify 0.3 % more
claims, as often wrongly."""
MEASURED = 0.98
"""The most that counts by a judge's record: still below what is looked up."""
CERTAIN = 0.999
"""The most that any verdict comes to: nothing is certain, and a probability of 0 could not be outvoted."""
_OWN_WORD = 10.0
"""Labelled claims, by right verdict, that weigh as much as the judge's own word for its vote."""


def vote_shares(vote: Vote, counts: Counts | None = None, *, exact: bool = False) -> dict[Verdict, float]:
    """A vote as probabilities of the four verdicts, none of them 0.

    By its own word, the verdict has the vote's confidence and the others share the rest evenly. With counts it is the
    posterior of the right verdict given the one voted for, all four alike before: the likelihood of this vote in each
    row is its frequency, to which the vote's own word is added as if it had been seen `_OWN_WORD` times. Few counts
    move little, and many leave nothing of the own word.

    Args:
        vote: a valid vote.
        counts: what is known of its judge.
        exact: the judge looks up and estimates nothing; its confidence is its measured precision.
    """
    cap = CERTAIN if exact else CLAIMED if counts is None else MEASURED
    confidence = min(max(vote.confidence, 1 - CERTAIN), cap)
    other = (1 - confidence) / (len(Verdict) - 1)
    own = {right: confidence if right is vote.verdict else other for right in Verdict}
    if counts is None:
        return own
    likelihood: dict[Verdict, float] = {}
    for right in Verdict:
        row = counts.get(right, {})
        seen = math.fsum(row.values())
        likelihood[right] = (row.get(vote.verdict, 0.0) + _OWN_WORD * own[right]) / (seen + _OWN_WORD)
    least = (1 - cap) / (len(Verdict) - 1)
    return _normal({right: max(share, least) for right, share in _normal(likelihood).items()})


def parse_reliability(text: str) -> dict[str, Counts]:
    """The counts of each judge, from the text of a reliability file.

    That is a JSON object: by the judge's name, as reports give it, an object with a row for each right verdict, which
    holds how often the judge gave each verdict then. Rows and counts that are left out are 0.

    Raises:
        ValueError: the text is something else; the message is a clause that says where.

    Example:
        >>> parse_reliability('{"gpt-4o": {"REFUTES": {"REFUTES": 41, "SUPPORTS": 3}}}')["gpt-4o"][Verdict.REFUTES]
        {<Verdict.REFUTES: 'REFUTES'>: 41.0, <Verdict.SUPPORTS: 'SUPPORTS'>: 3.0}
    """
    try:
        read: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not valid JSON ({error})") from None
    judges = _object(read, "the file")
    return {
        judge: {
            _verdict(right, f"{judge}"): {
                _verdict(given, f"{judge}, {right}"): _count(count, f"{judge}, {right}, {given}")
                for given, count in _object(row, f"{judge}, {right}").items()
            }
            for right, row in _object(rows, judge).items()
        }
        for judge, rows in judges.items()
    }


def _normal(shares: Mapping[Verdict, float]) -> dict[Verdict, float]:
    whole = math.fsum(shares.values())
    return {verdict: share / whole for verdict, share in shares.items()}


def _object(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{where} should be an object")
    return cast("dict[str, object]", value)


def _verdict(label: str, where: str) -> Verdict:
    try:
        return Verdict(label)
    except ValueError:
        raise ValueError(f"{where} names {label!r}, which is no verdict ({', '.join(Verdict)})") from None


def _count(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{where} should be a count, 0 or more")
    return float(value)
