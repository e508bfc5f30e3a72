"""A panel searches the web by default, as the settings say, and where nothing else is to be judged by."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from fakellm.scenario import SearchRule
from truthfulness_evaluator.testing import SmallWeb
from web_runs.conftest import FERRY, WebRun

Run = Callable[..., WebRun]


@pytest.fixture
def panel(
    web_run: Run, fake_llm: Callable[..., FakeLLM], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[WebRun, FakeLLM]]:
    """Runs with a panel; the web is searched unless something says that it is not."""
    monkeypatch.setattr("truthfulness_evaluator.panel.members.BACKOFF_S", 0.001)
    llm = fake_llm(Scenario())
    for name, value in llm.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("TRUTH_ENABLE_WEB_SEARCH")

    def ran(*argv: str) -> tuple[WebRun, FakeLLM]:
        return web_run("--panel", *argv), llm

    return ran


Panel = Callable[..., tuple[WebRun, FakeLLM]]


def test_a_panel_searches_by_default_and_cites_what_it_found(panel: Panel, small_web: SmallWeb) -> None:
    run, _ = panel()
    assert run.code == 0
    pages = {each.page.url for result in run.report.verifications for each in result.evidence if each.page is not None}
    assert pages == {small_web.url("/ferry", 1), small_web.url("/harbour", 2)}
    assert "-" not in run.verdicts.values()


def test_a_second_run_asks_neither_models_nor_the_web(panel: Panel, small_web: SmallWeb) -> None:
    first, llm = panel()
    llm.reset()
    small_web.close()
    second, _ = panel()
    assert llm.stats()["requests"] == 0
    one, other = (each.report.model_copy(update={"usage": []}) for each in (first, second))
    assert one == other
    third, _ = panel()
    assert (second.written, second.out) == (third.written, third.out)


def test_a_model_decides_what_to_search_for_next(
    web_run: Run, fake_llm: Callable[..., FakeLLM], monkeypatch: pytest.MonkeyPatch, small_web: SmallWeb
) -> None:
    llm = fake_llm(Scenario(searches=(SearchRule("ferry", ("Bodal deck plan vessel",)), SearchRule(""))))
    for name, value in llm.environment().items():
        monkeypatch.setenv(name, value)
    page = small_web.page("/deck", "<title>Deck</title><p>The deck plan of the vessel MS Bodal has 240 places.", site=3)
    run = web_run("--model", "gpt-4o", "--web")
    assert run.code == 0
    assert small_web.search.queries.count("Bodal deck plan vessel") == 1
    cited = {claim.text: claim.id for claim in run.report.claims}[FERRY]
    (result,) = (each for each in run.report.verifications if each.claim_id == cited)
    assert page in {each.source for each in result.evidence}
    assert llm.stats()["by_task"]["search"] >= 1


def test_a_model_that_does_not_decide_is_told_of(
    web_run: Run, fake_llm: Callable[..., FakeLLM], monkeypatch: pytest.MonkeyPatch, small_web: SmallWeb
) -> None:
    monkeypatch.setattr("truthfulness_evaluator.panel.members.BACKOFF_S", 0.001)
    llm = fake_llm(Scenario(faults=(Fault("refusal", tasks=("search",)),)))
    for name, value in llm.environment().items():
        monkeypatch.setenv(name, value)
    run = web_run("--model", "gpt-4o", "--web")
    assert set(run.verdicts.values()) == {"SUPPORTS"}
    assert run.failures == {("gpt-4o-mini", "refused")}
    assert "it did not decide what to search for" in run.written


def test_a_dry_run_says_what_it_does_not_count(panel: Panel, small_web: SmallWeb) -> None:
    run, _ = panel("--dry-run")
    searches = "At most 6 searches of the web besides; what they find, and the calls that this takes, are not counted."
    assert searches in run.out.splitlines()
    assert "of the web" not in panel("--dry-run", "--no-web")[0].out


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["--no-web"], id="--no-web"),
        pytest.param(["--sources", "notes.md"], id="sources stand alone"),
        pytest.param(["--dry-run"], id="a dry run"),
    ],
)
def test_when_a_panel_does_not_search(panel: Panel, small_web: SmallWeb, essay: Path, argv: list[str]) -> None:
    (essay / "notes.md").write_text(f"{FERRY}\n", encoding="utf-8")
    run, _ = panel(*argv)
    assert run.code == 0
    assert (small_web.search.requests, small_web.requests) == ([], [])
