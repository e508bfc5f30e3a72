"""The grammatical subject of an English sentence, by its words: what a pronoun in the next one may stand for."""

import re
from dataclasses import dataclass
from itertools import pairwise

from truthfulness_evaluator.text.subject_words import (
    BEFORE_PERSON,
    DETERMINERS,
    NO_NOUN,
    OPENERS,
    PARTICLES,
    PLURALS,
    PREPOSITIONS,
    PRONOUNS,
    REPORTS,
    SEVERAL,
    SINGLES,
    SPEAKERS,
    UNNUMBERED,
)
from truthfulness_evaluator.text.verbs import AUXILIARY, COPULA, Token, finite_verb, is_third_person, tokens_of

_LONGEST = 9
"""Words of a subject that can stand in for a pronoun: a longer one is a clause that was not understood."""
_OPENING = re.compile(
    r"^(?:(?:in|on|at|by|from|since|until|after|before|during|for|with|without|under|as|like|unlike|despite"
    r"|because of|due to"
    r"|thanks to|according to|through|throughout|between|within|over|of|to|among|along|instead of|besides|upon|via)\b"
    r"[^,;:]{1,90},\s+"
    r"|(?:in|since|by|from|until|after|before|during)\s+(?:(?:early|late|mid|spring|summer"
    r"|autumn)\s+)?(?:[a-z]+\s+)?[12]\d{3}s?\s+(?=[^\W\d])"
    r"|(?:however|therefore|moreover|furthermore|thus|hence|today|now|later|then|also|finally|first|second|third"
    r"|next|indeed|but|"
    r"and|so|yet|additionally|similarly|likewise|consequently|originally|initially|historically|typically|usually"
    r"|generally|"
    r"that is|that said|currently|meanwhile|nevertheless|nonetheless|instead|fortunately|unfortunately|by default"
    r"|in addition|in fact"
    r"|for example"
    r"|for instance|in particular|of course|as a result|soon|eventually|sometimes|often|in general|in practice"
    r"|in contrast"
    r"|by contrast|on the other hand|at first|at the same time|in turn|afterwards|still|again|internally|as such"
    r"|here)\b,?\s+"
    r"|[a-z]+ly,\s+|[A-Z][a-z]+ing(?:\s[^,;:]{3,90})?,\s+)",
    re.IGNORECASE,
)
_APPOSITION = re.compile(
    r"^(?P<name>[^,]{2,60}), (?:an?|the|his|her|its|their|who|which|born|formerly|also|or|known)\b[^,]*, "
)
_BRACKETS = re.compile(r"(?:\s\([^()]+\)|\s?\[[^\[\]]*\])")
_TITLES = (
    r"(?:Mr|Mrs|Ms|Dr|Sir|Lady|Lord|Professor|Prof|Captain|President|King|Queen|Saint|St|Reverend|Rev|Dame|Miss)\.?"
)
_TITLE = re.compile(rf"(?:{_TITLES}\s+)+(?=\S)")
_NAME_PART = re.compile(r"[^\W\d_](?:\.|[^\W\d_'’-]*(?:['’-][^\W\d_]+)*)$")
_MOST_NAMES = 5
_SINGLE_NAME = re.compile(r"[A-Z][a-zé'’-]+")
_SINGULAR_ENDS = ("ss", "us", "is", "ics", "news", "ous")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a sentence is about."""

    text: str
    """As it stands in the sentence, without an opening phrase, brackets and appositions."""
    plural: bool = False
    person: bool = False
    """Whether it is written like the name of a person: two capitalised words or more, or a title before one."""
    rival: bool = False
    """Whether the sentence has an object beside it that a pronoun of the same number may as well stand for."""
    called: str = ""
    """The pronoun by which the sentence called a person, `he` or `she`: the same in the next one goes on with it."""

    @property
    def is_named(self) -> bool:
        """Whether it may be a person's name: of one capitalised word or several."""
        return self.person or _is_single_name(self.text)

    @property
    def inner(self) -> str:
        """As it stands inside a sentence: an article or common word at its beginning in lower case.

        Example:
            >>> Subject("The cache").inner, Subject("Acme").inner
            ('the cache', 'Acme')
        """
        first, _, rest = self.text.partition(" ")
        return f"{first.casefold()} {rest}" if rest and first.casefold() in DETERMINERS | SEVERAL else self.text


def without_opening(text: str) -> tuple[str, str]:
    """The phrase that opens a sentence before its subject, and the rest.

    Example:
        >>> without_opening("In 2019, the plug-ins were dropped.")
        ('In 2019, ', 'the plug-ins were dropped.')
    """
    done = 0
    while match := _OPENING.match(text[done:]):
        if len(text) - done - match.end() < 3:
            break
        done += match.end()
    return text[:done], text[done:]


