"""What to ask a search engine about a claim, by rule."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.models import Claim
from truthfulness_evaluator.nli.language import is_english
from truthfulness_evaluator.text.subject_words import PARTICLES, SPEAKERS
from truthfulness_evaluator.text.terms import STOP_WORDS

_MOST_WORDS = 16
"""Of a query. Engines take more, and find less by it."""
_MOST_CHARACTERS = 200
"""Of a query, which matters where a script sets no spaces between words."""
_MOST_QUOTED = 2
"""Names in quotation marks: each must stand in a page word by word, and few pages have many."""
_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W_]+(?:['\u2019&.-][^\W_]+)*")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*(?:\s[^)\n]*)?\)")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_YEAR = re.compile(r"(?:1\d|20)\d\d|\d{4}-\d\d-\d\d")
_JOINING = PARTICLES - {"the"}
"""Words inside a name that are not capitalised. (`See the Oslo` is none.)"""
_DAYS_AND_MONTHS = """
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
"""
_CALENDAR = frozenset(_DAYS_AND_MONTHS.split())


def queries_of(claim: Claim) -> tuple[str, ...]:
    """One or two queries for a claim, the narrower first.

    The first has the claim's words in their order, stop words left out, and, in English, names of several words in
    quotation marks (other languages begin more words with a capital than names); where the claim speaks of `it` or
    `they`, its last heading goes before them. The second asks for less: it has no quotation marks, and no number that
    is not a year, since a page that says otherwise has another one. Nothing in a claim is an operator of the search
    engine.

    Example:
        >>> claim = Claim(id="1", text="The Lake Miro ferry has carried 200 cars since 1998.", source_document="a.md")
        >>> queries_of(claim)
        ('"Lake Miro" ferry carried 200 cars 1998', 'Lake Miro ferry carried cars 1998')
    """
    text = _ADDRESS.sub(" ", _LINK.sub(r"\1", claim.text))
    runs = list(_runs(_TOKEN.findall(text)))
    if _is_about_another(text):
        runs = [(word,) for word in _telling(_TOKEN.findall(heading_of(claim).rpartition(" > ")[2]))] + runs
    narrow = _query(runs, quoted=_MOST_QUOTED if is_english(text) else 0)
    wide = _query([run for run in runs if not _is_plain_number(run)], quoted=0)
    return tuple(dict.fromkeys(query for query in (narrow, wide) if query))


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Names of several words, and single words that tell something."""
    kinds = [_is_in_name(words, at) for at in range(len(words))]
    for named, group in groupby(range(len(words)), key=kinds.__getitem__):
        part = [words[at] for at in group]
        while named and part[-1].casefold() in _JOINING:
            part.pop()
        if named and len(part) > 1:
            yield tuple(part)
        else:
            yield from ((word,) for word in _telling(part))


def _is_in_name(words: Sequence[str], at: int) -> bool:
    """Whether a word is capitalised, or stands between two such words as `of` and `van` do."""
    word = words[at]
    if word.casefold() in _JOINING and not word[0].isupper():
        return 0 < at < len(words) - 1 and _is_capitalised(words[at - 1]) and _is_capitalised(words[at + 1])
    return _is_capitalised(word)


def _is_capitalised(word: str) -> bool:
    lower = word.casefold()
    return word[0].isupper() and lower not in STOP_WORDS and lower not in _CALENDAR


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.casefold() not in STOP_WORDS]


def _is_about_another(text: str) -> bool:
    """Whether the subject is a pronoun, which only the text before the claim explains."""
    first = _TOKEN.search(text)
    return first is not None and first[0].casefold() in SPEAKERS


def _is_plain_number(run: Sequence[str]) -> bool:
    return len(run) == 1 and run[0][0].isdigit() and not _YEAR.fullmatch(run[0])


def _query(runs: Sequence[Sequence[str]], *, quoted: int) -> str:
    parts: list[str] = []
    words = length = 0
    for run in runs:
        name = " ".join(run)
        words += len(run)
        length += len(name) + 1
        if parts and (words > _MOST_WORDS or length > _MOST_CHARACTERS):
            break
        if len(run) > 1 and quoted:
            quoted -= 1
            name = f'"{name}"'
        parts.append(name)
    return " ".join(parts)[:_MOST_CHARACTERS]
