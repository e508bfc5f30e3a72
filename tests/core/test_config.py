import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig, get_config
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.settings import KEYS

pytestmark = pytest.mark.usefixtures("no_settings")

SECRET = "sk-SECRET-123"
make = cast("Callable[..., EvaluatorConfig]", EvaluatorConfig)

DEFAULTS: dict[str, object] = {
    "extraction_model": "gpt-4o-mini",
    "verification_models": ["gpt-4o", "claude-sonnet-4-5"],
    "consensus_method": "weighted",
    "confidence_threshold": 0.7,
    "enable_web_search": True,
    "enable_filesystem_search": True,
    "max_evidence_items": 5,
    "ice_max_rounds": 3,
    "output_format": "json",
    "include_explanations": True,
    "include_model_votes": True,
    "enable_human_review": False,
    "human_review_threshold": 0.6,
    "openai_api_key": "",
    "anthropic_api_key": "",
    "llm_provider": None,
    "llm_model": None,
    "llm_temperature": 0.0,
    "llm_base_url": None,
    "llm_api_key": "",
    "judge_weights": {},
    "web_search_enabled": None,
    "max_web_results": 5,
    "max_searches": 3,
    "search_providers": ["ddgs"],
    "searxng_url": None,
    "tavily_api_key": "",
    "brave_api_key": "",
    "exclude": [],
    "exclude_kinds": [],
    "overrides": [],
    "fail_on": "refuted",
    "fail_on_model": "never",
    "fail_on_kind": [],
    "min_confidence": 0.0,
    "fail_under": None,
    "report_unused_ignores": False,
    "baseline": None,
    "offline": False,
    "enable_cache": True,
    "cache_file": None,
    "web_max_age_days": 30.0,
    "web_timeout": 20.0,
    "web_allow_hosts": [],
    "allowed_sites": [],
    "blocked_sites": [],
    "site_credibility": {},
    "enable_store": True,
    "data_file": None,
    "keep_runs": 50,
    "min_votes": None,
    "screening_models": [],
    "agent_steps": 0,
    "llm_timeout": 60.0,
    "llm_concurrency": 8,
    "llm_requests_per_minute": None,
    "max_cost": None,
    "max_calls": None,
    "max_seconds": None,
    "trace": None,
    "reliability_file": None,
    "judges": None,
}


def test_defaults() -> None:
    config = get_config()
    assert {name: getattr(config, name) for name in type(config).model_fields} == DEFAULTS
    assert set(config.origins.values()) == {"default"}
    assert get_config() is not config


