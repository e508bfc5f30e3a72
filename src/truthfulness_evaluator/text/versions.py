"""Versions and the ranges that manifests allow, read as four ecosystems write them.

Sources of the rules: PEP 440 (and Poetry's caret and tilde), node-semver's README, the Cargo book
("Specifying Dependencies"), and the Go modules reference.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from typing import Literal

from packaging.version import InvalidVersion
from packaging.version import Version as Pep440

from truthfulness_evaluator.text.patterns import regex

Style = Literal["pep440", "npm", "cargo", "go"]
"""How a specifier is written. `pep440` also takes Poetry's `^`, `~` and `||`."""

_LOOSE = regex(
    r"""(?:v|go|=)?\s*
    (?P<release>\d+(?:\.\d+)*)
    (?P<wild>(?:\.[xX*])+)?
    (?P<suffix>[-._]?[A-Za-z][\w.-]*|-\d[\w.-]*)?
    (?:\+(?P<build>[\w.-]+))?
    (?P<plus>\+)?""",
    re.VERBOSE,
)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """A version. Equal are versions that differ in trailing zeros or spelling only: `3.9` and `v3.9.0`.

    Example:
        >>> parse_version("3.10") > parse_version("3.9.18")
        True
    """

    release: tuple[int, ...]
    """The numbers, as many as were written."""
    suffix: str = ""
    """What marks it as not final, normalised where PEP 440 knows it: `rc1`, `b2`, `.post1`, `next.3`."""
    wildcard: bool = False
    """Written `3.x` or `3.8.*`."""
    plus: bool = False
    """Written `3.8+`: that one or any later."""

    @property
    def _key(self) -> tuple[tuple[int, ...], tuple[int, str, int, int]]:
        numbers = self.release
        while len(numbers) > 1 and numbers[-1] == 0:
            numbers = numbers[:-1]
        return numbers, _suffix_key(self.suffix)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self._key == other._key

    def __lt__(self, other: "Version") -> bool:
        return self._key < other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        """The version as numbers and suffix, `3.x` and `3.8+` without what follows the numbers."""
        return ".".join(map(str, self.release)) + self.suffix

    def next_at(self, place: int) -> "Version":
        """The first version with a higher number at a place, counted from 0; missing numbers are 0.

        Example:
            >>> str(parse_version("3.8.4").next_at(1))
            '3.9'
        """
        padded = (*self.release, *(0,) * (place + 1 - len(self.release)))
        return Version((*padded[:place], padded[place] + 1))


@dataclass(frozen=True, slots=True)
class Floor:
    """The lowest version that is allowed."""

    version: Version
    inclusive: bool = True

    def __str__(self) -> str:
        return f"{'>=' if self.inclusive else '>'}{self.version}"

    def allows(self, version: Version) -> bool:
        """Whether a version is not below it."""
        return version > self.version or (self.inclusive and version == self.version)


@dataclass(frozen=True, slots=True)
class Range:
    """All versions from a floor up to a ceiling; either may be missing."""

    floor: Floor | None = None
    ceiling: Version | None = None
    closed: bool = False
    """Whether the ceiling itself is allowed."""

    def allows(self, version: Version) -> bool:
        """Whether a version lies in it."""
        if self.floor is not None and not self.floor.allows(version):
            return False
        if self.ceiling is None or version < self.ceiling:
            return True
        return self.closed and version == self.ceiling

    def is_empty(self) -> bool:
        """Whether nothing lies in it."""
        if self.floor is None or self.ceiling is None:
            return False
        low = self.floor.version
        return low > self.ceiling or (low == self.ceiling and not (self.closed and self.floor.inclusive))

    def __and__(self, other: "Range") -> "Range":
        """What lies in both."""
        floor = max((f for f in (self.floor, other.floor) if f), key=_floor_key, default=None)
        ceilings = [(r.ceiling, r.closed) for r in (self, other) if r.ceiling is not None]
        if not ceilings:
            return Range(floor)
        ceiling, closed = min(ceilings)
        return Range(floor, ceiling, closed)


