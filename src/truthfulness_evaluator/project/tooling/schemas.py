"""JSON Schema files of a project: which keys a settings file of its takes, table by table."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import basename

from truthfulness_evaluator.project.manifests.json_lines import parse_json
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_SCHEMA = regex(r"(?:^|[/._-])schemas?(?:[/._-]|$)", re.IGNORECASE)
_FOREIGN = frozenset({Role.VENDORED, Role.TEST, Role.EXAMPLE})
_LONGEST = 2_000_000
"""Characters of a schema file that is read."""
_DEEPEST = 12
"""References and alternatives that are followed for one table."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of settings, as a schema describes it."""

    keys: Mapping[str, int]
    """With the lines at which they are described."""
    closed: bool
    """Whether it takes no other keys."""


@dataclass(frozen=True)
class Schema:
    """A schema file."""

    path: str
    root: Node

    def __repr__(self) -> str:
        return f"Schema({self.path})"

    def table(self, *keys: str) -> Table | None:
        """The table below some keys; None where the schema does not describe one there.

        Example: `table("lint")` of a schema whose property `lint` refers to a definition gives that one's keys.
        """
        nodes = [self.root]
        for key in keys:
            nodes = [inner / "properties" / key for node in nodes for inner in self._alternatives(node)]
            nodes = [node for node in nodes if node]
        parts = [inner for node in nodes for inner in self._alternatives(node)]
        found = {name: node.line for part in parts for name, node in (part / "properties").items()}
        return Table(found, all(self._is_closed(part) for part in parts)) if found else None

    def tables_with(self, key: str) -> Iterator[tuple[str, ...]]:
        """The paths of the top table and of those right below it that take a key."""
        top = self.table()
        for path in ((), *((name,) for name in (top.keys if top else ()))):
            table = self.table(*path)
            if table is not None and key in table.keys:
                yield path

    @staticmethod
    def _is_closed(part: Node) -> bool:
        """Whether a description lets no key through that it does not name; one of another type lets none."""
        if part / "patternProperties" or part / "if":
            return False
        more = (part / "additionalProperties").value
        takes_keys = bool(part / "properties") or more is not None or (part / "type").value == "object"
        only_refers = bool(part / "$ref") and not part / "properties"
        return more is False or not takes_keys or only_refers

    def _alternatives(self, node: Node, depth: int = 0) -> list[Node]:
        """The descriptions that a node stands for, with references followed."""
        if depth > _DEEPEST:
            return []
        reference = (node / "$ref").text
        found = [node]
        if reference is not None and reference.startswith("#/"):
            target = self.root
            for part in reference[2:].split("/"):
                target = target / part.replace("~1", "/").replace("~0", "~")
            found += self._alternatives(target, depth + 1)
        for word in ("anyOf", "oneOf", "allOf"):
            for inner in (node / word).elements():
                found += self._alternatives(inner, depth + 1)
        return found


@dataclass(frozen=True)
class Schemas:
    """The schema files of a project; one is parsed when it is first needed."""

    tree: Tree

    def __repr__(self) -> str:
        return f"Schemas({self.tree.root})"

    def of(self, name: str) -> Sequence[Schema]:
        """The schemas of the settings of a program: those with its name in theirs, else the one that has no name."""
        return self._by_name.get(normal_name(name)) or self._by_name.get("", ())

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Schema, ...]]:
        found: dict[str, list[Schema]] = {}
        for path in self.tree.suffixes.get(".json", ()):
            if not _SCHEMA.search(path) or self.tree.role(path) in _FOREIGN:
                continue
            stem = re.sub(r"(?:(?:^|[._-])(?:config|settings|schema))*\.json$", "", basename(path), flags=re.IGNORECASE)
            schema = self._read(path)
            if schema is not None:
                found.setdefault(normal_name(stem), []).append(schema)
        return {name: tuple(schemas) for name, schemas in found.items()}

    def _read(self, path: str) -> Schema | None:
        text = self.tree.text(path)
        if text is None or len(text) > _LONGEST or '"properties"' not in text:
            return None
        try:
            return Schema(path, parse_json(text))
        except (json.JSONDecodeError, ValueError, RecursionError):
            return None
