"""Fixtures for all tests: a cache and data of their own; no settings; fake models."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from fakellm import FakeLLM, Scenario
from nli_fakes import Loader

# A busy machine is no failure: how long an example takes is measured elsewhere.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

_READ = ("TRUTH_", "OPENAI_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_", "GITHUB_", "TAVILY_", "BRAVE_")


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folders of cache and data are temporary ones, not the user's."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield folder


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A working folder without settings, an environment without ours, and no settings of the user."""
    for name in list(os.environ):
        if name.upper().startswith(_READ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Loader:
    """Loads a model that goes by words where the embedded one would be loaded."""
    loader = Loader()
    monkeypatch.setattr("truthfulness_evaluator.nli.embedded.embedded", loader)
    return loader


@pytest.fixture
def fake_llm() -> Iterator[Callable[..., FakeLLM]]:
    """Starts a fake LLM server with a scenario, that logs its prompts; all are stopped after the test."""
    with ExitStack() as running:

        def start(scenario: Scenario | None = None) -> FakeLLM:
            return running.enter_context(FakeLLM(scenario, log_prompts=True))

        yield start