def subject_of(text: str) -> Subject | None:
    """The subject of a sentence; None where it has none, a pronoun or one that is not understood.

    Example:
        >>> subject_of("In 2019, the old library of Lund (1671) was closed.").text
        'the old library of Lund'
    """
    _, rest = without_opening(text)
    rest = _BRACKETS.sub("", rest)
    if match := _APPOSITION.match(rest):
        rest = f"{match['name']} {rest[match.end() :]}"
    tokens = tokens_of(rest)
    verb = finite_verb(tokens)
    if not verb or verb > _LONGEST:
        return None
    words = tokens[:verb]
    while words and words[-1].word.endswith("ly") and len(words) > 1:
        words = words[:-1]
    if not _is_noun_phrase(words):
        return None
    found = rest[words[0].span[0] : words[-1].span[1]]
    plural = _is_plural(words, tokens[verb])
    person = _is_person(found)
    if plural and any(word.word.endswith("'s") or word.text in "'’" for word in words):
        return Subject(found, plural, person, rival=True)  # `The users' wishes`: of both it may go on as `they`
    rival = _has_rival(tokens, verb, words, plural, person or _is_single_name(found))
    return Subject(found, plural, person, rival)


def _is_person(text: str) -> bool:
    """Whether it is written like a person's name: two capitalised words or more, or a title before one."""
    title = _TITLE.match(text)
    parts = text[title.end() if title else 0 :].split()
    if not (1 if title else 2) <= len(parts) <= _MOST_NAMES or parts[0].casefold() in DETERMINERS | SEVERAL:
        return False
    capitals = [_NAME_PART.match(part) is not None and part[0].isupper() for part in parts]
    return (
        capitals[0]
        and capitals[-1]
        and all(capital or part in PARTICLES for capital, part in zip(capitals, parts, strict=True))
    )


def has_names(text: str) -> bool:
    """Whether a sentence has a capitalised word that does not begin it.

    Example:
        >>> has_names("The house was sold."), has_names("The house was sold to Holt.")
        (False, True)
    """
    return any(token.text[0].isupper() for token in tokens_of(text)[1:])


def _is_single_name(text: str) -> bool:
    """Whether a subject is one capitalised word: a surname, a place, a product."""
    return _SINGLE_NAME.fullmatch(text) is not None


def _is_noun_phrase(words: list[Token]) -> bool:
    first = words[0].word.split("'")[0]
    if any(word.word.split("'")[0] in SPEAKERS for word in words):
        return False
    if first in PREPOSITIONS - {"that"} or first in OPENERS:
        return False
    if any(not word.is_word and word.text not in "-–'’/&." for word in words) or any(w.word in NO_NOUN for w in words):
        return False
    if first in PRONOUNS and not (first in SEVERAL | {"this", "that", "each"} and len(words) > 1):
        return False
    if words[-1].word in PREPOSITIONS | DETERMINERS or words[-1].word in AUXILIARY:
        return False
    named = words[0].text[0].isupper() or words[0].text[0] in "`0123456789"
    return first in DETERMINERS or first in SEVERAL or named or first.endswith("s") or len(words) <= 3


def _is_plural(words: list[Token], verb: Token) -> bool:
    if verb.word in ("are", "were", "have", "do", "aren't", "weren't", "haven't", "don't"):
        return True
    if verb.word != "had" and verb.word not in UNNUMBERED and is_third_person(verb.word):
        return False
    head = _head(words)
    if any(word.word == "and" for word in words[: words.index(head) + 1]) or words[0].word in SEVERAL:
        return True
    return head.word in PLURALS or (
        head.word.endswith("s") and not head.word.endswith(_SINGULAR_ENDS) and not head.text[0].isupper()
    )


def _head(words: list[Token]) -> Token:
    """The noun that the others belong to: the last one before a preposition."""
    for index, word in enumerate(words):
        if index and word.word in PREPOSITIONS:
            return words[index - 1]
    return words[-1]


def _has_rival(tokens: list[Token], verb: int, words: list[Token], plural: bool, person: bool) -> bool:
    """Whether a noun of the same number follows that a pronoun may stand for as well.

    Behind a name, or a noun without an article, only the object itself counts: what is told of it goes on.
    """
    rest = tokens[verb + 1 :]
    behind = [token.word for token in rest[:2]]
    if person:
        return tokens[verb].word in REPORTS or _has_person(rest)
    named = words[0].word not in DETERMINERS | SEVERAL
    if tokens[verb].word in COPULA and not any(word.endswith(("ed", "en")) for word in behind):
        # `The first one was Acme` is about Acme.
        return not named and (
            (len(words) > 1 and words[1].word in SINGLES) or (bool(rest) and rest[0].text[0].isupper())
        )
    for index, token in enumerate(rest):
        if named and (token.word in PREPOSITIONS or token.text in ",;:."):
            return False
        if token.word in ("a", "an", "the", "its", "another", "one"):
            phrase = rest[index + 1 : index + 5]
            ended = next((i for i, t in enumerate(phrase) if t.word in PREPOSITIONS or not t.is_word), len(phrase))
            if ended and _ends_like_plural(phrase[ended - 1]) == plural:
                return True
        elif plural and _ends_like_plural(token) and token.text[0].islower():
            return True
    return False


def _has_person(tokens: list[Token]) -> bool:
    """Whether a second person may be named: a capitalised word behind a verb or `and`, `with`, `to`."""
    for before, token in pairwise(tokens):
        if token.text[0].isupper() and len(token.text) > 1 and before.word in BEFORE_PERSON:
            return True
    return bool(tokens) and tokens[0].text[0].isupper()


def _ends_like_plural(token: Token) -> bool:
    return token.word.endswith("s") and not token.word.endswith(_SINGULAR_ENDS)
