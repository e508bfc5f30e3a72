"""Corrections made in a text, and what they change as a unified diff. Pure: reads and writes no file."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby

from truthfulness_evaluator.models import Correction, Span, Verdict, VerificationResult

OVERLAPS = "it overlaps another correction"
OUTSIDE = "it lies outside of the document"

_CONTEXT = 3
"""Unchanged lines around a change, as in `git diff`."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A correction that is not made."""

    correction: Correction
    reason: str
    """A clause: `it overlaps another correction`."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A text after its corrections."""

    text: str
    made: tuple[Correction, ...] = ()
    """In the order of their place, equal ones once; the spans are those of the text before."""
    skipped: tuple[Skipped, ...] = ()


def corrections_of(results: Iterable[VerificationResult]) -> Iterator[Correction]:
    """The corrections of refuted claims; what judges disagree on and a person is to review has none."""
    for result in results:
        if result.verdict is Verdict.REFUTES and result.correction is not None and not result.needs_review:
            yield result.correction


def apply_corrections(text: str, results: Iterable[VerificationResult]) -> str:
    """The text with the corrections of its refuted claims; every other character stays as it is.

    Of corrections that overlap none is made, unless they are equal.

    Args:
        text: the document that was evaluated.
        results: of its report.

    Example:
        >>> from truthfulness_evaluator.models import Correction, Verdict, VerificationResult
        >>> result = VerificationResult(
        ...     claim_id="c1",
        ...     verdict=Verdict.REFUTES,
        ...     confidence=0.99,
        ...     explanation="the default is 4",
        ...     correction=Correction(span=(15, 16), replacement="4"),
        ... )
        >>> apply_corrections("It defaults to 8.", [result])
        'It defaults to 4.'
    """
    return corrected(text, corrections_of(results)).text


def corrected(text: str, corrections: Iterable[Correction], *, encoding: str = "utf-8") -> Corrected:
    """Makes the corrections that can be made, all at once.

    Args:
        text: what their spans point into.
        corrections: in any order. One that changes nothing is neither made nor skipped.
        encoding: of the file; what it cannot express is not written.
    """
    skipped: list[Skipped] = []
    sound: list[Correction] = []
    for correction in sorted(set(corrections), key=lambda each: (each.span, each.replacement)):
        reason = _fault(correction, text, encoding)
        if reason is not None:
            skipped.append(Skipped(correction, reason))
        elif text[slice(*correction.span)] != correction.replacement:
            sound.append(correction)
    made: list[Correction] = []
    for group in _overlapping(sound):
        if len(group) == 1:
            made += group
        else:
            skipped += [Skipped(each, OVERLAPS) for each in group]
    return Corrected(replaced(text, made), tuple(made), tuple(skipped))


def replaced(text: str, made: Sequence[Correction]) -> str:
    """A text with corrections that do not overlap and stand in the order of their place."""
    parts: list[str] = []
    done = 0
    for correction in made:
        start, end = correction.span
        parts += (text[done:start], correction.replacement)
        done = end
    return "".join((*parts, text[done:]))


@dataclass(frozen=True)
class Moves:
    """Where the characters of a corrected text stood before.

    Example:
        >>> moves = Moves((Correction(span=(2, 3), replacement="long"),))
        >>> moves.before(1), moves.before(6), moves.places
        (1, 3, ((2, 6),))
    """

    made: tuple[Correction, ...]
    """As in `Corrected`."""
    places: tuple[Span, ...] = field(init=False)
    """Where the replacements stand in the corrected text."""

    def __post_init__(self) -> None:
        places: list[Span] = []
        shift = 0
        for each in self.made:
            start = each.span[0] + shift
            places.append((start, start + len(each.replacement)))
            shift = places[-1][1] - each.span[1]
        object.__setattr__(self, "places", tuple(places))

    def before(self, offset: int) -> int:
        """The offset in the text before; within a replacement the beginning of what it replaced."""
        index = bisect_right(self.places, offset, key=lambda place: place[0]) - 1
        if index < 0:
            return offset
        made, place = self.made[index], self.places[index]
        return made.span[0] if offset < place[1] else offset - place[1] + made.span[1]

    def touches(self, span: Span) -> bool:
        """Whether a span of the corrected text has a part of a replacement."""
        return any(overlap(span, place) for place in self.places)


