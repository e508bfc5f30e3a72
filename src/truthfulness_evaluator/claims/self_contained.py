"""Sentences whose subject is a pronoun: what it stands for, by the sentence before. English."""

import re
from dataclasses import dataclass

from truthfulness_evaluator.text.subjects import Subject, subject_of, without_opening
from truthfulness_evaluator.text.verbs import AUXILIARY, Token, is_base, is_past, is_third_person, tokens_of

_CLAUSE = (
    r"(?:(?:if|when|whenever|because|since|although|though|while|once|until|after|before|as|unless|where|whether)\s+)?"
)
_PRONOUN = re.compile(
    rf"^(?P<before>{_CLAUSE})(?P<pronoun>it|they|he|she|this|that|these|those|its|their|his|her)(?P<short>['’](?:s"
    rf"|re|ll|ve|d))?"
    r"(?=\s|$)",
    re.IGNORECASE,
)
_STANDS_ALONE = re.compile(
    r"^(?:the (?:former|latter|two|same|others?)|each|both|neither|none|some|others|another|one|many|most|few|all"
    r"|such|either)\s+"
    r"(?:is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|do|does|did)\b",
    re.IGNORECASE,
)
_OF_PLACE = frozenset(("its", "their", "his", "her"))
_POINTING = frozenset(("this", "that", "these", "those"))
_PERSONS = frozenset(("he", "she", "his", "her"))
_SEVERAL = frozenset(("they", "their", "these", "those"))
_BE = (
    r"(?:['’]s| is| was| has been| had been| will(?: \w+ly)? be| would(?: \w+ly)? be| may be| might be| can be"
    r"| could be| should be| must be"
    r"| becomes?| became| remains?| isn['’]t| wasn['’]t| seems| seemed| appears)"
)
_DEGREE = (
    r"(?:(?:not|also|now|very|quite|often|therefore|still|thus|always|only|more|most|even|generally|usually"
    r"|sometimes|clearly"
    r"|currently|perhaps|probably|too|so|rather|especially|particularly|highly|widely|commonly|well|long|therefore"
    r"|almost"
    r"|nearly|just|much|far|strongly|hardly|never)\s+)*"
)
_EASY = (
    r"(?:possible|impossible|important|necessary|unnecessary|easy|easier|easiest|hard|harder|difficult|useful"
    r"|helpful|best"
    r"|better|good|bad|wise|unwise|recommended|common|uncommon|safe|unsafe|essential|tempting|interesting|enough"
    r"|sufficient"
    r"|convenient|customary|reasonable|legal|illegal|okay|ok|fine|advisable|desirable|preferable|simple|trivial|fair"
    r"|vital"
    r"|crucial|critical|unusual|usual|normal|natural|nice|great|fun|feasible|practical|impractical|right|wrong|time"
    r"|up|rare"
    r"|cheap|cheaper|expensive|straightforward|worthwhile|correct|incorrect|valid|invalid|unlikely for|standard|rude"
    r"|polite"
    r"|acceptable|enlightening|instructive|pointless|sensible|stupid|silly|dangerous|risky|proposed|planned)"
)
_EXPLETIVE = re.compile(
    rf"^it{_BE}\s+{_DEGREE}(?:{_EASY}(?:\s+(?:for|of)\s+[^,.;]{{1,40}}?)?\s+to\b|[\w'’-]+\s+(?:that|whether|how|why"
    rf"|what|who)\b"
    r"|(?:the case|true|no (?:wonder|accident|coincidence|surprise|secret)|worth|a (?:good|bad|common|best) (?:idea"
    r"|practice|mistake)"
    r"|the responsibility of)\b|(?:not )?(?:until|only)\b|(?:in|on|during|at|by|through"
    r"|because of) [^,;]{1,60} that\b|(?:uncertain|unclear|unknown|not known|debated) (?:where|when|which)\b"
    r"|(?:raining|snowing|dark|cold|late|early|winter|summer|unclear|clear|unknown)\b)"
    r"|^it (?:seems|appears|turns out|turned out|follows|happens|so happens|goes without saying)\b(?! to\b)"
    r"|^it (?:(?:would|may|can|will|might|could|should) )?(?:(?:\w+ly|sometimes|often|still|not|also) )*(?:takes?"
    r"|took|helps?)\b.{1,60}\b(?:to|if)\b"
    r"|^it (?:(?:\w+ ){0,3}(?:makes|made) (?:no |little |more )?sense|rains|rained|snows|snowed)\b"
    r"|^it(?:['’]s| was| is) (?:the |an? )?[^,.]{2,50}\b(?:who|that|which)\b",
    re.IGNORECASE,
)
"""`It` that stands for nothing before it: `it is possible to`, `it is known that`, `it was Lovelace who`."""
_ADVERBS_WORDS = """
also only often now still never always usually not all both just then already really simply even actually typically
generally sometimes thus therefore
"""
_ADVERBS = frozenset(_ADVERBS_WORDS.split())


