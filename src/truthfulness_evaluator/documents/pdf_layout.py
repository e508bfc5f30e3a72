"""Lines of a printed page to paragraphs: reading order, headings, words broken at line ends. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median, median_low

_SAME_LINE = 0.5
"""Share of the height of the lower of two pieces that overlap where they stand on one line."""
_BESIDE = 1.2
"""A gap within a line, in heights of it, from which on what follows is another column or cell."""
_FEWEST_LINES = 3
"""Lines that a column of text has, at least: with fewer, it is a row of a table, or a heading in two parts."""
_PROSE_WIDTH = 18
"""Characters of a column's middle line, at least: cells of a table are shorter, and are read row by row."""
_PARAGRAPH_GAP = 1.5
"""A step from line to line, in steps of the page, from which on a new paragraph begins."""
_INDENT = 0.8
"""How far a paragraph's first line is set in, in heights of a line, at least."""
_SHORT_LAST = 0.75
"""Width of a paragraph's last line, in widths of its column, up to which an indented line behind it begins another."""
_HEADING_SIZE = 1.15
"""Height of a heading's lines, in heights of the text's."""
_LONGEST_HEADING = 150
_LONG = 60
"""Characters of a paragraph from which on it is prose that may go on below a gap; shorter are labels and items."""
_MOST_LOOKS = 2_000_000
"""How often a line of a page is looked at to find its columns, at most: a page of print takes a twentieth of that, and
one that was made to take long is read from top to bottom from there on."""
_END = 100
"""Characters at the end of a text among which its last word is sought."""
_REPEATED = 3
"""Pages on which a first or last line stands that is a running head."""
_SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010\u00ad\ufffe\x02"
_BROKEN = re.compile(rf"[^\W\d_][{_HYPHENS}]$")
_COMPOUND = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_LAST_PART = re.compile(rf"([^\W\d_]+)[{_HYPHENS}]$")
_FIRST_PART = re.compile(r"[^\W\d_]+")
_PAGE_NUMBER = re.compile(
    r"(?:page\s+)?[-\u2013 ]*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:/|of)\s*\d{1,4})?[-\u2013 ]*", re.IGNORECASE
)
_ENDED = re.compile(r"[.!?:;\u2026\u3002\uff01\uff1f][\"'\u201d\u2019)\]\u00bb]*$")
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.)\s+\S")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on a page, or a part of one. Points; y grows upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        """Points."""
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or heading of a document."""

    text: str
    page: int
    """On which it begins, counted from 1."""
    is_heading: bool = False
    begins_column: bool = False
    """Whether it is the first of a page or column: it may go on with what stands before it."""


def paragraphs(pages: Sequence[Sequence[Line]]) -> list[Paragraph]:
    """The paragraphs of a document in reading order. Running heads and page numbers are left out.

    Args:
        pages: the lines of each page, in any order.

    Example:
        >>> page = [Line("It keeps twelve vol-", 0, 10, 90, 20), Line("umes.", 0, 0, 30, 10)]
        >>> paragraphs([page])[0].text
        'It keeps twelve volumes.'
    """
    ordered = [[column for column in _columns(_whole_lines(page), _Looks()) if column] for page in pages]
    heads = _running_heads(ordered)
    heights = [line.height for page in pages for line in page for _ in range(len(line.text))]
    usual = median(heights) if heights else 0.0
    compounds = frozenset(
        match[0].lower() for page in pages for line in page for match in _COMPOUND.finditer(line.text)
    )
    found: list[Paragraph] = []
    for number, columns in enumerate(ordered, start=1):
        for column in columns:
            lines = [line for line in column if not _is_furniture(line, heads)]
            found += _of_column(lines, number, usual, compounds)
    return list(_joined(found, compounds))


# Reading order ----------------------------------------------------------------------------------------------


def _whole_lines(pieces: Iterable[Line]) -> list[Line]:
    """Pieces that stand on one line, close to one another, are one."""
    lines: list[Line] = []
    for piece in sorted(pieces, key=lambda each: (-each.top, each.left)):
        for index in range(len(lines) - 1, max(-1, len(lines) - 12), -1):
            line = lines[index]
            near = -line.height * 0.3 <= piece.left - line.right < _BESIDE * max(line.height, piece.height)
            if near and _overlap(line, piece) >= _SAME_LINE * min(line.height, piece.height):
                blank = "" if piece.left - line.right < 0.1 * line.height else " "
                lines[index] = Line(
                    f"{line.text}{blank}{piece.text}",
                    line.left,
                    min(line.bottom, piece.bottom),
                    piece.right,
                    max(line.top, piece.top),
                )
                break
        else:
            lines.append(piece)
    return lines


