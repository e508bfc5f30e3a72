"""What documents say is not there: options, dependencies, environment variables that are read."""

import posixpath
import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.programs import is_well_known, own_program
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.scope import blocks_today, sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import Dependency, Manifest
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex

_MAY_DENY = regex(
    r"\b(?:no|zero|not|n['’]t|never)\b[^\n]{0,60}(?:--|environment|dependenc)|zero-dep|dependency-free|n['’]t"
)
_OPTION = r"`{1,2}(?P<option>--[a-z][\w-]{0,60}[a-z0-9])(?:[ =][^`]{0,60})?`{1,2}"
_LACKS = r"(?:has no|does(?: not|n['’]t) have an?|does(?: not|n['’]t) (?:support|accept|take|have)(?: the)?|lacks an?)"
_NO_OPTION = regex(
    rf"(?:(?:currently,? )?there (?:is|are)(?: currently)? no|`{{1,2}}(?P<program>[a-z][\w.-]*)`{{1,2}} {_LACKS}) "
    rf"{_OPTION}(?: (?:option|flag|switch))?(?: (?:yet|at the moment|currently|at all))?",
    re.IGNORECASE,
)
"""The whole of a sentence: what would follow may tell for whom, or under which condition, there is none."""
_WHO = (
    r"(?:it|this (?:package|library|project|crate|module|tool)|the (?:package|library|project)|(?P<name>[\w.@/`*-]+))"
)
_NONE = (
    r"(?:(?:no|zero) (?:runtime |run-time |third[- ]party )?dependencies(?: at runtime)?|zero[- ]dependency"
    r"|dependency[- ]free)"
)
_STANDARD = r"(?: (?:outside|other than|except|besides|beyond)(?: of)? (?:the |its )?(?:python )?standard library)?"
_LIBRARY = regex(_STANDARD + "$", re.IGNORECASE)
"""What adds nothing: the standard library is no dependency."""
_NO_DEPENDENCIES = regex(
    rf"{_WHO} (?:(?:has|comes with|is|requires|ships with|with)(?: absolutely| literally)? {_NONE}{_STANDARD}"
    rf"|is an? (?:[\w -]{{1,80}} with {_NONE}{_STANDARD}|[\w, -]{{0,40}}(?:zero[- ]dependency|dependency[- ]free)"
    r" [\w -]{1,60}))",
    re.IGNORECASE,
)
_ITEM = regex(_NONE, re.IGNORECASE)
_NO_ENVIRONMENT = regex(
    rf"{_WHO} (?:does not|doesn['’]t|never) (?:read|use|look at|consult)s?(?: any)? environment variables(?: at all)?",
    re.IGNORECASE,
)
_MARKS = regex(r"^[\W_]+|[\W_]+$")
_GOES_ON = regex(r"(?:and|so|making|helping|which makes) (?!(?:no|not|also|does|has|will|is)\b)", re.IGNORECASE)
_README = regex(r"(?:^|/)readme(?:\.\w+)?$", re.IGNORECASE)
_OF_OTHERS = regex(
    r"\b(?:compar\w*|alternativ\w*|vs|versus|related|others?|competitors?|similar|previous|migrat\w*|design|goals?"
    r"|ideas?|internals?|development|developers?|modules?|core|binary|binaries|standalone|executable|install\w*)\b",
    re.IGNORECASE,
)
"""Words of headings under which something else than the package is spoken of, or how it is put together."""
_LIMITS = regex(
    r"\b(?:except|besides|other|beyond|outside|only|but|apart|just|optional\w*|unless|if|when|for|core|binary|executable"
    r"|system|native|node|python|single|standalone|self-contained|cli|program|docker|container|build)\b",
    re.IGNORECASE,
)
"""Words that tell for what, when, or but for what there are none; or that speak of programs that are copied as one."""
_PARTS_OF_TYPES = regex(r"^(?:@types/.*|types-.*|typing-extensions|tslib|setuptools|importlib-metadata)$")
"""Packages that many do not count: declarations of types, and what stands in for the standard library."""
_DEEPEST = 2
"""Headings down to which `it` is the package."""
_FOREIGN = frozenset({Role.TEST, Role.EXAMPLE, Role.DOCS, Role.VENDORED, Role.GENERATED})


