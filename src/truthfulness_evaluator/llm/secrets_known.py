"""The keys that a chat model is asked with, so that no message shows one, whatever it looks like."""

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from truthfulness_evaluator.llm.factory import PLACEHOLDER_KEY

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from truthfulness_evaluator.core.config import EvaluatorConfig

_LEAST = 6
"""Characters. What is shorter is no secret, and may be a part of any word."""


def known_secrets(chat: "BaseChatModel", config: "EvaluatorConfig", url: str) -> tuple[str, ...]:
    """Keys and passwords that servers may repeat, the longest first.

    Args:
        chat: of LangChain; its secret fields are read.
        config: its keys.
        url: of the server; it may hold a name and a password.
    """
    from pydantic import SecretStr

    values = [getattr(chat, name, None) for name in type(chat).model_fields]
    found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    found += [config.openai_api_key, config.anthropic_api_key, config.llm_api_key]
    password = urlsplit(url).password or ""
    found += [password, unquote(password)]
    distinct = {" ".join(each.split()) for each in found} - {PLACEHOLDER_KEY}
    return tuple(sorted((each for each in distinct if len(each) >= _LEAST), key=len, reverse=True))