@dataclass(frozen=True, slots=True)
class Sense:
    """A sentence that can be understood on its own, or why not."""

    text: str
    inferred: bool = False
    """Whether a pronoun was replaced."""
    unclear: str = ""
    """The pronoun whose sense cannot be told; empty: none."""
    subject: Subject | None = None
    """What a pronoun in the next sentence may stand for."""


def sense_of(text: str, before: Subject | None, person: Subject | None = None) -> Sense:
    """A sentence with its pronoun replaced, where there is one and what it stands for is clear.

    Args:
        text: a sentence.
        before: the subject of the sentence before.
        person: who was told of before that, where nobody else has been named since.

    Example:
        >>> sense_of("It keeps 8 files open.", subject_of("Acme is a server.")).text
        'Acme keeps 8 files open.'
        >>> sense_of("They are removed.", subject_of("Acme is a server.")).unclear
        'They'
        >>> sense_of("It is known that iron rusts.", None).unclear
        ''
    """
    opening, rest = without_opening(text)
    match = _PRONOUN.match(rest)
    if match is None:
        alone = _STANDS_ALONE.match(rest)
        if alone is not None:
            return Sense(text, unclear=" ".join(alone[0].split()[:-1]))
        return Sense(text, subject=subject_of(text))
    if not _is_subject(rest, match):
        return Sense(text, subject=subject_of(text))
    pronoun = match["pronoun"].casefold()
    if pronoun in _PERSONS and person is not None and (before is None or not before.is_named):
        before = person
    if before is None or not _fits(pronoun, before):
        return Sense(text, unclear=match["pronoun"])
    first = not opening and not match["before"]
    stands_for = before.text if first else before.inner
    if first:
        stands_for = (
            stands_for[0].upper() + stands_for[1:] if stands_for.split()[0].casefold() in _ARTICLES else stands_for
        )
    if pronoun in _OF_PLACE:
        stands_for = f"{stands_for}'" if stands_for.endswith("s") and before.plural else f"{stands_for}'s"
    replaced = (
        opening
        + match["before"]
        + stands_for
        + _long(match["short"], rest[match.end() :], before)
        + rest[match.end() :]
    )
    kept = None
    if pronoun not in _OF_PLACE or pronoun in _PERSONS:
        kept = Subject(before.text, before.plural, before.person, _rival_in(replaced), _called(pronoun))
    return Sense(replaced, inferred=True, subject=kept or subject_of(replaced))


_ARTICLES = frozenset(
    ("a", "an", "the", "this", "that", "these", "those", "each", "every", "many", "several", "some", "all")
)


def _called(pronoun: str) -> str:
    return {"he": "he", "his": "he", "she": "she", "her": "she"}.get(pronoun, "")


def _rival_in(text: str) -> bool:
    found = subject_of(text)
    return found is not None and found.rival


def _is_subject(rest: str, match: re.Match[str]) -> bool:
    """Whether a pronoun is what the sentence is about, and stands by itself."""
    pronoun, behind = match["pronoun"].casefold(), rest[match.end() :]
    if pronoun == "it":
        return not _EXPLETIVE.match(rest[match.start("pronoun") :])
    if pronoun in _POINTING:
        return bool(match["short"]) or _points_at_all(pronoun in _SEVERAL, tokens_of(behind))
    return True


def _points_at_all(several: bool, behind: list[Token]) -> bool:
    """Whether `this` stands by itself: `this means` and `these are`, not `this class has` or `these results`."""
    words = [token.word for token in behind[:6]]
    while words and (words[0] in _ADVERBS or words[0].endswith("ly")):
        words = words[1:]
    if not words:
        return False
    if words[0] in AUXILIARY:
        return True
    if not (is_past(words[0]) or (is_base(words[0]) if several else is_third_person(words[0]))):
        return False
    # `These use cases are`, `this uses list has`
    return not (len(words) > 2 and words[2] in AUXILIARY and words[1].isalpha())


def _fits(pronoun: str, before: Subject) -> bool:
    if pronoun in _POINTING:
        return False
    if pronoun in _PERSONS:
        return before.is_named and not before.plural and (not before.rival or before.called == _called(pronoun))
    if pronoun in _SEVERAL:
        return before.plural and not before.rival
    return not before.plural and not before.person and not before.called and not before.rival


def _long(short: str | None, behind: str, before: Subject) -> str:
    """What a contraction behind a pronoun is written out: `it's` before `been` has `has`."""
    if not short:
        return ""
    letter = short[1:].casefold()
    following = behind.split(maxsplit=1)[0] if behind.split() else ""
    if letter == "s":
        return " has" if following in ("been", "got", "had") else " is"
    return {"re": " are", "ll": " will", "ve": " have", "d": " would"}[letter]
