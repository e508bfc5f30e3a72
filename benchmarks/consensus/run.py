"""How the ways to a consensus do on made-up judges, who are right as often as is set below.

Three judges, two of one family, with the faults that chat models are known for: they claim about 0.9, where they are
wrong little less; kin are wrong together; in rounds they give in to a majority more often than they are convinced. The
figures say which setting does better on such judges, and nothing of real ones. All settings see the same draws.

    python benchmarks/consensus/run.py [--claims 20000] [--seed 1]
"""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from unittest.mock import patch

from truthfulness_evaluator.consensus import ice, reliability
from truthfulness_evaluator.consensus import weighted as pool
from truthfulness_evaluator.consensus.changes import flips
from truthfulness_evaluator.consensus.ice import Deliberation, begun, concluded, continued, stop
from truthfulness_evaluator.consensus.pool import Consensus
from truthfulness_evaluator.consensus.simple import simple
from truthfulness_evaluator.consensus.weighted import pooled, weighted
from truthfulness_evaluator.models import Citation, Flip, Verdict, Vote

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
TRUTHS = ((S, 0.6), (R, 0.25), (N, 0.15))
KIN = ("gpt-4o", "gpt-4o-mini")
JUDGES = (*KIN, "claude-sonnet-4-5")
RIGHT = 0.75
"""How often a judge is right."""
LIKE_KIN = 0.6
"""How often the second of the family says what the first says, whatever that is."""
SURE_RIGHT, SURE_WRONG, SPREAD = 0.9, 0.84, 0.07
"""What judges claim, mean and deviation."""
GIVES_IN, CONVINCED, MISLED = 0.3, 0.2, 0.05
"""In a round: changes to the majority without a reason; to the truth, and to another verdict, with a new quote."""
THRESHOLD = 0.7


Agree = Callable[[Sequence[Sequence[Vote]]], Consensus | None]
"""From the votes of all rounds to a consensus."""


@dataclass(frozen=True)
class Figures:
    right: float
    """Share of claims whose verdict is the truth."""
    verified: float
    """Share of claims that are SUPPORTS or REFUTES with confidence of at least the threshold."""
    false: float
    """Of these, the share that is wrong."""
    off: float
    """Expected calibration error, in ten bins."""

    def __str__(self) -> str:
        return f"{self.right:8.1%} {self.verified:9.1%} {self.false:8.1%} {self.off:8.3f}"


def truth_and_rounds(draw: random.Random) -> tuple[Verdict, list[list[Vote]]]:
    """What is right, and what each judge would say in three rounds."""
    truth = draw.choices([verdict for verdict, _ in TRUTHS], [share for _, share in TRUTHS])[0]
    said: dict[str, Verdict] = {}
    for judge in JUDGES:
        if judge == KIN[1] and draw.random() < LIKE_KIN:
            said[judge] = said[KIN[0]]
        else:
            said[judge] = truth if draw.random() < RIGHT else draw.choice([v for v in (S, R, N) if v is not truth])
    rounds = [[vote(draw, judge, verdict, truth, "first") for judge, verdict in said.items()]]
    for number in (2, 3):
        now, votes = dict(said), list[Vote]()
        for judge, verdict in said.items():
            others = [other for name, other in said.items() if name != judge]
            chance = draw.random()
            quote = "first"
            if chance < CONVINCED and verdict is not truth:
                now[judge], quote = truth, f"new in {number}"
            elif chance < CONVINCED + MISLED:
                now[judge], quote = draw.choice(others), f"new in {number}"
            elif chance < CONVINCED + MISLED + GIVES_IN and others[0] is others[1]:
                now[judge] = others[0]
            votes.append(vote(draw, judge, now[judge], truth, quote))
        rounds.append(votes)
        said = now
    return truth, rounds


def vote(draw: random.Random, judge: str, verdict: Verdict, truth: Verdict, quote: str) -> Vote:
    sure = min(max(draw.gauss(SURE_RIGHT if verdict is truth else SURE_WRONG, SPREAD), 0.3), 1.0)
    return Vote(judge=judge, verdict=verdict, confidence=sure, citations=[Citation(evidence_index=0, quote=quote)])


def deliberated(rounds: Sequence[Sequence[Vote]]) -> Deliberation:
    so_far = begun(rounds[0])
    for votes in rounds[1:]:
        if stop(so_far, len(rounds)) is not None:
            break
        so_far = continued(so_far, votes)
    return so_far


def in_rounds(rounds: Sequence[Sequence[Vote]]) -> Consensus | None:
    return concluded(deliberated(rounds), weighted, pooled)


def blind(
    agree: Callable[[Sequence[Vote]], Consensus | None],
) -> Agree:
    return lambda rounds: agree(rounds[0])


def figures(
    claims: Sequence[tuple[Verdict, list[list[Vote]]]],
    agree: Agree,
) -> Figures:
    right = verified = false = 0
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(11)]
    for truth, rounds in claims:
        found = agree(rounds)
        assert found is not None
        is_right = found.verdict is truth
        right += is_right
        if found.verdict in (S, R) and found.confidence >= THRESHOLD:
            verified += 1
            false += not is_right
        bins[int(found.confidence * 10)].append((found.confidence, is_right))
    off = sum(abs(sum(c for c, _ in each) - sum(r for _, r in each)) for each in bins)
    return Figures(right / len(claims), verified / len(claims), false / max(verified, 1), off / len(claims))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    claims = [truth_and_rounds(draw) for _ in range(arguments.claims)]
    print(f"{'':36}{'right':>8} {'verified':>9} {'false':>8} {'off':>8}")

    def row(name: str, agree: Agree) -> None:
        print(f"{name:36}{figures(claims, agree)}")

    row("simple", blind(simple))
    for cap in (0.9, 0.95, 0.98, 0.999):
        with patch.object(reliability, "CLAIMED", cap):
            row(f"weighted, own word up to {cap}", blind(weighted))
    with patch.object(pool, "shared", dict):
        row("weighted, families not shared", blind(weighted))
    for margin in (0.0, 0.2, 0.4):
        with patch.object(ice, "THIN_MARGIN", margin):
            row(f"ice, overturns by {margin}", in_rounds)
    row("ice, the last pool alone", lambda rounds: weighted(deliberated(rounds).votes))
    with patch.object(ice, "brings_new", lambda *_: True), patch.object(ice, "flips", all_counted):
        row("ice, every change counts", in_rounds)


def all_counted(before: Mapping[str, Vote], now: Sequence[Vote], earlier: Sequence[Vote]) -> list[Flip]:
    return [flip.model_copy(update={"counted": True}) for flip in flips(before, now, earlier)]


if __name__ == "__main__":
    main()
