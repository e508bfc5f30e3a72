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
    r"(?<=[^\W\d_]{2})[.!?](?=\s)|(?<!\d),|,(?!\d)|[;:()\n，；。：（）、]|\s[–—-]\s"
    r"|\b(?:and|but|while|whereas|und|aber|sondern|y|pero|et|mais|ma|mas|maar|но|и|а)\b|而且|但|且|が、",
    re.IGNORECASE,
)
_CONDITION = re.compile(rf"\s*(?:{LIMITING['if'][0]}|{LIMITING['except'][0]})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_FUNCTION_WORDS = """
the this that these those its his her their our your was were are has have had been being will would can could does
did for from with into onto than then also which who whose where there here them they she you all any each der die
das den dem des ein eine einen einem einer ist sind war wird werden hat haben von vom zum zur mit für auf les des
une est sont dans pour par avec sur qui que los las una por para con del que gli della che per uma dos das het een
van voor met zijn
"""
_FUNCTION = frozenset(_FUNCTION_WORDS.split())


def lost_qualifiers(quote: str, text: str) -> list[str]:
    """The words of a quote that limit what it says and that another wording of it has lost.

    These are `no longer`, `only`, `up to`, `at least`, `unless`, negations, conditions, `about`, `usually`, `may`,
    `by default` and the like (see `LIMITING`); numbers, versions and months. Each counts within its clause alone: a
    wording of one part of a sentence need not have what limits the other. A condition at the beginning or end of a
    sentence belongs to the clause beside it. Another word with the same sense will do: `lacks` for `no`, `eight`
    for `8`.

    Args:
        quote: as readers see it.
        text: says the same, or a part of it, perhaps with more context.

    Example:
        >>> sentence = "It no longer retries, and keeps up to 8 files open."
        >>> lost_qualifiers(sentence, "Acme retries."), lost_qualifiers(sentence, "Acme keeps at most 8 files open.")
        (['no longer'], [])
    """
    said = _Wording(text)
    return [
        found.shown
        for clause in _clauses(quote)
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
    return [each for each in written if not ({_canonical(each)}.issubset(known) or _parts(each).issubset(known))]


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
            return _canonical(limit.shown) in self._numbers or _parts(limit.shown) <= self._numbers
        if limit.kind == "month":
            return limit.shown.casefold()[:3] in self._text.casefold() or len(self._numbers) > 1
        return bool(limit.words & self._words) or _WORDS[limit.kind][1].search(self._text) is not None


def _clauses(quote: str) -> list[_Clause]:
    clauses: list[_Clause] = []
    waiting: list[_Limit] = []
    for start, end in _between_cuts(quote):
        part = quote[start:end]
        clause = _Clause(_stems(part), list(_limits(part)))
        if clauses and not clause.words and quote[:start].endswith((":", "：")):
            clauses[-1].limits += clause.limits  # `Default: at most 8`
            continue
        conditions = [replace(limit, words=clause.words) for limit in clause.limits if limit.kind in ("if", "except")]
        if _CONDITION.match(part) is None:
            clause.limits += waiting
            waiting = []
        elif clauses:
            clauses[-1].limits += conditions
        else:
            waiting += conditions
        clauses.append(clause)
    return clauses


def _between_cuts(quote: str) -> Iterator[Span]:
    done = 0
    for match in _CUT.finditer(quote):
        if quote[done : match.start()].strip():
            yield done, match.start()
        done = match.end()
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
    for found, _ in _WORDS.values():
        left = found.sub(" ", left)
    if len(_UNSPACED.findall(left)) > len(left) / 4:
        characters = [each for each in left if each.isalpha()]
        return frozenset(a + b for a, b in pairwise(characters))
    words = (match[0].casefold() for match in _WORD.finditer(left))
    return frozenset(
        word.removesuffix("s")[:_STEM] for word in words if word not in _FUNCTION and word not in _NUMBER_WORDS
    )
