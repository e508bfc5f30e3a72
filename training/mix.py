"""What is trained on: the pairs there are, and those made from them."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from training.additions import joined, lengthened, mutated, mutated_evidence, negated, on_tables, unsettled
from training.data import Pair
from training.software import software

SHARES = {
    "changed": 0.09,
    "changed evidence": 0.05,
    "negated": 0.08,
    "joined": 0.05,
    "unsettled": 0.09,
    "long": 0.10,
    "table": 0.03,
    "software": 0.04,
}
"""Of the whole mix, at most; the rest are pairs as they are."""
_MOST_OF_A_SET = 0.15
"""Of the pairs as they are, at most, so that no set sets the tone."""


def mixed(pairs: Sequence[Pair], *, size: int, rounds: int, seed: int) -> list[Pair]:
    """A mix of pairs, in random order; the same for the same pairs, size, rounds and seed.

    Args:
        pairs: to train on, none held out.
        size: pairs of a round; less where the pairs do not suffice.
        rounds: how often the pairs are gone through; the additions of each are others.
        seed: of all that is drawn.
    """
    rng = random.Random(seed)
    return [pair for _ in range(rounds) for pair in _round(pairs, size, rng)]


def _round(pairs: Sequence[Pair], size: int, rng: random.Random) -> list[Pair]:
    order = list(pairs)
    rng.shuffle(order)
    plain = _capped(order, round(size * (1 - sum(SHARES.values()))))
    source = order[: max(2000, 2 * size)]
    made = {
        "changed": mutated(source, rng),
        "changed evidence": mutated_evidence(source, rng),
        "negated": negated(source, rng),
        "joined": joined(source, rng),
        "unsettled": unsettled(source, rng),
        "long": lengthened(source, rng),
        "table": on_tables(source, rng),
        "software": software(round(size * SHARES["software"]), rng),
    }
    for name, share in SHARES.items():
        plain += islice(made[name], round(size * share))
    rng.shuffle(plain)
    return plain


def _capped(order: Sequence[Pair], size: int) -> list[Pair]:
    seen: Counter[str] = Counter()
    most = max(1, round(size * _MOST_OF_A_SET))
    kept: list[Pair] = []
    for pair in order:
        if len(kept) == size:
            break
        if seen[pair.dataset] < most:
            seen[pair.dataset] += 1
            kept.append(pair)
    return kept


def composition(pairs: Sequence[Pair]) -> dict[str, dict[str, int]]:
    """How many pairs of each set and addition have each label, by name."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        name = pair.dataset + ("+" + pair.id.rsplit("+", 1)[1] if "+" in pair.id else "")
        found[name][pair.label] += 1
    return {name: dict(sorted(found[name].items())) for name in sorted(found)}
