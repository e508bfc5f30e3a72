"""Dependencies with their version bounds, and extras of the project's own package."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.reading.floors import whose
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import Dependency, normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text import versions
from truthfulness_evaluator.text.names import misspelt
from truthfulness_evaluator.text.patterns import regex

_OPERATORS = (">=", "~=", "≥")
_REQUIREMENT = regex(
    r"(?P<name>[A-Za-z][A-Za-z0-9._-]*[A-Za-z0-9])\s?(?P<operator>>=|~=|≥)\s?v?(?P<version>\d+(?:\.\d+)+(?:\.\*)?)"
)
_REQUIRES = regex(r"\b(?:requir(?:e|es|ed|ing)|depend(?:s|ed)? on|needs?|minimum|at least)\b")
_EXTRA = regex(r"(?<![\w./-])(?P<name>[A-Za-z][\w.-]*)\[(?P<extras>[A-Za-z][\w.-]*(?:\s?,\s?[A-Za-z][\w.-]*)*)\]")
_INSTALLS = regex(
    r"\b(?:pip3?|pipx|uv|poetry|pdm|conda)\b.*\b(?:install|add|sync)\b|\bextras?\b|\binstall", re.IGNORECASE
)
_NOT_PACKAGES = frozenset({"python", "node", "go", "rust", "version", "api"})


def find(document: Document) -> Iterator[Found]:
    """`name >= version` in sentences about requirements, and `package[extra]` in installation commands."""
    for block in blocks_today(document):
        if block.kind in {BlockKind.HTML, BlockKind.TARGET}:
            continue
        text = document.text[slice(*block.text_span)]
        offset = block.text_span[0]
        has_bound = any(operator in text for operator in _OPERATORS)
        if has_bound and block.kind is not BlockKind.CODE and _REQUIRES.search(text.lower()):
            for match in _REQUIREMENT.finditer(text):
                yield from _requirement(document, block, match, offset)
        if "[" in text:
            for match in _EXTRA.finditer(text):
                yield from _extras(document, block, match, offset)


def _requirement(document: Document, block: Block, match: re.Match[str], offset: int) -> Iterator[Found]:
    span: Span = (offset + match.start(), offset + match.end())
    name: Span = (offset + match.start("name"), offset + match.end("name"))
    if match["name"].lower() in _NOT_PACKAGES or not is_asserted(document, span, block, of_code=True):
        return
    owner = whose(document, block, name, span[1], compiled=False)
    if owner is None or not (owner.in_general or owner.subject):
        return
    fact = Fact(
        kind="dependency",
        subject=match["name"],
        expected=f"{match['operator'].replace('≥', '>=')}{match['version']}",
        scope=Scope(module=document.name, form="requirement", program=owner.subject),
        subject_span=name,
        expected_span=(offset + match.start("version"), offset + match.end("version")),
    )
    yield Found(fact, f"{match['name']} is required as {fact.expected}", span)


def _extras(document: Document, block: Block, match: re.Match[str], offset: int) -> Iterator[Found]:
    line_start = document.text.rfind("\n", 0, offset + match.start()) + 1
    line_end = document.text.find("\n", offset + match.end())
    line = document.text[line_start : line_end if line_end >= 0 else len(document.text)]
    in_code = block.kind is BlockKind.CODE or any(
        inline.kind is InlineKind.CODE and inline.span[0] <= offset + match.start() < inline.span[1]
        for inline in block.inlines
    )
    if not in_code or not _INSTALLS.search(line) or tells_of_the_past(line):
        return
    at = offset + match.start("extras")
    for extra in re.finditer(r"[A-Za-z][\w.-]*", match["extras"]):
        span: Span = (at + extra.start(), at + extra.end())
        scope = Scope(module=match["name"], form="extra")
        fact = Fact(kind="dependency", subject=extra[0], scope=scope, subject_span=span)
        yield Found(fact, f"{match['name']} has the extra `{extra[0]}`", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Extras of this project's packages, and packages that a manifest names."""
    manifests = project.manifests
    if fact.scope.form == "extra":
        return normal_name(fact.scope.module or "") in manifests.project_names
    return bool(manifests.dependency(fact.subject))


def check(fact: Fact, project: Project) -> Ruling:
    """Against the dependencies and extras that the manifests declare."""
    return _check_extra(fact, project) if fact.scope.form == "extra" else _check_requirement(fact, project)


def _check_extra(fact: Fact, project: Project) -> Ruling:
    manifests = project.manifests
    wanted = normal_name(fact.subject)
    declared = {
        normal_name(extra.name): Location(path=manifest.path, line=extra.line)
        for manifest in manifests.all
        if normal_name(manifest.name or "") == normal_name(fact.scope.module or "")
        for extra in manifest.extras
    }
    if wanted in declared:
        return proof.supported(project, f"the extra is declared in {declared[wanted].path}", declared[wanted])
    close = misspelt(wanted, declared)
    if close is None or manifests.hides("optional-dependencies", "python"):
        return proof.unsettled("no manifest declares such an extra; it may be declared elsewhere, or at run time")
    evidence = proof.at(project, declared[close], supports=False)
    return proof.refuted(f"no such extra; `{close}` is declared", evidence, span=fact.subject_span, replacement=close)


def _check_requirement(fact: Fact, project: Project) -> Ruling:
    claimed = versions.floor_of(fact.expected or "", "pep440")
    declared = [
        (floor, dependency, Location(path=manifest.path, line=dependency.line))
        for manifest, dependency in project.manifests.dependency(fact.subject)
        if manifest.ecosystem == "python"
        and _is_meant(fact, dependency, project)
        and (floor := versions.floor_of(dependency.specifier, "pep440")) is not None
    ]
    if claimed is None or not declared:
        return proof.unsettled("no manifest gives a lowest version of it for what the sentence is about")
    for floor, dependency, location in declared:
        if versions.same_floor(claimed, floor):
            return proof.supported(project, f"{location.path} says {dependency.specifier}", location)
    if len({str(floor) for floor, _, _ in declared}) > 1:
        return proof.unsettled("the manifests give different lowest versions of it")
    floor, dependency, location = declared[0]
    if dependency.optional and floor.version < claimed.version:
        return proof.unsettled(f"{location.path} says {dependency.specifier}, and a part may well ask for more")
    evidence = proof.at(project, location, supports=False)
    shown = str(floor.version) if floor.inclusive and (fact.expected or "").startswith(">=") else None
    told = f"{location.path} says {dependency.specifier}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=shown)


def _is_meant(fact: Fact, dependency: Dependency, project: Project) -> bool:
    """Whether a bound is of what a sentence is about: the project as a whole, or an extra by its name.

    A pin says which version is installed for development, not which is needed.
    """
    if dependency.group or dependency.specifier.startswith("="):
        return False
    subject = normal_name(fact.scope.program or "")
    if dependency.optional:
        return subject in {dependency.name, normal_name(dependency.extra or "")}
    return not subject or subject in project.manifests.project_names


KIND = FactKind(
    name="dependency",
    title="Dependencies and extras",
    checks="`name >= version` in a sentence about what the project, or an extra by its name, requires is the bound "
    "that the manifests give; `package[extra]` of the project's own package is a declared extra.",
    abstains="A part of the project or another package requires it, no manifest gives a lower bound that is no pin, or "
    "several give different ones; an extra has no near name among the declared ones.",
    example="Requires `httpx >= 0.27`.",
    find=find,
    check=check,
    concerns=concerns,
)
