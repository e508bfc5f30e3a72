"""Whether a run searches the web, and how."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.store.cache import Cache

if TYPE_CHECKING:
    from truthfulness_evaluator.evidence.web.web import Web
    from truthfulness_evaluator.panel.members import Members


def asked_web(
    web: bool | None,
    config: EvaluatorConfig,
    members: "Members | None",
    *,
    judged: bool,
    has_sources: bool,
    open_cache: Callable[[], Cache] | None,
) -> "Web | None":
    """The web of a run; None: it is not searched, and nothing for it is imported.

    Nobody searches unasked: with chat models the settings say whether, unless there are sources to judge by or
    `offline` is set; without them only an argument does.

    Args:
        web: as it was asked for; None: it was not said.
        config: `enable_web_search` and `offline` are read, and what `configured_web` reads.
        members: the chat models, if any are asked.
        judged: whether there is a judge for prose.
        has_sources: whether there are sources to judge by.
        open_cache: where pages and searches are kept; None: nowhere.

    Raises:
        UsageError: the web was asked for, and there is no judge for what it gives; or see `configured_web`.
    """
    if web and not judged:
        raise UsageError(
            "The web is searched for judges of prose, and none is asked.",
            hint="Ask one: --judge nli, --panel or --model; in Python judges=, panel= or models=.",
        )
    by_default = members is not None and config.enable_web_search and not (has_sources or config.offline)
    if not (by_default if web is None else web):
        return None
    from truthfulness_evaluator.evidence.web.configured import configured_web

    if members is None:
        return configured_web(config, open_cache)
    return configured_web(config, open_cache, deciding=members.deciding, is_ended=lambda: members.interrupted)
