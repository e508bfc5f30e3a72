"""Batches of pairs that are about as long as each other, short ones first."""

import random
from collections.abc import Sequence

LENGTHS = (32, 64, 96, 128, 192, 256)
"""Tokens up to which pairs share a bucket. A longer pair is cut in its evidence, never in its claim."""
TOKENS = 4096
"""Tokens of a batch with padding: 128 pairs of 32, 16 of 256."""
LAST_START = 0.3
"""Share of the batches after which pairs of every length come."""


def bucket_of(tokens: int) -> int:
    """The bucket of a pair by its length in tokens.

    Example:
        >>> bucket_of(32), bucket_of(33), bucket_of(1000)
        (32, 64, 256)
    """
    return next((length for length in LENGTHS if tokens <= length), LENGTHS[-1])


def batches(lengths: Sequence[int], *, seed: int) -> list[list[int]]:
    """The places of all pairs in batches, each of one bucket; the same for the same seed.

    The shortest bucket is spread over the whole, the longest over what comes after `LAST_START`, those between start
    between: short pairs teach what long ones need, and are not forgotten over them.

    Args:
        lengths: of each pair, in tokens.
        seed: of the order.
    """
    rng = random.Random(seed)
    buckets: dict[int, list[int]] = {length: [] for length in LENGTHS}
    for place, tokens in enumerate(lengths):
        buckets[bucket_of(tokens)].append(place)
    placed: list[tuple[float, list[int]]] = []
    for number, (length, places) in enumerate(buckets.items()):
        rng.shuffle(places)
        size, start = max(1, TOKENS // length), LAST_START * number / (len(LENGTHS) - 1)
        placed += [(rng.uniform(start, 1), places[at : at + size]) for at in range(0, len(places), size)]
    return [batch for _, batch in sorted(placed, key=lambda each: each[0])]
