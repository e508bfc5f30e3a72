"""What JavaScript and TypeScript code blocks import of this project's own packages."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.paths import what_became_of
from truthfulness_evaluator.facts.scope import blocks_today, denies, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Evidence, Fact, Location, Scope, Span
from truthfulness_evaluator.project.packages import Exported, package_of
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import closest
from truthfulness_evaluator.text.patterns import regex

_TYPED = frozenset({"ts", "typescript", "tsx", "mts", "cts"})
_LANGUAGES = frozenset({"js", "javascript", "jsx", "mjs", "cjs", "node", "es6", "esm", "vue", "svelte", *_TYPED})
_SPECIFIER = r"[\"'](?P<module>@?[\w.-]+(?:/[\w.@-]+)*)[\"']"
_FROM = regex(
    r"^[ \t]*(?:import|export)[ \t]+(?P<type>type[ \t]+)?(?:[\w$]+[ \t]*,[ \t]*)?"
    rf"\{{(?P<names>[^{{}}]*)\}}\s*from\s*{_SPECIFIER}",
    re.MULTILINE,
)
_REQUIRED = regex(
    rf"\b(?:const|let|var)\s*\{{(?P<names>[^{{}}]*)\}}\s*=\s*(?:require|await\s+import)\(\s*{_SPECIFIER}\s*\)"
)
_ANY = regex(rf"(?:\bfrom\s*|\brequire(?:\.resolve)?\(\s*|\bimport\s*\(?\s*){_SPECIFIER}")
_NAME = regex(r"(?<![\w$.:])(?P<type>type[ \t]+)?(?P<name>[A-Za-z_$][\w$]*)(?:\s*(?:\bas\b|:)\s*[\w$]+)?\s*(?:,|=|$)")
_COMMENT = regex(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OLD = regex(
    r"(?://|/\*).*\b(?:old|before|deprecated|wrong|bad|removed|don['’]?t|not|no longer|error|fails?|throws)\b|❌|✗",
    re.IGNORECASE,
)


def find(document: Document) -> Iterator[Found]:
    """Names in braces and paths behind a package, in the imports of JavaScript and TypeScript code blocks."""
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE or block.language.lower() not in _LANGUAGES:
            continue
        if tells_of_the_past(block.lead_in) or denies(block.lead_in):
            continue
        yield from _imports(document, block)


def _imports(document: Document, block: Block) -> Iterator[Found]:
    text, (start, end) = document.text, block.text_span
    typed = block.language.lower() in _TYPED
    for pattern in (_FROM, _REQUIRED):
        for match in pattern.finditer(text, start, end):
            if _is_old(text, match.span()) or is_placeholder(match["module"]):
                continue
            only_types = typed or bool(pattern is _FROM and match["type"])
            names = _COMMENT.sub(lambda comment: " " * len(comment[0]), match["names"])
            for name in _NAME.finditer(names):
                if name["name"] == "default" or is_placeholder(name["name"]):
                    continue
                at = match.start("names") + name.start("name")
                span = (at, at + len(name["name"]))
                yield _claim(document, name["name"], span, match["module"], typed=only_types or bool(name["type"]))
    for match in _ANY.finditer(text, start, end):
        module = match["module"]
        if module != package_of(module) and not is_placeholder(module) and not _is_old(text, match.span()):
            scope = Scope(module=module, form="path", language="javascript")
            fact = Fact(kind="js_import", subject=module, scope=scope, subject_span=match.span("module"))
            yield Found(fact, f"`{module}` can be imported", match.span("module"))


def _is_old(text: str, span: Span) -> bool:
    """Whether a comment on the line of an import or above says that it shows the old or wrong way."""
    first = text.rfind("\n", 0, max(0, text.rfind("\n", 0, span[0]))) + 1
    end = text.find("\n", span[1])
    return bool(_OLD.search(text, first, end if end >= 0 else len(text)))


def _claim(document: Document, name: str, span: Span, module: str, *, typed: bool) -> Found:
    scope = Scope(module=module, form="type" if typed else "name", language="javascript")
    fact = Fact(kind="js_import", subject=name, scope=scope, subject_span=span)
    return Found(fact, f"`{module}` exports `{name}`", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Imports from the packages of this project."""
    return project.code.packages.manifest(fact.scope.module or "") is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where it is exported; REFUTES where all exports are known, and it is a slip of one or is in no code."""
    module, name = fact.scope.module or "", fact.subject
    if fact.scope.form == "path":
        return _check_path(fact, project)
    exported = project.code.packages.exported(module)
    if exported is None:
        return proof.unsettled(f"the files of {module} are not among the code that was read")
    if name in exported.names:
        return proof.supported(project, f"{module} exports it", exported.names[name])
    if exported.open:
        return proof.unsettled(exported.open)
    if fact.scope.form == "type" and not exported.typed:
        return proof.unsettled(f"the types of {module} may come from elsewhere")
    near = closest(name, exported.names)
    if near is not None:
        told = f"{module} exports no such name; `{near}` is there"
        evidence = proof.at(project, exported.names[near], supports=False)
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=near)
    if name in project.code.words:
        return proof.unsettled(f"{module} exports no such name, but the code has it")
    return proof.refuted(f"{module} exports no such name", _searched(module, exported, name))


def _searched(module: str, exported: Exported, name: str) -> Evidence:
    return proof.searched(module, f"{len(exported.names)} exported names, none is {name}", exported.place)


def _check_path(fact: Fact, project: Project) -> Ruling:
    module = fact.subject
    packages = project.code.packages
    answer = packages.subpath(module)
    if answer.status == "found" and answer.place is not None:
        return proof.supported(project, "the package has it", answer.place)
    if answer.status == "missing" and answer.place is not None:
        near = closest(module, answer.known)
        if near is None:
            return proof.unsettled("the package exports no such path, and none that is near")
        evidence = proof.at(project, answer.place, supports=False)
        told = f"the package exports no such path; {near} is there"
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=near)
    manifest = packages.manifest(module)
    inner = module[len(package_of(module)) + 1 :]
    path = f"{manifest.folder}/{inner}" if manifest is not None and manifest.folder else inner
    if project.tree.exists(path):
        return proof.supported(project, "the package has it", Location(path=path))
    lost = what_became_of(project, path) if not project.tree.ignored(path) else None
    if lost is None or lost.replacement is None:
        return proof.unsettled("no such file; it may be made by a build")
    return proof.refuted(lost.explanation, lost.evidence)


KIND = FactKind(
    name="js_import",
    title="Imports in JavaScript and TypeScript",
    checks="Names and paths that code blocks import from the project's own npm packages are exported, through "
    "`exports` maps, re-exports and `module.exports`.",
    abstains="The exports are made at run time, come from another package or from files that a build makes, or the "
    "code has the name elsewhere.",
    example='`import { createApp } from "app"`',
    find=find,
    check=check,
    concerns=concerns,
)
