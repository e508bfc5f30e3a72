"""`--dry-run` as whole runs: what it says, and that nothing is called."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Scenario
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]


def test_it_tells_and_calls_nothing(play: Play, panel_run: Run) -> None:
    llm = play(Scenario())
    run = panel_run("--dry-run")
    assert (run.code, run.err, run.report) == (0, "", None)
    first, *rows, last = run.out.splitlines()
    assert first == "About 6 claims of prose in 1 document."
    assert [row.split()[:3] for row in rows] == [[SECOND, "1", "call"], [FIRST, "1", "call"], [FINDER, "1", "call"]]
    assert all("$" in row for row in rows)
    assert last.startswith("About $0.0")
    assert last.endswith("Nothing was called.")
    assert llm.stats()["requests"] == 0


def test_it_comes_near_to_what_happens(play: Play, panel_run: Run) -> None:
    llm = play(Scenario())
    told = {
        row.split()[0]: int(row.split()[3].replace(",", "")) for row in panel_run("--dry-run").out.splitlines()[1:-1]
    }
    run = panel_run()
    assert run.report is not None
    used = {usage.model: usage.input_tokens for usage in run.report.usage}
    assert llm.stats()["requests"] == sum(usage.calls for usage in run.report.usage)
    assert told == {model: pytest.approx(tokens, rel=0.3) for model, tokens in used.items()}


def test_a_model_without_a_price(play: Play, panel_run: Run) -> None:
    play(Scenario())
    run = panel_run("--dry-run", "--model", "openai:own-model", "--model", FIRST)
    last = run.out.splitlines()[-1]
    assert last.startswith("The cost is not known:")


def test_claims_without_evidence(play: Play, panel_run: Run, shelf: Path) -> None:
    play(Scenario())
    (shelf / "README.md").write_text("# Zoo\n\nElephants sleep standing. Giraffes drink seldom.\n", encoding="utf-8")
    assert panel_run("--dry-run").out.startswith("About 2 claims of prose in 1 document, 2 of them without evidence.\n")


def test_without_models(panel_run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    from truthfulness_evaluator.cli import main

    assert main(["README.md", "--dry-run"]) == 2
    assert "--dry-run is about chat models, and none is asked." in capsys.readouterr().err
