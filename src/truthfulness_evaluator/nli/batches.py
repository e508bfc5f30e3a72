"""Rows of tokens in batches of about the same length."""

from collections.abc import Iterator, Sequence

TOKENS = 4096
"""Tokens of a batch, padding included: the most that is in memory at once beside the model itself."""


def batches(lengths: Sequence[int], *, tokens: int = TOKENS) -> Iterator[list[int]]:
    """The places of rows in batches, the shortest rows first; a batch has at most so many tokens with its padding.

    Example:
        >>> list(batches([5, 100, 4, 90], tokens=200))
        [[2, 0], [3, 1]]
    """
    order = sorted(range(len(lengths)), key=lambda at: lengths[at])
    first = 0
    while first < len(order):
        last = first + 1
        while last < len(order) and (last + 1 - first) * lengths[order[last]] <= tokens:
            last += 1
        yield order[first:last]
        first = last


__all__ = ["TOKENS", "batches"]
