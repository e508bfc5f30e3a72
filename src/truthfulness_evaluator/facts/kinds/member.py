"""Attributes, methods and keyword arguments that Python code blocks use of this project's classes and modules."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.owners import is_script
from truthfulness_evaluator.facts.lookups.usage import is_used
from truthfulness_evaluator.facts.lookups.vocabulary import has_text, is_in_no_code
from truthfulness_evaluator.facts.reading.snippets import Snippet, shows_old, snippet
from truthfulness_evaluator.facts.reading.uses import Page, Use
from truthfulness_evaluator.facts.scope import blocks_today, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import BlockKind, Document, Evidence, Fact, Location, Scope
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Definition
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.signatures import Signature
from truthfulness_evaluator.project.suggestions import is_of_one_kind
from truthfulness_evaluator.text.names import class_name, closest
from truthfulness_evaluator.text.patterns import regex

_OWNERS = frozenset({SymbolKind.CLASS, SymbolKind.MODULE})
_WRONG = regex(
    r"(?:n['’]t|\bnot|\bnever|\bcannot) (?!need|have to|want|yet|only|care|know)|\binstead of\b|\brather than\b"
    r"|\b(?:wrong|incorrect|invalid|bad|avoid|typo|mistake|error|fail|rais|exception|pitfall|problem|unsupported)",
    re.IGNORECASE,
)
"""Words before a code block by which it may show what does not work."""
_UNBOUND = "?."
"""Before an owner whose first link the document does not import."""


def find(document: Document) -> Iterator[Found]:
    """What the Python code blocks use, as far as the document shows what the names in them stand for."""
    page = Page()
    uses: list[Use] = []
    patching: set[str] = set()
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE:
            continue
        code = snippet(document, block)
        if code is None:
            continue
        shown = page.read(code)
        patching.update(code.imported_for_effects())
        if not _shows_the_wrong_way(code):
            uses.extend(use for use in shown if not shows_old(code.comments_before(use.line)))
    for use in uses:
        patched = patching - {use.owner.dotted.partition(".")[0]}
        if use.keyword or use.name not in page.made_up:
            yield from _claim(
                use if use.keyword or not patched else replace(use, owner=replace(use.owner, bound=False))
            )


def _shows_the_wrong_way(code: Snippet) -> bool:
    """Whether the words before a code block, or an error in its output, say that the code does not work."""
    lead = code.block.lead_in
    return code.fails or tells_of_the_past(lead) or bool(_WRONG.search(lead[lead.rfind(". ") + 1 :]))


def _claim(use: Use) -> Iterator[Found]:
    if (use.name.startswith("__") and use.name.endswith("__")) or is_placeholder(use.name):
        return
    owner = use.owner.dotted if use.owner.bound else _UNBOUND + use.owner.dotted
    called = f"{use.owner.dotted}.{use.method}" if use.method else use.owner.dotted
    scope = Scope(module=owner, section=use.method or None, form=_form(use), language="python")
    fact = Fact(kind="member", subject=use.name, scope=scope, subject_span=use.span)
    told = f"`{called}` takes the argument `{use.name}`" if use.keyword else f"`{called}` has `{use.name}`"
    yield Found(fact, told, use.span)


def _form(use: Use) -> str:
    return "argument" if use.keyword else "attribute" if use.owner.how == "name" else f"attribute of {use.owner.how}"


def concerns(fact: Fact, project: Project) -> bool:
    """What belongs to a class, module or function of this project."""
    return _owner(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS what is there; REFUTES what an owner that is known whole lacks, and slips for what it has."""
    owner = _owner(fact, project)
    if owner is None:
        return proof.unsettled("what it belongs to is not of this project")
    if fact.scope.form == "argument":
        return _check_argument(fact, project, owner)
    return _check_attribute(fact, project, owner)


def _owner(fact: Fact, project: Project) -> Definition | None:
    """What is called, or has the attribute: a module, class, function or method of this project."""
    written = fact.scope.module or ""
    names = [written] if not written.startswith(_UNBOUND) else _readings(written.removeprefix(_UNBOUND), project)
    for name in names:
        root = name.split(".")[0]
        if root not in project.code.modules.names or is_script(root, project):
            continue
        found = project.code.resolve(name).definition
        if found is None or found.symbol is None:
            continue
        kind = found.symbol.kind
        if fact.scope.form == "argument":
            if fact.scope.section is None:
                return found
            # The method of what a call gives: known where a class was called.
            method = project.code.resolve(f"{name}.{fact.scope.section}").definition
            return method if kind is SymbolKind.CLASS else None
        if kind is SymbolKind.CLASS or (kind is SymbolKind.MODULE and fact.scope.form == "attribute"):
            return found
    return None


