"""Evidence from a small web on this machine: search, fetch, read, cite."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.protocols import Ranker
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.gathering import Looked
from truthfulness_evaluator.evidence.web.deciding.deciding import Deciding, RuleQueries
from truthfulness_evaluator.evidence.web.gathering import WebEvidence
from truthfulness_evaluator.evidence.web.kept import Kept
from truthfulness_evaluator.evidence.web.pages.kept_pages import KeptPages
from truthfulness_evaluator.evidence.web.pages.page_reader import PageReader
from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.site_rules import SiteRules
from truthfulness_evaluator.evidence.web.web import Web
from truthfulness_evaluator.models import Claim, Evidence, Fact, FailureKind, JudgeFailure, Location
from truthfulness_evaluator.net.fetched import Fetched
from truthfulness_evaluator.net.fetching import Fetcher
from truthfulness_evaluator.testing import SmallWeb

_FERRY = "The ferry of Bodal carries two hundred cars across the lake every day, and it has done so since 1998."
_HARBOUR = "The harbour of Bodal was built by three engineers, who are remembered there by a stone."
_ESSAY = "# Essay\n\nThe ferry of Bodal carries two hundred cars. The harbour was built by three engineers.\n"


@dataclass
class _Searches:
    """Asks the search of a small web, or fails."""

    web: SmallWeb
    errors: dict[str, SearchError] = field(default_factory=dict[str, SearchError])
    """By query; `*`: for all."""
    asked: list[str] = field(default_factory=list[str])

    async def search(self, query: str) -> Sequence[SearchResult]:
        self.asked.append(query)
        error = self.errors.get(query, self.errors.get("*"))
        if error is not None:
            raise error
        return [SearchResult(hit.url, hit.title, hit.text) for hit in self.web.search.find(query)]


@dataclass
class _Script:
    """Asks one query after the other, or fails."""

    queries: Sequence[str | ModelCallError]
    name: str = "script"
    seen: list[list[str]] = field(default_factory=list[list[str]])
    """Sources of the evidence at each decision."""

    async def next_query(self, claim: Claim, evidence: Sequence[Evidence], asked: Sequence[str]) -> str | None:
        self.seen.append([each.source for each in evidence])
        if len(asked) >= len(self.queries):
            return None
        query = self.queries[len(asked)]
        if isinstance(query, ModelCallError):
            raise query
        return query


@pytest.fixture
def small_web() -> Iterator[SmallWeb]:
    """A web that is stopped after the test."""
    with SmallWeb() as web:
        yield web


def _claim(text: str = "The ferry of Bodal carries 200 cars.", **more: object) -> Claim:
    return Claim.model_validate({"id": text, "text": text, "source_document": "essay.md", **more})


async def _fetch(url: str) -> Fetched:
    async with Fetcher(allow_hosts=["127.0.0.0/8"], pause_s=0) as fetcher:
        return await fetcher.fetch(url)


def _look(
    searches: _Searches,
    *claims: Claim,
    deciding: Deciding | None = None,
    rules: SiteRules | None = None,
    essay: str = _ESSAY,
    max_results: int = 5,
    is_ended: Callable[[], bool] = bool,
    ranker: Ranker | None = None,
) -> Looked:
    web = Web(
        searches,
        PageReader(KeptPages(Kept(None)), _fetch),
        deciding or RuleQueries(),
        rules or SiteRules(),
        max_results=max_results,
        is_ended=is_ended,
    )
    evidence = WebEvidence(web, read_text(essay, "essay.md"), ranker=ranker)
    return asyncio.run(evidence.look(claims or [_claim()]))


def _html(*paragraphs: str, title: str = "Ferries") -> str:
    body = "".join(f"<p>{each}</p>" for each in paragraphs)
    return f'<html lang="en"><head><title>{title}</title></head><body><main>{body}</main></body></html>'


def test_a_passage_is_cited_with_its_page(small_web: SmallWeb) -> None:
    url = small_web.page(
        "/ferry", _html(_FERRY, *[f"Another paragraph, of other things, number {n}." for n in range(9)])
    )
    moved = small_web.redirect("/old", to=url, site=2)
    small_web.search.results("ferry Bodal carries 200 cars", [moved])
    found = _look(_Searches(small_web))
    (evidence,) = found.evidence[0]
    assert evidence.page is not None
    assert (evidence.source, evidence.source_type, evidence.location) == (url, "web", Location(url=url))
    assert evidence.content.startswith(_FERRY)
    assert (evidence.page.title, evidence.page.url, evidence.page.language) == ("Ferries", url, "en")
    assert (evidence.page.site, evidence.credibility_score) == ("127.0.0.2", 0.5)
    assert 0.3 < evidence.relevance_score < 1
    assert (found.unfetched, found.notices) == ({}, ())


def test_a_passage_of_a_pdf_has_its_page_number(small_web: SmallWeb) -> None:
    url = small_web.pdf("/ferry.pdf", _FERRY)
    (evidence,) = _look(_Searches(small_web)).evidence[0]
    assert evidence.location == Location(url=url, page=1)
    assert evidence.page is not None
    assert (evidence.page.kind, evidence.page.title) == ("PDF", "ferry.pdf")


def test_claims_of_one_document_share_queries_and_pages(small_web: SmallWeb) -> None:
    small_web.page("/both", _html(_FERRY, _HARBOUR))
    found = _look(
        _Searches(small_web),
        _claim(),
        _claim("The harbour of Bodal was built by three engineers."),
        _claim("Good ferries are beautiful.", unverifiable="an opinion"),
        _claim("`--ferry` is an option.", kind="cli_option", fact=Fact(kind="cli_option", subject="--ferry")),
    )
    assert [len(each) for each in found.evidence] == [1, 1, 0, 0]
    assert [request.path for request in small_web.requests].count("/both") == 1


def test_the_second_query_is_asked_only_where_the_first_brought_nothing(small_web: SmallWeb) -> None:
    url = small_web.page("/ferry", _html(_FERRY))
    searches = _Searches(small_web)
    small_web.search.results("ferry Bodal carries 200 cars", [])
    small_web.search.results("ferry Bodal carries cars", [url])
    assert len(_look(searches).evidence[0]) == 1
    assert searches.asked == ["ferry Bodal carries 200 cars", "ferry Bodal carries cars"]


def test_an_empty_answer_is_no_failure(small_web: SmallWeb) -> None:
    found = _look(_Searches(small_web))
    assert (found.evidence, found.unfetched, found.notices) == ([[]], {}, ())


@pytest.mark.parametrize("kind", [FailureKind.RATE_LIMITED, FailureKind.BLOCKED, FailureKind.UNAVAILABLE])
def test_a_search_without_an_answer_is_a_failure(small_web: SmallWeb, kind: FailureKind) -> None:
    found = _look(_Searches(small_web, {"*": SearchError(kind, "It gave no answer.")}))
    (failure,) = found.unfetched.values()
    assert found.evidence == [[]]
    assert (failure.judge, failure.kind, failure.message) == ("web search", kind, "It gave no answer.")


def test_what_was_found_before_a_failure_is_kept(small_web: SmallWeb) -> None:
    url = small_web.page("/ferry", _html(_FERRY))
    searches = _Searches(small_web, {"second": SearchError(FailureKind.TIMEOUT, "Too late.")})
    script = _Script(["ferry Bodal cars", "second", "third"])
    found = _look(searches, deciding=script)
    assert [each.source for each in found.evidence[0]] == [url]
    assert [failure.kind for failure in found.unfetched.values()] == [FailureKind.TIMEOUT]
    assert script.seen == [[], [url]]


def test_what_a_further_query_finds_is_evidence_though_it_has_other_words(small_web: SmallWeb) -> None:
    first = small_web.page("/ferry", _html(_FERRY), site=1)
    deck = "On deck there is room for no more than 240 vehicles, says the owner of the vessel MS Bodal."
    second = small_web.page("/deck", _html(deck), site=2)
    small_web.search.results("vessel deck vehicles", [second])
    (found,) = _look(_Searches(small_web), deciding=_Script(["ferry Bodal carries cars"])).evidence
    assert [each.source for each in found] == [first]
    script = _Script(["ferry Bodal carries cars", "vessel deck vehicles"])
    (found,) = _look(_Searches(small_web), deciding=script).evidence
    assert [each.source for each in found] == [first, second]
    assert script.seen == [[], [first], [first, second]]
    assert deck in found[1].content


UNDECIDED = ModelCallError(FailureKind.BAD_ANSWER, "It names no query.", attempts=2)
UNDECIDED_TOLD = JudgeFailure(
    judge="script",
    kind=FailureKind.BAD_ANSWER,
    message="it did not decide what to search for: It names no query.",
    attempts=2,
)


@pytest.mark.parametrize(
    ("queries", "asked"),
    [
        pytest.param([UNDECIDED], ["ferry Bodal carries 200 cars", "ferry Bodal carries cars"], id="at once"),
        pytest.param(["pier", UNDECIDED], ["pier", "ferry Bodal carries 200 cars"], id="after a search"),
        pytest.param(["ferry Bodal", UNDECIDED], ["ferry Bodal"], id="with evidence"),
    ],
)
def test_rules_decide_where_a_model_fails(
    small_web: SmallWeb, queries: list[str | ModelCallError], asked: list[str]
) -> None:
    url = small_web.page("/ferry", _html(_FERRY))
    small_web.search.results("pier", [])
    if asked[0] == "ferry Bodal carries 200 cars":
        small_web.search.results(asked[0], [])
    searches, script = _Searches(small_web), _Script(queries)
    looked = _look(searches, deciding=script)
    assert [each.source for each in looked.evidence[0]] == [url]
    assert list(looked.unfetched.values()) == [UNDECIDED_TOLD]
    assert searches.asked == asked
    assert len(script.seen) == len(queries)


def test_a_search_that_fails_is_told_before_a_model_that_did(small_web: SmallWeb) -> None:
    searches = _Searches(small_web, {"*": SearchError(FailureKind.TIMEOUT, "Too late.")})
    (failure,) = _look(searches, deciding=_Script([UNDECIDED])).unfetched.values()
    assert (failure.judge, failure.kind) == ("web search", FailureKind.TIMEOUT)


@pytest.mark.parametrize(
    ("queries", "asked"),
    [
        pytest.param(["ferry one", "ferry two", "ferry three", "ferry four"], 3, id="three searches a claim"),
        pytest.param(["nothing", "Nothing ", "ferry"], 1, id="a query that repeats"),
        pytest.param(["ferry Bodal", "Bodal ferry", "ferry lake"], 2, id="results that repeat"),
    ],
)
def test_when_searching_ends(small_web: SmallWeb, queries: list[str], asked: int) -> None:
    small_web.page("/ferry", _html(_FERRY))
    for number, query in enumerate(("ferry one", "ferry two", "ferry three", "ferry four")):
        small_web.search.results(
            query, [small_web.page(f"/{number}", _html(f"Words of page {number}, and some more."))]
        )
    searches = _Searches(small_web)
    _look(searches, deciding=_Script(queries))
    assert len(searches.asked) == asked


def test_a_run_that_the_user_has_ended_searches_for_nothing(small_web: SmallWeb) -> None:
    searches = _Searches(small_web)
    found = _look(searches, is_ended=lambda: True)
    assert [failure.kind for failure in found.unfetched.values()] == [FailureKind.INTERRUPTED]
    assert searches.asked == []


def test_a_run_that_the_user_ends_waits_for_no_page(small_web: SmallWeb) -> None:
    small_web.search.results("ferry Bodal carries 200 cars", [small_web.slow("/late", 15)])
    found = _look(_Searches(small_web), is_ended=lambda: "/late" in {each.path for each in small_web.requests})
    assert [failure.kind for failure in found.unfetched.values()] == [FailureKind.INTERRUPTED]


def test_pages_that_cannot_be_read_are_told(small_web: SmallWeb) -> None:
    small_web.search.results(
        "ferry Bodal carries 200 cars",
        [
            small_web.answer("/gone", site=1, status=404),
            small_web.captcha("/captcha", site=2),
            small_web.page("/ferry", _html(_FERRY), site=3),
            small_web.answer("/forbidden", site=4, status=403),
            small_web.page("/scripts", "<html><body><script>x</script></body></html>", site=5),
        ],
    )
    found = _look(_Searches(small_web))
    assert len(found.evidence[0]) == 1
    assert found.unfetched == {}
    (notice,) = found.notices
    assert notice.startswith("4 pages that were found on the web could not be read: ")
    assert "/gone" in notice
    assert notice.endswith("; and 1 more.")


@pytest.mark.parametrize(
    ("statuses", "kind", "said"),
    [
        pytest.param([404], FailureKind.UNAVAILABLE, "The one page that was found could not be read", id="one"),
        pytest.param(
            [403, 404, 403], FailureKind.BLOCKED, "None of the 3 pages that were found could be read", id="most"
        ),
        pytest.param([429], FailureKind.RATE_LIMITED, "The one page that was found could not be read", id="too many"),
    ],
)
def test_a_search_none_of_whose_pages_can_be_read_is_a_failure(
    small_web: SmallWeb, statuses: list[int], kind: FailureKind, said: str
) -> None:
    pages = [small_web.answer("/x", site=site, status=status) for site, status in enumerate(statuses, start=1)]
    small_web.search.results("ferry Bodal carries 200 cars", pages)
    found = _look(_Searches(small_web))
    (failure,) = found.unfetched.values()
    assert (failure.judge, failure.kind) == ("web search", kind)
    assert failure.message.startswith(f"{said}: ")


def test_the_document_and_its_copies_do_not_come_back(small_web: SmallWeb) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    essay = f"# Essay\n\nThe ferry of Bodal carries 200 cars. {words}\n"
    copy = small_web.page("/copy", _html(f"The ferry of Bodal carries 200 cars. {words}"), site=2)
    quoted = small_web.page("/quoted", _html("The ferry of Bodal carries 200 cars, it says.", _HARBOUR), site=3)
    small_web.search.results("ferry Bodal carries 200 cars", [copy, quoted])
    found = _look(_Searches(small_web), essay=essay)
    assert {each.source for each in found.evidence[0]} == {quoted}


def test_the_same_text_on_several_sites_stands_once(small_web: SmallWeb) -> None:
    text = " ".join([_FERRY, *(f"Sentence {number} of a long report on ferries." for number in range(9))])
    urls = [small_web.page("/report", _html(text), site=site) for site in (1, 2, 3)]
    small_web.search.results("ferry Bodal carries 200 cars", urls)
    found = _look(_Searches(small_web))
    pages = {each.page.url: each.page.copies for each in found.evidence[0] if each.page is not None}
    assert pages == {urls[0]: tuple(urls[1:])}


def test_two_passages_of_a_page_go_before_the_best_of_another(small_web: SmallWeb) -> None:
    long = [f"The ferry of Bodal carries {number} cars. " + f"It is fact number {number}. " * 20 for number in range(9)]
    one = small_web.page("/one", _html(*long), site=1)
    other = small_web.page(
        "/other", _html("Some cars were on a ferry, once. " + "Nothing else is known. " * 20), site=2
    )
    small_web.search.results("ferry Bodal carries 200 cars", [one, other])
    sources = [each.source for each in _look(_Searches(small_web)).evidence[0]]
    assert sources[:3] == [one, one, other]
    assert len(sources) == 5


@dataclass
class _Likes:
    """A ranker for which passages with a word bear on a claim wholly, and others not at all."""

    word: str
    seen: list[int] = field(default_factory=list[int])
    """How many passages it was asked about, each time."""

    def relevances(self, claim: Claim, passages: Sequence[str]) -> list[float]:
        self.seen.append(len(passages))
        return [1.0 if self.word in passage else 0.0 for passage in passages]


@pytest.mark.parametrize(("word", "first"), [("lake", "/lake"), ("sea", "/sea")])
def test_a_ranker_decides_between_passages_that_share_as_many_words(small_web: SmallWeb, word: str, first: str) -> None:
    for path in ("/lake", "/sea"):
        text = f"The ferry of Bodal carries 200 cars across the {path[1:]}, {'and back again ' * 12}."
        small_web.page(path, _html(text))
    (found,) = _look(_Searches(small_web), ranker=_Likes(word)).evidence
    assert [each.source.endswith(first) for each in found] == [True, False]
    assert found[0].relevance_score > found[1].relevance_score


def test_a_ranker_is_asked_about_twice_as_many_passages_as_are_wanted(small_web: SmallWeb) -> None:
    long = [
        f"The ferry of Bodal carries {number} cars. " + f"It is fact number {number}. " * 20 for number in range(30)
    ]
    small_web.page("/ferry", _html(*long))
    likes = _Likes("fact number 17.")
    _look(_Searches(small_web), ranker=likes)
    assert likes.seen == [10]


def test_rules_of_the_user(small_web: SmallWeb) -> None:
    urls = [small_web.page("/ferry", _html(f"{_FERRY} Site {site} says so."), site=site) for site in (1, 2, 3)]
    small_web.search.results("ferry Bodal carries 200 cars", urls)
    rules = SiteRules(credibility={"127.0.0.2": 0.9}, blocked=("127.0.0.4",))
    found = _look(_Searches(small_web), rules=rules)
    assert {each.source: each.credibility_score for each in found.evidence[0]} == {urls[0]: 0.9, urls[1]: 0.5}
    assert not any(request.site == 3 for request in small_web.requests)


def test_as_many_pages_of_a_search_are_read_as_are_wanted(small_web: SmallWeb) -> None:
    urls = [small_web.page("/ferry", _html(f"{_FERRY} Site {site} says so."), site=site) for site in (1, 2, 3)]
    small_web.search.results("ferry Bodal carries 200 cars", urls)
    _look(_Searches(small_web), max_results=2)
    assert {request.site for request in small_web.requests} == {1, 2}


def test_what_is_no_web_address_is_not_read(small_web: SmallWeb) -> None:
    small_web.search.results("ferry Bodal carries 200 cars", ["file:///etc/passwd", "javascript:alert(1)"])
    found = _look(_Searches(small_web))
    assert (found.evidence, found.unfetched, small_web.requests) == ([[]], {}, [])
