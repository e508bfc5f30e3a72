"""Passages of texts that the user gives as sources: files and folders, or contexts that come with an answer."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from truthfulness_evaluator.core.errors import DocumentError, UsageError
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.documents.source_files import read_source
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.kept_passages import KeptPassages, ReadSource, key_of
from truthfulness_evaluator.evidence.lexical import Hit, Index
from truthfulness_evaluator.evidence.prose_queries import prose_query
from truthfulness_evaluator.evidence.prose_repetitions import distinct
from truthfulness_evaluator.evidence.prose_terms import prose_terms
from truthfulness_evaluator.evidence.source_files import SourceFile, SourceFiles, find_sources
from truthfulness_evaluator.evidence.text_passages import SourcePassage, passages_of
from truthfulness_evaluator.models import Claim, Document, Evidence, Location
from truthfulness_evaluator.project.secret_files import holds_private_key
from truthfulness_evaluator.store.cache import Cache

LEAST_SHARE = 0.08
"""A passage whose share of the claim's words is below it has only chance words in common with it, see
`benchmarks/retrieval`."""
_CANDIDATES = 4
"""Passages that are looked at for each that is wanted: repetitions and the document's own are left out of them."""
_LARGEST = 200_000_000
"""Bytes of a file that is read."""
_LONG_ENOUGH = 40
"""Words of a document from which on a source can be told to be a copy of it, and not just to say the same."""


@dataclass(frozen=True)
class TextSources:
    """The texts of some files and folders. They are read when the first claim asks, once.

    Example:
        >>> sources = TextSources(("papers/", "notes.md"), Path("."))  # doctest: +SKIP
    """

    paths: tuple[str, ...]
    """Files, folders and patterns."""
    base: Path
    """What the names of files are relative to."""
    max_items: int = 5
    """Passages a claim."""
    open_cache: Callable[[], Cache] | None = None
    """Where passages are kept; None: nowhere."""

    def beside(self, document: Document, own: Path | None) -> "SourceEvidence":
        """Who gathers evidence for the claims of a document.

        Args:
            document: it is no source for itself, and neither is a file that copies it.
            own: its file, if it is one.
        """
        return SourceEvidence(self, document, own)

    def refuse_nothing(self) -> None:
        """Looks whether there is any source.

        Raises:
            UsageError: none of the paths gives a file that is read.
        """
        if not self.found.files:
            reasons = " ".join(self.found.notices) or "No path was given."
            raise UsageError(f"There is no source to check against. {reasons}", hint="Name files or folders.")

    @cached_property
    def found(self) -> SourceFiles:
        """The files."""
        return find_sources(self.paths, self.base)

    @property
    def notices(self) -> tuple[str, ...]:
        """What is not read, a sentence each; of the files' contents once they have been read."""
        return (*self.found.notices, *(self._problems if "index" in vars(self) else ()))

    @cached_property
    def index(self) -> Index:
        """All passages."""
        read: dict[str, ReadSource] = {}
        kept = KeptPassages(self.open_cache)
        for some in _portions(self.found.files):
            keys: dict[str, str] = {}
            contents: dict[str, bytes] = {}
            for file in some:
                data = _data(file)
                if isinstance(data, str):
                    read[file.name] = ReadSource(problem=data)
                else:
                    keys[file.name], contents[file.name] = key_of(file.name, data), data
            known = kept.get(keys)
            new = {name: _read(name, contents[name]) for name in keys if name not in known}
            kept.keep({keys[name]: each for name, each in new.items()})
            read |= {**known, **new}
        passages: list[SourcePassage] = []
        for file in self.found.files:
            each = read[file.name]
            passages += each.passages
            self._problems.extend(f"The source {file.name}: {notice}." for notice in each.notices)
            if each.problem:
                self._problems.append(f"A source is left out: {each.problem}")
        return Index(passages, terms=prose_terms)

    @cached_property
    def _problems(self) -> list[str]:
        return []

    @cached_property
    def places(self) -> dict[str, Path]:
        """Where each file is, by name."""
        return {file.name: file.path for file in self.found.files}

    def text_of(self, name: str) -> str:
        """All passages of a file."""
        return "\n\n".join(passage.text for passage in self.index.passages if passage.path == name)


