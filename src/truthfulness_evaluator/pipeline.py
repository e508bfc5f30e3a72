"""From a document to its report: claims, evidence, votes, consensus."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
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
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.events import ClaimsFound, DocumentJudged, DocumentRead, Event
from truthfulness_evaluator.core.kinds import PROSE, refuse_unknown_kinds
from truthfulness_evaluator.core.protocols import EvidenceGatherer, Judge
from truthfulness_evaluator.core.waiting import result_of
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.gathering import gather
from truthfulness_evaluator.evidence.given import context_evidence, given_notices, text_sources
from truthfulness_evaluator.evidence.sources import ContextEvidence
from truthfulness_evaluator.facts.changes import Changes
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.judges.facts import FactJudge
from truthfulness_evaluator.judges.named import asked_judges, load_models, reads_passages, refuse_nothing_to_read
from truthfulness_evaluator.models import Case, Claim, Document, Injection, TruthfulnessReport, UnusedIgnore, Verdict
from truthfulness_evaluator.panel.asked_web import asked_web
from truthfulness_evaluator.panel.configured import configured_panel
from truthfulness_evaluator.panel.finishing import Earlier
from truthfulness_evaluator.panel.injection import injections, with_suspicion
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer
from truthfulness_evaluator.panel.report import report_of
from truthfulness_evaluator.panel.supply import Supply
from truthfulness_evaluator.panel.work import Work, opened
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.projects import Projects
from truthfulness_evaluator.project.revision import changes_since
from truthfulness_evaluator.project.roots import absolute, checked_root
from truthfulness_evaluator.store.cache import Cache

if TYPE_CHECKING:
    from truthfulness_evaluator.panel.forecast import Forecast
    from truthfulness_evaluator.panel.members import Members
    from truthfulness_evaluator.review.remembering import Memory
    from truthfulness_evaluator.store.program_runs import ProgramRun


class Evaluator:
    """Evaluates documents against one code base, which is read once.

    Facts are looked up in the code base by the exact judge; `judges` vote besides it. No chat model is asked and no
    host is called unless `models`, `panel` or `web` says so, or a judge or gatherer that was handed in does it.

    Args:
        config: settings; None: `load_config()` from the root, or from the working folder without one.
        root: folder of the code base; None: found from each document's path, see `find_root`. A text
            without a root has no code base, and its facts are not checked.
        sources: files, folders and patterns of texts that prose is checked against, see `docs/sources.md`. The code
            base is then searched for such evidence only where a root is given, too.
        judges: further judges, or their names, `nli` (the embedded one) or `nli:PATH_OR_NAME`; empty: none. None: as
            the settings say, and without any `nli` where there are sources or contexts and no chat model is asked.
        gatherers: find evidence for the judges that need it.
        on_event: is told of progress.
        since: a revision of git: only what has changed since then is reported, see `docs/python.md`.
        models: chat models that find the claims of prose and judge them, by name.
        panel: ask the configured chat models, where `models` names no others.
        search_code: whether the code base is searched for evidence of prose; None: as told under `sources`.
        web: whether the web is searched for evidence of prose, see `docs/web.md`; None: where chat models are asked,
            as `enable_web_search` says, but not where there are sources.
        store: whether the run is kept, where the settings have nothing against it; see `docs/runs.md`.

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
        judges: Sequence[Judge | str] | None = None,
        gatherers: Sequence[EvidenceGatherer] | None = None,
        on_event: Callable[[Event], None] | None = None,
        since: str | None = None,
        models: Sequence[str] | None = None,
        panel: bool = False,
        search_code: bool | None = None,
        web: bool | None = None,
        *,
        store: bool = True,
    ) -> None:
        self.root = checked_root(root)
        self.config = config if config is not None else load_config(self.root)
        self._on_event = on_event
        self._kinds = kinds()
        refuse_unknown_kinds(self.config, [kind.name for kind in self._kinds])
        open_cache = _cache_opener(self.config)
        self._projects = Projects(open_cache)
        self._members = _asked_members(self.config, models, panel=panel)
        self._asked = asked_judges(judges, self.config, asks_models=self._members is not None)
        self._supply = Supply(
            self.config,
            self._members,
            tuple(gatherers or ()),
            text_sources(sources, self.root, self.config.max_evidence_items, open_cache),
            search_code if search_code is not None else sources is None or root is not None,
            asked_web(
                web,
                self.config,
                self._members,
                judged=self._members is not None or bool(self._asked.judges(has_texts=True)),
                has_sources=sources is not None,
                open_cache=open_cache,
            ),
        )
        self._panel(None, self._judges(None), Earlier())
        self._changes = self._since(since)
        self._memory: Memory | None = None
        self._run: ProgramRun | None = None
        if store and self.config.enable_store:
            self._run = _kept_run(
                self.config,
                {
                    "root": os.fspath(self.root or ""),
                    "sources": [os.fspath(absolute(source)) for source in sources or ()],
                    "models": list(models or ()),
                    "panel": panel,
                    "search_code": search_code,
                    "web": web,
                    "since": since,
                },
            )

    @property
    def run_id(self) -> str | None:
        """The run that is kept of the evaluations; None: nothing is evaluated yet, or no run is kept."""
        return self._run.run_id if self._run is not None else None

    @property
    def project(self) -> Project | None:
        """The code base of `root`; None where that is to be found from each document."""
        return self._projects.at(self.root)

    @property
    def members(self) -> "Members | None":
        """The chat models that are asked; None: none is."""
        return self._members

    @property
    def interrupted(self) -> bool:
        """Whether the user has ended the asking of chat models, so that reports are not complete."""
        return self._members is not None and self._members.interrupted

    @property
    def runs_model(self) -> bool:
        """Whether a model may run in this process: it must not be forked then."""
        return reads_passages(self._judges(None))

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
        given = context_evidence(contexts, self._supply.sources, self.config.max_evidence_items)
        read, root = opened(document, text, name, self.root)
        project = self._projects.at(root)
        judges = self._judges(given)
        work = Work(read, project, given, judges, self._supply.gatherers_for(read, project, given, judges))
        if not work.gatherers:
            refuse_nothing_to_read(judges)
        return await self._evaluated(work, Earlier())

    def finish(self, document: Document, report: TruthfulnessReport) -> TruthfulnessReport:
        """The report of a document, complete as far as it can be, out of one that is not.

        Claims with a verdict keep it, and votes that were given are not asked for again. Where something had failed
        when the claims were found, those are looked for once more.

        Args:
            document: with the text that the report is about.
            report: of an evaluation by the same judges.
        """
        work = self.afinish(document, report)
        return result_of(work) if self._members is None else self._members.run(work)

    async def afinish(self, document: Document, report: TruthfulnessReport) -> TruthfulnessReport:
        """`finish()` for callers with an event loop."""
        judges, project = self._judges(None), self._projects.at(self.root)
        gatherers = self._supply.gatherers_for(document, project, None, judges)
        names = frozenset(judge.name for judge in (*self._exact(project), *judges, *self._voters))
        return await self._evaluated(Work(document, project, None, judges, gatherers), Earlier(report, names))

    async def _evaluated(self, work: Work, earlier: Earlier) -> TruthfulnessReport:
        name = work.document.name
        self._tell(DocumentRead(name))
        usage = self._members.usage() if self._members is not None else nullcontext()
        with usage as counted:
            found = (Extraction(), Extraction()) if earlier.is_read else await self._found(work)
            facts, prose = earlier.left(found)
            self._tell(ClaimsFound(name, len(facts.claims), len(prose.claims)))
            report = await self._judged(work, facts, prose, earlier)
        if counted is not None:
            report = report.model_copy(update={"usage": counted.usages()})
        report = earlier.joined(report, confidence_threshold=self.config.confidence_threshold)
        if self._run is not None:
            self._run.add(work.document, report)
        self._tell(DocumentJudged(name, len(report.verifications)))
        return report

    async def forecast(self, document: Document) -> "Forecast":
        """What the chat models would be asked about a document, and what that would cost. Nobody is asked.

        Raises:
            UsageError: no chat models are asked for.
        """
        if self._members is None:
            raise UsageError("a forecast is about chat models, and none is asked.", hint="Give models= or panel=True.")
        from truthfulness_evaluator.panel.forecast import forecast

        project = self._projects.at(self.root)
        prose = excluding(ProseClaims().find(document), self.config.for_document(document.name).exclude_kinds)
        gatherers = self._supply.gatherers_for(document, project, None, (), asks=False)
        limit = self.config.max_evidence_items
        gathered = await gather(gatherers, prose.claims, Gate(document), limit=limit)
        searches = self._supply.web.max_searches if self._supply.web is not None else 0
        return forecast(self._members, document, gathered.cases, searches)

    async def _found(self, work: Work) -> tuple[Extraction, Extraction]:
        """Facts and prose of a document. Of one that has not changed since `since` only facts that may be touched.

        Without a code base, texts may state as prose what else is a fact: then all is prose.
        """
        document, project = work.document, work.project
        left_out = self.config.for_document(document.name).exclude_kinds
        changes = self._changes
        if changes is not None and not self._is_read_whole(document):
            wanted = partial(changes.may_touch, document=document.name)
            return excluding(FactClaims(self._kinds, project, wanted).find(document), left_out), Extraction()
        all_is_prose = project is None and (self._supply.has_texts(work.contexts) or self._supply.web is not None)
        facts = Extraction() if all_is_prose else FactClaims(self._kinds, project).find(document)
        if self._members is None or PROSE in left_out:
            prose = work.prose()
        else:
            prose = await self._members.extractor.find(document, facts)
        return excluding(facts, left_out), excluding(prose, left_out)

    def _is_read_whole(self, document: Document) -> bool:
        """Whether all its claims are looked for, not only such as a change may touch."""
        return self._changes is None or document.name in self._changes.since.paths

    async def _judged(self, work: Work, facts: Extraction, prose: Extraction, earlier: Earlier) -> TruthfulnessReport:
        document, project = work.document, work.project
        gate = Gate(document)
        claims = [claim for claim in (*facts.claims, *prose.claims) if claim.id not in earlier.cases]
        gathered = await gather(work.gatherers, claims, gate, limit=self.config.max_evidence_items)
        gathered = replace(gathered, cases=(*gathered.cases, *earlier.cases.values()))
        if reads_passages(work.judges):
            await asyncio.to_thread(load_models, work.judges, gathered.cases)
        panel = self._panel(project, work.judges, earlier)
        answer = await panel.ask(gathered.cases, gate, unfetched=gathered.unfetched)
        if self._changes is not None:
            answer = answer.only(self._changes.touches)
        suspected = injections(document, gathered.cases) if self._members is not None else []
        answer = self._for_people(replace(answer, results=with_suspicion(answer.results, suspected)), suspected)
        prose = replace(prose, failures=(*prose.failures, *gathered.failures))
        notices = [*document.notices, *(project.notices if project is not None else ())]
        notices += (*self._supply.notices_of(project), *gathered.notices)
        judged = bool(work.judges) or self._members is not None
        notices += given_notices(self._supply.sources, work.contexts, judged=judged)
        report = report_of(document, (facts, prose), answer, self.config, notices)
        report = self._remembered(report.model_copy(update={"injections": suspected}))
        if not self.config.report_unused_ignores or not self._is_read_whole(document):
            return report
        return report.model_copy(update={"unused_ignores": await self._unused(work, report.ignored, gate)})

    def _for_people(self, answer: PanelAnswer, suspected: Sequence[Injection]) -> PanelAnswer:
        """The answer with marks on what goes to a person, where the settings want that."""
        if not self.config.enable_human_review:
            return answer
        from truthfulness_evaluator.review.needs import for_people

        return for_people(answer, suspected, self.config.human_review_threshold)

    def _remembered(self, report: TruthfulnessReport) -> TruthfulnessReport:
        """The report with what people have decided before."""
        if not self.config.enable_store:
            return report
        if self._memory is None:
            from truthfulness_evaluator.review.remembering import Memory

            self._memory = Memory(None if self.config.data_file is None else Path(self.config.data_file))
        return self._memory.applied(report, confidence_threshold=self.config.confidence_threshold)

    async def _unused(self, work: Work, ignored: Sequence[Claim], gate: Gate) -> list[UnusedIgnore]:
        """Comments that are not needed. Only the exact judge is asked: what others would judge may need them."""
        answer = await Panel(self._exact(work.project)).ask([Case(claim) for claim in ignored], gate)
        supported = {result.claim_id for result in answer.results if result.verdict is Verdict.SUPPORTS}
        idle = {c.id for c in answer.not_checked if not any(judge.handles(c) for judge in work.judges)}
        judged = [claim for claim in ignored if claim.id not in idle]
        return unused_ignores(work.document, judged, supported, (PROSE, *(kind.name for kind in self._kinds)))

    def _judges(self, contexts: ContextEvidence | None) -> tuple[Judge, ...]:
        """Those besides the exact one and the chat models."""
        return self._asked.judges(has_texts=self._supply.has_texts(contexts))

    def _exact(self, project: Project | None) -> list[FactJudge]:
        return [FactJudge(project, self._kinds)] if project is not None else []

    def _panel(self, project: Project | None, judges: Sequence[Judge], earlier: Earlier) -> Panel:
        root = project.root if project is not None else self.root
        everyone = (*self._exact(project), *map(earlier.heard, (*judges, *self._voters)))
        return configured_panel(everyone, self.config, root)

    def _since(self, revision: str | None) -> Changes | None:
        if revision is None:
            return None
        if self.project is None:
            raise UsageError("since= needs a root: the code base that has changed.")
        return Changes(self.project, changes_since(self.project.root, revision))

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
    judges: Sequence[Judge | str] | None = None,
    gatherers: Sequence[EvidenceGatherer] | None = None,
    on_event: Callable[[Event], None] | None = None,
    models: Sequence[str] | None = None,
    panel: bool = False,
    web: bool | None = None,
    store: bool = True,
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
    evaluator = Evaluator(
        config, root, sources, judges, gatherers, on_event, models=models, panel=panel, web=web, store=store
    )
    return evaluator.evaluate(path, text=text, name=name, contexts=contexts)


def _cache_opener(config: EvaluatorConfig) -> Callable[[], Cache] | None:
    """Opens the cache; None: nothing is kept."""
    if not config.enable_cache:
        return None
    return Cache if config.cache_file is None else partial(Cache, Path(config.cache_file))


def _kept_run(config: EvaluatorConfig, asked: Mapping[str, object]) -> "ProgramRun":
    """What keeps the run; `asked` are fields of a `RunRequest`."""
    from truthfulness_evaluator.models.run import RunRequest
    from truthfulness_evaluator.store.program_runs import ProgramRun

    return ProgramRun(config, RunRequest.model_validate({**asked, "from_python": True}))


def _asked_members(config: EvaluatorConfig, models: Sequence[str] | None, *, panel: bool) -> "Members | None":
    """The chat models that are asked for; None: nothing of them is imported then."""
    if not (models or panel):
        return None
    from truthfulness_evaluator.panel.members import members

    return members(config, models or None)
