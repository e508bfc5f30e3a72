"""What documents say about the package itself: its licence, the name it is installed by, its badges."""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.scope import blocks_today, denies, sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.licences import declared, families, families_of_text, licence_files
from truthfulness_evaluator.project.manifests.manifest import Manifest, normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.repository import own_repositories
from truthfulness_evaluator.text.names import edit_distance, folded, nearest, words_of
from truthfulness_evaluator.text.patterns import regex

_README = regex(r"(?:^|/)readme(?:\.\w+)?$", re.IGNORECASE)
_UNDER = regex(
    r"\b(?:licen[sc]ed|released|distributed|made available|published) under\s+(?:the\s+)?(?:terms of\s+)?(?:the\s+)?"
    r"(?P<name>[^.;:()\n]*(?:\n[^.;:()\n]+)?)",
    re.IGNORECASE,
)
_TITLE = regex(r"(?:the )?licen[sc](?:e|ing)(?: information)?", re.IGNORECASE)
_BADGE = regex(r"img\.shields\.io/badge/[Ll]icen[sc]e-(?P<name>(?:[^-?)\s\"'/]|--|-(?=\d|Clause|clause))+)-\w+")
_OF_PARTS = regex(
    r"\b(?:documentation|docs|logos?|icons?|images?|fonts?|data(?:sets?)?|examples?|third|bundle[ds]?|includ\w*|contribut\w*"
    r"|models?|weights|portions?|parts?|files?|based on|derived|forked?|adapted|content|assets|artwork|enterprise"
    r"|commercial|or|dual\w*|except|unless|some|other|both|original\w*|plugins?|depend\w*|uses?|using|choice|also"
    r"|additional\w*|sub-?modules?|directory|folder|snippets?|trademarks?|same|similar|like|compatible|if|when)\b",
    re.IGNORECASE,
)
"""Words of sentences about the licence of something else, or about several licences."""
_SUBJECT = regex(
    r"\W*(?:(?P<this>this (?:WHOLE))|(?P<it>it|all (?:the )?code|the (?:WHOLE))|(?P<name>[\w.@/-]+))?\W*"
    r"(?:(?:is|are|has been) )?(?:(?:free|freely|open[- ]sourced?|software|and|available)[\s,]*)*".replace(
        "WHOLE",
        "project|package|library|software|tool|repo(?:sitory)?|code(?:base)?|crate|module|program|app(?:lication)?"
        "|framework|plugin|extension|source code",
    ),
    re.IGNORECASE,
)
"""What stands before `licensed under` where the sentence is about the project."""
_POINTER = regex(r"\bsee\b|\bread\b|\brefer\b|\bfull text\b|\bcheck\b", re.IGNORECASE)
"""Where a sentence goes on to say where the licence stands."""
_LONGEST = 200
"""Characters of a paragraph below the heading `License` that does no more than name it."""
_WORKFLOW = regex(
    r"(?:https?://github\.com/(?P<repo>[\w-]+/[\w.-]+)/(?:actions/)?workflows/(?P<file>[\w.-]+\.ya?ml)"
    r"|img\.shields\.io/github/actions/workflow/status/(?P<repo2>[\w-]+/[\w.-]+)/(?P<file2>[\w.-]+\.ya?ml))"
    r"(?=/badge\.svg|[\s)\"'?>\]])"
)
_WORKFLOWS = ".github/workflows"
_INSTALLERS: dict[str, tuple[str, tuple[tuple[str, ...], ...]]] = {
    "pip": ("python", (("install",),)),
    "pip3": ("python", (("install",),)),
    "pipx": ("python", (("install",),)),
    "uv": ("python", (("pip", "install"), ("add",), ("tool", "install"))),
    "poetry": ("python", (("add",),)),
    "pdm": ("python", (("add",),)),
    "npm": ("npm", (("install",), ("i",), ("add",))),
    "yarn": ("npm", (("add",),)),
    "pnpm": ("npm", (("add",), ("install",))),
    "bun": ("npm", (("add",),)),
    "cargo": ("cargo", (("install",), ("add",))),
}
"""Programs that install packages: the language of these, and the words that ask for it."""
_PACKAGE = regex(r"(?P<name>@?[A-Za-z][\w.-]*(?:/[\w.-]+)?)(?:\[[\w,-]+\])?(?:(?:@|==|>=|~=)[\w.^~*-]+)?")
_SHORTEST = 8
"""Letters of a package's name that another one is a slip for: shorter names are near each other by chance."""
_SHORTEST_WORD = 5
"""Letters of the word in which the slip is."""


