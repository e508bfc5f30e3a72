"""Names of code without a qualifier: parameters, settings, attributes and functions, where they are misspelt."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.slips import meant_by
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Inline, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, word_counts, words_of
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"\.?(_{0,2}[A-Za-z][A-Za-z0-9]*(?:(?:_+|-)[A-Za-z0-9]+)*_{0,2})(?:\(\)|=)?")
_IN_BRACKETS = regex(r"\[([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)\]\s*$")
"""Behind the words of a heading: the name of what it is about."""
_COMMENT = regex(r"(?:#|//|/\*|--|;)[^\n]*")
_QUOTED = regex(r"`([A-Za-z_][A-Za-z0-9_]*)`")
_TITLE = regex(r"`*([a-z]\w*_\w+)(?:\(.*\))?`*$")
"""A heading that is a name, or the signature of one."""
_MEANS = regex(r"\b(?:using|by|with|via|through|call(?:s|ing)?|implement(?:s|ing)?)(?: the| an?)?\s+[`*]*$")
"""Before a name: that it is what something is done with. A sentence may well compare with a sibling, or refer to it."""
_SIBLING_WORDS = 3
"""Words of names that siblings have in common but one, at least."""
_SHORTEST = 7
"""Letters and digits of a name, at least: shorter names are near each other by chance."""
_ROLES = frozenset({"setting", "confval", "attr", "meth", "func", "data", "class", "exc", "hook", "fixture"})
_CUE = regex(
    r"[`*\s]*(plugin|module|extension|class|function|method|setting|option|field|attribute|property|hook|fixture|config|key|object)\b"
)
_OWNED = regex(r"\b[A-Z]\w*['’]s\s+[`*]*$")
"""Before a name: whose it is, which is mostly another project."""
_REACH = 40
_BETWEEN = regex(r"[\s,/|()]*(?:and|or)?[\s(]*")
"""What stands between the members of a list within a sentence."""
_FEWEST_LISTED = 3
"""Names in such a list, at least, for it to tell whose names they are."""
_TURNED = regex(r"\W*(?:is |are |was )?(?:enabled|disabled|on|off|option|setting|config\w*|set)\b")
"""Words behind the name of something that users set."""


def find(document: Document) -> Iterator[Found]:
    """Names in code spans, roles, headings and comments of code that the document has but once: a slip is made once."""
    counts: Mapping[str, int] | None = None
    for block in blocks_today(document):
        copied = _copied(document, block)
        if copied is not None:
            yield copied
            continue
        for name, span, form, listed in _names(document, block):
            if counts is None:
                counts = word_counts(document.text)
            if counts.get(name, 0) > 1:
                continue
            scope = Scope(module=document.name, section=_cue(document, span), form=form, command=listed)
            fact = Fact(kind="name", subject=name, scope=scope, subject_span=span)
            yield Found(fact, f"the code has the name `{name}`", span)


def _copied(document: Document, block: Block) -> Found | None:
    """A name in the first words below a heading that is left from a sibling's section, which this one was copied from.

    The heading is a name that differs in one word, and the sentence has the heading's word beside another of its
    words, but not the word of the name, which it does something with: "Registers new fragment loaders by
    `register_template_loaders`".
    """
    if block.kind is not BlockKind.PARAGRAPH or not block.heading_path:
        return None
    title = _TITLE.match(block.heading_path[-1])
    if title is None:
        return None
    for inline in block.inlines:
        match = _of_inline(document, inline)
        if match is None or not _MEANS.search(document.text, block.text_span[0], inline.span[0]):
            continue
        span = sentence_span(document, inline.span, block)
        if span[0] != block.text_span[0]:
            continue
        sentence = document.text[span[0] : inline.span[0]] + document.text[inline.span[1] : span[1]]
        if _is_of_sibling(match[1], title[1], sentence.lower()):
            scope = Scope(module=document.name, section=title[1], form="copied")
            fact = Fact(kind="name", subject=match[1], scope=scope, subject_span=match.span(1))
            return Found(fact, f"`{match[1]}` is what the section `{title[1]}` is about", match.span(1))
    return None


def _is_of_sibling(name: str, title: str, sentence: str) -> bool:
    left, right = words_of(name), words_of(title)
    different = [at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]]
    if len(left) != len(right) or len(left) < _SIBLING_WORDS or len(different) != 1 or title.lower() in sentence:
        return False
    at = different[0]
    pairs = [f"{right[at]} {right[at + 1]}"] if at + 1 < len(right) else []
    pairs += [f"{right[at - 1]} {right[at]}"] if at else []
    return left[at] not in sentence and any(re.search(rf"\b{pair}\b", sentence) for pair in pairs)


def _names(document: Document, block: Block) -> Iterator[tuple[str, Span, str, tuple[str, ...]]]:
    if block.kind is BlockKind.CODE:
        if "`" in document.text[slice(*block.text_span)]:
            for comment in _COMMENT.finditer(document.text, *block.text_span):
                for match in _QUOTED.finditer(document.text, *comment.span()):
                    if _is_telling(match[1]):
                        yield match[1], match.span(1), "comment", ()
        return
    if block.kind is BlockKind.HEADING:
        match = _IN_BRACKETS.search(document.text, *block.text_span)
        if match:
            yield match[1], match.span(1), "heading", ()
    lists = _lists(document, block)
    for inline in block.inlines:
        match = _of_inline(document, inline)
        if match and _is_telling(match[1]) and is_asserted(document, inline.span, block):
            if _OWNED.search(document.text, max(0, inline.span[0] - _REACH), inline.span[0]):
                continue
            yield match[1], match.span(1), "span", lists.get(inline.span, ())


def _lists(document: Document, block: Block) -> Mapping[Span, tuple[str, ...]]:
    """For each name in a list within a sentence (`a`, `b` or `c`), by its span, all names of the list."""
    runs: list[list[Inline]] = []
    for inline in block.inlines:
        if inline.kind is not InlineKind.CODE:
            continue
        if runs and _BETWEEN.fullmatch(document.text, runs[-1][-1].span[1], inline.span[0]):
            runs[-1].append(inline)
        else:
            runs.append([inline])
    found: dict[Span, tuple[str, ...]] = {}
    for run in runs:
        if len(run) >= _FEWEST_LISTED:
            names = tuple(document.text[slice(*each.text_span)] for each in run)
            found.update((each.span, names) for each in run)
    return found


def _of_inline(document: Document, inline: Inline) -> re.Match[str] | None:
    if inline.kind is not InlineKind.CODE and not (inline.kind is InlineKind.ROLE and inline.name in _ROLES):
        return None
    return _NAME.fullmatch(document.text, *inline.text_span)


def _is_telling(name: str) -> bool:
    if name.endswith("_") and not name.endswith("__"):
        return False  # the beginning of names
    return len(folded(name)) >= _SHORTEST and not is_placeholder(name) and not _is_letters(name)


def _is_letters(name: str) -> bool:
    """Whether it is no name but letters that each mean something, small ones beside their capitals (`cdeEfFs`)."""
    return sum(one != other and one.upper() == other for one, other in pairwise(name)) > 1


def _cue(document: Document, span: Span) -> str | None:
    """What the words right behind a name call it."""
    match = _CUE.match(document.text, span[1])
    if match:
        return match[1]
    return "option" if _TURNED.match(document.text, span[1]) else None


def _meant(fact: Fact, project: Project) -> str | None:
    """The one name of the code that is meant, where the code does not have it as the document writes it."""
    name, document, cue = fact.subject, fact.scope.module or "", fact.scope.section
    if name in project.code.declared_names or name in project.code.words:
        return None
    if any(other != name and _is_unknown(other, project) for other in fact.scope.command):
        return None  # a list of values that another program gives
    return meant_by(name, project, document, cue)


def _is_unknown(name: str, project: Project) -> bool:
    return re.fullmatch(r"[\w-]+", name) is not None and name not in project.code.words


def _place(name: str, project: Project) -> Location | None:
    declared = project.code.declared_names.get(name)
    if declared is not None:
        return declared
    named = project.code.named(name)
    return named[0].location if named else project.code.words.find(name)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that the code declares, and slips of such names; all others are somebody else's."""
    if fact.scope.form == "copied":
        return fact.subject in project.code.declared_names and fact.scope.section in project.code.declared_names
    if fact.subject in project.code.declared_names:
        return len(words_of(fact.subject)) > 1 or _meant(fact, project) is not None
    return _meant(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code declares the name; REFUTES where it does not have it, and has one near name."""
    name = fact.subject
    if fact.scope.form == "copied" and fact.scope.section is not None:
        evidence = proof.at(project, project.code.declared_names[fact.scope.section], supports=False)
        told = f"`{name}` is another one; the section and the sentence are about `{fact.scope.section}`"
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=fact.scope.section)
    if name in project.code.declared_names:
        place = project.code.declared_names[name]
        return proof.supported(project, "the code declares it", place)
    meant = _meant(fact, project)
    place = _place(meant, project) if meant else None
    if meant is None or place is None:
        return proof.unsettled("the code has no such name, and none that is near")
    evidence = proof.at(project, place, supports=False)
    told = f"the code has no such name; `{meant}` is there"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)


KIND = FactKind(
    name="name",
    title="Names of code",
    checks="A name in a code span, in brackets behind a heading or in a comment of a code block is one that the code "
    "has. A single word is looked at where the sentence says what it is (a plugin, a setting), or where the document "
    "has the right spelling too.",
    abstains="The code has no near name, or several; the name stands in any other file or more than once in the "
    "document; it is short; others of the list that it stands in are unknown to the code as well.",
    example="Pass `max_workers` to limit them.",
    find=find,
    check=check,
    concerns=concerns,
)
