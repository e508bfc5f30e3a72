"""Finite verbs of English sentences, by a list of common ones and their endings."""

import re
from dataclasses import dataclass
from functools import cache

from truthfulness_evaluator.models import Span

AUXILIARY_WORDS = """
    is are was were am be been being has have had do does did can could will would shall should may might must cannot
    isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't couldn't won't wouldn't shan't
    shouldn't mightn't mustn't ain't
    """
AUXILIARY = frozenset(AUXILIARY_WORDS.split())
COPULA_WORDS = "is are was were am isn't aren't wasn't weren't"
COPULA = frozenset(COPULA_WORDS.split())
_REGULAR = """
accept access achieve act adapt add address adopt affect agree aim allow analyze analyse announce apply appoint approach
argue arrive ask assert assign assume attempt attend attract avoid award base believe belong block call capture carry
cause change check claim clean clear close collect combine commit compare compile complete compute concern conclude
configure confirm connect consider consist construct consume contain continue contribute control convert copy correct
count cover crash create declare decline decode decrease default define delay delete deliver demand demonstrate deny
depend deploy derive describe deserve design destroy detect determine develop die differ disable discover discuss
display distinguish divide document download earn edit elect emerge employ enable encode encounter encourage end
enforce enhance enjoy ensure enter escape establish estimate evaluate evolve examine exceed exclude execute exhibit
exist exit expand expect experience explain explore export expose express extend extract face fail fetch filter finish
fit fix flush focus follow force form format found function gain generate govern grant guarantee handle happen help host
identify ignore illustrate impact implement imply import impose improve include increase indicate influence inform
inherit initialize initialise inspect install integrate intend interact introduce invalidate invent invite invoke
involve isolate issue iterate join jump justify kill label lack last launch learn leverage limit link list listen live
load locate lock log look love maintain manage map mark marry match measure mention merge mirror model modify monitor
mount move multiply name need negotiate normalize note notice observe obtain occupy occur offer open operate optimize
optimise order organize organise originate override own pack parse participate pass patch perform permit pin place plan
play plot point populate possess predict prefer prepare present preserve prevent print process produce promise promote
propagate propose protect prove provide publish pull push query quote raise range rank reach react realize receive
recognize recommend record recover reduce refer reference reflect reject relate release rely remain remember remove
rename render repeat replace report represent reproduce request require resemble reset resolve respond restart restore
restrict result resume retain retire retrieve retry return reuse reveal review rewrite rotate round sample save scale
scan schedule search seem select separate serialize serve settle ship show sign simplify simulate skip solve sort
specify stabilize start state stay stop store stream struggle study submit succeed suffer suggest summarize support
suppose surround survive switch synchronize talk target tend terminate test thank tolerate touch trace track train
transfer transform translate transmit travel treat trigger trust try turn unify update upgrade use utilize validate
vary verify visit vote wait walk want warn watch weigh wish work worry wrap yield exercise escort convince compete
consolidate cite compress decrypt encrypt encapsulate mitigate outperform surpass host invest contact convey reside
erupt orbit boil melt dissolve absorb emit weigh flow span comprise constitute cross flourish decay inhibit infect
"""
_IRREGULAR = """
arise:arose become:became begin:began bind:bound blow:blew break:broke bring:brought build:built buy:bought catch:caught
choose:chose come:came cost:cost cut:cut deal:dealt draw:drew drive:drove eat:ate fall:fell feed:fed feel:felt
fight:fought find:found fly:flew forbid:forbade forget:forgot freeze:froze get:got give:gave go:went grow:grew
hear:heard
hide:hid hit:hit hold:held keep:kept know:knew lay:laid lead:led leave:left let:let lie:lay lose:lost make:made
mean:meant meet:met overcome:overcame pay:paid put:put read:read ride:rode rise:rose run:ran say:said see:saw sell:sold
send:sent set:set shut:shut sing:sang sink:sank sit:sat sleep:slept speak:spoke spend:spent split:split spread:spread
stand:stood steal:stole stick:stuck strike:struck swim:swam take:took teach:taught tell:told think:thought throw:threw
undergo:underwent undertake:undertook withdraw:withdrew seek:sought shake:shook swear:swore tear:tore wake:woke
bear:bore
understand:understood wear:wore win:won write:wrote shoot:shot
"""
_NOUNS_TOO_WORDS = """
    accesses acts addresses aims approaches attempts awards bases blocks calls captures causes changes checks claims
    concerns contacts controls copies costs counts covers crashes cuts deals declines defaults delays demands designs
    displays documents downloads edits ends escapes estimates exercises exits experiences exports faces falls fields
    filters finds fits fixes flows focuses forces forms formats functions gains grants helps hits hosts impacts imports
    increases influences inputs issues joins jumps keys labels lacks leads limits links lists lives loads locks logs
    looks makes maps marks matches means measures meets models monitors moves names needs notes notices offers opens
    orbits orders packs passes patches places plans plays plots points presents prints processes promises proves puts
    queries quotes raises ranges ranks reaches reads records references releases repeats reports requests results
    returns reviews rises rounds rules runs samples saves scales scans schedules searches sets shows shares ships shuts
    signs skips sorts spans speaks spreads stands starts states stays stops stores streams studies supports surrounds
    switches talks targets tests traces tracks trains transfers travels treats tries triggers trusts turns updates
    upgrades uses values views visits votes waits walks wants watches wishes works wraps yields votes thanks cites
    """
