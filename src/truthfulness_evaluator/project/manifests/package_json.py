"""Reads `package.json`."""

import json
from collections.abc import Iterator

from truthfulness_evaluator.project.manifests.errors import parse_error
from truthfulness_evaluator.project.manifests.json_lines import parse_json
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Entry,
    Manifest,
    RuntimeFloor,
    Script,
    normal_name,
)
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.manifests.paths import beside

_KINDS: tuple[tuple[str, str | None, bool, bool], ...] = (
    ("dependencies", None, False, False),
    ("devDependencies", "dev", False, True),
    ("peerDependencies", "peer", False, False),
    ("optionalDependencies", "optional", True, False),
)
"""Key, group, whether optional, whether for those who work on the package."""


def read(path: str, text: str) -> Manifest:
    """What a `package.json` declares."""
    try:
        package = parse_json(text)
    except json.JSONDecodeError as error:
        return Manifest(path, "npm", error=f"line {error.lineno}: {error.msg}")
    except (ValueError, RecursionError) as error:
        return Manifest(path, "npm", error=parse_error(error))
    licence = package / "license"
    stated = {
        field: node
        for field, node in (
            ("name", package / "name"),
            ("version", package / "version"),
            ("description", package / "description"),
            ("licence", licence if licence.text else licence / "type"),
        )
        if node.text
    }
    workspaces = package / "workspaces"
    exports = package / "exports"
    return Manifest(
        path=path,
        ecosystem="npm",
        runtime=tuple(
            RuntimeFloor(tool, node.text, node.line, "npm") for tool, node in (package / "engines").items() if node.text
        ),
        dependencies=tuple(_dependencies(package)),
        scripts=tuple(_programs(package)),
        tasks=tuple(Script(name, node.text, node.line) for name, node in (package / "scripts").items() if node.text),
        entries=tuple(_exports(exports) if exports else _mains(package)),
        entries_closed=bool(exports),
        keywords=(package / "keywords").texts,
        lines=tuple((field, node.line) for field, node in stated.items()),
        members=tuple(beside(path, member) for member in workspaces.texts or (workspaces / "packages").texts),
        name=(package / "name").text,
        version=(package / "version").text,
        description=(package / "description").text,
        licence=stated["licence"].text if "licence" in stated else None,
    )


def _dependencies(package: Node) -> Iterator[Dependency]:
    for key, extra, optional, group in _KINDS:
        for name, node in (package / key).items():
            may_miss = (package / "peerDependenciesMeta" / name / "optional").value is True
            yield Dependency(
                name=normal_name(name),
                name_written=name,
                specifier=node.text or "",
                line=node.line,
                extra=extra,
                optional=optional or (extra == "peer" and may_miss),
                group=group,
            )


def _programs(package: Node) -> Iterator[Script]:
    programs = package / "bin"
    name = (package / "name").text
    if programs.text and name:
        yield Script(name.rpartition("/")[2], programs.text, programs.line)
    for program, node in programs.items():
        if node.text:
            yield Script(program, node.text, node.line)


_MAINS = ("main", "module", "types", "typings")


def _mains(package: Node) -> Iterator[Entry]:
    """The package itself, where the manifest has no map of its exports."""
    given = [node for key in _MAINS if (node := package / key).text]
    targets = tuple(node.text for node in given if node.text)
    yield Entry(".", targets or ("index.js",), given[0].line if given else 1)


def _exports(exports: Node) -> Iterator[Entry]:
    """The map of exports: `{".": {"import": "./a.js"}}`, also where it is but the package's own target."""
    entries = [(key, node) for key, node in exports.items() if key.startswith(".")]
    for subpath, node in entries or [(".", exports)]:
        targets = tuple(dict.fromkeys(_targets(node)))
        if targets:
            yield Entry(subpath, targets, node.line)


def _targets(node: Node) -> Iterator[str]:
    """The files that any condition leads to."""
    if node.text:
        yield node.text
    for _, inner in node.items():
        yield from _targets(inner)
    for inner in node.elements():
        yield from _targets(inner)
