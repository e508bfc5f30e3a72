"""Whose lowest version a sentence gives: the project's as a whole, another package's, or that of a part of it.

Only a few forms of a sentence say what a project requires; all others (`On Python 3.9+, lists are sorted`, `TLS 1.3
(Python 3.7+)`) speak of a feature, a platform or the reader's own code.
"""

import posixpath
import re
from dataclasses import dataclass

from truthfulness_evaluator.facts.scope import denies, sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.patterns import regex

_ITSELF = frozenset(
    {"it", "it's", "this", "you", "we", "project", "package", "library", "tool", "module", "this project",
     "this package", "this library", "this tool", "this module", "this repository", "this software", "software",
     "installation", "installer", "prerequisites", "requirements"}
)  # fmt: skip
_PRONOUNS = frozenset({"it", "this", "package", "library", "tool", "module", "this package", "this library",
                       "this module", "this tool"})  # fmt: skip
"""What stands for the thing that was spoken of before: this project, or the one that the text has just linked to."""
_FILLER = (
    r"(?:\s+(?:at least|a|an|the|only|officially|currently|now|versions?|of|recent|any|minimum|working|to have|using"
    r"|installation))*"
)
_ASKS = regex(
    r"(?:^|\s)(?P<verb>requir(?:es?|ements? (?:is|are))|needs?|supports?|works? (?:with|on)|runs? (?:with|on)"
    r"|compatible with|tested (?:with|on|against)|wants?|have|install|include|at least)"
    rf"{_FILLER}\W*$",
    re.IGNORECASE,
)
"""What comes right before a version that something requires."""
_READERS = frozenset({"have", "install", "want", "wants", "include"})
"""What only the reader does, who is told to, or a list of requirements."""
_IMPERATIVE = regex(r"(?:make sure|verify|ensure|check|please|first|then|just|simply|that|\W)*", re.IGNORECASE)
_ADVERBS = regex(
    r"^(?:(?:note|please|also|currently|now|the|that|and|but|so|as of today)\b\W*)+"
    r"|(?:\s+(?:officially|currently|now|only|will|also|is|are|does|do|generally|still|should|must|have|been|fully|'?ll"
    r"|at the moment))+$",
    re.IGNORECASE,
)
_CLAUSE_END = regex(r"[,;:(\u2013\u2014]|\s(?:and|but|that|which|because|since|as|so|where|while)\s", re.IGNORECASE)
_LABEL = regex(r"^\W*(?:note|important|warning|tip|info|requirements?|prerequisites?)\W*:\W*", re.IGNORECASE)
_NAMED = regex(r"(?P<name>[\w.+-]+)\s*[:\u2013\u2014-]+\s*")
"""`NAME: requires ...`, `NAME - requires ...`."""
_CONDITION = regex(
    r"^\W*(?:to|for|if|when(?:ever)?|in order|on|with|without|unless|as|since|because|under|in|using|starting|from|"
    r"once|where|while|instead)\b",
    re.IGNORECASE,
)
"""Beginnings of sentences that speak of a case, a purpose or a platform."""
_AFTER = regex(
    r"\b(?:for (?!compil|build)|if|when|whenever|unless|in order|to (?!run\b|be (?:installed|able to run)\b|install\b"
    r"|build\b|compile\b|work\b)|(?:is|are) (?:used|available|included|recommended|provided|deprecated)|features?"
    r"|syntax|support\b|code\b|users?\b|only\b|where\b|which\b)",
    re.IGNORECASE,
)
"""What makes the version one of a part, a case or a purpose, where it follows."""
_DOES = regex(
    r"^\W*(?:(?:users?|now|also|still|already|itself|alone)\s+)*(?:requires?|needs?|wants?|depends?|has|have|had|comes?"
    r"|ships?|includes?|contains?|removes?|removed|drops?|dropped|changes|changed|lacks?|uses?|provides?|brings?|makes?"
    r"|gives?|adds?|added|introduces?|introduced|deprecates?|deprecated|breaks?|fails?|warns?|raises?)\b",
    re.IGNORECASE,
)
"""What the version itself does, where it follows (`Python 3.12+ requires pip 23`): the sentence tells of it."""
_ASKED = regex(
    r"^\W*(?:(?:releases?|versions?|installed|interpreters?|\([^)]*\)|\W)\s*)*"
    r"(?:and [^.]{0,40}?)?(?:is|are) (?:required|needed|supported|necessary|a (?:hard )?requirement)\b",
    re.IGNORECASE,
)
_REQUIREMENT = regex(
    r"require|prereq|pre-req|install|depend|support|compatib|need|python|node|rust|golang|\bgo\b|runtime|set ?up"
    r"|getting started|quick ?start|before you (?:begin|start)|system|works? (?:with|on)|runs? on",
    re.IGNORECASE,
)
"""Headings, lead-ins, terms and fields below which a version stands for what is required."""
_OF_NEEDS = regex(r"requir|prereq|pre-req|depend|support|minimum|need|version|software|tool", re.IGNORECASE)
"""Headers of tables of what is required; in others (`Platform | Precision`) a version is a case."""
_OTHERS = regex(
    r"\b(?:third[- ]part\w+|plug-?ins?|extensions?|ecosystem|community|alternatives?|related|comparison|integrations?"
    r"|resources|add-?ons?|contrib|examples?|tutorials?|vim|editors?|emacs)\b",
    re.IGNORECASE,
)
"""Headings below which other packages or parts are described."""
_OF_READERS = regex(
    r"\bsupport\w*\b[^.;]*\b(?:languages?|runtimes?|frameworks?|stacks?|projects|applications?)\b", re.IGNORECASE
)
"""Lead-ins of lists of what readers write, which the project works with."""
_EXAMPLES = regex(r"examples?|samples?|demos?|templates?|tutorials?|playgrounds?|e2e|tests?|fixtures", re.IGNORECASE)
"""Folders whose documents tell what an example needs."""
_GENERAL_PAGES = regex(
    r"^(?:_?index|readme|install\w*|intro\w*|getting[-_ ]?started|quick[-_ ]?start|requirements|overview|setup)\b",
    re.IGNORECASE,
)
_OF_A_RELEASE = regex(r"\b(?:version|release)s? v?\d", re.IGNORECASE)
_IF_MISSING = regex(r"\bif you (?:don'?t|do not) have \w+[,\s]*", re.IGNORECASE)
_BUILDING = regex(
    r"\b(?:(?:(?:if you (?:want|wish|need) )?to|for) )?(?:build(?:ing|s)?|compil(?:e|ing|ation)|develop(?:ment|ing)?"
    r"|contribut\w+)\b(?: (?:\S+ )?from source| it)?[,\s]*|\bfrom source\b[,\s]*",
    re.IGNORECASE,
)
_PLATFORM = regex(
    r"\b(?:windows|macos|os ?x|linux|solaris|\w*bsd|wasm\w*|android|ios|arm\w*|risc-?v|musl)\b", re.IGNORECASE
)
_MAY_WORK = regex(
    r"\b(?:may|might|could|can|should)\b[^.;]*\b(?:older|earlier|lower) (?:versions?|releases?)[^.;]*", re.IGNORECASE
)
"""That older versions may do says nothing of the past."""
_OTHER_VERSION = regex(r"\d\s*(?:or|and|,|/)\W*$|\d[\d.x]*\s*(?:or|and|,|/)\s+(?:c?python|node\S*|go|rust)?\W*$", re.I)
_MARKS = regex(r"[*`]+|(?<!\w)_+|_+(?!\w)|^[\s>#|+-]+|^\d+[.)]\s+")
_ITEM = regex(r"^[\s>#|*+-]*(?:\d+[.)]\s+)?")
_LONGEST_NAME = 3
"""Words of a name at most; a longer subject describes a part of the project."""
_LONGEST_REST = 8
"""Words that may follow a version which is an entry of its own (`or later installed on your system`)."""


