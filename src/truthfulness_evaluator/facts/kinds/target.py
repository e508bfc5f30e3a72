"""Targets, environments, sessions and scripts of a project's tools: `make docs`, `tox -e lint`, `npm run build`."""

import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups import whereabouts
from truthfulness_evaluator.facts.lookups.programs import own_program
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.reading.invocations import Invocation, invocations, standing_in
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tooling.tooling import TOOLS
from truthfulness_evaluator.text.names import edit_distance, folded, is_misspelt
from truthfulness_evaluator.text.patterns import regex

_TOOL = regex(r"\b(?:g?make|just|tox|nox|npm|yarn|pnpm|bun|poe|pdm|hatch|inv|invoke|task|pre-commit)\b")
_DEVELOPERS_PAGE = regex(
    r"(?:^|/)(?:contribut\w*|hacking|develop(?:ing|ment|ers?)?(?:[-_ ](?:guide|docs?|setup))?|dev|maintain(?:ing|ers?)"
    r"|releasing|release[-_]process|agents|claude|internals?)(?:/|\.\w+$|$)",
    re.IGNORECASE,
)
"""Documents, or folders of them, for those who work on this project."""
_DEVELOPERS_HEADING = regex(
    r"\b(?:contribut\w*|hacking|develop(?:ment|ing|ers?)|running (?:the )?tests?|unit tests|building (?:the )?docs"
    r"|pull requests?|maintain(?:ers?|ing))\b",
    re.IGNORECASE,
)
"""Headings of a README under which the reader stands in a checkout of this project; elsewhere the same words may speak
of the reader's own."""
_READERS_OWN = regex(
    r"(?:^|[/_-])(?:plug-?ins?|extensions?|themes?|apps?|templates?|tutorials?|examples?)(?=[/_.-]|$)", re.IGNORECASE
)
"""Parts of paths by which such a document is for those who work on something of their own."""
_README = regex(r"(?:^|/)readme[^/]*$", re.IGNORECASE)
_OTHER_REPOSITORY = regex(
    r"\b(?:separate|other|another|different|own|dedicated|upstream)\s+(?:\w+\s+)?repo(?:s|sitory|sitories)?\b",
    re.IGNORECASE,
)
"""Words by which a part of a document leads the reader into another checkout."""
_SIGNS = ("./configure", "cmake", "autogen", "tar ", "wget", "curl", "brew")
_OTHER_SOURCES = regex(r"\./configure\b|\bcmake\b|\bautogen|\btar \S*x|\bwget\b|\bcurl\b|\bbrew\b")
"""Commands beside `make` that show that another project is being built."""


def find(document: Document) -> Iterator[Found]:
    """Names that commands ask the tools for, with the folder that `cd` led to in the same section."""
    if not _TOOL.search(document.text):
        return
    folder, section = "", ()
    has_signs = any(sign in document.text for sign in _SIGNS)
    for block in blocks_today(document):
        if block.heading_path != section:
            folder, section = "", block.heading_path
        is_code = block.kind is BlockKind.CODE
        if has_signs and is_code and _OTHER_SOURCES.search(document.text, *block.text_span):
            continue
        for command in shell.commands_of(document, block):
            if command.program in {"cd", "pushd"} and is_code:
                folder = whereabouts.changed(folder, command)
                continue
            for each in invocations(command):
                if is_placeholder(each.name.text):
                    continue
                if is_code or is_asserted(document, each.name.span, block):
                    yield _claim(document, block, standing_in(folder, each))


def _claim(document: Document, block: Block, asked: Invocation) -> Found:
    form = "development" if _is_for_developers(document, block) else "shell"
    scope = Scope(program=asked.tool, module=document.name, section=asked.folder or None, form=form)
    fact = Fact(kind="target", subject=asked.name.text, scope=scope, subject_span=asked.name.span)
    return Found(fact, f"{asked.tool} knows `{asked.name.text}`", asked.name.span)


def _is_for_developers(document: Document, block: Block) -> bool:
    """Whether the reader surely stands in a checkout of this project."""
    is_readme = bool(_README.search(document.name)) and any(map(_DEVELOPERS_HEADING.search, block.heading_path))
    if not is_readme and (not _DEVELOPERS_PAGE.search(document.name) or _READERS_OWN.search(document.name)):
        return False
    around = next((c.span for c in block.containers if c.kind == "list_item"), block.span)
    return not _OTHER_REPOSITORY.search(document.text, *around)