def parse_version(text: str) -> Version | None:
    """A version as people write it, or None where the text is none.

    Example:
        >>> parse_version("v3.8+")
        Version(release=(3, 8), suffix='', wildcard=False, plus=True)
        >>> str(parse_version("1.0.0-rc.1")), parse_version("latest")
        ('1.0.0rc1', None)
    """
    match = _LOOSE.fullmatch(text.strip())
    if match is None:
        return None
    release = tuple(int(part) for part in match["release"].split("."))
    suffix, wild, plus = match["suffix"] or "", match["wild"] is not None, match["plus"] is not None
    if wild and suffix:
        return None
    normal = _normal_suffix(match["release"], suffix)
    return None if normal is None else Version(release, normal, wild, plus)


def floor_of(specifier: str, style: Style) -> Floor | None:
    """The lowest version that a specifier allows; None where there is none or it cannot be told.

    Example:
        >>> str(floor_of(">=3.9,<4", "pep440")), str(floor_of("^18 || >=20", "npm")), floor_of("<4", "pep440")
        ('>=3.9', '>=18', None)
    """
    ranges = ranges_of(specifier, style)
    if not ranges:
        return None
    floors = [each.floor for each in ranges if each.floor is not None]
    return min(floors, key=_floor_key) if len(floors) == len(ranges) else None


def allows(specifier: str, version: Version, style: Style) -> bool | None:
    """Whether a specifier allows a version; None where it cannot be told.

    Example:
        >>> allows(">=3.9,<3.13", Version((3, 13)), "pep440")
        False
    """
    ranges = ranges_of(specifier, style)
    return None if ranges is None else any(each.allows(version) for each in ranges)


def ranges_of(specifier: str, style: Style) -> tuple[Range, ...] | None:
    """The ranges that a specifier allows, in the order written; None where it cannot be read.

    Single versions that are excluded (`!=3.9.2`) are not cut out, unless a range begins with one.
    """
    text = specifier.split(";", 1)[0].strip().strip("()").strip()
    if style == "go":
        version = parse_version(text)
        return None if version is None else (Range(Floor(version)),)
    found: list[Range] = []
    for part in re.split(r"\s*\|\|?\s*", text):
        ranges = _conjunction(part, style)
        if ranges is None:
            return None
        found.extend(ranges)
    return tuple(each for each in found if not each.is_empty())


def same_floor(claimed: Floor | Version, actual: Floor) -> bool:
    """Whether people would say `claimed` of what in truth is `actual`.

    Numbers that the claim leaves out are not held against it: "Python 3.7" is true of `>=3.7.13`, and
    `3.9` is `3.9.0`; `3.9.13` is not true of `>=3.9`. An exclusive floor is read both ways that people
    mean it: `>3.8` is "newer than 3.8" and "3.9 or newer".

    Example:
        >>> same_floor(Version((3, 7)), Floor(Version((3, 7, 13))))
        True
        >>> same_floor(Version((3, 9, 13)), Floor(Version((3, 9))))
        False
    """
    said = claimed if isinstance(claimed, Floor) else Floor(claimed)
    return any(_says(a, b) for a in _readings(said) for b in _readings(actual))


def _says(claimed: Version, actual: Version) -> bool:
    length = len(claimed.release)
    given = (*actual.release, *(0,) * (length - len(actual.release)))[:length]
    return claimed.release == given and claimed.suffix in ("", actual.suffix)


def _readings(floor: Floor) -> tuple[Version, ...]:
    if floor.inclusive:
        return (floor.version,)
    return floor.version, floor.version.next_at(len(floor.version.release) - 1)


def _floor_key(floor: Floor) -> tuple[Version, bool]:
    return floor.version, not floor.inclusive


# Specifiers -------------------------------------------------------------------------------------------------

_CLAUSE = regex(r"(?P<op>===|==|~=|!=|<=|>=|=>|=<|\^|~>|~|<|>|=)?\s*(?P<version>[^\s,<>=!~^]+)")
_HYPHEN = regex(r"(\S+)\s+-\s+(\S+)")
_ANYTHING = frozenset({"", "*", "x", "X", "any"})


def _conjunction(text: str, style: Style) -> tuple[Range, ...] | None:
    """The ranges of clauses that must all hold; more than one where a wildcard cuts a hole."""
    if style == "npm" and (hyphen := _HYPHEN.fullmatch(text)):
        text = f">={hyphen[1]} <={hyphen[2]}"
    allowed = Range()
    holes: list[Range] = []
    position = 0
    for match in _CLAUSE.finditer(text):
        if text[position : match.start()].strip(" \t,"):
            return None
        position = match.end()
        clause = _clause(match["op"] or "", match["version"], style)
        if clause is None:
            return None
        if match["op"] == "!=":
            holes.append(clause)
        else:
            allowed = allowed & clause
    if text[position:].strip(" \t,"):
        return None
    return tuple(_without((allowed,), holes))


