"""Reads the environments of tox, from INI files and from TOML."""

import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import product
from posixpath import basename, dirname, join

from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.manifests.toml_lines import parse_toml
from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_CONDITION = regex(r"^[ \t]*(?:[A-Za-z_]+[ \t]*=[ \t]*)?(?P<factors>[\w{}.,!-]+):(?:[ \t]|$)", re.MULTILINE)
_SECTION = regex(r"^\[testenv:(?P<names>[^\]]+)\]", re.MULTILINE)
_BRACES = regex(r"\{([^{}]*)\}")
_RANGE = regex(r"(\d+)-(\d+)")
_SPECIAL = ("py", "ALL", ".pkg")
_PLUGIN_FILES = ("toxfile.py", "tox_.py")
_MOST = 2000
"""Names that one generative expression may stand for; more are no environments that people type."""


def read(path: str, text: str, tree: Tree) -> Targets | None:
    """The environments of a `tox.ini`, `setup.cfg`, `tox.toml` or `pyproject.toml`; None where it is not for tox."""
    name = basename(path)
    if name.endswith(".toml"):
        found = _from_toml(path, text, at_root=name == "tox.toml")
    elif name == "setup.cfg" and "[tox:tox]" not in text:
        return None
    else:
        found = _from_ini(path, text)
    plugin = next((file for file in _PLUGIN_FILES if tree.has(join(dirname(path), file))), None)
    if found is None or plugin is None:
        return found
    return Targets(path, found.names, factors=found.factors, open_because=f"{plugin} may add some")


def _from_ini(path: str, text: str) -> Targets:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True, interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        return Targets(path, {}, open_because=f"it does not parse ({type(error).__name__})")
    head = "tox:tox" if parser.has_section("tox:tox") else "tox"
    listed = "".join(parser.get(head, key, fallback="") or "" for key in ("envlist", "env_list"))
    lines = {
        name: text.count("\n", 0, match.start()) + 1
        for match in _SECTION.finditer(text)
        for name in expanded(match["names"])
    }
    names = {name: lines.get(name, 1) for name in (*expanded(listed), *lines)}
    conditions = (
        factor for match in _CONDITION.finditer(text) for factor in expanded(match["factors"].replace("!", ""))
    )
    open_because = "its list of environments is made when it runs" if "{env:" in listed or "{[" in listed else ""
    return Targets(path, names, factors=_factors([*names, *conditions]), open_because=open_because)


def _from_toml(path: str, text: str, *, at_root: bool) -> Targets | None:
    try:
        node = parse_toml(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return Targets(path, {}, open_because="it does not parse") if at_root else None
    tox = node if at_root else node / "tool" / "tox"
    if not tox:
        return None
    legacy = (tox / "legacy_tox_ini").text
    if legacy is not None:
        found = _from_ini(path, legacy)
        line = (tox / "legacy_tox_ini").line
        return Targets(path, {name: line + at for name, at in found.names.items()}, factors=found.factors,
                       open_because=found.open_because)  # fmt: skip
    return _from_tables(path, tox)


def _from_tables(path: str, tox: Node) -> Targets:
    listed = [*(tox / "env_list").elements(), *(tox / "envlist").elements()]
    names = {name: node.line for node in listed if node.text for name in expanded(node.text)}
    names.update((name, node.line) for name, node in (tox / "env").items())
    is_open = any(node.text is None for node in listed)
    reason = "its list of environments is made when it runs" if is_open else ""
    return Targets(path, names, factors=_factors(names), open_because=reason)


def _factors(names: Iterable[str]) -> frozenset[str]:
    return frozenset((*_SPECIAL, *(part for name in names for part in name.split("-"))))


def expanded(text: str) -> list[str]:
    """The names that a generative list stands for.

    Example:
        >>> expanded("py3{8,9}-{a,b}, docs")
        ['py38-a', 'py38-b', 'py39-a', 'py39-b', 'docs']
    """
    names: list[str] = []
    for part in _parts(text):
        pieces = _BRACES.split(part)
        choices = [list(_choices(piece)) if i % 2 else [piece] for i, piece in enumerate(pieces)]
        for number, combination in enumerate(product(*choices)):
            if number >= _MOST:
                break
            names.append("".join(combination))
    return [name for name in dict.fromkeys(names) if name]


def _parts(text: str) -> Iterator[str]:
    """The names of a list, apart at line ends and at commas outside of braces."""
    lines = (re.sub(r"(?:^|\s)#.*", "", line) for line in text.splitlines())
    for part in re.split(r"[\s,]+(?![^{]*\})", "\n".join(lines)):
        yield re.sub(r"\s+", "", part)


def _choices(inner: str) -> Iterator[str]:
    for choice in inner.split(","):
        if match := _RANGE.fullmatch(choice.strip()):
            yield from map(str, range(int(match[1]), int(match[2]) + 1))
        else:
            yield choice.strip()
