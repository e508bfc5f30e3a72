"""Which passages of some pages bear on a claim most."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from truthfulness_evaluator.core.protocols import Ranker
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.evidence.lexical import Hit, Index
from truthfulness_evaluator.evidence.prose_queries import prose_query
from truthfulness_evaluator.evidence.prose_repetitions import distinct
from truthfulness_evaluator.evidence.prose_terms import prose_terms
from truthfulness_evaluator.evidence.sources import LEAST_SHARE
from truthfulness_evaluator.evidence.text_passages import SourcePassage
from truthfulness_evaluator.evidence.web.pages.page_text import Page
from truthfulness_evaluator.evidence.web.site_rules import SiteRules
from truthfulness_evaluator.models import Claim, Evidence, Location
from truthfulness_evaluator.models.web_page import WebPage

_CANDIDATES = 4
"""Passages that are looked at for each that is wanted: repetitions and copies of the document are left out of them."""
_RANKED = 2
"""Of these, passages that a ranker looks at for each that is wanted: to rank one takes as long as to judge by it."""
_OF_RANKER = 0.2
"""What a ranker's relevance counts beside the share of words: with more of it the passages that decide are found less
often (`benchmarks/RESULTS.md`)."""
_REMEMBERED = 8192
"""Passages whose terms are remembered, of 100 words each: about 10 MB, as words stand in memory once."""
_OF_ONE_PAGE = 2
"""Passages of one page that go before the best of another: two sources say more than two places of one."""


def best_passages(
    claim: Claim,
    pages: Sequence[Page],
    most: int,
    rules: SiteRules,
    gate: Gate,
    *,
    further: Sequence[str] = (),
    ranker: Ranker | None = None,
) -> list[Evidence]:
    """The passages that share most with a claim, best first.

    A further query is in other words than the claim, and so are the passages that it is after: the best for each goes
    before all but the best for the claim. `relevance_score` is the share of the words of the claim, or of the query,
    that stand in the passage, rare ones counting more; where there is a ranker, what that says is a sixth of it.
    `credibility_score` is what the user's rules say of the site.

    Args:
        claim: of prose.
        pages: where to look, each text once.
        most: how many are wanted.
        rules: of sites.
        gate: of the document that the claim comes from.
        further: queries that were asked because what was found did not suffice.
        ranker: has a say in the order of those for the claim.
    """
    about = {page.about.url: page.about for page in pages}
    first, *others = (prose_query(claim), *(dict.fromkeys(_terms(query), 1.0) for query in further))
    passages = [passage for page in pages for passage in page.passages]
    index = Index(passages, terms=partial(_told, frozenset(first).union(*others)))

    def good(query: Mapping[str, float], wanted: int) -> list[Hit]:
        hits = index.search(query, wanted)
        return [hit for hit in hits if hit.share >= LEAST_SHARE and not gate.is_copy(hit.passage.text)]

    near = good(first, _CANDIDATES * most)
    found = list(_spread(near if ranker is None else _ranked(claim, near[: _RANKED * most], ranker)))
    known = {hit.passage: hit for hit in found}
    asked = [hit for query in others for hit in good(query, _CANDIDATES)[:1]]
    hits = [*found[:1], *(known.get(hit.passage, hit) for hit in asked), *found[1:]]
    return [_evidence(hit, about[hit.passage.path], rules) for hit in distinct(hits, most)]


def _told(wanted: frozenset[str], text: str) -> list[str]:
    """The terms of a passage, all that nobody looks for as one: an index of few terms is soon made."""
    return [term if term in wanted else "" for term in _terms(text)]


@lru_cache(maxsize=_REMEMBERED)
def _terms(text: str) -> tuple[str, ...]:
    """The terms of a passage: claims share pages, and look at them again after each search."""
    return tuple(prose_terms(text))


def _ranked(claim: Claim, hits: Sequence[Hit], ranker: Ranker) -> list[Hit]:
    relevances = ranker.relevances(claim, [hit.passage.text for hit in hits])
    both = (
        Hit(hit.passage, (hit.share + _OF_RANKER * relevance) / (1 + _OF_RANKER))
        for hit, relevance in zip(hits, relevances, strict=True)
    )
    return sorted(both, key=lambda hit: -hit.share)


def _spread(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Hits, best first; what goes beyond two of a page comes after the others."""
    of_page: Counter[str] = Counter()
    later: list[Hit] = []
    for hit in hits:
        of_page[hit.passage.path] += 1
        if of_page[hit.passage.path] <= _OF_ONE_PAGE:
            yield hit
        else:
            later.append(hit)
    yield from later


def _evidence(hit: Hit, page: WebPage, rules: SiteRules) -> Evidence:
    passage = hit.passage
    assert isinstance(passage, SourcePassage)
    return Evidence(
        source=page.url,
        source_type="web",
        content=passage.text,
        relevance_score=round(min(hit.share, 1.0), 3),
        credibility_score=rules.credibility_of(page.url),
        location=Location(url=page.url, page=passage.page or None),
        page=page,
    )
