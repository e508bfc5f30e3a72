"""Lists of values: the choices of an option or setting, the members of an enum, the keys of a table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.programs import own_program
from truthfulness_evaluator.facts.reading.value_lists import ValueList, value_lists
from truthfulness_evaluator.facts.reading.value_pairs import value_pairs
from truthfulness_evaluator.facts.scope import is_placeholder
from truthfulness_evaluator.models import Document, Fact, Scope
from truthfulness_evaluator.project.choices import KnownValues, alike, plain
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import nearest, words_of
from truthfulness_evaluator.text.patterns import regex

_SHARED = 2
"""Values that a list of the code must share with one of the document under the same name."""
_SHARED_UNNAMED = 3
"""The same where only the values tell which list is meant."""
_LONG = 8
"""Values from which on a list needs no word that it is whole: all but one are in the code's."""
_ODD = 0.15
"""Share of a long list that may be missing in the code's: some values are added in another way."""
_SEPARATED = regex(r"^--|\w[-_.]\w")
"""Names that are no word of English, and so of one thing."""
_GENERIC = frozenset(
    {"kind", "type", "types", "mode", "modes", "value", "values", "name", "names", "option", "options", "config",
     "section", "default", "settings", "setting", "list", "supported", "valid", "all", "the"}
)  # fmt: skip
_NOTHING = frozenset({"null", "true", "false", "default", "undefined", "nil"})
"""Words that settings take besides their choices."""


def find(document: Document) -> Iterator[Found]:
    """Values that a sentence, cell, usage text or list gives one after the other; values that a name is set to."""
    for pair in value_pairs(document):
        scope = Scope(program=pair.program, module=document.name, section=pair.name, form="pair")
        fact = Fact(kind="choice", subject=pair.value, scope=scope, subject_span=pair.span)
        yield Found(fact, f"`{pair.name}` takes the value `{pair.value}`", pair.span)
    for each in value_lists(document):
        # `bar` is a value in many a list, `foo` and `bar` are two of nobody's.
        if sum(is_placeholder(value.text) for value in each.values) > 1:
            continue
        yield from _claims(document, each)


def _claims(document: Document, listed: ValueList) -> Iterator[Found]:
    """One claim for every value: it is one of those that stand beside it in the code too."""
    every = " ".join(value.text for value in listed.values)
    form = "whole" if listed.whole else "listed"
    scope = Scope(module=document.name, section=" ".join(listed.things) or None, form=form)
    for value in listed.values:
        fact = Fact(kind="choice", subject=value.text, expected=every, scope=scope, subject_span=value.span)
        of = f" of `{listed.things[0]}`" if listed.things else ""
        yield Found(fact, f"`{value.text}` is one of the values{of}: {every}", value.span)


@dataclass(frozen=True, slots=True)
class _Meant:
    """The lists of the code that a list of the document may be."""

    lists: tuple[KnownValues, ...]
    named: bool


def concerns(fact: Fact, project: Project) -> bool:
    """Lists that the code has too, but for one value at most, and values of things whose values the code lists."""
    if fact.scope.form == "pair":
        return bool(_values_of(fact, project))
    return bool(_meant(fact.expected or "", fact.scope.section or "", fact.scope.form or "", project).lists)


@lru_cache(maxsize=4096)
def _meant(every: str, things: str, form: str, project: Project) -> _Meant:
    values = tuple(dict.fromkeys(plain(value) for value in every.split()))
    known = project.code.choices
    for thing in things.split():
        certain = form == "whole" and _SEPARATED.search(thing)
        shared = max(_SHARED if certain else _SHARED_UNNAMED, len(values) - 1)
        called = tuple(each for each in known.called(thing) if _count(values, each) >= shared)
        if called:
            return _Meant(called, named=True)
    if len(values) <= _SHARED_UNNAMED or (form != "whole" and len(values) < _LONG):
        return _Meant((), named=False)
    fewest = len(values) - max(1, int(len(values) * _ODD)) if len(values) >= _LONG else len(values) - 1
    return _Meant(known.with_most_of(values, fewest), named=False)


