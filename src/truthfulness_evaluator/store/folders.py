"""Where files of this program stand on a computer (https://specifications.freedesktop.org/basedir-spec/latest/)."""

import os
import sys
from pathlib import Path

from truthfulness_evaluator.core.errors import SettingsError

_NAME = "truthfulness-evaluator"


def cache_folder() -> Path:
    """The user's cache folder of this program.

    `$XDG_CACHE_HOME` where it is set to an absolute path, else what the platform has: `~/Library/Caches`,
    `%LOCALAPPDATA%`, `~/.cache`.

    Raises:
        SettingsError: the user has no home folder, and no variable names another place.
    """
    folder = _folder("XDG_CACHE_HOME", mac="Caches", other=".cache")
    return folder / "Cache" if sys.platform == "win32" and not _chosen("XDG_CACHE_HOME") else folder


def data_folder() -> Path:
    """The user's data folder of this program.

    `$XDG_DATA_HOME` where it is set to an absolute path, else what the platform has: `~/Library/Application Support`,
    `%LOCALAPPDATA%`, `~/.local/share`.

    Raises:
        SettingsError: the user has no home folder, and no variable names another place.
    """
    return _folder("XDG_DATA_HOME", mac="Application Support", other=".local/share")


def _folder(variable: str, *, mac: str, other: str) -> Path:
    chosen = _chosen(variable)
    if chosen is not None:
        return chosen / _NAME
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / _NAME
    try:
        home = Path.home()
    except RuntimeError as error:
        hint = f"Set {variable} to a folder that can be written."
        raise SettingsError("the user has no home folder for files of this program.", hint=hint) from error
    if sys.platform == "darwin":
        return home / "Library" / mac / _NAME
    return home / ("AppData/Local" if sys.platform == "win32" else other) / _NAME


def _chosen(variable: str) -> Path | None:
    """What a variable names; a relative path does not count."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None
