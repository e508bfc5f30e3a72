"""Keys of settings: in settings files, in lists, on command lines and where a sentence calls a name a setting."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.settings_lookup import (
    in_code,
    is_declared,
    near_in_settings_file,
    near_option,
    near_setting,
    quoted,
    respelled,
    reworded,
)
from truthfulness_evaluator.facts.reading.settings_text import Mention, mentions
from truthfulness_evaluator.models import Document, Fact, Location, Scope
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.tooling.schemas import Schema, Table
from truthfulness_evaluator.text.names import folded, is_near, nearest

_STANDARD_TABLES = ("build-system", "dependency-groups", "project.optional-dependencies", "project.entry-points",
                    "project.gui-scripts")  # fmt: skip
"""Tables of `pyproject.toml` whose names the packaging standards give (PEP 517, 621 and 735)."""


def find(document: Document) -> Iterator[Found]:
    """Every setting that the document names."""
    for mention in mentions(document):
        yield _claim(document, mention)


def _claim(document: Document, mention: Mention) -> Found:
    scope = Scope(module=document.name, section=mention.section, form=mention.form)
    fact = Fact(kind="config_key", subject=mention.name, scope=scope, subject_span=mention.span)
    where = f"[{mention.section}] has" if mention.section and mention.form == "section" else "There is"
    what = "table" if mention.form == "table" else "setting"
    return Found(fact, f"{where} the {what} `{mention.name}`", mention.span)


def concerns(fact: Fact, project: Project) -> bool:
    """Keys of the project's own section, and names that the code knows, or of which it knows another spelling."""
    key = fact.subject
    match fact.scope.form:
        case "list":
            return key in project.code.words or _respelled_beside(fact, project) is not None
        case "dotted":
            return _schema_with(key, project) is not None or _respelled_string(key, project) is not None
        case "table":
            return _describes(key, project) or _standard(key) is not None
        case "named":
            return in_code(key, project) is not None or _meant(fact, project) is not None
        case "row":
            return _reworded(fact, project) is not None
        case _:
            if fact.scope.section is None:
                return in_code(key, project) is not None or near_option(key, project) is not None
            return _is_own(fact.scope.section, project) or _of_own_file(fact, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the code or the schema has the key; REFUTES where it has only one near key, or is closed."""
    key = fact.subject
    match fact.scope.form:
        case "list":
            place, meant = project.code.words.find(key), _respelled_beside(fact, project)
        case "dotted":
            return _check_dotted(fact, project)
        case "table":
            return _check_table(fact, project)
        case "named":
            meant = _meant(fact, project)
            place = None if meant else in_code(key, project)
        case "row":
            place, meant = None, _reworded(fact, project)
        case _:
            described = _table_of(fact.scope.section, project) or _of_own_file(fact, project)
            if described is not None:
                return _check_described(fact, key, *described, project)
            place = None if _only_of_options(key, project) else in_code(key, project)
            meant = near_option(key, project)
    if place is not None:
        return proof.supported(project, "the code has it", place)
    if meant is None:
        return proof.unsettled("the code has no such key, and none that is near")
    name, location = meant
    evidence = proof.at(project, location, supports=False)
    told = f"the code has no such key; `{name}` is there"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


def _reworded(fact: Fact, project: Project) -> tuple[str, Location] | None:
    return reworded(fact.subject, (fact.scope.section or "").split(), project)


def _respelled_beside(fact: Fact, project: Project) -> tuple[str, Location] | None:
    """The same name with the other separator, in a file that has most of the names listed beside it, too."""
    found = respelled(fact.subject, project)
    if found is None:
        return None
    beside = (fact.scope.section or "").split()
    for place in project.code.words.occurrences(found[0]):
        there = sum(place.path in project.code.words.files_with(name) for name in beside)
        if there * 2 > len(beside):
            return found[0], place
    return None


def _only_of_options(key: str, project: Project) -> bool:
    """Whether the keys of a settings file are the names of options, and this one is none, nor a string of the code.

    click takes them so by its `default_map`; what the code calls its own variables says nothing then.
    """
    return (
        "default_map" in project.code.words
        and not is_declared(key, project)
        and quoted(key, project, among=project.code.files) is None
        and near_option(key, project) is not None
    )


def _meant(fact: Fact, project: Project) -> tuple[str, Location] | None:
    """The setting that a name in a sentence stands for, where the name itself is none."""
    name, other = fact.subject, fact.scope.section
    if in_code(name, project) is None:
        return near_setting(name, project) or near_in_settings_file(name, project)
    if other is not None and is_declared(other, project) and not is_declared(name, project):
        place = quoted(other, project)
        if place is not None and quoted(name, project) is None:
            return other, place
    return None


def _names_of(project: Project) -> set[str]:
    return {
        *project.manifests.project_names,
        *(normal_name(name) for name in project.code.command_line.programs.names),
    }


def _own_path(section: str, project: Project) -> tuple[str, tuple[str, ...]] | None:
    """Whose section it is, and the way to it from there; None where it is not the project's."""
    parts = re.split(r"[.:]", section)
    if parts[0] == "tool" and len(parts) > 1:
        parts = parts[1:]
    owner = normal_name(parts[0])
    return (owner, tuple(parts[1:])) if owner in _names_of(project) else None


def _is_own(section: str, project: Project) -> bool:
    """Whether it is the section of the project, or one below of which a schema tells the keys."""
    own = _own_path(section, project)
    return own is not None and (not own[1] or bool(project.schemas.of(own[0])))


def _describes(name: str, project: Project) -> bool:
    """Whether a schema describes the table above a table of the project's own."""
    return _table_of(name.rpartition(".")[0], project) is not None


def _table_of(section: str | None, project: Project) -> tuple[Schema, Table] | None:
    """The table of a schema that describes a section of the project's own."""
    own = _own_path(section, project) if section else None
    for schema in project.schemas.of(own[0]) if own else ():
        table = schema.table(*own[1]) if own else None
        if table is not None:
            return schema, table
    return None


def _of_own_file(fact: Fact, project: Project) -> tuple[Schema, Table] | None:
    """The table of a schema for a section of a file that is the project's as a whole (`app.toml`).

    Nothing says that the block is of such a file, so the table has to have the key or one near name.
    """
    path = (fact.scope.section or "").split(".") if fact.scope.section else []
    for name in sorted(_names_of(project)):
        for schema in project.schemas.of(name):
            table = schema.table(*path)
            if table is not None and (fact.subject in table.keys or nearest(fact.subject, table.keys) is not None):
                return schema, table
    return None


def _check_described(fact: Fact, key: str, schema: Schema, table: Table, project: Project) -> Ruling:
    """What a schema says of a key of one of its tables."""
    if key in table.keys:
        return proof.supported(project, "the schema has it", Location(path=schema.path, line=table.keys[key]))
    near = next((other for other in table.keys if folded(other) == folded(key)), None) or nearest(key, table.keys)
    if not table.closed and (near is None or in_code(key, project) is not None):
        return proof.unsettled("the schema of the settings does not have it, and takes more than it has")
    if near is not None:
        evidence = proof.at(project, Location(path=schema.path, line=table.keys[near]), supports=False)
        told = f"the schema of the settings has no such key; `{near}` is there"
        return proof.refuted(told, evidence, span=_last_part(fact, key), replacement=near)
    told = f"{len(table.keys)} keys, none is {key}"
    return proof.refuted(
        "the schema of the settings has no such key", proof.searched(schema.path, told, Location(path=schema.path))
    )


def _last_part(fact: Fact, key: str) -> tuple[int, int] | None:
    """Where the last part of a dotted name stands."""
    return None if fact.subject_span is None else (fact.subject_span[1] - len(key), fact.subject_span[1])


def _check_table(fact: Fact, project: Project) -> Ruling:
    """A table's name: one of the standards', or one of the project's own section that a schema describes."""
    name = fact.subject
    standard = _standard(name)
    if standard is not None:
        if standard == name:
            return proof.unsettled("it is a table that the standards name")
        place = project.code.words.find(standard.rpartition(".")[2])
        if place is None:
            return proof.unsettled(f"the standards name it {standard}, but nothing here does")
        evidence = proof.at(project, place, supports=False)
        return proof.refuted(
            f"the table is called `{standard}`", evidence, span=fact.subject_span, replacement=standard
        )
    above, _, last = name.rpartition(".")
    described = _table_of(above, project)
    if not above or described is None:
        return proof.unsettled("nothing tells which tables there are")
    return _check_described(fact, last, *described, project)


def _standard(name: str) -> str | None:
    """The table of the standards that a name is, or is a slip for."""
    return next((table for table in _STANDARD_TABLES if folded(table) == folded(name) or is_near(table, name)), None)


def _schema_with(key: str, project: Project) -> Schema | None:
    """The schema that describes the table of a dotted key."""
    keys = key.split(".")[:-1]
    schemas = (schema for name in sorted(_names_of(project)) for schema in project.schemas.of(name))
    return next((schema for schema in schemas if schema.table(*keys) is not None), None)


def _respelled_string(key: str, project: Project) -> tuple[str, Location] | None:
    """The last part of a dotted key as a string of the code has it, where the code has it in no other way."""
    above, _, last = key.rpartition(".")
    if in_code(last, project) is not None or not all(part in project.code.words for part in above.split(".")):
        return None
    same = [other for other, _ in project.code.words.near(last) if folded(other) == folded(last)]
    found = {other: place for other in same if (place := quoted(other, project)) is not None}
    return next(iter(found.items())) if len(found) == 1 else None


def _check_dotted(fact: Fact, project: Project) -> Ruling:
    """A dotted key on a command line."""
    key = fact.subject
    *above, last = key.split(".")
    schema = _schema_with(key, project)
    if schema is not None:
        table = schema.table(*above)
        elsewhere = [".".join((*path, last)) for path in schema.tables_with(last)]
        if table is not None and last not in table.keys and table.closed and len(elsewhere) == 1:
            path = elsewhere[0].split(".")
            line = (schema.table(*path[:-1]) or table).keys.get(last)
            evidence = proof.at(project, Location(path=schema.path, line=line), supports=False)
            told = f"the table has no such key; the setting is `{elsewhere[0]}`"
            return proof.refuted(told, evidence, span=fact.subject_span, replacement=elsewhere[0])
        return _check_described(fact, last, schema, table, project) if table else proof.unsettled("not described")
    meant = _respelled_string(key, project)
    if meant is None:
        return proof.unsettled("the code has no such key, and none that is near")
    other, place = meant
    told = f"the code has no such key; `{other}` is there"
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(told, evidence, span=_last_part(fact, last), replacement=other)


KIND = FactKind(
    name="config_key",
    title="Keys of settings",
    checks="A key in the project's own section of a settings file (`[tool.app]`, `[app]`) is an option or setting of "
    "the project, or stands in its JSON Schema; so does a dotted key on a command line. What a sentence calls "
    "a setting is one. A name that alone in its list has another separator has it in the code.",
    abstains="The section is another program's, the code has the key in some spelling, or nothing has a near name.",
    example="In `pyproject.toml`, `[tool.app]` takes `max-workers = 4`.",
    find=find,
    check=check,
    concerns=concerns,
)
