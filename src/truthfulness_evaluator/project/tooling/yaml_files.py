"""Reads what YAML files give to tools by name: tasks of a Taskfile, hooks of pre-commit."""

from truthfulness_evaluator.project.tooling.targets import Targets
from truthfulness_evaluator.project.tooling.yaml_keys import read_yaml
from truthfulness_evaluator.project.tree import Tree


def read_taskfile(path: str, text: str, tree: Tree) -> Targets:
    """The tasks of a Taskfile, with their aliases left open."""
    keys = read_yaml(text)
    names = {name: key.line for name, key in keys.children("tasks").items()}
    included = bool(keys.children("includes")) or "aliases:" in text
    patterns = tuple(name for name in names if "*" in name)
    return Targets(path, names, patterns, open_because="it includes others or has aliases" if included else "")


def read_hooks(path: str, text: str, tree: Tree) -> Targets:
    """The hooks that `.pre-commit-config.yaml` runs, by id and alias."""
    keys = read_yaml(text)
    names = {**keys.values("alias"), **keys.values("id")}
    is_plain = not any(line.lstrip().startswith("- {") or "hooks: [" in line for line in text.splitlines())
    return Targets(path, names, open_because="" if is_plain else "it is written in another style")