def _readings(name: str, project: Project) -> list[str]:
    """What a name may stand for that the document does not import: a class or module of which there is only one."""
    root, dot, rest = name.partition(".")
    if root in project.code.modules.names:
        return [] if project.code.named(class_name(root)) else [name]
    found = [each for each in project.code.named(root) if each.symbol is not None]
    if len(found) != 1 or found[0].symbol is None or found[0].symbol.kind not in _OWNERS:
        return []
    if found[0].symbol.kind is SymbolKind.MODULE and project.code.named(class_name(root)):
        return []  # rather an instance of the class than the module that holds it
    if found[0].symbol.kind is SymbolKind.CLASS and root.islower():
        return []  # rather an instance of some class
    return [f"{found[0].dotted}{dot}{rest}"]


def _check_attribute(fact: Fact, project: Project, owner: Definition) -> Ruling:
    name = fact.subject
    answer = project.code.resolve(f"{owner.dotted}.{name}")
    if answer.status == "found" and answer.definition is not None:
        return proof.supported(project, f"`{answer.definition.dotted}` is defined", answer.definition.location)
    if answer.missing != name:
        return proof.unsettled(answer.reason)
    if fact.scope.form == "attribute" and is_used(project, owner.dotted, name):
        return proof.unsettled(f"{answer.reason}, but the code uses it")
    members = project.code.resolver.member_names(owner.dotted)
    meant = closest(name, [each for each in members if each != name and is_of_one_kind(name, each)])
    closed = answer.status == "missing" and _is_certain(fact)
    if meant is None and closed:
        return proof.refuted(answer.reason, _evidence(project, owner.location))
    there = project.code.resolve(f"{owner.dotted}.{meant}").definition if meant else None
    if meant is None or there is None or not (closed or _is_slip(name, meant, project)):
        return proof.unsettled(answer.reason)
    told = f"{owner.dotted} has no {name}; `{meant}` is there"
    return proof.refuted(told, _evidence(project, there.location), span=fact.subject_span, replacement=meant)


def _check_argument(fact: Fact, project: Project, owner: Definition) -> Ruling:
    name = fact.subject
    signature = project.code.signature(owner)
    if signature is None:
        return proof.unsettled(f"{owner.dotted} is no function or class whose parameters are known")
    if name in signature.parameters or (signature.of_fields and name.lstrip("_") in signature.parameters):
        return proof.supported(project, f"{owner.dotted} takes it", signature.location)
    if signature.of_fields and has_text(project, owner.path, name):
        return proof.unsettled(f"{owner.location.path} has the name as a text, which may be an alias")
    meant = closest(name, _offered(signature), more_words=True)
    if not signature.reason and _is_certain(fact):
        told = f"{signature.dotted} takes no argument {name}"
    elif meant is not None and _is_slip(name, meant, project):
        told = f"no code has an argument {name}"
    else:
        return proof.unsettled(signature.reason or f"{signature.dotted} may not be meant")
    if meant is not None:
        told += f"; `{meant}` is one of {signature.dotted}"
    evidence = _evidence(project, signature.location)
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)


def _offered(signature: Signature) -> Iterable[str]:
    return [name for name in signature.parameters if not name.startswith("_")]


def _is_slip(name: str, other: str, project: Project) -> bool:
    """Whether a name that may be somebody else's is a slip all the same: no code has it, and it is no plural of the
    other, nor the other in other case.
    """
    return name.rstrip("s").lower() != other.rstrip("s").lower() and is_in_no_code(project, name)


def _is_certain(fact: Fact) -> bool:
    """Whether the document itself shows what the name belongs to."""
    return not (fact.scope.module or "").startswith(_UNBOUND) and fact.scope.form != "attribute of entered"


def _evidence(project: Project, location: Location) -> Evidence:
    return proof.at(project, location, supports=False)


KIND = FactKind(
    name="member",
    title="Attributes and arguments in code blocks",
    checks="Attributes, methods and keyword arguments that Python code blocks use of the project's modules, classes "
    "and functions are there; names are followed through imports and assignments, from one block to the next.",
    abstains="A class has members or a function takes arguments that the code does not spell out, the document does "
    "not show what a name stands for, it imports another module for its effects alone, "
    "or the text around says that the code is old or wrong.",
    example="    from app.tables import Table\n\n    Table(title='A').add_row('x', style='bold')",
    find=find,
    check=check,
    concerns=concerns,
)
