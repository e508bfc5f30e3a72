"""Reads `Cargo.toml`."""

from collections.abc import Iterator

from truthfulness_evaluator.project.manifests.errors import parse_error
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    Manifest,
    RuntimeFloor,
    Script,
    normal_name,
)
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.manifests.paths import beside
from truthfulness_evaluator.project.manifests.toml_lines import parse_toml

_EDITIONS = {"2018": "1.31", "2021": "1.56", "2024": "1.85"}
"""The first version of Rust that knows an edition (Rust edition guide)."""
_KINDS: tuple[tuple[str, str | None, bool], ...] = (
    ("dependencies", None, False),
    ("dev-dependencies", "dev", True),
    ("build-dependencies", "build", True),
)


def read(path: str, text: str) -> Manifest:
    """What a `Cargo.toml` declares.

    What a member of a workspace takes over stands in the workspace's own manifest, and is not repeated.
    """
    try:
        document = parse_toml(text)
    except (ValueError, RecursionError) as error:
        return Manifest(path, "cargo", error=parse_error(error))
    package, shared = document / "package", document / "workspace" / "package"
    stated = {
        field: node
        for field, key in (
            ("name", "name"),
            ("version", "version"),
            ("description", "description"),
            ("licence", "license"),
        )
        for node in ((package / key) if (package / key).text else (shared / key),)
        if node.text
    }
    texts = {field: node.text for field, node in stated.items()}
    return Manifest(
        path=path,
        ecosystem="cargo",
        name=texts.get("name"),
        version=texts.get("version"),
        runtime=(*_runtime(package), *_runtime(shared)),
        dependencies=tuple(_dependencies(document)),
        extras=tuple(Extra(name, node.line) for name, node in (document / "features").items()),
        scripts=tuple(_programs(document)),
        licence=texts.get("licence"),
        description=texts.get("description"),
        keywords=(package / "keywords").texts,
        lines=tuple((field, node.line) for field, node in stated.items()),
        members=tuple(beside(path, member) for member in (document / "workspace" / "members").texts),
    )


def _runtime(package: Node) -> Iterator[RuntimeFloor]:
    version, edition = package / "rust-version", package / "edition"
    if version.text:
        yield RuntimeFloor("rust", version.text, version.line, "cargo")
    elif not version and (implied := _EDITIONS.get(edition.text or "")):
        yield RuntimeFloor("rust", implied, edition.line, "cargo", implied=True)


def _dependencies(document: Node) -> Iterator[Dependency]:
    yield from _table(document / "workspace" / "dependencies", None, group=False)
    platforms = [table for _, table in (document / "target").items()]
    for table in (document, *platforms):
        for key, extra, group in _KINDS:
            yield from _table(table / key, extra, group=group)


def _table(table: Node, extra: str | None, *, group: bool) -> Iterator[Dependency]:
    for name, node in table.items():
        written = (node / "package").text or name
        yield Dependency(
            name=normal_name(written),
            name_written=written,
            specifier=node.text or (node / "version").text or "",
            line=node.line,
            extra=extra,
            optional=(node / "optional").value is True,
            group=group,
            inherited=(node / "workspace").value is True,
        )


def _programs(document: Node) -> Iterator[Script]:
    for program in (document / "bin").elements():
        name = program / "name"
        if name.text:
            yield Script(name.text, (program / "path").text or f"src/bin/{name.text}.rs", name.line)
