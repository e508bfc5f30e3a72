import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from langchain_anthropic import ChatAnthropic
from langchain_core.language_models import BaseChatModel
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import ModelConfigError
from truthfulness_evaluator.llm.factory import create_chat_model

pytestmark = pytest.mark.usefixtures("no_settings")

LOCAL = "http://localhost:11434/v1"
KEYS = {"OPENAI_API_KEY": "sk-openai", "ANTHROPIC_API_KEY": "sk-anthropic"}
KEYLESS = "Or run without --model and --panel: exact checks need no key."


@dataclass(frozen=True)
class Made:
    """What a test looks at in a chat model."""

    kind: str
    model: str
    key: str
    url: str | None = None
    temperature: float | None = 0.0
    max_retries: int | None = 0


def made(chat: BaseChatModel) -> Made:
    if isinstance(chat, ChatOpenAI):
        url, key, model = chat.openai_api_base, chat.openai_api_key, chat.model_name
    else:
        assert isinstance(chat, ChatAnthropic)
        url, key, model = chat.anthropic_api_url, chat.anthropic_api_key, chat.model
    assert isinstance(key, SecretStr)
    return Made(type(chat).__name__, model, key.get_secret_value(), url, chat.temperature, chat.max_retries)


def openai(model: str = "gpt-4o", key: str = "sk-openai", url: str | None = None) -> Made:
    return Made("ChatOpenAI", model, key, url)


def anthropic(model: str, key: str = "sk-anthropic", url: str = "https://api.anthropic.com") -> Made:
    return Made("ChatAnthropic", model, key, url)


def create(*given: object, **named: object) -> BaseChatModel:
    """`create_chat_model` for tables, whose rows have no types."""
    name, temperature = (*given, None, None)[:2]
    arguments = {"model_name": name, "temperature": temperature, **named}
    return create_chat_model(**arguments)  # pyright: ignore[reportArgumentType]


