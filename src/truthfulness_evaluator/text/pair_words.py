"""English words by which a claim and a text that has nearly the same words still say different things."""

import re

from truthfulness_evaluator.text.patterns import regex

NEGATION = regex(
    r"\b(?:not|no|never|none|neither|nor|nobody|nothing|nowhere|without|cannot|fail(?:s|ed)? to|lacks?|lacked|lacking"
    r"|refus(?:e|es|ed)|hardly|barely|unable|absence of|rather than|instead of|yet to|no longer)\b|n['’]t\b",
    re.IGNORECASE,
)

QUANTIFIERS = {
    "all": regex(r"\b(?:all|every|each|always|entire(?:ly)?|everyone|everything|whole|both|100 ?%)\b", re.I),
    "only": regex(r"\b(?:only|solely|exclusively|merely|just|alone|sole|nothing but)\b", re.I),
    "most": regex(r"\b(?:most(?:ly)?|majority|usually|generally|primarily|mainly|largely|often|many)\b", re.I),
    "some": regex(r"\b(?:some|several|sometimes|certain|a few|various|partly|partially|occasionally)\b", re.I),
    "none": regex(r"\b(?:no|none|never|neither|nobody|no one)\b", re.I),
    "first": regex(r"\b(?:first|last|oldest|youngest|largest|smallest|highest|lowest|best|worst)\b", re.I),
}
"""By how much of a thing they speak of."""

HEDGE = regex(
    r"\b(?:may|might|could|possibl[ey]|perhaps|probably|likely|suggest(?:s|ed)?|appears?|seems?|potential(?:ly)?"
    r"|allegedly|reportedly|rumou?red|expected|planned|proposed|would|unclear|unknown|hypothesi[sz]ed?)\b",
    re.IGNORECASE,
)
"""Says that something is not certain."""

COMPARISON = regex(
    r"\b(?:more|less|fewer|than|over|under|above|below|at (?:least|most)|up to|exceed\w*|(?:high|low|large|small|old"
    r"|young|long|short|fast|slow|great|bett)er|worse)\b|[<>≤≥]",
    re.IGNORECASE,
)

_OPPOSITES = """
more less|more fewer|most least|higher lower|high low|highest lowest|larger smaller|large small|largest smallest
big small|bigger smaller|above below|over under|before after|increase decrease|increased decreased
increases decreases|increasing decreasing|increase reduce|increased reduced|increases reduces|rise fall|rose fell
gain lose|gained lost|win lose|won lost|winner loser|first last|start end|began ended|begin end|starts ends
open closed|opened closed|always never|all none|every no|everyone nobody|male female|man woman|men women
boy girl|father mother|son daughter|brother sister|husband wife|he she|his her|actor actress|king queen
north south|east west|northern southern|eastern western|left right|up down|inside outside|indoors outdoors
alive dead|born died|living deceased|old young|older younger|oldest youngest|early late|earlier later
true false|same different|similar different|with without|include exclude|includes excludes|accept reject
accepted rejected|allow forbid|allows forbids|enable disable|enabled disabled|enables disables|required optional
requires ignores|public private|positive negative|good bad|better worse|best worst|success failure
successful unsuccessful|succeeded failed|hot cold|warm cold|day night|black white|rich poor|strong weak
fast slow|faster slower|easy difficult|happy sad|awake asleep|sleeping running|standing sitting|empty full
single married|major minor|majority minority|maximum minimum|upper lower|front back|love hate|buy sell
bought sold|push pull|agree disagree|agreed disagreed|support oppose|supported opposed|promote prevent
promotes prevents|causes prevents|activate inhibit|activates inhibits|activation inhibition|induces inhibits
upregulated downregulated|effective ineffective|safe unsafe|safe dangerous|legal illegal|possible impossible
known unknown|common rare|internal external|import export|synchronous asynchronous|local remote|added removed
add remove|adds removes|create delete|creates deletes|supported unsupported|stable unstable|read write
mutable immutable|valid invalid|ascending descending|client server|input output|sufficient insufficient
likely unlikely|american british|fiction nonfiction|deny confirm|denied confirmed|denies confirms
"""

OPPOSITES: dict[str, frozenset[str]] = {}
"""For a word in lower case, those that say the opposite."""
for _pair in _OPPOSITES.replace("\n", "|").split("|"):
    if _pair:
        _left, _right = _pair.split()
        OPPOSITES[_left] = OPPOSITES.get(_left, frozenset()) | {_right}
        OPPOSITES[_right] = OPPOSITES.get(_right, frozenset()) | {_left}
