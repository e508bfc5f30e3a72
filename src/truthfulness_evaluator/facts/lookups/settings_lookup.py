"""What the code of a project knows of a setting's name, and which other name may be meant."""

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache

from truthfulness_evaluator.facts.lookups.elsewhere import is_elsewhere
from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.text.names import folded, is_near, nearest, words_of
from truthfulness_evaluator.text.patterns import regex

_LEAST_LETTERS = 5
"""Letters of a word that alone stands for a longer name."""
_FEWEST_WORDS = 2
_FEWEST_BESIDE = 1
_HUMPS = regex(r"[a-z][A-Z]")


def in_code(key: str, project: Project) -> Location | None:
    """Where the code has a key in any spelling."""
    spellings = (key, key.replace("-", "_"), key.replace("_", "-"))
    places = (project.code.words.find(f"{dashes}{spelling}") for spelling in spellings for dashes in ("", "--"))
    return next((place for place in places if place is not None), None)


def quoted(key: str, project: Project, *, among: Container[str] | None = None) -> Location | None:
    """Where the code, or some files of it, has a string that is just a key, in any spelling."""
    for spelling in dict.fromkeys((key, key.replace("-", "_"), key.replace("_", "-"))):
        pattern = re.compile(rf"([\"'`]){re.escape(spelling)}\1")
        places = project.code.words.matches(pattern, needs=spelling)
        place = next((place for place in places if among is None or (place.path or "") in among), None)
        if place is not None:
            return place
    return None


def respelled(key: str, project: Project) -> tuple[str, Location] | None:
    """The same name with the other separator, as the code has it."""
    if key in project.code.words:
        return None
    for here, there in (("-", "_"), ("_", "-")):
        other = key.replace(here, there)
        location = project.code.words.find(other) if other != key else None
        if location is not None:
            return other, location
    return None


@lru_cache(maxsize=64)
def declared_settings(project: Project) -> Mapping[str, Location]:
    """What may be set: keys of settings, the last part of dotted ones, options without dashes and their variables."""
    found: dict[str, Location] = {}
    for path, facts in project.code.files.items():
        for setting in facts.settings:
            found.setdefault(setting.key.rpartition(".")[2], Location(path=path, line=setting.line))
        for option in facts.options:
            names = [name[2:] for name in option.names if name.startswith("--")]
            for name in (*names, *([option.dest] if option.dest else [])):
                found.setdefault(name, Location(path=path, line=option.line))
    return found


@lru_cache(maxsize=64)
def _folded_settings(project: Project) -> frozenset[str]:
    return frozenset(folded(name) for name in declared_settings(project))


def is_declared(key: str, project: Project) -> bool:
    """Whether an option, its variable or a setting is called so, in any spelling."""
    return folded(key) in _folded_settings(project)


@lru_cache(maxsize=64)
def _constants(project: Project) -> Mapping[str, Location]:
    """Variables of modules in capitals: settings of frameworks."""
    return {
        symbol.name: Location(path=path, line=symbol.line)
        for path, facts in project.code.files.items()
        for symbol in facts.symbols
        if symbol.kind is SymbolKind.CONSTANT and symbol.name.isupper()
    }


def near_option(key: str, project: Project) -> tuple[str, Location] | None:
    """The one option that a key is a slip for, spelled with the key's separator."""
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


def near_setting(name: str, project: Project) -> tuple[str, Location] | None:
    """The one setting that a name of which the code knows nothing at all is a slip for, or has a word more than."""
    words = project.code.words
    if any(words.find(other) for other in words.spelled_like(name) if other != name) or is_elsewhere(name, project):
        return None
    declared = _constants(project) if name.isupper() else declared_settings(project)
    near = {other for other in declared if is_near(name, other) and _is_spelled_alike(name, other)}
    if not near and name.isupper():
        near = {other for other in declared if _is_shorter(other, name, project)}
    if len(near) != 1:
        return None
    (other,) = near
    written = other.replace("-", "_") if "_" in name else other.replace("_", "-") if "-" in name else other
    return written, declared[other]


def _is_spelled_alike(name: str, other: str) -> bool:
    """Whether two names have no more than one difference: other letters, or capitals for separators."""
    return folded(name) == folded(other) or bool(_HUMPS.search(name)) == bool(_HUMPS.search(other))


def _is_shorter(other: str, name: str, project: Project) -> bool:
    """Whether a name is another one with a word before or behind it that the code does not put before names."""
    short, long = words_of(other), words_of(name)
    if len(long) != len(short) + 1 or len(folded(other)) < _LEAST_LETTERS or short not in {long[1:], long[:-1]}:
        return False
    extra = long[0] if short == long[1:] else long[-1]
    in_names = any(extra in words_of(constant) for constant in _constants(project))
    return not in_names and extra.upper() not in project.code.words and quoted(extra, project) is None


def near_in_settings_file(name: str, project: Project) -> tuple[str, Location] | None:
    """The one key of a settings file of the project that a name is a slip for."""
    near = [
        (other, place)
        for other, place in project.code.words.near(name)
        if project.tree.role(place.path or "") is Role.CONFIG and _is_key(other, place, project)
    ]
    return near[0] if len(near) == 1 and folded(near[0][0]) != folded(name) else None


def _is_key(name: str, place: Location, project: Project) -> bool:
    lines = (project.tree.text(place.path or "") or "").splitlines()
    line = lines[place.line - 1] if place.line is not None and place.line <= len(lines) else ""
    return bool(re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*[=:]", line))


def reworded(name: str, beside: Sequence[str], project: Project) -> tuple[str, Location] | None:
    """The one string of the code that has all words of a name but one, which is told in another way or left out.

    `changed_item_count` is another wording of `changed_items`.

    Args:
        name: the name.
        beside: the other names of its list: most of them stand in the file of that string.
        project: the code base.
    """
    if in_code(name, project) is not None or is_elsewhere(name, project):
        return None
    words = _singular(name)
    if not name.islower() or len(words) <= _FEWEST_WORDS:
        return None
    candidates = {
        token
        for at in range(1, len(words))
        for token in _by_words(project).get((*words[:at], *words[at + 1 :]), ())
        if [mark in token for mark in "_-"] == [mark in name for mark in "_-"] and token.islower() == name.islower()
    }
    found = [(token, place) for token in candidates if (place := _string(token, project)) is not None]
    if len(found) != 1:
        return None
    if found[0][0] in beside:
        return None  # the document knows both
    text = project.tree.text(found[0][1].path or "") or ""
    there = sum(f'"{other}' in text or f"'{other}'" in text for other in beside)
    return found[0] if len(beside) >= _FEWEST_BESIDE and there * 2 > len(beside) else None


def _string(token: str, project: Project) -> Location | None:
    pattern = re.compile(rf"([\"']){re.escape(token)}\1")
    return next(project.code.words.matches(pattern, needs=token), None)


@lru_cache(maxsize=64)
def _by_words(project: Project) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The names of the code of two words and more, by their words without the `s` of many."""
    found: dict[tuple[str, ...], list[str]] = {}
    for token in project.code.words.postings:
        if ("_" in token or "-" in token) and not token.startswith(("-", "_")):
            found.setdefault(_singular(token), []).append(token)
    return {words: tuple(tokens) for words, tokens in found.items()}


def _singular(name: str) -> tuple[str, ...]:
    return tuple(word.removesuffix("s") for word in words_of(name))
