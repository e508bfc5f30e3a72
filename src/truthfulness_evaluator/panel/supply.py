"""Where the evidence of a run comes from: what was handed in, contexts, sources, the web, and the code base."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.protocols import EvidenceGatherer, Judge
from truthfulness_evaluator.evidence.sources import ContextEvidence, TextSources
from truthfulness_evaluator.judges.named import ranker_of, reads_passages
from truthfulness_evaluator.models import Document
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roots import absolute

if TYPE_CHECKING:
    from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence
    from truthfulness_evaluator.evidence.web.web import Web
    from truthfulness_evaluator.panel.members import Members


@dataclass(frozen=True)
class Supply:
    """Gathers evidence for the judges of a run."""

    config: EvaluatorConfig
    """`max_evidence_items`, `enable_filesystem_search` and `agent_steps` are read."""
    members: "Members | None"
    """The chat models, of which one may look further."""
    gatherers: tuple[EvidenceGatherer, ...]
    """Handed in by the user."""
    sources: TextSources | None
    search_code: bool
    """Whether the code base is searched for evidence of prose."""
    web: "Web | None" = None
    """None: it is not searched."""
    _searchers: "dict[Path, CodeBaseEvidence]" = field(default_factory=dict[Path, "CodeBaseEvidence"])

    def has_texts(self, contexts: ContextEvidence | None) -> bool:
        """Whether there are texts to judge by, besides a code base."""
        return contexts is not None or self.sources is not None

    def gatherers_for(
        self,
        document: Document,
        project: Project | None,
        contexts: ContextEvidence | None,
        judges: Sequence[Judge],
        *,
        asks: bool = True,
    ) -> tuple[EvidenceGatherer, ...]:
        """What was handed in, and for judges of prose contexts alone, or sources, the code base and the web.

        Args:
            document: which is judged; it is no source for itself.
            project: the code base.
            contexts: of this document.
            judges: who is asked besides the chat models.
            asks: whether a chat model may look further, and the web may be searched.
        """
        if contexts is not None:
            return (*self.gatherers, contexts)
        found = list(self.gatherers)
        if self.sources is not None and (judges or self.members is not None):
            found.append(self.sources.beside(document, _file_of(document, project)))
        if project is not None and self.search_code and self.config.enable_filesystem_search:
            if self.members is not None:
                found.append(self.members.searcher(project, self.config, asks_models=asks))
            elif reads_passages(judges):
                found.append(self._searcher(project))
        if self.web is not None and asks and (judges or self.members is not None):
            from truthfulness_evaluator.evidence.web.gathering import WebEvidence

            found.append(WebEvidence(self.web, document, project, ranker_of(judges)))
        return tuple(found)

    def notices_of(self, project: Project | None) -> Sequence[str]:
        """What the search in a code base wants said."""
        if self.members is not None:
            return self.members.notices_of(project)
        passages = self._searchers.get(project.root) if project is not None else None
        return passages.notices if passages is not None else ()

    def _searcher(self, project: Project) -> "CodeBaseEvidence":
        from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence

        if project.root not in self._searchers:
            self._searchers[project.root] = CodeBaseEvidence(project, self.config.max_evidence_items)
        return self._searchers[project.root]


def _file_of(document: Document, project: Project | None) -> Path | None:
    """The file of a document; None: it is a text that was handed in."""
    place = project.root / document.name if project is not None else absolute(document.name)
    return place if os.path.isfile(place) else None
