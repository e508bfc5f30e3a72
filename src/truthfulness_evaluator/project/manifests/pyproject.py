"""Reads `pyproject.toml`: the standard tables, and those of Poetry, PDM, Flit, Hatch, setuptools and uv."""

from collections.abc import Iterable, Iterator

from truthfulness_evaluator.project.manifests import poetry
from truthfulness_evaluator.project.manifests.entry_points import PROGRAM_GROUPS
from truthfulness_evaluator.project.manifests.errors import parse_error
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    Inclusion,
    Manifest,
    RuntimeFloor,
    Script,
)
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.manifests.paths import beside
from truthfulness_evaluator.project.manifests.pep508 import parse_requirement
from truthfulness_evaluator.project.manifests.toml_lines import parse_toml

_BUILD = "build-system"


def read(path: str, text: str) -> Manifest:
    """What a `pyproject.toml` declares."""
    try:
        document = parse_toml(text)
    except (ValueError, RecursionError) as error:
        return Manifest(path, "python", error=parse_error(error))
    tool = document / "tool"
    project, old = document / "project", _old_table(tool)
    stated = {
        field: node
        for field, node in (
            ("name", project / "name" or old / "name" or old / "dist-name"),
            ("version", _version(project, old, tool)),
            ("description", project / "description" or old / "description"),
            ("licence", _licence(project) or _licence(old)),
        )
        if node.text is not None
    }
    return Manifest(
        path=path,
        ecosystem="python",
        name=_text(stated.get("name")),
        version=_text(stated.get("version")),
        runtime=(*_runtime(project, old), *poetry.runtime(tool / "poetry")),
        dependencies=tuple(_dependencies(document)),
        extras=tuple(_extras(project, tool)),
        scripts=(*_scripts(project), *_scripts(tool / "flit"), *poetry.scripts(tool / "poetry")),
        plugins=(*_plugins(project), *poetry.plugins(tool / "poetry")),
        tasks=tuple(_tasks(tool)),
        licence=_text(stated.get("licence")),
        description=_text(stated.get("description")),
        keywords=(project / "keywords").texts or (old / "keywords").texts,
        classifiers=tuple(
            (node.text, node.line)
            for node in ((project / "classifiers") or (old / "classifiers")).elements()
            if node.text is not None
        ),
        lines=tuple((field, node.line) for field, node in stated.items()),
        dynamic=_dynamic(project, tool),
        members=tuple(beside(path, member) for member in (tool / "uv" / "workspace" / "members").texts),
        includes=tuple(_includes(path, tool / "setuptools" / "dynamic")),
    )


def _old_table(tool: Node) -> Node:
    """Where a project's metadata stood before there was a standard table."""
    return (tool / "poetry") or (tool / "flit" / "metadata") or (tool / "pdm")


def _text(node: Node | None) -> str | None:
    return None if node is None else node.text


def _licence(table: Node) -> Node:
    licence = table / "license"
    return licence if licence.text is not None else licence / "text"


def _version(project: Node, old: Node, tool: Node) -> Node:
    version = project / "version" or old / "version"
    return version / "" if _version_from_tags(tool) else version


def _version_from_tags(tool: Node) -> bool:
    """Whether the version that stands there is only a placeholder."""
    return (tool / "poetry-dynamic-versioning" / "enable").value is True


def _runtime(project: Node, old: Node) -> Iterator[RuntimeFloor]:
    for table in (project, old):
        node = table / "requires-python"
        if node.text:
            yield RuntimeFloor("python", node.text, node.line, "pep440")


def _dynamic(project: Node, tool: Node) -> frozenset[str]:
    dynamic = set((project / "dynamic").texts)
    if _version_from_tags(tool) or (tool / "pdm" / "version"):
        dynamic.add("version")
    if tool / "flit" / "metadata":
        dynamic |= {"version", "description"}  # read from the module
    if any(True for _ in _files(tool / "setuptools" / "dynamic" / "dependencies")):
        dynamic.discard("dependencies")  # they stand in the files that it names
    return frozenset(dynamic)


# Dependencies -----------------------------------------------------------------------------------------------


def _dependencies(document: Node) -> Iterator[Dependency]:
    project, tool = document / "project", document / "tool"
    yield from requirements(project / "dependencies")
    for extra, node in (project / "optional-dependencies").items():
        yield from requirements(node, extra=extra, optional=True)
    yield from poetry.dependencies(tool / "poetry")
    flit = tool / "flit" / "metadata"
    yield from requirements(flit / "requires")
    for extra, node in (flit / "requires-extra").items():
        yield from requirements(node, extra=extra, optional=True)
    for group, node in _groups(document):
        yield from requirements(node, extra=group, group=True)


def _groups(document: Node) -> Iterator[tuple[str, Node]]:
    """The groups of packages for those who work on the project."""
    tool = document / "tool"
    yield _BUILD, document / _BUILD / "requires"
    yield from (document / "dependency-groups").items()
    yield from (tool / "pdm" / "dev-dependencies").items()
    yield "dev", tool / "uv" / "dev-dependencies"
    for name, environment in (tool / "hatch" / "envs").items():
        yield name, environment / "dependencies"
        yield name, environment / "extra-dependencies"


def requirements(
    array: Node, *, extra: str | None = None, optional: bool = False, group: bool = False
) -> Iterator[Dependency]:
    """The dependencies of an array of requirements; what includes another group is not among them."""
    for node in array.elements():
        if node.text is not None:
            dependency = parse_requirement(node.text, node.line, extra=extra, optional=optional, group=group)
            if dependency is not None:
                yield dependency


def _extras(project: Node, tool: Node) -> Iterator[Extra]:
    tables = (
        project / "optional-dependencies",
        tool / "flit" / "metadata" / "requires-extra",
        tool / "setuptools" / "dynamic" / "optional-dependencies",
    )
    for table in tables:
        yield from (Extra(name, node.line) for name, node in table.items())
    yield from poetry.extras(tool / "poetry")


def _includes(path: str, dynamic: Node) -> Iterator[Inclusion]:
    yield from (Inclusion(beside(path, file)) for file in _files(dynamic / "dependencies"))
    for extra, node in (dynamic / "optional-dependencies").items():
        yield from (Inclusion(beside(path, file), extra) for file in _files(node))


def _files(node: Node) -> Iterable[str]:
    file = node / "file"
    return file.texts if file.text is None else (file.text,)


# Entry points -----------------------------------------------------------------------------------------------


def _scripts(table: Node) -> Iterator[Script]:
    for key in ("scripts", "gui-scripts"):
        for name, node in (table / key).items():
            if node.text is not None:
                yield Script(name, node.text, node.line)
    for key in sorted(PROGRAM_GROUPS):
        for name, node in (table / "entry-points" / key).items():
            if node.text is not None:
                yield Script(name, node.text, node.line)


def _plugins(project: Node) -> Iterator[Script]:
    for group, table in (project / "entry-points").items():
        if group not in PROGRAM_GROUPS:
            for name, node in table.items():
                if node.text is not None:
                    yield Script(name, node.text, node.line, group)


def _tasks(tool: Node) -> Iterator[Script]:
    tables = (tool / "pdm" / "scripts", tool / "poe" / "tasks", tool / "taskipy" / "tasks")
    for table in tables:
        for name, node in table.items():
            command = node.text or (node / "cmd").text or (node / "shell").text or (node / "call").text
            if not name.startswith("_"):
                yield Script(name, command or "", node.line)
