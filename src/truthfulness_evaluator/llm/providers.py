"""Which provider a chat model belongs to. Pure: names and addresses in, a decision out."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from truthfulness_evaluator.core.errors import ModelConfigError
from truthfulness_evaluator.text.patterns import regex

OPENAI = "openai"
ANTHROPIC = "anthropic"


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of chat models."""

    package: str
    """Python package, as it is installed, of its LangChain class."""
    key_variables: tuple[str, ...] = ()
    """Variables that hold its key, the usual one first; none where it needs no key, or may find
    credentials in other ways (a profile, an instance's role)."""


PROVIDERS: Mapping[str, Provider] = {
    OPENAI: Provider("langchain-openai", ("OPENAI_API_KEY",)),
    ANTHROPIC: Provider("langchain-anthropic", ("ANTHROPIC_API_KEY",)),
    "anthropic_bedrock": Provider("langchain-aws"),
    "azure_ai": Provider("langchain-azure-ai"),
    "azure_openai": Provider("langchain-openai", ("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN")),
    "bedrock": Provider("langchain-aws"),
    "bedrock_converse": Provider("langchain-aws"),
    "cohere": Provider("langchain-cohere", ("COHERE_API_KEY", "CO_API_KEY")),
    "deepseek": Provider("langchain-deepseek", ("DEEPSEEK_API_KEY",)),
    "fireworks": Provider("langchain-fireworks", ("FIREWORKS_API_KEY",)),
    "google_anthropic_vertex": Provider("langchain-google-vertexai"),
    "google_genai": Provider("langchain-google-genai", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
    "google_vertexai": Provider("langchain-google-vertexai"),
    "groq": Provider("langchain-groq", ("GROQ_API_KEY",)),
    "huggingface": Provider("langchain-huggingface", ("HUGGINGFACEHUB_API_TOKEN", "HF_TOKEN")),
    "ibm": Provider("langchain-ibm", ("WATSONX_APIKEY", "WATSONX_API_KEY", "WATSONX_TOKEN")),
    "mistralai": Provider("langchain-mistralai", ("MISTRAL_API_KEY",)),
    "nvidia": Provider("langchain-nvidia-ai-endpoints", ("NVIDIA_API_KEY",)),
    "ollama": Provider("langchain-ollama"),
    "openrouter": Provider("langchain-openrouter", ("OPENROUTER_API_KEY",)),
    "perplexity": Provider("langchain-perplexity", ("PERPLEXITY_API_KEY", "PPLX_API_KEY")),
    "together": Provider("langchain-together", ("TOGETHER_API_KEY",)),
    "upstage": Provider("langchain-upstage", ("UPSTAGE_API_KEY",)),
    "xai": Provider("langchain-xai", ("XAI_API_KEY",)),
}
"""The closed list of provider names, as `init_chat_model` of LangChain spells them."""

_FAMILIES = {
    "claude": ANTHROPIC,
    "anthropic": ANTHROPIC,
    "gpt": OPENAI,
    "chatgpt": OPENAI,
    "o1": OPENAI,
    "o3": OPENAI,
    "o4": OPENAI,
    "openai": OPENAI,
}
"""Words of models' names that tell the provider."""
_REASONING = frozenset({"o1", "o3", "o4"})
_SEPARATORS = regex(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """A chat model and where it is asked for."""

    provider: str
    """One of `PROVIDERS`."""
    model: str
    """The model's name as the provider knows it."""
    base_url: str | None = None
    """A server other than the provider's own, where one was given or configured."""


def choose_provider(
    name: str,
    *,
    provider: str | None = None,
    base_url: str | None = None,
    llm_base_url: str | None = None,
    llm_provider: str | None = None,
) -> Choice:
    """The provider of a model: the first that decides of the arguments, the name's prefix and its family.

    Args:
        name: as users write it, with or without `provider:` before it.
        provider: given with the name; decides.
        base_url: given with the name; without a provider, its server speaks OpenAI's protocol.
        llm_base_url: the configured one, for every model that names no other provider than OpenAI.
        llm_provider: the configured one.

    Raises:
        ModelConfigError: a provider is not known, or nothing decides.

    Example:
        >>> choose_provider("qwen2.5:7b", base_url="http://localhost:11434/v1").provider
        'openai'
        >>> choose_provider("anthropic:claude-sonnet-4-5")
        Choice(provider='anthropic', model='claude-sonnet-4-5', base_url=None)
    """
    prefix, model = split_prefix(name)
    if provider is not None:
        decided = known_provider(provider, "provider=")
        if prefix != decided:  # the colon belongs to the name
            model = name
    elif prefix is not None:
        decided = prefix
    elif base_url or llm_base_url:
        decided = OPENAI
    elif llm_provider is not None:
        decided = known_provider(llm_provider, "llm_provider")
    else:
        decided = family_of(name) or _undecided(name)
    url = base_url or (llm_base_url if decided == OPENAI else None)
    return Choice(decided, model, url)


def split_prefix(name: str) -> tuple[str | None, str]:
    """The provider before the colon, if that is one, and the rest of the name.

    Example:
        >>> split_prefix("google-genai:gemini-2.5-pro"), split_prefix("qwen2.5:7b")
        (('google_genai', 'gemini-2.5-pro'), (None, 'qwen2.5:7b'))
    """
    before, colon, after = name.partition(":")
    provider = _spelled(before)
    return (provider, after) if colon and after and provider in PROVIDERS else (None, name)


def known_provider(provider: str, source: str) -> str:
    """The provider as `PROVIDERS` spells it.

    Raises:
        ModelConfigError: it is not one of them; the message names `source`.
    """
    if (spelled := _spelled(provider)) in PROVIDERS:
        return spelled
    raise ModelConfigError(
        f"Unknown provider {provider!r} ({source}).",
        hint=f"Known are {', '.join(sorted(PROVIDERS))}; "
        "any other OpenAI-compatible server works with base_url= or llm_base_url.",
    )


def family_of(name: str) -> str | None:
    """The provider that a word of the name tells; of several the first word. None where none does.

    Example:
        >>> family_of("ft:gpt-4o:org"), family_of("solo1-7b")
        ('openai', None)
    """
    return next((_FAMILIES[word] for word in _words(name) if word in _FAMILIES), None)


def refuses_temperature(model: str) -> bool:
    """Whether it is one of OpenAI's reasoning models, whose API refuses any temperature."""
    return not _REASONING.isdisjoint(_words(model))


def same_server(left: str | None, right: str | None) -> bool:
    """Whether two addresses name the same server: scheme, host and port agree, paths may differ.

    Example:
        >>> same_server("http://localhost:80/v1", "http://LOCALHOST"), same_server(None, "http://localhost")
        (True, False)
    """
    if not left or not right:
        return False
    origin = _origin(left)
    return origin is not None and origin == _origin(right)


def is_own_service(url: str, provider: str) -> bool:
    """Whether an address is the vendor's own service, over an encrypted connection.

    Example:
        >>> is_own_service("https://api.openai.com/v1", "openai")
        True
        >>> is_own_service("https://api.openai.com.example.org/v1", "openai")
        False
    """
    origin = _origin(url)
    domain = _OWN_DOMAINS.get(provider)
    if origin is None or domain is None:
        return False
    scheme, host, port = origin
    return scheme == "https" and port == _PORTS["https"] and (host == domain or host.endswith(f".{domain}"))


_OWN_DOMAINS = {OPENAI: "api.openai.com", ANTHROPIC: "api.anthropic.com"}
"""Hosts of the vendors' own services; regions stand before them (`eu.api.openai.com`)."""
_PORTS = {"http": 80, "https": 443}


def _origin(url: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(url.strip())
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname.rstrip("."), port) if parts.hostname and port else None


def _words(name: str) -> list[str]:
    return _SEPARATORS.split(name.lower())


def _spelled(provider: str) -> str:
    return provider.strip().lower().replace("-", "_")


def _undecided(name: str) -> str:
    raise ModelConfigError(
        f"No provider can be told for the model {name!r}: no provider= is given, it has no provider's name "
        "before a colon, no base_url= or llm_base_url is set, no llm_provider is set, and its name has no "
        f"word of a known family ({', '.join(_FAMILIES)}).",
        hint=f"Write it as openai:{name} or with another provider's name, pass base_url= for an "
        "OpenAI-compatible server, or set TRUTH_LLM_PROVIDER or TRUTH_LLM_BASE_URL.",
    )
