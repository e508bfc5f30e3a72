"""Words that limit a statement, and whether they are left in another wording of it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.text.limiting_words import LIMITING

_COVERED = 2 / 3
"""Share of a clause's words that a wording has to exceed for it to say what the clause says: of `8 on Linux` and
`4 on Windows`, each made a statement of its own with the verb they share, neither is to miss the other's number."""
_STEM = 4
"""Letters that two forms of a word share."""

_WORDS = {
    name: (re.compile(found, re.IGNORECASE), re.compile(rf"{found}|{kept}", re.IGNORECASE))
    for name, (found, kept) in LIMITING.items()
}

_NUMBER = re.compile(r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,:/'’-]?\d+)*")
_NUMBER_WORDS = {
    word: str(number)
    for number, words in {
        2: "two zwei deux dos due dois twee два 两 二", 3: "three drei trois tres tre três drie три 三",
        4: "four vier quatre cuatro quattro quatro четыре 四", 5: "five fünf cinq cinco cinque vijf пять 五",
        6: "six sechs seis sei zes шесть 六", 7: "seven sieben sept siete sette sete zeven семь 七",
        8: "eight acht huit ocho otto oito восемь 八", 9: "nine neun neuf nueve nove negen девять 九",
        10: "ten zehn dix diez dieci dez tien десять 十", 11: "eleven elf onze once undici",
        20: "twenty zwanzig vingt veinte venti vinte", 30: "thirty dreißig trente treinta trenta trinta",
        40: "forty vierzig quarante cuarenta quaranta quarenta", 50: "fifty fünfzig cinquante cincuenta cinquanta",
        60: "sixty sechzig soixante sesenta sessanta", 70: "seventy siebzig setenta", 80: "eighty achtzig ochenta",
        90: "ninety neunzig noventa",
        12: "twelve zwölf douze doce dodici doze twaalf", 100: "hundred hundert cent cien cento cem honderd",
        1000: "thousand tausend mille mil duizend",
    }.items()
    for word in words.split()
}  # fmt: skip
_MONTHS = re.compile(
    r"\b(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b(?=[ .,]{1,2}\d)"
    r"|(?<=\d[ .])\b(?:january?|february?|march|märz|april|june?|juni|july?|juli|august|september|o[ck]tober|november"
    r"|de[cz]ember)\b",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"[.!?](?=\s+(?-i:[^\sa-z]))|(?<=[^\W\d_]{2})[.!?](?=\s)|(?<!\d),|,(?!\d)|[;:()\n，；。：（）、]|\s[–—-]\s"
    r"|(?<!\d )\b(?:and|und|y|et|и)\b|\b(?:and|und|y|et|и)\b(?! \d)"
    r"|(?<!\ball )\bbut\b|\b(?:while|whereas|aber|sondern|pero|mais|ma|mas|maar|но|а)\b|而且|但|且|が、",
    re.IGNORECASE,
)
_LEADS_ON = (":", "：", ")", "）")
"""What stands before a value that belongs to the words before it."""
_APART = (";", "；", "(", "（")
"""What stands before a value that does not."""
_SUBORDINATE = re.compile(
    r"\b(?:if|when|whenever|unless|except|save for|wenn|sofern|außer|si|lorsque|quand|sauf|cuando|salvo|quando"
    r"|tranne|wanneer|tenzij|behalve|если|когда|кроме)\b",
    re.IGNORECASE,
)
"""Begins a condition that no comma parts from what it is a condition of."""
_CONDITION = re.compile(rf"\s*(?:{LIMITING['if'][0]}|{LIMITING['except'][0]})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}(?:_\w+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")
"""Scripts without spaces between words, or, Korean, with many endings."""
_FUNCTION_WORDS = """
the this that these those its his her their our your was were are has have had been being will would must shall
should can could does did for from with into onto than then also which who whose where there here them they she you
all any each der die das den dem des ein eine einen einem einer ist sind war wird werden hat haben von vom zum zur
mit für auf les une est sont dans pour par avec sur qui que los las una por para con del gli della che per uma dos
het een van voor met zijn and between und zwischen entre yet though although however very both either
"""
_FUNCTION = frozenset(_FUNCTION_WORDS.split())


def lost_qualifiers(quote: str, text: str, part: Span | None = None) -> list[str]:
    """The words of a quote that limit what it says and that another wording of it has lost.

    These are `no longer`, `only`, `up to`, `at least`, `unless`, negations, conditions, `about`, `usually`, `may`,
    `by default` and the like (see `LIMITING`); numbers, versions and months. Each counts within its clause alone: a
    wording of one part of a sentence need not have what limits the other. A condition at the beginning or end of a
    sentence belongs to the clause beside it. Another word with the same sense will do: `lacks` for `no`, `eight`
    for `8`.

    Args:
        quote: as readers see it.
        text: says the same, or a part of it, perhaps with more context.
        part: of the quote that the text was made from: clauses outside of it do not count. None: any.

    Example:
        >>> sentence = "It no longer retries, and keeps up to 8 files open."
        >>> lost_qualifiers(sentence, "Acme retries."), lost_qualifiers(sentence, "Acme keeps at most 8 files open.")
        (['no longer'], [])
    """
    said = _Wording(text)
    return [
        found.shown
        for clause in _clauses(quote, part)
        if said.covers(clause)
        for found in clause.limits
        if not said.keeps(found)
    ]


def added_numbers(text: str, known: Collection[str]) -> list[str]:
    """The numbers of a wording that its source has not.

    Args:
        text: the wording.
        known: `numbers_of` the source.

    Example:
        >>> added_numbers("Since 2.0 it keeps 8 files open.", numbers_of("It keeps eight files open."))
        ['2.0']
    """
    written = (match[0] for match in _NUMBER.finditer(text))
    return [each for each in written if not _is_among(each, known)]


@dataclass(frozen=True, slots=True)
class _Limit:
    """A word that limits."""

    kind: str
    """A class of `LIMITING`, `number` or `month`."""
    shown: str
    words: frozenset[str] = frozenset()
    """Of the condition that it begins: any of them shows that the condition is kept."""


@dataclass
class _Clause:
    span: Span
    words: frozenset[str]
    limits: list[_Limit] = field(default_factory=list[_Limit])


class _Wording:
    def __init__(self, text: str) -> None:
        self._text = text
        self._words = _stems(text)
        self._numbers = numbers_of(text)

    def covers(self, clause: _Clause) -> bool:
        if not clause.words:
            return False
        return len(clause.words & self._words) > _COVERED * len(clause.words)

    def keeps(self, limit: _Limit) -> bool:
        if limit.kind == "number":
            return _is_among(limit.shown, self._numbers)
        if limit.kind == "month":
            return limit.shown.casefold()[:3] in self._text.casefold() or len(self._numbers) > 1
        return bool(limit.words & self._words) or _WORDS[limit.kind][1].search(self._text) is not None


def _clauses(quote: str, part: Span | None) -> list[_Clause]:
    return [clause for clause in _all_clauses(quote) if part is None or _touch(clause.span, part)]


def _touch(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _all_clauses(quote: str) -> list[_Clause]:
    clauses: list[_Clause] = []
    waiting: list[_Limit] = []
    for start, end in _between_cuts(quote):
        part = quote[start:end]
        clause = _Clause((start, end), _stems(part), list(_limits(part)))
        restricts = any(limit.kind not in ("number", "month") for limit in clause.limits)
        if clauses and not clause.words:
            # `Default: at most 8`, `Size (2024): 8`, `a third, but no fewer than 8`
            belongs = restricts or quote[:start].rstrip().endswith(_LEADS_ON)
            if belongs and not quote[:start].endswith(_APART):
                clauses.append(replace(clause, words=clauses[-1].words))
            continue
        conditions = [limit for limit in clause.limits if limit.kind in ("if", "except")]
        if _CONDITION.match(part) is None:
            clause.limits += (replace(limit, words=limit.words - clause.words) for limit in waiting)
            waiting = []
        elif clauses:
            clauses[-1].limits += (replace(limit, words=clause.words - clauses[-1].words) for limit in conditions)
        else:
            waiting += (replace(limit, words=clause.words) for limit in conditions)
        clauses.append(clause)
    return clauses


def _between_cuts(quote: str) -> Iterator[Span]:
    done = 0
    cuts = [match.span() for match in _CUT.finditer(quote)]
    cuts += ((match.start(), match.start()) for match in _SUBORDINATE.finditer(quote))
    for start, end in sorted(cuts):
        if quote[done:start].strip():
            yield done, start
        done = max(done, end)
    if quote[done:].strip():
        yield done, len(quote)


def _limits(part: str) -> Iterator[_Limit]:
    left = part
    for kind, (found, _) in _WORDS.items():
        for match in found.finditer(left):
            yield _Limit(kind, match[0].strip())
        left = found.sub(lambda match: "." * len(match[0]), left)
    for match in _NUMBER.finditer(part):
        yield _Limit("number", match[0])
    for match in _WORD.finditer(part):
        if match[0].casefold() in _NUMBER_WORDS:
            yield _Limit("number", match[0])
    for match in _MONTHS.finditer(part):
        yield _Limit("month", match[0])


def numbers_of(text: str) -> frozenset[str]:
    """The numbers of a text, also those written as words; of `1.2.3` and `2024-05-01` also the parts."""
    found: set[str] = set()
    for match in _NUMBER.finditer(text):
        found |= {_canonical(match[0]), *_parts(match[0])}
    words = (_NUMBER_WORDS.get(match[0].casefold()) for match in re.finditer(r"[^\W\d_]+", text))
    return frozenset(found.union(number for number in words if number))


def _is_among(number: str, known: Collection[str]) -> bool:
    """Whether a number is known, or all that it is made of."""
    parts = _parts(number)
    return _canonical(number) in known or (len(parts) > 1 and parts.issubset(known))


def _parts(number: str) -> frozenset[str]:
    """The numbers that a range, a date or a ratio is made of."""
    return frozenset(_canonical(part) for part in re.split(r"[^\d.,'’\u00a0\u202f ]+", number) if part)


def _canonical(number: str) -> str:
    """A number without the marks of its thousands; a word as its number."""
    if number.casefold() in _NUMBER_WORDS:
        return _NUMBER_WORDS[number.casefold()]
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", number):
        return number.replace(".", "")
    return re.sub(r"(?<=\d)[,\u00a0\u202f'’ ](?=\d{3}(?!\d))", "", number)


def _stems(text: str) -> frozenset[str]:
    """The beginnings of words that are not about grammar or limits; of scripts without spaces, pairs of characters."""
    left = text
    for found in (*(found for found, _ in _WORDS.values()), _MONTHS):
        left = found.sub(" ", left)
    if len(_UNSPACED.findall(left)) > len(left) / 4:
        characters = [each for each in left if each.isalpha()]
        return frozenset(a + b for a, b in pairwise(characters))
    words = (match[0].casefold() for match in _WORD.finditer(left))
    told = (word for word in words if word not in _FUNCTION and word not in _NUMBER_WORDS)
    return frozenset(word if "_" in word else word.removesuffix("s")[:_STEM] for word in told)
