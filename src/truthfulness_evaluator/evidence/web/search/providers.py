"""The search services that the settings name. Each is imported when it is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.settings import KEYS, PREFIX
from truthfulness_evaluator.core.settings_types import SEARCH_PROVIDERS
from truthfulness_evaluator.evidence.web.search.provider import SearchProvider

if TYPE_CHECKING:
    from truthfulness_evaluator.core.config import EvaluatorConfig

_CLASSES: Mapping[str, str] = {
    "searxng": "searxng:SearXNG",
    "tavily": "tavily:Tavily",
    "brave": "brave:Brave",
    "ddgs": "ddgs_search:Ddgs",
}


def configured_providers(config: "EvaluatorConfig") -> list[SearchProvider]:
    """The search services of `search_providers`, in this order.

    Raises:
        SettingsError: one of them lacks its address or its key.
    """
    return [_provider(name, config) for name in config.search_providers]


def _provider(name: str, config: "EvaluatorConfig") -> SearchProvider:
    needed = SEARCH_PROVIDERS[name]
    arguments = [] if needed is None else [getattr(config, needed)]
    if needed is not None and not arguments[0]:
        is_key = needed in KEYS
        variable = KEYS[needed] if is_key else f"{PREFIX}{needed.upper()}"
        raise SettingsError(
            f"search_providers names {name} ({config.origins['search_providers']}), and its "
            f"{'key' if is_key else 'address'} is not set.",
            hint=f"Set {variable}, or leave {name} out; ddgs needs neither key nor address.",
        )
    module, _, cls = _CLASSES[name].partition(":")
    make = cast("Callable[..., SearchProvider]", getattr(import_module(f"{__package__}.{module}"), cls))
    return make(*arguments)
