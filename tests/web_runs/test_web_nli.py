"""`truth-eval essay.md --web --judge nli`: a whole run, and what becomes of it where the web fails."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nli_fakes import Loader
from truthfulness_evaluator import EvaluatorConfig, ScriptedJudge, UsageError, Verdict, evaluate
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.testing import SmallWeb
from truthfulness_evaluator.testing.small_search import SmallSearch
from web_runs.conftest import FERRY, WebRun

Run = Callable[..., WebRun]
NLI = ("--web", "--judge", "nli")


def test_claims_are_judged_by_the_web(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    run = web_run(*NLI)
    assert run.code == 0
    assert run.verdicts == {"The ferry": "SUPPORTS", "The harbour": "REFUTES"}
    places = {each.source for result in run.report.verifications for each in result.evidence}
    assert places == {small_web.url("/ferry", 1), small_web.url("/harbour", 2)}
    assert small_web.url("/harbour", 2) in run.out


def test_a_second_run_asks_nobody_and_says_the_same(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    first = web_run(*NLI)
    small_web.forget_requests()
    asked = len(small_web.search.requests)
    second = web_run(*NLI)
    assert (small_web.requests, len(small_web.search.requests)) == ([], asked)
    small_web.close()
    third = web_run(*NLI)
    fourth = web_run(*NLI, "--offline")
    assert first == second == third == fourth


def test_offline_what_is_not_kept_is_a_failure(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    run = web_run(*NLI, "--offline")
    assert run.code == 3
    assert run.verdicts == {"The ferry": "-", "The harbour": "-"}
    assert run.failures == {("web search", "unavailable")}
    assert "This search is not kept, and --offline is set." in run.written
    assert (small_web.requests, small_web.search.requests) == ([], [])


def test_without_a_cache_a_second_run_asks_again(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    web_run(*NLI, "--no-cache")
    asked = len(small_web.search.requests)
    web_run(*NLI, "--no-cache")
    assert len(small_web.search.requests) == 2 * asked > 0


def test_an_empty_answer_is_not_enough_info(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    small_web.search.results("ferry Bodal carries 200 cars across lake", [])
    small_web.search.results("ferry Bodal carries cars across lake", [])
    run = web_run(*NLI)
    assert (run.code, run.verdicts) == (0, {"The ferry": "NOT_ENOUGH_INFO", "The harbour": "REFUTES"})


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        pytest.param(SmallSearch.fails, "rate_limited", id="rate limited"),
        pytest.param(SmallSearch.blocked, "blocked", id="a 202"),
        pytest.param(SmallSearch.captcha, "blocked", id="a captcha"),
        pytest.param(SmallSearch.broken_json, "bad_answer", id="cut off"),
    ],
)
def test_a_search_that_fails_is_no_verdict(
    web_run: Run, small_web: SmallWeb, words: Loader, fail: Callable[[SmallSearch], None], kind: str
) -> None:
    fail(small_web.search)
    run = web_run(*NLI)
    assert run.code == 3
    assert run.verdicts == {"The ferry": "-", "The harbour": "-"}
    assert run.failures == {("web search", kind)}
    assert run.report.status == "incomplete"


def test_pages_that_cannot_be_read(web_run: Run, small_web: SmallWeb, words: Loader) -> None:
    small_web.answer("/ferry", site=1, status=403)
    run = web_run(*NLI)
    assert run.code == 3
    assert run.verdicts == {"The ferry": "-", "The harbour": "REFUTES"}
    assert run.failures == {("web search", "blocked")}
    assert "note: 1 page that was found on the web could not be read: " in run.err


def test_hosts_that_are_not_public_are_not_asked(
    essay: Path, small_web: SmallWeb, words: Loader, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["essay.md", *NLI, "--search", f"searxng:{small_web.search.url}"])
    assert code == 3
    assert "could not be read" in capsys.readouterr().err
    assert small_web.requests == []


def test_rules_for_sites(web_run: Run, small_web: SmallWeb, words: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_BLOCKED_SITES", "127.0.0.3")
    monkeypatch.setenv("TRUTH_SITE_CREDIBILITY", '{"127.0.0.2": 0.9}')
    run = web_run(*NLI)
    assert run.verdicts == {"The ferry": "SUPPORTS", "The harbour": "NOT_ENOUGH_INFO"}
    (evidence,) = (each for result in run.report.verifications for each in result.evidence)
    assert evidence.credibility_score == 0.9


def test_a_code_base_is_read_besides(web_run: Run, essay: Path, words: Loader) -> None:
    (essay / "setup.py").touch()
    (essay / "harbour.py").write_text('"""The harbour of Bodal was built in 1964."""\n', encoding="utf-8")
    run = web_run(*NLI)
    (sources,) = ({e.source_type for e in r.evidence} for r in run.report.verifications if len(r.evidence) > 1)
    assert sources == {"web", "filesystem"}


def test_what_is_kept_is_listed(web_run: Run, words: Loader, capsys: pytest.CaptureFixture[str]) -> None:
    web_run(*NLI)
    assert main(["cache"]) == 0
    listed = capsys.readouterr().out
    assert "pages          2 values" in listed
    assert "searches       2 values" in listed


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        pytest.param(
            ["--web"], "The web is searched for judges of prose, and none is asked. Ask one: --judge nli", id="judge"
        ),
        pytest.param(
            ["--search", "ddgs"], "--search says how the web is searched, and it is not. Give --web.", id="search"
        ),
        pytest.param(["--no-web", "--allow-host", "wiki", "--judge", "nli"], "--allow-host says how", id="allow host"),
        pytest.param([*NLI, "--search", "altavista"], "there is no search service 'altavista'", id="unknown service"),
        pytest.param([*NLI, "--search", "searxng"], "searxng", id="no address"),
        pytest.param([*NLI, "--search", "searxng:ftp://x"], "should be an address that begins with http", id="address"),
        pytest.param([*NLI, "--allow-host", "http://wiki/"], "http://wiki/", id="no host"),
        pytest.param([*NLI, "--offline", "--no-cache"], "--no-cache uses nothing of that", id="nothing to use"),
    ],
)
def test_mistakes(essay: Path, words: Loader, capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert main(["essay.md", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_nothing_is_searched_unasked(
    essay: Path, small_web: SmallWeb, words: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRUTH_ENABLE_WEB_SEARCH", "true")
    monkeypatch.setenv("TRUTH_SEARXNG_URL", small_web.search.url)
    assert main(["essay.md", "--judge", "nli"]) == 0
    assert small_web.search.requests == []


def test_contexts_stand_alone(essay: Path, small_web: SmallWeb) -> None:
    config = EvaluatorConfig(searxng_url=small_web.search.url)
    judge = ScriptedJudge("anna", default=Verdict.SUPPORTS)
    report = evaluate(text=FERRY, contexts=["A ferry sails."], judges=[judge], web=True, config=config)
    assert [each.source for each in report.verifications[0].evidence] == ["context 1"]
    assert small_web.search.requests == []


def test_without_a_code_base_all_is_prose(essay: Path, small_web: SmallWeb) -> None:
    config = EvaluatorConfig(searxng_url=small_web.search.url, web_allow_hosts=["127.0.0.0/8"])
    judge = ScriptedJudge("anna", default=Verdict.SUPPORTS, needs_evidence=True)
    report = evaluate(text=FERRY, judges=[judge], web=True, config=config)
    (result,) = report.verifications
    assert (result.verdict, [each.source_type for each in result.evidence]) == (Verdict.SUPPORTS, ["web"])


def test_python_wants_a_judge_too(essay: Path) -> None:
    with pytest.raises(UsageError, match="none is asked"):
        evaluate(text=FERRY, web=True)
