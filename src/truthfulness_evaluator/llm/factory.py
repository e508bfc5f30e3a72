"""The one place where a chat model is made. LangChain is imported when one is."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from truthfulness_evaluator.core.errors import ModelConfigError
from truthfulness_evaluator.llm.providers import (
    ANTHROPIC,
    OPENAI,
    PROVIDERS,
    Choice,
    choose_provider,
    is_own_service,
    refuses_temperature,
    same_server,
)

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from truthfulness_evaluator.core.config import EvaluatorConfig

KEYLESS = "Or run without --model and --panel: exact checks need no key."
"""How to go on without a key."""
PLACEHOLDER_KEY = "no-key"
"""Sent to servers that were given no key, because the SDKs insist on one."""

_BASE_URL_VARIABLES = {
    OPENAI: ("OPENAI_API_BASE", "OPENAI_BASE_URL"),
    ANTHROPIC: ("ANTHROPIC_API_URL", "ANTHROPIC_BASE_URL"),
}
"""Variables with which users of the SDKs move a vendor's service, in the order LangChain reads them."""
_OWN_URLS = {OPENAI: "https://api.openai.com/v1", ANTHROPIC: "https://api.anthropic.com"}
_URL_NAMES = ("openai_api_base", "anthropic_api_url")
_KEY_NAMES = ("openai_api_key", "anthropic_api_key")
"""LangChain's long names of `base_url` and `api_key`."""
_CREDENTIALS = ("key", "token", "credential")
"""Parts of the names of arguments that bring credentials along."""


def create_chat_model(
    model_name: str | None = None,
    temperature: float | None = None,
    *,
    model: str | None = None,
    provider: str | None = None,
    base_url: str | None = None,
    api_key: object = None,
    config: "EvaluatorConfig | None" = None,
    **kwargs: object,
) -> "BaseChatModel":
    """A LangChain chat model.

    Args:
        model_name: with or without `provider:` before it. None: `llm_model`, else the first of
            `verification_models`.
        temperature: 0 or more. None: `llm_temperature`. OpenAI's reasoning models (o1, o3, o4)
            refuse every temperature and get none where neither is set.
        model: a second name of `model_name`.
        provider: overrides the detection, see `choose_provider`.
        base_url: an OpenAI-compatible server (Ollama, vLLM, LM Studio), or another address of the
            given provider.
        api_key: a string, a SecretStr or a function. None: from the configuration, each key only
            for its own provider's service; servers without a key get a placeholder.
        config: None: `get_config()`.
        kwargs: further arguments of the LangChain class. `max_retries` is 0 for OpenAI and
            Anthropic where not given: retries are made above this.

    Raises:
        ModelConfigError: the provider cannot be told, its package is not installed, or it has no
            key. It is a ValueError.

    Example:
        >>> create_chat_model("qwen2.5:7b", base_url="http://localhost:11434/v1").model_name
        'qwen2.5:7b'
    """
    if config is None:
        from truthfulness_evaluator.core.config import get_config

        config = get_config()
    name = _model_name(model_name, model, config)
    if config.offline:
        raise ModelConfigError(f"The model {name!r} is not asked: offline is set.", hint=KEYLESS)
    base_url = cast("str | None", _one_of("base_url", base_url, kwargs, _URL_NAMES))
    api_key = _one_of("api_key", api_key, kwargs, _KEY_NAMES)
    choice = choose_provider(
        name,
        provider=provider,
        base_url=base_url,
        llm_base_url=config.llm_base_url,
        llm_provider=config.llm_provider,
    )
    chosen = _temperature(choice, temperature, config)
    if chosen is not None:
        kwargs["temperature"] = chosen
    if choice.provider in (OPENAI, ANTHROPIC):
        return _vendor_model(choice, api_key, config, kwargs)
    return _further_model(choice, api_key, kwargs)


def _model_name(model_name: str | None, model: str | None, config: "EvaluatorConfig") -> str:
    if model_name and model and model_name != model:
        raise ModelConfigError(
            f"model_name is {model_name!r} and model, its second name, is {model!r}.", hint="Give one of them."
        )
    name = model_name or model or config.llm_model or next(iter(config.verification_models), None)
    if not name:
        raise ModelConfigError("No chat model is named.", hint="Name one, or set TRUTH_LLM_MODEL.")
    return name.strip()


def _one_of(name: str, value: object, kwargs: dict[str, object], names: tuple[str, ...]) -> object:
    """An argument by its own or by one of LangChain's names, which are taken out of `kwargs`."""
    given = [value, *(kwargs.pop(other) for other in names if other in kwargs)]
    given = [item for item in given if item is not None]
    if len(given) > 1:
        raise ModelConfigError(f"{name} is given under two names.", hint="Give one of them.")
    return given[0] if given else None


