"""What a chat model writes as a query, made fit to be sent: it has read pages that others wrote. Pure."""

import re
from collections.abc import Sequence

from truthfulness_evaluator.evidence.prose_terms import prose_terms
from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.models import Claim

_MOST_CHARACTERS = 200
"""Of a query, as of one by rule."""
_OPERATOR = re.compile(r"[^\W\d]\w*:(?=\S)(?:\"[^\"]*\"|\S*)")
"""`site:a.example`, `filetype:pdf`, and the beginning of an address: a page must not choose where is searched."""
_PIECE = re.compile(r"\"(?P<phrase>[^\"]*)\"|(?P<word>\d+(?:[.,:/-]\d+)*%?|[^\W_](?:[\w'\u2019.&+#/-]*[\w+#])?)")
_CONNECTIVES = frozenset({"AND", "OR", "NOT", "NEAR"})


def plain_query(written: str) -> str:
    """The words, numbers and quoted phrases of a query on one line, without operators of search engines.

    Example:
        >>> plain_query('"Lake Miro" ferry -cars OR site:spam.example !g capacity')
        '"Lake Miro" ferry cars or g capacity'
    """
    parts: list[str] = []
    for match in _PIECE.finditer(_OPERATOR.sub(" ", " ".join(written.split()))):
        if match["word"]:
            parts.append(match["word"].lower() if match["word"] in _CONNECTIVES else match["word"])
        elif words := " ".join(inner[0] for inner in _PIECE.finditer(match["phrase"])):
            parts.append(f'"{words}"')
    line = " ".join(parts)
    if len(line) <= _MOST_CHARACTERS:
        return line
    cut = (
        line[: line.rfind(" ", 0, _MOST_CHARACTERS + 1)] if " " in line[:_MOST_CHARACTERS] else line[:_MOST_CHARACTERS]
    )
    return cut if cut.count('"') % 2 == 0 else cut.replace('"', "")


def is_about(query: str, claim: Claim) -> bool:
    """Whether a query has a term of the claim or of its headings: one that has none was put in by something else."""
    known = {*prose_terms(claim.text), *prose_terms(heading_of(claim))}
    return not known.isdisjoint(prose_terms(query))


def is_repeated(query: str, asked: Sequence[str]) -> bool:
    """Whether a query has the terms of one that was asked, in whatever order and form."""
    terms = frozenset(prose_terms(query))
    return any(terms == frozenset(prose_terms(each)) for each in asked)
