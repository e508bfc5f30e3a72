"""The configuration: every option, its default, and where it may be set."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import Field, PrivateAttr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.overrides import FIELDS as OVERRIDABLE
from truthfulness_evaluator.core.overrides import DocumentSettings, Override, Overrides
from truthfulness_evaluator.core.settings import (
    ARGUMENT,
    DEFAULT,
    PREFIX,
    Layer,
    Setting,
    merge,
    unknown_name,
    without_password,
    wrong_value,
)
from truthfulness_evaluator.core.settings_files import project_layer, user_layer
from truthfulness_evaluator.core.settings_types import (
    SEARCH_PROVIDERS,
    Grade,
    Judges,
    Key,
    Kinds,
    Name,
    Names,
    OptionalFlag,
    OptionalName,
    SearchNames,
    Share,
    Sites,
    SiteShares,
    WebAddress,
    Weights,
)
from truthfulness_evaluator.core.settings_variables import (
    KEY_VARIABLES,
    VENDOR_VARIABLES,
    Variables,
    read_variables,
)

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read for the configuration that is being made."""

    settings: Layer = field(default_factory=dict[str, Setting])
    ranks: Mapping[str, int] = field(default_factory=dict[str, int])
    """By field the number of the source that sets it, 0 for the strongest."""
    variables: Variables = field(default_factory=lambda: Variables(os.environ))


_WEAKEST = 99
"""The rank of a field that no source sets."""
# The constructor hands what it read to `model_post_init`, which pydantic calls with nothing.
_READING: ContextVar[_Reading] = ContextVar("_READING")