def _temperature(choice: Choice, temperature: float | None, config: "EvaluatorConfig") -> float | None:
    if temperature is not None:
        return temperature
    unset = "llm_temperature" not in config.model_fields_set
    if unset and choice.provider == OPENAI and choice.base_url is None and refuses_temperature(choice.model):
        return None
    return config.llm_temperature


def _vendor_model(
    choice: Choice, api_key: object, config: "EvaluatorConfig", kwargs: dict[str, object]
) -> "BaseChatModel":
    """A model of OpenAI, Anthropic, or of a server that speaks like one of them."""
    url = choice.base_url or _moved_service(choice.provider, config)
    own = url is None or is_own_service(url, choice.provider)
    kwargs["api_key"] = api_key or (_own_key if own else _other_key)(choice.provider, url, config)
    if url is None and os.environ.get("LANGSMITH_GATEWAY"):
        # LangChain would send the vendor's key to that gateway.
        url = _OWN_URLS[choice.provider]
    if url is not None:
        kwargs["base_url"] = url
    kwargs.setdefault("max_retries", 0)
    if choice.provider == OPENAI:
        from langchain_openai import ChatOpenAI as Chat
    else:
        from langchain_anthropic import ChatAnthropic as Chat
    return _made(cast("Callable[..., BaseChatModel]", Chat), choice, kwargs)


def _moved_service(provider: str, config: "EvaluatorConfig") -> str | None:
    """Where the user's own environment says that the vendor's service is."""
    return next(filter(None, map(config.vendor_variable, _BASE_URL_VARIABLES[provider])), None)


def _own_key(provider: str, url: str | None, config: "EvaluatorConfig") -> str:
    """The key for a vendor's own service."""
    if config.llm_api_key and same_server(url, config.llm_base_url):
        return config.llm_api_key
    key = config.openai_api_key if provider == OPENAI else config.anthropic_api_key
    return key or _no_key(provider)


def _other_key(provider: str, url: str | None, config: "EvaluatorConfig") -> str:
    """The key for any other server: one that is known to be for it, else a placeholder."""
    if config.llm_api_key and (config.llm_base_url is None or same_server(url, config.llm_base_url)):
        return config.llm_api_key
    named = any(same_server(url, config.vendor_variable(name)) for name in _BASE_URL_VARIABLES[provider])
    key = config.vendor_variable(PROVIDERS[provider].key_variables[0]) if named else None
    return key or PLACEHOLDER_KEY


def _no_key(provider: str) -> str:
    variables = PROVIDERS[provider].key_variables
    raise ModelConfigError(
        f"There is no key for {provider}: {' or '.join(variables)} is not set.", hint=f"Set it. {KEYLESS}"
    )


def _further_model(choice: Choice, api_key: object, kwargs: dict[str, object]) -> "BaseChatModel":
    """A model of a provider that LangChain has a package for."""
    known = PROVIDERS[choice.provider]
    missing = [package for package in ("langchain", known.package) if find_spec(package.replace("-", "_")) is None]
    if missing:
        raise ModelConfigError(
            f"{choice.provider}:{choice.model} needs {' and '.join(missing)}, not installed here.",
            hint=f"Install it with: pip install {' '.join(missing)}",
        )
    if api_key is not None:
        kwargs["api_key"] = api_key
    if choice.base_url is not None:
        kwargs["base_url"] = choice.base_url
    has_key = _brings_credentials(kwargs) or any(map(os.environ.get, known.key_variables))
    if known.key_variables and choice.base_url is None and not has_key:
        _no_key(choice.provider)
    init_chat_model = cast("Callable[..., BaseChatModel]", import_module("langchain.chat_models").init_chat_model)
    return _made(init_chat_model, choice, {**kwargs, "model_provider": choice.provider})


def _brings_credentials(kwargs: Mapping[str, object]) -> bool:
    return any(
        word in part
        for name, value in kwargs.items()
        if value is not None and not name.startswith("max_")
        for part in name.split("_")
        for word in _CREDENTIALS
    )


def _made(make: "Callable[..., BaseChatModel]", choice: Choice, kwargs: Mapping[str, object]) -> "BaseChatModel":
    from pydantic import ValidationError

    try:
        return make(model=choice.model, **kwargs)
    except ValidationError as error:
        # Without the inputs, one of which is the key.
        problems = "; ".join(
            f"{'.'.join(map(str, details['loc']))}: {details['msg']}" if details["loc"] else details["msg"]
            for details in error.errors(include_url=False, include_input=False)
        )
    except ImportError as error:
        problems = str(error)
    except (TypeError, ValueError) as error:
        problems = f"{type(error).__name__}: {error}"
    raise ModelConfigError(f"{choice.provider}:{choice.model} cannot be made: {problems}")
