"""The web as the settings want it."""

from collections.abc import Callable

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.settings import without_password
from truthfulness_evaluator.evidence.web.deciding.deciding import Deciding, RuleQueries
from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.pages.kept_pages import KeptPages
from truthfulness_evaluator.evidence.web.pages.page_reader import PageReader
from truthfulness_evaluator.evidence.web.search.kept_searches import KeptSearches
from truthfulness_evaluator.evidence.web.search.providers import configured_providers
from truthfulness_evaluator.evidence.web.search.searching import Searching
from truthfulness_evaluator.evidence.web.site_rules import SiteRules
from truthfulness_evaluator.evidence.web.web import Web
from truthfulness_evaluator.store.cache import Cache


def configured_web(
    config: EvaluatorConfig,
    open_cache: Callable[[], Cache] | None,
    *,
    deciding: Deciding | None = None,
    is_ended: Callable[[], bool] = bool,
) -> Web:
    """The web of a run. With `offline` only what is kept of it, however old.

    Args:
        config: what begins with `web_`, `search_providers` and what they need, `max_searches`, `max_web_results`,
            `max_evidence_items`, the rules of sites and `offline` are read.
        open_cache: where pages and searches are kept; None: nowhere.
        deciding: says what to search for; None: a rule does.
        is_ended: whether the user has ended the run.

    Raises:
        UsageError: a search service lacks what it needs, or an entry of `web_allow_hosts` is no host.
    """
    kept = Kept(open_cache, None if config.offline else config.web_max_age_days)
    searching, fetch = None, None
    if not config.offline:
        from truthfulness_evaluator.evidence.web.pages.held_fetcher import HeldFetcher  # Imports httpcore.

        searching = Searching(configured_providers(config), max_results=config.max_web_results)
        fetch = HeldFetcher(config.web_allow_hosts, config.web_timeout).fetch
    engines = [*config.search_providers, without_password(config.searxng_url or "")]
    return Web(
        KeptSearches(kept, (*engines, str(config.max_web_results)), searching),
        PageReader(KeptPages(kept), fetch),
        deciding or RuleQueries(),
        SiteRules(config.site_credibility, tuple(config.blocked_sites), tuple(config.allowed_sites)),
        max_searches=config.max_searches,
        max_results=config.max_web_results,
        max_items=config.max_evidence_items,
        is_ended=is_ended,
        remarks=lambda: searching.notices if searching is not None else (),
    )
