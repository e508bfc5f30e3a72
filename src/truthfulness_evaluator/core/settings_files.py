"""Settings from TOML files: the project's, found beside the checked document, and the user's own.

A project's file comes with the code base that is checked, so it is not trusted: it may tune checks,
and may not say which service is called, with which key, or read outside of the root.
"""

import os
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import cast

from truthfulness_evaluator.core import toml
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.judge_names import OF_PROJECTS
from truthfulness_evaluator.core.settings import KEYS, PREFIX, Layer, Setting, unknown_name, wrong_value
from truthfulness_evaluator.core.settings_lines import line_of

FOLDER = "truthfulness-evaluator"
FILE = "truth.toml"
MANIFEST = "pyproject.toml"
TABLE = f"tool.{FOLDER}"

_NOT_IN_PROJECT = re.compile(
    r"llm_.*|extraction_model|verification_models|screening_models|cache_file|data_file|keep_runs|trace"
    r"|search_providers|searxng_url|web_(?!search_enabled).*|allowed_sites|blocked_sites|site_credibility"
)
"""Fields that say which service or host is called, which sites are believed, which file is written, or what is
forgotten. (Keys are refused in every file.)"""
_PATHS = ("exclude", "baseline", "reliability_file")
"""Fields that hold paths, or patterns of them."""
_OUR_TABLE = re.compile(rb"""\[\s*["']?tool["']?\s*\.\s*["']?truthfulness-evaluator\b""")


def project_layer(start: Path, fields: Collection[str]) -> Layer:
    """What the closest settings file at or above a path sets; empty where there is none.

    In each folder that is `truth.toml`, or `pyproject.toml` where it has our table.

    Args:
        start: the checked document, or a folder.
        fields: the names of all settings.

    Raises:
        SettingsError: a file does not parse, or sets what is no setting or not a project's to set;
            or one folder has both.
    """
    start = Path(os.path.abspath(start))  # noqa: PTH100 (links are kept)
    own = user_settings_file()
    for folder in (start, *start.parents):
        manifest, file = folder / MANIFEST, folder / FILE
        table = _manifest_table(manifest)
        if os.path.isfile(file) and file != own:
            if table is not None:
                raise SettingsError(
                    f"{shown(file)} and [{TABLE}] of {shown(manifest)} both hold settings.",
                    hint="Keep one of the two.",
                )
            return _project_layer(_table_of_file(file), file, shown(file), fields)
        if table is not None:
            return _project_layer(table, manifest, f"{shown(manifest)} [{TABLE}]", fields)
    return {}


def user_layer(fields: Collection[str]) -> Layer:
    """What the user's own settings file sets; empty where there is none.

    Raises:
        SettingsError: it does not parse, holds a key, or sets what is no setting.
    """
    path = user_settings_file()
    if path is None or not os.path.isfile(path):
        return {}
    return _layer(_table_of_file(path), path, shown(path), fields)


def user_settings_file() -> Path | None:
    """Where the user's own settings stand, whether or not there are any.

    `truthfulness-evaluator/truth.toml` in `XDG_CONFIG_HOME` where that is set, else in the system's
    folder for settings. None where the user has no home.
    """
    xdg = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(xdg).is_absolute():  # the specification says that a relative path is ignored
        return Path(xdg) / FOLDER / FILE
    if sys.platform == "win32" and (roaming := os.environ.get("APPDATA")):
        return Path(roaming) / FOLDER / FILE
    try:
        home = Path.home()
    except RuntimeError:
        return None
    settings = home / "Library" / "Application Support" if sys.platform == "darwin" else home / ".config"
    return settings / FOLDER / FILE


def _layer(table: Mapping[str, object], file: Path, origin: str, fields: Collection[str]) -> Layer:
    for name in table:
        if name in KEYS:
            raise SettingsError(
                f"{origin} sets {name}: keys never stand in a settings file.",
                hint=f"Take it out there and set {KEYS[name]} in the environment.",
            )
        if name not in fields:
            raise unknown_name(name, origin, [other for other in fields if other not in KEYS])
    return {name: Setting(value, origin, file) for name, value in table.items()}


def _project_layer(table: Mapping[str, object], file: Path, origin: str, fields: Collection[str]) -> Layer:
    layer = _layer(table, file, origin, fields)
    for name in layer:
        if _NOT_IN_PROJECT.fullmatch(name):
            problem = "a project's settings may not say which models, servers and sites are used"
            raise SettingsError(f"{origin} sets {name}: {problem}.", hint=_elsewhere(name))
    for judge in _strings(table.get("judges")):
        if judge and judge not in OF_PROJECTS:
            problem = f"of judges, a project's settings may name {' and '.join(sorted(OF_PROJECTS))} alone"
            raise SettingsError(wrong_value("judges", judge, origin, problem), hint=_elsewhere("judges"))
    for name, value in _paths(table):
        for pattern in _strings(value):
            if _leaves_root(pattern):
                problem = "a project's settings may not name paths outside its root; write it relative to the root"
                raise SettingsError(wrong_value(name, pattern, origin, problem))
    return layer


def _elsewhere(name: str) -> str:
    """Where a user may set what a project's file may not."""
    own = user_settings_file()
    where = f"in your own settings file ({own}), " if own else ""
    return f"Set it {where}as {PREFIX}{name.upper()} or as an argument."


def _paths(table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The settings that hold paths, and what those of single paths are about."""
    yield from ((name, table[name]) for name in _PATHS if name in table)
    overrides = table.get("overrides")
    for number, override in enumerate(cast("list[object]", overrides) if isinstance(overrides, list) else []):
        if isinstance(override, dict):
            yield f"overrides.{number}.paths", cast("dict[str, object]", override).get("paths")


def line_in_file(file: Path, *path: str | int) -> int | None:
    """The line of a settings file where one of our settings begins; None where it is not found.

    Args:
        file: as `Setting` names it.
        path: name of the setting and, within it, keys and numbers from 0.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return line_of(text, ((*TABLE.split("."), *path) if file.name == MANIFEST else path))


def _strings(value: object) -> list[str]:
    """The strings in a list as TOML or as text gives it; what else there is fails later, with its name."""
    if isinstance(value, str):
        return [part.strip(" []\"'") for part in value.split(",")]
    return [item for item in cast("list[object]", value) if isinstance(item, str)] if isinstance(value, list) else []


def _leaves_root(pattern: str) -> bool:
    windows = PureWindowsPath(pattern)
    return (
        bool(windows.drive or windows.root)
        or PurePosixPath(pattern).is_absolute()
        or pattern.startswith("~")
        or ".." in windows.parts
    )


def _table_of_file(path: Path) -> Mapping[str, object]:
    try:
        return toml.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise SettingsError(f"{shown(path)} is not UTF-8 text, which TOML has to be.") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{shown(path)} is not valid TOML: {error}.") from None
    except OSError as error:
        raise SettingsError(f"{shown(path)} cannot be read: {error.strerror}.") from None


def _manifest_table(path: Path) -> Mapping[str, object] | None:
    """Our table of a `pyproject.toml`; None where it has none.

    One that cannot be read or does not parse is an error only where it has our table: it is no
    settings file otherwise, and the project may be checked all the same.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if FOLDER.encode() not in content:
        return None
    try:
        tools = _table_of_file(path).get("tool")
    except SettingsError:
        if _OUR_TABLE.search(content):
            raise
        return None
    table = cast("dict[str, object]", tools).get(FOLDER) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{shown(path)}: [{TABLE}] has to be a table.")
    return cast("dict[str, object] | None", table)


def shown(path: Path) -> str:
    """The path from the working folder where it is below it, else in full."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