def find(document: Document) -> Iterator[Found]:
    """Sentences that say no more than that something is not there."""
    lower = lower_text(document)
    if not _MAY_DENY.search(lower):
        return
    is_readme = bool(_README.search(document.name))
    for block in blocks_today(document):
        if block.kind is not BlockKind.PARAGRAPH or any(c.kind in {"quote", "footnote"} for c in block.containers):
            continue
        if not _MAY_DENY.search(lower, *block.text_span):
            continue
        yield from _options(document, block)
        if is_readme and not any(map(_OF_OTHERS.search, block.heading_path[1:])):
            yield from _whole(document, block, _NO_DEPENDENCIES, "dependencies")
            yield from _item(document, block)
            yield from _whole(document, block, _NO_ENVIRONMENT, "environment")


def _options(document: Document, block: Block) -> Iterator[Found]:
    for match in _NO_OPTION.finditer(document.text, *block.text_span):
        if not _is_sentence(document, block, match.span()):
            continue
        scope = Scope(program=match["program"], module=document.name, form="option")
        fact = Fact(kind="absence", subject=match["option"], scope=scope, subject_span=match.span("option"))
        yield Found(fact, f"there is no option `{match['option']}`", match.span())


def _whole(document: Document, block: Block, pattern: re.Pattern[str], form: str) -> Iterator[Found]:
    for match in pattern.finditer(document.text, *block.text_span):
        if not _is_sentence(document, block, match.span()) or _is_limited(_LIBRARY.sub("", match[0])):
            continue
        name = (match["name"] or "").strip("`*")
        if not name and len(block.heading_path) > _DEEPEST:
            continue
        scope = Scope(program=name or None, module=document.name, form=form)
        yield Found(Fact(kind="absence", subject=form, scope=scope), f"there are no {form}", match.span())


def _item(document: Document, block: Block) -> Iterator[Found]:
    """An item of a list that says no more than `Zero dependencies`."""
    if not any(container.kind == "list_item" for container in block.containers):
        return
    text, (start, _) = document.text[slice(*block.text_span)], block.text_span
    first = re.split(r"[:.!;,(\n]|\s[-–—]\s", text, maxsplit=1)[0]
    match = _ITEM.search(first)
    if match is None or not _ITEM.fullmatch(_MARKS.sub("", first)) or _is_limited(text[match.end() :]):
        return
    span = (start + match.start(), start + match.end())
    scope = Scope(module=document.name, form="dependencies")
    yield Found(Fact(kind="absence", subject="dependencies", scope=scope), "there are no dependencies", span)


def _is_limited(text: str) -> bool:
    """Whether a text says of what, when, or but for what there is none."""
    return bool(_LIMITS.search(text))


def _is_sentence(document: Document, block: Block, span: Span) -> bool:
    """Whether a match is all that its sentence says, but for a second half that is about something else."""
    start, end = sentence_span(document, span, block)
    text = document.text
    before, after = _MARKS.sub("", text[start : span[0]]), _MARKS.sub("", text[span[1] : end])
    goes_on = bool(_GOES_ON.match(after)) and not _is_limited(after)
    return not before and (not after or goes_on) and not tells_of_the_past(text[start:end])


def concerns(fact: Fact, project: Project) -> bool:
    """Options of this project's programs, and what is said of the package beside the document."""
    program = fact.scope.program
    if fact.scope.form == "option":
        if program is not None:
            return own_program(project, program) is not None and not is_well_known(program)
        return len(project.code.command_line.programs.names) == 1
    if program is not None and folded(program) not in map(
        folded, (*project.manifests.project_names, project.root.name)
    ):
        return False
    return _package(fact, project) is not None


