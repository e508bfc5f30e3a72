"""Default values: what an option, setting, constant or parameter is when nobody sets it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.default_certainty import doubt
from truthfulness_evaluator.facts.reading.default_listings import listings
from truthfulness_evaluator.facts.reading.default_sentences import field, labelled_paragraph, row
from truthfulness_evaluator.facts.scope import blocks_today
from truthfulness_evaluator.models import BlockKind, Document, Fact
from truthfulness_evaluator.project.lookup import DefaultDeclaration
from truthfulness_evaluator.project.package_values import with_package
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.values import same_value, written_like

_PUBLIC = frozenset({"option", "setting", "constant", "environment"})
"""What users set by its name; attributes and parameters of the same name are often something else."""


_LONGEST_SIGNATURE = 60
"""Lines of a function's parameters that are looked at."""
_SENTINEL = regex(
    r"^_(?!\w*[A-Z]{2})\w*$|^_*(?:default|missing|unset|undefined|unspecified|not_?set|not_?given|sentinel|omit(?:ted)?"
    r"|no_?(?:value|default))(?:[._]\w+)?$",
    re.IGNORECASE,
)
"""Names of marks that stand for no value."""
_SEVERAL_WORDS = regex(r"[a-zA-Z]+(?:[_-][a-zA-Z0-9]+)+")
"""Keys that say enough without their section."""


def find(document: Document) -> Iterator[Found]:
    """`Default:` labels and fields, default columns of tables, `defaults to` in sentences, defaults in code blocks."""
    if "default" not in document.text.lower():
        return
    for block in blocks_today(document):
        if block.kind is BlockKind.TABLE_ROW:
            yield from row(document, block)
        elif block.kind is BlockKind.CODE:
            yield from listings(document, block)
        elif block.kind is BlockKind.FIELD:
            yield from field(document, block)
        elif block.kind is BlockKind.PARAGRAPH:
            yield from labelled_paragraph(document, block)


def concerns(fact: Fact, project: Project) -> bool:
    """Names that the project's code gives a value to."""
    return bool(_found(fact, project))


def _declared(fact: Fact, project: Project) -> tuple[DefaultDeclaration, ...]:
    """What the code gives to the subject, where it lacks but the package's name and version told in full."""
    return tuple(
        replace(each, value=with_package(each.value, each.location.path or "", project.manifests))
        for each in _found(fact, project)
    )


def _found(fact: Fact, project: Project) -> tuple[DefaultDeclaration, ...]:
    """What the code gives to a subject that may be called by words, or stand in a section of a settings file."""
    code, name = project.code, fact.subject
    if " " in name:
        return code.lookup.defaults_in_words(name)
    section = re.sub(r"^tool\.[\w-]+\.?", "", fact.scope.section or "")
    found = (code.defaults_of(f"{section}.{name}") if section else ()) or code.defaults_of(name)
    if not found and not section and _SEVERAL_WORDS.fullmatch(name):
        return code.lookup.settings_below(name)
    return found


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where a declaration has the value; REFUTES where all that may be meant have one other value."""
    declared = _declared(fact, project)
    strong = [each for each in declared if each.what in _PUBLIC and _is_public(each)]
    if fact.scope.form == "listing" and not strong:
        return proof.unsettled("a variable of this name may be another one")
    pool = strong or list(declared)
    written = fact.expected or ""
    answers = [(each, same_value(written, each.value.literal, each.value.source)) for each in pool]
    for each, same in answers:
        if same:
            return proof.supported(project, f"it is {each.value.source}", each.location)
    if not strong and len(pool) != 1:
        return proof.unsettled("an attribute or parameter of this name may be another one")
    # Where one is spelled just so, it is the one that is meant; the others only ever agree.
    answers = [pair for pair in answers if pair[0].name == fact.subject and pair[0].what in _PUBLIC] or answers
    if not answers or any(same is None for _, same in answers):
        return proof.unsettled("the value is made at run time, or cannot be compared")
    if len({each.value.literal for each, _ in answers}) > 1:
        return proof.unsettled("several things of this name have different values")
    each = answers[0][0]
    if each.what == "parameter" and fact.scope.form == "table" and fact.subject.partition(".")[0] in _sections(fact):
        return proof.unsettled("a key of a section may be meant, and no parameter of a function")
    if each.what == "parameter" and _is_sentinel(each, project):
        return proof.unsettled("the default is a mark that no value was given")
    if (reason := doubt(fact, each, find, _declared, project)) is not None:
        return proof.unsettled(reason)
    replacement = written_like(written, each.value.literal) if each.value.literal is not None else None
    evidence = proof.at(project, each.location, supports=False)
    told = f"the default is {each.value.source}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=replacement)


def _is_sentinel(each: DefaultDeclaration, project: Project) -> bool:
    """Whether a parameter is given a mark (`size=_default`), which stands for what the function makes of it."""
    line = (each.declared.line or each.location.line or 1) - 1
    lines = (project.tree.text(each.declared.path or each.location.path or "") or "").splitlines()
    signature = "\n".join(lines[line : line + _LONGEST_SIGNATURE])
    written = rf"\b{re.escape(each.name.rpartition('.')[2])}\s*(?::[^=\n]*)?=\s*(?P<value>[A-Za-z_][\w.]*)"
    match = re.search(written, signature)
    return match is not None and _SENTINEL.search(match["value"]) is not None


def _sections(fact: Fact) -> tuple[str, ...]:
    """What may be a section of settings in a dotted name: all but its last part, in small letters."""
    parts = fact.subject.split(".")[:-1]
    return tuple(part for part in parts if part.islower())


def _is_public(declared: DefaultDeclaration) -> bool:
    """Whether a declaration is of something that users set: not of a variable with a name of one small word."""
    return declared.what != "constant" or "_" in declared.name or declared.name.isupper()


KIND = FactKind(
    name="default_value",
    title="Default values",
    checks="The default that a document gives for an option, setting, constant or parameter is the one in the code. "
    "The subject comes from the sentence, the table row, the directive, the term or the heading.",
    abstains="The value is made at run time or under conditions, several things have the name with different values, "
    "or the two values cannot be compared.",
    example="`--max-workers` defaults to 8.",
    find=find,
    check=check,
    concerns=concerns,
)
