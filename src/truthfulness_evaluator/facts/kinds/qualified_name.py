"""Qualified names of Go and Rust: `package.Name`, `package.Type.Member`, `crate::module::Name`, and template fields."""

import re
from collections.abc import Iterator
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, denies, is_asserted, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Scope, Span
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Resolution
from truthfulness_evaluator.project.go_packages import GO, GoPackage
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.rust_paths import RUST
from truthfulness_evaluator.text.names import edit_distance
from truthfulness_evaluator.text.patterns import regex

_HINT = regex(r"\.[A-Z]|::\w")
_ANY = regex(r"\b[a-z]\w*(?:\.[A-Z]|::\w)|\{\{-?\s*(?:\w+\s+)?\.[A-Z]")
"""What a document has if it has any such name."""
_GO_NAME = regex(r"(?<![\w.\"'`/$-])(?P<name>(?P<owner>[a-z]\w*)\.[A-Z]\w*(?:\.[A-Z]\w*)?)(?![\w/.-]*[\"'`/])")
_GO_SPAN = regex(r"[*&]?(?:\[\])?(?P<name>(?P<owner>[a-z]\w*)\.[A-Z]\w*(?:\.[A-Z]\w*)?)(?:[({].*)?", re.DOTALL)
_RUST_NAME = regex(r"(?<![\w:\"'])(?P<name>(?P<owner>[a-z]\w*)(?:::[A-Za-z_]\w*)+)(?![\w:]|\s*!)")
_RUST_SPAN = regex(r"&?(?P<name>(?P<owner>[a-z]\w*)(?:::[A-Za-z_]\w*)+)(?:\(.*\))?", re.DOTALL)
_TEMPLATE = regex(r"\{\{-?[^{}]*\}\}")
_FIELD = regex(r"(?<![\w.)\]}$\"])\.(?P<name>[A-Z]\w*)")
_GO_CODE = regex(r"\w\s*:=\s*\S|^\s*func [\w(]|^package \w+$|&\w+\.\w+\{", re.MULTILINE)
_RUST_CODE = regex(r"^\s*(?:pub )?fn \w+|\blet (?:mut )?\w+\s*[:=]|^use [\w:]+|^\s*#!?\[", re.MULTILINE)
_SWITCHED_OFF = regex(r"/\*.*?\*/", re.DOTALL)
_LANGUAGES = {"go": GO, "golang": GO, "rust": RUST, "rs": RUST}
_IMPORT = regex(r"^\s*(?:import\s+)?(?:(?P<alias>\w+)\s+)?\"(?P<path>[\w.-]+(?:/[\w.~-]+)+)\"\s*$", re.MULTILINE)
_STANDARD = frozenset(
    """
    archive atomic base64 big bits bufio build builtin bytes cgo color context crypto csv debug driver embed encoding
    errors exec expvar filepath flag fmt fs gob hash heap hex html http httptest image io ioutil iter json list log maps
    math mail metrics mime multipart net os parser path plugin pprof rand rate reflect regexp ring rpc runtime scanner
    signal slices slog smtp sort sql strconv strings sync syscall tar template testing text tls token time trace types
    unicode unsafe url user utf8 version xml zip zlib
    """.split()  # noqa: SIM905 - a list of words reads better in lines
)
"""Packages of Go's standard library: another one of that name is rarely the one that is meant."""
_FEWEST_SIBLINGS = 3
"""Fields of a template that a struct must have before it counts as what the template is given."""
_LONGEST_PATH = 200


def find(document: Document) -> Iterator[Found]:
    """Names behind a package or crate in code spans and code blocks, and the fields of templates."""
    if not _HINT.search(document.text) or not _ANY.search(document.text):
        return
    siblings = tuple(dict.fromkeys(name for name, _ in _fields(document, (0, len(document.text)))))
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            yield from _code(document, block)
        else:
            yield from _spans(document, block)
        if len(siblings) > _FEWEST_SIBLINGS:
            yield from _templates(document, block, siblings)


