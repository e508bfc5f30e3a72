"""Reads compose files: the services that `docker compose` knows, with the ports that they publish."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from posixpath import dirname

from truthfulness_evaluator.project.tooling.yaml_keys import read_yaml
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

FILE = regex(r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml", re.IGNORECASE)
"""Names of compose files, with those for other environments (`docker-compose.prod.yml`)."""
_TEMPLATE = regex(r"\{\{|\{%|^\t", re.MULTILINE)
_LIST_ITEM = regex(r"^ *- +(?P<quote>[\"']?)(?P<value>[^\"'#]*?)(?P=quote) *(?:#.*)?$")
_SHORT_PORT = regex(r"(?:[\d.]+:)?(?P<published>\d+):(?P<inner>\d+)(?:/(?:tcp|udp))?")
_OPEN_SETTINGS = frozenset({"extends", "network_mode", "env_file"})


@dataclass(frozen=True, slots=True)
class Port:
    """A port of a service that is reached from outside."""

    published: str
    inner: str
    """The port inside of the container."""
    service: str
    line: int


@dataclass(frozen=True, slots=True)
class Compose:
    """A compose file."""

    path: str
    services: Mapping[str, int]
    """With their lines."""
    ports: tuple[Port, ...]
    open_because: str = ""
    """Why it may have more services than these, as a clause; empty: these are all."""
    ports_open: bool = False
    """Whether more ports than these may be published: some are variables, ranges, or come from elsewhere."""

    @property
    def folder(self) -> str:
        """The folder it stands in; the root is empty."""
        return dirname(self.path)


def read_compose(path: str, text: str) -> Compose:
    """The services of a compose file, and their ports."""
    keys = read_yaml(text)
    top = keys.children()
    services = {name: key.line for name, key in keys.children("services").items()}
    why = ""
    if _TEMPLATE.search(text):
        why = "it is a template"
    elif "services" not in top or not services or top["services"].value:
        why = "its services are written in another style"
    elif "include" in top or "<<" in services:
        why = "it includes others"
    names = {key.path[2] for key in keys.all if len(key.path) > 2 and key.path[0] == "services"}
    ports, is_open = _ports(text, services)
    return Compose(path, services, ports, why, is_open or bool(why) or bool(names & {*_OPEN_SETTINGS, "<<"}))


def _ports(text: str, services: Mapping[str, int]) -> tuple[tuple[Port, ...], bool]:
    """The ports in the short form (`8000:80`), and whether there are others."""
    found: list[Port] = []
    is_open, inside, service = False, -1, ""
    by_line = {line: name for name, line in services.items()}
    for number, line in enumerate(text.splitlines(), 1):
        service = by_line.get(number, service)
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if inside >= 0 and (indent < inside or (indent == inside and not bare.startswith("-"))):
            inside = -1
        if bare.startswith(("ports:", '"ports"')):
            inside = indent
            is_open = is_open or bool(bare.removeprefix("ports:").split("#")[0].strip())
        elif inside >= 0:
            item = _LIST_ITEM.match(line)
            match = _SHORT_PORT.fullmatch(item["value"].strip()) if item else None
            if match is None:
                is_open = True
            else:
                found.append(Port(match["published"], match["inner"], service, number))
    return tuple(found), is_open


def compose_files(tree: Tree) -> Sequence[Compose]:
    """All compose files of a tree."""
    paths = [path for path in tree.files if FILE.fullmatch(path.rpartition("/")[2])]
    return tuple(read_compose(path, text) for path in paths if (text := tree.text(path)) is not None)
