"""Poetry's own tables of `pyproject.toml`."""

from collections.abc import Iterable, Iterator

from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    RuntimeFloor,
    Script,
    normal_name,
)
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.versions import ranges_of

_RELATIVE = regex(r"(?:\^|~(?!=))\s*[^\s,|]+")
_PLAIN = regex(r"\d[\w.*+!-]*")


def runtime(poetry: Node) -> tuple[RuntimeFloor, ...]:
    """The versions of Python, which Poetry lists among the dependencies."""
    python = poetry / "dependencies" / "python"
    specifier = _version(python)
    return (RuntimeFloor("python", specifier, python.line, "pep440"),) if specifier else ()


def dependencies(poetry: Node) -> tuple[Dependency, ...]:
    """All dependencies: needed always, of extras, and of groups."""
    extras_of: dict[str, list[str]] = {}
    for extra, names in (poetry / "extras").items():
        for name in names.texts:
            extras_of.setdefault(normal_name(name.split("[", 1)[0]), []).append(extra)
    found = [
        dependency
        for name, node in (poetry / "dependencies").items()
        if normal_name(name) != "python"
        for dependency in _of_project(name, node, extras_of.get(normal_name(name), []))
    ]
    for name, node in (poetry / "dev-dependencies").items():
        found += _each(name, node, extra="dev", group=True)
    for group, table in (poetry / "group").items():
        for name, node in (table / "dependencies").items():
            found += _each(name, node, extra=group, group=True)
    return tuple(found)


def extras(poetry: Node) -> tuple[Extra, ...]:
    """The extras with their lines."""
    return tuple(Extra(name, node.line) for name, node in (poetry / "extras").items())


def scripts(poetry: Node) -> Iterator[Script]:
    """The programs that are installed with the package."""
    for name, node in (poetry / "scripts").items():
        target = node.text or (node / "reference").text or (node / "callable").text
        if target is not None:
            yield Script(name, target, node.line)


def plugins(poetry: Node) -> Iterator[Script]:
    """Entry points that are no programs."""
    for group, table in (poetry / "plugins").items():
        for name, node in table.items():
            if node.text is not None:
                yield Script(name, node.text, node.line, group)


def to_pep440(constraint: str) -> str:
    """A constraint with `^`, `~` and bare versions written out as PEP 440 has them.

    Example:
        >>> to_pep440("^1.2"), to_pep440("~2.7 || ^3.5"), to_pep440("1.4.*"), to_pep440("*")
        ('>=1.2,<2', '>=2.7,<2.8 || >=3.5,<4', '==1.4.*', '')
    """
    text = constraint.strip()
    if text in ("", "*"):
        return ""
    if _PLAIN.fullmatch(text):
        return f"=={text}"
    return _RELATIVE.sub(lambda match: _range(match[0]), text)


def _range(clause: str) -> str:
    ranges = ranges_of(clause, "pep440")
    if not ranges or ranges[0].floor is None:
        return clause
    return f">={ranges[0].floor.version},<{ranges[0].ceiling}"


def _of_project(name: str, node: Node, extras_of: Iterable[str]) -> Iterator[Dependency]:
    optional = (node / "optional").value is True
    for extra in list(extras_of) or [None]:
        yield from _each(name, node, extra=extra, optional=optional or extra is not None)


def _each(
    name: str, node: Node, *, extra: str | None, optional: bool = False, group: bool = False
) -> Iterator[Dependency]:
    """A dependency; several where versions differ by platform or Python."""
    for one in list(node.elements()) or [node]:
        yield Dependency(
            name=normal_name(name),
            name_written=name,
            specifier=to_pep440(_version(one) or ""),
            line=one.line,
            extra=extra,
            optional=optional,
            group=group,
            marker=_marker(one),
        )


def _version(node: Node) -> str | None:
    return node.text or (node / "version").text


def _marker(node: Node) -> str:
    python = (node / "python").text
    conditions = [(node / "markers").text or "", f"python {python}" if python else ""]
    return " and ".join(condition for condition in conditions if condition)
