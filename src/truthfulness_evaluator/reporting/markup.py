"""Texts of documents within Markdown, as GitHub reads it. They are data: whatever they hold stays a text.

Nothing in them becomes markup, HTML, a link, a mention (`@name`), an issue (`#1`), an emoji or a formula: words
that could are put into code spans, in which GitHub reads nothing, and the marks of the rest are escaped.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.text.patterns import regex

_CODE = regex(r"(?<!`)(?P<fence>`+)(?!`)(?P<code>.+?)(?<!`)(?P=fence)(?!`)")
_WORDS = regex(r"(\s+)")
_MARKS = regex(r"[\\*_\[\]<>&~|]")
_START = regex(r"^(?P<number>\d*)(?P<mark>(?<=\d)[.)](?!\S)|(?<!\d)[#+=-](?=[#+=-]*(?:\s|$)))")
"""What makes a heading, a list or a line of what stands at the beginning of a line."""
_READ = regex(
    r"[`@$]|://|www\.|#\d|\bGH-\d|:[\w+-]+:|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
"""What GitHub makes something of in plain words: code, mentions, formulas, addresses, issues, emoji, commits."""
_STOPPED = regex(r"(?P<before>[(]*)(?P<word>.*?)(?P<behind>[.,;!?)]*)")
"""A word with the punctuation around it, which need not become code."""
_TICKS = regex(r"`+")
_PIPE = regex(r"(?P<before>\\*)\|")
_TILDES = regex(r"~+")


def code_span(text: str) -> str:
    r"""A text as code, on one line, whatever backticks it has.

    Example:
        >>> code_span("a`b"), code_span("`")
        ('``a`b``', '`` ` ``')
    """
    text = one_line(text)
    if not text:
        return ""
    fence = "`" * _beyond(text, 1)
    # Next to the fence a backtick would belong to it; a space is taken off again.
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def inline(text: str) -> str:
    r"""A sentence with its code spans kept and everything else made harmless.

    Example:
        >>> inline("`--jobs` is *4*, says @me <b>")
        '`--jobs` is \\*4\\*, says `@me` \\<b\\>'
    """
    pieces: list[str] = []
    # Code next to code is one span: two fences side by side would be one fence of another length.
    for is_code, run in groupby(_pieces(one_line(text)), key=lambda piece: piece[0]):
        whole = "".join(piece for _, piece in run)
        pieces.append(code_span(whole) if is_code else _MARKS.sub(r"\\\g<0>", whole))
    return _START.sub(r"\g<number>\\\g<mark>", "".join(pieces))


def piped(markdown: str) -> str:
    """Markdown for a cell of a table, which a bar would end, in code as well."""
    return _PIPE.sub(lambda match: match[0] if len(match["before"]) % 2 else f"{match['before']}\\|", markdown)


def code_block(lines: str, language: str = "") -> str:
    """Lines as a block of code that nothing in them can close.

    Its fences are tildes: documents and comments that quote the whole mostly use backticks.
    """
    fence = "~" * _beyond(lines, 3, _TILDES)
    return f"{fence}{language}\n{shown_lines(lines)}\n{fence}"


def shown_lines(lines: str) -> str:
    """Lines with everything spelled out that would not be shown; tabs stay."""
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in lines.split("\n"))


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """The pieces of a line, and whether each is code."""
    done = 0
    for match in _CODE.finditer(text):
        yield from _words(text[done : match.start()])
        yield True, match["code"].strip() or match["code"]
        done = match.end()
    yield from _words(text[done:])


def _words(text: str) -> Iterator[tuple[bool, str]]:
    for word in _WORDS.split(text):
        stopped = _STOPPED.fullmatch(word) if _READ.search(word) else None
        pieces = stopped.groups() if stopped is not None else ("", word)
        # The middle one is the word itself, if there are three.
        yield from ((len(pieces) == 3 and index == 1, piece) for index, piece in enumerate(pieces) if piece)


def _beyond(text: str, least: int, runs: re.Pattern[str] = _TICKS) -> int:
    """How long a fence is that is longer than all runs of its character in a text."""
    return max([least, *(len(run) + 1 for run in runs.findall(text))])
