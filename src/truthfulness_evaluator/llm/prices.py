"""What calls cost, by the vendors' list prices that come with genai-prices; nothing is looked up in the network."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truthfulness_evaluator.llm.providers import ANTHROPIC, OPENAI
from truthfulness_evaluator.llm.replies import Tokens

if TYPE_CHECKING:
    from genai_prices.types import PriceCalculation

_SELLERS: Mapping[str, str] = {
    OPENAI: "openai",
    ANTHROPIC: "anthropic",
    "anthropic_bedrock": "aws",
    "azure_ai": "azure",
    "azure_openai": "azure",
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "cohere": "cohere",
    "deepseek": "deepseek",
    "fireworks": "fireworks",
    "google_anthropic_vertex": "anthropic",
    "google_genai": "google",
    "google_vertexai": "google",
    "groq": "groq",
    "huggingface": "huggingface",
    "mistralai": "mistral",
    "openrouter": "openrouter",
    "perplexity": "perplexity",
    "together": "together",
    "xai": "x-ai",
}
"""Our providers as genai-prices names them."""


def cost(
    model: str,
    provider: str,
    input_tokens: int,
    output_tokens: int,
    *,
    cache_read: int = 0,
    cache_write: int = 0,
    base_url: str | None = None,
) -> float | None:
    """US dollars that tokens of a model cost; None: unknown.

    Args:
        model: as the provider knows it.
        provider: one of `PROVIDERS`.
        input_tokens: of the prompt, those of the cache included.
        output_tokens: of the answer.
        cache_read: of the input, tokens that the provider had cached.
        cache_write: of the input, tokens that it now caches.
        base_url: the server, where it is not the provider's own: one that sells models of others is known by it.

    Example:
        >>> cost("gpt-4o", "openai", 1_000_000, 0), cost("my-own-model", "openai", 1000, 0)
        (2.5, None)
    """
    tokens = Tokens(input_tokens, output_tokens, cache_read, cache_write)
    price = (_price(tokens, model, None, base_url) if base_url else None) or _price(
        tokens, model, _SELLERS.get(provider), None
    )
    return None if price is None else float(price.total_price)


def _price(tokens: Tokens, model: str, seller: str | None, base_url: str | None) -> "PriceCalculation | None":
    from genai_prices import Usage, calc_price

    if seller is None and base_url is None:
        return None
    usage = Usage(input_tokens=tokens.input, output_tokens=tokens.output)
    if tokens.cache_read or tokens.cache_write:
        usage = Usage(
            input_tokens=max(tokens.input, tokens.cache_read + tokens.cache_write),
            output_tokens=tokens.output,
            cache_read_tokens=tokens.cache_read,
            cache_write_tokens=tokens.cache_write,
        )
    try:
        if base_url is not None:
            return calc_price(usage, model, provider_api_url=base_url)
        return calc_price(usage, model, provider_id=seller)
    except (LookupError, ValueError):
        return None
