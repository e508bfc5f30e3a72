"""The chat models of a run: who finds the claims, who judges, and what they share."""

from collections.abc import Coroutine, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from truthfulness_evaluator.claims.chat import ChatClaims
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import ModelConfigError, SettingsError, UsageError
from truthfulness_evaluator.core.protocols import EvidenceGatherer
from truthfulness_evaluator.evidence.agent import AgentEvidence
from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence
from truthfulness_evaluator.evidence.web.deciding.chat_deciding import ChatDeciding
from truthfulness_evaluator.judges.chat import ChatJudge
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.factory import KEYLESS
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.llm.retries import BACKOFF_S
from truthfulness_evaluator.llm.tool_turns import ToolClient
from truthfulness_evaluator.llm.usage import UsageLedger
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.store.cache import Cache

_T = TypeVar("_T")

_DEFAULT = "default"
"""The origin of a setting that nobody has set."""


@dataclass(frozen=True)
class Members:
    """The chat models of a run."""

    resources: Resources
    finder: ChatClient
    """Finds claims, looks further for evidence, and decides what to search the web for."""
    voters: tuple[ChatClient, ...]
    """Vote on them."""
    screening: frozenset[str] = frozenset()
    """Names of those that are asked first."""
    notices: tuple[str, ...] = ()
    """Which models were left out, and why: one sentence each."""
    cache: Cache | None = None
    _searchers: dict[Path, CodeBaseEvidence] = field(default_factory=dict[Path, CodeBaseEvidence])

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """The result of a coroutine that asks them. Ctrl-C ends what is not done yet; a second one ends all."""
        self.resources.go_on()
        return run(work, on_interrupt=self.resources.interrupt)

    @property
    def interrupted(self) -> bool:
        """Whether the user has ended the run."""
        return self.resources.interrupted

    def usage(self) -> AbstractContextManager[UsageLedger]:
        """Counts what is done within a block."""
        return self.resources.ledger.part()

    def searcher(self, project: Project, config: EvaluatorConfig, *, asks_models: bool = True) -> EvidenceGatherer:
        """Who looks for evidence in a code base.

        Args:
            project: the code base; it is read once.
            config: `max_evidence_items` and `agent_steps` are read.
            asks_models: whether one of the models may look further.
        """
        if project.root not in self._searchers:
            self._searchers[project.root] = CodeBaseEvidence(project, config.max_evidence_items)
        passages = self._searchers[project.root]
        if not (asks_models and config.agent_steps):
            return passages
        explorer = ToolClient(self.finder.name, config=config, resources=self.resources)
        return AgentEvidence(explorer, passages, config.agent_steps, self.cache)

    def notices_of(self, project: Project | None) -> Sequence[str]:
        """What the search in a code base wants said."""
        passages = self._searchers.get(project.root) if project is not None else None
        return passages.notices if passages is not None else ()

    @property
    def extractor(self) -> ChatClaims:
        """Finds the claims of prose."""
        return ChatClaims(self.finder, self.cache, partial(self._count_cached, self.finder.name))

    @property
    def deciding(self) -> ChatDeciding:
        """Decides what to search the web for."""
        return ChatDeciding(self.finder, self.cache, partial(self._count_cached, self.finder.name))

    @property
    def judges(self) -> tuple[ChatJudge, ...]:
        """Those that vote, as judges."""
        return tuple(ChatJudge(voter, self.cache, partial(self._count_cached, voter.name)) for voter in self.voters)

    def _count_cached(self, model: str, answers: int) -> None:
        self.resources.ledger.count(model, cached=answers)

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Names of the models whose price is not known."""
        clients = (self.finder, *self.voters)
        return tuple(dict.fromkeys(client.name for client in clients if not client.priced))


def members(config: EvaluatorConfig, named: Sequence[str] | None = None) -> Members:
    """The chat models that a run asks.

    A model of the documented defaults for which there is no key is left out, with a notice; one that the user has
    named must be there. Claims are found by the extraction model; where nobody has set one, and the default one cannot
    be asked or would be sought at a server of the user's own, by the first that votes.

    Args:
        config: says which models there are, and where.
        named: models that vote; None: the configured ones.

    Raises:
        ModelConfigError: a model that was named cannot be made, or none is left.
        UsageError: a model is named twice, or a limit of cost cannot be kept.
        SettingsError: the file that was named for the cache, or for the trace, cannot be used.
    """
    cache = _cache(config)
    resources = Resources.of(config, cache=cache, backoff_s=BACKOFF_S)
    makers = _Makers(config, resources)
    if named is None:
        voters = makers.all(config.verification_models, is_default=config.origins["verification_models"] == _DEFAULT)
    else:
        voters = makers.all(named, is_default=False)
    if not voters:
        raise ModelConfigError(f"No chat model is left to ask. {' '.join(makers.notices)}", hint=KEYLESS)
    screening = makers.all(config.screening_models, is_default=False)
    everyone = [*screening, *voters]
    _refuse_doubles(everyone)
    found = Members(
        resources=resources,
        finder=_finder(config, makers, everyone),
        voters=tuple(everyone),
        screening=frozenset(client.name for client in screening),
        notices=tuple(makers.notices),
        cache=cache,
    )
    if config.max_cost is not None and found.unpriced:
        raise UsageError(
            f"max_cost cannot be kept: the price of {', '.join(found.unpriced)} is not known.",
            hint="Limit the calls instead, with --max-calls.",
        )
    return found


def _cache(config: EvaluatorConfig) -> Cache | None:
    """The file that keeps answers; where it was not named and cannot be used, nothing is kept."""
    if not config.enable_cache:
        return None
    if config.cache_file is not None:
        return Cache(Path(config.cache_file))
    try:
        return Cache()
    except (SettingsError, OSError):
        return None


class _Makers:
    """Makes the clients of one run."""

    def __init__(self, config: EvaluatorConfig, resources: Resources) -> None:
        self._config = config
        self._resources = resources
        self.notices: list[str] = []

    def one(self, name: str) -> ChatClient:
        return ChatClient(name, config=self._config, resources=self._resources)

    def all(self, names: Iterable[str], *, is_default: bool) -> list[ChatClient]:
        """Clients by name.

        Raises:
            ModelConfigError: one cannot be made, and it is no default.
            UsageError: a name is empty.
        """
        made: list[ChatClient] = []
        for name in names:
            if not name.strip():
                raise UsageError("The name of a chat model is empty.", hint="Give one, as in --model gpt-4o.")
            try:
                made.append(self.one(name))
            except ModelConfigError as error:
                if not is_default or self._config.offline:
                    raise
                self.notices.append(f"{name} is not asked: {error.message}")
        return made


def _finder(config: EvaluatorConfig, makers: _Makers, voters: Sequence[ChatClient]) -> ChatClient:
    is_default = config.origins["extraction_model"] == _DEFAULT
    if is_default and config.llm_base_url is not None:
        return voters[0]
    try:
        return makers.one(config.extraction_model)
    except ModelConfigError:
        if not is_default:
            raise
        return voters[0]


def _refuse_doubles(clients: Iterable[ChatClient]) -> None:
    """One model has one vote, by whatever names it goes."""
    seen: dict[str, str] = {}
    for client in clients:
        other = seen.get(client.settings)
        if other is not None:
            same = f"The chat model {other} is named twice."
            if other != client.name:
                same = f"The chat models {other} and {client.name} are one."
            raise UsageError(same, hint="Each judges once.")
        seen[client.settings] = client.name