class EvaluatorConfig(BaseSettings):
    """All options. Read from arguments, `TRUTH_*` variables and `.env`; `load_config` adds the files.

    Raises:
        SettingsError: a value or a name is wrong. It is a ValueError, and it shows no keys.

    Example:
        >>> EvaluatorConfig(max_evidence_items=3).max_evidence_items
        3
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        extra="forbid",
        hide_input_in_errors=True,  # an input may be a key
    )

    extraction_model: Name = "gpt-4o-mini"
    """Chat model that extracts claims."""
    verification_models: Names = Field(default_factory=lambda: ["gpt-4o", "claude-sonnet-4-5"])
    """Chat models that vote."""
    consensus_method: Literal["simple", "weighted", "ice"] = "weighted"
    confidence_threshold: Share = 0.7
    """From where a verdict counts as verified."""
    enable_web_search: bool = True
    enable_filesystem_search: bool = True
    max_evidence_items: int = Field(default=5, ge=1)
    """Passages a claim."""
    ice_max_rounds: int = Field(default=3, ge=1)
    """Rounds, the first blind vote included."""
    output_format: Literal[
        "github", "gitlab", "html", "json", "jsonl", "junit", "markdown", "rdjson", "sarif", "text"
    ] = "json"
    """Format of a report that is written without a name that says it."""
    include_explanations: bool = True
    include_model_votes: bool = True
    enable_human_review: bool = False
    human_review_threshold: Share = 0.6
    """A claim whose confidence is below it goes to review."""
    openai_api_key: Key = Field(default="", repr=False, exclude=True)
    """Falls back to `OPENAI_API_KEY`."""
    anthropic_api_key: Key = Field(default="", repr=False, exclude=True)
    """Falls back to `ANTHROPIC_API_KEY`."""
    llm_provider: OptionalName = None
    """Provider for `create_chat_model()`. None: from the model's name."""
    llm_model: OptionalName = None
    """Model of `create_chat_model()` without a name; where set, also the default of the extraction
    and verification models."""
    llm_temperature: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    llm_base_url: WebAddress = None
    """An OpenAI-compatible server for every model that names no other provider."""
    llm_api_key: Key = Field(default="", repr=False, exclude=True)
    """Key for `llm_base_url`."""
    judge_weights: Weights = Field(default_factory=dict[str, float])
    """Weights of judges in `weighted`, by name, 1 where not given. Zero silences."""
    web_search_enabled: OptionalFlag = None
    """Second name of `enable_web_search`."""
    max_web_results: int = Field(default=5, ge=1)
    """Results a search."""
    max_searches: int = Field(default=3, ge=1)
    """Searches a claim."""
    search_providers: SearchNames = Field(default_factory=lambda: ["ddgs"])
    """Search services in the order of preference: `searxng`, `tavily`, `brave`, `ddgs`. Where it is not set, those that
    have an address or a key come before `ddgs`, which needs neither."""
    searxng_url: WebAddress = None
    """Base address of an instance of SearXNG; it may be on this machine or in an intranet."""
    tavily_api_key: Key = Field(default="", repr=False, exclude=True)
    """Falls back to `TAVILY_API_KEY`."""
    brave_api_key: Key = Field(default="", repr=False, exclude=True)
    """Falls back to `BRAVE_API_KEY`, then to `BRAVE_SEARCH_API_KEY`."""
    exclude: Names = Field(default_factory=list[str])
    """Patterns of paths, relative to the root, that are not checked."""
    exclude_kinds: Kinds = Field(default_factory=list[str])
    """Kinds of claim that are not checked."""
    overrides: Overrides = Field(default_factory=list[Override])
    """Settings for the documents of some paths."""
    fail_on: Literal["refuted", "unsupported", "never"] = "refuted"
    """Verdicts that fail the gate; `unsupported`: REFUTES and NOT_ENOUGH_INFO."""
    fail_on_model: Literal["refuted", "unsupported", "never"] = "never"
    """The same for what only judges say that may err, such as models."""
    fail_on_kind: Kinds = Field(default_factory=list[str])
    """Kinds of claim that fail the gate. Empty: all."""
    min_confidence: Share = 0.0
    """A result whose confidence is below it does not fail the gate."""
    fail_under: Grade = None
    """The gate fails on a grade below this one."""
    report_unused_ignores: bool = False
    """Comments that exclude parts and are not needed are reported."""
    baseline: OptionalName = None
    """File with the known findings, which do not fail the gate; relative to the root. None: `.truth-baseline.json`
    in the root, if it is there."""
    offline: bool = False
    """No model service and no web host is called."""
    enable_cache: bool = True
    """The index of the code base and the votes of chat models are kept in the user's cache folder, so that the next run
    is quicker and asks only what is new."""
    cache_file: OptionalName = None
    """Where that is kept instead."""
    web_max_age_days: float | None = Field(default=30.0, gt=0, allow_inf_nan=False)
    """Days for which web pages and searches are kept and used. None: for good."""
    web_timeout: float = Field(default=20.0, gt=0, allow_inf_nan=False)
    """Seconds after which a web page has failed."""
    web_allow_hosts: Names = Field(default_factory=list[str])
    """Hosts of an intranet that pages may be fetched from: `wiki`, `*.example.org`, `10.0.0.0/8`."""
    allowed_sites: Sites = Field(default_factory=list[str])
    """Sites that alone are read: `example.org` is it and all below it. Empty: all are."""
    blocked_sites: Sites = Field(default_factory=list[str])
    """Sites that are never read."""
    site_credibility: SiteShares = Field(default_factory=dict[str, float])
    """How much sites are believed, 0 to 1, by site. 0.5 where not given: nothing is guessed."""
    enable_store: bool = True
    """Runs and reviews are kept in the user's data folder."""
    data_file: OptionalName = None
    """Where these are kept instead."""
    keep_runs: int = Field(default=50, ge=1)
    """Complete runs of a code base that are kept; the oldest are forgotten first, those with a review never."""
    min_votes: int | None = Field(default=None, ge=1)
    """Valid votes that a claim needs, of those who were asked. None: more than half of them."""
    screening_models: Names = Field(default_factory=list[str])
    """Chat models that are asked first; the verification models then see only what these dispute or doubt."""
    agent_steps: int = Field(default=0, ge=0)
    """How often the extraction model may look further into the code base for claims with little evidence."""
    llm_timeout: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    """Seconds after which one call of a chat model has failed."""
    llm_concurrency: int = Field(default=8, ge=1)
    """Calls to one server at a time."""
    llm_requests_per_minute: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Calls to one server a minute. None: as many as it allows."""
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """US dollars that a run may cost, by the list prices. None: no limit."""
    max_calls: int | None = Field(default=None, ge=0)
    """Calls of chat models that a run may make. None: no limit."""
    max_seconds: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds after which no further call is made in a run. None: no limit."""
    trace: OptionalName = None
    """File that takes a line of JSON for each call of a chat model."""
    reliability_file: OptionalName = None
    """JSON file with what is known of each judge's errors, for `weighted` and `ice`."""

    judges: Judges = None
    """Judges of prose besides the chat models: `nli`, `nli:PATH_OR_NAME`. None, and empty (`none`): no judge."""

    _origins: dict[str, str] = PrivateAttr(default_factory=dict[str, str])
    _files: dict[str, Path] = PrivateAttr(default_factory=dict[str, Path])
    _ranks: Mapping[str, int] = PrivateAttr(default_factory=dict[str, int])
    _vendor_variables: dict[str, str] = PrivateAttr(default_factory=dict[str, str])

    if not TYPE_CHECKING:  # type checkers see the constructor that the fields make

        def __init__(self, **values: object) -> None:
            reading = _read(type(self), values)
            token = _READING.set(reading)
            try:
                super().__init__(_env_file=None, **{name: setting.value for name, setting in reading.settings.items()})
            except ValidationError as error:
                raise _settings_error(error, reading.settings) from None
            finally:
                _READING.reset(token)

    def model_post_init(self, context: Any, /) -> None:
        """Settle what depends on other fields: second name, models, and the fallback of the keys."""
        reading = _READING.get(_Reading())
        self._origins = {name: setting.origin for name, setting in reading.settings.items()}
        self._files = {name: setting.file for name, setting in reading.settings.items() if setting.file is not None}
        self._ranks = reading.ranks
        found = {name: reading.variables.find(name) for name in VENDOR_VARIABLES}
        self._vendor_variables = {name: str(setting.value) for name, setting in found.items() if setting}
        self._settle_second_name()
        if self.llm_model is not None:
            self._default("extraction_model", self.llm_model, "llm_model")
            self._default("verification_models", [self.llm_model], "llm_model")
        for name, variables in KEY_VARIABLES.items():
            setting = next((found[each] for each in variables if found[each]), None)
            if setting is not None and not getattr(self, name):
                self._set(name, str(setting.value).strip(), setting.origin)
        self._settle_search_providers()

    def _settle_second_name(self) -> None:
        first, second = "enable_web_search", "web_search_enabled"
        if self.web_search_enabled is None:
            return
        if first in self.model_fields_set and self.enable_web_search != self.web_search_enabled:
            raise ValueError(
                f"{first} is {self.enable_web_search} ({self._origins.get(first, ARGUMENT)}) and {second} is "
                f"{self.web_search_enabled} ({self._origins.get(second, ARGUMENT)}): they are two names "
                "of one option; set one of them"
            )
        self._default(first, self.web_search_enabled, second)

    def _settle_search_providers(self) -> None:
        """Services that have an address or a key come first."""
        usable = {name: needed for name, needed in SEARCH_PROVIDERS.items() if needed and getattr(self, needed)}
        if usable:
            first = next(iter(usable.values()))
            self._default("search_providers", [*usable, "ddgs"], first)

    def _default(self, name: str, value: object, source: str) -> None:
        """Take a field's default from another field."""
        if name not in self.model_fields_set:
            self._set(name, value, f"{source}, {self._origins.get(source, ARGUMENT)}")

    def _set(self, name: str, value: object, origin: str) -> None:
        # Not by attribute: the field does not count as set by the user.
        vars(self)[name] = value
        self._origins[name] = origin

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """What its repr shows: no password of an address."""
        for name, value in super().__repr_args__():
            yield name, without_password(value) if isinstance(value, str) else value

    @property
    def origins(self) -> dict[str, str]:
        """Where the value of each field comes from, in the order of the fields.

        Example:
            >>> EvaluatorConfig(max_web_results=3).origins["max_web_results"]
            'argument'
        """
        return {name: self._origins.get(name, DEFAULT) for name in type(self).model_fields}

    @property
    def files(self) -> dict[str, Path]:
        """The settings file of each field that one sets."""
        return dict(self._files)

    def for_document(self, name: str) -> DocumentSettings:
        """What holds for one document. Of several overrides that are about it the last one holds, setting by setting.

        An override is as strong as the source that it stands in: a flag or a variable is stronger than the overrides
        of a file.

        Args:
            name: path relative to the root, with forward slashes.

        Example:
            >>> EvaluatorConfig(overrides=[{"paths": ["old/"], "fail_on": "never"}]).for_document("old/a.md").fail_on
            'never'
        """
        values: dict[str, Any] = {each: getattr(self, each) for each in OVERRIDABLE}
        overridden: dict[str, int] = {}
        rank = self._ranks.get("overrides", _WEAKEST)
        for number, override in enumerate(self.overrides):
            if override.matches(name):
                for each, value in override.settings.items():
                    if self._ranks.get(each, _WEAKEST) >= rank:
                        values[each] = value
                        overridden[each] = number
        return DocumentSettings(**values, overridden=overridden)

    def vendor_variable(self, name: str) -> str | None:
        """A variable of a vendor's SDK (`OPENAI_BASE_URL`), as environment or `.env` had it when this was read."""
        return self._vendor_variables.get(name)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what the constructor hands over: it has read and merged the sources, with their origins."""
        return (init_settings,)


def _read(cls: type[EvaluatorConfig], values: dict[str, object]) -> _Reading:
    """What the constructor's arguments, the environment, `.env` and the given files set together."""
    dotenv = values.pop("_env_file", cls.model_config.get("env_file"))
    encoding = values.pop("_env_file_encoding", None) or cls.model_config.get("env_file_encoding")
    prefix = values.pop("_env_prefix", None) or cls.model_config.get("env_prefix")
    files = cast("Iterable[Layer]", values.pop("_files", ()))
    fields = cls.model_fields
    for name in values:
        if name not in fields:
            raise unknown_name(name, ARGUMENT, fields)
    variables = read_variables(cast("str | None", dotenv), str(encoding or "utf-8"))
    arguments = {name: Setting(value, ARGUMENT) for name, value in values.items()}
    layers = [arguments, *variables.layers(fields, str(prefix or "")), *files]
    ranks = {name: rank for rank, layer in reversed(list(enumerate(layers))) for name in layer}
    return _Reading(merge(layers), ranks, variables)


