"""Which documents and claims a change of the code base touches: those that it may have made true or false."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.documents.reading import DOCUMENT_SUFFIXES, read_text
from truthfulness_evaluator.models import Claim, Evidence, Fact, VerificationResult
from truthfulness_evaluator.project.changed_names import changed_names, words_on_changed_lines
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.revision import Since
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex

_TOKEN = regex(r"[\w-]+")
_PIECES = regex(r"[\w-]+(?:\.[\w-]+)*")
_FEW_FILES = 25
"""Files that may have a word of a changed line for it to say something: `default` is in all of them."""
_SHORTEST = 3
"""Characters of such a word, at least."""


@dataclass(frozen=True)
class Changes:
    """What a change of the code base means for its documents."""

    project: Project
    since: Since

    def touches_document(self, name: str) -> bool:
        """Whether a document has changed, or has a word that the change is about: else no claim of it is touched."""
        if name in self.since.paths:
            return True
        text = self.project.tree.text(name) or ""
        letters = text.lower().replace("-", "").replace("_", "")
        if not any(word.lstrip("-") in letters for word in self._words):
            return False  # Which is sooner known than what its words are.
        return not self._words.isdisjoint(map(_told_apart, set(_TOKEN.findall(text))))

    def may_touch(self, fact: Fact, document: str) -> bool:
        """Whether a fact that an unchanged document states may be touched; what came of it then tells (`touches`)."""
        named = _names_of(fact, document)
        return not (self._names.isdisjoint(named) and self._words.isdisjoint(named))

    def touches(self, claim: Claim, result: VerificationResult | None) -> bool:
        """Whether a claim stands in a changed document, names what has changed, or rests on a line that has changed.

        Args:
            claim: the claim.
            result: what came of it; None where it got no valid vote.
        """
        if claim.source_document in self.since.paths:
            return True
        if claim.fact is None:
            return False
        if not self._names.isdisjoint(_names_of(claim.fact, claim.source_document)):
            return True
        return result is not None and any(map(self._is_new, result.evidence))

    def _is_new(self, evidence: Evidence) -> bool:
        """Whether evidence quotes a line that its file did not have before."""
        path = (evidence.location.path if evidence.location is not None else None) or evidence.source
        if path not in self.since.paths:
            return False
        quoted = evidence.content
        return quoted in (self.project.tree.text(path) or "") and quoted not in (self.since.text(path) or "")

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names that the change is about, without case and separators."""
        return frozenset(map(_told_apart, self._changed)) - {""}

    @cached_property
    def _changed(self) -> frozenset[str]:
        """The same, as they are written."""
        return frozenset((*changed_names(self.project, self.since), *self._changed_anchors()))

    @cached_property
    def _words(self) -> frozenset[str]:
        """Words by which documents are found that may say something about the change: more than it is about."""
        words = [each for each in words_on_changed_lines(self.project, self.since) if len(each) >= _SHORTEST]
        files = self.project.code.files_with(words)
        rare = (word for word in words if len(files[word]) <= _FEW_FILES)
        # Of a path or a dotted name a document need have the longest part only.
        named = (max(_TOKEN.findall(name), key=len, default="") for name in self._changed)
        return frozenset(map(_told_apart, (*rare, *named))) - {""}

    def _changed_anchors(self) -> Iterator[str]:
        """Anchors that changed documents have only now, or no more."""
        for path in self.since.paths:
            if PurePosixPath(path).suffix.lower() in DOCUMENT_SUFFIXES:
                old, new = self.since.text(path), self.project.tree.text(path)
                yield from _anchors(path, old) ^ _anchors(path, new)


def _told_apart(name: str) -> str:
    """A name without case and separators; that of an option keeps its dashes, as it is another than the bare word."""
    return name[: len(name) - len(name.lstrip("-"))] + folded(name)


def _anchors(path: str, text: str | None) -> frozenset[str]:
    try:
        return read_text(text or "", path).anchors
    except DocumentError:
        return frozenset()


def _names_of(fact: Fact, document: str) -> frozenset[str]:
    """The names that a fact is about, and their parts: of `app.Client.send()` also `send`."""
    module = fact.scope.module if fact.scope.module != document else None
    found: set[str] = set()
    for name in filter(None, (fact.subject, fact.expected, fact.scope.section, module)):
        found.add(name)
        for dotted in _PIECES.findall(name):
            found.update((dotted, dotted.rpartition(".")[2]))
    return frozenset(map(_told_apart, found)) - {""}