def test_what_the_class_says_of_its_sources() -> None:
    stated = {name: EvaluatorConfig.model_config.get(name) for name in ("env_prefix", "env_file", "env_file_encoding")}
    assert stated == {"env_prefix": "TRUTH_", "env_file": ".env", "env_file_encoding": "utf-8"}


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("extraction_model", "m", "m"),
        ("verification_models", "a, b ,,c", ["a", "b", "c"]),
        ("verification_models", '["a", "b,c"]', ["a", "b,c"]),
        ("verification_models", "[]", []),
        ("consensus_method", "ice", "ice"),
        ("confidence_threshold", "1", 1.0),
        ("enable_web_search", "false", False),
        ("enable_filesystem_search", "0", False),
        ("max_evidence_items", "1", 1),
        ("ice_max_rounds", "7", 7),
        ("output_format", "markdown", "markdown"),
        ("include_explanations", "no", False),
        ("include_model_votes", "off", False),
        ("enable_human_review", "true", True),
        ("human_review_threshold", "0", 0.0),
        ("openai_api_key", f"{SECRET}\n", SECRET),
        ("anthropic_api_key", SECRET, SECRET),
        ("llm_provider", "openai", "openai"),
        ("llm_model", "gpt-4o", "gpt-4o"),
        ("llm_temperature", "0.3", 0.3),
        ("llm_base_url", "http://localhost:11434/v1", "http://localhost:11434/v1"),
        ("llm_api_key", SECRET, SECRET),
        ("judge_weights", '{"gpt-4o": 2, "b": 0}', {"gpt-4o": 2.0, "b": 0.0}),
        ("web_search_enabled", "false", False),
        ("max_web_results", "10", 10),
        ("max_searches", "1", 1),
        ("search_providers", "brave, ddgs,brave", ["brave", "ddgs"]),
        ("searxng_url", "http://127.0.0.1:8888", "http://127.0.0.1:8888"),
        ("tavily_api_key", SECRET, SECRET),
        ("brave_api_key", f" {SECRET}", SECRET),
        ("exclude", "docs/old/**", ["docs/old/**"]),
        ("exclude_kinds", "cli-option", ["cli_option"]),
        ("fail_on", "never", "never"),
        ("fail_on_model", "refuted", "refuted"),
        ("fail_on_kind", "cli-option, Link", ["cli_option", "link"]),
        ("min_confidence", "0.9", 0.9),
        ("fail_under", "b+", "B+"),
        ("report_unused_ignores", "true", True),
        ("baseline", "docs/known.json", "docs/known.json"),
        ("offline", "true", True),
        ("cache_file", "votes.sqlite3", "votes.sqlite3"),
        ("web_max_age_days", "0.5", 0.5),
        ("web_timeout", "3", 3.0),
        ("web_allow_hosts", "wiki, 10.0.0.0/8", ["wiki", "10.0.0.0/8"]),
        ("allowed_sites", "https://Example.org/, *.example.com", ["example.org", "example.com"]),
        ("blocked_sites", ".example.org, example.org", ["example.org"]),
        ("site_credibility", '{"Example.org": 0.9, "gov": 1}', {"example.org": 0.9, "gov": 1.0}),
        ("enable_store", "no", False),
        ("data_file", "runs.sqlite3", "runs.sqlite3"),
        ("keep_runs", "5", 5),
        ("min_votes", "2", 2),
        ("screening_models", "small, tiny", ["small", "tiny"]),
        ("agent_steps", "2", 2),
        ("llm_timeout", "7.5", 7.5),
        ("llm_concurrency", "3", 3),
        ("llm_requests_per_minute", "90", 90.0),
        ("max_cost", "0.5", 0.5),
        ("max_calls", "0", 0),
        ("max_seconds", "30", 30.0),
        ("trace", "calls.jsonl", "calls.jsonl"),
        ("reliability_file", "judges.json", "judges.json"),
        ("judges", "nli, nli:a/b", ["nli", "nli:a/b"]),
        ("judges", "none", []),
        ("judges", "[]", []),
    ],
)
def test_a_field_from_the_environment_from_dotenv_and_from_an_argument(
    monkeypatch: pytest.MonkeyPatch, no_settings: Path, field: str, text: str, value: object
) -> None:
    assert getattr(make(**{field: text}), field) == value
    variable = f"TRUTH_{field.upper()}"
    (no_settings / ".env").write_text(f"OTHER_PROGRAM=1\n{variable}='{text}'\n", encoding="utf-8")
    config = get_config()
    assert (getattr(config, field), config.origins[field]) == (value, f"{variable} in .env")
    (no_settings / ".env").unlink()
    monkeypatch.setenv(variable, text)
    config = get_config()
    assert (getattr(config, field), config.origins[field]) == (value, f"environment variable {variable}")
    monkeypatch.setenv(variable, "")
    assert getattr(get_config(), field) == DEFAULTS[field], "an empty variable sets nothing"


def test_sources_in_their_order(monkeypatch: pytest.MonkeyPatch, no_settings: Path) -> None:
    (no_settings / ".env").write_text("TRUTH_MAX_WEB_RESULTS=2\nTRUTH_ICE_MAX_ROUNDS=2\nTRUTH_LLM_PROVIDER=x", "utf-8")
    monkeypatch.setenv("TRUTH_MAX_WEB_RESULTS", "3")
    monkeypatch.setenv("truth_ice_max_rounds", "4")
    config = EvaluatorConfig(max_web_results=6)
    assert (config.max_web_results, config.ice_max_rounds, config.llm_provider) == (6, 4, "x")
    assert {name: origin for name, origin in config.origins.items() if origin != "default"} == {
        "max_web_results": "argument",
        "ice_max_rounds": "environment variable truth_ice_max_rounds",
        "llm_provider": "TRUTH_LLM_PROVIDER in .env",
    }
    assert make(_env_file=None).llm_provider is None