@dataclass(frozen=True)
class SourceEvidence:
    """Finds passages of sources for the claims of one document. An `EvidenceGatherer`."""

    sources: TextSources
    document: Document
    own: Path | None = None

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """Passages for each claim, best first; none for claims that state an exact fact or that nobody can check.

        `relevance_score` is the share of the claim's words that stand in the passage, rare ones counting more.
        """
        return [self._passages(claim) for claim in claims]

    def _passages(self, claim: Claim) -> list[Evidence]:
        if claim.fact is not None or claim.unverifiable:
            return []
        most = self.sources.max_items
        hits = self.sources.index.search(prose_query(claim), _CANDIDATES * most)
        good = (hit for hit in hits if hit.share >= LEAST_SHARE and not self._is_own(hit.passage.path))
        return [_evidence(hit) for hit in distinct(good, most)]

    def _is_own(self, name: str) -> bool:
        """Whether a file is the document, or a copy of it."""
        if name not in self._own:
            place = self.sources.places[name]
            same = self.own is not None and place == Path(os.path.realpath(self.own))
            self._own[name] = same or (self.own is not None and self._is_copy(self.sources.text_of(name)))
        return self._own[name]

    def _is_copy(self, text: str) -> bool:
        """Whether nearly all of a text stands in the document, and nearly all of the document in the text."""
        if len(self._text.split()) < _LONG_ENOUGH:
            return False
        other = Gate(Document(name="", media_type="text/plain", text=text))
        return self._gate.is_copy(text) and other.is_copy(self._text)

    @cached_property
    def _text(self) -> str:
        return (self.document.extract or self.document).text

    @cached_property
    def _gate(self) -> Gate:
        return Gate(self.document)

    @cached_property
    def _own(self) -> dict[str, bool]:
        return {}


@dataclass(frozen=True)
class ContextEvidence:
    """Finds passages of the contexts that come with an answer. An `EvidenceGatherer`.

    Example:
        >>> import asyncio
        >>> claim = Claim(id="1", text="The ferry sails daily.", source_document="-")
        >>> found = asyncio.run(ContextEvidence(("The ferry sails once a day.",)).gather([claim]))
        >>> found[0][0].source, found[0][0].content
        ('context 1', 'The ferry sails once a day.')
    """

    contexts: tuple[str, ...]
    max_items: int = 5
    """Passages a claim."""

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """Passages for each claim, best first: all of them where they are few, else those that share words with it."""
        return [self._passages(claim) for claim in claims]

    def _passages(self, claim: Claim) -> list[Evidence]:
        if claim.fact is not None or claim.unverifiable:
            return []
        found = self._index.search(prose_query(claim), _CANDIDATES * self.max_items)
        if len(self._index.passages) > self.max_items:
            hits = [hit for hit in found if hit.share >= LEAST_SHARE]
        else:
            # What the search did not find may still say it in other words, or with a pronoun.
            seen = {hit.passage for hit in found}
            hits = found + [Hit(passage, 0.0) for passage in self._index.passages if passage not in seen]
        return [_evidence(hit) for hit in distinct(hits, self.max_items)]

    @cached_property
    def _index(self) -> Index:
        passages: list[SourcePassage] = []
        for number, context in enumerate(self.contexts, start=1):
            name = f"context {number}"
            document = read_text(context, "-")
            found = passages_of(document) or [SourcePassage("", 1, 1, context.strip())] * bool(context.strip())
            passages += [SourcePassage(name, 0, 0, each.text, each.within) for each in found]
        return Index(passages, terms=prose_terms)


def _portions(files: Sequence[SourceFile], size: int = 200) -> Iterable[Sequence[SourceFile]]:
    """The files, some at a time: what is read of them is not held in memory all at once."""
    return (files[start : start + size] for start in range(0, len(files), size))


def _data(file: SourceFile) -> bytes | str:
    """The content of a file, or why it cannot be read."""
    try:
        if file.path.stat().st_size > _LARGEST:
            return f"{file.name} is larger than {_LARGEST:,} bytes."
        return file.path.read_bytes()
    except OSError as error:
        return f"{file.name} cannot be read: {(error.strerror or str(error)).lower()}."


def _read(name: str, data: bytes) -> ReadSource:
    try:
        document = read_source(name, data)
    except DocumentError as error:
        return ReadSource(problem=error.message)
    if holds_private_key((document.extract or document).text) or holds_private_key(document.text):
        return ReadSource(problem=f"{name} holds a private key.")
    notices = document.notices if document.pages or not document.blocks else ()
    return ReadSource(tuple(passages_of(document)), notices)


def _evidence(hit: Hit) -> Evidence:
    passage = hit.passage
    assert isinstance(passage, SourcePassage)
    place = Location(
        path=passage.path,
        line=passage.line or None,
        end_line=passage.end_line or None,
        page=passage.page or None,
    )
    return Evidence(
        source=passage.path,
        source_type="knowledge_base",
        content=passage.text,
        relevance_score=round(min(hit.share, 1.0), 3),
        location=place,
    )