def _count(values: Sequence[str], known: KnownValues) -> int:
    return sum(known.holds(value) for value in values)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code's list has the value; REFUTES where it has all others and another one in its place."""
    if fact.scope.form == "pair":
        return _check_pair(fact, project)
    every = (fact.expected or "").split()
    meant = _meant(fact.expected or "", fact.scope.section or "", fact.scope.form or "", project)
    for known in meant.lists:
        if known.holds(fact.subject):
            return proof.supported(project, f"`{known.name}` has it", known.location)
    others = [value for value in every if not alike(value, fact.subject)]
    if not meant.lists or fact.subject.lower() in _NOTHING or fact.subject == "None":
        return proof.unsettled("no list of the code is known to be the one that is meant")
    if any(known.holds(fact.subject) for known in project.code.choices.with_most_of(others, 2)):
        return proof.unsettled("another list of the code has it beside some of the others")
    if "." in fact.subject.strip("."):
        return proof.unsettled("it may be a key below another one")
    known = meant.lists[0]
    left = [value for value in known.values if not any(alike(value, other) for other in others)]
    place = project.code.words.find(fact.subject.strip("\"'"))
    if not known.closed and _is_in_its_file(fact.subject, known, project):
        return proof.unsettled(f"`{known.name}` does not have it, but its file names it")
    if len(left) != 1 and place is not None:
        return proof.unsettled(f"`{known.name}` does not have it, but the code does")
    instead = left[0] if len(left) == 1 else nearest(fact.subject, left)
    if not meant.named and len(every) < _LONG and place is not None and not _shares_a_word(fact, known):
        return proof.unsettled(f"`{known.name}` does not have it, but may be of something else")
    if instead is None and not (meant.named and fact.scope.form == "whole"):
        return proof.unsettled(f"`{known.name}` does not have it, and it is not seen what is meant")
    told = f"`{known.name}` has {_shown(known.values)}, and no `{fact.subject}`"
    replacement = None if instead is None else re.sub(r"[^\"']+", lambda _: instead, fact.subject, count=1)
    evidence = proof.at(project, known.location, supports=False)
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=replacement)


def _values_of(fact: Fact, project: Project) -> tuple[KnownValues, ...]:
    """The lists of what a value is given to; of an option in a command, those of the program's own option."""
    name, program = fact.scope.section or "", fact.scope.program
    if program is None:
        return project.code.choices.called(name)
    own = own_program(project, program)
    if own is None:
        return ()
    line = project.code.command_line
    entries = [entry for entry in line.options(own) if name in entry.option.names]
    if any(entry.option.choices is None for entry in entries):
        return ()
    if line.has_open_commands(own):
        return ()  # One that may have more options may have this one, with other values.
    return tuple(KnownValues(name, entry.option.choices or (), entry.location) for entry in entries)


def _check_pair(fact: Fact, project: Project) -> Ruling:
    """One value of a thing whose values are known: of an option in a command each other one is wrong."""
    lists, value = _values_of(fact, project), fact.subject
    for known in lists:
        if known.holds(value):
            return proof.supported(project, f"`{known.name}` has it", known.location)
    candidates = sorted({other for known in lists for other in known.values})
    instead = nearest(value, candidates) or _same_beginning(value, candidates)
    if fact.scope.program is None and (instead is None or value in project.code.words):
        return proof.unsettled(f"`{fact.scope.section}` may be the name of something else")
    if is_placeholder(value) or value.isdigit():
        return proof.unsettled("the value stands for one of the reader's choice")
    told = f"`{lists[0].name}` takes {_shown(lists[0].values)}, and no `{value}`"
    evidence = proof.at(project, lists[0].location, supports=False)
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=instead)


def _same_beginning(value: str, candidates: Sequence[str]) -> str | None:
    """The one candidate of several words that begins with the same word as a value of several words."""
    words = words_of(value)
    same = [each for each in candidates if len(words_of(each)) == len(words) > 1 and words_of(each)[0] == words[0]]
    return same[0] if len(same) == 1 else None


def _shares_a_word(fact: Fact, known: KnownValues) -> bool:
    """Whether what the document's list is of, and the name of the code's, have a word in common."""
    about = {word for thing in (fact.scope.section or "").split() for word in words_of(thing)}
    return bool((about & set(words_of(known.name))) - _GENERIC)


def _is_in_its_file(value: str, known: KnownValues, project: Project) -> bool:
    """Whether the file of a list has a value as a word of its own, no function: the list may not be all there is."""
    bare = value.strip("\"'")
    text = project.tree.text(known.location.path or "") or ""
    return re.search(rf"(?<![\w-]){re.escape(bare)}(?![\w-]|\s*\()", text) is not None


_MOST_SHOWN = 12


def _shown(values: Sequence[str]) -> str:
    text = ", ".join(f"`{value}`" for value in values[:_MOST_SHOWN])
    return text if len(values) <= _MOST_SHOWN else f"{text} and {len(values) - _MOST_SHOWN} more"


KIND = FactKind(
    name="choice",
    title="Lists of values",
    checks="Each value of a list that a document gives (the choices of an option, the values of a setting, the names "
    "of formats), and a single value that a command or code span gives, is in the code's own list: an option's "
    "choices, an enum, a `Literal`, the keys of a table. The list is found by the name of what it is of, or by its "
    "other values.",
    abstains="The code's list is not known whole or lacks more than one of the values, another list has the value "
    "beside some of the others, or the document gives examples only.",
    example="`--color` is one of `auto`, `always`, `never`.",
    find=find,
    check=check,
    concerns=concerns,
)
