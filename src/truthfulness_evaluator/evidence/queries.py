"""What to look for on behalf of a claim: weighted terms, and the names of code that it writes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Claim
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.terms import STOP_WORDS, is_whole, of_word, terms_of

_CODE_WORD = 2.0
"""What a term of a name of code weighs, where a word of prose weighs 1."""
_NAME = 1.3
"""The same of a capitalised word inside a sentence."""
_WHOLE_NAME = 1.0
"""The same of a whole identifier: it comes on top of its words."""
_HEADING = 0.15
"""The same of a word that only the claim's heading path has."""
_QUOTED = regex(r"`+([^`\n]+)`+")
_SHAPED = regex(
    r"""
    --?[A-Za-z][\w-]+                                 # an option
    | [A-Za-z_$][\w$]*(?:(?:\.|::|\#)[A-Za-z_$][\w$]*)+     # a dotted or qualified name
    | [A-Za-z_]\w*(?=\(\))                            # a call
    | [a-z]+[A-Z]\w* | [A-Z][a-z0-9]+[A-Z]\w*         # camelCase
    | \w*[a-zA-Z0-9]_\w+ | _\w+                       # snake_case, a constant
    """,
    re.VERBOSE,
)
_NAME_IN_CODE = regex(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*")
_CAPITAL = regex(r"(?<![.!?:]\s)(?<!^)\b[A-Z][A-Za-z]+\b")
_SEPARATOR = regex(r"\.|::|#")
_LONGEST_CODE = 80
"""Characters of code in back quotes that names are looked for in."""


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for."""

    terms: dict[str, float] = field(default_factory=dict[str, float])
    """Weights of terms, above 0."""
    names: tuple[tuple[str, ...], ...] = ()
    """Names of code as they are written, in their parts: `Session.request` is `("Session", "request")`."""


def query_of(claim: Claim) -> Query:
    """What to look for on behalf of a claim.

    Example:
        >>> claim = Claim(id="1", text="`Session.get` retries twice.", source_document="a.md")
        >>> query_of(claim).names, sorted(query_of(claim).terms)
        ((('Session', 'get'),), ['retry', 'session', 'twic'])
    """
    weights: dict[str, float] = {}
    for term in terms_of(claim.text):
        _raise(weights, term, _WHOLE_NAME if is_whole(term) else 1.0)
    for match in _CAPITAL.finditer(claim.text):
        for term in of_word(match[0]):
            _raise(weights, term, _NAME)
    names = tuple(dict.fromkeys(_names(claim.text)))
    for name in names:
        for part in name:
            for term in of_word(part):
                _raise(weights, term, _WHOLE_NAME if is_whole(term) else _CODE_WORD)
    for term in terms_of(heading_of(claim)):
        weights.setdefault(term, _HEADING)
    return Query(weights, names)


def heading_of(claim: Claim) -> str:
    """The heading path of a claim: the first of the two lines of its context."""
    heading, line_end, _ = (claim.context or "").partition("\n")
    return heading if line_end else ""


def _raise(weights: dict[str, float], term: str, weight: float) -> None:
    weights[term] = max(weight, weights.get(term, 0.0))


def _names(text: str) -> Iterator[tuple[str, ...]]:
    codes = [match[1] for match in _QUOTED.finditer(text) if len(match[1]) <= _LONGEST_CODE]
    for code in codes:
        for match in _NAME_IN_CODE.finditer(code):
            yield tuple(_SEPARATOR.split(match[0]))
    for match in _SHAPED.finditer(_QUOTED.sub(" ", text)):
        name = match[0].lstrip("-").replace("-", "_")
        parts = tuple(_SEPARATOR.split(name))
        if not all(part.lower() in STOP_WORDS for part in parts):
            yield parts
