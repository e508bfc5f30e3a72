"""Many documents in several processes: the same reports, and nothing lost when a process fails."""

import os
import sys
from pathlib import Path

import pytest

from truthfulness_evaluator.cli import evaluation
from truthfulness_evaluator.cli.evaluation import evaluated
from truthfulness_evaluator.cli.progress import Progress
from truthfulness_evaluator.cli.targets import Target, Targets
from truthfulness_evaluator.pipeline import Evaluator

pytestmark = [
    pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="processes are not forked there"),
    # The test runner has threads; a run of the command line has none.
    pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning"),
]
DOCUMENTS = 40
_answer = evaluation._Run._answer  # pyright: ignore[reportPrivateUsage]


@pytest.fixture
def targets(tmp_path: Path) -> Targets:
    for number in range(DOCUMENTS):
        (tmp_path / f"{number:02}.md").write_text(f"See [it](missing{number}.md). The café is open.", "utf-8")
    names = [f"{number:02}.md" for number in range(DOCUMENTS)]
    (tmp_path / "27.md").unlink()
    return Targets(tuple(Target(name, tmp_path / name) for name in names))


def _run(tmp_path: Path, targets: Targets, monkeypatch: pytest.MonkeyPatch, workers: int) -> evaluation.Results:
    monkeypatch.setattr(evaluation, "number_of_processes", lambda useful: min(useful, workers))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    return evaluated(Evaluator(root=tmp_path), targets, Progress(sys.stderr))


def test_the_reports_are_the_same(tmp_path: Path, targets: Targets, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, shared = (_run(tmp_path, targets, monkeypatch, workers) for workers in (1, 2))
    assert shared == alone
    assert (len(alone.reports), alone.unread) == (DOCUMENTS - 1, 1)


def test_what_a_process_leaves_undone_is_done(
    tmp_path: Path, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _run(tmp_path, targets, monkeypatch, 1)
    parent = os.getpid()

    def failing(run: evaluation._Run, index: int) -> evaluation.Answer:  # pyright: ignore[reportPrivateUsage]
        if os.getpid() != parent and index > DOCUMENTS // 2:
            raise MemoryError
        return _answer(run, index)

    monkeypatch.setattr(evaluation._Run, "_answer", failing)  # pyright: ignore[reportPrivateUsage]
    assert _run(tmp_path, targets, monkeypatch, 2) == expected


def test_what_is_finished_is_kept_when_the_user_interrupts(
    tmp_path: Path, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = os.getpid()

    def interrupted(run: evaluation._Run, index: int) -> evaluation.Answer:  # pyright: ignore[reportPrivateUsage]
        if os.getpid() == parent and index > DOCUMENTS // 2:
            raise KeyboardInterrupt
        return _answer(run, index)

    monkeypatch.setattr(evaluation._Run, "_answer", interrupted)  # pyright: ignore[reportPrivateUsage]
    results = _run(tmp_path, targets, monkeypatch, 2)
    assert results.interrupted
    assert len(results.reports) > DOCUMENTS // 4