def set_environment(monkeypatch: pytest.MonkeyPatch, variables: Mapping[str, str]) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("given", "named", "variables", "expected"),
    [
        pytest.param((), {}, {}, openai("gpt-4o"), id="first verification model"),
        pytest.param((), {}, {"TRUTH_VERIFICATION_MODELS": "claude-3,gpt-4o"}, anthropic("claude-3"), id="of several"),
        pytest.param((), {}, {"TRUTH_LLM_MODEL": "gpt-4.1"}, openai("gpt-4.1"), id="llm_model"),
        pytest.param(("gpt-4o",), {}, {"TRUTH_LLM_MODEL": "claude-3"}, openai(), id="name over llm_model"),
        pytest.param((), {"model": "gpt-4o"}, {}, openai(), id="model="),
        pytest.param(("gpt-4o",), {"model": "gpt-4o"}, {}, openai(), id="the same by both names"),
        pytest.param(("openai:gpt-4o",), {}, {}, openai(), id="openai prefix"),
        pytest.param(("anthropic:claude-3",), {}, {}, anthropic("claude-3"), id="anthropic prefix"),
        pytest.param(("x",), {"provider": "anthropic"}, {}, anthropic("x"), id="provider="),
        pytest.param(("x",), {}, {"TRUTH_LLM_PROVIDER": "anthropic"}, anthropic("x"), id="llm_provider"),
        pytest.param(("ft:gpt-4o:org",), {}, {}, openai("ft:gpt-4o:org"), id="fine-tuned"),
        # keys for other servers
        pytest.param(("q",), {"base_url": LOCAL}, {}, openai("q", "no-key", LOCAL), id="placeholder"),
        pytest.param(("q",), {"openai_api_base": LOCAL}, {}, openai("q", "no-key", LOCAL), id="LangChain's name"),
        pytest.param(("q",), {"base_url": LOCAL, "api_key": "k"}, {}, openai("q", "k", LOCAL), id="key with it"),
        pytest.param(
            ("q",), {"base_url": LOCAL}, {"TRUTH_LLM_API_KEY": "k"}, openai("q", "k", LOCAL), id="llm_api_key"
        ),
        pytest.param(
            ("claude-3",), {}, {"TRUTH_LLM_BASE_URL": LOCAL}, openai("claude-3", "no-key", LOCAL), id="llm_base_url"
        ),
        pytest.param(
            ("q",),
            {},
            {"TRUTH_LLM_BASE_URL": LOCAL, "TRUTH_LLM_API_KEY": "k"},
            openai("q", "k", LOCAL),
            id="llm_base_url and its key",
        ),
        pytest.param(
            ("q",),
            {"base_url": "http://elsewhere/v1"},
            {"TRUTH_LLM_BASE_URL": LOCAL, "TRUTH_LLM_API_KEY": "k"},
            openai("q", "no-key", "http://elsewhere/v1"),
            id="the key of llm_base_url is for no other server",
        ),
        pytest.param(
            ("anthropic:claude-3",),
            {},
            {"TRUTH_LLM_BASE_URL": LOCAL},
            anthropic("claude-3"),
            id="another provider named",
        ),
        pytest.param(
            ("q",),
            {"base_url": LOCAL},
            {"OPENAI_BASE_URL": "http://localhost:11434"},
            openai("q", "sk-openai", LOCAL),
            id="OPENAI_BASE_URL names the same server",
        ),
        pytest.param(
            ("q",),
            {"base_url": LOCAL},
            {"OPENAI_BASE_URL": "http://localhost:11435/v1"},
            openai("q", "no-key", LOCAL),
            id="OPENAI_BASE_URL names another server",
        ),
        pytest.param(
            ("q",),
            {"base_url": LOCAL},
            {"OPENAI_BASE_URL": LOCAL, "TRUTH_LLM_API_KEY": "k"},
            openai("q", "k", LOCAL),
            id="llm_api_key before OPENAI_API_KEY",
        ),
        pytest.param(
            ("q",),
            {"base_url": LOCAL},
            {"OPENAI_BASE_URL": LOCAL, "TRUTH_OPENAI_API_KEY": "vendor"},
            openai("q", "sk-openai", LOCAL),
            id="the vendor's key is not for it",
        ),
        pytest.param(
            ("gpt-4o",), {}, {"OPENAI_BASE_URL": LOCAL}, openai(url=LOCAL), id="OPENAI_BASE_URL moves the service"
        ),
        pytest.param(
            ("gpt-4o",),
            {},
            {"OPENAI_BASE_URL": LOCAL, "OPENAI_API_KEY": "", "TRUTH_OPENAI_API_KEY": "vendor"},
            openai("gpt-4o", "no-key", LOCAL),
            id="the vendor's key does not move",
        ),
        # keys for the vendors' own services
        pytest.param(
            ("gpt-4o",),
            {"base_url": "https://api.openai.com/v1"},
            {},
            openai(url="https://api.openai.com/v1"),
            id="the vendor's own address",
        ),
        pytest.param(
            ("gpt-4o",),
            {"base_url": "http://api.openai.com/v1"},
            {},
            openai("gpt-4o", "no-key", "http://api.openai.com/v1"),
            id="not over an open connection",
        ),
        pytest.param(
            ("gpt-4o",),
            {},
            {"TRUTH_LLM_BASE_URL": "https://api.openai.com/v1", "TRUTH_LLM_API_KEY": "k"},
            openai("gpt-4o", "k", "https://api.openai.com/v1"),
            id="llm_base_url is the vendor's",
        ),
        pytest.param(("gpt-4o",), {}, {"TRUTH_OPENAI_API_KEY": "ours"}, openai("gpt-4o", "ours"), id="ours wins"),
        pytest.param(("gpt-4o",), {"openai_api_key": "k"}, {}, openai("gpt-4o", "k"), id="LangChain's name of the key"),
        pytest.param(("claude-3",), {"api_key": "k"}, {}, anthropic("claude-3", "k"), id="given to Anthropic"),
        pytest.param(
            ("claude-3",),
            {"provider": "anthropic", "base_url": "http://proxy:1"},
            {},
            anthropic("claude-3", "no-key", "http://proxy:1"),
            id="another server of Anthropic's kind",
        ),
        pytest.param(
            ("claude-3",),
            {},
            {"ANTHROPIC_BASE_URL": "http://proxy:1"},
            anthropic("claude-3", "sk-anthropic", "http://proxy:1"),
            id="ANTHROPIC_BASE_URL moves the service",
        ),
        pytest.param(
            ("gpt-4o",),
            {},
            {"LANGSMITH_GATEWAY": "true"},
            openai(url="https://api.openai.com/v1"),
            id="no gateway gets OpenAI's key",
        ),
        pytest.param(
            ("claude-3",),
            {},
            {"LANGSMITH_GATEWAY": "true"},
            anthropic("claude-3"),
            id="no gateway gets Anthropic's key",
        ),
    ],
)
def test_the_model_that_is_made(
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[object, ...],
    named: dict[str, object],
    variables: dict[str, str],
    expected: Made,
) -> None:
    set_environment(monkeypatch, KEYS | variables)
    assert made(create(*given, **named)) == expected