def _package(fact: Fact, project: Project) -> Manifest | None:
    """The one package whose folder the document stands in."""
    folder = posixpath.dirname(fact.scope.module or "")
    named = [each for each in project.manifests.all if each.folder == folder and each.name]
    if len({each.ecosystem for each in named}) != 1 or any(each.members for each in named):
        return None
    return named[0]


def check(fact: Fact, project: Project) -> Ruling:
    """REFUTES where the contrary is seen; an absence is never proven."""
    if fact.scope.form == "option":
        return _check_option(fact, project)
    return _check_environment(project) if fact.scope.form == "environment" else _check_dependencies(fact, project)


def _check_option(fact: Fact, project: Project) -> Ruling:
    line = project.code.command_line
    program = own_program(project, fact.scope.program) if fact.scope.program else next(iter(line.programs.names))
    entries = [entry for entry in line.options(program) if fact.subject in entry.option.names]
    entry = next((each for each in entries if not each.option.hidden and each.commands is not None), None)
    if entry is None or project.tree.role(entry.location.path or "") in _FOREIGN:
        return proof.unsettled("no option of that name is known to be taken")
    running = line.programs.running
    if running and entry.location.path not in running:
        return proof.unsettled("what declares it is not known to be run")
    if () not in (entry.commands or ()):
        return proof.unsettled("only a subcommand takes it")
    return proof.refuted("there is one", proof.at(project, entry.location, supports=False))


def _check_dependencies(fact: Fact, project: Project) -> Ruling:
    package = _package(fact, project)
    if package is None or package.ecosystem not in {"python", "npm", "cargo"} or not _is_told(package, project):
        return proof.unsettled("the manifest does not tell what is needed at run time")
    needed = [each for each in package.dependencies if _is_needed(each)]
    if not needed:
        if package.dependencies or "dependencies" in package.dynamic:
            return proof.unsettled("the manifest has none that is needed always")
        return proof.supported(project, f"{package.path} has none", Location(path=package.path))
    names = ", ".join(each.name_written for each in needed[:3]) + (", ..." if len(needed) > 3 else "")
    place = Location(path=package.path, line=needed[0].line)
    return proof.refuted(f"{package.path} needs {names}", proof.at(project, place, supports=False))


def _is_told(package: Manifest, project: Project) -> bool:
    """Whether the dependencies of a manifest are those of the package itself, and it is no program to be copied."""
    if package.ecosystem != "cargo":
        return True
    text = project.tree.text(package.path) or ""
    return "[workspace" not in text and "[target" not in text and not package.scripts


def _is_needed(dependency: Dependency) -> bool:
    """Whether every user of the package gets a dependency with it, and would call it one."""
    is_plain = not (dependency.optional or dependency.group or dependency.marker or dependency.extra)
    return is_plain and not _PARTS_OF_TYPES.match(dependency.name)


def _check_environment(project: Project) -> Ruling:
    """Only a variable that is called after the project counts: `HOME` and `NO_COLOR` are read by everybody."""
    own = tuple(folded(name) for name in (*project.manifests.project_names, *project.code.command_line.programs.names))
    for name in sorted(project.code.environment_names):
        if not folded(name).startswith(tuple(each for each in own if each)):
            continue
        for entry in project.code.environment(name):
            if entry.location.path and project.tree.role(entry.location.path) is Role.CODE:
                return proof.refuted(f"the code reads `{name}`", proof.at(project, entry.location, supports=False))
    return proof.unsettled("no code is seen to read one of its own")


KIND = FactKind(
    name="absence",
    title="What is said not to be there",
    checks="Sentences that say no more than that there is no option of a name, that the package has no dependencies "
    "or that it reads no environment variables: none may be declared or read.",
    abstains="The sentence says for what, when or but for what there is none; the dependency is optional, conditional, "
    "for development or a package of types; the option is hidden or a subcommand's.",
    example="There is no `--force` option.",
    find=find,
    check=check,
    concerns=concerns,
)
