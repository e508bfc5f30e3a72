"""When the default that the code declares is surely that of the thing a document speaks of.

Names of settings stand in several sections, commands and structs, and some are declared in a way that is not
understood. So a declaration contradicts a document only where nothing else may be meant.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from truthfulness_evaluator.facts.lookups.beside import given_values, says_so
from truthfulness_evaluator.facts.lookups.default_neighbours import Declared, Find, agreement
from truthfulness_evaluator.facts.scope import is_translation
from truthfulness_evaluator.models import Fact, Location
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.lookup import DefaultDeclaration
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, words_of
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.quantities import parse_quantity
from truthfulness_evaluator.text.values import same_value
from truthfulness_evaluator.text.written import undecorated, unquoted

_ENOUGH = 2
"""Other defaults of a section that a file has too, before the file is the one that the section speaks of."""
_FULL = 4
"""The same, before it takes another declaration to doubt it: not any line that has the value beside the name."""
_MANY = 2
"""Contradictions from which on, if they are many beside what agrees, document and file speak of different things."""
_AUXILIARY = regex(
    r"^(?:scripts?|tools?|ci|hack|dev|devtools|contrib|misc|xtasks?|etc|extras|release|packaging)/"
    r"|(?:^|/)(?:stories|storybook|mocks?|fixtures?|benchmarks?|benches|e2e|playgrounds?|demos?|samples?|testing|"
    r"test[-_]?(?:utils?|helpers?|support|kit)|generated|gen|migrations?|locales?|i18n)/"
    r"|\.stories\.|(?:^|/)[\w-]+\.(?:config|conf)\.[cm]?[jt]s$|(?:^|[/._-])(?:generated|mock)[/._-]|_gen\.|\.gen\.",
    re.IGNORECASE,
)
"""Files that are no part of what users set."""
_TOLD = regex(r"/\*\*(?:(?!\*/)[\s\S])*@default(?:(?!\*/)[\s\S])*\*/\s*$")
"""A comment of TypeScript that tells a default: documentation as well."""
_OWN = regex(
    r"(?<![a-z])(?:(?:my|your)(?=[-_./\s]|site|web|app|project|domain|company|org|host|server|name|package|module|file|"
    r"db|data|bucket|repo|user|pass|secret|key|token|cluster|team)|example|sample|dummy|foo|bar|baz|acme|change.?me|"
    r"xxx+|todo|placeholder)",
    re.IGNORECASE,
)
"""Values of the reader's own."""
_ANYTHING = frozenset(
    {"options", "option", "opts", "config", "configuration", "settings", "setting", "args", "params", "props", "self",
     "this", "kwargs", "context", "ctx", "app", "default", "defaults"}
)  # fmt: skip
"""Owners that say nothing of what is meant."""
_COMMON_PARTS = frozenset(
    {"http", "https", "www", "com", "org", "net", "the", "and", "usr", "var", "tmp", "etc", "home", "src", "lib", "bin",
     "default", "path", "file", "name", "rgba", "rgb", "hsl", "true", "false", "none"}
)  # fmt: skip
_CAPITALS = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def doubt(fact: Fact, meant: DefaultDeclaration, find: Find, declared: Declared, project: Project) -> str | None:
    """Why the default of a declaration may not be that of the thing a fact is about; None where it is.

    Args:
        fact: the default that a document states.
        meant: the declaration that has another value.
        find: what finds the defaults of a document.
        declared: what finds the declarations of a fact.
        project: the code base.
    """
    path, written = meant.declared.path or "", fact.expected or ""
    if _is_apart(path, fact.scope.module or "", project) or _is_told_only(meant, project):
        return "what declares it is no part of what users set, or a comment"
    if _OWN.search(written):
        return "the value is one of the reader's own"
    if is_translation(fact.scope.module or "") and isinstance(_value(meant), str):
        return "the value may be translated"
    if not _is_name_of(fact, meant):
        return "an attribute or parameter of this name may be another one"
    if fact.subject.startswith("--") and not _all_have_a_default(fact.subject, project):
        return "an option of this name has no default that is seen"
    found = agreement(fact, meant, find, declared, project)
    for name in dict.fromkeys((meant.name, fact.subject)):
        place = _said_elsewhere(name, written, meant, project, declared_only=found.same >= _FULL)
        if place is not None:
            return f"{place} has the value beside the name"
    if found.different >= _MANY and found.different > found.same:
        return "the document contradicts this file in too much"
    if found.unknown >= _MANY and found.unknown * 2 > found.all:
        return "most names beside it are not in the code: the document speaks of something else"
    if found.same >= _ENOUGH or _is_direct(fact, meant):
        return None
    if not _is_alone(meant, project):
        return "the name stands in other places, too"
    if not (_is_specific(fact, meant) or _is_akin(written, meant)):
        return "the name may be that of something else"
    return None


def _said_elsewhere(
    name: str, written: str, meant: DefaultDeclaration, project: Project, *, declared_only: bool
) -> Location | None:
    """Where something else has the document's value for the name."""
    if not declared_only:
        value = _value(meant)
        text = value if isinstance(value, str) else None
        return says_so(name, written, project, apart=meant.declared, unless=text)
    given = given_values(name, project, in_calls=True)
    return next((place for value, place in given if place != meant.declared and _is_same(value, written)), None)


def _value(meant: DefaultDeclaration) -> object:
    return None if meant.value.literal is None else json.loads(meant.value.literal)


def _is_same(left: str, right: str) -> bool:
    return unquoted(undecorated(left)[1])[1].lower() == unquoted(undecorated(right)[1])[1].lower()


