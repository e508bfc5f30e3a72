"""Sentences of a report as HTML: code set apart, and the words marked that the verdict hangs on."""

import re
from collections.abc import Iterable, Iterator

from truthfulness_evaluator.reporting.html.escape import shown
from truthfulness_evaluator.reporting.html.notes import Note
from truthfulness_evaluator.text.patterns import regex

_CODE = regex(r"(?<!`)(?P<fence>`+)(?!`)(?P<code>.+?)(?<!`)(?P=fence)(?!`)", re.DOTALL)
_PARTS = regex(r"::|[./#]")
_SHORTEST = 3
"""Letters of a part of a dotted name that is marked on its own."""


def sentence(text: str, words: Iterable[str] = ()) -> str:
    """A sentence as HTML, with what stands between backticks as code.

    Example:
        >>> sentence("`--jobs` defaults to 8 & more", ["8"])
        '<code>--jobs</code> defaults to <b>8</b> &amp; more'
    """
    pattern = _pattern(words)
    parts: list[str] = []
    done = 0
    for match in _CODE.finditer(text):
        parts += (_marked(text[done : match.start()], pattern), f"<code>{_marked(match['code'], pattern)}</code>")
        done = match.end()
    return "".join([*parts, _marked(text[done:], pattern)])


def passage(text: str, words: Iterable[str]) -> str:
    """A passage of evidence as HTML; nothing in it is markup.

    Example:
        >>> passage("jobs: int = 4  # `4`", ["4"])
        'jobs: int = <b>4</b>  # `<b>4</b>`'
    """
    return _marked(text, _pattern(words))


def first_place(text: str, words: Iterable[str]) -> int:
    """Where the first of the words stands; 0 where none does."""
    pattern = _pattern(words)
    match = pattern.search(text) if pattern is not None else None
    return match.start() if match is not None else 0


def claimed(note: Note) -> list[str]:
    """What a claim says of its subject; where it says no more than that there is one, the subject."""
    fact = note.finding.claim.fact if note.finding.claim is not None else None
    if fact is None:
        return []
    return [fact.expected] if fact.expected else [fact.subject]


def sought(note: Note) -> list[str]:
    """What matters in the evidence: what judges cite, the subject, and what is true instead."""
    found = [citation.quote for vote in note.result.votes for citation in vote.citations] if note.result else []
    fact = note.finding.claim.fact if note.finding.claim is not None else None
    if fact is not None:
        parts = _PARTS.split(fact.subject)
        found += [fact.subject, parts[-1] if len(parts[-1]) >= _SHORTEST else ""]
        found.append(fact.expected or "")
    if note.finding.correction is not None:
        found.append(note.finding.correction.replacement)
    return found


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    wanted = sorted({word.strip() for word in words if word.strip()}, key=lambda word: (-len(word), word))
    if not wanted:
        return None
    return re.compile("|".join(rf"(?<![\w.]){re.escape(word)}(?!\w|\.\d)" for word in wanted))


def _marked(text: str, pattern: re.Pattern[str] | None) -> str:
    return "".join(_pieces(text, pattern)) if pattern is not None else shown(text)


def _pieces(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    done = 0
    for match in pattern.finditer(text):
        yield shown(text[done : match.start()])
        yield f"<b>{shown(match[0])}</b>"
        done = match.end()
    yield shown(text[done:])
