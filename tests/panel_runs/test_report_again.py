"""A kept run with a panel is written once more with the very bytes of the check, and nobody is asked."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Fault, Scenario
from panel_runs.conftest import SECOND, PanelRun
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.reporting.table import FORMATS

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]


@pytest.mark.parametrize(
    ("scenario", "argv", "code"),
    [
        pytest.param(Scenario(), [], 0, id="models-advise"),
        pytest.param(Scenario(), ["--fail-on-model", "refuted", "--consensus", "ice"], 1, id="in-rounds"),
        pytest.param(
            Scenario(faults=(Fault(kind="bad_key", models=(SECOND,), tasks=("judge",)),)), [], 3, id="one-fails"
        ),
        pytest.param(Scenario(), ["--max-calls", "1"], 3, id="a-limit-is-reached"),
        pytest.param(Scenario(), ["--human-review", "--threshold", "0.95"], 0, id="people-are-to-look"),
    ],
)
def test_every_format(
    play: Play,
    panel_run: Run,
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    scenario: Scenario,
    argv: list[str],
    code: int,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf.parent / "data"))
    folder = shelf.parent / "written"
    folder.mkdir()
    flags = [part for name in FORMATS for part in ("-f", f"{name}:{folder / name}")]
    llm = play(scenario)
    ran = panel_run("--verbose", *flags, *argv, store=True)
    assert ran.code == code
    first = {name: (folder / name).read_bytes() for name in FORMATS}
    asked = llm.stats()["requests"]
    assert asked
    for file in folder.iterdir():
        file.unlink()

    assert main(["report", "--verbose", *flags, "-f", "text"]) == code

    assert {name: (folder / name).read_bytes() for name in FORMATS} == first
    assert capsys.readouterr().out == ran.out
    assert llm.stats()["requests"] == asked
