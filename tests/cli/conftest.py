import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from fake_evaluator import FakeEvaluator, Ran, Run

from truthfulness_evaluator.cli import main
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.pipeline import Evaluator


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project that is the working folder; no settings from outside reach it."""
    unwanted = ("NO_COLOR", "FORCE_COLOR", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
    for name in list(os.environ):
        if name.startswith(("TRUTH_", "GITHUB_", "TAVILY_", "BRAVE_")) or name in unwanted:
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "setup.py").write_text("")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def evaluators(monkeypatch: pytest.MonkeyPatch) -> list[FakeEvaluator]:
    """Puts the fake in the place of the evaluator; the list holds those that were made."""
    made: list[FakeEvaluator] = []

    def make(
        config: EvaluatorConfig,
        root: str | Path,
        since: str | None = None,
        models: Sequence[str] = (),
        panel: bool = False,
        sources: Sequence[str] | None = None,
        search_code: bool | None = None,
        web: bool | None = None,
        *,
        store: bool,
    ) -> FakeEvaluator:
        assert not store, "the command line keeps the run itself"
        # It refuses what the fake would not.
        real = Evaluator(
            config,
            root,
            sources,
            since=since,
            models=models,
            panel=panel,
            search_code=search_code,
            web=web,
            store=False,
        )
        assert real.root is not None
        made.append(FakeEvaluator(config, real.root))
        return made[-1]

    monkeypatch.setattr("truthfulness_evaluator.cli.run.Evaluator", make)
    return made


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""

    def ran(*argv: str) -> Ran:
        capsys.readouterr()
        code = main(argv)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture
def clocks_show_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This machine's time is UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def own_data(project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Data of one test alone, and a project without settings."""
    folder = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder
