"""How good probabilities are: balanced accuracy, calibration, and what is right among what is said."""

from collections.abc import Sequence
from dataclasses import dataclass

from training.data import LABELS, Pair
from truthfulness_evaluator.nli.estimate import Thresholds

Probabilities = tuple[float, float, float]
"""Of `LABELS`, in that order."""
BINS = 15
_ENOUGH = 30
"""Verdicts from which on a share of them is taken to tell something: one wrong one at the top is chance."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a judge says at its thresholds: verdicts other than NOT_ENOUGH_INFO."""

    share: float
    """Of all pairs, 0 to 1."""
    right: float
    """Of those said; 1 where nothing is."""
    supports: int
    supports_right: float
    """Of SUPPORTS; 1 where there are none."""
    refutes: int
    refutes_right: float
    """Of those REFUTES that can be judged; 1 where there are none."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A judge on one set."""

    rows: int
    balanced_accuracy: float
    """Supported against not, the mean of both shares that are right; the one share where a set has one side alone."""
    two_sided: bool
    """Whether the set has both sides."""
    macro_f1: float
    """Over the labels that the set has; a prediction between REFUTES and NOT_ENOUGH_INFO counts as not supported in
    a set that does not tell them apart."""
    calibration_error: float
    """Expected calibration error of the most probable label, in 15 bins of equal width."""


def grouped(pairs: Sequence[Pair], found: Sequence[Probabilities]) -> tuple[list[Pair], list[Probabilities]]:
    """One row for all evidence sets of a claim: that which supports it most; its label is the most supporting one."""
    best: dict[str, int] = {}
    rows = list(pairs)
    for at, pair in enumerate(pairs):
        key = f"{pair.dataset} {pair.group or pair.id}"
        if key in best:
            before = best[key]
            if pair.label == "SUPPORTS":
                rows[before] = pair
            best[key] = max(before, at, key=lambda each: found[each][0])
            rows[best[key]] = pair if pair.label == "SUPPORTS" else rows[before]
        else:
            best[key] = at
    return [rows[at] for at in best.values()], [found[at] for at in best.values()]


def figures(pairs: Sequence[Pair], found: Sequence[Probabilities]) -> Figures:
    """The figures of a set.

    Raises:
        ValueError: it has no pairs.
    """
    if not pairs:
        raise ValueError("no pairs to measure")
    pairs, found = grouped(pairs, found)
    true = [pair.label == "SUPPORTS" for pair in pairs]
    said = [each[0] > 0.5 for each in found]
    sides = [
        sum(guess == truth for guess, truth in zip(said, true, strict=True) if truth is side) / true.count(side)
        for side in (True, False)
        if side in true
    ]
    return Figures(
        rows=len(pairs),
        balanced_accuracy=sum(sides) / len(sides),
        two_sided=len(sides) == 2,
        macro_f1=_macro_f1(pairs, found),
        calibration_error=calibration_error(pairs, found),
    )


def _macro_f1(pairs: Sequence[Pair], found: Sequence[Probabilities]) -> float:
    merged = any(pair.scheme == "SN" for pair in pairs)
    without = all(pair.scheme == "SR" for pair in pairs)

    def name(label: str) -> str:
        return label if label == "SUPPORTS" or not merged else "NOT_ENOUGH_INFO"

    def guess(each: Probabilities) -> str:
        if merged:
            return "SUPPORTS" if each[0] > 0.5 else "NOT_ENOUGH_INFO"
        return LABELS[max(range(2 if without else 3), key=lambda at: each[at])]

    true = [name(pair.label) for pair in pairs]
    said = [guess(each) for each in found]
    scores: list[float] = []
    for label in sorted(set(true)):
        hits = sum(a == b == label for a, b in zip(true, said, strict=True))
        scores.append(2 * hits / (true.count(label) + said.count(label)))
    return sum(scores) / len(scores)


def _is_right(pair: Pair, at: int) -> bool:
    return pair.possible[at]


def calibration_error(pairs: Sequence[Pair], found: Sequence[Probabilities]) -> float:
    """How far confidence is from the share that is right, on average over pairs.

    A pair of which only supported or not is known is asked that: confidence is then the greater of both.
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for pair, each in zip(pairs, found, strict=True):
        if pair.scheme == "SN":
            confidence, right = max(each[0], 1 - each[0]), (each[0] > 0.5) == (pair.label == "SUPPORTS")
        else:
            at = max(range(3), key=lambda place: each[place])
            confidence, right = each[at], _is_right(pair, at)
        bins[min(BINS - 1, int(confidence * BINS))].append((confidence, right))
    gaps = (abs(sum(c - r for c, r in each)) for each in bins if each)
    return sum(gaps) / max(1, len(pairs))


def said_at(pairs: Sequence[Pair], found: Sequence[Probabilities], thresholds: Thresholds) -> Said:
    """What is said at thresholds of confidence, and how much of it is right.

    A REFUTES of a pair of which only "not supported" is known can't be judged as such: it counts in `right` (not
    supported is what was said), not in `refutes_right`.
    """
    limits = (thresholds.supports, thresholds.refutes)
    sides = [0 if each[0] >= each[1] else 1 for each in found]
    said = [(pair, at) for pair, at, each in zip(pairs, sides, found, strict=True) if each[at] >= limits[at]]
    supports = [pair for pair, at in said if at == 0]
    refutes = [pair for pair, at in said if at == 1 and not (pair.scheme == "SN" and pair.label != "SUPPORTS")]
    return Said(
        share=len(said) / max(1, len(pairs)),
        right=_share([_is_right(pair, at) for pair, at in said]),
        supports=len(supports),
        supports_right=_share([pair.label == "SUPPORTS" for pair in supports]),
        refutes=len(refutes),
        refutes_right=_share([pair.label == "REFUTES" for pair in refutes]),
    )


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 1.0


def risk_coverage(pairs: Sequence[Pair], found: Sequence[Probabilities], *, steps: int = 20) -> dict[str, Said]:
    """What is said at thresholds from 0 to nearly 1, the same for both verdicts, by threshold."""
    return {
        f"{step / steps:.2f}": said_at(pairs, found, Thresholds(step / steps, step / steps)) for step in range(steps)
    }


def thresholds_for(pairs: Sequence[Pair], found: Sequence[Probabilities], *, right: float) -> Thresholds:
    """For each verdict the lowest threshold, in hundredths, at which so much of it is right.

    Thresholds below one at which enough is said, and too little of it is right, are not looked at. A threshold is 1.0
    where there is none.
    """
    return Thresholds(_threshold(pairs, found, right, 0), _threshold(pairs, found, right, 1))


def _threshold(pairs: Sequence[Pair], found: Sequence[Probabilities], right: float, side: int) -> float:
    wanted = 1.0
    for step in range(99, 0, -1):
        limit = step / 100
        said = said_at(pairs, found, Thresholds(limit, 1.1) if side == 0 else Thresholds(1.1, limit))
        count, share = (said.supports, said.supports_right) if side == 0 else (said.refutes, said.refutes_right)
        if count and share >= right:
            wanted = limit
        elif count >= _ENOUGH:
            break
    return wanted