def concerns(fact: Fact, project: Project) -> bool:
    """Names for tools that this project gives files to, where it is not such a tool itself."""
    tool = fact.scope.program or ""
    names = {*project.manifests.project_names, project.root.name}
    if own_program(project, tool) is not None or normal_name(tool) in names:
        return False
    return bool(_here(fact, project)) or _holder(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where a file of the tool has the name; REFUTES where it is understood whole and lacks it."""
    name = fact.subject
    holder = _holder(fact, project)
    if holder is not None:
        return proof.supported(
            project, f"{holder.path} has it", Location(path=holder.path, line=holder.names.get(name))
        )
    here = _here(fact, project)
    files = project.tooling.files(fact.scope.program or "")
    unknown = next((each for each in files if each.open_because and _is_own(each, project)), None)
    if unknown is not None:
        return proof.unsettled(f"{unknown.path} has no such name, but {unknown.open_because}")
    near = _near(name, here)
    if near is not None and fact.scope.form != "development" and _COMMON.fullmatch(name):
        return proof.unsettled("no file of the tool has it; a name like that is often one of the reader's own")
    if near is not None:
        other, file = near
        evidence = proof.at(project, Location(path=file.path, line=file.names[other]), supports=False)
        told = f"{file.path} has no such name; `{other}` is there"
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=other)
    if (
        fact.scope.form != "development"
        or any(each.runs_programs for each in here)
        or not _is_whole(name, here, project)
    ):
        return proof.unsettled("no file of the tool has it, and none that is near")
    place = here[0]
    evidence = proof.searched(place.path, f"{len(place.names)} names, none is {name}", Location(path=place.path))
    return proof.refuted(f"{place.path} has no such name", evidence)


def _is_whole(name: str, here: Sequence[Targets], project: Project) -> bool:
    """Whether the absence of a name says that it is not there: several others are, and no path is called so."""
    return sum(len(each.names) for each in here) >= _FEWEST and not project.tree.exists(name)


_COMMON = regex(
    r"builds?|tests?|starts?|dev|serve|lint|docs?|install|clean|run|format|check|watch|deploy|release|all|help|coverage"
)
"""Names that many projects have."""
_FEWEST = 3
"""Names that a file has at least before the absence of another one counts."""


def _is_own(file: Targets, project: Project) -> bool:
    return project.tree.role(file.path) not in {Role.TEST, Role.EXAMPLE, Role.VENDORED, Role.GENERATED}


def _holder(fact: Fact, project: Project) -> Targets | None:
    """The file that has a name: one where the reader stands rather than another."""
    tool = fact.scope.program or ""
    if tool not in TOOLS:
        return None
    own = [each for each in project.tooling.files(tool) if each.has(fact.subject)]
    folders = _folders(fact, project)
    return min(own, key=lambda each: each.folder not in folders, default=None)


def _here(fact: Fact, project: Project) -> list[Targets]:
    """The tool's files at the place where the reader stands."""
    tool = fact.scope.program or ""
    folders = _folders(fact, project)
    return [each for each in project.tooling.files(tool) if each.folder in folders] if tool in TOOLS else []


def _folders(fact: Fact, project: Project) -> tuple[str, ...]:
    return whereabouts.folders(fact.scope.module or "", fact.scope.section, project)


def _near(name: str, here: Sequence[Targets]) -> tuple[str, Targets] | None:
    """The one name that is near; None where there is none, or where two are as near."""
    near = {
        other: each
        for each in here
        for other in each.names
        if (is_misspelt(name, other) and edit_distance(folded(name), folded(other)) <= 1)
        or name.rstrip("s") == other.rstrip("s")
        or sorted(folded(name)) == sorted(folded(other))
    }
    ranked = sorted((edit_distance(name, other, 9), other) for other in near)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    other = ranked[0][1]
    return other, near[other]


KIND = FactKind(
    name="target",
    title="Targets and scripts of tools",
    checks="What commands ask `make`, `just`, `tox`, `nox`, `npm run`, `poe`, `pdm run`, `hatch run`, `invoke`, `task` "
    "and `pre-commit run` for is in the tool's file, at the root, beside the document or in the folder of a `cd`.",
    abstains="The tool's file is not there, includes or makes what cannot be read, or another folder may be meant; "
    "outside of documents for those who work on the project, no name is near.",
    example="Run `make docs` to build them.",
    find=find,
    check=check,
    concerns=concerns,
)
