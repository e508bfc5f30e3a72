"""What a run may spend, and who may be asked: it stops before a limit is passed, and keeps what is done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun, marked
from panel_runs.long_documents import document, write_code

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

CLAIMS = 40


@pytest.fixture
def long(shelf: Path) -> Path:
    """A document of forty claims."""
    write_code(shelf, CLAIMS)
    (shelf / "README.md").write_text(document(CLAIMS), encoding="utf-8")
    return shelf


def _asked(llm: FakeLLM) -> dict[str, int]:
    return llm.stats()["by_model"]


def _judged(run: PanelRun) -> int:
    """How many claims have a verdict; each is the right one."""
    judged = {text: verdict for text, verdict in run.verdicts.items() if verdict != "-"}
    assert all(verdict == marked(text) for text, verdict in judged.items())
    return len(judged)


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 5, 8])
def test_max_calls(play: Play, panel_run: Run, long: Path, calls: int) -> None:
    llm = play(Scenario())
    run = panel_run("--max-calls", str(calls), cache=str(long.parent / "kept.sqlite3"))
    assert llm.stats()["requests"] == calls
    assert run.code == 3
    assert {kind for _, kind in run.failures} == {"limit"}
    noun = "call" if calls == 1 else "calls"
    assert f"limit of {calls} {noun} is reached" in run.out
    how = "Run the same command again to ask only what is missing, or raise the limit."
    assert run.out.endswith(
        f" {how if calls else 'Raise the limit, then run the same command again to ask only what is missing.'}\n"
    )


def test_all_judges_get_their_turn_before_a_limit(play: Play, panel_run: Run, long: Path) -> None:
    play(Scenario())
    run = panel_run("--max-calls", "5")
    assert 10 <= _judged(run) < CLAIMS, "two calls of each judge are two batches"


def test_more_and_more_runs_get_it_done(play: Play, panel_run: Run, long: Path) -> None:
    cache = str(long.parent / "kept.sqlite3")
    llm = play(Scenario())
    done = [_judged(panel_run("--max-calls", "5", cache=cache)) for _ in range(3)]
    assert done == sorted(done)
    assert done[-1] == CLAIMS
    in_one = _asked(llm)
    llm = play(Scenario())
    assert _judged(panel_run()) == CLAIMS
    assert _asked(llm) == in_one, "in pieces it costs as many calls"


def test_max_calls_count_what_is_tried_again(play: Play, panel_run: Run, long: Path) -> None:
    llm = play(Scenario(faults=(Fault("http_500", tasks=("judge",), rate=0.5),)))
    panel_run("--max-calls", "6")
    assert llm.stats()["requests"] == 6


def test_max_cost(play: Play, panel_run: Run, long: Path) -> None:
    play(Scenario())
    whole = panel_run()
    assert whole.report is not None
    cost = sum(each.cost or 0 for each in whole.report.usage)
    for share in (0.0, 0.5, 0.8):
        llm = play(Scenario())
        run = panel_run("--max-cost", f"{cost * share:.6f}")
        assert run.report is not None
        assert sum(each.cost or 0 for each in run.report.usage) <= cost * share
        assert (run.code, {kind for _, kind in run.failures}) == (3, {"limit"})
        assert (llm.stats()["requests"] == 0) == (share == 0.0)
        assert (_judged(run) > 0) == (share > 0)
    assert panel_run("--max-cost", f"{cost * 3:.6f}").code == 0, "more is set aside for a call than it takes"


def test_max_cost_of_models_without_a_price(play: Play, panel_run: Run) -> None:
    llm = play(Scenario())
    run = panel_run("--model", "gpt-4o", "--model", "claude-of-tomorrow", "--max-cost", "1")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "truth-eval: error: max_cost cannot be kept: the price of claude-of-tomorrow is not known. "
        "Limit the calls instead, with --max-calls.\n"
    )
    assert llm.stats()["requests"] == 0


def test_max_seconds(play: Play, panel_run: Run, long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_LLM_CONCURRENCY", "1")
    llm = play(Scenario(latency_s=0.2))
    run = panel_run("--max-seconds", "0.5")
    assert (run.code, {kind for _, kind in run.failures}) == (3, {"limit"})
    assert "limit of 0.5 seconds is reached" in run.out
    assert 1 <= llm.stats()["requests"] <= 3


def test_limits_hold_for_all_documents_together(play: Play, panel_run: Run, long: Path) -> None:
    (long / "NOTES.md").write_text(document(CLAIMS).replace("# Cleaning", "# Notes"), encoding="utf-8")
    llm = play(Scenario())
    run = panel_run("NOTES.md", "--max-calls", "4")
    assert (run.code, llm.stats()["requests"]) == (3, 4)


@pytest.mark.parametrize(("kind", "told"), [("quota", "Renew the quota of"), ("bad_key", "Set a key that may use")])
def test_a_judge_that_is_out(play: Play, panel_run: Run, long: Path, kind: str, told: str) -> None:
    """It is out from its third call on: what it said before is kept, and nothing is asked of it afterwards."""
    cache = str(long.parent / "kept.sqlite3")
    llm = play(Scenario(latency_s=0.01, faults=(Fault(kind, models=(SECOND,), first=3),)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRUTH_LLM_CONCURRENCY", "1")
        run = panel_run(cache=cache)
    asked = _asked(llm)
    assert asked[SECOND] == 3
    assert asked[FIRST] > 3, "the other one goes on"
    assert 0 < _judged(run) < CLAIMS
    assert run.code == 3
    assert f"{told} {SECOND}, then run the same command again" in run.out
    llm = play(Scenario())
    run = panel_run(cache=cache)
    assert _judged(run) == CLAIMS
    assert run.code == 0
    assert set(_asked(llm)) == {SECOND}
    assert _asked(llm)[SECOND] + 2 == asked[FIRST]


def test_a_finder_that_is_out(play: Play, panel_run: Run, long: Path) -> None:
    llm = play(Scenario(faults=(Fault("bad_key", models=(FINDER,)),)))
    (long / "NOTES.md").write_text(document(CLAIMS).replace("# Cleaning", "# Notes"), encoding="utf-8")
    run = panel_run("NOTES.md")
    assert _asked(llm)[FINDER] <= 2, "those under way at once"
    assert (run.code, run.failures) == (3, {(FINDER, "auth")})


def test_advice_without_a_cache(play: Play, panel_run: Run) -> None:
    play(Scenario(faults=(Fault("http_500", models=(FIRST,)),)))
    run = panel_run()
    assert run.out.endswith("Run the same command again; no answers were kept, so that all is asked.\n")


def test_a_busy_server(play: Play, panel_run: Run, long: Path) -> None:
    """It takes two requests at a time, and eight may be made: all get through, and none is lost."""
    llm = play(Scenario(latency_s=0.02, max_in_flight=2, retry_after_s=0.02))
    run = panel_run()
    assert llm.stats()["by_status"].keys() == {"200", "429"}
    assert (run.code, run.failures, _judged(run)) == (0, set(), CLAIMS)


# Who is asked.


@pytest.fixture
def keyless(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing is known of Anthropic, neither key nor place."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"):
        monkeypatch.delenv(name)
    return monkeypatch


def test_a_default_model_without_a_key_is_left_out(play: Play, panel_run: Run, keyless: pytest.MonkeyPatch) -> None:
    llm = play(Scenario())
    run = panel_run()
    assert (
        run.err
        == f"truth-eval: note: {SECOND} is not asked: There is no key for anthropic: ANTHROPIC_API_KEY is not set.\n"
    )
    assert set(_asked(llm)) == {FINDER, FIRST}
    assert (run.code, _judged(run)) == (0, 6)


def test_no_model_is_left(play: Play, panel_run: Run, keyless: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        keyless.delenv(name)
    llm = play(Scenario())
    run = panel_run()
    assert (run.code, run.out, run.report, llm.stats()["requests"]) == (2, "", None, 0)
    assert run.err.startswith("truth-eval: error: No chat model is left to ask.")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        pytest.param(
            ["--model", SECOND],
            "There is no key for anthropic: ANTHROPIC_API_KEY is not set. Set it. "
            "Or run without --model and --panel: exact checks need no key.",
            id="named-without-a-key",
        ),
        pytest.param(
            ["--model", FIRST, "--screen", SECOND],
            "There is no key for anthropic: ANTHROPIC_API_KEY is not set. Set it. "
            "Or run without --model and --panel: exact checks need no key.",
            id="screen-without-a-key",
        ),
        pytest.param(
            ["--offline"],
            "The model 'gpt-4o' is not asked: offline is set. "
            "Or run without --model and --panel: exact checks need no key.",
            id="offline",
        ),
        pytest.param(
            ["--model", FIRST, "--model", FIRST],
            "The chat model gpt-4o is named twice. Each judges once.",
            id="twice",
        ),
        pytest.param(
            ["--model", FIRST, "--screen", FIRST],
            "The chat model gpt-4o is named twice. Each judges once.",
            id="twice-as-screen",
        ),
        pytest.param(
            ["--model", FIRST, "--model", f"openai:{FIRST}"],
            "The chat models gpt-4o and openai:gpt-4o are one. Each judges once.",
            id="twice-by-another-name",
        ),
        pytest.param(["--model", ""], "The name of a chat model is empty. Give one, as in --model gpt-4o.", id="empty"),
        pytest.param(["--model", "tomorrow:x"], None, id="unknown-provider"),
        pytest.param(["--max-calls", "-1"], None, id="calls-below-0"),
        pytest.param(["--max-cost", "nan"], None, id="cost-nan"),
        pytest.param(["--max-seconds", "0"], None, id="no-seconds"),
    ],
)  # fmt: skip
def test_refused(play: Play, panel_run: Run, keyless: pytest.MonkeyPatch, argv: list[str], error: str | None) -> None:
    llm = play(Scenario())
    run = panel_run(*argv)
    assert (run.code, run.out, run.report, llm.stats()["requests"]) == (2, "", None, 0)
    assert run.err.startswith("truth-eval: error: ")
    assert run.err.count("\n") == 1
    if error is not None:
        assert run.err == f"truth-eval: error: {error}\n"
