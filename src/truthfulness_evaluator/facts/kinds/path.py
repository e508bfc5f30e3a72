"""Paths of the repository that prose, tables and commands name."""

import posixpath
import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.file_names import meant_in_code
from truthfulness_evaluator.facts.lookups.paths import first_folder, inside, what_became_of
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Inline, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.text.patterns import regex

_PATH = regex(r"\.{0,2}/?(?:[\w.@+-]+/)+[\w.@+-]*|[\w@+-][\w.@+-]*\.[A-Za-z][\w]{0,9}")
_NOT_A_PATH = regex(
    r"^/|^~|://|^\.\.?/?$|^\d[\d./]*$|^[a-z]/[a-z]$|\.(?:com|org|net|io|dev|ai|app)(?:/|$)|^@|^refs/|^origin/|"
    r"^(?:application|text|image|audio|video|multipart|font|model)/[\w.+-]+$|^(?:and|or|true|yes|read|input|TCP|HTTP)/",
)
_STAND_INS = frozenset({Role.TEST, Role.EXAMPLE, Role.VENDORED, Role.GENERATED})
_ROLES = frozenset({"file", "source", "gh-file", "src"})
_RUNNERS = frozenset(
    {"python", "python3", "bash", "sh", "source", "cat", "less", "vim", "pytest", "make", "ruff", "cd"}
)
_FOLDER = regex(r"(?:[\w.-]+/)+")
_STARTED = regex(r"(?:\./)?(?:[\w.-]+/)+[\w.-]+\.(?:sh|bash|py|js|mjs|rb|pl|ps1|zsh)")
"""A script that is started by its path."""
_SUPPOSED = regex(
    r"\b(?:if (?:your|you have|you had|we have)|suppos\w+|imagine|say you|let['’]?s say|given (?:an?|the following))\b",
    re.IGNORECASE,
)
"""Words above code by which it shows what a reader may have."""
_USERS = regex(
    r"(?:[A-Z]:\\{1,2}|/|~/|%\w+%|\$\w+/|\$\{\w+\}/).*[/\\](?P<name>[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9})", re.DOTALL
)
"""A file on the reader's own system: in the home or another folder of it."""
_SETTINGS = frozenset({".json", ".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".properties", ".xml", ".env"})
"""Suffixes of files with settings, which users keep in a folder with the program's name."""
_COMMON = regex(
    r"^(?:index|main|app|config|configuration|setup|settings|conf|test|tests|test_\w+|utils|util|models?|views?|urls|"
    r"__init__|__main__|conftest|readme|docker-compose|compose|dockerfile|makefile|package|pyproject|requirements|data|input|"
    r"output|log|logs|hello|script|server|client|module|plugin|base|core|api|style|styles|script|file|files|src|lib|"
    r"default|local|example|user|users|page|pages|home|about|layout|template|templates)(?:\.\w+)?$",
    re.IGNORECASE,
)
"""Names that every project has: one that is missing here is likely the reader's own."""


def find(document: Document) -> Iterator[Found]:
    """Paths in code spans and file roles, and file arguments of commands that run inside the checkout."""
    imagined = _imagined(document)
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE:
            yield from (each for each in _spans(document, block) if each.fact.subject not in imagined)
        for command in shell.commands_of(document, block):
            if command.program in _RUNNERS:
                for word in command.words:
                    if "/" in word.text and _is_path(word.text):
                        yield _claim(document, word.text, word.span, "shell")
            started = command.spelled[0] if command.spelled else None
            if started is not None and _STARTED.fullmatch(started.text) and not is_placeholder(started.text):
                yield _claim(document, started.text, started.span, "shell")


def _imagined(document: Document) -> str:
    """The code that shows what a reader may have (`If your package.json has this:`): paths in it are his own."""
    blocks = (block for block in document.blocks if block.kind is BlockKind.CODE and _SUPPOSED.search(block.lead_in))
    return "\n".join(document.text[slice(*block.text_span)] for block in blocks)


def _spans(document: Document, block: Block) -> Iterator[Found]:
    for inline in block.inlines:
        if inline.kind is not InlineKind.CODE and not (inline.kind is InlineKind.ROLE and inline.name in _ROLES):
            continue
        text = document.text[slice(*inline.text_span)]
        if (match := _USERS.fullmatch(text)) and is_asserted(document, inline.span, block):
            a, folder = inline.text_span[0], text[: match.start("name")]
            yield _claim(document, match["name"], (a + match.start("name"), a + match.end("name")), "user", folder)
        if not _is_path(text) or "\n" in text:
            continue
        if is_asserted(document, inline.span, block):
            yield _claim(document, text, inline.text_span, "prose", _folder_named(document, block, inline))


def _folder_named(document: Document, block: Block, inline: Inline) -> str | None:
    """A folder that the same sentence names before a bare file name: `Look into src/data/ for x.json`."""
    if "/" in document.text[slice(*inline.text_span)]:
        return None
    start, _ = sentence_span(document, inline.span, block)
    before = [each for each in block.inlines if start <= each.span[0] < inline.span[0] and each.kind is InlineKind.CODE]
    match = _FOLDER.match(document.text[slice(*before[-1].text_span)]) if before else None
    return match[0] if match else None


def _is_path(text: str) -> bool:
    return (
        bool(_PATH.fullmatch(text))
        and not _NOT_A_PATH.search(text)
        and not is_placeholder(text)
        and ("/" in text.strip("/") or bool(posixpath.splitext(text)[1]))
    )


def _claim(document: Document, path: str, span: Span, form: str, folder: str | None = None) -> Found:
    scope = Scope(module=document.name, form=form, section=folder)
    fact = Fact(kind="path", subject=path, scope=scope, subject_span=span)
    return Found(fact, f"{path} exists", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Paths; a bare file name only where a file of that name is, or was, in the tree: others are the reader's own."""
    name = fact.subject
    if fact.scope.form == "user":
        return (
            not _COMMON.match(name)
            and _is_own(fact, project)
            and meant_in_code(name, project, certainly_own=True) is not None
        )
    if "/" not in name and _COMMON.match(name):
        return False
    if "/" in name or _of_the_project(project, project.tree.named(name)):
        return True
    return meant_in_code(name, project, certainly_own=_is_own(fact, project)) is not None


def _is_own(fact: Fact, project: Project) -> bool:
    """Whether a file lies in a folder of the project, or in one on the reader's system that bears its name."""
    folder = fact.scope.section
    if folder is None:
        return False
    if fact.scope.form != "user":
        return project.tree.is_dir(folder)
    return bool({normal_name(part) for part in re.split(r"[/\\]+", folder)} & project.manifests.project_names)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the path is in the tree; REFUTES where it was deleted, renamed or moved."""
    if fact.scope.form == "user":
        return _of_the_code(fact, meant_in_code(fact.subject, project, certainly_own=True), project)
    candidates = _candidates(fact, project)
    if not candidates:
        return proof.unsettled("the path leads out of the project")
    for path in candidates:
        if project.tree.exists(path):
            return proof.supported(project, f"{path} is there", Location(path=path))
    written = fact.subject.removeprefix("./").rstrip("/")
    named = _of_the_project(project, project.tree.named(written))
    if named:
        return proof.supported(project, f"{named[0]} is there", Location(path=named[0]))
    spelled = meant_in_code(written, project, certainly_own=_is_own(fact, project))
    if spelled is not None:
        return _of_the_code(fact, spelled, project)
    suffixed = _of_the_project(project, project.tree.ending(written))
    if suffixed:
        return proof.supported(project, f"{suffixed[0]} is there", Location(path=suffixed[0]))
    if "/" in written and project.tree.ending(written):
        return proof.unsettled("a path of tests or examples ends so")
    return _missing(fact, project, candidates)


def _of_the_code(fact: Fact, meant: tuple[str, Location] | None, project: Project) -> Ruling:
    """What is said of the name of a file that the code makes or reads."""
    if meant is None:
        return proof.unsettled("the code has no such name, and none that is near")
    name, location = meant
    evidence = proof.at(project, location, supports=False)
    told = f"no file has this name, and the code has `{name}`"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


def _of_the_project(project: Project, paths: Sequence[str]) -> list[str]:
    """Paths that are no tests' or examples': there a file often stands for the reader's own."""
    return [path for path in paths if project.tree.role(path) not in _STAND_INS]


def _candidates(fact: Fact, project: Project) -> list[str]:
    folder = posixpath.dirname(fact.scope.module or "")
    paths = [inside(fact.subject), inside(posixpath.join(folder, fact.subject))]
    return list(dict.fromkeys(path for path in paths if path))


def _is_made_elsewhere(path: str, project: Project) -> bool:
    """Whether the code or a manifest has a path, or the folder of it that is not in the tree, as a text."""
    if project.code.words.find(path) is not None:
        return True
    folder = posixpath.dirname(path)
    while folder.count("/") > 0 and not project.tree.is_dir(folder):
        if project.code.words.find(folder) is not None:
            return True
        folder = posixpath.dirname(folder)
    return False


def _is_its_name(folder: str, project: Project) -> bool:
    """Whether a folder is called as the project, or as the package that it installs."""
    return normal_name(folder) in project.manifests.project_names or any(
        project.tree.has(f"{root}{folder}/__init__.py") for root in ("", "src/")
    )


def _missing(fact: Fact, project: Project, candidates: list[str]) -> Ruling:
    name = posixpath.basename(fact.subject.rstrip("/"))
    top = candidates[0].split("/")[0]
    if _is_made_elsewhere(fact.subject.removeprefix("./"), project):
        return proof.unsettled("no such path, but the code has it: it may be made, read or installed there")
    if "/" not in fact.subject and project.tree.named(name):
        return proof.unsettled("files of tests or examples have this name")
    if _COMMON.match(name):
        return proof.unsettled("no such path; a name like that is often the reader's own")
    if posixpath.splitext(name)[1] in _SETTINGS and _is_its_name(top, project):
        return proof.unsettled("no such path; it may be below the user's own folder for settings")
    for path in candidates:
        if project.tree.ignored(path):
            return proof.unsettled("no such path; a build or a run makes it")
        if path.split("/")[0] == top and not project.tree.is_dir(top):
            removal = project.history.removal(path)
            if removal is None or removal.renamed_to is None:
                continue  # a folder that is gone as a whole may also be one of another project
        own = posixpath.dirname(fact.scope.module or "")
        lost = what_became_of(
            project, path, below=first_folder(fact.subject, "" if path == inside(fact.subject) else own)
        )
        if lost is None or (lost.replacement is None and "." not in name):
            continue  # a folder that is gone may be one of another root, merged with its history
        replacement = lost.replacement
        if replacement and path != inside(fact.subject):
            replacement = posixpath.relpath(replacement, posixpath.dirname(fact.scope.module or "") or ".")
        if replacement and fact.subject.startswith("./"):
            replacement = "./" + replacement
        return proof.refuted(lost.explanation, lost.evidence, span=fact.subject_span, replacement=replacement)
    return proof.unsettled("no such path, and nothing shows that there was one")


KIND = FactKind(
    name="path",
    title="Paths of the repository",
    checks="Files and folders named in code spans, `:file:` roles and commands are in the tree, relative to the "
    "root or to the document; a bare file name is not one that the code spells otherwise.",
    abstains="Nothing shows that the path ever was there; it is a placeholder, a home or system path, a glob, a name "
    "that every project has, made by a build or by the reader; the sentence tells of the past.",
    example="The entry point is `src/app/cli.py`.",
    find=find,
    check=check,
    concerns=concerns,
)
