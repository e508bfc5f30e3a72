"""The flags of a run as they were given. None and empty: not given, so the settings hold."""

from dataclasses import dataclass

from truthfulness_evaluator.core.errors import UsageError

_SEARXNG = "searxng"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelArguments:
    """Which judges of prose are asked, within which limits, and what is kept."""

    judge: tuple[str, ...] = ()
    offline: bool = False
    panel: bool = False
    model: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    consensus: str | None = None
    threshold: str | None = None
    web: bool | None = None
    search: tuple[str, ...] = ()
    """Each a name, or `searxng:URL`."""
    allow_host: tuple[str, ...] = ()
    max_cost: str | None = None
    max_calls: str | None = None
    max_seconds: str | None = None
    cache: str | None = None
    no_cache: bool = False
    trace: str | None = None

    @property
    def asks_models(self) -> bool:
        """Whether chat models are asked for."""
        return self.panel or bool(self.model)

    def model_settings(self) -> dict[str, object]:
        """The settings that these flags set; None: the flag is not given and sets nothing."""
        return {
            "judges": list(self.judge) or None,
            "offline": self.offline or None,
            "screening_models": list(self.screen) or None,
            "consensus_method": self.consensus,
            "confidence_threshold": self.threshold,
            **self._search_settings(),
            "web_allow_hosts": list(self.allow_host) or None,
            "max_cost": self.max_cost,
            "max_calls": self.max_calls,
            "max_seconds": self.max_seconds,
            "cache_file": self.cache,
            "enable_cache": False if self.no_cache else None,
            "trace": self.trace,
        }

    def _search_settings(self) -> dict[str, object]:
        """Which services search; the address of an instance of SearXNG stands with its name."""
        parts = [name.partition(":") for name in self.search]
        addresses = [address for name, _, address in parts if name == _SEARXNG and address]
        if len(addresses) > 1:
            raise UsageError("--search names two addresses of SearXNG.", hint="Give one.")
        return {
            "search_providers": [name if name == _SEARXNG else name + colon + rest for name, colon, rest in parts]
            or None,
            "searxng_url": addresses[0] if addresses else None,
        }

    def refuse_contradictions(self) -> None:
        """Raises a UsageError where two of them do not go together."""
        if self.cache is not None and self.no_cache:
            raise UsageError("--cache names a file to keep things in, and --no-cache keeps nothing.")
        if self.screen and not self.asks_models:
            raise UsageError("--screen is about chat models, and none is asked.", hint="Give --panel or --model.")
        if self.web and self.offline and self.no_cache:
            raise UsageError("--web with --offline uses what is kept, and --no-cache uses nothing of that.")
        if (self.search or self.allow_host) and (self.web is False or not (self.web or self.asks_models)):
            flag = "--search" if self.search else "--allow-host"
            raise UsageError(f"{flag} says how the web is searched, and it is not.", hint="Give --web.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckArguments(ModelArguments):
    """What stands on the command line of `truth-eval check`."""

    paths: tuple[str, ...] = ()
    root: str | None = None
    sources: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    docstrings: bool = False
    format: tuple[str, ...] = ()
    """Each `FORMAT` or `FORMAT:FILE`."""
    output: str | None = None
    fail_on: str | None = None
    fail_on_model: str | None = None
    fail_on_kind: tuple[str, ...] = ()
    """Each a kind, or several with commas."""
    min_confidence: str | None = None
    fail_under: str | None = None
    exit_zero: bool = False
    since: str | None = None
    report_unused_ignores: bool = False
    baseline: str | None = None
    update_baseline: bool = False
    fix: bool = False
    show_fixes: bool = False
    human_review: bool = False
    dry_run: bool = False
    no_store: bool = False
    stdin_filename: str | None = None
    quiet: bool = False
    verbose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchArguments(ModelArguments):
    """What stands on the command line of `truth-eval batch`."""

    input: str
    """`-`: standard input."""
    output: str
    root: str | None = None
    sources: tuple[str, ...] = ()
    text_field: str | None = None
    contexts_field: str | None = None
    id_field: str | None = None
    retry: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportArguments:
    """What stands on the command line of `truth-eval report`."""

    run: str | None = None
    """An id, the beginning of one, or `latest`; None: the newest of the project."""
    format: tuple[str, ...] = ()
    """Each `FORMAT` or `FORMAT:FILE`."""
    output: str | None = None
    quiet: bool = False
    verbose: bool = False

    @property
    def show_fixes(self) -> bool:
        """Never: a kept run corrects nothing."""
        return False
