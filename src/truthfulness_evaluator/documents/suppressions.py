"""Comments that exclude parts of a document from checking.

    truth: ignore [KINDS] [-- REASON]        the next block; in a line with text: that line
    truth: off [KINDS] [-- REASON]           from here on
    truth: on [KINDS]                        until here
    truth: ignore-file [KINDS] [-- REASON]   the whole document

In Markdown they stand in `<!-- ... -->`, in MDX also in `{/* ... */}`, in reStructuredText in a comment
(`.. truth: ignore`). KINDS is a list of claim kinds with commas (`cli_option,path`); without it every
kind is excluded. "The next block" is a whole list, table, quote, directive or admonition where one
begins there; within a list it is the next item. A marker that cannot be understood excludes nothing and
leaves a notice.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial

from truthfulness_evaluator.models.document import Block, BlockKind, Container, Suppression
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

_MARKER = regex(r"\s*truth:(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_REASON = regex(r"(?:^|\s)(?:--+|[\u2013\u2014])(?:\s+|$)")
"""Two hyphens or a dash between spaces begin the reason."""
_KINDS = regex(r"[\w-]+(?:\s*,\s*[\w-]+)*")
_LINE_MARKUP = regex(r"[\s>|*+\-.\ufeff]*|\s*\d+[.)]\s*")
"""What may stand beside a marker on its line and is no text of the document: quote marks, bullets."""
_SKIPPED = frozenset({BlockKind.COMMENT, BlockKind.FRONT_MATTER})
_SERIES = frozenset({"list_item", "definition", "footnote"})
"""Containers that follow one another as the parts of one list."""


_Off = tuple[Span, tuple[str, ...], str]
"""A `truth: off` that holds: the span of its comment, its kinds, its reason."""


class Action(StrEnum):
    """What a marker asks for."""

    IGNORE = "ignore"
    OFF = "off"
    ON = "on"
    IGNORE_FILE = "ignore-file"


@dataclass(frozen=True, slots=True)
class Marker:
    """What a comment says about checking."""

    action: Action | None
    """None where it cannot be understood: `problem` says why."""
    kinds: tuple[str, ...] = ()
    """Kinds of claim it is about; empty: all."""
    reason: str = ""
    problem: str = ""


def parse_marker(comment_text: str) -> Marker | None:
    """The marker in the text of a comment (without its delimiters); None: an ordinary comment.

    Example:
        >>> parse_marker(" truth: ignore cli_option, path -- made up ")
        Marker(action=<Action.IGNORE: 'ignore'>, kinds=('cli_option', 'path'), reason='made up', problem='')
        >>> parse_marker("a remark") is None
        True
        >>> parse_marker("truth: skip").problem
        'no such marker `truth: skip`; there are ignore, off, on and ignore-file'
    """
    match = _MARKER.fullmatch(comment_text)
    if match is None:
        return None
    instruction, reason = _split_reason(match["rest"])
    word, _, listed = instruction.partition(" ")
    try:
        action = Action(word.lower())
    except ValueError:
        there = "there are ignore, off, on and ignore-file"
        return Marker(None, problem=f"no such marker `truth: {word}`; {there}")
    if listed and _KINDS.fullmatch(listed) is None:
        problem = f"`truth: {instruction}` names its kinds with commas, and a reason after ` -- `"
        return Marker(None, problem=problem)
    kinds = tuple(kind.strip().lower().replace("-", "_") for kind in listed.split(",")) if listed else ()
    return Marker(action, kinds, reason)


def suppressions(markers: Sequence[tuple[Marker, Span]], blocks: Sequence[Block], text: str) -> tuple[Suppression, ...]:
    """What markers exclude, in the order of the markers. One with nothing behind it excludes an empty part.

    Args:
        markers: each with the span of its whole comment, in order of place.
        blocks: all blocks of the document, in order of place.
        text: the document.
    """
    follow = _Following(blocks)
    found: list[Suppression] = []
    switched_off: list[_Off] = []
    for marker, span in markers:
        match marker.action:
            case Action.IGNORE_FILE:
                found.append(Suppression((0, len(text)), marker.kinds, marker.reason, span))
            case Action.OFF:
                switched_off.append((span, marker.kinds, marker.reason))
            case Action.ON:
                switched_off = _switch_on(switched_off, marker.kinds, span[1], found)
            case Action.IGNORE:
                excluded = _own_line(span, text) or follow.next_block(span[1]) or (span[1], span[1])
                found.append(Suppression(excluded, marker.kinds, marker.reason, span))
            case None:
                pass
    found += [Suppression((span[0], len(text)), kinds, reason, span) for span, kinds, reason in switched_off]
    return tuple(found)


def marker_notices(markers: Sequence[tuple[Marker, Span]], text: str) -> tuple[str, ...]:
    """One sentence for each marker that has no effect, with its line.

    Example:
        >>> marker_notices([(Marker(Action.ON), (0, 9))], "truth: on")
        ('Line 1: `truth: on` has no `truth: off` before it.',)
    """
    lines = Lines(text)
    notices: list[str] = []
    switched_off: list[_Off] = []
    for marker, span in markers:
        line = lines.line_of(span[0])
        if marker.action is None:
            notices.append(f"Line {line}: {marker.problem}.")
        elif marker.action is Action.OFF:
            switched_off.append((span, marker.kinds, marker.reason))
        elif marker.action is Action.ON:
            closed: list[Suppression] = []
            switched_off = _switch_on(switched_off, marker.kinds, span[1], closed)
            if not closed:
                written = " ".join(("truth: on", ",".join(marker.kinds))).strip()
                notices.append(f"Line {line}: `{written}` has no `truth: off` before it.")
    return tuple(notices)


def _split_reason(rest: str) -> tuple[str, str]:
    """The instruction with single spaces, and the reason."""
    dash = _REASON.search(rest)
    instruction, reason = (rest, "") if dash is None else (rest[: dash.start()], rest[dash.end() :])
    return " ".join(instruction.split()), " ".join(reason.split())


def _switch_on(
    switched_off: list[_Off],
    kinds: tuple[str, ...],
    end: int,
    found: list[Suppression],
) -> list[_Off]:
    """Adds what ends here to `found`, and gives what stays off. `on` with kinds ends only those."""
    rest: list[_Off] = []
    for span, off_kinds, reason in switched_off:
        ended = tuple(kind for kind in off_kinds if kind in kinds) if kinds else off_kinds
        if kinds and not ended:
            rest.append((span, off_kinds, reason))
            continue
        found.append(Suppression((span[0], end), ended, reason, span))
        if len(ended) < len(off_kinds):
            rest.append((span, tuple(kind for kind in off_kinds if kind not in ended), reason))
    return rest


def _own_line(span: Span, text: str) -> Span | None:
    """The marker's line, if it holds text besides the marker."""
    start = max(text.rfind("\n", 0, span[0]), text.rfind("\r", 0, span[0])) + 1
    end = min((at for at in (text.find("\n", span[1]), text.find("\r", span[1])) if at >= 0), default=len(text))
    if all(_LINE_MARKUP.fullmatch(text, *part) for part in ((start, span[0]), (span[1], end))):
        return None
    return start, end


