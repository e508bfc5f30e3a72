"""Entry points of Python packages, as setuptools writes them."""

from collections.abc import Iterable
from dataclasses import replace

from truthfulness_evaluator.project.manifests.manifest import Script

PROGRAM_GROUPS = frozenset(["console_scripts", "gui_scripts"])


def entry_point(text: str, line: int, group: str) -> Script | None:
    """An entry point of a group; the extras that it asks for are left out. None where the text is none.

    Example:
        >>> entry_point("appd = app.daemon:main [daemon]", 3, "console_scripts")
        Script(name='appd', target='app.daemon:main', line=3, group='console_scripts')
    """
    name, _, target = text.partition("=")
    target = target.partition("[")[0].strip()
    return Script(name.strip(), target, line, group) if target else None


def programs(entry_points: Iterable[Script]) -> tuple[Script, ...]:
    """Those that are installed as programs; their group goes without saying."""
    return tuple(replace(script, group="") for script in entry_points if script.group in PROGRAM_GROUPS)


def plugins(entry_points: Iterable[Script]) -> tuple[Script, ...]:
    """All others."""
    return tuple(script for script in entry_points if script.group not in PROGRAM_GROUPS)
