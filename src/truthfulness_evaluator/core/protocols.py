"""The seams of the evaluator: one method each, async where it may wait."""

from collections.abc import Sequence
from typing import Protocol

from truthfulness_evaluator.models.case import Board, Case, Outcome
from truthfulness_evaluator.models.claim import Claim
from truthfulness_evaluator.models.document import Document
from truthfulness_evaluator.models.evidence import Evidence
from truthfulness_evaluator.models.report import TruthfulnessReport


class Reader(Protocol):
    """Reads one document format."""

    def read(self, name: str, text: str) -> Document:
        """The document with its blocks. `text` is decoded, with line ends and byte order mark kept."""
        ...


class ClaimExtractor(Protocol):
    """Finds claims in a document."""

    async def extract(self, document: Document) -> list[Claim]:
        """The claims, in the order of the document."""
        ...


class EvidenceGatherer(Protocol):
    """Finds passages that bear on claims."""

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        """Passages for each claim, in the order of the claims."""
        ...


class Ranker(Protocol):
    """Helps to choose among passages that share words with a claim."""

    def relevances(self, claim: Claim, passages: Sequence[str]) -> list[float]:
        """How much each passage bears on the claim, 0 to 1, in the order of the passages.

        Raises:
            UsageError: what is to rank them cannot be used.
        """
        ...


class Judge(Protocol):
    """Votes on claims.

    A judge that looks its answer up and estimates nothing may say so with an attribute `exact` that is true: what
    it refutes fails the gate, and what only other judges refute is advice unless the settings say otherwise.
    """

    @property
    def name(self) -> str:
        """Its name in votes, failures and reports; unique within a run."""
        ...

    @property
    def needs_evidence(self) -> bool:
        """Whether a claim without evidence is to be kept from it."""
        ...

    def handles(self, claim: Claim) -> bool:
        """Whether it can say anything about this claim."""
        ...

    async def judge(self, cases: Sequence[Case], *, board: Board | None = None) -> list[Outcome]:
        """One outcome a case, in the order of the cases. Batches are its own matter.

        Args:
            cases: claims that it handles, with their evidence.
            board: what was said in the last round, if there was one.
        """
        ...


class ReportFormatter(Protocol):
    """Writes reports in one format."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The whole output. Pure: the same reports give the same text."""
        ...
