"""How long the steps of a search take where nothing but their order costs time. Pure."""

from collections.abc import Sequence
from heapq import heappop, heappush

Page = tuple[int, str]
"""Site and path."""
Steps = Sequence[Sequence[Page]]
"""Of a claim: for each of its searches, the pages that it names and that are read."""


def chain_s(
    claims: Sequence[Steps], *, answer_s: float, pause_s: float, decision_s: float, most_searches: int
) -> float:
    """Seconds of the longest chain of steps of which each must wait for the one before.

    All that may be done at once is, at no cost: only answers, turns at a host and its pauses take time. A claim's pages
    wait for its search, and its next search waits for all of them and for a decision. A host gives its robots.txt,
    then its pages one at a time in the order in which they were wanted, with a pause after each; a page that is wanted
    again is there.

    Args:
        claims: what each searched for.
        answer_s: of a search, of a robots.txt and of a page.
        pause_s: between two pages of a host.
        decision_s: after each search but the last that is allowed; 0: nobody is asked.
        most_searches: that a claim is allowed.

    Example:
        >>> one, other = (1, "/a"), (1, "/b")
        >>> round(chain_s([[[one]], [[other]]], answer_s=0.1, pause_s=0.5, decision_s=0, most_searches=3), 1)
        0.9
    """
    found: list[tuple[float, int, int]] = []
    for number, steps in enumerate(claims):
        if steps:
            heappush(found, (answer_s, number, 0))
    ready: dict[Page, float] = {}
    turn: dict[int, float] = {}
    ended = 0.0
    while found:
        at, number, step = heappop(found)
        read = at
        for page in claims[number][step]:
            if page not in ready:
                begins = max(at, turn.get(page[0], at + answer_s))
                ready[page] = begins + answer_s
                turn[page[0]] = ready[page] + pause_s
            read = max(read, ready[page])
        if step + 1 < most_searches:
            read += decision_s
        ended = max(ended, read)
        if step + 1 < len(claims[number]):
            heappush(found, (read + answer_s, number, step + 1))
    return ended