def _is_apart(path: str, document: str, project: Project) -> bool:
    """Whether a file is no part of the thing that a document describes: a script of the makers, another package."""
    match = _AUXILIARY.search(path)
    if match is not None and not document.startswith(path[: match.end()]):
        return True
    own = next((folder for folder in _packages(project) if document.startswith(f"{folder}/")), None)
    return own is not None and not path.startswith(f"{own}/")


@lru_cache(maxsize=64)
def _packages(project: Project) -> tuple[str, ...]:
    """The folders of packages inside the project that have code, the deepest first."""
    folders = {manifest.folder for manifest in project.manifests.all} - {"", "."}
    with_code = {folder for folder in folders if any(path.startswith(f"{folder}/") for path in project.code.files)}
    return tuple(sorted(with_code, key=len, reverse=True))


def _is_told_only(meant: DefaultDeclaration, project: Project) -> bool:
    """Whether a value stands in a comment above a key, as TypeScript's types have it."""
    if not re.search(r"\.[cm]?[jt]sx?$", meant.location.path or ""):
        return False
    text = project.tree.text(meant.location.path or "") or ""
    return _TOLD.search("\n".join(text.split("\n")[: (meant.location.line or 1) - 1])[-4000:]) is not None


def _is_name_of(fact: Fact, meant: DefaultDeclaration) -> bool:
    """Whether a document's words are those that users set the thing by."""
    if " " in fact.subject:
        phrase, name = set(words_of(fact.subject)) - {"default"}, set(words_of(meant.name)) - {"default"}
        whole = phrase == name and len(name) > 1
        return whole or _is_akin(fact.expected or "", meant)
    if meant.what in {"attribute", "parameter"}:
        owner = fact.subject.rpartition(".")[0].rpartition(".")[2]
        return bool(owner) and owner.lower() not in _ANYTHING
    return meant.what != "constant" or _CAPITALS.fullmatch(fact.subject) is not None


def _all_have_a_default(option: str, project: Project) -> bool:
    """Whether every option of a name has a default: one without may take it from elsewhere."""
    return all(
        each.default is not None
        for facts in project.code.files.values()
        for each in facts.options
        if option in each.names
    )


def _is_direct(fact: Fact, meant: DefaultDeclaration) -> bool:
    """Whether a document names it in the very way that it is set."""
    return (
        meant.what in {"attribute", "parameter"}
        or fact.subject.startswith("--")
        or _CAPITALS.fullmatch(fact.subject) is not None
    )


def _is_alone(meant: DefaultDeclaration, project: Project) -> bool:
    """Whether nothing else of the name is declared, and nothing else of the name is given another value."""
    leaf = meant.name.lstrip("-").rpartition(".")[2]
    if len(_owners(project).get(leaf.replace("-", "_"), ())) > 1:
        return False
    for place, literal in _settable(project).get(folded(leaf), ()):
        if place != meant.declared and literal != meant.value.literal:
            return False
    if any(place.path != meant.declared.path for place in _constants_with(leaf, project)):
        return False
    return all(
        place == meant.declared or same_value(value, meant.value.literal, meant.value.source) is True
        for value, place in given_values(meant.name, project)
    )


def _constants_with(name: str, project: Project) -> Iterator[Location]:
    """Where something else is given a name as its text: `KEY = "page-size"` is the key of a setting, too."""
    pattern = re.compile(rf"(?:=|:)\s*([\"'`]){re.escape(name)}\1\s*[,;)]?\s*$", re.MULTILINE)
    return project.code.words.matches(pattern, needs=name)


@lru_cache(maxsize=64)
def _owners(project: Project) -> Mapping[str, frozenset[tuple[str, str]]]:
    """The classes and structs that have a field of a name."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path, facts in project.code.files.items():
        for symbol in facts.symbols:
            if symbol.kind is SymbolKind.ATTRIBUTE:
                owner, _, leaf = symbol.name.rpartition(".")
                found.setdefault(leaf, set()).add((path, owner))
    return {leaf: frozenset(owners) for leaf, owners in found.items()}


@lru_cache(maxsize=64)
def _settable(project: Project) -> Mapping[str, tuple[tuple[Location, str | None], ...]]:
    """The options and settings of a name, folded and without sections: where, and their defaults where known."""
    found: dict[str, list[tuple[Location, str | None]]] = {}
    for path, facts in project.code.files.items():
        for setting in facts.settings:
            literal = setting.default.literal if setting.default is not None else None
            place = Location(path=path, line=setting.line)
            found.setdefault(folded(setting.key.rpartition(".")[2]), []).append((place, literal))
        for option in facts.options:
            # One without a default leaves it to the setting that it is an option for.
            for key in {folded(name) for name in option.names if name.startswith("--") and option.default is not None}:
                literal = option.default.literal if option.default is not None else None
                found.setdefault(key, []).append((Location(path=path, line=option.line), literal))
    return {key: tuple(places) for key, places in found.items()}


def _is_specific(fact: Fact, meant: DefaultDeclaration) -> bool:
    """Whether a name says enough alone: it has several words, or its section."""
    section = (fact.scope.section or "").rpartition(".")[2]
    if section and "." in meant.name:
        return folded(meant.name.split(".")[-2]) == folded(section)
    return not section and (len(words_of(fact.subject)) > 1 or (fact.subject == meant.name and "." in meant.name))


def _is_akin(written: str, meant: DefaultDeclaration) -> bool:
    """Whether two values have a part in common, so that they are of one thing: `gpt-1` and `gpt-2`."""
    if meant.value.literal is None:
        return False
    _, text, _ = undecorated(written)
    other = json.dumps(_value(meant), ensure_ascii=False)
    if parse_quantity(unquoted(text)[1]) is not None:
        return False
    one, two = ({part for part in words_of(each) if len(part) > 2} - _COMMON_PARTS for each in (text, other))
    return bool(one & two)
