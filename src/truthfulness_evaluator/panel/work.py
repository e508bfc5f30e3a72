"""One document that is evaluated: how it is given, and who judges it by what."""

import os
from dataclasses import dataclass
from pathlib import Path

from truthfulness_evaluator.claims.extraction import Extraction
from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.protocols import EvidenceGatherer, Judge
from truthfulness_evaluator.documents.reading import read_document, read_text
from truthfulness_evaluator.evidence.sources import ContextEvidence
from truthfulness_evaluator.judges.named import reads_passages
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roots import document_name, find_root


@dataclass(frozen=True, slots=True)
class Work:
    """A document with who judges it by what."""

    document: Document
    project: Project | None
    contexts: ContextEvidence | None
    judges: tuple[Judge, ...]
    """Besides the exact one and the chat models."""
    gatherers: tuple[EvidenceGatherer, ...]

    def prose(self) -> Extraction:
        """Sentences as they stand; for judges that read a claim beside a passage such as can be understood alone."""
        if not reads_passages(self.judges):
            return ProseClaims().find(self.document)
        from truthfulness_evaluator.claims.judged_prose import JudgedProse  # Many words: only where they are needed.

        return JudgedProse().find(self.document)


def opened(
    document: Document | str | os.PathLike[str] | None, text: str | None, name: str | None, root: Path | None
) -> tuple[Document, Path | None]:
    """What is to be evaluated, and the root of its code base.

    Args:
        document: a document, or the path of one.
        text: a text instead.
        name: what the text is called; None: `-`.
        root: of the code base, where it is known; of a path without one it is found.

    Raises:
        UsageError: neither a document nor a text is given, or both are.
        DocumentError: the document cannot be read.
    """
    if (document is None) == (text is None):
        raise UsageError("give a document or a text, one of the two: evaluate(path) or evaluate(text=...).")
    if text is not None:
        return read_text(text, name or "-"), root
    if isinstance(document, Document):
        return document, root
    path = Path(os.fspath(document or ""))
    root = root if root is not None else find_root(path)
    return read_document(path, document_name(path, root)), root
