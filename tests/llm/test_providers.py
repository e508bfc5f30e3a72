import pytest

from truthfulness_evaluator.core.errors import ModelConfigError
from truthfulness_evaluator.llm.providers import (
    PROVIDERS,
    Choice,
    choose_provider,
    family_of,
    is_own_service,
    refuses_temperature,
    same_server,
    split_prefix,
)

LOCAL = "http://localhost:11434/v1"
OTHER = "http://vllm:8000/v1"


@pytest.mark.parametrize(
    ("name", "given", "choice"),
    [
        # provider= decides first
        ("gpt-4o", {"provider": "anthropic"}, Choice("anthropic", "gpt-4o")),
        ("claude-3", {"provider": "openai", "base_url": LOCAL}, Choice("openai", "claude-3", LOCAL)),
        ("anthropic:claude-3", {"provider": "anthropic"}, Choice("anthropic", "claude-3")),
        ("anthropic:claude-3", {"provider": "openai"}, Choice("openai", "anthropic:claude-3")),
        ("gpt-4o", {"provider": "OpenAI"}, Choice("openai", "gpt-4o")),
        ("x", {"provider": "google-genai"}, Choice("google_genai", "x")),
        ("x", {"provider": "ollama", "base_url": LOCAL}, Choice("ollama", "x", LOCAL)),
        ("x", {"provider": "mistralai", "llm_provider": "openai"}, Choice("mistralai", "x")),
        # a prefix from the closed list
        ("anthropic:claude-3", {"base_url": LOCAL}, Choice("anthropic", "claude-3", LOCAL)),
        ("anthropic:claude-3", {"llm_base_url": LOCAL}, Choice("anthropic", "claude-3")),
        ("ollama:qwen2.5:7b", {"llm_base_url": LOCAL}, Choice("ollama", "qwen2.5:7b")),
        ("google_genai:gemini-2.5-pro", {"llm_provider": "openai"}, Choice("google_genai", "gemini-2.5-pro")),
        ("openai:claude-like", {}, Choice("openai", "claude-like")),
        ("openai:gpt-4o", {"llm_base_url": LOCAL}, Choice("openai", "gpt-4o", LOCAL)),
        ("bedrock:anthropic.claude-3", {}, Choice("bedrock", "anthropic.claude-3")),
        # a base URL: OpenAI-compatible, whatever the name
        ("qwen2.5:7b", {"base_url": LOCAL}, Choice("openai", "qwen2.5:7b", LOCAL)),
        ("qwen2.5:7b", {"llm_base_url": LOCAL}, Choice("openai", "qwen2.5:7b", LOCAL)),
        ("qwen2.5:7b", {"base_url": OTHER, "llm_base_url": LOCAL}, Choice("openai", "qwen2.5:7b", OTHER)),
        ("claude-3", {"base_url": LOCAL}, Choice("openai", "claude-3", LOCAL)),
        ("claude-3", {"llm_base_url": LOCAL, "llm_provider": "anthropic"}, Choice("openai", "claude-3", LOCAL)),
        ("gpt-oss:20b", {"base_url": LOCAL}, Choice("openai", "gpt-oss:20b", LOCAL)),
        # llm_provider
        ("qwen2.5:7b", {"llm_provider": "ollama"}, Choice("ollama", "qwen2.5:7b")),
        ("claude-3", {"llm_provider": "openai"}, Choice("openai", "claude-3")),
        # the family in the name
        ("gpt-4o", {}, Choice("openai", "gpt-4o")),
        ("gpt-oss:20b", {}, Choice("openai", "gpt-oss:20b")),
        ("ft:gpt-4o:org", {}, Choice("openai", "ft:gpt-4o:org")),
        ("claude-sonnet-4-5", {}, Choice("anthropic", "claude-sonnet-4-5")),
    ],
)
def test_the_first_that_decides(name: str, given: dict[str, str], choice: Choice) -> None:
    assert choose_provider(name, **given) == choice


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("claude-3-5-sonnet-20241022", "anthropic"),
        ("us.anthropic.something", "anthropic"),
        ("Claude Opus", "anthropic"),
        ("gpt-4o-mini", "openai"),
        ("GPT-4", "openai"),
        ("chatgpt-4o-latest", "openai"),
        ("o1", "openai"),
        ("o3-mini", "openai"),
        ("o4-mini", "openai"),
        ("openai/some-model", "openai"),
        ("ft:gpt-4o:org", "openai"),
        ("solo1-7b", None),
        ("qwen2.5:7b", None),
        ("gpt4all", None),
        ("claudette", None),
        ("o10", None),
        ("o2-mini", None),
        ("llama-3", None),
        ("", None),
    ],
)
def test_the_family_in_a_name(name: str, family: str | None) -> None:
    assert family_of(name) == family


