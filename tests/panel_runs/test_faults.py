"""Every fault that a server can have, in finding claims and in judging: never a wrong verdict, never a hidden one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun, marked

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

HARMLESS = (
    "extra_ids",
    "fenced_json",
    "folded_quote",
    "json_mode_refused",
    "label_prose",
    "percent_confidence",
    "schema_refused",
    "single_quotes",
    "temperature_refused",
    "thinking_block",
    "tools_refused",
    "trailing_comma",
)
"""What a client recovers from: everything comes out as without the fault."""
HARMFUL = {
    "altered_quote": "bad_answer",
    "bad_key": "auth",
    "bad_request": "unavailable",
    "content_filter": "refused",
    "context_length": "context_too_long",
    "drop": "unavailable",
    "duplicate_ids": "bad_answer",
    "empty_answer": "bad_answer",
    "filtered_answer": "refused",
    "forbidden": "auth",
    "hang": "timeout",
    "html_error": "unavailable",
    "http_500": "unavailable",
    "http_503": "unavailable",
    "http_529": "unavailable",
    "invalid_verdict": "bad_answer",
    "invented_quote": "bad_answer",
    "long_answer": "bad_answer",
    "malformed_json": "bad_answer",
    "missing_ids": "bad_answer",
    "no_citation": "bad_answer",
    "not_found": "unavailable",
    "quota": "quota",
    "rate_limit": "rate_limited",
    "refusal": "refused",
    "truncated_body": "unavailable",
    "truncated_json": "bad_answer",
    "wrong_schema": "bad_answer",
}
"""What a client does not, where it happens always: how it is told."""
PARTIAL = ("duplicate_ids", "missing_ids", "truncated_json")
"""Of these, the faults that leave a part of an answer whole."""
ALL = (*HARMLESS, *HARMFUL)


@pytest.fixture(autouse=True)
def waits(request: pytest.FixtureRequest, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs is not waited for; for all else there is time enough on a busy machine."""
    hangs = "hang" in request.node.name
    monkeypatch.setenv("TRUTH_LLM_TIMEOUT", "0.4" if hangs else "30")


def _fault(kind: str, *, rate: float = 1.0, models: tuple[str, ...] = (), task: str = "judge") -> Scenario:
    return Scenario(faults=(Fault(kind=kind, rate=rate, models=models, tasks=(task,), hang_s=2.0, retry_after_s=0),))


def test_without_a_fault(play: Play, panel_run: Run) -> None:
    play(Scenario())
    run = panel_run("--fail-on-model", "refuted")
    assert len(run.verdicts) == 6
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items())
    assert (run.code, run.failures) == (1, set())


@pytest.mark.parametrize("task", ["extract", "judge"])
@pytest.mark.parametrize("kind", HARMLESS)
def test_what_a_client_recovers_from(play: Play, panel_run: Run, kind: str, task: str) -> None:
    play(_fault(kind, task=task))
    run = panel_run("--fail-on-model", "refuted")
    assert len(run.verdicts) == 6
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items())
    assert (run.code, run.failures) == (1, set())


@pytest.mark.parametrize("models", [(FIRST,), ()], ids=["one", "all"])
@pytest.mark.parametrize("kind", sorted(HARMFUL))
def test_a_judge_that_always_fails(play: Play, panel_run: Run, kind: str, models: tuple[str, ...]) -> None:
    play(_fault(kind, models=models))
    run = panel_run()
    verdicts = set(run.verdicts.items())
    if kind in PARTIAL:
        verdicts -= {(text, marked(text)) for text in run.verdicts}
    assert {verdict for _, verdict in verdicts} == {"-"}, "one of two is no quorum"
    assert {judge for judge, _ in run.failures} == set(models or (FIRST, SECOND))
    assert {told for _, told in run.failures} == {HARMFUL[kind]}, run.out
    assert run.code == 3
    assert run.report is not None
    assert run.report.status == "incomplete"
    assert kind in PARTIAL or run.report.overall_grade is None
    assert HARMFUL[kind] in run.out


@pytest.mark.parametrize("rate", [0.1, 0.4])
@pytest.mark.parametrize("models", [(FIRST,), ()], ids=["one", "all"])
@pytest.mark.parametrize("kind", ALL)
def test_judges_that_fail_at_times(play: Play, panel_run: Run, kind: str, models: tuple[str, ...], rate: float) -> None:
    play(_fault(kind, models=models, rate=rate))
    run = panel_run()
    assert len(run.verdicts) == 6
    for text, verdict in run.verdicts.items():
        assert verdict == marked(text) or (verdict == "-" and kind in HARMFUL)
    assert run.code == (3 if "-" in run.verdicts.values() else 0)
    assert bool(run.failures) >= ("-" in run.verdicts.values())


@pytest.mark.parametrize("rate", [0.1, 0.4, 1.0])
@pytest.mark.parametrize("kind", ["empty_claims", *ALL])
def test_claims_that_cannot_be_found(play: Play, panel_run: Run, kind: str, rate: float) -> None:
    play(_fault(kind, task="extract", rate=rate))
    run = panel_run()
    assert run.report is not None
    assert all(verdict == marked(text) for text, verdict in run.verdicts.items())
    lost = len(run.verdicts) < 6
    assert not (lost and kind in HARMLESS)
    if lost and not run.report.dropped_claims:
        assert run.report.failures
    if run.report.failures:
        assert {each.judge for each in run.report.failures} == {FINDER}
        assert (run.code, run.report.status) == (3, "incomplete")