def _code(document: Document, block: Block) -> Iterator[Found]:
    language = _language_of(document, block)
    if language is None or tells_of_the_past(block.lead_in) or denies(block.lead_in):
        return
    # Code between /* and */ is switched off: it need not hold. What is around it keeps its place.
    start, end = block.text_span
    shown = _SWITCHED_OFF.sub(lambda comment: " " * len(comment[0]), document.text[start:end])
    text = document.text[:start] + shown + document.text[end:]
    if language == RUST:
        for match in _RUST_NAME.finditer(text, *block.text_span):
            yield from _claim(document, match["name"], match.span("name"), RUST, _form(text, match.start()), "")
        return
    whole = text[slice(*block.text_span)]
    imported = {(m["alias"] or m["path"].rpartition("/")[2]): m["path"] for m in _IMPORT.finditer(whole)}
    for match in _GO_NAME.finditer(text, *block.text_span):
        owner = match["owner"]
        if owner in imported and re.search(rf'^\s*(?:import\s+)?"{owner}"\s*$', whole, re.MULTILINE):
            continue  # a package of the standard library of that name is imported as well
        if owner in imported or not _is_variable(document, owner):
            form = _form(text, match.start())
            yield from _claim(document, match["name"], match.span("name"), GO, form, imported.get(owner, ""))


def _form(text: str, at: int) -> str:
    """Comments are prose, which may have a name that stands for many."""
    return "prose" if "//" in text[text.rfind("\n", 0, at) + 1 : at] else "block"


def _language_of(document: Document, block: Block) -> str | None:
    """The language of a code block, by its label or, where it has none, by its looks."""
    label = re.split(r"[ ,{]", block.language.lower())[0]
    if label:
        return _LANGUAGES.get(label)
    text = document.text[slice(*block.text_span)]
    if _GO_CODE.search(text):
        return GO
    return RUST if _RUST_CODE.search(text) else None


@lru_cache(maxsize=256)
def _is_variable(document: Document, name: str) -> bool:
    """Whether the code of a document has a variable or parameter of a name."""
    assigned = rf"\b{name}\s*(?:,\s*\w+\s*)*:?=(?!=)|\b(?:var|range)\s+{name}\b|[(,]\s*{name}(?:\s*,\s*\w+)*\s+[*\w\[]"
    return any(
        block.kind is BlockKind.CODE and re.search(assigned, document.text[slice(*block.text_span)])
        for block in document.blocks
    )


def _spans(document: Document, block: Block) -> Iterator[Found]:
    for inline in block.inlines:
        if inline.kind is not InlineKind.CODE:
            continue
        text = document.text[slice(*inline.text_span)]
        for pattern, language in ((_GO_SPAN, GO), (_RUST_SPAN, RUST)):
            match = pattern.fullmatch(text)
            if match is None or not is_asserted(document, inline.span, block):
                continue
            if language == GO and _is_variable(document, match["owner"]):
                continue
            start = inline.text_span[0] + match.start("name")
            span = (start, start + len(match["name"]))
            yield from _claim(document, match["name"], span, language, "prose", "")


def _claim(document: Document, name: str, span: Span, language: str, form: str, imported: str) -> Iterator[Found]:
    if is_placeholder(name.replace("::", ".")):
        return
    scope = Scope(module=document.name, section=imported[:_LONGEST_PATH] or None, form=form, language=language)
    fact = Fact(kind="qualified_name", subject=name, scope=scope, subject_span=span)
    yield Found(fact, f"`{name}` is defined", span)


def _fields(document: Document, span: Span) -> Iterator[tuple[str, Span]]:
    """The fields that templates take from what they are given."""
    for template in _TEMPLATE.finditer(document.text, *span):
        for match in _FIELD.finditer(document.text, *template.span()):
            yield match["name"], match.span("name")