def _settings_error(error: ValidationError, settings: Mapping[str, Setting]) -> SettingsError:
    return SettingsError(" ".join(_sentence(details, settings) for details in error.errors(include_url=False)))


def _sentence(details: "ErrorDetails", settings: Mapping[str, Setting]) -> str:
    problem = str(details.get("ctx", {}).get("error", details["msg"]))
    problem = problem.removeprefix("Input ")
    problem = problem[:1].lower() + problem[1:]
    if not details["loc"]:
        return problem + "."
    field = str(details["loc"][0])
    origin = settings[field].origin if field in settings else DEFAULT
    if details["type"] == "extra_forbidden":
        return str(unknown_name(str(details["loc"][-1]), f"{field} in {origin}", Override.model_fields))
    return wrong_value(".".join(map(str, details["loc"])), details["input"], origin, problem)


def get_config() -> EvaluatorConfig:
    """A new configuration, from the environment, `.env` and the defaults.

    Raises:
        SettingsError: a variable has a wrong value, or a name that is no setting.
    """
    return EvaluatorConfig()


def load_config(start: Path | None = None, **arguments: object) -> EvaluatorConfig:
    """A new configuration with all sources, settings files included.

    Args:
        start: the checked document or folder, above which the project's settings file is looked
            for. None: the working folder.
        arguments: fields, as in `EvaluatorConfig`.

    Raises:
        SettingsError: a value or a name is wrong, or a file does not parse or sets what it may not.
    """
    fields = EvaluatorConfig.model_fields
    files = (project_layer(Path.cwd() if start is None else start, fields), user_layer(fields))
    build = cast("Callable[..., EvaluatorConfig]", EvaluatorConfig)
    return build(_files=files, **arguments)