def find(document: Document) -> Iterator[Found]:
    """Licences in a README or citation file, packages in commands that install one, and badges of workflows."""
    is_readme = bool(_README.search(document.name))
    is_citation = posixpath.basename(document.name).lower() == "citation.cff"
    seen: set[tuple[str, ...]] = set()
    for block in blocks_today(document):
        if is_readme and block.kind is BlockKind.PARAGRAPH:
            yield from _licences(document, block, is_first=block.heading_path not in seen)
            seen.add(block.heading_path)
        if is_citation and block.kind is BlockKind.FIELD and block.title == "license":
            yield from _licence(document, document.text[slice(*block.text_span)], block.text_span)
        if any(program in _INSTALLERS for program in _programs(document, block)):
            yield from _installs(document, block)
    if is_readme:
        for match in _BADGE.finditer(document.text):
            name = unquote(match["name"]).replace("--", "-").replace("_", " ")
            yield from _licence(document, name, match.span("name"))
    if "/workflow" in document.text:
        for match in _WORKFLOW.finditer(document.text):
            scope = Scope(program=match["repo"] or match["repo2"], module=document.name, form="workflow")
            name, span = match["file"] or match["file2"], match.span("file" if match["file"] else "file2")
            fact = Fact(kind="package_metadata", subject=name, scope=scope, subject_span=span)
            yield Found(fact, f"there is a workflow {name}", span)


def _programs(document: Document, block: Block) -> set[str]:
    text = document.text[slice(*block.text_span)]
    return {program for program in _INSTALLERS if program in text}


# Licences ---------------------------------------------------------------------------------------------------


def _licences(document: Document, block: Block, *, is_first: bool) -> Iterator[Found]:
    """`licensed under the NAME`, and the one short paragraph below the heading `License`."""
    if any(container.kind in {"quote", "footnote"} for container in block.containers):
        return
    text = document.text
    is_below = bool(block.heading_path) and _TITLE.fullmatch(block.heading_path[-1].strip()) is not None
    for match in _UNDER.finditer(text, *block.text_span):
        start, end = sentence_span(document, match.span(), block)
        sentence = _POINTER.split(text[start:end])[0]
        subject = _SUBJECT.fullmatch(text[start : match.start()])
        if subject is None or _OF_PARTS.search(sentence) or denies(sentence) or tells_of_the_past(sentence):
            return
        is_plain = not block.containers
        told = subject["this"] or subject["name"] or len(block.heading_path) <= 1
        if is_below or (is_plain and told):
            yield from _licence(document, match["name"], match.span("name"), subject["name"])
        return
    paragraph = _POINTER.split(text[slice(*block.text_span)])[0]
    told = _OF_PARTS.search(paragraph) or denies(paragraph) or tells_of_the_past(paragraph)
    if is_below and is_first and len(paragraph) <= _LONGEST and not told:
        yield from _licence(document, paragraph, (block.text_span[0], block.text_span[0] + len(paragraph)))


def _licence(document: Document, name: str, span: Span, subject: str | None = None) -> Iterator[Found]:
    name = _POINTER.split(name)[0]
    named = families(name)
    if len(named) != 1 or _OF_PARTS.search(name):
        return
    scope = Scope(program=subject, module=document.name, form="licence")
    family = next(iter(named))
    fact = Fact(kind="package_metadata", subject="licence", expected=family, scope=scope, expected_span=span)
    yield Found(fact, f"the licence is {family}", span)


def _check_licence(fact: Fact, project: Project) -> Ruling:
    folder, wanted = posixpath.dirname(fact.scope.module or ""), fact.expected or ""
    stated = {
        manifest.path: (found, Location(path=manifest.path, line=line))
        for manifest in project.manifests.all
        for found, line in (declared(manifest),)
        if found
    }
    here = {path: each for path, each in stated.items() if posixpath.dirname(path) == folder}
    files = {path: project.tree.text(path) or "" for path in licence_files(project.tree, folder)}
    held = {path: families_of_text(text) for path, text in files.items()}
    for found, place in here.values():
        if wanted in found:
            return proof.supported(project, f"{place.path} says so", place)
    if any(wanted in found for found, _ in stated.values()):
        return proof.unsettled("another package of this project has it")
    if any(wanted in families(text) for text in files.values()) or any(wanted in found for found in held.values()):
        return proof.unsettled("a file of licences names it")
    all_stated = frozenset(family for found, _ in here.values() for family in found)
    all_held = frozenset(family for found in held.values() for family in found)
    if len(all_stated) != 1 or all_stated != all_held or "another" in all_stated | {wanted}:
        return proof.unsettled("the manifests and the files of licences do not agree on another one")
    place = next(iter(here.values()))[1]
    path = next(path for path, found in held.items() if found)
    told = f"{place.path} and {path} say {next(iter(all_stated))}"
    return proof.refuted(told, proof.at(project, place, supports=False))


# Installation -----------------------------------------------------------------------------------------------


def _installs(document: Document, block: Block) -> Iterator[Found]:
    for command in shell.commands_of(document, block):
        ecosystem, asks = _INSTALLERS.get(command.program, ("", ()))
        texts = [word.text for word in command.words]
        lead = next((lead for lead in asks if tuple(texts[: len(lead)]) == lead), None)
        if lead is None:
            continue
        names = [word for word in command.words[len(lead) :] if not word.text.startswith("-")]
        if len(names) != 1:
            continue  # several: those that belong to it, or values of options
        word = names[0]
        quote = word.text[0] in "\"'"
        match = _PACKAGE.fullmatch(word.text.strip("\"'"))
        if match is None:
            continue
        span = (word.span[0] + quote, word.span[0] + quote + len(match["name"]))
        scope = Scope(module=document.name, language=ecosystem, form="install")
        fact = Fact(kind="package_metadata", subject=match["name"], scope=scope, subject_span=span)
        yield Found(fact, f"the package is installed as `{match['name']}`", span)


