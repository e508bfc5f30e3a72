"""Batches of pairs that are about as long as each other, short ones first."""

import random
from collections.abc import Sequence

LENGTHS = (32, 64, 96, 128, 192, 256)
"""Tokens up to which pairs share a bucket. A longer pair is cut in its evidence, never in its claim."""
TOKENS = 2048
"""Tokens of a batch with padding: 64 pairs of 32, 8 of 256."""


def bucket_of(tokens: int) -> int:
    """The bucket of a pair by its length in tokens.

    Example:
        >>> bucket_of(32), bucket_of(33), bucket_of(1000)
        (32, 64, 256)
    """
    return next((length for length in LENGTHS if tokens <= length), LENGTHS[-1])


def batches(lengths: Sequence[int], *, seed: int, mixing: int = 3) -> list[list[int]]:
    """The places of all pairs in batches, each of one bucket; the same for the same seed.

    Buckets come from the shortest to the longest, but after a bucket's first third its batches are mixed with those
    of the next ones, so that short pairs are not forgotten: batch `n` of the bucket `b` comes at `b / mixing` plus a
    number drawn from 0 to 1.

    Args:
        lengths: of each pair, in tokens.
        seed: of the order.
        mixing: how many buckets may stand beside each other, 1 or more.
    """
    rng = random.Random(seed)
    buckets: dict[int, list[int]] = {length: [] for length in LENGTHS}
    for place, tokens in enumerate(lengths):
        buckets[bucket_of(tokens)].append(place)
    placed: list[tuple[float, list[int]]] = []
    for number, (length, places) in enumerate(buckets.items()):
        rng.shuffle(places)
        size = max(1, TOKENS // length)
        placed += [(number / mixing + rng.random(), places[at : at + size]) for at in range(0, len(places), size)]
    return [batch for _, batch in sorted(placed, key=lambda each: each[0])]
