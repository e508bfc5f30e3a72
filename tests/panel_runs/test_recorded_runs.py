"""Runs that ask models are kept document by document, so that what was paid for survives whatever ends them."""

import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.children import start, wait_until
from panel_runs.conftest import DOCUMENT, SECOND, PanelRun
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models.run import Run, RunStatus
from truthfulness_evaluator.store.runs import RunStore

Play = Callable[[Scenario], FakeLLM]
PanelRuns = Callable[..., PanelRun]


@pytest.fixture
def data(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = shelf.parent / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(path))
    return path


def kept(data: Path) -> Run:
    with RunStore(data) as store:
        return store.load("latest")


def test_a_run_of_a_panel_is_kept(play: Play, panel_run: PanelRuns, shelf: Path, data: Path) -> None:
    llm = play(Scenario())
    ran = panel_run(store=True)
    run = kept(data)
    assert (run.request.root, run.request.panel, run.request.models) == (str(shelf), True, ())
    assert (run.status, run.exit_code, run.contents[0].text) == (RunStatus.COMPLETE, 0, DOCUMENT)
    assert run.contents[0].report == ran.report
    assert re.fullmatch(
        rf"truth-eval: note: the run is kept as {run.id}\.(.* truth-eval review {run.id}`\.)?\n", ran.err
    )
    written = data.read_bytes()
    assert not [key for key in llm.environment().values() if key.startswith("sk-") and key.encode() in written]


def test_a_run_that_lacks_votes_says_how_to_finish_it(play: Play, panel_run: PanelRuns, data: Path) -> None:
    play(Scenario(faults=(Fault("http_500", models=(SECOND,), tasks=("judge",)),)))
    ran = panel_run(store=True)
    run = kept(data)
    assert (ran.code, run.status) == (3, RunStatus.INCOMPLETE)
    assert f"note: the run is kept as {run.id}. `truth-eval resume {run.id}` finishes it." in ran.err


def test_what_is_done_survives_a_kill(
    fake_llm: Callable[..., FakeLLM], shelf: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second document waits for its verdicts when the process is killed."""
    (shelf / "second.md").write_text(DOCUMENT.replace("# Shelf", "# Second shelf"), encoding="utf-8")
    (shelf / "empty.md").write_text("Is it?\n", encoding="utf-8")
    llm = fake_llm(Scenario(faults=(Fault("hang", tasks=("judge",), hang_s=60.0),)))
    for name, value in llm.environment().items():
        monkeypatch.setenv(name, value)
    child = start("empty.md", "second.md", "--no-cache", store=True)

    def first_is_done() -> bool:
        with suppress(UsageError):
            return kept(data).contents[0].report is not None and llm.log.in_flight > 0
        return False

    wait_until(first_is_done, child)
    child.send(signal.SIGKILL)
    assert child.finish() == -signal.SIGKILL
    run = kept(data)
    assert (run.status, run.finished_at) == (RunStatus.RUNNING, None)
    assert [(each.name, each.report is not None) for each in run.contents] == [("empty.md", True), ("second.md", False)]
    assert run.contents[1].text.startswith("# Second shelf")