def _own(fact: Fact, project: Project) -> dict[str, Manifest]:
    """The packages of the project for the language, normalised, as far as one may slip in typing them."""
    return {
        normal_name(manifest.name): manifest
        for manifest in project.manifests.all
        if manifest.name and manifest.ecosystem == fact.scope.language
    }


def _meant(fact: Fact, project: Project) -> Manifest | None:
    """The package of this project that a name is a slip for."""
    name, own = normal_name(fact.subject), _own(fact, project)
    if project.manifests.dependency(fact.subject) or any(folded(name) == folded(other) for other in own):
        return None
    close = nearest(name, own)
    if close is None or min(len(folded(name)), len(folded(close))) < _SHORTEST:
        return None
    left, right = words_of(name), words_of(close)
    differing = [pair for pair in zip(left, right, strict=False) if pair[0] != pair[1]]
    if len(left) != len(right) or len(differing) != 1:
        return None
    here, there = differing[0]
    is_slip = min(len(here), len(there)) >= _SHORTEST_WORD and here[0] == there[0] and edit_distance(here, there) <= 2
    written = project.tree.text(fact.scope.module or "") or ""
    names_both = re.search(rf"(?<![\w-]){re.escape(own[close].name or close)}(?![\w-])", written)
    return own[close] if is_slip and names_both else None


def _check_install(fact: Fact, project: Project) -> Ruling:
    own = _own(fact, project).get(normal_name(fact.subject))
    if own is not None:
        place = Location(path=own.path, line=own.line_of("name"))
        return proof.supported(project, f"{own.path} has this name", place)
    meant = _meant(fact, project)
    if meant is None:
        return proof.unsettled("no package of this project has a name like it")
    evidence = proof.at(project, Location(path=meant.path, line=meant.line_of("name")), supports=False)
    told = f"{meant.path} calls the package `{meant.name}`"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant.name)


# Badges -----------------------------------------------------------------------------------------------------


def _check_workflow(fact: Fact, project: Project) -> Ruling:
    path = f"{_WORKFLOWS}/{fact.subject}"
    if project.tree.has(path):
        return proof.supported(project, f"{path} is there", Location(path=path))
    others = [name for name in project.tree.children(_WORKFLOWS) if name.endswith((".yml", ".yaml"))]
    if not others or project.tree.ignored(path):
        return proof.unsettled("the workflows of this repository are not known")
    removal = project.history.removal(path)
    stem = {other.rpartition(".")[0]: other for other in others}
    name = fact.subject.rpartition(".")[0]
    close = stem.get(name)
    if removal is None and close is None:
        return proof.unsettled("there is no such workflow, nor was there one")
    if close is None and removal is not None and removal.renamed_to in {f"{_WORKFLOWS}/{other}" for other in others}:
        close = posixpath.basename(removal.renamed_to or "")
    told = f"{path} is not there"
    if removal is not None:
        told += f" since {removal.commit} of {removal.date}"
    if close is not None:
        evidence = proof.at(project, Location(path=f"{_WORKFLOWS}/{close}"), supports=False)
        return proof.refuted(f"{told}; {close} is", evidence, span=fact.subject_span, replacement=close)
    return proof.refuted(told, proof.searched(_WORKFLOWS, f"{len(others)} workflows, none is {fact.subject}"))


def concerns(fact: Fact, project: Project) -> bool:
    """Licences beside a manifest that states one, packages of this project's names, and its own workflows."""
    if fact.scope.form == "licence":
        folder, subject = posixpath.dirname(fact.scope.module or ""), folded(fact.scope.program or "")
        if subject and subject not in map(folded, (*project.manifests.project_names, project.root.name)):
            return False
        return any(each.folder == folder and declared(each)[0] for each in project.manifests.all)
    if fact.scope.form == "workflow":
        return (fact.scope.program or "").lower() in own_repositories(project)
    return normal_name(fact.subject) in _own(fact, project) or _meant(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """Against manifests, licence files and workflows."""
    if fact.scope.form == "licence":
        return _check_licence(fact, project)
    return _check_workflow(fact, project) if fact.scope.form == "workflow" else _check_install(fact, project)


KIND = FactKind(
    name="package_metadata",
    title="Licence, package name and badges",
    checks="The licence that a README names is that of the manifest and of the licence file beside it; a command that "
    "installs one package does not have a slip of this project's own name; badges show workflows of this repository "
    "that are there.",
    abstains="Manifest and licence file do not agree, several licences are in play, the sentence is about a part; a "
    "package's name is short or no slip; a workflow was never there under its name.",
    example="This project is licensed under the MIT License.",
    find=find,
    check=check,
    concerns=concerns,
)
