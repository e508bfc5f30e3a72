"""Programs that ask a panel: often, from threads, with a loop of their own, as in notebooks. Nothing piles up."""

import asyncio
import gc
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fakellm import FakeLLM, Scenario
from panel_runs.conftest import FIRST, SECOND, marked
from truthfulness_evaluator import Evaluator, evaluate
from truthfulness_evaluator.models import TruthfulnessReport

Play = Callable[[Scenario], FakeLLM]

MODELS = (FIRST, SECOND)
HANDLES = Path("/proc/self/fd")


@pytest.fixture(autouse=True)
def nothing_kept(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each evaluation asks."""
    monkeypatch.setenv("TRUTH_ENABLE_CACHE", "false")


def _evaluated(readme: Path) -> TruthfulnessReport:
    return evaluate(readme, models=MODELS)


def _is_right(report: TruthfulnessReport) -> bool:
    texts = {claim.id: claim.text for claim in report.claims}
    verdicts = [str(result.verdict) == marked(texts[result.claim_id]) for result in report.verifications]
    return verdicts == [True] * 6 and not report.failures


def _handles() -> int:
    gc.collect()
    return len(list(HANDLES.iterdir())) if HANDLES.is_dir() else 0


def test_many_times(play: Play, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    llm = play(Scenario())
    monkeypatch.setenv("TRUTH_ENABLE_CACHE", "true")
    monkeypatch.setenv("TRUTH_TRACE", str(shelf.parent / "trace.jsonl"))
    before: tuple[int, int] | None = None
    for number in range(12):
        monkeypatch.setenv("TRUTH_CACHE_FILE", str(shelf.parent / f"kept-{number}.sqlite3"))
        assert _is_right(_evaluated(shelf / "README.md"))
        if number == 1:
            before = threading.active_count(), _handles()
    assert before is not None
    assert threading.active_count() <= before[0]
    assert _handles() <= before[1] + 2, "connections to the server may come and go"
    assert llm.stats()["requests"] == 36


def test_from_threads(play: Play, shelf: Path) -> None:
    play(Scenario(latency_s=0.01))
    with ThreadPoolExecutor(8) as threads:
        reports = list(threads.map(_evaluated, [shelf / "README.md"] * 8))
    assert all(map(_is_right, reports))
    assert len({report.model_dump_json(exclude={"usage"}) for report in reports}) == 1
    assert [usage.calls for report in reports for usage in report.usage] == [1, 1, 1] * 8


def test_one_evaluator_from_threads(play: Play, shelf: Path) -> None:
    play(Scenario(latency_s=0.01))
    evaluator = Evaluator(root=shelf, models=MODELS)
    with ThreadPoolExecutor(8) as threads:
        reports = list(threads.map(evaluator.evaluate, [shelf / "README.md"] * 8))
    assert all(map(_is_right, reports))
    assert [usage.calls for report in reports for usage in report.usage] == [1, 1, 1] * 8


def test_within_a_running_loop(play: Play, shelf: Path) -> None:
    """As in a notebook, where each cell runs in the one loop of the kernel."""
    play(Scenario())
    readme = shelf / "README.md"

    async def cells() -> list[TruthfulnessReport]:
        evaluator = Evaluator(root=shelf, models=MODELS)
        return [
            _evaluated(readme),
            evaluator.evaluate(readme),
            await evaluator.aevaluate(readme),
            *await asyncio.gather(*(evaluator.aevaluate(readme) for _ in range(3))),
            await asyncio.to_thread(_evaluated, readme),
        ]

    assert all(map(_is_right, asyncio.run(cells(), debug=False)))


def test_from_one_loop_after_another(play: Play, shelf: Path) -> None:
    play(Scenario())
    evaluator = Evaluator(root=shelf, models=MODELS)
    for _ in range(3):
        assert _is_right(asyncio.run(evaluator.aevaluate(shelf / "README.md")))
    assert _is_right(evaluator.evaluate(shelf / "README.md"))


def test_a_loop_goes_on_while_models_are_asked(play: Play, shelf: Path) -> None:
    play(Scenario(latency_s=0.1))
    evaluator = Evaluator(root=shelf, models=MODELS)
    evaluator.evaluate(text="All is well here [TRUE].", name="a.md")  # The code base is read, LangChain imported.
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    async def both() -> TruthfulnessReport:
        ticking = asyncio.create_task(tick())
        report = await evaluator.aevaluate(shelf / "README.md")
        ticking.cancel()
        return report

    assert _is_right(asyncio.run(both()))
    assert ticks >= 5


def test_a_task_that_is_cancelled(play: Play, shelf: Path) -> None:
    """Its calls end; the next evaluation is none the wiser."""
    llm = play(Scenario(latency_s=0.3))
    evaluator = Evaluator(root=shelf, models=MODELS)
    readme = shelf / "README.md"

    async def impatient() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await evaluator.aevaluate(readme)

    asyncio.run(impatient())
    llm = play(Scenario())
    assert _is_right(asyncio.run(evaluator.aevaluate(readme)))
    assert llm.stats()["by_task"] == {"extract": 1, "judge": 2}


def test_a_text(play: Play, shelf: Path) -> None:
    play(Scenario())
    report = evaluate(text="A reader holds at most five books [TRUE].", name="said.md", root=shelf, models=[FIRST])
    assert [str(result.verdict) for result in report.verifications] == ["SUPPORTS"]


def test_nothing_is_asked_unless_it_is_said(play: Play, shelf: Path) -> None:
    llm = play(Scenario())
    report = evaluate(shelf / "README.md")
    assert (report.status, report.usage, llm.stats()["requests"]) == ("empty", [], 0)


def test_a_script_ends_without_a_warning(play: Play, shelf: Path) -> None:
    play(Scenario())
    script = (
        "import asyncio\n"
        "from truthfulness_evaluator import Evaluator, evaluate\n"
        f"models = {list(MODELS)!r}\n"
        "print(evaluate('README.md', models=models).overall_grade)\n"
        "print(asyncio.run(Evaluator(models=models).aevaluate('README.md')).overall_grade)\n"
    )
    ours = ("-W", "always::ResourceWarning", "-W", "always::RuntimeWarning")
    done = subprocess.run([sys.executable, *ours, "-c", script], capture_output=True, text=True, check=False)
    grades = done.stdout.split()
    assert (done.returncode, done.stderr) == (0, "")
    assert len(grades) == 2
    assert grades[0] == grades[1] != "None"
