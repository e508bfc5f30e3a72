"""What is trained on: the pairs there are, and those made from them."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

from training.additions import lengthened, mutated, on_tables, unsettled
from training.data import Pair
from training.software import software

SHARES = {"changed": 0.12, "unsettled": 0.10, "long": 0.12, "table": 0.04, "software": 0.06}
"""Of the whole mix, at most; the rest are pairs as they are."""
_MOST_OF_A_SET = 0.15
"""Of the pairs as they are, at most, so that no set sets the tone."""


def mixed(pairs: Sequence[Pair], *, size: int, seed: int) -> list[Pair]:
    """A mix of about a number of pairs, in random order; the same for the same pairs, size and seed.

    Args:
        pairs: to train on, none held out.
        size: pairs of the mix; less where the pairs do not suffice.
        seed: of all that is drawn.
    """
    rng = random.Random(seed)
    order = list(pairs)
    rng.shuffle(order)
    plain = _capped(order, round(size * (1 - sum(SHARES.values()))))
    source = order[: max(2000, 2 * size)]
    made = {
        "changed": list(mutated(source, rng)),
        "unsettled": list(unsettled(source, rng)),
        "long": list(lengthened(source, rng)),
        "table": list(on_tables(source[: size // 2], rng)),
        "software": list(software(round(size * SHARES["software"]), rng)),
    }
    for name, share in SHARES.items():
        rng.shuffle(made[name])
        plain += made[name][: round(size * share)]
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