def _overlap(one: Line, other: Line) -> float:
    return min(one.top, other.top) - max(one.bottom, other.bottom)


@dataclass(slots=True)
class _Looks:
    """How often lines of a page may still be looked at."""

    left: int = _MOST_LOOKS

    def take(self, lines: Sequence[Line]) -> bool:
        """Whether some lines may be looked at once more."""
        self.left -= len(lines)
        return self.left > 0


def _columns(lines: Sequence[Line], looks: _Looks) -> list[list[Line]]:
    """The columns of a page in reading order: it is cut where a strip between two columns is empty, else where one
    between two lines is, and so on within the parts.
    """
    if len(lines) < 2 * _FEWEST_LINES:
        return [_rows(lines)]
    gutter = _gutter(lines, looks)
    if gutter is not None:
        left = [line for line in lines if line.right <= gutter]
        right = [line for line in lines if line.right > gutter]
        return [*_columns(left, looks), *_columns(right, looks)]
    # A heading, a table or footnotes over both columns hide the gutter: what is above or below has one. The larger
    # that part is, the better: a chance gap would cut both columns in two.
    ordered = sorted(lines, key=lambda line: -line.top)
    parts = [(size, cut) for cut in _bands(ordered) for size in (cut, len(ordered) - cut)]
    for size, cut in sorted(parts, key=lambda each: -each[0]):
        above, below = ordered[:cut], ordered[cut:]
        if _gutter(above if cut == size else below, looks) is not None:
            return [*_columns(above, looks), *_columns(below, looks)]
    return [_rows(lines)]


def _rows(lines: Sequence[Line]) -> list[Line]:
    """Lines from top to bottom; what stands on one line becomes one."""
    rows: list[Line] = []
    for line in sorted(lines, key=lambda each: (-(each.top + each.bottom), each.left)):
        last = rows[-1] if rows else None
        if last is not None and _overlap(last, line) >= _SAME_LINE * min(last.height, line.height):
            first, second = sorted((last, line), key=lambda each: each.left)
            rows[-1] = Line(
                f"{first.text}  {second.text}",
                first.left,
                min(first.bottom, second.bottom),
                max(first.right, second.right),
                max(first.top, second.top),
            )
        else:
            rows.append(line)
    return rows


def _gutter(lines: Sequence[Line], looks: _Looks) -> float | None:
    """Where an empty strip from top to bottom parts two columns of prose; None where there is none."""
    if len(lines) < 2 * _FEWEST_LINES or not looks.take(lines):
        return None
    by_left = sorted(lines, key=lambda line: line.left)
    reach = by_left[0].right
    for index, line in enumerate(by_left):
        if line.left > reach:
            if not looks.take(lines):
                return None
            if _is_column(by_left[:index]) and _is_column(by_left[index:]):
                return reach
        reach = max(reach, line.right)
    return None


def _is_column(lines: Sequence[Line]) -> bool:
    return len(lines) >= _FEWEST_LINES and median(len(line.text) for line in lines) >= _PROSE_WIDTH


def _bands(ordered: Sequence[Line]) -> Iterable[int]:
    """Where lines, in order of their tops, may be cut in two: at each height that none crosses."""
    lowest = ordered[0].bottom
    for index, line in enumerate(ordered):
        if index and line.top <= lowest + 0.2 * line.height:
            yield index
        lowest = min(lowest, line.bottom)


# Running heads ----------------------------------------------------------------------------------------------


def _running_heads(pages: Sequence[Sequence[Sequence[Line]]]) -> frozenset[str]:
    """First and last lines that come again on other pages, but for a number."""
    edges: Counter[str] = Counter()
    for page in pages:
        lines = [line for column in page for line in column]
        if len(lines) > 2:
            ends = (max(lines, key=lambda line: line.top), min(lines, key=lambda line: line.bottom))
            edges.update({_without_numbers(line.text) for line in ends})
    return frozenset(text for text, number in edges.items() if number >= _REPEATED)