@pytest.mark.parametrize(
    "name", ["qwen2.5:7b", "gpt-oss:20b", "ft:gpt-4o:org", "openai:", ":x", "http://x", "openai", ""]
)
def test_a_colon_without_a_provider_before_it(name: str) -> None:
    assert split_prefix(name) == (None, name)


@pytest.mark.parametrize("provider", sorted(PROVIDERS))
def test_every_provider_is_a_prefix(provider: str) -> None:
    assert split_prefix(f"{provider}:m") == (provider, "m")


@pytest.mark.parametrize("name", ["solo1-7b", "qwen2.5:7b", "llama"])
def test_what_nothing_decides(name: str) -> None:
    with pytest.raises(ModelConfigError) as caught:
        choose_provider(name)
    assert str(caught.value) == (
        f"No provider can be told for the model {name!r}: no provider= is given, it has no provider's name before a "
        "colon, no base_url= or llm_base_url is set, no llm_provider is set, and its name has no word of a known "
        "family (claude, anthropic, gpt, chatgpt, o1, o3, o4, openai). "
        f"Write it as openai:{name} or with another provider's name, pass base_url= for an OpenAI-compatible server, "
        "or set TRUTH_LLM_PROVIDER or TRUTH_LLM_BASE_URL."
    )
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"provider": "opnai"}, r"Unknown provider 'opnai' \(provider=\)\. Known are anthropic, "),
        ({"llm_provider": "opnai"}, r"Unknown provider 'opnai' \(llm_provider\)\."),
        ({"provider": ""}, r"Unknown provider '' \(provider=\)\."),
    ],
)
def test_an_unknown_provider(given: dict[str, str], message: str) -> None:
    with pytest.raises(ModelConfigError, match=message):
        choose_provider("gpt-4o", **given)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434", True),
        ("HTTP://LocalHost:80/v1/", "http://localhost", True),
        ("https://a.example:443/v1", "https://a.example./other", True),
        ("https://user:pass@a.example", "https://a.example", True),
        ("https://a.example", "http://a.example", False),
        ("http://localhost:1", "http://localhost:2", False),
        ("https://a.example", "https://b.a.example", False),
        ("http://[::1]:8000", "http://[::1]:8000/v1", True),
        ("localhost:80", "localhost:80", False),
        ("http://a:port", "http://a:port", False),
        (None, None, False),
        ("", "http://a", False),
    ],
)
def test_the_same_server(left: str | None, right: str | None, same: bool) -> None:
    assert (same_server(left, right), same_server(right, left)) == (same, same)


@pytest.mark.parametrize(
    ("url", "provider", "own"),
    [
        ("https://api.openai.com/v1", "openai", True),
        ("https://API.openai.com:443", "openai", True),
        ("https://eu.api.openai.com/v1", "openai", True),
        ("http://api.openai.com/v1", "openai", False),
        ("https://api.openai.com:8443/v1", "openai", False),
        ("https://api.openai.com.evil.example", "openai", False),
        ("https://evilapi.openai.com", "openai", False),
        ("https://api.openai.com@evil.example", "openai", False),
        ("https://api.openai.com", "anthropic", False),
        ("https://api.anthropic.com", "anthropic", True),
        ("https://api.anthropic.com", "openai", False),
        ("https://api.mistral.ai", "mistralai", False),
    ],
)
def test_the_vendors_own_service(url: str, provider: str, own: bool) -> None:
    assert is_own_service(url, provider) is own


@pytest.mark.parametrize(
    ("model", "refuses"),
    [("o1", True), ("o3-mini", True), ("o4-mini-2025", True), ("gpt-4o", False), ("solo1", False)],
)
def test_models_that_refuse_a_temperature(model: str, refuses: bool) -> None:
    assert refuses_temperature(model) is refuses