def unified_diff(before: str, after: str, name: str) -> str:
    r"""The change of one document as `git diff` and `diff -u` write it; empty where there is none.

    Only `\n` ends a line, as for `git apply` and `patch`; the lines keep what else they hold.

    Args:
        before: the text as it is.
        after: the text as it is to be.
        name: path of the document, with forward slashes; it stands behind `a/` and `b/`.

    Example:
        >>> print(unified_diff("one\ntwo\n", "one\n2\n", "a.md"), end="")
        --- a/a.md
        +++ b/a.md
        @@ -1,2 +1,2 @@
         one
        -two
        +2
    """
    old, new = _lines(before), _lines(after)
    hunks = "".join(_hunk(old, new, group) for group in _groups(old, new))
    return f"--- {_header('a/' + name)}\n+++ {_header('b/' + name)}\n{hunks}" if hunks else ""


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans share a character; an empty one does where it lies in the other or at its edge."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]


def _fault(correction: Correction, text: str, encoding: str) -> str | None:
    start, end = correction.span
    if not start <= end <= len(text):
        return OUTSIDE
    try:
        correction.replacement.encode(encoding)
    except UnicodeEncodeError as error:
        return f"{correction.replacement[error.start]!r} cannot be written in {encoding.upper()}"
    return None


def _overlapping(corrections: Sequence[Correction]) -> list[list[Correction]]:
    """Sorted corrections in groups: each overlaps another one of its group."""
    groups: list[list[Correction]] = []
    reach = (0, 0)
    for each in corrections:
        if groups and overlap(reach, each.span):
            groups[-1].append(each)
            reach = (reach[0], max(reach[1], each.span[1]))
        else:
            groups.append([each])
            reach = each.span
    return groups


def _lines(text: str) -> list[str]:
    r"""The lines with their ends; `\r` alone ends none."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines `old[start:end]` become `new[new_start:new_end]`."""

    start: int
    end: int
    new_start: int
    new_end: int


def _groups(old: Sequence[str], new: Sequence[str]) -> list[list[_Change]]:
    """Changes in order; those that share context stand together."""
    groups: list[list[_Change]] = []
    # Corrections seldom change the number of lines, and line by line takes no time for a text of any length.
    changes = _line_by_line(old, new) if len(old) == len(new) else _matched(old, new)
    for change in changes:
        if groups and change.start - groups[-1][-1].end <= 2 * _CONTEXT:
            groups[-1].append(change)
        else:
            groups.append([change])
    return groups


def _line_by_line(old: Sequence[str], new: Sequence[str]) -> Iterator[_Change]:
    differ = [one != other for one, other in zip(old, new, strict=True)]
    for is_changed, numbers in groupby(range(len(differ)), key=differ.__getitem__):
        if is_changed:
            lines = list(numbers)
            yield _Change(lines[0], lines[-1] + 1, lines[0], lines[-1] + 1)


def _matched(old: Sequence[str], new: Sequence[str]) -> Iterator[_Change]:
    for tag, *lines in SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            yield _Change(*lines)


def _hunk(old: Sequence[str], new: Sequence[str], changes: Sequence[_Change]) -> str:
    before = min(_CONTEXT, changes[0].start)
    after = min(_CONTEXT, len(old) - changes[-1].end)
    done = changes[0].start - before
    parts = [
        f"@@ -{_range(done, changes[-1].end + after)}"
        f" +{_range(changes[0].new_start - before, changes[-1].new_end + after)} @@\n"
    ]
    for change in changes:
        parts += (_line(" ", line) for line in old[done : change.start])
        parts += (_line("-", line) for line in old[change.start : change.end])
        parts += (_line("+", line) for line in new[change.new_start : change.new_end])
        done = change.end
    parts += (_line(" ", line) for line in old[done : done + after])
    return "".join(parts)


def _range(start: int, end: int) -> str:
    """A range of lines as hunks write it: counted from 1, an empty one from the line before it."""
    count = end - start
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _line(mark: str, line: str) -> str:
    return mark + line if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"


def _header(path: str) -> str:
    """A path as git writes it: quoted where it holds what would end it, with a tab behind one with spaces."""
    if any(character in '"\\' or ord(character) < ord(" ") for character in path):
        escaped = "".join(_ESCAPES.get(c, f"\\{ord(c):03o}" if ord(c) < ord(" ") else c) for c in path)
        return f'"{escaped}"'
    return f"{path}\t" if " " in path else path


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
