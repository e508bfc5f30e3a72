"""Searches of a run: shared, paced, repeated where that may help, and handed on to the next service."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from truthfulness_evaluator.evidence.web.search.provider import SearchError, SearchResult
from truthfulness_evaluator.evidence.web.search.provider_state import SearchPace
from truthfulness_evaluator.evidence.web.search.searching import Searching
from truthfulness_evaluator.evidence.web.search.searxng import SearXNG
from truthfulness_evaluator.evidence.web.search.tavily import Tavily
from truthfulness_evaluator.models import FailureKind
from truthfulness_evaluator.testing import SmallWeb
from truthfulness_evaluator.testing.small_search import SmallSearch

Found = Sequence[SearchResult] | SearchError
FOUND = SearchResult("https://example.org/ferry", "The ferry")


@dataclass
class ScriptedProvider:
    """Answers one line of a script a search, the last one from then on."""

    name: str = "scripted"
    script: Sequence[Found] = ((FOUND,),)
    queries: list[str] = field(default_factory=list[str])

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        self.queries.append(query)
        line = self.script[min(len(self.queries), len(self.script)) - 1]
        if isinstance(line, SearchError):
            raise line
        return line[:limit]


@pytest.fixture
def web() -> Iterator[SmallWeb]:
    with SmallWeb() as running:
        running.page("/ferry", "<title>The ferry</title><p>The ferry sails at nine.")
        yield running


def failing(kind: FailureKind, said: str = "no.", retry_after_s: float | None = None) -> SearchError:
    return SearchError(kind, said, retry_after_s=retry_after_s)


def searched(
    providers: Callable[[], list[ScriptedProvider]], queries: Sequence[str]
) -> tuple[list[Found], list[ScriptedProvider], Searching]:
    """Ask queries one after the other: what came of each, the providers, and the searches."""

    async def run() -> tuple[list[Found], list[ScriptedProvider], Searching]:
        made = providers()
        searching = Searching(made, retry_pause_s=0)
        found: list[Found] = []
        for query in queries:
            try:
                found.append(await searching.search(query))
            except SearchError as error:
                found.append(error)
        return found, made, searching

    return asyncio.run(run())


def test_a_query_is_asked_once_however_it_is_spelt(web: SmallWeb) -> None:
    async def run() -> list[Sequence[SearchResult]]:
        searching = Searching([SearXNG(web.search.url)])
        at_once = await asyncio.gather(*(searching.search(query) for query in ("ferry sails", "Ferry  Sails ")))
        return [*at_once, await searching.search("FERRY SAILS"), await searching.search("sails ferry")]

    found = asyncio.run(run())
    assert [[result.title for result in each] for each in found] == [["The ferry"]] * 4
    assert web.search.queries == ["ferry sails", "sails ferry"]


def test_no_more_searches_at_once_than_the_pace_allows(web: SmallWeb) -> None:
    web.search.slow(0.05)

    async def run() -> None:
        searching = Searching([SearXNG(web.search.url)], paces={"searxng": SearchPace(at_once=2)})
        await asyncio.gather(*(searching.search(f"query {number}") for number in range(6)))

    asyncio.run(run())
    assert max(request.at_once for request in web.search.requests) == 2


def test_searches_begin_with_a_pause_between_them(web: SmallWeb) -> None:
    async def run() -> None:
        searching = Searching([SearXNG(web.search.url)], paces={"searxng": SearchPace(pause_s=0.1)})
        await asyncio.gather(*(searching.search(f"query {number}") for number in range(3)))

    asyncio.run(run())
    begun = [request.at for request in web.search.requests]
    assert begun[2] - begun[0] >= 0.15  # of 0.2: arrival is later than the beginning, by a little


@pytest.mark.parametrize(
    ("script", "asked", "came"),
    [
        pytest.param([failing(FailureKind.TIMEOUT), (FOUND,)], 2, True, id="late, then there"),
        pytest.param([failing(FailureKind.UNAVAILABLE), (FOUND,)], 2, True, id="out of order, then there"),
        pytest.param([failing(FailureKind.RATE_LIMITED, retry_after_s=0.01), (FOUND,)], 2, True, id="soon again"),
        pytest.param([failing(FailureKind.UNAVAILABLE)], 2, False, id="out of order"),
        pytest.param([failing(FailureKind.RATE_LIMITED, retry_after_s=60)], 1, False, id="not soon"),
        pytest.param([failing(FailureKind.RATE_LIMITED)], 1, False, id="who knows when"),
        pytest.param([failing(FailureKind.BLOCKED)], 1, False, id="blocked"),
        pytest.param([failing(FailureKind.AUTH)], 1, False, id="wrong key"),
        pytest.param([failing(FailureKind.BAD_ANSWER)], 1, False, id="nonsense"),
        pytest.param([()], 1, True, id="empty"),
    ],
)
def test_a_service_is_asked_once_more_where_that_may_help(script: list[Found], asked: int, came: bool) -> None:
    found, (provider,), _ = searched(lambda: [ScriptedProvider(script=script)], ["ferry"])
    assert len(provider.queries) == asked
    assert (not isinstance(found[0], SearchError)) is came


@pytest.mark.parametrize(
    "kind", [FailureKind.BLOCKED, FailureKind.RATE_LIMITED, FailureKind.AUTH, FailureKind.BAD_ANSWER]
)
def test_the_next_service_answers_in_its_place(kind: FailureKind) -> None:
    def providers() -> list[ScriptedProvider]:
        return [ScriptedProvider("one", [failing(kind, "one was no help.")]), ScriptedProvider("two")]

    found, (one, two), searching = searched(providers, ["ferry", "boat"])
    assert found == [(FOUND,)] * 2
    assert two.queries == ["ferry", "boat"]
    assert one.queries[0] == "ferry"
    assert searching.notices == ["one did not answer 2 searches, and two did: one was no help."]


def test_a_service_that_is_blocked_is_replaced_by_one_with_a_key(web: SmallWeb) -> None:
    web.search.engines_fail()

    async def run() -> tuple[Sequence[SearchResult], list[str]]:
        with SmallWeb() as other:
            other.page("/boat", "<title>The boat</title><p>The ferry is a boat that sails.")
            searching = Searching([SearXNG(web.search.url), Tavily(SmallSearch.key, other.search.url)])
            return await searching.search("ferry sails"), searching.notices

    found, notices = asyncio.run(run())
    assert [result.title for result in found] == ["The boat"]
    assert notices == [
        "searxng did not answer a search, and tavily did: searxng found nothing, and engines that it asks have failed: "
        "google (Suspended: CAPTCHA), duckduckgo (Suspended: too many requests)."
    ]


def test_empty_is_an_answer_and_no_reason_to_ask_another() -> None:
    found, (_, two), searching = searched(lambda: [ScriptedProvider("one", [()]), ScriptedProvider("two")], ["ferry"])
    assert (found, two.queries, searching.notices) == ([()], [], [])


def test_after_three_failures_in_a_row_a_service_is_left_alone() -> None:
    def providers() -> list[ScriptedProvider]:
        bad = failing(FailureKind.BAD_ANSWER, "one was no help.")
        return [ScriptedProvider("one", [bad, bad, (FOUND,), bad]), ScriptedProvider("two")]

    found, (one, two), searching = searched(providers, [f"query {number}" for number in range(9)])
    assert found == [(FOUND,)] * 9
    assert len(one.queries) == 6  # the third one came through, so that three more were needed
    assert len(two.queries) == 8
    assert searching.notices == ["one did not answer 8 searches, and two did: one was no help."]


def test_after_a_while_one_search_decides_whether_it_is_back() -> None:
    async def run() -> tuple[int, int]:
        bad = failing(FailureKind.BAD_ANSWER)
        provider = ScriptedProvider("one", [bad, bad, bad, bad, (FOUND,)])
        searching = Searching([provider], cool_down_s=0.01)
        failures = 0
        for number in range(6):
            try:
                await searching.search(f"query {number}")
            except SearchError:
                failures += 1
        return failures, len(provider.queries)

    assert asyncio.run(run()) == (4, 6)


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(failing(FailureKind.AUTH), id="wrong key"),
        pytest.param(failing(FailureKind.QUOTA), id="used up"),
        pytest.param(failing(FailureKind.RATE_LIMITED, retry_after_s=600), id="in ten minutes"),
    ],
)
def test_one_that_will_not_answer_is_not_asked_again(failure: SearchError) -> None:
    found, (provider,), _ = searched(lambda: [ScriptedProvider(script=[failure])], ["ferry", "boat", "ship"])
    assert provider.queries == ["ferry"]
    assert [(each.kind, str(each)) for each in found if isinstance(each, SearchError)] == [(failure.kind, "no.")] * 3


def test_retry_after_of_a_real_answer_is_kept_to(web: SmallWeb) -> None:
    web.search.fails(429, times=1, retry_after=0.2)
    found = asyncio.run(Searching([SearXNG(web.search.url)]).search("ferry sails"))
    assert [result.title for result in found] == ["The ferry"]
    first, second = web.search.requests
    assert second.at - first.at >= 0.2


def test_other_queries_wait_as_well_where_a_service_says_when(web: SmallWeb) -> None:
    web.search.fails(429, times=1, retry_after=0.2)

    async def run() -> None:
        searching = Searching([SearXNG(web.search.url)], paces={"searxng": SearchPace(at_once=1)})
        await asyncio.gather(searching.search("ferry sails"), searching.search("harbour"))

    asyncio.run(run())
    first, second, third = web.search.requests
    assert second.at - first.at >= 0.2
    assert {*web.search.queries} == {"ferry sails", "harbour"}
    assert third.at >= second.at


def test_a_query_that_failed_may_be_asked_again() -> None:
    found, (provider,), _ = searched(
        lambda: [ScriptedProvider(script=[failing(FailureKind.BLOCKED), (FOUND,)])], ["ferry", "ferry"]
    )
    assert isinstance(found[0], SearchError)
    assert found[1] == (FOUND,)
    assert provider.queries == ["ferry", "ferry"]


def test_where_none_answers_the_error_names_each_reason() -> None:
    def providers() -> list[ScriptedProvider]:
        return [
            ScriptedProvider("one", [failing(FailureKind.UNAVAILABLE, "one is out.")]),
            ScriptedProvider("two", [failing(FailureKind.RATE_LIMITED, "two is busy.", 60)]),
            ScriptedProvider("three", [failing(FailureKind.BLOCKED, "three takes us for robots.", 600)]),
        ]

    (error,), _, searching = searched(providers, ["ferry"])
    assert isinstance(error, SearchError)
    assert str(error) == "No search service answered. one is out. two is busy. three takes us for robots."
    assert (error.kind, error.retry_after_s) == (FailureKind.RATE_LIMITED, 60)
    assert searching.notices == []


def test_a_bug_of_a_provider_is_no_failed_search() -> None:
    class Broken:
        name = "broken"

        async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(Searching([Broken(), ScriptedProvider()]).search("ferry"))


def test_there_has_to_be_a_provider() -> None:
    with pytest.raises(ValueError, match="at least one provider"):
        Searching([])


class Held:
    """A provider that answers when it is let go."""

    name = "held"

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.let_go = asyncio.Event()
        self.ends: list[str] = []

    async def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        self.begun.set()
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.ends.append("cancelled")
            raise
        self.ends.append("answered")
        return (FOUND,)


async def _cancelled(task: asyncio.Task[Sequence[SearchResult]]) -> bool:
    task.cancel()
    return (await asyncio.gather(task, return_exceptions=True))[0].__class__ is asyncio.CancelledError


def test_who_is_cancelled_takes_no_search_from_others() -> None:
    async def run() -> tuple[Sequence[SearchResult], list[str]]:
        held = Held()
        searching = Searching([held])
        first, second = (asyncio.create_task(searching.search("ferry")) for _ in range(2))
        await held.begun.wait()
        assert await _cancelled(first)
        held.let_go.set()
        return await second, held.ends

    assert asyncio.run(run()) == ((FOUND,), ["answered"])


def test_a_search_that_nobody_waits_for_ends_and_can_be_asked_anew() -> None:
    async def run() -> tuple[Sequence[SearchResult], list[str]]:
        held = Held()
        searching = Searching([held], paces={"held": SearchPace(at_once=1)})
        task = asyncio.create_task(searching.search("ferry"))
        await held.begun.wait()
        assert await _cancelled(task)
        held.let_go.set()
        return await searching.search("ferry"), held.ends

    assert asyncio.run(run()) == ((FOUND,), ["cancelled", "answered"])
