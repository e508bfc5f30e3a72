"""From a document to its report: claims, evidence, votes, consensus."""

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from truthfulness_evaluator.claims.extraction import Extraction, excluding
from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.claims.rules import FactClaims, Reading
from truthfulness_evaluator.claims.unused import unused_ignores
from truthfulness_evaluator.core.config import EvaluatorConfig, load_config
from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.core.events import ClaimsFound, DocumentJudged, DocumentRead, Event
from truthfulness_evaluator.core.kinds import PROSE, refuse_unknown_kinds
from truthfulness_evaluator.core.protocols import EvidenceGatherer, Judge
from truthfulness_evaluator.core.waiting import result_of
from truthfulness_evaluator.documents.reading import read_document, read_text
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.gathering import gather
from truthfulness_evaluator.evidence.given import context_evidence, given_notices, text_sources
from truthfulness_evaluator.evidence.sources import ContextEvidence
from truthfulness_evaluator.facts.changes import Changes
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.judges.facts import FactJudge
from truthfulness_evaluator.models import Case, Claim, Document, TruthfulnessReport, UnusedIgnore, Verdict
from truthfulness_evaluator.panel.configured import configured_panel
from truthfulness_evaluator.panel.injection import injections, with_suspicion
from truthfulness_evaluator.panel.panel import Panel
from truthfulness_evaluator.panel.report import report_of
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.revision import changes_since
from truthfulness_evaluator.project.roots import absolute, checked_root, document_name, find_root
from truthfulness_evaluator.store.cache import Cache

if TYPE_CHECKING:
    from truthfulness_evaluator.panel.forecast import Forecast
    from truthfulness_evaluator.panel.members import Members