def _templates(document: Document, block: Block, siblings: tuple[str, ...]) -> Iterator[Found]:
    for name, span in _fields(document, block.text_span):
        others = tuple(other for other in siblings if other != name)
        scope = Scope(module=document.name, command=others, form="template", language=GO)
        fact = Fact(kind="qualified_name", subject=name, scope=scope, subject_span=span)
        yield Found(fact, f"templates have the field `{name}`", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Names behind a package or crate of this project, and fields of a template that a struct of the code is for."""
    language = fact.scope.language or ""
    if fact.scope.form == "template":
        return bool(project.code.qualified.go.files) and _structs_of(project, fact.scope.command) != ()
    first = re.split(r"\.|::", fact.subject)[0]
    return first in project.code.qualified.owners(language)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where it is declared; REFUTES where all names of its owner are known and the code has no such word."""
    if fact.scope.form == "template":
        return _check_field(fact, project)
    answer = project.code.qualified.resolve(fact.subject, fact.scope.language or "")
    if answer.status == "found" and answer.definition is not None:
        return proof.supported(project, f"`{answer.definition.dotted}` is defined", answer.definition.location)
    if answer.status != "missing" or answer.owner_location is None:
        return proof.unsettled(answer.reason)
    if answer.missing in project.code.words:
        return proof.unsettled(f"{answer.reason}, but the code has the word")
    if not _is_meant(fact, project):
        return proof.unsettled(f"{answer.reason}, but another package may be meant")
    better = _best(answer)
    if better is None and (fact.scope.form != "block" or fact.scope.language != GO):
        return proof.unsettled(f"{answer.reason}, and nothing that is near")
    return _refuted(fact, project, answer, better)


def _refuted(fact: Fact, project: Project, answer: Resolution, better: str | None) -> Ruling:
    if better is None or answer.owner_location is None:
        place = answer.owner_location
        evidence = proof.searched(answer.owner, f"all names of {answer.owner}", place)
        return proof.refuted(answer.reason, evidence)
    found = project.code.qualified.resolve(better, fact.scope.language or "").definition
    place = found.location if found is not None else answer.owner_location
    replacement = better if better.startswith(fact.subject[: len(fact.subject) - len(answer.missing)]) else None
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(
        f"{answer.reason}; `{better}` is there", evidence, span=fact.subject_span, replacement=replacement
    )


def _best(answer: Resolution) -> str | None:
    """The nearest of the names that may be meant; None where two are as near."""
    ranked = sorted(
        (edit_distance(answer.missing, re.split(r"\.|::", other)[-1], 9), other) for other in answer.suggestions
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _is_meant(fact: Fact, project: Project) -> bool:
    """Whether the package of a name is one of the project and no other of the same name.

    It is where the block imports it by its path, where it is what the project's module itself is, and in Rust.
    """
    if fact.scope.language != GO:
        return True
    owner = fact.subject.partition(".")[0]
    packages = project.code.qualified.go.by_name.get(owner, ())
    imported = fact.scope.section
    if imported:
        # Where no `go.mod` says the whole path, a package is known by its folder or its name alone.
        return any(f"/{imported}".endswith(f"/{package.path}") for package in packages)
    modules = {manifest.name for manifest in project.manifests.all if manifest.ecosystem == "go"}
    if owner in _STANDARD:
        return False
    roots = [each for each in packages if each.path in modules or "/" not in each.files[0].path]
    return len(roots) == len(packages) == 1


@lru_cache(maxsize=64)
def _structs_of(project: Project, siblings: tuple[str, ...]) -> tuple[tuple[GoPackage, str], ...]:
    """The types that have most of the fields that templates of a document use."""
    packages = project.code.qualified.go
    wanted = set(siblings)
    found: list[tuple[GoPackage, str]] = []
    for package in packages.by_path.values():
        for owner, members in package.members.items():
            if owner and len(wanted.intersection(members)) >= max(_FEWEST_SIBLINGS, (len(wanted) + 1) // 2):
                found.append((package, owner))
    return tuple(found)


def _check_field(fact: Fact, project: Project) -> Ruling:
    name = fact.subject
    closed = True
    for package, owner in _structs_of(project, fact.scope.command):
        for definition in package.symbols.get(owner, ()):
            if definition.symbol is None or definition.symbol.kind is not SymbolKind.CLASS:
                continue
            members, known = project.code.qualified.go.members_of(package, definition.symbol)
            if name in members:
                return proof.supported(project, f"`{owner}` has the field", members[name].location)
            closed = closed and known and package.closed
    place = next(
        (d.location for p, owner in _structs_of(project, fact.scope.command) for d in p.symbols.get(owner, ())), None
    )
    if not closed or place is None or name in project.code.words:
        return proof.unsettled("the template may be given it in another way")
    return proof.refuted(
        f"what the templates of this document are given has no `{name}`", proof.at(project, place, supports=False)
    )


KIND = FactKind(
    name="qualified_name",
    title="Qualified names of Go and Rust",
    checks="Names behind a package or crate of the project, in code spans and code blocks, are declared there; so are "
    "the fields of Go templates, where a struct has most of those that the document uses.",
    abstains="Not all names of the owner are known, the code has the word elsewhere, another package of the same name "
    "may be meant, or a variable has the name of the package.",
    example="Pass `app.WithTimeout(5)` to `app.New`.",
    find=find,
    check=check,
    concerns=concerns,
)
