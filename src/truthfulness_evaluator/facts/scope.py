"""Which parts of a document speak about this project as it is today.

Changelogs, migration guides, plans, quotes of other projects and made-up examples make no claims
about the project (rule 3 of the design: context is scope).
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from truthfulness_evaluator.facts.announced import announces_another_time
from truthfulness_evaluator.facts.memory import per_document
from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.patterns import regex

_HISTORICAL_NAME = regex(
    r"(?:^|[-_./ \d])(?:change(?:s|log|logs)?|histor(?:y|ical)|news|release[-_ ]?notes?|releases|what'?s[-_ ]?new|"
    r"migrat(?:e|ing|ion|ions)|"
    r"upgrad(?:e|ing)(?:[-_ ]guide)?|roadmap|todo|proposals?|rfcs?|adr|deprecat(?:ed|ions?)|announcements?|"
    r"blog|posts|whatsnew|changesets?|newsfragments?|(?:meeting|sprint)[-_ ]?(?:notes|minutes)|postmortems?|"
    r"newsletters?|neps?|keps?|rfds?|enhancement[-_ ]proposals?|design[-_ ](?:docs?|proposals?)|versioned[-_]docs|"
    r"version-\d[\w.]*|rel(?:ease)?[-_]?notes?|dev[-_]?log)(?=$|[-_./ \d])"
    r"|(?:^|[-_ v])\d+\.(?:\d+|x)(?:\.(?:\d+|x))?(?=$|[-_ ])"
    r"|(?<!\d)(?:19|20)\d\d(?:[-_.](?:0?[1-9]|1[0-2])(?:[-_.][0-3]?\d)?|(?:0[1-9]|1[0-2])[0-3]\d)(?!\d)",
    re.IGNORECASE,
)
"""Names of files and folders whose text tells of the past or of plans; one with a version with a dot is of a past one,
and one with a date tells of that day."""
_RELEASES = regex(r"RELEASES?|[Rr]eleases")
"""What a file is named that lists releases, or has the text of the next one."""
_PLAN = regex(r"(?:.*[-_ ])?(?:prd|plans?|planning|briefs?|retros?|sprint[-_ ]?\d*)|.+[-_ ]design", re.IGNORECASE)
"""What a file is named that has plans: `cache-design.md`, `rewrite_plan.md`."""
_HISTORICAL_FOLDER = regex(
    r"archived?|archives|old|[\w-]*[-_]old|old[-_][\w-]*|legacy|obsolete|meetings|minutes|designs?|adrs?"
    r"|(?:architecture[-_ ]?)?decisions?(?:[-_ ]records?)?|releases?|blogs|enhancements|journals?|talks|slides"
    r"|presentations|plans|briefs|retros?|(?:19|20)\d\d",
    re.IGNORECASE,
)
"""Names that do so of a folder alone: a page of one of these names may be about such a thing."""
_TEMPLATE_NAME = regex(r"\{[{%]|cookiecutter\.|(?:^|/)(?:_templates|skeletons?|boilerplates?)/|^templates/")
"""Paths of documents that become those of another project."""

_TRANSLATION = regex(
    r"(?:^|[/._-])(?!en[-_])(?:[a-z]{2,3}[-_](?:[A-Z]{2}|Han[st])|(?:zh|zht?w|zhcn|cn)(?:[-_]\w+)?)(?:[/._-]|$)"
    r"|(?:^|/)(?:i18n|locales?|translations?|l10n)/(?!en)"
    r"|(?:^|/)docs?/(?:de|es|fr|it|ja|ko|pl|pt|ru|tr|uk|zh|nl|sv|cs|fa|ar|vi|id)/"
    r"|(?:^|/)[\w-]+[._](?:de|es|fr|it|ja|jp|ko|kr|pl|pt|ru|tr|uk|zh|nl|fa|ar|vi)\.\w+$",
)
"""Names of documents in other languages than English."""

_HISTORICAL_HEADING = regex(
    r"\b(?:change\s?log|changes? (?:in|since|from)|history|release notes?|what'?s new|migrat(?:e|ing|ion)|"
    r"upgrading|roadmap|deprecat(?:ed|ions?)|removed|removals?|breaking changes|backwards?|legacy|obsolete|"
    r"future|planned|(?:implementation|work|project) (?:plan|phases?)|milestones?|todo|"
    r"version history|previous versions?|older versions?|before version|prior to)\b"
    r"|^v?\d+\.\d+(?:\.\d+)?\b",
)

_TO_COME = regex(
    r"\W*(?:(?:new|other|main) )?(?:files?|modules?|packages?|classes|functions|tests?|components?)"
    r"(?: (?:and|or) \w+)? to (?:be )?(?:creat|add|writ|implement|chang|modif|updat|mov|renam|delet|remov)\w*\W*",
    re.IGNORECASE,
)
"""What a plan has above a list of what is to be made or changed."""

_OLD_COLUMN = regex(r"(?:old|previous|former|obsolete|legacy|before|was)(?: \w+)?", re.IGNORECASE)
"""What tables of what has changed have above a column."""

_PAST = regex(
    r"\b(?:removed|renamed|no longer|deprecat(?:ed|es|ion)|formerly|previously|used to|earlier versions?|"
    r"older versions?|prior to|before (?:version )?v?\d|until (?:version )?v?\d|as of (?:version )?v?\d|"
    r"since (?:version )?v?\d|replaced|superseded|obsolete|legacy|dropped|was called|"
    r"were called|(?:was|were|been) (?:\w+ )?(?:moved|merged|integrated|extracted|split|absorbed|folded)|"
    r"in (?:version |release )?v?\d+\.\d+|v?\d+(?:\.\d+)* and (?:earlier|below|older)|historically|"
    r"originally|in the past|ancestors?|predecessors?|precursors?|forerunners?|old name|new name|"
    r"back(?:ward)?s?[- ]compatib\w+|"
    r"in the beginning|at first|initially|it was possible|no longer available|"
    r"next (?:major |minor )?(?:version|release)|"
    r"planned|upcoming|in (?:the|a) future|not yet|will be (?:added|supported|available|removed)|proposed|todo)\b"
    r"|\b(?:old|before|previous)[*_]{0,2}:",
)
"""Words by which a sentence, in lower case, tells of another time than today. (Here and below no pattern ignores case:
to search a text in lower case is ten times as quick.)"""

_DENIED = regex(
    r"\b(?:there (?:is|are) no|(?:does|do|did|is|are|was|were|will|would|can|could|should) not\b"
    r"|(?:does|do|did|is|are|was|were|wo|would|ca|could|should|has|have|had|must|sha)n['’]?t\b|should have been"
    r"|cannot|never\b|nor\b|neither|without|instead of|rather than|unlike|no such|missing|invalid|incorrect"
    r"|not (?:a|an|the|be|to|use|supported|available)"
    r"|wrong|typo|unsupported|unknown|misspell\w*|non-?existent|nonexisting)",
)
"""Words by which a sentence may say that the thing is not there."""

_IMAGINED = regex(
    r"\b(?:suppose|imagine|say you|let'?s say|for instance|hypothetical|pretend|assum(?:e|ing)|"
    r"(?:would|might|could) look like|example(?:s)? of|if you (?:have|had|want(?:ed)?|create|define|add|write|wrote)|"
    r"(?:you|we) (?:can|could|may|might|must|should|need to|will|would) (?:create|add|write|define|make|save)|"
    r"(?:includ|sav|stor|plac|copy|writ|renam|mov)(?:e|ing)? (?:it|them|this|that) (?:as|in|into|to|at|under)|"
    r"put(?:ting)? (?:it|them|this|that)|"
    r"creat(?:e|es|ed|ing)|generat(?:e|es|ed|ing)|(?:sav|writ)(?:e|es|ing)|add(?:s|ing)? (?:a|an|the|your)|"
    r"prefix(?:ed|es)?|(?:begin|start)s?(?:ning|ing)? (?:with|to type|typing)|"
    r"your (?:own|project|application|app|package|module|class|code|plugin|custom)|called|named)\b|\bexample:?\W*$",
)
"""Words by which a sentence speaks of things that the reader makes, or that are made up."""

_PLACEHOLDER = regex(
    r"(?:^|[^a-z])(?:foo|bar|baz|qux|quux|some|spam|eggs|ham|my|your|mine|yours|xxx+|abc|xyz|example|dummy|placeholder|"
    r"acme|lorem|ipsum|tbd|myapp|mypackage|mymodule|myproject|yourapp|yourproject|path[/_-]to|to[/_-]path|something|"
    r"(?:plugin|module|package|class|function|file)_name|\w+_plugin\d|whatever)(?=$|[^a-z])|[<>{}\[\]$%*|…]|\.\.\.|^my[a-z]|^your[a-z]",
)
"""Names that stand for names of the reader's choice."""

