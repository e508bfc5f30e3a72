"""How documents write values: decorations, quotes and lists around them."""

import ast
import re

_DECORATIONS = (("```", "```"), ("``", "``"), ("`", "`"), ("**", "**"), ("<code>", "</code>"))
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»"}


def undecorated(written: str) -> tuple[str, str, str]:
    """A value's text without backticks, emphasis and the full stop after it: before, value, after.

    Example:
        >>> undecorated("``True``.")
        ('``', 'True', '``.')
    """
    text = written.strip()
    start = written.index(text)
    before, after = written[:start], written[start + len(text) :]
    if len(text) > 1 and text[-1] in ".;," and not text.endswith(".."):
        text, after = text[:-1], text[-1] + after
    for opening, closing in _DECORATIONS:
        if len(text) > len(opening) + len(closing) and text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : -len(closing)]
            if opening not in inner:
                return before + opening, inner, closing + after
    return before, text, after


def unquoted(text: str) -> tuple[str, str]:
    r"""The opening quote and what stands between the quotes; no quote and the text itself where there is none.

    Example:
        >>> unquoted("'gpt-4'"), unquoted("8")
        (("'", 'gpt-4'), ('', '8'))
    """
    if len(text) < 2 or _QUOTES.get(text[0]) != text[-1] or text[-1] in text[1:-1].replace("\\" + text[-1], ""):
        return "", text
    inner = text[1:-1]
    if "\\" in inner and text[0] in "\"'":
        try:
            inner = str(ast.literal_eval(text))
        except (SyntaxError, ValueError):
            return text[0], inner
    return text[0], inner


def items_of(text: str) -> list[str] | None:
    """The items of a list as people write it, without backticks; None where the text is no list.

    Example:
        >>> items_of("['a', 'b']"), items_of("a, b and c"), items_of("a")
        (["'a'", "'b'"], ['a', 'b', 'c'], None)
    """
    inner = text.strip()
    bracketed = len(inner) > 1 and (inner[0], inner[-1]) in (("[", "]"), ("(", ")"), ("{", "}"))
    if bracketed and _balanced(inner[1:-1]):
        inner = inner[1:-1]
    elif re.match(r"(?:frozenset|set|list|tuple)\(", inner) and inner.endswith(")"):
        return items_of(inner[inner.index("(") + 1 : -1])
    else:
        bracketed = False
    inner = re.sub(r",?\s+(?:and|or)\s+(?=\S+$)", ", ", inner)
    pieces = _split(inner, ",")
    if len(pieces) == 1 and not bracketed:
        words = _split(inner, " ")
        # Words with spaces between them are a list only if every one has quotes or looks like no prose.
        if len(words) > 1 and all(unquoted(w)[0] or not w.isalpha() for w in words):
            return words
        return None
    return pieces if bracketed or all(len(piece.split()) == 1 or unquoted(piece)[0] for piece in pieces) else None


def _balanced(text: str) -> bool:
    """Whether no bracket of the text closes one that it does not open."""
    depth = 0
    for character in text:
        depth += (character in "[({") - (character in "])}")
        if depth < 0:
            return False
    return depth == 0


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators that stand outside of quotes and brackets; empty ones left out."""
    parts = re.findall(rf"""(?:"[^"]*"|'[^']*'|`[^`]*`|[\[({{][^\])}}]*[\])}}]|[^{separator}])+""", text)
    return [undecorated(part.strip())[1] for part in parts if part.strip()]