class Evaluator:
    """Evaluates documents against one code base, which is read once.

    Facts are looked up in the code base by the exact judge; `judges` vote besides it. No chat model is asked and no
    host is called unless `models` or `panel` says so, or a judge or gatherer that was handed in does it.

    Args:
        config: settings; None: `load_config()` from the root, or from the working folder without one.
        root: folder of the code base; None: found from each document's path, see `find_root`. A text
            without a root has no code base, and its facts are not checked.
        sources: files, folders and patterns of texts that prose is checked against, see `docs/sources.md`. The code
            base is then searched for such evidence only where a root is given, too.
        judges: further judges.
        gatherers: find evidence for the judges that need it.
        on_event: is told of progress.
        since: a revision of git: only what has changed since then is reported, see `docs/python.md`.
        models: chat models that find the claims of prose and judge them, by name.
        panel: ask the configured chat models, where `models` names no others.
        search_code: whether the code base is searched for evidence of prose; None: as told under `sources`.

    Raises:
        ModelConfigError: a chat model that was named cannot be made, or none is left.
        MissingPartError: the settings or arguments ask for a part that is not there.
        UsageError: the root is no folder, none of the sources can be read, two judges have one name, fewer judges than
            `min_votes` says, a setting names a kind that there is not, or `since` is no revision of the root's
            repository.
        SettingsError: the reliability file cannot be used.

    Example:
        >>> Evaluator().evaluate(text="All is well.", name="a.md").status
        'empty'
    """

    def __init__(
        self,
        config: EvaluatorConfig | None = None,
        root: str | os.PathLike[str] | None = None,
        sources: Sequence[str | os.PathLike[str]] | None = None,
        judges: Sequence[Judge] | None = None,
        gatherers: Sequence[EvidenceGatherer] | None = None,
        on_event: Callable[[Event], None] | None = None,
        since: str | None = None,
        models: Sequence[str] | None = None,
        panel: bool = False,
        search_code: bool | None = None,
    ) -> None:
        self.root = checked_root(root)
        self.config = config if config is not None else load_config(self.root)
        _refuse_missing_parts(self.config)
        self._sources = text_sources(sources, self.root, self.config.max_evidence_items, self._cache_opener())
        self._search_code = search_code if search_code is not None else sources is None or root is not None
        self._judges = tuple(judges or ())
        self._gatherers = tuple(gatherers or ())
        self._on_event = on_event
        self._kinds = kinds()
        refuse_unknown_kinds(self.config, [kind.name for kind in self._kinds])
        self._projects: dict[Path, Project] = {}
        self._members = _asked_members(self.config, models, panel=panel)
        self._panel(None)
        self._changes = self._since(since)

    @property
    def project(self) -> Project | None:
        """The code base of `root`; None where that is to be found from each document."""
        return self._project(self.root)

    @property
    def members(self) -> "Members | None":
        """The chat models that are asked; None: none is."""
        return self._members

    @property
    def interrupted(self) -> bool:
        """Whether the user has ended the asking of chat models, so that reports are not complete."""
        return self._members is not None and self._members.interrupted

    def touches(self, name: str) -> bool:
        """Whether a document may hold a claim that the changes since `since` touch; True where that is not given.

        Args:
            name: path of a document, relative to the root.
        """
        return self._changes is None or self._changes.touches_document(name)

    def readings(self, document: Document) -> list[Reading]:
        """All that the kinds of fact read in a document, also what makes no claim about the project of `root`."""
        return FactClaims(self._kinds, self.project).readings(document)

    def evaluate(
        self,
        document: Document | str | os.PathLike[str] | None = None,
        *,
        text: str | None = None,
        name: str | None = None,
        contexts: Sequence[str] | None = None,
    ) -> TruthfulnessReport:
        """The report of one document. Also where an event loop runs (it then waits in a thread).

        Where chat models are asked, an interruption (Ctrl-C) ends what is not done yet and still gives the report.

        Args:
            document: a document, or the path of one; a string is a path.
            text: a text instead of a document.
            name: what the text is called in the report, `-` by default. Its ending says the format;
                without one the text's looks do.
            contexts: passages that its prose is judged against, and nothing besides them.

        Raises:
            UsageError: neither a document nor a text is given, or both are, or contexts where there are sources.
            DocumentError: the document cannot be read.
        """
        work = self.aevaluate(document, text=text, name=name, contexts=contexts)
        return result_of(work) if self._members is None else self._members.run(work)

    async def aevaluate(
        self,
        document: Document | str | os.PathLike[str] | None = None,
        *,
        text: str | None = None,
        name: str | None = None,
        contexts: Sequence[str] | None = None,
    ) -> TruthfulnessReport:
        """`evaluate()` for callers with an event loop."""
        given = context_evidence(contexts, self._sources, self.config.max_evidence_items)
        read, project = self._read(document, text, name)
        self._tell(DocumentRead(read.name))
        usage = self._members.usage() if self._members is not None else nullcontext()
        with usage as counted:
            has_texts = given is not None or self._sources is not None
            facts, prose = await self._found(read, project, all_is_prose=project is None and has_texts)
            self._tell(ClaimsFound(read.name, len(facts.claims), len(prose.claims)))
            report = await self._judged(read, project, facts, prose, given)
        if counted is not None:
            report = report.model_copy(update={"usage": counted.usages()})
        self._tell(DocumentJudged(read.name, len(report.verifications)))
        return report

    async def forecast(self, document: Document) -> "Forecast":
        """What the chat models would be asked about a document, and what that would cost. Nobody is asked.

        Raises:
            UsageError: no chat models are asked for.
        """
        if self._members is None:
            raise UsageError("a forecast is about chat models, and none is asked.", hint="Give models= or panel=True.")
        from truthfulness_evaluator.panel.forecast import forecast

        project = self._project(self.root)
        prose = excluding(ProseClaims().find(document), self.config.for_document(document.name).exclude_kinds)
        gatherers = self._sources_of_evidence(document, project, asks_models=False)
        limit = self.config.max_evidence_items
        gathered = await gather(gatherers, prose.claims, Gate(document), limit=limit)
        return forecast(self._members, document, gathered.cases)

    async def _found(
        self, document: Document, project: Project | None, *, all_is_prose: bool
    ) -> tuple[Extraction, Extraction]:
        """Facts and prose of a document. Of one that has not changed since `since` only facts that may be touched.

        Args:
            document: where they are looked for.
            project: where facts are looked up.
            all_is_prose: there is no code base but there are texts, which may state as prose what else is a fact.
        """
        left_out = self.config.for_document(document.name).exclude_kinds
        changes = self._changes
        if changes is not None and not self._is_read_whole(document):
            wanted = partial(changes.may_touch, document=document.name)
            return excluding(FactClaims(self._kinds, project, wanted).find(document), left_out), Extraction()
        facts = Extraction() if all_is_prose else FactClaims(self._kinds, project).find(document)
        if self._members is None or PROSE in left_out:
            prose = ProseClaims().find(document)
        else:
            prose = await self._members.extractor.find(document, facts)
        return excluding(facts, left_out), excluding(prose, left_out)

    def _is_read_whole(self, document: Document) -> bool:
        """Whether all its claims are looked for, not only such as a change may touch."""
        return self._changes is None or document.name in self._changes.since.paths

    async def _judged(
        self,
        document: Document,
        project: Project | None,
        facts: Extraction,
        prose: Extraction,
        contexts: ContextEvidence | None,
    ) -> TruthfulnessReport:
        gate = Gate(document)
        gathered = await gather(
            self._sources_of_evidence(document, project, contexts),
            [*facts.claims, *prose.claims],
            gate,
            limit=self.config.max_evidence_items,
        )
        answer = await self._panel(project).ask(gathered.cases, gate, unfetched=gathered.unfetched)
        if self._changes is not None:
            answer = answer.only(self._changes.touches)
        suspected = injections(document, gathered.cases) if self._members is not None else []
        answer = replace(answer, results=with_suspicion(answer.results, suspected))
        prose = replace(prose, failures=(*prose.failures, *gathered.failures))
        notices = [*document.notices, *(project.notices if project is not None else ())]
        notices += self._members.notices_of(project) if self._members is not None else ()
        judged = bool(self._judges) or self._members is not None
        notices += given_notices(self._sources, contexts, judged=judged)
        report = report_of(document, (facts, prose), answer, self.config, notices)
        report = report.model_copy(update={"injections": suspected})
        if not self.config.report_unused_ignores or not self._is_read_whole(document):
            return report
        return report.model_copy(update={"unused_ignores": await self._unused(document, project, report.ignored, gate)})

    async def _unused(
        self, document: Document, project: Project | None, ignored: Sequence[Claim], gate: Gate
    ) -> list[UnusedIgnore]:
        """Comments that are not needed. Only the exact judge is asked: what others would judge may need them."""
        answer = await Panel(self._exact(project)).ask([Case(claim) for claim in ignored], gate)
        supported = {result.claim_id for result in answer.results if result.verdict is Verdict.SUPPORTS}
        idle = {c.id for c in answer.not_checked if not any(judge.handles(c) for judge in self._judges)}
        judged = [claim for claim in ignored if claim.id not in idle]
        return unused_ignores(document, judged, supported, (PROSE, *(kind.name for kind in self._kinds)))

    def _sources_of_evidence(
        self,
        document: Document,
        project: Project | None,
        contexts: ContextEvidence | None = None,
        *,
        asks_models: bool = True,
    ) -> list[EvidenceGatherer]:
        """What was handed in, and for judges of prose contexts or sources, else the code base for chat models."""
        given = list(self._gatherers)
        if contexts is not None:
            return [*given, contexts]
        if self._sources is not None and (self._judges or self._members is not None):
            given.append(self._sources.beside(document, _file_of(document, project)))
        searched = self._search_code and self.config.enable_filesystem_search
        if self._members is None or project is None or not searched:
            return given
        return [*given, self._members.searcher(project, self.config, asks_models=asks_models)]

    def _exact(self, project: Project | None) -> list[FactJudge]:
        return [FactJudge(project, self._kinds)] if project is not None else []

    def _panel(self, project: Project | None) -> Panel:
        root = project.root if project is not None else self.root
        return configured_panel((*self._exact(project), *self._judges, *self._voters), self.config, root)

    def _read(
        self, document: Document | str | os.PathLike[str] | None, text: str | None, name: str | None
    ) -> tuple[Document, Project | None]:
        if (document is None) == (text is None):
            raise UsageError("give a document or a text, one of the two: evaluate(path) or evaluate(text=...).")
        if text is not None:
            return read_text(text, name or "-"), self._project(self.root)
        if isinstance(document, Document):
            return document, self._project(self.root)
        path = Path(os.fspath(document or ""))
        root = self.root if self.root is not None else find_root(path)
        return read_document(path, document_name(path, root)), self._project(root)

    def _since(self, revision: str | None) -> Changes | None:
        if revision is None:
            return None
        if self.project is None:
            raise UsageError("since= needs a root: the code base that has changed.")
        return Changes(self.project, changes_since(self.project.root, revision))

    def _project(self, root: Path | None) -> Project | None:
        if root is None:
            return None
        if root not in self._projects:
            self._projects[root] = Project(root, self._kept_index(root))
        return self._projects[root]

    def _kept_index(self, root: Path) -> KeptIndex | None:
        opener = self._cache_opener()
        return KeptIndex(root, opener) if opener is not None else None

    def _cache_opener(self) -> Callable[[], Cache] | None:
        """Opens the cache; None: nothing is kept."""
        if not self.config.enable_cache:
            return None
        return Cache if self.config.cache_file is None else partial(Cache, Path(self.config.cache_file))

    @property
    def _voters(self) -> Sequence[Judge]:
        return self._members.judges if self._members is not None else ()

    def _tell(self, event: Event) -> None:
        if self._on_event is not None:
            self._on_event(event)