_ENDED = regex(
    r"\bno longer (?:does|has|available|supported|exists)|\bhas no effect|\bnow built-in"
    r"|\b(?:extension|module|package|feature|plugin|command|setting) (?:was|is|has been) removed",
    re.IGNORECASE,
)
_LONGEST = 1000
"""Characters of a sentence before and after a name that are looked at."""
_REACH = 50
"""Characters before and after a name within which a word denies it."""
_PAST_DIRECTIVES = frozenset(
    {"versionchanged", "versionadded", "versionremoved", "deprecated", "deprecated-removed", "changes"}
)
_SILENT = frozenset({BlockKind.COMMENT, BlockKind.FRONT_MATTER})


def is_historical(name: str) -> bool:
    """Whether a document by its name tells of the past or of plans: a changelog, a migration guide.

    Example:
        >>> is_historical("docs/history/whatsnew-2.0.rst"), is_historical("docs/guide.md")
        (True, False)
        >>> is_historical("site/versioned_docs/version-1.4/cli.md"), is_historical("notes/2021-04-03-plans.md")
        (True, True)
    """
    folder, _, file = name.rpartition("/")
    folders = folder.split("/")
    if any(map(_HISTORICAL_FOLDER.fullmatch, folders)):
        return True
    stem = file.rpartition(".")[0] or file
    if _RELEASES.fullmatch(stem) or _PLAN.fullmatch(stem):
        return True
    return any(map(_HISTORICAL_NAME.search, (*folders, stem)))


