"""`truth-eval resume` finishes what a run lacks, and asks nothing twice, without any cache."""

import json
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.children import resume as resume_in_a_process
from panel_runs.children import start, votes_in, wait_until
from panel_runs.conftest import DOCUMENT, FINDER, FIRST, SECOND, PanelRun, marked
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models.run import Run, RunStatus
from truthfulness_evaluator.store.runs import RunStore

Play = Callable[[Scenario], FakeLLM]
PanelRuns = Callable[..., PanelRun]
Resume = Callable[..., PanelRun]
CLAIMS = 6


@pytest.fixture
def data(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = shelf.parent / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(path))
    return path


@pytest.fixture
def resume(data: Path, capsys: pytest.CaptureFixture[str]) -> Resume:
    """Runs `truth-eval resume` in this process; the report is what is kept then."""

    def ran(*argv: str) -> PanelRun:
        capsys.readouterr()
        code = main(["resume", *argv])
        captured = capsys.readouterr()
        contents = kept(data).contents
        return PanelRun(code, captured.out, captured.err, contents[0].report if contents else None)

    return ran


def kept(data: Path) -> Run:
    with RunStore(data) as store:
        return store.load("latest")


def asked(llm: FakeLLM) -> dict[tuple[str, str], int]:
    """By task and model, about how many claims, or sections, it was asked."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in llm.log.entries:
        found[entry["task"], entry["model"]] += len(entry["claims"]) if entry["task"] == "judge" else 1
    return dict(found)


def all_is_right(run: PanelRun) -> bool:
    return len(run.verdicts) == CLAIMS and all(verdict == marked(text) for text, verdict in run.verdicts.items())


def test_only_votes_that_are_missing_are_asked_for(
    play: Play, panel_run: PanelRuns, resume: Resume, data: Path
) -> None:
    play(Scenario(faults=(Fault("rate_limit", models=(SECOND,), tasks=("judge",)),)))
    first = panel_run(store=True)
    before = kept(data)
    assert (first.code, before.status, set(first.verdicts.values())) == (3, RunStatus.INCOMPLETE, {"-"})
    llm = play(Scenario())
    run = resume(before.id[:5])
    after = kept(data)
    assert (run.code, run.err, all_is_right(run)) == (0, "", True)
    assert asked(llm) == {("judge", SECOND): CLAIMS}
    assert (after.id, after.started_at, after.status, after.exit_code) == (
        before.id, before.started_at, RunStatus.COMPLETE, 0,
    )  # fmt: skip
    assert run.report is not None
    votes = [vote for result in run.report.verifications for vote in result.votes]
    assert Counter(vote.judge for vote in votes) == {FIRST: CLAIMS, SECOND: CLAIMS}
    for result in run.report.verifications:
        cited = [(result.evidence[c.evidence_index].content, c.quote) for vote in result.votes for c in vote.citations]
        assert len(cited) >= 2
        assert all(quote in passage for passage, quote in cited)
    assert "Grade" in run.out


def test_claims_that_have_a_verdict_keep_it(play: Play, panel_run: PanelRuns, resume: Resume, data: Path) -> None:
    """A judge answers about some claims only; the others have their verdicts."""
    play(Scenario(faults=(Fault("missing_ids", models=(SECOND,), tasks=("judge",), count=2),)))
    first = panel_run(store=True)
    open_claims = Counter(first.verdicts.values())["-"]
    assert 0 < open_claims < CLAIMS
    assert first.report is not None
    llm = play(Scenario())
    run = resume()
    assert (run.code, all_is_right(run)) == (0, True)
    assert asked(llm) == {("judge", SECOND): open_claims}
    assert run.report is not None
    former = {result.claim_id: result for result in first.report.verifications}
    assert [each for each in run.report.verifications if each.claim_id in former] == list(former.values())


def test_claims_are_found_anew_where_that_had_failed(
    play: Play, panel_run: PanelRuns, resume: Resume, data: Path
) -> None:
    play(Scenario(faults=(Fault("http_500", models=(FINDER,), tasks=("extract",)),)))
    assert panel_run(store=True).code == 3
    llm = play(Scenario())
    run = resume()
    assert (run.code, all_is_right(run)) == (0, True)
    assert asked(llm)["extract", FINDER] >= 1
    assert run.report is not None
    assert run.report.failures == []


def test_what_fails_again_can_be_resumed_again(play: Play, panel_run: PanelRuns, resume: Resume, data: Path) -> None:
    broken = Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),))
    play(broken)
    panel_run(store=True)
    run = resume()
    before = kept(data)
    assert (run.code, before.status) == (3, RunStatus.INCOMPLETE)
    assert f"note: the run is kept as {before.id}. `truth-eval resume {before.id}` finishes it.\n" in run.err
    llm = play(Scenario())
    assert (resume().code, asked(llm)) == (0, {("judge", SECOND): CLAIMS})


def test_the_settings_and_texts_of_the_run_hold(
    play: Play, panel_run: PanelRuns, resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),)))
    panel_run("--fail-on-model", "refuted", "--consensus", "ice", store=True)
    (shelf / "README.md").write_text("Something else.\n", encoding="utf-8")
    monkeypatch.setenv("TRUTH_FAIL_ON_MODEL", "never")
    monkeypatch.setenv("TRUTH_CONSENSUS_METHOD", "simple")
    play(Scenario())
    run = resume()
    after = kept(data)
    assert (run.code, all_is_right(run)) == (1, True)
    assert (after.contents[0].text, after.settings["consensus_method"]) == (DOCUMENT, "ice")
    assert run.report is not None
    assert [each.gate for each in run.report.verifications if each.gate] == ["fails", "fails"]


def test_formats(play: Play, panel_run: PanelRuns, resume: Resume, shelf: Path) -> None:
    play(Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),)))
    panel_run(store=True)
    play(Scenario())
    run = resume("-f", "json", "-f", f"markdown:{shelf.parent / 'report.md'}", "--quiet")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out)["reports"][0]["status"] == "complete"
    assert (shelf.parent / "report.md").read_text(encoding="utf-8").startswith("<!-- truth-eval -->\n")


def test_a_complete_run_has_nothing_left(play: Play, panel_run: PanelRuns, resume: Resume, data: Path) -> None:
    llm = play(Scenario())
    panel_run(store=True)
    llm.reset()
    run = resume()
    assert (run.code, llm.stats()["requests"]) == (0, 0)
    assert f"note: nothing is left to finish in the run {kept(data).id}.\n" in run.err
    assert "Grade" in run.out


def test_a_killed_run(
    fake_llm: Callable[..., FakeLLM], resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf / "second.md").write_text(DOCUMENT.replace("# Shelf", "# Second shelf"), encoding="utf-8")
    llm = _serve(fake_llm, monkeypatch, Scenario(faults=(Fault("hang", tasks=("extract",), hang_s=60.0, first=2),)))
    child = start("README.md", "second.md", "--no-cache", store=True)
    wait_until(lambda: _done(data) == 1, child)
    child.send(signal.SIGKILL)
    assert child.finish() == -signal.SIGKILL
    first = next(each.report for each in kept(data).contents if each.report is not None)
    llm.use(Scenario())
    llm.reset()
    run = resume()
    after = kept(data)
    assert (run.code, after.status, [each.name for each in after.contents]) == (
        0, RunStatus.COMPLETE, ["README.md", "second.md"],
    )  # fmt: skip
    assert asked(llm) == {("extract", FINDER): 1, ("judge", FIRST): CLAIMS, ("judge", SECOND): CLAIMS}
    reports = [each.report for each in after.contents if each.report is not None]
    assert [len(report.verifications) for report in reports] == [CLAIMS, CLAIMS]
    assert first.verifications[0].votes in [report.verifications[0].votes for report in reports]


def _done(data: Path) -> int:
    with suppress(UsageError):
        return sum(each.report is not None for each in kept(data).contents)
    return 0


def _serve(fake_llm: Callable[..., FakeLLM], monkeypatch: pytest.MonkeyPatch, scenario: Scenario) -> FakeLLM:
    llm = fake_llm(scenario)
    for name, value in llm.environment().items():
        monkeypatch.setenv(name, value)
    return llm


def test_an_interrupted_run(
    fake_llm: Callable[..., FakeLLM], resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    llm = _serve(fake_llm, monkeypatch, Scenario(faults=(Fault("hang", models=(SECOND,), hang_s=60.0),)))
    cache = shelf.parent / "votes.sqlite3"
    child = start("README.md", "--cache", cache, store=True)
    wait_until(lambda: llm.log.in_flight == 1 and votes_in(cache) == CLAIMS, child)
    child.send(signal.SIGINT)
    assert child.finish() == 130
    assert kept(data).status is RunStatus.INTERRUPTED
    assert f"`truth-eval resume {kept(data).id}` finishes it." in child.err
    for each in cache.parent.glob(f"{cache.name}*"):
        each.unlink()  # It only told when the first judge's answer had been read.
    llm.use(Scenario())
    llm.reset()
    run = resume()
    assert (run.code, kept(data).status, all_is_right(run)) == (0, RunStatus.COMPLETE, True)
    assert asked(llm) == {("judge", SECOND): CLAIMS}


def test_a_run_that_is_at_work_is_left_alone(
    fake_llm: Callable[..., FakeLLM], resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    llm = _serve(fake_llm, monkeypatch, Scenario(faults=(Fault("hang", models=(SECOND,), hang_s=60.0),)))
    child = start("README.md", "--no-cache", store=True)
    wait_until(lambda: llm.log.in_flight == 1 and ("judge", FIRST) in asked(llm), child)
    ran = resume()
    assert (ran.code, ran.out) == (2, "")
    assert f"another process is at work on the run {kept(data).id}" in ran.err
    child.send(signal.SIGINT)
    assert child.finish() == 130
    assert kept(data).status is RunStatus.INTERRUPTED


def test_finishing_can_be_interrupted_too(
    fake_llm: Callable[..., FakeLLM], resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf / "second.md").write_text(DOCUMENT.replace("# Shelf", "# Second shelf"), encoding="utf-8")
    llm = _serve(fake_llm, monkeypatch, Scenario(faults=(Fault("hang", tasks=("extract",), hang_s=60.0),)))
    child = start("README.md", "second.md", "--no-cache", store=True)
    wait_until(lambda: _begun(data) == 2 and llm.log.in_flight > 0, child)
    child.send(signal.SIGKILL)
    child.finish()
    llm.use(Scenario(faults=(Fault("hang", tasks=("extract",), hang_s=60.0, first=2),)))
    again = resume_in_a_process("latest", "-f", "json")
    wait_until(lambda: _done(data) == 1, again)
    again.send(signal.SIGINT)
    assert again.finish() == 130
    half = kept(data)
    assert (half.status, "Traceback" in again.err) == (RunStatus.INTERRUPTED, False)
    assert f"`truth-eval resume {half.id}` finishes it." in again.err
    llm.use(Scenario())
    assert resume().code == 0
    whole = kept(data)
    assert (whole.id, whole.status) == (half.id, RunStatus.COMPLETE)
    assert [len(each.report.verifications) for each in whole.contents if each.report] == [CLAIMS, CLAIMS]


def _begun(data: Path) -> int:
    with suppress(UsageError):
        return len(kept(data).contents)
    return 0


def test_a_key_that_is_gone_is_one_sentence(
    play: Play, panel_run: PanelRuns, resume: Resume, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),)))
    panel_run("--model", SECOND, "--model", FIRST, store=True)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"):
        monkeypatch.delenv(name)
    run = resume()
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert "ANTHROPIC_API_KEY" in run.err
    assert kept(data).status is RunStatus.INCOMPLETE, "it is not at work"


def test_a_code_base_that_is_gone_is_one_sentence(
    play: Play, panel_run: PanelRuns, resume: Resume, data: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),)))
    panel_run(store=True)
    monkeypatch.chdir(shelf.parent)
    shelf.rename(shelf.parent / "moved")
    run = resume("latest")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        f"truth-eval: error: the code base of the run {kept(data).id} is gone: there is no folder {shelf}.\n"
    )