def evaluate(
    path: Document | str | os.PathLike[str] | None = None,
    *,
    text: str | None = None,
    name: str | None = None,
    contexts: Sequence[str] | None = None,
    sources: Sequence[str | os.PathLike[str]] | None = None,
    root: str | os.PathLike[str] | None = None,
    config: EvaluatorConfig | None = None,
    judges: Sequence[Judge] | None = None,
    gatherers: Sequence[EvidenceGatherer] | None = None,
    on_event: Callable[[Event], None] | None = None,
    models: Sequence[str] | None = None,
    panel: bool = False,
) -> TruthfulnessReport:
    """The report of one document or text: an `Evaluator` for once.

    For the arguments see `Evaluator` and its `evaluate`; without `config` the settings files are looked
    for from the path.

    Example:
        >>> from truthfulness_evaluator import ScriptedJudge, Verdict
        >>> judge = ScriptedJudge("anna", default=Verdict.REFUTES)
        >>> report = evaluate(text="It sails daily.", contexts=["The ferry sails on Mondays."], judges=[judge])
        >>> report.verifications[0].evidence[0].content
        'The ferry sails on Mondays.'
    """
    if config is None and path is not None and not isinstance(path, Document):
        config = load_config(Path(path))
    evaluator = Evaluator(config, root, sources, judges, gatherers, on_event, models=models, panel=panel)
    return evaluator.evaluate(path, text=text, name=name, contexts=contexts)


def _file_of(document: Document, project: Project | None) -> Path | None:
    """The file of a document; None: it is a text that was handed in."""
    place = project.root / document.name if project is not None else absolute(document.name)
    return place if os.path.isfile(place) else None


def _refuse_missing_parts(config: EvaluatorConfig) -> None:
    if config.enable_human_review:
        raise MissingPartError("human review is not part of this version; unset enable_human_review.")


def _asked_members(config: EvaluatorConfig, models: Sequence[str] | None, *, panel: bool) -> "Members | None":
    """The chat models that are asked for; None: nothing of them is imported then."""
    if not (models or panel):
        return None
    from truthfulness_evaluator.panel.members import members

    return members(config, models or None)
