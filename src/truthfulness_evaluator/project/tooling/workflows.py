"""Reads what starts the workflows of GitHub Actions: the events, and the times of a schedule."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

FOLDER = ".github/workflows"
_ON = regex(r"^[\"']?on[\"']?[ \t]*:[ \t]*(?P<rest>[^#\n]*?)[ \t]*(?:#.*)?$", re.MULTILINE)
_EVENT = regex(r"^(?P<indent>[ ]*)(?:-[ ]+)?[\"']?(?P<name>[a-z_]+)[\"']?[ ]*(?P<colon>:?)")
_CRON = regex(r"\bcron[\"']?[ ]*:[ ]*[\"']?(?P<times>[^\"'#\n]+)")
_NUMBERS = regex(r"\d+")
_FIELDS = 5


@dataclass(frozen=True, slots=True)
class Workflow:
    """What starts a workflow."""

    path: str
    line: int
    """Of its `on`."""
    events: Mapping[str, int]
    """Names of events, with their lines."""
    only_tags: bool
    """Whether pushes count only where they push a tag."""
    pushes_tags: bool
    """Whether pushes of tags count."""
    schedule: tuple[str, ...]
    """The times of its schedule, in the form of cron."""

    @property
    def period(self) -> str | None:
        """`daily`, `weekly` or `monthly`, where its one schedule is just that."""
        periods = {_period(times) for times in self.schedule}
        return periods.pop() if len(periods) == 1 and len(self.schedule) == 1 else None


def read_workflow(path: str, text: str) -> Workflow | None:
    """What starts a workflow; None where that is not understood.

    Example:
        >>> read_workflow("a.yml", "on: [push, pull_request]").events
        {'push': 1, 'pull_request': 1}
    """
    match = _ON.search(text)
    if match is None or "{" in match["rest"]:
        return None
    line = text.count("\n", 0, match.start()) + 1
    if match["rest"]:
        names = re.findall(r"[a-z_]+", match["rest"])
        return Workflow(path, line, dict.fromkeys(names, line), only_tags=False, pushes_tags=True, schedule=())
    events: dict[str, int] = {}
    kept: dict[str, list[str]] = {}
    first, event = -1, ""
    for number, each in enumerate(text[match.end() :].splitlines()[1:], line + 1):
        bare = each.strip()
        if not bare or bare.startswith("#"):
            continue
        found = _EVENT.match(each)
        indent = len(each) - len(each.lstrip())
        if indent == 0 and not bare.startswith("- "):
            break
        first = indent if first < 0 else first
        if indent < first or "{" in bare.partition(":")[0]:
            return None
        if indent == first:
            if found is None:
                return None
            event = found["name"]
            events[event] = number
            kept[event] = [bare.partition(":")[2]]
        else:
            kept[event].append(bare)
    if not events:
        return None
    push = " ".join(kept.get("push", ()))
    tags, branches = bool(re.search(r"\btags\b", push)), bool(re.search(r"\bbranches\b", push))
    times = tuple(m["times"].strip() for each in kept.get("schedule", ()) for m in _CRON.finditer(each))
    return Workflow(path, line, events, tags and not branches, tags or not branches, times)


def _period(times: str) -> str | None:
    """How often the times of a schedule come, where it is once a day, week or month."""
    fields = times.split()
    if len(fields) != _FIELDS or not all(_NUMBERS.fullmatch(field) for field in fields[:2]) or fields[3] != "*":
        return None
    day, weekday = fields[2], fields[4]
    if day == weekday == "*":
        return "daily"
    if day == "*" and re.fullmatch(r"\d|[A-Za-z]{3}", weekday):
        return "weekly"
    return "monthly" if weekday == "*" and _NUMBERS.fullmatch(day) else None


def workflow(tree: Tree, name: str) -> Workflow | None:
    """The workflow of a file's name; None where it is not there, or not understood."""
    path = f"{FOLDER}/{name}"
    text = tree.text(path) if tree.has(path) else None
    return None if text is None else read_workflow(path, text)