WRONG: list[tuple[str, object, str]] = [
    ("confidence_threshold", "1.5", "should be less than or equal to 1"),
    ("confidence_threshold", "-0.1", "should be greater than or equal to 0"),
    ("confidence_threshold", "nan", "should be a finite number"),
    ("human_review_threshold", "2", "should be less than or equal to 1"),
    ("max_evidence_items", "0", "should be greater than or equal to 1"),
    ("ice_max_rounds", "0", "should be greater than or equal to 1"),
    ("max_web_results", "0", "should be greater than or equal to 1"),
    ("max_searches", "0", "should be greater than or equal to 1"),
    ("search_providers", "[]", "should name a search service: searxng, tavily, brave, ddgs"),
    ("search_providers", "bing", "there is no search service 'bing'; known are searxng, tavily, brave, ddgs"),
    ("searxng_url", "localhost:8888", "should be an address that begins with http:// or https://"),
    ("max_web_results", "many", "should be a valid integer, unable to parse string as an integer"),
    ("consensus_method", "vote", "should be 'simple', 'weighted' or 'ice'"),
    (
        "output_format",
        "pdf",
        "should be 'github', 'gitlab', 'html', 'json', 'jsonl', 'junit', 'markdown', 'rdjson', 'sarif' or 'text'",
    ),
    ("fail_on", "always", "should be 'refuted', 'unsupported' or 'never'"),
    ("fail_under", "E", "should be a grade: one of A+, A, A-, B+, B, B-, C+, C, C-, D, F"),
    ("enable_web_search", "maybe", "should be a valid boolean, unable to interpret input"),
    ("llm_temperature", "-1", "should be greater than or equal to 0"),
    ("llm_base_url", "localhost:11434", "should be an address that begins with http:// or https://"),
    ("llm_base_url", "http://", "should be an address that begins with http:// or https://"),
    ("llm_base_url", "http://a:port", "should be an address that begins with http:// or https://"),
    ("verification_models", '["a"', "not valid JSON (Expecting ',' delimiter: line 1 column 5 (char 4))"),
    ("judges", "nil", "there is no judge 'nil'; known are nli, nli:PATH_OR_NAME and none"),
    ("judges", "nli:", "there is no judge 'nli:'; known are nli, nli:PATH_OR_NAME and none"),
    ("judges", "nli,none", "none means that no judge is asked, and others are named, too"),
    ("blocked_sites", "example.org/page", "'example.org/page' is no site; give a host such as example.org"),
    ("allowed_sites", "*.", "'*.' is no site; give a host such as example.org"),
    ("site_credibility", '{"example.org": 1.5}', "the credibility of 'example.org' is 1.5; it is 0 to 1"),
    ("web_max_age_days", "0", "should be greater than 0"),
    ("judge_weights", "a=1", "not valid JSON (Expecting value: line 1 column 1 (char 0))"),
]


@pytest.mark.parametrize(("field", "value", "problem"), WRONG)
def test_a_wrong_value_names_field_value_and_origin(
    monkeypatch: pytest.MonkeyPatch, no_settings: Path, field: str, value: str, problem: str
) -> None:
    def said(origin: str) -> str:
        return f"{field} is {value!r} ({origin}): {problem}."

    with pytest.raises(SettingsError) as caught:
        make(**{field: value})
    assert str(caught.value) == said("argument")
    assert isinstance(caught.value, ValueError)
    variable = f"TRUTH_{field.upper()}"
    (no_settings / ".env").write_text(f"{variable}='{value}'", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        get_config()
    assert str(caught.value) == said(f"{variable} in .env")
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as caught:
        get_config()
    assert str(caught.value) == said(f"environment variable {variable}")


def test_a_wrong_part_of_a_value() -> None:
    with pytest.raises(SettingsError) as caught:
        make(judge_weights={"a": "x"}, verification_models=["a", ""], exclude=[1])
    assert str(caught.value) == (
        "verification_models.1 is '' (argument): string should have at least 1 character. "
        "judge_weights.a is 'x' (argument): should be a valid number, unable to parse string as a number. "
        "exclude.0 is 1 (argument): should be a valid string."
    )


@pytest.mark.parametrize("weight", [-0.1, float("inf"), float("nan")])
def test_a_weight_is_zero_or_more(weight: float) -> None:
    assert EvaluatorConfig(judge_weights={"a": 0}).judge_weights == {"a": 0.0}
    with pytest.raises(SettingsError, match=r"the weight of 'a' is .*; a weight is zero"):
        EvaluatorConfig(judge_weights={"a": weight})


def test_a_long_value_is_cut() -> None:
    with pytest.raises(SettingsError) as caught:
        make(fail_on="x" * 1000)
    assert str(caught.value) == (
        f"fail_on is '{'x' * 79}... (argument): should be 'refuted', 'unsupported' or 'never'."
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("TRUTH_LLM_MODLE", " Did you mean 'TRUTH_LLM_MODEL'?"),
        ("truth_fail-on", " Did you mean 'TRUTH_FAIL_ON'?"),
        ("TRUTH_OPENAI_KEY", " Did you mean 'TRUTH_OPENAI_API_KEY'?"),
        ("TRUTH_ZZZ", ""),
        ("TRUTH_", ""),
    ],
)
def test_an_unknown_variable_of_ours(monkeypatch: pytest.MonkeyPatch, no_settings: Path, name: str, hint: str) -> None:
    monkeypatch.setenv(name, SECRET)
    with pytest.raises(SettingsError) as caught:
        get_config()
    assert str(caught.value) == f"Unknown setting {name!r} (environment).{hint}"
    monkeypatch.delenv(name)
    (no_settings / ".env").write_text(f"{name}={SECRET}", encoding="utf-8")
    if name.isupper():  # a dash is no part of a name there
        with pytest.raises(SettingsError) as caught:
            get_config()
        assert str(caught.value) == f"Unknown setting {name!r} (.env).{hint}"


