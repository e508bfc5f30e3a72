"""Keys of settings: in the project's own section of a settings file, and in lists of settings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, is_placeholder, tells_of_the_past
from truthfulness_evaluator.facts.subjects import as_name, names_in
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, nearest

_LANGUAGES = frozenset({"toml", "ini", "cfg", "conf", "properties", "dosini", ""})
_SECTION = re.compile(r"^[ \t]*\[{1,2}[ \t]*(?P<name>[\w.\":-]+)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$")
_KEY = re.compile(r"^[ \t]{0,8}(?P<key>[A-Za-z][\w-]*)[ \t]*=(?!=)")
_SEPARATED = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)+")
_SIBLINGS = 3
"""Names in a list that show how its names are spelled."""


def find(document: Document) -> Iterator[Found]:
    """Keys below a section in code blocks, and names in a list of settings that alone are spelled otherwise."""
    listed: list[_Entry] = []
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE and block.language.lower() in _LANGUAGES:
            yield from _section_keys(document, block)
        elif entry := _entry(document, block):
            listed.append(entry)
    yield from _odd_ones(document, listed)


def _section_keys(document: Document, block: Block) -> Iterator[Found]:
    if tells_of_the_past(block.lead_in):
        return
    section, at = None, block.text_span[0]
    for line in document.text[slice(*block.text_span)].splitlines(keepends=True):
        if match := _SECTION.match(line):
            section = match["name"].replace('"', "")
        elif (section or block.language) and (match := _KEY.match(line)):
            span = (at + match.start("key"), at + match.end("key"))
            if not is_placeholder(match["key"]):
                yield _claim(document, match["key"], span, section, "section")
        at += len(line)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    span: Span
    group: tuple[object, ...]
    """What is equal for the names of one list."""


def _entry(document: Document, block: Block) -> _Entry | None:
    """The name that a table row, a term or a heading is about."""
    if block.kind is BlockKind.TABLE_ROW and block.header and block.cells:
        start, end = block.cells[0]
        names = names_in(document, [i for i in block.inlines if start <= i.span[0] < end])
        group: tuple[object, ...] = ("row", block.header, block.heading_path)
    elif block.kind in {BlockKind.TERM, BlockKind.HEADING}:
        names = names_in(document, block.inlines)
        if not names and (name := as_name(document.text[slice(*block.text_span)])):
            names = [(name, block.text_span)]
        group = (block.kind, block.heading_path[:1] if block.kind is BlockKind.TERM else block.heading_path)
    else:
        return None
    if len(names) != 1 or not _SEPARATED.fullmatch(names[0][0]):
        return None
    return _Entry(names[0][0], names[0][1], group)


def _odd_ones(document: Document, listed: Sequence[_Entry]) -> Iterator[Found]:
    """Names with another separator than all other names of their list."""
    groups: dict[tuple[object, ...], list[_Entry]] = {}
    for entry in listed:
        groups.setdefault(entry.group, []).append(entry)
    for entries in groups.values():
        for mark, other in (("-", "_"), ("_", "-")):
            odd = [entry for entry in entries if mark in entry.name]
            usual = [entry for entry in entries if other in entry.name and mark not in entry.name]
            if len(usual) >= _SIBLINGS * len(odd) and len(odd) in {1, 2}:
                for entry in odd:
                    start = document.text.find(entry.name, *entry.span)
                    span = (start, start + len(entry.name)) if start >= 0 else entry.span
                    yield _claim(document, entry.name, span, None, "list")


def _claim(document: Document, key: str, span: Span, section: str | None, form: str) -> Found:
    scope = Scope(module=document.name, section=section, form=form)
    fact = Fact(kind="config_key", subject=key, scope=scope, subject_span=span)
    where = f"[{section}] has" if section else "There is"
    return Found(fact, f"{where} the setting `{key}`", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Keys of the project's own section, and names in lists that the code spells otherwise."""
    if fact.scope.form == "list":
        return fact.subject in project.code.words or _respelled(fact.subject, project) is not None
    if fact.scope.section is None:
        return _has(fact.subject, project) is not None or _near_key(fact.subject, project) is not None
    parts = [normal_name(part) for part in re.split(r"[.:]", fact.scope.section or "")]
    owner = parts[1] if parts[0] == "tool" and len(parts) > 1 else parts[0]
    names = {
        *project.manifests.project_names,
        *(normal_name(name) for name in project.code.command_line.programs.names),
    }
    return owner in names and len(parts) <= (2 if parts[0] == "tool" else 1)


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code has the key in some spelling; REFUTES where it has only one near key."""
    key, words = fact.subject, project.code.words
    if fact.scope.form == "list":
        place = words.find(key)
        if place is not None:
            return proof.supported(project, "the code has it", place)
        meant = _respelled(key, project)
    else:
        place = _has(key, project)
        if place is not None:
            return proof.supported(project, "the code has it", place)
        meant = _near_key(key, project)
    if meant is None:
        return proof.unsettled("the code has no such key, and none that is near")
    name, location = meant
    evidence = proof.at(project, location, supports=False)
    told = f"the code has no such key; `{name}` is there"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


def _has(key: str, project: Project) -> Location | None:
    """Where the code has a key in any spelling."""
    spellings = (key, key.replace("-", "_"), key.replace("_", "-"))
    places = (project.code.words.find(f"{dashes}{spelling}") for spelling in spellings for dashes in ("", "--"))
    return next((place for place in places if place is not None), None)


def _respelled(key: str, project: Project) -> tuple[str, Location] | None:
    """The same name with the other separator, as the code has it."""
    if key in project.code.words:
        return None
    for here, there in (("-", "_"), ("_", "-")):
        other = key.replace(here, there)
        location = project.code.words.find(other) if other != key else None
        if location is not None:
            return other, location
    return None


def _near_key(key: str, project: Project) -> tuple[str, Location] | None:
    """The one option or setting that a key is a slip for, spelled with the key's separator."""
    options = {
        name.removeprefix("--"): entry.location
        for entry in project.code.command_line.near_options(f"--{key.replace('_', '-')}")
        for name in entry.option.names
        if name.startswith("--")
    }
    near = nearest(key.replace("_", "-"), options) or (next(iter(options)) if len(options) == 1 else None)
    if near is None or folded(near) == folded(key):
        return None
    return (near.replace("-", "_") if "_" in key else near), options[near]


KIND = FactKind(
    name="config_key",
    title="Keys of settings",
    checks="A key in the project's own section of a settings file (`[tool.app]`, `[app]`) is an option or setting of "
    "the project; a name that alone in its list is spelled with another separator is spelled like that in the code.",
    abstains="The section is another program's, the code has the key in some spelling, or no option has a near name.",
    example="In `pyproject.toml`, `[tool.app]` takes `max-workers = 4`.",
    find=find,
    check=check,
    concerns=concerns,
)
