"""The source files of a code base, read once: what each declares, and the words of all."""

import gc
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from truthfulness_evaluator.core.processes import number_of_processes, shared
from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.file_index import TOO_LARGE, FileIndex, as_json, digest_of, index_of, of_json
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.languages.table import is_supported, reader_of
from truthfulness_evaluator.project.modules import Modules
from truthfulness_evaluator.project.roles import VOUCHING, Role
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.project.words import Words, add_tokens, position

_ENOUGH_TO_SHARE = 1_000_000
"""Characters that are worth a process more: they take it several times as long as it takes to begin."""
_AS_FAST = 10
"""Characters whose words alone count, in the time that one of code takes."""
_NAMED_IN_NOTICES = 3
"""Files that a notice names; the others it only counts."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What the files that vouch for names hold."""

    files: dict[str, FileFacts]
    """By path: those in a supported language, whether or not they could be parsed."""
    words: Words
    notices: tuple[str, ...] = ()


def read_sources(tree: Tree, modules: Modules, kept: KeptIndex | None = None) -> Sources:
    """Read every file that vouches for names, one text at a time; what is kept of an unchanged one need not be.

    Args:
        tree: the files.
        modules: by which name each is imported.
        kept: the index of earlier runs, brought up to date here.
    """
    with _no_garbage_collection():
        return _Reading(tree, modules, kept).sources()


def files_with(tree: Tree, names: Collection[str]) -> dict[str, list[str]]:
    """For each of some names, the files that vouch for names and have it as a whole."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for path in _by_weight(tree):
        text = tree.text(path)
        if text is None and not tree.is_too_large(path):
            continue
        for name, files in found.items():
            if position(text, name) >= 0 if text is not None else tree.holds(path, name):
                files.append(path)
    return found


@dataclass(frozen=True)
class _Reading:
    tree: Tree
    modules: Modules
    kept: KeptIndex | None

    def sources(self) -> Sources:
        vouching = _by_weight(self.tree)
        indexes = self._indexes(vouching)
        postings: dict[str, list[int]] = {}
        files: dict[str, FileFacts] = {}
        for number, path in enumerate(vouching):
            index = indexes.pop(path, None)
            if index is not None:
                add_tokens(postings, number, index.tokens.split(" "))
                if index.facts is not None:
                    files[path] = index.facts
        unread = [path for path in vouching if self._is_unread(path)]
        large = [*unread, *(path for path, facts in files.items() if facts.error == TOO_LARGE)]
        broken = [path for path, facts in files.items() if facts.error not in (None, TOO_LARGE)]
        words = Words(tuple(vouching), postings, self.tree.text, tuple(unread), self.tree.holds)
        return Sources(files, words, tuple(_notices(large, broken)))

    def _is_unread(self, path: str) -> bool:
        """Whether a file is code that is too large to be read."""
        if self.tree.text(path) is not None or not self.tree.is_too_large(path):
            return False
        return is_supported(path) or self.tree.role(path) is Role.CODE

    def _indexes(self, paths: Sequence[str]) -> dict[str, FileIndex]:
        known: Mapping[str, str] = self.kept.files() if self.kept is not None else dict[str, str]()
        found: dict[str, FileIndex] = {}
        new: dict[str, str] = {}
        for path in paths:
            text = self.tree.text(path)
            if text is not None:
                digest = digest_of(text, self._module(path))
                index = _still(known.get(path), digest)
                if index is None:
                    new[path] = digest
                else:
                    found[path] = index
        made, written = self._made(new)
        if self.kept is not None and (written or known.keys() - found.keys()):
            self.kept.keep(written, known.keys() - found.keys())
        return found | made

    def _made(self, digests: Mapping[str, str]) -> tuple[dict[str, FileIndex], dict[str, str]]:
        """The indexes of files that have none, and what they are as JSON."""
        efforts = {path: self._effort(path) for path in digests}
        paths = sorted(digests, key=efforts.__getitem__, reverse=True)
        for path in paths:
            reader_of(path)  # Its language is imported once, not in each process.
        found: dict[str, FileIndex] = {}

        def made(number: int) -> str:
            path = paths[number]
            index = found[path] = index_of(path, self.tree.text(path) or "", self._module(path), digests[path])
            return as_json(index)

        useful = sum(efforts.values()) // _ENOUGH_TO_SHARE
        answers = shared(range(len(paths)), made, number_of_processes(useful))
        written = {paths[number]: answer for number, answer in sorted(answers.items())}
        # Those that this process made are there; those of others came as JSON.
        found.update((path, of_json(answer)) for path, answer in written.items() if path not in found)
        return found, written

    def _effort(self, path: str) -> int:
        """About how long a file takes to read, in characters of code."""
        length = len(self.tree.text(path) or "")
        return length if is_supported(path) else length // _AS_FAST

    def _module(self, path: str) -> str | None:
        return self.modules.module_of(path)


def _still(written: str | None, digest: str) -> FileIndex | None:
    """A kept index, if the file is still the one it was made of."""
    if written is None or digest not in written:
        return None
    with suppress(ValueError):
        index = of_json(written)
        return index if index.digest == digest else None
    return None


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


def _by_weight(tree: Tree) -> list[str]:
    """The files that vouch for names: code in supported languages, other code, configuration."""
    roles = {path: tree.role(path) for path in tree.files}
    vouching = [path for path, role in roles.items() if role in VOUCHING]
    return sorted(vouching, key=lambda path: (roles[path] is not Role.CODE, not is_supported(path)))


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
