"""Sentences of a text, in any script."""

import re
from collections.abc import Iterable, Iterator, Sequence

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.patterns import regex

_CLOSERS = "\"'”’»)\\]）】」』》〉*_"
_HARD = regex(
    rf"[。！？｡।॥؟۔။።։]++(?![」』]++[\u3041-\u309f、，])[{_CLOSERS}]*+|\n[^\S\n]*(?:\r?\n)+|\r\n[^\S\n]*(?:\r\n)+"
)
"""Where a sentence ends whatever follows: terminators that scripts use for nothing else, unless
a Japanese quotation goes on with a particle; and empty lines."""
_END = regex(rf"(?:[.!?]|…)[{_CLOSERS}]*(?=\s)")
"""Where a sentence may end."""
_GOES_ON_IN_LOWER_CASE = regex(
    r"\b(?:arg|args|bzw|dep|deps|dev|excl|incl|max|min|opt|param|params|pkg|prod|req|resp|spec)\.$|!$|\.\.\.$|…$",
    re.IGNORECASE,
)
"""What no sentence ends with if a lower-case letter follows: the abbreviations of manuals that nupunkt does
not know, names with an exclamation mark, an ellipsis."""
_WORD_OF_ITS_OWN = regex(
    r"\b(?:admin|app|bin|code|com|devs?|dict|dirs?|docs?|env|flag|info|libs?|md|no|ok|org|os|port|prod|refs?|so|spec|"
    rf"sys|temp|var|wheel)\.[{_CLOSERS}]*\s+(?=[^\W\d_])"
)
"""Ends a sentence before a capital: words of manuals that nupunkt, trained on law, takes for abbreviations."""
_NUMBER = regex(r"[(\[]?(?:\d{1,3}|[a-zA-Z])[.)]")
"""The number of an item: it begins a sentence and is none."""
_VISIBLE = regex(r"\S")
_MASK = "Xx"
"""Stands for protected characters, repeated: a name that is no abbreviation."""


def sentences(text: str, protected: Sequence[Span] = ()) -> list[Span]:
    """The sentences of a text as spans without white space around, in their order.

    They cover everything but white space. An empty line ends a sentence. None ends inside a protected
    span, nor after an abbreviation, an initial, the number of an item, or an ellipsis that goes on in
    lower case. Chinese, Japanese, Devanagari, Arabic, Burmese, Ethiopic and Armenian terminators need no
    space after them; a script that marks no sentences (Thai) stays whole.

    Args:
        text: any text, one paragraph or many.
        protected: spans that are read as one word (code, links), in any order.

    Example:
        >>> text = "Needs Node.js 18. See e.g. the docs."
        >>> [text[start:end] for start, end in sentences(text)]
        ['Needs Node.js 18.', 'See e.g. the docs.']
    """
    shields = _merged(protected, len(text))
    masked = _masked(text, shields)
    spans: list[Span] = []
    for start, end in _pieces(masked):
        begin = start
        for cut in (*(start + cut for cut in _cuts(masked[start:end])), end):
            spans += _trimmed(text, begin, cut)
            begin = cut
    return spans


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    """The span without white space around; nothing where it is all white space."""
    inner = text[start:end]
    left = start + len(inner) - len(inner.lstrip())
    right = start + len(inner.rstrip())
    return [(left, right)] if left < right else []


def _merged(protected: Sequence[Span], length: int) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted((max(start, 0), min(end, length)) for start, end in protected):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def _masked(text: str, shields: Iterable[Span]) -> str:
    """The text with protected characters masked: as long as before."""
    parts: list[str] = []
    done = 0
    for start, end in shields:
        width = end - start
        parts += (text[done:start], _MASK[0] + _MASK[1] * (width - 1))
        done = end
    return "".join((*parts, text[done:]))


def _pieces(masked: str) -> Iterator[Span]:
    """The text cut at what ends a sentence whatever follows."""
    done = 0
    for match in _HARD.finditer(masked):
        yield done, match.end()
        done = match.end()
    yield done, len(masked)


def _cuts(piece: str) -> Iterator[int]:
    """Offsets in a piece where a sentence ends and another begins."""
    body = piece.rstrip()
    if not any(match.end() < len(body) for match in _END.finditer(body)):
        return
    begin = 0
    likely = {cut for _, cut in _spans(body)[:-1]}
    likely |= {m.end() for m in _WORD_OF_ITS_OWN.finditer(body) if body[m.end()].isupper()}
    for cut in sorted(likely):
        if not _goes_on(body, begin, cut):
            yield cut
            begin = cut


def _goes_on(text: str, begin: int, cut: int) -> bool:
    """Whether what begins at `begin` does not end at `cut`, though it looks so."""
    before = text[begin:cut].strip()
    if not before or _NUMBER.fullmatch(before):
        return True
    following = _VISIBLE.search(text, cut)
    goes_on_in_lower_case = following is not None and following[0].islower()
    return goes_on_in_lower_case and _GOES_ON_IN_LOWER_CASE.search(before) is not None


def _spans(text: str) -> list[Span]:
    # nupunkt and its model take about 0.1 s to load: paid when a paragraph first needs it.
    import nupunkt

    return nupunkt.sent_spans(text)