@dataclass(frozen=True, slots=True)
class Whose:
    """What a lowest version is the requirement of."""

    subject: str | None
    """As the sentence names it; None: the project, or nobody is named."""
    in_general: bool
    """The sentence names its subject, or stands where a document says what the project as a whole requires."""


def whose(document: Document, block: Block, name: Span, end: int, *, compiled: bool) -> Whose | None:
    """Whose requirement a version is; None where it is no requirement of a whole project.

    Args:
        document: the document.
        block: the block that the version stands in.
        name: where the language's name stands.
        end: the end of what gives the version, words like `or later` included.
        compiled: of a language whose compiler only those need who build the project.
    """
    start, stop = sentence_span(document, name, block)
    sentence = _MAY_WORK.sub("", _IF_MISSING.sub("", document.text[start:stop]))
    stated = document.text[name[0] : end]
    if tells_of_the_past(sentence.replace(stated, "")) or denies(sentence) or (compiled and _PLATFORM.search(sentence)):
        return None
    if not _is_place(document, block):
        return None
    before = _IF_MISSING.sub("", _plain(document, block, start, name[0]))
    after = document.text[end:stop]
    if compiled:
        before, after = _BUILDING.sub("", before), _BUILDING.sub("", after)
    if _OTHER_VERSION.search(before) or _AFTER.search(after) or _DOES.match(after):
        return None
    general = _is_general(document, block)
    if re.search(r"\bminimum\b", f"{before} {stated}", re.IGNORECASE):
        return _minimum(before, stated)
    if not before.rstrip(": "):
        return _entry(document, block, after, general)
    return _sentence(document, block, before, general)