def is_template(name: str) -> bool:
    """Whether a document by its name is one that tools fill in for another project.

    Example:
        >>> is_template("{{cookiecutter.slug}}/README.md"), is_template("docs/templates.md")
        (True, False)
    """
    return bool(_TEMPLATE_NAME.search(name))


def is_translation(name: str) -> bool:
    """Whether a document by its name is one in another language than English.

    Example:
        >>> is_translation("docs/pt-BR/guide.md"), is_translation("README.zh-CN.md"), is_translation("docs/go/api.md")
        (True, True, False)
    """
    return _TRANSLATION.search(name) is not None


def speaks_of_today(block: Block) -> bool:
    """Whether a block, by its headings and containers, is about the project as it is today."""
    if block.kind in _SILENT:
        return False
    if _tells_of_another_time(block.heading_path) or any(map(_OLD_COLUMN.fullmatch, block.header)):
        return False
    if block.kind is not BlockKind.CODE and _TO_COME.fullmatch(block.lead_in):
        return False
    return not any(container.name in _PAST_DIRECTIVES or "deprecat" in container.name for container in block.containers)


@lru_cache(maxsize=4096)
def _tells_of_another_time(heading_path: tuple[str, ...]) -> bool:
    return any(_HISTORICAL_HEADING.search(heading.lower()) for heading in heading_path)


@per_document
def blocks_today(document: Document) -> Sequence[Block]:
    """The blocks that make claims about the project as it is today."""
    if is_historical(document.name) or is_template(document.name) or announces_another_time(document):
        return ()
    ended = {
        block.heading_path
        for block in document.blocks
        if block.containers and block.heading_path and _tells_of_an_end(document, block)
    }
    return tuple(block for block in document.blocks if block.heading_path not in ended and speaks_of_today(block))


def _tells_of_an_end(document: Document, block: Block) -> bool:
    """Whether a note on versions says that what its section is about is no longer there."""
    is_note = any(container.name in _PAST_DIRECTIVES for container in block.containers)
    return is_note and bool(_ENDED.search(document.text, *block.text_span))


_SENTENCE_END = regex(
    r"[.!?;\n。！？](?:(?<=[.!?;])(?=\s+[^a-z\s])(?<![A-Z].)(?<!e\.g.)(?<!i\.e.)(?<!vs.)(?<!etc.)"
    r"|(?<=\n)[ \t>]*\n|(?<=[。！？]))"
)
"""It begins with the characters that a sentence can end in, so that the search skips all others."""


def sentence_around(document: Document, span: Span, block: Block) -> str:
    """The sentence of a block that holds a span; for words that qualify it. A rough cut is enough here."""
    return document.text[slice(*sentence_span(document, span, block))]


@per_document
def sentence_span(document: Document, span: Span, block: Block) -> Span:
    """Where the sentence of `sentence_around` stands."""
    start, end = max(block.text_span[0], span[0] - _LONGEST), min(block.text_span[1], span[1] + _LONGEST)
    # one character more is looked at: a sentence may begin with the span
    before = [m.end() for m in _SENTENCE_END.finditer(document.text, start, max(start, span[0] + 1))]
    before = [at for at in before if at <= span[0]]
    after = _SENTENCE_END.search(document.text, min(end, span[1]), end)
    return (before[-1] if before else start), (after.start() if after else end)


@per_document
def is_asserted(document: Document, span: Span, block: Block, *, of_code: bool = False) -> bool:
    """Whether the sentence around a name says that it is there today.

    It does not where it tells of another time, or where words close to the name deny it, or speak of what the
    reader makes.

    Args:
        document: the document.
        span: where the name stands.
        block: the block that holds it.
        of_code: the name is marked as a name of code (a role), so that it cannot be the reader's own.
    """
    start, end = sentence_span(document, span, block)
    text = document.text
    if tells_of_the_past(f"{text[start : span[0]]} {text[span[1] : end]}"):
        return False
    before, after = text[max(start, span[0] - _REACH) : span[0]], text[span[1] : min(end, span[1] + _REACH)]
    if denies(before) or denies(after):
        return False
    return of_code or not imagines(before)


def tells_of_the_past(sentence: str) -> bool:
    """Whether a sentence tells of another time: removed, renamed, planned, since 2.0."""
    return bool(_PAST.search(sentence.lower()))


def denies(sentence: str) -> bool:
    """Whether a sentence may say that something is not so."""
    return bool(_DENIED.search(sentence.lower()))


def imagines(sentence: str) -> bool:
    """Whether a sentence may speak of what the reader makes, or of something made up."""
    return bool(_IMAGINED.search(sentence.lower()))


def is_placeholder(name: str) -> bool:
    """Whether a name, or a link of a dotted name, stands for names that the reader fills in.

    Example:
        >>> is_placeholder("my-plugin"), is_placeholder("path/to/file.py"), is_placeholder("--max-workers")
        (True, True, False)
    """
    return any(map(_PLACEHOLDER.search, name.lower().split("."))) or "..." in name
