"""Programs that an installation brings: `installs the APP command`."""

import re
from collections.abc import Iterator, Mapping

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Location, Scope
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import edit_distance, folded
from truthfulness_evaluator.text.patterns import regex

_CANDIDATE = regex(r"`[ \n](?:console |command[- ]line )?(?:command|script|executable|binary|program|tool|CLI|entry)")
"""What a document that names a program so has to hold."""
_BRINGS = regex(
    r"\b(?:install(?:s|ed|ing|ation)?|provid(?:es|ed|ing)|ships?(?: with)?|comes with|expos(?:es|ed|ing)|gives you|adds"
    r"|brings|should (?:now )?have|will have|available as)\b[^`.;:]{0,60}$",
    re.IGNORECASE,
)
"""What stands before a program that an installation brings."""
_KIND_AFTER = regex(
    r"[ \n]+(?:console |command[- ]line )?(?:command(?:[- ]line (?:tool|program|interface))?|script|executable|binary"
    r"|program|tool|CLI|entry[- ]?point)\b(?! (?:line|group|option|from|of|for|that|which|to))",
    re.IGNORECASE,
)
_NAME = regex(r"[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
_TYPED = "typed"
_IS_TYPED = regex(r"command|script|executable|binary", re.IGNORECASE)
"""Words for what is typed: a tool or program may also be called by the name of its package."""
_SHORTEST = 5
"""Letters of a program in which a slip is seen."""


def find(document: Document) -> Iterator[Found]:
    """Code spans that a sentence calls a program which is installed."""
    if not _CANDIDATE.search(document.text):
        return
    for block in blocks_today(document):
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.TABLE_ROW} and _CANDIDATE.search(document.text, *block.span):
            yield from _in_block(document, block)


def _in_block(document: Document, block: Block) -> Iterator[Found]:
    start, end = block.text_span
    for inline in block.inlines:
        name = document.text[slice(*inline.text_span)]
        if inline.kind not in {InlineKind.CODE, InlineKind.ROLE} or not _NAME.fullmatch(name) or is_placeholder(name):
            continue
        before, after = document.text[start : inline.span[0]], document.text[inline.span[1] : end]
        kind = _KIND_AFTER.match(after)
        if kind is None or not _BRINGS.search(before):
            continue
        if is_asserted(document, inline.span, block, of_code=True):
            scope = Scope(module=document.name, form=_TYPED if _IS_TYPED.search(kind[0]) else None)
            fact = Fact(kind="program", subject=name, scope=scope, subject_span=inline.text_span)
            yield Found(fact, f"the program `{name}` is installed", inline.text_span)


def _scripts(project: Project) -> Mapping[str, Location]:
    """The programs that the manifests install, with their places."""
    return {
        script.name: Location(path=manifest.path, line=script.line) for manifest, script in project.manifests.scripts
    }


def _meant(fact: Fact, project: Project) -> str | None:
    """The program that another name stands for: a slip, or the package's own name where its one program is called
    otherwise.
    """
    name, scripts, programs = fact.subject, _scripts(project), project.code.command_line.programs.names
    if name in scripts or name in programs or project.manifests.hides("scripts") or project.tree.named(name):
        return None
    near = [other for other in scripts if folded(other) == folded(name)] or [
        other for other in scripts if min(len(name), len(other)) > _SHORTEST and edit_distance(name, other, 1) <= 1
    ]
    if len(near) == 1 and name not in project.code.words:
        return near[0]
    is_own = fact.scope.form == _TYPED and normal_name(name) in project.manifests.project_names
    is_alone = len(scripts) == len(project.manifests.all) == 1
    return next(iter(scripts)) if is_own and is_alone and not near else None


def concerns(fact: Fact, project: Project) -> bool:
    """Programs that a manifest installs, and names that stand for one."""
    return fact.subject in _scripts(project) or _meant(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """Against the scripts and binaries that the manifests declare."""
    scripts = _scripts(project)
    if fact.subject in scripts:
        place = scripts[fact.subject]
        return proof.supported(project, f"{place.path} installs it", place)
    meant = _meant(fact, project)
    if meant is None:
        return proof.unsettled("no manifest installs it, nor a program of a near name")
    place = scripts[meant]
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(f"{place.path} installs `{meant}`", evidence, span=fact.subject_span, replacement=meant)


KIND = FactKind(
    name="program",
    title="Programs that are installed",
    checks="A program that an installation is said to bring is one that the manifest declares, and not the package's "
    "own name where its one program is called otherwise.",
    abstains="Manifests leave open which programs there are, a file or the code has the name, or no program's name is "
    "a letter or a separator away.",
    example="This installs the `app` command.",
    find=find,
    check=check,
    concerns=concerns,
)
