"""The numbers that prose states: with units, dates, versions, ranges and bounds, and whether two texts' agree."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.quantities import parse_quantity
from truthfulness_evaluator.text.versions import parse_version

Kind = Literal["number", "ordinal", "percent", "time", "size", "length", "mass", "money", "date", "version"]
Relation = Literal["same", "conflict", "absent"]

_MOST_CHARACTERS = 200_000
"""A longer text is read up to here: no passage is."""

_ONES = dict(
    zip(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        range(20),
        strict=True,
    )
)
_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "bn": 1e9, "dozen": 12}
_ORDINALS = dict(
    zip(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
        range(1, 11),
        strict=True,
    )
)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]

_UNITS: dict[str, tuple[Kind, float]] = {
    **dict.fromkeys(("month", "months"), ("time", 2_629_746.0)),
    **dict.fromkeys(("year", "years", "yr", "yrs"), ("time", 31_556_952.0)),
    **dict.fromkeys(("decade", "decades"), ("time", 315_569_520.0)),
    **dict.fromkeys(("century", "centuries"), ("time", 3_155_695_200.0)),
    **dict.fromkeys(("mm", "millimetre", "millimeter", "millimetres", "millimeters"), ("length", 0.001)),
    **dict.fromkeys(("cm", "centimetre", "centimeter", "centimetres", "centimeters"), ("length", 0.01)),
    **dict.fromkeys(("m", "metre", "meter", "metres", "meters"), ("length", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometer", "kilometres", "kilometers"), ("length", 1000.0)),
    **dict.fromkeys(("mi", "mile", "miles"), ("length", 1609.344)),
    **dict.fromkeys(("ft", "foot", "feet"), ("length", 0.3048)),
    **dict.fromkeys(("inch", "inches"), ("length", 0.0254)),
    **dict.fromkeys(("mg", "milligram", "milligrams"), ("mass", 1e-6)),
    **dict.fromkeys(("g", "gram", "grams"), ("mass", 0.001)),
    **dict.fromkeys(("kg", "kilogram", "kilograms"), ("mass", 1.0)),
    **dict.fromkeys(("lb", "lbs", "pound", "pounds"), ("mass", 0.453592)),
    **dict.fromkeys(("tonne", "tonnes"), ("mass", 1000.0)),
    **dict.fromkeys(("dollar", "dollars", "euro", "euros", "usd", "eur"), ("money", 1.0)),
}
"""What `quantities` does not know, in base units: seconds, metres, kilograms, and money of whatever currency."""

_MONTH = (
    rf"(?:{'|'.join(m for m in _MONTHS if m not in ('march', 'may'))}|(?-i:March|May)"
    rf"|(?:{'|'.join(m[:3] for m in _MONTHS if m not in ('march', 'may'))}|(?-i:Mar)|sept)(?=\.?,?\s\d))"
)
"""`march` and `may` are words, unless they have a capital."""
_WORD_NUMBER = "|".join((*_ONES, *_TENS))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_BEGIN = r"(?=[$€£]|\b[\dadefjmnostvz])"
"""How every number begins: with a currency, a digit, or the first letter of a word for a number, month or version. It
spares most places of a text all that follows."""
_FOUND = regex(
    rf"""
    {_BEGIN}(?:
    (?P<iso>\b[12]\d{{3}}-[01]\d-[0-3]\d\b)
    |(?P<dmy>\b[0-3]?\d(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\.?,?(?:\s[12]\d{{3}}\b)?)
    |(?P<mdy>\b{_MONTH}\.?\s(?:[0-3]?\d(?:st|nd|rd|th)?\b(?:,?\s[12]\d{{3}}\b)?|[12]\d{{3}}\b))
    |(?P<decade>\b[12]\d{{2}}0['’]?s\b)
    |(?P<version>\bv\d+(?:\.\d+)*[\w.+-]*\b|\b\d+(?:\.\d+){{2,}}[\w+-]*\b|(?<=version\s)\d+(?:\.\d+)*\b)
    |(?P<ordinal>\b\d+(?:st|nd|rd|th)\b|\b(?:{"|".join(_ORDINALS)})\b)
    |(?:(?P<money>[$€£])\s?)?(?P<number>(?<![\w.])(?:{_DIGITS})|\b(?:{_WORD_NUMBER})(?:[\s-](?:{"|".join(_ONES)}))?\b
      |\ba(?=\s(?:dozen|hundred|thousand|million|billion)\b))
      (?:\s?(?P<scale>{"|".join(_SCALES)})s?\b)?
      (?:\s?-?\s?(?P<unit>%|percent\b|per\scent\b|[a-zA-Z]{{1,12}}\b))?
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PLAIN = str.maketrans("ſıİ", "siI")
"""Letters that a pattern takes for others where case does not count, and that are no capital or small ones of them."""
_AT_LEAST = regex(
    r"(?:at least|more than|over|above|no (?:less|fewer) than|exceed(?:s|ed|ing)?|after|since|≥|>=?|minimum of"
    r"|greater than)\s*[$€£]?\s*$",
    re.IGNORECASE,
)
_AT_MOST = regex(
    r"(?:at most|less than|fewer than|under|below|up to|no(?:t)? more than|before|until|≤|<=?|maximum of|within)"
    r"\s*[$€£]?\s*$",
    re.IGNORECASE,
)
_ABOUT = regex(r"(?:about|around|approximately|nearly|almost|roughly|circa|some|~|c\.)\s*[$€£]?\s*$", re.IGNORECASE)
_OR_MORE = regex(r"\s?(?:\+(?!\w)|or (?:more|later|newer|higher|above)\b|and (?:later|newer|above)\b)", re.IGNORECASE)
_TO = regex(r"\s?(?:-|–|—|to|and|through)\s?[$€£]?", re.IGNORECASE)
_LEAD = 24
"""Characters before a number that can hold what bounds it."""
_NEAR = 0.1
"""How far a number may be from one that is said to be `about` it, as a share."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a text with what it counts, as the interval of values for which the text would be true."""

    kind: Kind
    low: float
    """In base units: seconds, bytes, metres, kilograms, shares of one; days of a date as YYYYMMDD."""
    high: float
    text: str
    """As written, without what bounds it."""
    start: int
    """Where it begins, in characters."""
    bounded: bool = False
    """Whether words before or after it make it an interval: `at least`, `up to`, `about`, `5 to 8`."""
    release: tuple[int, ...] = ()
    """The numbers of a version."""

    @property
    def end(self) -> int:
        """Where it ends, in characters."""
        return self.start + len(self.text)


def amounts_of(text: str) -> list[Amount]:
    """The numbers that a text states, in its order.

    Example:
        >>> [(a.kind, a.low, a.high) for a in amounts_of("At least two hours on 3 May 1999")]
        [('time', 7200.0, inf), ('date', 19990503.0, 19990503.0)]
        >>> [(a.kind, a.low, a.high) for a in amounts_of("5 to 8 % in v1.2")]
        [('percent', 0.05, 0.08), ('version', 0.0, 0.0)]
    """
    text = text[:_MOST_CHARACTERS].translate(_PLAIN)
    return list(_ranges(text, [_bounded(text, amount) for amount in _plain(text)]))


def relation(claimed: Amount, known: Sequence[Amount]) -> Relation:
    """How what a claim states stands to the numbers of a text.

    Returns:
        `same`: a number of the text makes it true. `conflict`: the text has numbers that count the same, and none
        does. `absent`: it has none.

    Example:
        >>> relation(amounts_of("over 40 km")[0], amounts_of("It is 45,000 m long, built in 1990."))
        'same'
    """
    comparable = [amount for amount in known if _kinds_meet(claimed, amount)]
    if any(_agrees(claimed, amount) for amount in comparable):
        return "same"
    return "conflict" if any(amount.kind == claimed.kind for amount in comparable) else "absent"


def _kinds_meet(left: Amount, right: Amount) -> bool:
    if left.kind == right.kind:
        return True
    # "the 2 runs" and "2 h" may be one number whose unit was left out.
    return "number" in (left.kind, right.kind) and left.kind != "version" != right.kind


def _agrees(claimed: Amount, known: Amount) -> bool:
    if claimed.kind == "version":
        short = min(len(claimed.release), len(known.release))
        return claimed.release[:short] == known.release[:short]
    if claimed.kind != known.kind:
        return _number_in(claimed.text) == _number_in(known.text)
    if claimed.bounded == known.bounded or claimed.kind == "date":
        slack = 1e-9 * max(abs(claimed.low), 1.0)
        inside = claimed.low - slack <= known.low and known.high <= claimed.high + slack
        around = known.kind == "date" and known.low <= claimed.low and claimed.high <= known.high
        return inside or around
    return claimed.low <= known.high and known.low <= claimed.high


def _number_in(text: str) -> float | None:
    match = re.search(_DIGITS, text)
    return float(match[0].replace(",", "")) if match else None


def _plain(text: str) -> Iterator[Amount]:
    for match in _FOUND.finditer(text):
        amount = _read(match)
        if amount is not None:
            yield amount


def _read(match: re.Match[str]) -> Amount | None:
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    written = match[0].strip()
    if match["iso"] or match["dmy"] or match["mdy"] or match["decade"]:
        days = _days(written)
        return None if days is None else Amount("date", *days, written, start)
    if match["version"]:
        version = parse_version(written)
        return None if version is None else Amount("version", 0.0, 0.0, written, start, release=version.release)
    if match["ordinal"]:
        number = float(_ORDINALS.get(written.lower()) or re.sub(r"\D", "", written))
        return Amount("ordinal", number, number, written, start)
    return _measured(match, written, start)


def _measured(match: re.Match[str], written: str, start: int) -> Amount | None:
    digits, unit = match["number"], (match["unit"] or "").lower()
    number = _value(digits) * _SCALES.get((match["scale"] or "").lower(), 1.0)
    kind, factor = _unit(unit)
    if kind == "number":
        written = written[: len(written) - len(unit)].rstrip(" -") if unit else written
        if re.fullmatch(r"[12]\d{3}", digits) and not match["money"] and not match["scale"]:
            return Amount("date", number * 10000, number * 10000 + 1231, written, start)
        if digits.lower() in ("one", "a") and not match["scale"]:
            return None  # mostly a pronoun
        kind = "money" if match["money"] else "number"
    return Amount(kind, number * factor, number * factor, written, start)


def _unit(unit: str) -> tuple[Kind, float]:
    if unit in _UNITS:
        return _UNITS[unit]
    quantity = parse_quantity(f"1 {'%' if unit.startswith('per') else unit}") if unit else None
    if quantity is None or not quantity.factors:
        return "number", 1.0
    kinds: dict[str | None, Kind] = {"time": "time", "size": "size", "percent": "percent"}
    return kinds[quantity.dimension], float(quantity.factors[0])


def _value(written: str) -> float:
    words = re.split(r"[\s-]", written.lower())
    if words[0] == "a":
        return 1.0
    if words[0] in _TENS or words[0] in _ONES:
        return float(sum(_TENS.get(word, 0) or _ONES.get(word, 0) for word in words))
    return float(written.replace(",", ""))


def _days(written: str) -> tuple[float, float] | None:
    """The first and last day as YYYYMMDD; a day without a year counts in year 0."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", written):
        day = float(written.replace("-", ""))
        return day, day
    if decade := re.match(r"\d{4}(?=['’]?s)", written):
        first = float(decade[0]) * 10000
        return first, first + 91231
    named = re.search(r"[a-z]{3,}", written.lower().replace("of ", ""))
    month = next((n for n, name in enumerate(_MONTHS, 1) if named and name.startswith(named[0][:3])), None)
    year = re.search(r"\b[12]\d{3}\b", written)
    number = re.search(r"\b([0-3]?\d)(?:st|nd|rd|th)?\b", written)
    if month is None:
        return None
    base = (float(year[0]) if year else 0.0) * 10000 + month * 100
    day = int(number[1]) if number else 0
    return (base + day, base + day) if day else (base, base + 31)


def _bounded(text: str, amount: Amount) -> Amount:
    before = text[max(0, amount.start - _LEAD) : amount.start]
    low, high = amount.low, amount.high
    if amount.kind == "version":
        return amount
    if _AT_LEAST.search(before) or _OR_MORE.match(text, amount.end):
        high = math.inf
    elif _AT_MOST.search(before):
        low = -math.inf
    elif _ABOUT.search(before) and amount.kind != "date":
        low, high = low - abs(low) * _NEAR, high + abs(high) * _NEAR
    else:
        return amount
    return Amount(amount.kind, low, high, amount.text, amount.start, bounded=True)


def _ranges(text: str, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Two numbers with `to` or a dash between them as one interval, in the unit of the second."""
    skip = False
    following = (*amounts[1:], None) if amounts else ()
    for amount, after in zip(amounts, following, strict=True):
        if skip:
            skip = False
            continue
        if after is None or amount.bounded or after.bounded or not _TO.fullmatch(text, amount.end, after.start):
            yield amount
            continue
        joiner = text[amount.end : after.start].strip().lower()
        between = joiner != "and" or re.search(r"between\s*[$€£]?$", text[: amount.start], re.IGNORECASE) is not None
        low = amount.low if amount.kind == after.kind else _in_unit_of(amount, after)
        if not between or low is None or low > after.high:
            yield amount
            continue
        skip = True
        yield Amount(after.kind, low, after.high, text[amount.start : after.end], amount.start, bounded=True)


def _in_unit_of(amount: Amount, after: Amount) -> float | None:
    """The first number of a range whose unit stands behind the second: `5` in `5 to 8 %`."""
    number = _number_in(after.text)
    if amount.kind != "number" or not number or after.kind in ("date", "version", "ordinal"):
        return None
    return amount.low * after.low / number


__all__ = ["Amount", "Kind", "Relation", "amounts_of", "relation"]
