"""Names of programs' parts: their words, and how near two names are."""

import re
from collections.abc import Iterable

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_SHORT = 5
"""Names with fewer characters than this are never near each other: `--all` and `--ask` are two names."""
_LONG = 8
"""From this length on two edits are near, below it one."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case.

    Example:
        >>> words_of("maxWorkers"), words_of("--max-workers"), words_of("HTTPServer2")
        (('max', 'workers'), ('max', 'workers'), ('http', 'server', '2'))
    """
    return tuple(word.lower() for word in _WORDS.findall(name))


def folded(name: str) -> str:
    """A name without case and separators: what is left is equal for `max-workers` and `MAX_WORKERS`.

    Example:
        >>> folded("--max-workers")
        'maxworkers'
    """
    return re.sub(r"[\W_]+", "", name).lower()


def edit_distance(left: str, right: str, limit: int = 2) -> int:
    """Edits (insert, delete, replace, swap of neighbours) between two strings; `limit + 1` where more.

    The restricted Damerau-Levenshtein distance (optimal string alignment).

    Example:
        >>> edit_distance("lockfilie", "lockfile"), edit_distance("maanger", "manager")
        (1, 1)
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, previous = previous, current
    return min(previous[-1], limit + 1)


def is_near(left: str, right: str) -> bool:
    """Whether two different names are so alike that one is likely a slip for the other.

    Near are: the same name in other case or with other separators; the same words in another order;
    one edit, or two in names of eight characters or more. Digits must agree: `py38` and `py39`
    are two names. Names that are equal are not near.

    Example:
        >>> is_near("--lockfilie", "--lockfile"), is_near("py38", "py39")
        (True, False)
    """
    if left == right:
        return False
    a, b = folded(left), folded(right)
    if a == b:
        return True
    if re.sub(r"\D", "", a) != re.sub(r"\D", "", b):
        return False
    if min(len(a), len(b)) < _SHORT:
        return False
    left_words, right_words = words_of(left), words_of(right)
    if len(left_words) > 1 and sorted(left_words) == sorted(right_words):
        return True
    limit = 2 if min(len(a), len(b)) >= _LONG else 1
    return edit_distance(a, b, limit) <= limit


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that is near to a name; None where there is none, or where two are equally near."""
    near = [other for other in set(candidates) if is_near(name, other)]
    if not near:
        return None
    ranked = sorted((edit_distance(name, other, 6), other) for other in near)
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        return None
    return ranked[0][1]