class _Following:
    """Finds the block after an offset, with everything that belongs to it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._candidates = [index for index, block in enumerate(blocks) if block.kind not in _SKIPPED]
        self._starts = [blocks[index].span[0] for index in self._candidates]
        self._series_end = cache(partial(_series_end, blocks))

    def next_block(self, offset: int) -> Span | None:
        """What the first block after an offset begins: itself, or the container that begins with it."""
        at = bisect_left(self._starts, offset)
        if at == len(self._candidates):
            return None
        index = self._candidates[at]
        block = self._blocks[index]
        opened = [container for container in block.containers if container.span[0] >= offset]
        depth = len(block.containers) - len(opened)
        start = min([block.span[0], *(container.span[0] for container in opened[:1])])
        is_series = block.kind is BlockKind.TERM or (bool(opened) and opened[0].kind in _SERIES)
        if is_series and not self._is_within_series(index, depth):
            return start, self._series_end(index, depth)
        if opened:
            return start, max(opened[0].span[1], block.span[1])
        return start, _end_with_body(self._blocks, index)

    def _is_within_series(self, index: int, depth: int) -> bool:
        """Whether the part of a list that begins at a block has a part before it."""
        before = _container_at(self._blocks[index - 1], depth) if index else None
        is_part = before is not None and before.kind in _SERIES
        return is_part and self._blocks[index].kind is not BlockKind.TERM


def _series_end(blocks: Sequence[Block], index: int, depth: int) -> int:
    """Where a list ends whose first block is at `index` and whose items are containers at `depth`."""
    outer = blocks[index].containers[:depth]
    first = _container_at(blocks[index], depth)
    kind = "definition" if first is None else first.kind
    end = blocks[index].span[1]
    for block in blocks[index:]:
        part = _container_at(block, depth)
        is_term = block.kind is BlockKind.TERM and kind == "definition" and part is None
        if block.containers[:depth] != outer or not (is_term or (part is not None and part.kind == kind)):
            break
        end = max(end, block.span[1], part.span[1] if part is not None else 0)
    return end


def _end_with_body(blocks: Sequence[Block], index: int) -> int:
    """The end of a block; of a directive's own line, the end of the directive."""
    block = blocks[index]
    if index + 1 == len(blocks):
        return block.span[1]
    body = _container_at(blocks[index + 1], len(block.containers))
    if body is None or body.span[0] > block.span[0]:
        return block.span[1]
    return max(body.span[1], block.span[1])


def _container_at(block: Block, depth: int) -> Container | None:
    return block.containers[depth] if depth < len(block.containers) else None