_NOUNS_TOO = frozenset(_NOUNS_TOO_WORDS.split())
"""Forms that are plural nouns as often as verbs."""
_AFTER_VERB_WORDS = """
    a an the this that these those its his her their our your my it them him us you all any each every both some no not
    only also to from on in into by with as at for over under through about between up out off down back more less two
    three four five six seven eight nine ten several many most and or without within when if where how what whether
    """
_AFTER_VERB = frozenset(_AFTER_VERB_WORDS.split())
"""Words that follow a verb sooner than a noun that ends alike."""
_BEFORE_NOUN_WORDS = """
    a an the this that these those its his her their our your my all any each every both some no of in on at for with by
    from into to and or as two three four five six seven eight nine ten several many most more other such new first last
    good same different various main following
    """
_BEFORE_NOUN = frozenset(_BEFORE_NOUN_WORDS.split())
_SEVERAL = frozenset(("and", "they", "we", "you", "i", "people", "children", "men", "women"))
_TOKEN = re.compile(r"`+[^`]*`+|[^\W\d_]+(?:['’\-./_][^\W_]+)*|\d[\d.,]*(?:[-–]\w+)*%?|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, code or sign of a text."""

    text: str
    span: Span

    @property
    def word(self) -> str:
        """In lower case, with straight apostrophes."""
        return self.text.casefold().replace("’", "'")

    @property
    def is_word(self) -> bool:
        """Whether it begins with a letter or digit, or is code."""
        return self.text[0].isalnum() or self.text[0] == "`"


def tokens_of(text: str) -> list[Token]:
    """The words, numbers, pieces of code and signs of a text, in order.

    Example:
        >>> [token.text for token in tokens_of("It doesn't call `a b`.")]
        ['It', "doesn't", 'call', '`a b`', '.']
    """
    return [Token(match[0], match.span()) for match in _TOKEN.finditer(text)]


def finite_verb(tokens: list[Token], begin: int = 0) -> int | None:
    """Index of the first word that is likely to be a finite verb with a subject before it; None: none is seen.

    Example:
        >>> tokens = tokens_of("The tests of the cache run in a sandbox.")
        >>> tokens[finite_verb(tokens)].text
        'run'
    """
    for index in range(begin, len(tokens)):
        if _is_finite(tokens, index, begin):
            return index
    return None


def has_verb(text: str) -> bool:
    """Whether a text has a word that may be a finite verb, be it with or without a subject.

    Example:
        >>> has_verb("Supports Python 3.9"), has_verb("Full documentation and examples of use")
        (True, False)
    """
    tokens = tokens_of(text)
    return (
        finite_verb(tokens) is not None
        or begins_with_verb(text)
        or any(_may_be_finite(tokens, index) for index in range(len(tokens)))
    )


def _may_be_finite(tokens: list[Token], index: int) -> bool:
    word = tokens[index].word
    if word.endswith(("n't", "'re", "'ll", "'ve", "'m")) or (word.endswith("'s") and word[:-2] in _CONTRACTED):
        return True
    if word in _third():
        return word not in _NOUNS_TOO or (index > 0 and not _before_noun(tokens, index))
    return word in _past()


_CONTRACTED = frozenset(("it", "that", "he", "she", "there", "what", "who", "this", "where"))


def is_third_person(word: str) -> bool:
    """Whether a word, in lower case, is a verb as it follows `it`: `keeps`, `is`.

    Example:
        >>> is_third_person("keeps"), is_third_person("keep")
        (True, False)
    """
    return word in _third() or word in ("is", "has", "does", "was", "can", "will", "must", "may", "isn't", "doesn't")


def begins_with_verb(text: str) -> bool:
    """Whether a text begins with a verb as it follows `it`, without a subject.

    Example:
        >>> begins_with_verb("Keeps eight files open"), begins_with_verb("Tests run in a sandbox")
        (True, False)
    """
    tokens = tokens_of(text)
    if not tokens or not is_third_person(tokens[0].word):
        return False
    if len(tokens) > 1 and tokens[1].word == "of":
        return False
    if len(tokens) > 1 and tokens[1].word in _AFTER_VERB and tokens[1].word not in ("in", "for"):
        return True
    return finite_verb(tokens) not in (1, 2)


def is_base(word: str) -> bool:
    """Whether a word, in lower case, is a verb without an ending: `keep`."""
    return word in _base()


def is_past(word: str) -> bool:
    """Whether a word, in lower case, is a form of the past: `kept`, `called`."""
    return word in _past()


def _is_finite(tokens: list[Token], index: int, begin: int) -> bool:
    word = tokens[index].word
    if word in AUXILIARY:
        return word not in ("be", "been", "being")
    if index == begin:
        return False
    if word in _third():
        return word not in _NOUNS_TOO or (not _before_noun(tokens, index) and _verb_follows_up(tokens, index))
    if word in _past():
        return not _before_noun(tokens, index) and not _is_participle(tokens, index)
    if word in _base():
        several = any(token.word.endswith("s") or token.word in _SEVERAL for token in tokens[begin:index])
        return several and not _before_noun(tokens, index) and _verb_follows_up(tokens, index)
    return False


def _before_noun(tokens: list[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].word in _BEFORE_NOUN


def _verb_follows_up(tokens: list[Token], index: int) -> bool:
    """Whether what follows a word fits a verb better than a noun."""
    if index + 1 >= len(tokens):
        return True
    following = tokens[index + 1]
    return (
        following.word in _AFTER_VERB
        or following.word.endswith("ly")
        or following.text[0] in '`"“'
        or following.text[0].isdigit()
        or not (_is_finite(tokens, index + 1, index) or following.word in AUXILIARY or following.word in ("of", ","))
    )


def _is_participle(tokens: list[Token], index: int) -> bool:
    """Whether a form of the past is one that belongs to the noun before it: `the method used in`."""
    if tokens[index].word not in _alike() or index + 1 >= len(tokens):
        return False
    if tokens[index + 1].word not in ("by", "in", "for", "to", "as", "on", "with", "from", "at", "within", "under"):
        return False
    return any(
        token.word in AUXILIARY or (token.word in _third() and token.word not in _NOUNS_TOO)
        for token in tokens[index + 1 :]
    )


@cache
def _base() -> frozenset[str]:
    return frozenset((*_REGULAR.split(), *(pair.partition(":")[0] for pair in _IRREGULAR.split())))


@cache
def _third() -> frozenset[str]:
    return frozenset(_with_s(word) for word in _base())


@cache
def _past() -> frozenset[str]:
    irregular = {pair.partition(":")[2] for pair in _IRREGULAR.split()}
    return frozenset(irregular | _alike())


@cache
def _alike() -> frozenset[str]:
    """Forms of the past that are participles, too."""
    return frozenset(
        {_with_ed(word) for word in _REGULAR.split()} | {"found", "made", "built", "written", "held", "kept"}
    )


def _with_s(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{word}s"


_DOUBLED_WORDS = """
commit control drop fit log map occur permit pin plan plot refer scan ship skip stop submit transfer transmit wrap
"""
_DOUBLED = frozenset(_DOUBLED_WORDS.split())


def _with_ed(word: str) -> str:
    if word.endswith("e"):
        return f"{word}d"
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ied"
    return f"{word}{word[-1]}ed" if word in _DOUBLED else f"{word}ed"