def _clause(operator: str, text: str, style: Style) -> Range | None:
    if text in _ANYTHING:
        return Range() if operator != "!=" else None
    version = parse_version(text)
    if version is None or version.plus:
        return None
    places = len(version.release)
    match operator:
        case ">=" | "=>":
            return Range(Floor(version))
        case ">":
            if version.wildcard or (style != "pep440" and places < 3):  # semver: `>16` is `>=17`
                return Range(Floor(version.next_at(places - 1)))
            return Range(Floor(version, inclusive=False))
        case "<":
            return Range(ceiling=version)
        case "<=" | "=<":
            if version.wildcard or (style != "pep440" and places < 3):
                return Range(ceiling=version.next_at(places - 1))
            return Range(ceiling=version, closed=True)
        case "^":
            return _caret(version)
        case "~" | "~>":
            return _up_to(version, min(places, 2) - 1)
        case "~=":
            return _up_to(version, places - 2) if places > 1 else None
        case "" if style == "cargo":
            return _up_to(version, places - 1) if version.wildcard else _caret(version)
        case _:
            partial = style != "pep440" and places < 3
            return _up_to(version, places - 1) if version.wildcard or partial else _exactly(version)


def _caret(version: Version) -> Range:
    """`^1.2` is below 2, `^0.2.3` is below 0.3: the first number that is not 0 stays."""
    place = next((i for i, number in enumerate(version.release) if number), len(version.release) - 1)
    return _up_to(version, place)


def _up_to(version: Version, place: int) -> Range:
    return Range(Floor(version), version.next_at(place))


def _exactly(version: Version) -> Range:
    return Range(Floor(version), version, closed=True)


def _without(ranges: Iterable[Range], holes: Iterable[Range]) -> list[Range]:
    rest = list(ranges)
    for hole in holes:
        if hole.floor is None or hole.ceiling is None:
            continue
        cut: list[Range] = []
        for each in rest:
            if hole.closed:  # a single version: only the beginning of a range can tell
                starts = each.floor == hole.floor
                cut.append(Range(Floor(hole.ceiling, inclusive=False), each.ceiling, each.closed) if starts else each)
                continue
            cut += [each & Range(ceiling=hole.floor.version), each & Range(Floor(hole.ceiling))]
        rest = [each for each in cut if not each.is_empty()]
    return rest


# Suffixes ---------------------------------------------------------------------------------------------------

_SUFFIX_PARTS = regex(r"(?P<pre>a|b|rc)?(?P<number>\d+)?(?:\.post(?P<post>\d+))?(?:\.dev(?P<dev>\d+))?")


def _normal_suffix(release: str, suffix: str) -> str | None:
    """A suffix as PEP 440 writes it, else in lower case after a hyphen; None where it is none: `3rd`, `2D`."""
    if not suffix:
        return ""
    if suffix[0].isalpha() and "." not in release and not suffix[-1].isdigit():
        return None
    try:
        return str(Pep440(release + suffix)).removeprefix(str(Pep440(release)))
    except InvalidVersion:
        return None if suffix[0].isalpha() else f"-{suffix.lstrip('-._').lower()}"


def _suffix_key(suffix: str) -> tuple[int, str, int, int]:
    """Orders suffixes: development, unknown, alpha, beta, candidate, final, post."""
    if not suffix:
        return (4, "", 0, 0)
    match = _SUFFIX_PARTS.fullmatch(suffix)
    if match is None:
        return (1, suffix, 0, 0)
    dev = int(match["dev"]) - 1_000_000 if match["dev"] else 0  # a development version comes before its own
    if match["pre"]:
        return (2, match["pre"], int(match["number"] or 0), dev)
    return (5, "", int(match["post"]), dev) if match["post"] else (0, "", 0, dev)


__all__ = [
    "Floor",
    "Range",
    "Style",
    "Version",
    "allows",
    "floor_of",
    "parse_version",
    "ranges_of",
    "same_floor",
]