def _is_place(document: Document, block: Block) -> bool:
    """Whether the block stands where a document speaks of the project, not of a part of it or of others."""
    if tells_of_the_past(block.lead_in) or _OF_A_RELEASE.search(block.lead_in) or _OF_READERS.search(block.lead_in):
        return False
    if any(map(_EXAMPLES.fullmatch, document.name.split("/")[:-1])):
        return False
    if any(c.kind == "definition" and not _REQUIREMENT.search(c.argument) for c in block.containers):
        return False  # what a term or field describes is not the project
    if any(c.kind == "directive" and (":" in c.name or c.name in _OBJECTS) for c in block.containers):
        return False
    if block.kind is BlockKind.FIELD and not _REQUIREMENT.search(block.title):
        return False
    if block.kind is BlockKind.TABLE_ROW and (len(block.cells) > 2 or not any(map(_OF_NEEDS.search, block.header))):
        return False
    return not any(map(_OTHERS.search, block.heading_path[1:]))


_OBJECTS = frozenset(
    {"function", "method", "class", "attribute", "data", "module", "option", "confval", "setting", "exception",
     "property", "decorator", "envvar", "describe", "cmdoption", "tab", "details"}
)  # fmt: skip
"""Directives that describe one thing."""


def _minimum(before: str, stated: str) -> Whose | None:
    """`the minimum supported version of Rust for NAME is 1.60`."""
    if _CONDITION.search(_ADVERBS.sub("", before)):
        return None
    owner = re.search(r"\b(?:for|of|to (?:run|use|build))\s+(?P<name>[\w .-]+?)\s+(?:is|:|was)\s", stated)
    name = _tidy(owner["name"]) if owner else re.match(r"(?P<name>[\w.-]+)['’]s minimum", before)
    subject = name if isinstance(name, str) else name["name"].lower() if name else None
    return Whose(None if subject in _ITSELF else subject, in_general=True)


def _entry(document: Document, block: Block, after: str, general: bool) -> Whose | None:
    """`Python 3.9 or later`, as an entry of a list, or said to be required."""
    first = document.text[block.text_span[0] : block.text_span[1]]
    is_whole = len(first.split()) - len(after.split()) <= _LONGEST_REST
    is_entry = block.kind is not BlockKind.PARAGRAPH or is_whole
    if _ASKED.match(after) or (is_entry and len(after.split()) <= _LONGEST_REST):
        return Whose(None, in_general=general) if general or _stands_below_requirements(block) else None
    return None


def _sentence(document: Document, block: Block, before: str, general: bool) -> Whose | None:
    """`NAME requires Python 3.9 or later`."""
    asks = _ASKS.search(before)
    if asks is None:
        return None
    rest = _LABEL.sub("", before[: asks.start()])
    if _CONDITION.search(_ADVERBS.sub("", rest)):
        return None
    verb = asks["verb"].lower()
    named = _NAMED.fullmatch(rest)
    clause = named["name"] if named else _CLAUSE_END.split(rest)[-1]
    subject = _tidy(clause)
    if verb in _READERS and (
        not _IMPERATIVE.fullmatch(clause.strip()) and subject not in {"you", "we", "prerequisites"}
    ):
        return None
    if not subject:
        if rest.strip(" :") and verb not in _READERS and _tidy(rest):
            return None  # the subject stands in a clause before
        return Whose(None, in_general=general) if general or _stands_below_requirements(block) else None
    if len(subject.split()) > _LONGEST_NAME:
        return None
    if subject in _PRONOUNS and _speaks_of_another(document, block):
        return None
    if subject in _ITSELF:
        return Whose(None, in_general=general or subject not in _PRONOUNS | {"you", "we"})
    return Whose(subject, in_general=True)


def _tidy(words: str) -> str:
    """A subject without adverbs, marks and articles, in lower case."""
    before = ""
    words = words.strip(" .:,")
    while words != before:
        before, words = words, _ADVERBS.sub("", words).strip()
    return words.lower()


def _speaks_of_another(document: Document, block: Block) -> bool:
    """Whether a link in the block may name what `it` stands for."""
    return any(inline.target is not None and "://" in inline.target for inline in block.inlines)


def _is_general(document: Document, block: Block) -> bool:
    """Whether a page of the project's front speaks of no part of it."""
    name = posixpath.splitext(posixpath.basename(document.name))[0]
    deep = len(block.heading_path) > 1
    return bool(_GENERAL_PAGES.match(name)) and (not deep or _stands_below_requirements(block))


def _stands_below_requirements(block: Block) -> bool:
    """Whether the closest heading, lead-in, term or field is one of requirements."""
    above = (*block.heading_path[-1:], block.lead_in, block.title if block.kind is BlockKind.FIELD else "")
    terms = (c.argument for c in block.containers if c.kind == "definition")
    return any(map(_REQUIREMENT.search, (*above, *terms)))


def _plain(document: Document, block: Block, start: int, end: int) -> str:
    """A piece of text without marks, links as what they show."""
    parts: list[str] = []
    at = start
    for inline in block.inlines:
        if at <= inline.span[0] and inline.span[1] <= end:
            parts += (document.text[at : inline.span[0]], document.text[slice(*inline.text_span)])
            at = inline.span[1]
    text = _ITEM.sub("", "".join((*parts, document.text[at:end])))
    return _MARKS.sub("", " ".join(text.split())).strip()
