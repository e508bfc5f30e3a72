"""The tools of a chat model that looks around in a code base. They read, and see only files that may be shown."""

import fnmatch
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence
from truthfulness_evaluator.evidence.line_search import Pattern
from truthfulness_evaluator.llm.asking import Tool, ToolCall
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.terms import terms_of

MOST_CHARACTERS = 4_000
"""Of one result, about 1,000 tokens."""
MOST_LINES = 80
"""Lines of a file that are opened at once."""
_MOST_PATHS = 100
_MOST_FOUND = 24
"""Lines that a search shows, and those of one file."""
_MOST_FOUND_IN_FILE = 4
_MOST_DEFINITIONS = 4
_LINES_OF_DEFINITION = 25
_SHOWN_OF_LINE = 160
_LONGEST_ARGUMENT = 300
_LINE_END = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"[A-Za-z_$][\w$-]*")
_CLAIM: JsonValue = {"type": "string", "description": "Id of the claim that this is for, as in c1."}


class Place(NamedTuple):
    """Lines of a file, first and last one included."""

    path: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gives."""

    text: str
    """For the model. It holds texts of the code base."""
    opened: tuple[Place, ...] = ()
    """The lines that the model saw whole, with what stands around them."""
    glimpsed: tuple[Place, ...] = ()
    """Lines that it saw one by one."""


def _tool(name: str, description: str, properties: Mapping[str, JsonValue]) -> Tool:
    """A tool whose first argument is required; which claim a call is for may be said besides."""
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": {**properties, "claim": _CLAIM},
        "required": [next(iter(properties))],
    }
    return Tool(name, description, schema)


def _text(description: str) -> JsonValue:
    return {"type": "string", "description": description}


def _line(description: str) -> JsonValue:
    return {"type": "integer", "minimum": 1, "description": description}


TOOLS = (
    _tool(
        "search",
        "Lines of the code base that have a text, whatever its case. Alternatives are separated by |, .* stands for "
        "anything.",
        {"text": _text("What to look for, as in max_retries|retry.*limit")},
    ),
    _tool(
        "read_file",
        f"Opens lines of a file, {MOST_LINES} at most.",
        {
            "path": _text("Path as the other tools give it."),
            "start": _line("First line; 1 if left out."),
            "end": _line("Last line."),
        },
    ),
    _tool(
        "find_definition",
        "Opens the places where a function, class, constant, option, setting or environment variable is defined.",
        {"name": _text("As in JobQueue.push, --max-workers or MAX_JOBS.")},
    ),
    _tool(
        "list_files",
        "Paths of files.",
        {"pattern": _text("Part of the path, or with wildcards, as in src/*/config*.py")},
    ),
)
"""What the model may use."""


@dataclass(frozen=True)
class Toolbox:
    """The tools, over one code base."""

    codebase: CodeBaseEvidence

    def use(self, call: ToolCall) -> Result:
        """What a call gives. What cannot be done is said in the result: nothing is raised."""
        tools: Mapping[str, Callable[[Mapping[str, JsonValue]], Result]] = {
            "search": self._search,
            "read_file": self._read_file,
            "find_definition": self._find_definition,
            "list_files": self._list_files,
        }
        tool = tools.get(call.name)
        return Result("There is no such tool.") if tool is None else tool(call.arguments)

    def _search(self, arguments: Mapping[str, JsonValue]) -> Result:
        wanted = _string(arguments, "text", "pattern", "query", "regex")
        pattern = Pattern.of(wanted)
        if not pattern.alternatives:
            return Result("Give a text to look for.")
        files = self.codebase.files
        shown: list[str] = []
        places: list[Place] = []
        for path in self.codebase.paths:
            text = files.text(path)
            if text is None:
                continue
            numbers = pattern.lines_of(text, _MOST_FOUND_IN_FILE)
            lines = text.split("\n") if numbers else []
            for number in numbers:
                shown.append(f"{path}:{number}: {lines[number - 1].strip()[:_SHOWN_OF_LINE]}")
                places.append(Place(path, number, number))
            if len(shown) >= _MOST_FOUND:
                shown.append("There is more: look for something rarer.")
                break
        if shown:
            return Result(_within("\n".join(shown)), glimpsed=tuple(places))
        return self._nearest(wanted)

    def _nearest(self, wanted: str) -> Result:
        """The passages that share words with a text that stands nowhere."""
        hits = self.codebase.index.search(dict.fromkeys(terms_of(wanted), 1.0), 3)
        if not hits:
            return Result("No line has that, and no passage has its words.")
        shown = self._opened([Place(hit.passage.path, hit.passage.line, hit.passage.end_line) for hit in hits])
        return Result(f"No line has that. The passages that share most words with it:\n\n{shown.text}", shown.opened)

    def _read_file(self, arguments: Mapping[str, JsonValue]) -> Result:
        path = posixpath.normpath(_string(arguments, "path", "file", "filename") or ".")
        text = self.codebase.files.text(path)
        if text is None:
            near = [each for each in self.codebase.paths if posixpath.basename(each) == posixpath.basename(path)]
            also = f" There is {', '.join(near[:3])}." if near else ""
            return Result(f"There is no such file that may be shown.{also}")
        total = len(Lines(text).starts)
        first = min(_number(arguments, "start") or 1, total)
        last = min(_number(arguments, "end") or total, total, first + MOST_LINES - 1)
        return self._opened([Place(path, first, max(first, last))])

    def _find_definition(self, arguments: Mapping[str, JsonValue]) -> Result:
        name = tuple(part for part in _NAME.findall(_string(arguments, "name", "symbol").lstrip("-")) if part)
        found = self.codebase.symbols.places(name) if name else ()
        places: list[Place] = []
        for location in found:
            text = self.codebase.files.text(location.path or "")
            if text is not None and location.line is not None:
                last = min(location.line + _LINES_OF_DEFINITION - 1, len(Lines(text).starts))
                places.append(Place(location.path or "", location.line, last))
        if not places:
            return Result("Nothing of that name is defined here.")
        shown = self._opened(places[:_MOST_DEFINITIONS])
        more = f"\n\n{len(places) - _MOST_DEFINITIONS} more." if len(places) > _MOST_DEFINITIONS else ""
        return Result(shown.text + more, shown.opened)

    def _list_files(self, arguments: Mapping[str, JsonValue]) -> Result:
        pattern = _string(arguments, "pattern", "path", "glob").lower().removeprefix("./")
        paths = self.codebase.files.paths
        if any(sign in pattern for sign in "*?["):
            matches = re.compile(fnmatch.translate(pattern.replace("**/", "*").replace("**", "*"))).match
            found = [path for path in paths if matches(path.lower())]
        else:
            found = [path for path in paths if pattern in path.lower()]
        if not found:
            return Result("No such path.")
        more = f"\n{len(found) - _MOST_PATHS} more" if len(found) > _MOST_PATHS else ""
        return Result(_within("\n".join(found[:_MOST_PATHS])) + more)

    def _opened(self, places: Sequence[Place]) -> Result:
        """Lines with their numbers, below their path, as many as have room."""
        texts: list[str] = []
        opened: list[Place] = []
        for place in places:
            shown = [place.path]
            room = MOST_CHARACTERS // len(places) - len(place.path)
            for number, line in enumerate(_LINE_END.split(self.codebase.lines(*place)), place.line):
                shown.append(f"{number}: {line[:_SHOWN_OF_LINE]}")
                room -= len(shown[-1]) + 1
                if room < 0:
                    break
            opened.append(place._replace(end_line=place.line + len(shown) - 2))
            texts.append("\n".join(shown))
        return Result("\n\n".join(texts), tuple(opened))


def _within(text: str) -> str:
    """A result that is not too long, cut at a line."""
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[: text.rfind("\n", 0, MOST_CHARACTERS)] + "\n..."


def _string(arguments: Mapping[str, JsonValue], *names: str) -> str:
    """The first of some arguments that is a string; models call them as they like."""
    given = (arguments.get(name) for name in names)
    return next((each[:_LONGEST_ARGUMENT] for each in given if isinstance(each, str)), "")


def _number(arguments: Mapping[str, JsonValue], name: str) -> int | None:
    """An argument that is a line's number; models write `"12"` for 12."""
    given = arguments.get(name)
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 9:
        given = int(given)
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    return int(given) if 1 <= given < 1_000_000_000 else None
