"""The source files of a code base, read once: what each declares, and the words of all."""

import gc
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.languages.table import Read, reader_of
from truthfulness_evaluator.project.modules import Modules
from truthfulness_evaluator.project.roles import VOUCHING, Role
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.project.words import Words, add_tokens

MAX_PARSED_CHARACTERS = 1_000_000
"""A longer file is data rather than code that people write: it is not parsed, and only its words count."""
_NAMED_IN_NOTICES = 3
"""Files that a notice names; the others it only counts."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What the files that vouch for names hold."""

    files: dict[str, FileFacts]
    """By path: those in a supported language, whether or not they could be parsed."""
    words: Words
    notices: tuple[str, ...] = ()


def read_sources(tree: Tree, modules: Modules) -> Sources:
    """Read every file that vouches for names, one text at a time."""
    with _no_garbage_collection():
        return _read(tree, modules)


def _read(tree: Tree, modules: Modules) -> Sources:
    vouching = _by_weight(tree)
    postings: dict[str, list[int]] = {}
    files: dict[str, FileFacts] = {}
    large: list[str] = []
    unread: list[str] = []
    for index, path in enumerate(vouching):
        text = tree.text(path)
        if text is None:
            if tree.is_too_large(path) and (reader_of(path) is not None or tree.role(path) is Role.CODE):
                large.append(path)
                unread.append(path)
            continue
        add_tokens(postings, index, text)
        reader = reader_of(path)
        if reader is None:
            continue
        if len(text) > MAX_PARSED_CHARACTERS:
            large.append(path)
            files[path] = FileFacts(path, "", modules.name_of(path), error="too large")
        else:
            files[path] = read_facts(reader, path, modules, text)
    broken = [facts.path for facts in files.values() if facts.error is not None and facts.path not in large]
    words = Words(tuple(vouching), postings, tree.text, tuple(unread), tree.holds)
    return Sources(files, words, tuple(_notices(large, broken)))


@contextmanager
def _no_garbage_collection() -> Generator[None]:
    """Keeps the collector from going through syntax trees again and again: a quarter of the time.

    The trees have no cycles, so each is freed when its file has been read.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def read_facts(reader: Read, path: str, modules: Modules, text: str) -> FileFacts:
    """What one file declares."""
    return reader(path, modules.module_of(path), text)


def _by_weight(tree: Tree) -> list[str]:
    """The files that vouch for names: code in supported languages, other code, configuration."""
    roles = {path: tree.role(path) for path in tree.files}
    vouching = [path for path, role in roles.items() if role in VOUCHING]
    return sorted(vouching, key=lambda path: (roles[path] is not Role.CODE, reader_of(path) is None))


def _notices(large: Sequence[str], broken: Sequence[str]) -> Iterable[str]:
    if large:
        yield f"{_counted(large)} too large to be parsed: only the words in it count ({_named(large)})."
    if broken:
        yield f"{_counted(broken)} could not be parsed, so nothing is refuted by what it lacks ({_named(broken)})."


def _counted(paths: Sequence[str]) -> str:
    return "1 source file" if len(paths) == 1 else f"{len(paths)} source files"


def _named(paths: Sequence[str]) -> str:
    more = len(paths) - _NAMED_IN_NOTICES
    return ", ".join(paths[:_NAMED_IN_NOTICES]) + (f" and {more} more" if more > 0 else "")