def test_an_unknown_argument() -> None:
    with pytest.raises(SettingsError) as caught:
        make(llm_modle="x")
    assert str(caught.value) == "Unknown setting 'llm_modle' (argument). Did you mean 'llm_model'?"


def test_variables_of_other_programs_are_no_error(no_settings: Path) -> None:
    (no_settings / ".env").write_text(
        "DATABASE_URL=postgres://u:p@h/db\nexport FLAG\nfail_on=never\nTRUTHY=1\nhalf a 'line\n\nTRUTH_FAIL_ON=never\n",
        "utf-8",
    )
    assert get_config().fail_on == "never"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f'A=1\n\nOPENAI_API_KEY="{SECRET}\nB=2\n'.encode(), ".env, line 3, cannot be parsed"),
        (f"TRUTH_LLM_API_KEY='{SECRET}".encode(), ".env, line 1, cannot be parsed"),
        (b"\xff\xfeT\x00", ".env is not utf-8 text"),
    ],
    ids=["quote of a vendor's key", "quote of ours", "encoding"],
)
def test_a_dotenv_file_that_cannot_be_read(no_settings: Path, content: bytes, message: str) -> None:
    (no_settings / ".env").write_bytes(content)
    with pytest.raises(SettingsError, match=message) as caught:
        get_config()
    assert SECRET not in str(caught.value)


def test_a_dotenv_file_with_a_byte_order_mark_and_a_folder_of_that_name(no_settings: Path) -> None:
    (no_settings / ".env").write_bytes(b"\xef\xbb\xbfTRUTH_FAIL_ON=never\r\n")
    assert get_config().fail_on == "never"
    (no_settings / ".env").unlink()
    (no_settings / ".env").mkdir()
    assert get_config().fail_on == "refuted"


@pytest.mark.parametrize("vendor", ["openai", "anthropic", "tavily", "brave"])
def test_keys_fall_back_to_the_vendors_variables(
    monkeypatch: pytest.MonkeyPatch, no_settings: Path, vendor: str
) -> None:
    field, variable = f"{vendor}_api_key", f"{vendor.upper()}_API_KEY"

    def key() -> tuple[str, str]:
        config = get_config()
        return getattr(config, field), config.origins[field]

    assert key() == ("", "default")
    (no_settings / ".env").write_text(f"{variable}=in-file", encoding="utf-8")
    assert key() == ("in-file", f"{variable} in .env")
    monkeypatch.setenv(variable, "in-environment")
    assert key() == ("in-environment", f"environment variable {variable}")
    (no_settings / ".env").write_text(f"TRUTH_{variable}=ours-in-file", encoding="utf-8")
    assert key() == ("ours-in-file", f"TRUTH_{variable} in .env")
    monkeypatch.setenv(f"TRUTH_{variable}", "ours")
    assert key() == ("ours", f"environment variable TRUTH_{variable}")
    assert getattr(make(**{field: "given"}), field) == "given"


def test_the_second_variable_of_braves_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAVE_SEARCH_API_KEY", "second")
    assert get_config().brave_api_key == "second"
    monkeypatch.setenv("BRAVE_API_KEY", "first")
    assert get_config().brave_api_key == "first"


