import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.store.folders import cache_folder, data_folder

VARIABLES = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "HOME")


@pytest.mark.parametrize(
    ("folder", "platform", "variables", "expected"),
    [
        (cache_folder, "linux", {"XDG_CACHE_HOME": "/cache"}, "/cache/truthfulness-evaluator"),
        (cache_folder, "linux", {"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/truthfulness-evaluator"),
        (cache_folder, "linux", {}, "/home/me/.cache/truthfulness-evaluator"),
        (cache_folder, "darwin", {}, "/home/me/Library/Caches/truthfulness-evaluator"),
        (cache_folder, "win32", {"LOCALAPPDATA": "/local"}, "/local/truthfulness-evaluator/Cache"),
        (cache_folder, "win32", {}, "/home/me/AppData/Local/truthfulness-evaluator/Cache"),
        (cache_folder, "win32", {"XDG_CACHE_HOME": "/cache"}, "/cache/truthfulness-evaluator"),
        (data_folder, "linux", {"XDG_DATA_HOME": "/data"}, "/data/truthfulness-evaluator"),
        (data_folder, "linux", {"XDG_DATA_HOME": "relative"}, "/home/me/.local/share/truthfulness-evaluator"),
        (data_folder, "linux", {}, "/home/me/.local/share/truthfulness-evaluator"),
        (data_folder, "darwin", {}, "/home/me/Library/Application Support/truthfulness-evaluator"),
        (data_folder, "win32", {"LOCALAPPDATA": "/local"}, "/local/truthfulness-evaluator"),
        (data_folder, "win32", {}, "/home/me/AppData/Local/truthfulness-evaluator"),
    ],
)
def test_where_files_stand(
    monkeypatch: pytest.MonkeyPatch,
    folder: Callable[[], Path],
    platform: str,
    variables: dict[str, str],
    expected: str,
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert folder().as_posix() == expected


@pytest.mark.skipif(sys.platform == "win32", reason="a home is looked up otherwise there")
@pytest.mark.parametrize(
    ("folder", "variable"), [(cache_folder, "XDG_CACHE_HOME"), (data_folder, "XDG_DATA_HOME")], ids=["cache", "data"]
)
def test_without_a_home_a_sentence_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch, folder: Callable[[], Path], variable: str
) -> None:
    """As in a container that runs under a number that no user has."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with pytest.raises(SettingsError, match=rf"^the user has no home folder .* Set {variable} to a folder"):
        folder()
