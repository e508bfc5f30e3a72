"""Passages of a code base that bear on claims, found by their words and by the names they write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.evidence.admit import Gate, repeats
from truthfulness_evaluator.evidence.docstrings import docstring_lines
from truthfulness_evaluator.evidence.joining import distinct, joined
from truthfulness_evaluator.evidence.lexical import Hit, Index
from truthfulness_evaluator.evidence.passages import Passage, cut, is_prose
from truthfulness_evaluator.evidence.queries import Query, query_of
from truthfulness_evaluator.evidence.symbols import Symbols
from truthfulness_evaluator.models import Claim, Document, Evidence, Location
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.readable import Readable
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.terms import of_word

LEAST_SHARE = 0.12
"""A passage whose share of the claim's words is below it has only chance words in common with it, see
`benchmarks/retrieval_code`."""
THIN_SHARE = 0.3
"""Evidence is thin where the best passage's share is below it, see the same."""
FAR_BELOW = 0.5
"""A passage whose share is below this part of that of the best passage of code is left out: one of 1,069 claims has
lost the passage that decides it so (at 0.6, 12 have). What defines a name that the claim writes is neither left
out nor compared with."""
OF_WORDS = 0.8
"""Relevance of a passage that has all of the claim's words. Above it are definitions of names that the claim writes."""
_MOST_DEFINITIONS = 2
"""Definitions that go before all other passages; names that a claim mentions by the way must leave room."""
_CANDIDATES = 4
"""Passages that are looked at for each that is wanted: own ones, copies and repetitions are left out of them."""
MOST_CHARACTERS = 30_000_000
"""Characters of files that are indexed, about 750,000 lines; code goes first."""
_ROLES = {Role.CODE: 1.0, Role.CONFIG: 1.0, Role.DOCS: 0.9, Role.EXAMPLE: 0.8, Role.TEST: 0.8, Role.DATA: 0.8}
"""What a passage's share is multiplied by: tests, examples and documents tell at second hand."""
_OTHER_ROLE = 0.6
"""The same of changelogs, which tell what was."""