@pytest.mark.parametrize(
    ("given", "providers", "origin"),
    [
        ({}, ["ddgs"], "default"),
        ({"searxng_url": "http://127.0.0.1:1"}, ["searxng", "ddgs"], "searxng_url, argument"),
        ({"brave_api_key": "k", "tavily_api_key": "k"}, ["tavily", "brave", "ddgs"], "tavily_api_key, argument"),
        ({"brave_api_key": "k", "search_providers": ["ddgs"]}, ["ddgs"], "argument"),
    ],
)
def test_search_services_that_have_an_address_or_a_key_come_first(
    given: dict[str, object], providers: list[str], origin: str
) -> None:
    config = make(**given)
    assert (config.search_providers, config.origins["search_providers"]) == (providers, origin)


def test_a_vendors_variable_puts_its_search_service_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "k")
    config = get_config()
    assert config.search_providers == ["tavily", "ddgs"]
    assert config.origins["search_providers"] == "tavily_api_key, environment variable TAVILY_API_KEY"


def test_the_key_of_our_own_server_has_no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert get_config().llm_api_key == ""


@pytest.mark.parametrize("field", list(KEYS))
def test_keys_never_show(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    config = make(**{field: SECRET})
    assert getattr(config, field) == SECRET
    assert getattr(config.model_copy(), field) == SECRET
    shown = [repr(config), str(config), json.dumps(config.model_dump()), config.model_dump_json(), str(config.origins)]
    assert [text for text in shown if SECRET in text] == []
    with pytest.raises(SettingsError) as caught:
        make(**{field: [SECRET]})
    assert str(caught.value) == f"{field} (argument): should be a valid string."
    assert caught.value.__cause__ is None
    with pytest.raises(ValueError, match="fail_on") as plain:
        EvaluatorConfig.model_validate({field: SECRET, "fail_on": 3})
    assert SECRET not in str(plain.value)
    monkeypatch.setenv(f"TRUTH_{field.upper()}", SECRET)
    with pytest.raises(SettingsError) as caught:
        make(enable_web_search=True, web_search_enabled=False)
    assert SECRET not in f"{caught.value}{caught.value.__context__}"


@pytest.mark.parametrize(
    ("given", "extraction", "verification"),
    [
        ({}, "gpt-4o-mini", ["gpt-4o", "claude-sonnet-4-5"]),
        ({"llm_model": "m"}, "m", ["m"]),
        ({"llm_model": "m", "extraction_model": "e"}, "e", ["m"]),
        ({"llm_model": "m", "extraction_model": "gpt-4o-mini"}, "gpt-4o-mini", ["m"]),
        ({"llm_model": "m", "verification_models": []}, "m", []),
        ({"llm_model": " "}, "gpt-4o-mini", ["gpt-4o", "claude-sonnet-4-5"]),
    ],
)
def test_llm_model_is_the_default_of_the_other_models(
    given: dict[str, object], extraction: str, verification: list[str]
) -> None:
    config = make(**given)
    assert (config.extraction_model, config.verification_models) == (extraction, verification)
    assert config.model_fields_set == set(given)


def test_the_origin_of_a_model_that_comes_from_llm_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_LLM_MODEL", "m")
    assert get_config().origins["extraction_model"] == "llm_model, environment variable TRUTH_LLM_MODEL"


@pytest.mark.parametrize(
    ("given", "searches"),
    [
        ({}, True),
        ({"web_search_enabled": None}, True),
        ({"web_search_enabled": None, "enable_web_search": False}, False),
        ({"web_search_enabled": False}, False),
        ({"web_search_enabled": True}, True),
        ({"enable_web_search": False}, False),
        ({"web_search_enabled": False, "enable_web_search": False}, False),
    ],
)
def test_two_names_of_web_search(given: dict[str, object], searches: bool) -> None:
    config = make(**given)
    assert config.enable_web_search is searches
    assert config.web_search_enabled is given.get("web_search_enabled")


def test_two_names_of_web_search_with_two_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_WEB_SEARCH_ENABLED", "false")
    with pytest.raises(SettingsError) as caught:
        EvaluatorConfig(enable_web_search=True)
    assert str(caught.value) == (
        "enable_web_search is True (argument) and web_search_enabled is False (environment variable "
        "TRUTH_WEB_SEARCH_ENABLED): they are two names of one option; set one of them."
    )


def test_a_configuration_made_without_reading_has_settled_defaults() -> None:
    config = EvaluatorConfig.model_construct(llm_model="m")
    assert (config.extraction_model, config.origins["llm_model"]) == ("m", "default")
