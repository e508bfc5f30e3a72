"""Fixtures for tests that read settings."""

import os
from pathlib import Path

import pytest

_READ = ("TRUTH_", "OPENAI_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_")


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