@dataclass(frozen=True)
class CodeBaseEvidence:
    """Finds passages of a code base for claims that no rule settles. An `EvidenceGatherer`.

    Each claim gets the passages that share most of its words, definitions of names that it writes first. The files are
    read when the first claim asks, once.
    """

    project: Project
    max_items: int = 5
    """Passages a claim."""

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """Passages for each claim, best first; none for claims that state an exact fact or that nobody can check.

        `relevance_score` is the share of the claim's words that stand in the passage, rare ones counting more, times
        0.8; a passage that defines a name which the claim writes has 0.8 and a fifth of its share.
        """
        return [self.passages(claim) for claim in claims]

    def passages(self, claim: Claim) -> list[Evidence]:
        """The passages for one claim, best first."""
        if claim.fact is not None or claim.unverifiable:
            return []
        hits = [hit for hit in self._hits(claim, query_of(claim)) if not self._is_own(claim, hit.passage)]
        return self._best(_without_far_below(hits, claim.source_document))

    def ranked(self, claim: Claim, hits: Iterable[Hit]) -> list[Evidence]:
        """The best of some passages as evidence: without the claim's own document, its copies, and repetitions."""
        return self._best(hit for hit in hits if not self._is_own(claim, hit.passage))

    def _best(self, hits: Iterable[Hit]) -> list[Evidence]:
        return [_evidence(hit) for hit in joined(distinct(hits, self.max_items), self.lines)]

    def _hits(self, claim: Claim, query: Query) -> list[Hit]:
        """Candidates, best first; their share is the relevance."""
        own = claim.source_document
        found = [hit for hit in self.index.search(query.terms, _CANDIDATES * self.max_items) if hit.passage.path != own]
        found += self.index.fits(self._beside(own), query.terms)
        hits = {hit.passage: hit.share * OF_WORDS for hit in found if hit.share >= LEAST_SHARE}
        for hit in self.index.fits(self._definitions(query, own), query.terms)[:_MOST_DEFINITIONS]:
            hits[hit.passage] = OF_WORDS + (1 - OF_WORDS) * hit.share
        return sorted((Hit(passage, share) for passage, share in hits.items()), key=lambda hit: -hit.share)

    def _definitions(self, query: Query, own: str) -> list[Passage]:
        if not query.names:
            return []
        places = [place for name in query.names if self._tells(name) for place in self.symbols.find(name)]
        found = (self._passage_at(place, own) for place in places)
        return list(dict.fromkeys(passage for passage in found if passage is not None))

    def _tells(self, name: Sequence[str]) -> bool:
        """Whether a name is rare enough to tell a place: a project's own name, or `url`, stands everywhere."""
        terms = of_word(name[-1])
        return bool(terms) and not self.index.is_common(terms[-1])

    def _passage_at(self, place: Location, own: str) -> Passage | None:
        path, line = place.path or "", place.line or 1
        if path == own:
            return next((each for each in self._beside(own) if each.line <= line <= each.end_line), None)
        return self.index.at(path, line)

    def lines(self, path: str, first: int, last: int) -> str:
        """Lines of a file, verbatim, without the last line end; empty where the file may not be shown."""
        text = self.files.text(path) or ""
        lines = Lines(text)
        last = min(last, len(lines.starts))
        return text[lines.span_of(first)[0] : lines.span_of(last)[1]] if first <= last else ""

    def _beside(self, path: str) -> list[Passage]:
        """The passages of a file of code whose docstrings are the document: without the docstrings."""
        if path not in self._without_docstrings:
            text = self.files.text(path) if path.endswith(".py") else None
            hidden = docstring_lines(text) if text is not None else frozenset[int]()
            self._without_docstrings[path] = cut(path, text, hidden=hidden) if text is not None else []
        return self._without_docstrings[path]

    def _is_own(self, claim: Claim, passage: Passage) -> bool:
        """Whether a passage is one of the claim's own document, or of a text that copies it."""
        own = claim.source_document
        if passage.path == own:
            return not own.endswith(".py")
        if not is_prose(passage.path):
            return False
        if not self.project.tree.has(own):  # A text that was handed in: it may well be one of the files.
            return repeats(passage.text, claim.text)
        if own not in self._gates:
            self._gates[own] = Gate(Document(name=own, media_type="text/plain", text=self.project.tree.text(own) or ""))
        return self._gates[own].is_copy(passage.text)

    @cached_property
    def files(self) -> Readable:
        """The files that may be shown."""
        return Readable(self.project.tree)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Their paths, those first that vouch best."""
        return tuple(sorted(self.files.paths, key=lambda path: -self._weight(path)))

    @cached_property
    def symbols(self) -> Symbols:
        """The definitions of the code base."""
        return Symbols(self.project.code)

    @property
    def notices(self) -> tuple[str, ...]:
        """What was left out, a sentence each; nothing before the first claim asked."""
        left = self._left_out
        files = "1 file was" if len(left) == 1 else f"{len(left)} files were"
        return (f"{files} not searched for passages: the code base is too large.",) if left else ()

    @cached_property
    def _left_out(self) -> list[str]:
        return []

    @cached_property
    def index(self) -> Index:
        """The passages of the code base."""
        passages: list[Passage] = []
        size = 0
        for path in self.paths:
            text = self.files.text(path)
            if text is None:
                continue
            if size + len(text) > MOST_CHARACTERS:
                self._left_out.append(path)
                continue
            size += len(text)
            passages += cut(path, text)
        return Index(passages, lambda passage: self._weight(passage.path))

    def _weight(self, path: str) -> float:
        return _ROLES.get(self.files.role(path), _OTHER_ROLE)

    @cached_property
    def _gates(self) -> dict[str, Gate]:
        return {}

    @cached_property
    def _without_docstrings(self) -> dict[str, list[Passage]]:
        return {}


def is_thin(claim: Claim, evidence: Sequence[Evidence]) -> bool:
    """Whether so little was found for a claim that it is worth looking further.

    Thin is what has no passage, or none that shares much of what the claim says.
    """
    return max((each.relevance_score for each in evidence), default=0.0) < THIN_SHARE * OF_WORDS


def _without_far_below(hits: Sequence[Hit], own: str) -> list[Hit]:
    """Hits without those that have few of a claim's words where others have many; a docstring's own file stays."""
    of_code = (hit.share for hit in hits if hit.share < OF_WORDS and not is_prose(hit.passage.path))
    least = FAR_BELOW * max(of_code, default=0.0)
    return [hit for hit in hits if hit.share >= least or hit.passage.path == own]


def _evidence(hit: Hit) -> Evidence:
    passage = hit.passage
    return Evidence(
        source=passage.path,
        source_type="filesystem",
        content=passage.text,
        relevance_score=round(hit.share, 3),
        location=Location(path=passage.path, line=passage.line, end_line=passage.end_line),
    )
