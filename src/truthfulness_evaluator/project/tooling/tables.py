"""Reads tasks that stand in the tables of manifests: scripts of npm, tasks of poe, scripts of hatch and pdm."""

import json
import tomllib
from posixpath import basename

from truthfulness_evaluator.project.manifests.json_lines import parse_json
from truthfulness_evaluator.project.manifests.parsed import Node
from truthfulness_evaluator.project.manifests.toml_lines import parse_toml
from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tree import Tree

_OWN_ENVIRONMENTS = ("default", "hatch-test", "hatch-static-analysis", "hatch-build", "hatch-uv")


def read_npm(path: str, text: str, tree: Tree) -> Targets:
    """The scripts of a `package.json`, with those that npm has itself."""
    try:
        scripts = parse_json(text) / "scripts"
    except (json.JSONDecodeError, ValueError, RecursionError):
        return Targets(path, {}, open_because="it does not parse")
    names = {name: node.line for name, node in scripts.items()}
    return Targets(path, {"start": 1, "restart": 1, "env": 1, "install": 1, **names})


def read_poe(path: str, text: str, tree: Tree) -> Targets | None:
    """The tasks of poethepoet."""
    node = _toml(text)
    poe = node / "tool" / "poe" if basename(path) == "pyproject.toml" else node
    if not poe / "tasks":
        return None
    names = {name: task.line for name, task in (poe / "tasks").items()}
    included = bool(poe / "include") or bool(poe / "include_script")
    return Targets(path, names, open_because="it includes others" if included else "")


def read_pdm(path: str, text: str, tree: Tree) -> Targets | None:
    """The scripts of pdm, which runs any other word as a program."""
    scripts = _toml(text) / "tool" / "pdm" / "scripts"
    return Targets(path, {name: node.line for name, node in scripts.items()}, runs_programs=True) if scripts else None


def read_hatch(path: str, text: str, tree: Tree) -> Targets | None:
    """The scripts of hatch, as `script` and as `environment:script`; any other word is run as a program."""
    node = _toml(text)
    environments = node / "tool" / "hatch" / "envs" if basename(path) == "pyproject.toml" else node / "envs"
    if not environments:
        return None
    shared = environments / "default" / "scripts"
    names: dict[str, int] = {}
    for name in dict.fromkeys((*_OWN_ENVIRONMENTS, *(name for name, _ in environments.items()))):
        for script, place in (*shared.items(), *(environments / name / "scripts").items()):
            names.setdefault(f"{name}:{script}", place.line)
            if name == "default":
                names.setdefault(script, place.line)
    return Targets(path, names, runs_programs=True)


def _toml(text: str) -> Node:
    try:
        return parse_toml(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return parse_toml("")
