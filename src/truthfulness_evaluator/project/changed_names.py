"""The names that a change of a code base is about: what was added, removed, or is declared in another way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from truthfulness_evaluator.project.declarations import (
    Choices,
    Command,
    EnvironmentVariable,
    FileFacts,
    Import,
    Option,
    Setting,
    Symbol,
)
from truthfulness_evaluator.project.file_index import facts_of
from truthfulness_evaluator.project.languages.table import reader_of
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.revision import Since
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.project.words import tokens_of
from truthfulness_evaluator.text.names import words_of
from truthfulness_evaluator.text.patterns import regex

_WORD = regex(r"-{0,2}\w+(?:-\w+)*")
_Item = Symbol | Import | Option | Command | EnvironmentVariable | Setting | Choices


def changed_names(project: Project, since: Since) -> frozenset[str]:
    """The names, as the code writes them: of declarations that differ, of paths that came or went, and words that
    the project has only since then, or no more.

    Of files that no reader of a language reads (manifests, settings) every word of a line that differs counts.
    """
    found: set[str] = set()
    old_words: set[str] = set()
    new_words: set[str] = set()
    for path in since.paths:
        old, new = since.text(path), project.tree.text(path) if project.tree.has(path) else None
        if (old is None) != (new is None):
            found.update(_names_of_path(path, project.tree))
        if project.tree.role(path) not in VOUCHING:
            continue
        old_words.update(_words_of(old or ""))
        new_words.update(_words_of(new or ""))
        facts = _facts(project, path, old), _facts(project, path, new)
        if facts == (None, None):
            found.update(word for line in _lines_that_differ(old or "", new or "") for word in _words_of(line))
        else:
            found.update(_names_that_differ(*map(_items, facts)))
            found.update(set(_exports(facts[0])) ^ set(_exports(facts[1])))
    gone, new = old_words - new_words, new_words - old_words
    files = project.code.files_with(gone | new)
    found.update(word for word in gone if not files[word])
    found.update(word for word in new if since.paths.issuperset(files[word]))
    return frozenset(found)


def words_on_changed_lines(project: Project, since: Since) -> frozenset[str]:
    """All words on lines that differ of configuration and of code that no reader of a language reads, pieces too."""
    found: set[str] = set()
    for path in since.paths:
        if project.tree.role(path) in VOUCHING and reader_of(path) is None:
            for line in _lines_that_differ(since.text(path) or "", project.tree.text(path) or ""):
                found.update(tokens_of(line))
    return frozenset(found)


def _names_of_path(path: str, tree: Tree) -> Iterator[str]:
    """A path that came or went and its last part; also those of folders that went with it."""
    for each in (PurePosixPath(path), *PurePosixPath(path).parents):
        if not tree.is_dir(str(each)):
            yield from (str(each), each.name)


def _lines_that_differ(old: str, new: str) -> set[str]:
    return {line.strip() for line in old.splitlines()} ^ {line.strip() for line in new.splitlines()}


def _words_of(text: str) -> set[str]:
    """The words of a text that may be names, whole: pieces such as `max` stand in every text, as numbers do."""
    return {word for word in _WORD.findall(text) if any(map(str.isalpha, word))}


def _facts(project: Project, path: str, text: str | None) -> FileFacts | None:
    reader = reader_of(path)
    return (
        None if reader is None or text is None else facts_of(reader, path, text, project.code.modules.module_of(path))
    )


def _exports(facts: FileFacts | None) -> Sequence[str]:
    return (facts.exports if facts is not None else None) or ()


def _items(facts: FileFacts | None) -> Mapping[tuple[type, str], set[_Item]]:
    """What a file declares, by kind and name, without the lines."""
    found: dict[tuple[type, str], set[_Item]] = {}
    if facts is not None:
        for item in (
            *facts.symbols, *facts.imports, *facts.options, *facts.commands,
            *facts.environment, *facts.settings, *facts.choices,
        ):  # fmt: skip
            found.setdefault((type(item), _name(item)), set()).add(replace(item, line=0))
    return found


def _names_that_differ(
    old: Mapping[tuple[type, str], set[_Item]], new: Mapping[tuple[type, str], set[_Item]]
) -> Iterator[str]:
    for key in old.keys() | new.keys():
        before, after = old.get(key, set[_Item]()), new.get(key, set[_Item]())
        if before != after:
            yield from (key[1], key[1].rpartition(".")[2])
            yield from _differing(map(_parts, before), map(_parts, after))


def _differing(before: Iterable[Mapping[str, object]], after: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """The names within a declaration that are on one side only, or stand for something else there."""
    old = {pair for parts in before for pair in parts.items()}
    new = {pair for parts in after for pair in parts.items()}
    yield from (name for name, _ in old ^ new)


def _name(item: _Item) -> str:
    match item:
        case Option():
            return max(item.names, key=len, default="")
        case Setting():
            return item.key
        case _:
            return item.name


def _parts(item: _Item) -> Mapping[str, object]:
    """The names within a declaration, with what each stands for."""
    match item:
        case Symbol():
            return {each.name: each for each in item.parameters or ()}
        case Option():
            # A variable of one word (`config`) is no name of the option: documents have the word everywhere.
            variables = [item.dest] if item.dest and len(words_of(item.dest)) > 1 else []
            return dict.fromkeys((*item.names, *item.env, *(item.choices or ()), *variables), 0)
        case Command():
            return dict.fromkeys(item.aliases, 0)
        case Setting():
            return dict.fromkeys(item.choices or (), 0)
        case Choices():
            return dict.fromkeys(item.values, 0)
        case _:
            return {}