def test_a_key_and_its_server_from_dotenv(no_settings: Path) -> None:
    (no_settings / ".env").write_text(f"OPENAI_API_KEY=k\nOPENAI_BASE_URL={LOCAL}\n", encoding="utf-8")
    assert made(create_chat_model("gpt-4o")) == openai("gpt-4o", "k", LOCAL)


def test_what_the_sdk_sends_to(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch, KEYS)
    chat = create_chat_model("qwen2.5:7b", base_url=LOCAL)
    assert isinstance(chat, ChatOpenAI)
    assert (str(chat.root_client.base_url), chat.root_client.api_key, chat.root_client.max_retries) == (
        f"{LOCAL}/",
        "no-key",
        0,
    )
    assert str(cast("ChatOpenAI", create_chat_model("gpt-4o")).root_client.base_url) == "https://api.openai.com/v1/"


@pytest.mark.parametrize(
    ("name", "given", "setting", "temperature"),
    [
        ("gpt-4o", None, None, 0.0),
        ("gpt-4o", None, "0.4", 0.4),
        ("gpt-4o", 0.2, "0.4", 0.2),
        ("gpt-4o", 0, "0.4", 0.0),
        ("claude-3", 0.2, None, 0.2),
        ("o3-mini", None, None, None),
        ("o3-mini", 1, None, 1.0),
        ("o3-mini", None, "0", 0.0),
    ],
)
def test_temperature(
    monkeypatch: pytest.MonkeyPatch, name: str, given: float | None, setting: str | None, temperature: float | None
) -> None:
    set_environment(monkeypatch, KEYS | ({"TRUTH_LLM_TEMPERATURE": setting} if setting else {}))
    assert made(create_chat_model(name, given)).temperature == temperature
    assert made(create_chat_model(name, temperature=given)).temperature == temperature


def test_a_reasoning_models_name_on_another_server_gets_the_temperature() -> None:
    assert made(create_chat_model("o3-like", base_url=LOCAL)).temperature == 0.0


def test_further_arguments_go_to_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch, KEYS)
    chat = create_chat_model("gpt-4o", max_tokens=7, max_retries=3, timeout=5)
    assert isinstance(chat, ChatOpenAI)
    assert (chat.max_tokens, chat.max_retries, chat.request_timeout) == (7, 3, 5)


def test_a_given_configuration_is_used() -> None:
    config = EvaluatorConfig(openai_api_key="k", llm_model="gpt-4.1", llm_temperature=0.5)
    assert made(create_chat_model(config=config)) == Made("ChatOpenAI", "gpt-4.1", "k", None, 0.5)


@pytest.mark.parametrize(
    ("given", "named", "variables", "message"),
    [
        (
            ("gpt-4o",),
            {},
            {"ANTHROPIC_API_KEY": "k"},
            f"There is no key for openai: OPENAI_API_KEY is not set. Set it. {KEYLESS}",
        ),
        (
            ("claude-3",),
            {},
            {"OPENAI_API_KEY": "k"},
            f"There is no key for anthropic: ANTHROPIC_API_KEY is not set. Set it. {KEYLESS}",
        ),
        (
            ("gpt-4o",),
            {"base_url": "https://api.openai.com/v1"},
            {"TRUTH_LLM_API_KEY": "k"},
            f"There is no key for openai: OPENAI_API_KEY is not set. Set it. {KEYLESS}",
        ),
        (
            ("gpt-4o",),
            {"model": "gpt-4.1"},
            {},
            "model_name is 'gpt-4o' and model, its second name, is 'gpt-4.1'. Give one of them.",
        ),
        (
            ("q",),
            {"base_url": LOCAL, "openai_api_base": LOCAL},
            {},
            "base_url is given under two names. Give one of them.",
        ),
        (("q",), {"api_key": "a", "openai_api_key": "b"}, {}, "api_key is given under two names. Give one of them."),
        ((), {}, {"TRUTH_VERIFICATION_MODELS": "[]"}, "No chat model is named. Name one, or set TRUTH_LLM_MODEL."),
        (("gpt-4o",), {}, {"TRUTH_OFFLINE": "1"}, f"The model 'gpt-4o' is not asked: offline is set. {KEYLESS}"),
        (
            ("mistralai:m",),
            {},
            {},
            "mistralai:m needs langchain and langchain-mistralai, not installed here. "
            "Install it with: pip install langchain langchain-mistralai",
        ),
        (
            ("gpt-4o",),
            {"api_key": "sk-SECRET", "n": 0},
            {},
            "openai:gpt-4o cannot be made: Value error, n must be at least 1.",
        ),
    ],
    ids=[
        "openai",
        "anthropic",
        "own address",
        "two models",
        "two addresses",
        "two keys",
        "no model",
        "offline",
        "package",
        "argument",
    ],
)
def test_a_model_that_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[object, ...],
    named: dict[str, object],
    variables: dict[str, str],
    message: str,
) -> None:
    set_environment(monkeypatch, variables)

    def find_spec(name: str) -> None:
        """Nothing further is installed."""

    monkeypatch.setattr("truthfulness_evaluator.llm.factory.find_spec", find_spec)
    with pytest.raises(ModelConfigError) as caught:
        create(*given, **named)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)
    assert caught.value.__cause__ is None
    assert "SECRET" not in f"{caught.value.__context__}"


