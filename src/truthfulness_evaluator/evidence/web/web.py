"""The web of a run: what its documents share, so that no query is asked and no page is fetched twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.evidence.web.deciding.deciding import Deciding, RuleQueries
from truthfulness_evaluator.evidence.web.origins import Origins
from truthfulness_evaluator.evidence.web.pages.page_reader import PageReader
from truthfulness_evaluator.evidence.web.search.kept_searches import Searches
from truthfulness_evaluator.evidence.web.site_rules import SiteRules


@dataclass(frozen=True)
class Web:
    """How a run searches and reads. Used on the one event loop of `llm.loop`."""

    searches: Searches
    pages: PageReader
    deciding: Deciding = field(default_factory=RuleQueries)
    rules: SiteRules = field(default_factory=SiteRules)
    max_searches: int = 3
    """Searches a claim."""
    max_results: int = 5
    """Pages that are read of one search."""
    max_items: int = 5
    """Passages a claim."""
    origins: Origins = field(default_factory=Origins)
    is_ended: Callable[[], bool] = bool
    """Whether the user has ended the run: nothing is searched any more."""
    remarks: Callable[[], Sequence[str]] = tuple
    """What is to be said of the search services: a sentence each."""