def _is_furniture(line: Line, heads: Collection[str]) -> bool:
    return _PAGE_NUMBER.fullmatch(line.text.strip()) is not None or _without_numbers(line.text) in heads


def _without_numbers(text: str) -> str:
    return " ".join(re.sub(r"\d+", "", text).split()).lower()


# Paragraphs -------------------------------------------------------------------------------------------------


def _of_column(lines: Sequence[Line], page: int, usual: float, compounds: Collection[str]) -> list[Paragraph]:
    if not lines:
        return []
    steps = [above.bottom - below.bottom for above, below in pairwise(lines)]
    step = median_low(steps) if steps else 0.0
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    groups: list[list[Line]] = [[lines[0]]]
    for above, below in pairwise(lines):
        first = groups[-1][0]
        apart = above.bottom - below.bottom > _PARAGRAPH_GAP * step
        resized = max(above.height, below.height) > _HEADING_SIZE * min(above.height, below.height)
        short = above.right - left < _SHORT_LAST * (right - left)
        ended = _ENDED.search(above.text) is not None
        indented = below.left - left > _INDENT * below.height and below.left > first.left and ended
        back = below.left < above.left and len(groups[-1]) > 1 and ended and short
        numbered = _NUMBERED.match(below.text) is not None and (short or ended)
        if apart or resized or indented or back or numbered or (short and ended):
            groups.append([below])
        else:
            groups[-1].append(below)
    found: list[Paragraph] = []
    for index, group in enumerate(groups):
        text = _together((line.text for line in group), compounds)
        large = median(line.height for line in group) >= _HEADING_SIZE * usual
        numbered = _NUMBERED.match(text) is not None and len(group) == 1 and len(groups) > 1
        is_heading = (large or numbered) and len(text) <= _LONGEST_HEADING and not text.endswith((".", ";", ","))
        found.append(Paragraph(text, page, is_heading, index == 0))
    return found


def _together(lines: Iterable[str], compounds: Collection[str]) -> str:
    """Lines as one text."""
    parts: list[str] = []
    text = ""
    for line in lines:
        text = _continued(text, line, compounds)
        # What lies far behind the end stays as it is.
        parts.append(text[:-_END])
        text = text[-_END:]
    return "".join((*parts, text))


def _continued(text: str, following: str, compounds: Collection[str]) -> str:
    """A text with its next line; a word that is broken between them is mended."""
    text, following = text.rstrip(), " ".join(following.split())
    if not text:
        return following
    if _BROKEN.search(text, len(text) - 2) and following[:1].islower():
        head, tail = _LAST_PART.search(text, max(0, len(text) - _END)), _FIRST_PART.match(following)
        whole = f"{head[1]}-{tail[0]}".lower() if head is not None and tail is not None else ""
        # The hyphen belongs to the word where the word is written with it elsewhere.
        return f"{text[:-1]}-{following}" if whole in compounds else text[:-1] + following
    if text.endswith(_SOFT_HYPHEN):
        return f"{text[:-1]}-{following}"  # No word goes on with a capital or a digit.
    glue = "" if _is_unspaced(text[-1]) and _is_unspaced(following[:1]) else " "
    return f"{text}{glue}{following}"


def _is_unspaced(character: str) -> bool:
    """Whether a character is of a script that sets no spaces between words."""
    return "\u3000" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def _joined(found: Iterable[Paragraph], compounds: Collection[str]) -> Iterable[Paragraph]:
    """Paragraphs that go on in the next column, or on the next page, are one; what is no text is left out."""
    run: list[Paragraph] = []
    for each in found:
        if not each.text.strip():
            continue
        if run and not _goes_on(run[-1], each, is_long=sum(len(part.text) for part in run[-_LONG:]) >= _LONG):
            yield replace(run[0], text=_together((part.text for part in run), compounds))
            run = []
        run.append(each)
    if run:
        yield replace(run[0], text=_together((part.text for part in run), compounds))


def _goes_on(above: Paragraph, below: Paragraph, *, is_long: bool) -> bool:
    """Whether a paragraph is the rest of the one above: a sentence is broken off there, and goes on.

    Args:
        above: the last part of it.
        below: what stands behind it.
        is_long: whether the parts above are prose together, and no label or item.
    """
    if above.is_heading or below.is_heading or _ENDED.search(above.text) or not below.text[:1].islower():
        return False
    return below.begins_column or is_long or _BROKEN.search(above.text, len(above.text) - 2) is not None