@pytest.fixture
def langchain(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """A LangChain with every provider's package, which notes what it is asked for."""
    calls: list[dict[str, object]] = []

    def init_chat_model(**named: object) -> object:
        calls.append(named)
        if named["model"] == "broken":
            raise ImportError("boto3 is not installed")
        return object()

    module = ModuleType("langchain.chat_models")
    module.init_chat_model = init_chat_model  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, "langchain", ModuleType("langchain"))
    monkeypatch.setitem(sys.modules, "langchain.chat_models", module)

    def find_spec(name: str) -> ModuleSpec:
        return ModuleSpec(name, None)

    monkeypatch.setattr("truthfulness_evaluator.llm.factory.find_spec", find_spec)
    return calls


@pytest.mark.parametrize(
    ("given", "named", "variables", "call"),
    [
        (
            ("mistralai:m",),
            {"max_tokens": 5},
            {"MISTRAL_API_KEY": "k"},
            {"model": "m", "model_provider": "mistralai", "temperature": 0.0, "max_tokens": 5},
        ),
        (
            ("m", 0.3),
            {"provider": "google-genai", "google_api_key": "k"},
            {},
            {"model": "m", "model_provider": "google_genai", "temperature": 0.3, "google_api_key": "k"},
        ),
        (
            ("groq:m",),
            {"api_key": "k"},
            {},
            {"model": "m", "model_provider": "groq", "temperature": 0.0, "api_key": "k"},
        ),
        (
            ("ollama:qwen2.5:7b",),
            {"base_url": "http://gpu:11434"},
            {},
            {"model": "qwen2.5:7b", "model_provider": "ollama", "temperature": 0.0, "base_url": "http://gpu:11434"},
        ),
        (("bedrock:m",), {}, {}, {"model": "m", "model_provider": "bedrock", "temperature": 0.0}),
    ],
    ids=["key in the environment", "key by the provider's name", "key given", "server", "other credentials"],
)
def test_further_providers(
    monkeypatch: pytest.MonkeyPatch,
    langchain: list[dict[str, object]],
    given: tuple[object, ...],
    named: dict[str, object],
    variables: dict[str, str],
    call: dict[str, object],
) -> None:
    set_environment(monkeypatch, KEYS | variables)
    create(*given, **named)
    assert langchain == [call]


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("mistralai:m", "MISTRAL_API_KEY"),
        ("google_genai:m", "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("azure_openai:m", "AZURE_OPENAI_API_KEY or AZURE_OPENAI_AD_TOKEN"),
    ],
)
def test_further_providers_without_a_key(
    monkeypatch: pytest.MonkeyPatch, langchain: list[dict[str, object]], name: str, variables: str
) -> None:
    set_environment(monkeypatch, KEYS)
    for variable in variables.split(" or "):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(ModelConfigError) as caught:
        create(name, max_tokens=5)
    provider = name.partition(":")[0]
    assert str(caught.value) == f"There is no key for {provider}: {variables} is not set. Set it. {KEYLESS}"
    assert langchain == []


def test_a_providers_package_that_lacks_a_part(langchain: list[dict[str, object]]) -> None:
    with pytest.raises(ModelConfigError) as caught:
        create("bedrock:broken")
    assert str(caught.value) == "bedrock:broken cannot be made: boto3 is not installed"
    assert len(langchain) == 1


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, truthfulness_evaluator.llm.factory\n"
        "heavy = 'langchain langchain_core langchain_openai langchain_anthropic openai anthropic pydantic'.split()\n"
        "print(sorted(sys.modules.keys() & heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
