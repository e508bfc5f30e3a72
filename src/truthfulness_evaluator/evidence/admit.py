"""The one gate through which all evidence passes: a document is no evidence for itself."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from truthfulness_evaluator.models import Claim, Document, Evidence, Fact
from truthfulness_evaluator.text.lines import Lines

_WORDS_IN_ROW = 5
"""Words of a shingle. Five in a row are shared by texts that copy, seldom by texts on one subject
(the size that A. Broder et al., "Syntactic clustering of the Web", 1997, work with is of this order)."""
_COPIED = 0.8
"""Share of a passage's shingles that stand in the document from where on it is a copy: a copy with a
changed link or version stays above, a page that quotes one sentence of the document stays below."""
_CODE = "text/x-python"
"""Format of documents that stand in a file of code."""
_FEWEST = 4
"""Shingles that a passage must have to be compared: eight words. Shorter ones are alike by chance."""
_LONG_ENOUGH = _FEWEST + _WORDS_IN_ROW - 1
"""Words of a sentence that is sought in another text."""
_SEVERAL_SENTENCES = 40
"""Words of a document from where on a text that has them all in a row was made from it; what is shorter may well be
said by a comment, too."""


def admit(evidence: Sequence[Evidence], document: Document, *, claim: Claim | None = None) -> tuple[Evidence, ...]:
    """The evidence that does not come from the document itself: see `Gate.admit`."""
    return Gate(document).admit(evidence, claim=claim)


@dataclass(frozen=True)
class Gate:
    """The gate of one document. It reads the document's text once, however often it is asked."""

    document: Document

    def admit(self, evidence: Sequence[Evidence], *, claim: Claim | None = None) -> tuple[Evidence, ...]:
        """The evidence that does not come from the document itself, in its order.

        Not admitted is what lies at the document's own path; and, unless the claim states an exact fact
        (whose evidence are declarations), what has the document's whole text, a passage of a file of the
        same name (`docs/README.md` for `README.md`) that copies the document, and a web page that does.
        What a user gives as a source (`knowledge_base`) is held to its path alone: an answer may well
        repeat it. Docstrings are a part of their file: the other lines are evidence for them.

        Two things are seen in the document, not said by it, and are admitted for exact facts: that the
        file is there at all, and what a fact about this very file (an anchor it links to) is looked up in.

        Args:
            evidence: passages for one claim.
            claim: the claim that the evidence is for.
        """
        if claim is not None and claim.fact is not None:
            fact = claim.fact
            return tuple(each for each in evidence if self._admits_for(fact, each))
        return tuple(each for each in evidence if self._admits(each))

    def _admits_for(self, fact: Fact, evidence: Evidence) -> bool:
        path = _path(evidence)
        if path != self._own_path:
            return True
        if self.is_beside_code:
            return not self._is_said(evidence)
        line = evidence.location.line if evidence.location is not None else None
        is_there_at_all = evidence.content == path and line is None
        return is_there_at_all or fact.scope.module == self.document.name

    def _admits(self, evidence: Evidence) -> bool:
        path = _path(evidence)
        if path == self._own_path:
            return self.is_beside_code and not self._is_said(evidence)
        if evidence.source_type == "knowledge_base":
            return True
        if evidence.source_type == "web" or posixpath.basename(path) == posixpath.basename(self._own_path):
            return not self.is_copy(evidence.content)
        return not self._is_whole_in(evidence.content)

    def _is_whole_in(self, passage: str) -> bool:
        """Whether a passage has the document's whole text, which may be a string of a program."""
        words = _words(passage)
        if len(self._words) < _SEVERAL_SENTENCES:
            return words == self._words
        return f" {' '.join(self._words)} " in f" {' '.join(words)} "

    def is_copy(self, passage: str) -> bool:
        """Whether a passage of another text copies the document."""
        words = _words(passage)
        if words == self._words:
            return True
        shingles = _shingles(words)
        return len(shingles) >= _FEWEST and len(shingles & self._shingles) >= _COPIED * len(shingles)

    @property
    def is_beside_code(self) -> bool:
        """Whether the document stands in a file of code, as docstrings do: then the code is evidence for it."""
        return self.document.media_type == _CODE

    def _is_said(self, evidence: Evidence) -> bool:
        """Whether a line of the document's file is one of the document's own."""
        line = evidence.location.line if evidence.location is not None else None
        return line is not None and line in self._own_lines

    @cached_property
    def _own_lines(self) -> frozenset[int]:
        lines = Lines(self.document.text)
        spans = (block.span for block in self.document.blocks if block.span[0] < block.span[1])
        ranges = (range(lines.line_of(start), lines.line_of(end - 1) + 1) for start, end in spans)
        return frozenset(line for each in ranges for line in each)

    @cached_property
    def _own_path(self) -> str:
        return _normal(self.document.name)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return _words((self.document.extract or self.document).text)

    @cached_property
    def _shingles(self) -> frozenset[tuple[str, ...]]:
        return _shingles(self._words)


def repeats(passage: str, sentence: str) -> bool:
    """Whether a sentence that is long enough to be told from others stands in a passage, word by word.

    Example:
        >>> repeats("Note: **It** starts eight workers, by default, on each of the hosts.",
        ...         "It starts eight workers by default on each of the hosts.")
        True
    """
    words = _words(sentence)
    return len(words) >= _LONG_ENOUGH and f" {' '.join(words)} " in f" {' '.join(_words(passage))} "


def shingles_of(text: str) -> frozenset[int]:
    """Checksums of the runs of five words in a text, the same in every process: texts that copy share most of them.

    Example:
        >>> text = "The ferry of Bodal sails daily at nine."
        >>> len(shingles_of(text)), shingles_of(text) == shingles_of("the *ferry* of Bodal, sails daily (at nine)")
        (4, True)
    """
    return frozenset(crc32(" ".join(each).encode("utf-8", "surrogatepass")) for each in _shingles(_words(text)))


def _path(evidence: Evidence) -> str:
    located = evidence.location.path if evidence.location is not None else None
    return _normal(located if located is not None else evidence.source)


def _normal(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/"))


def _words(text: str) -> tuple[str, ...]:
    """The words in lower case: markup, punctuation and line breaks do not make a copy another text."""
    return tuple(re.findall(r"\w+", text.lower()))


def _shingles(words: Sequence[str]) -> frozenset[tuple[str, ...]]:
    runs = range(len(words) - _WORDS_IN_ROW + 1)
    return frozenset(tuple(words[i : i + _WORDS_IN_ROW]) for i in runs)
