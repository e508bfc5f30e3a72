"""Names of programs' parts: their words, and how near two names are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from truthfulness_evaluator.text.patterns import regex

_WORDS = regex(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_DASHED = regex(r"\w+(?:-\w+)*")
_SHORT = 5
"""Names with fewer characters than this are never near each other: `--all` and `--ask` are two names."""
_REMEMBERED = 20_000
"""Names whose words are kept: one name is compared with all others of a class or module."""
_LONG = 8
"""From this length on two edits are near, below it one."""


@lru_cache(maxsize=_REMEMBERED)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case.

    Example:
        >>> words_of("maxWorkers"), words_of("--max-workers"), words_of("HTTPServer2")
        (('max', 'workers'), ('max', 'workers'), ('http', 'server', '2'))
    """
    return tuple(word.lower() for word in _WORDS.findall(name))


@lru_cache(maxsize=4)
def word_counts(text: str) -> Mapping[str, int]:
    """How often a text has each word; of one with dashes inside, also its pieces count.

    Example:
        >>> dict(word_counts("a dry-run, dry"))
        {'a': 1, 'dry-run': 1, 'dry': 2, 'run': 1}
    """
    counts = Counter(_DASHED.findall(text))
    for word, number in [each for each in counts.items() if "-" in each[0]]:
        for piece in word.split("-"):
            counts[piece] += number
    return counts


def class_name(name: str) -> str:
    """What the class of a thing is mostly called.

    Example:
        >>> class_name("job_queue")
        'JobQueue'
    """
    return "".join(word.capitalize() for word in words_of(name))


@lru_cache(maxsize=_REMEMBERED)
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
    left, right = _differing(left, right)
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


def _differing(left: str, right: str) -> tuple[str, str]:
    """Two strings without what they begin and end with alike, which takes no edit: near names differ in little."""
    shorter = min(len(left), len(right))
    start = 0
    while start < shorter and left[start] == right[start]:
        start += 1
    end = 0
    while end < shorter - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


def is_near(left: str, right: str) -> bool:
    """Whether two different names are so alike that one is likely a slip for the other.

    Near are: the same name in other case or with other separators; the same words in another order;
    one edit, or two in names of eight characters or more, but not both in a short word. Digits must agree: `py38`
    and `py39` are two names. Names that are equal are not near.

    Example:
        >>> is_near("--lockfilie", "--lockfile"), is_near("py38", "py39")
        (True, False)
    """
    if left == right:
        return False
    a, b = folded(left), folded(right)
    if a == b:
        return True
    if not (a.isalpha() and b.isalpha()) and re.sub(r"\D", "", a) != re.sub(r"\D", "", b):
        return False
    if min(len(a), len(b)) < _SHORT:
        return False
    left_words, right_words = words_of(left), words_of(right)
    if len(left_words) > 1 and sorted(left_words) == sorted(right_words):
        return True
    limit = 2 if min(len(a), len(b)) >= _LONG else 1
    return edit_distance(a, b, limit) <= limit and not _has_another_word(left_words, right_words)


def _has_another_word(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether two names of as many words differ in a short word by more than one edit: `api` is no slip of `cli`."""
    pairs = zip(left, right, strict=False) if len(left) == len(right) > 1 else ()
    return any(max(map(len, pair)) < _SHORT and edit_distance(*pair) > 1 for pair in pairs)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that is near to a name; None where there is none, or where two are equally near."""
    near = [other for other in set(candidates) if is_near(name, other)]
    if not near:
        return None
    ranked = sorted((edit_distance(name, other, 6), other) for other in near)
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        return None
    return ranked[0][1]


OPPOSITES = frozenset({"no", "not", "non", "un", "disable", "disabled", "enable", "enabled", "skip", "without", "with"})
"""Words that make another thing of a name."""
_LONG_WORD = 9
"""Letters of a word from which on two may be wrong: `host` and `port`, `reactive` and `relative` are two words."""


def is_misspelt(left: str, right: str) -> bool:
    """Whether two near names are one name written in two ways, not two names that happen to be near.

    They have the same words but one, and that begins with the same letter and differs by one edit, a long word by
    two before its end (`generator` and `generated` are forms of one word); or all letters are the same.

    Example:
        >>> is_misspelt("MAX_WORKRES", "MAX_WORKERS"), is_misspelt("max-workers", "max_workers")
        (True, True)
        >>> is_misspelt("APP_CACHE_HOST", "APP_CACHE_PORT"), is_misspelt("APP_CACHE", "APP_NO_CACHE")
        (False, False)
    """
    if not is_near(left, right):
        return False
    if folded(left) == folded(right):
        return True
    here, there = words_of(left), words_of(right)
    if sorted(here) == sorted(there):
        return True
    if len(here) != len(there):
        return not OPPOSITES & (set(here) ^ set(there))
    different = [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
    if len(different) != 1:
        return False
    a, b = different[0]
    may_have_two = min(len(a), len(b)) >= _LONG_WORD and a[-1] == b[-1]
    return a[0] == b[0] and edit_distance(a, b) <= (2 if may_have_two else 1)


def misspelt(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that a name is written for in another way (`is_misspelt`); None where there is none, or two."""
    found = nearest(name, candidates)
    return found if found is not None and is_misspelt(name, found) else None


_SHORTEST_STEM = 6
"""Letters of a name that may have something put behind it by mistake."""
_LONGEST_TAIL = 3


def closest(name: str, candidates: Iterable[str], *, more_words: bool = False) -> str | None:
    """The one candidate that a name is likely a slip for; None where there is none, or where two are as likely.

    A slip is near (`is_near`), or has letters behind it that do not belong there.

    Args:
        name: the name as written.
        candidates: the names that are there.
        more_words: whether a name with one word more or less, of two words or more, is a slip as well.

    Example:
        >>> closest("add_columngit", ["add_column", "add_row"])
        'add_column'
        >>> closest("max_seq_length", ["max_length", "length"], more_words=True)
        'max_length'
    """
    others = sorted({other for other in candidates if other != name})
    found = nearest(name, others)
    if found is not None:
        return found
    near = [other for other in others if is_near(name, other) or _has_tail(name, other)]
    if not near and more_words:
        near = [other for other in others if _is_one_word_off(name, other)]
    return near[0] if len(near) == 1 else None


def _has_tail(name: str, other: str) -> bool:
    tail = name.removeprefix(other)
    return len(other) >= _SHORTEST_STEM and 0 < len(tail) <= _LONGEST_TAIL and tail != name and tail.isalpha()


def _is_one_word_off(left: str, right: str) -> bool:
    """Whether two names differ by one word that only one of them has; what is left is two words or more."""
    longer, shorter = sorted((words_of(left), words_of(right)), key=len, reverse=True)
    if len(longer) != len(shorter) + 1 or len(shorter) < 2:
        return False
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
