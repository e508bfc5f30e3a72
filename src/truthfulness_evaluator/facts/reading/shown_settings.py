"""The keys of settings files that documents show in YAML, JSON and TOML, grouped by the table they stand in."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models import Block, BlockKind, Document, Span
from truthfulness_evaluator.text.patterns import regex

YAML = frozenset({"yaml", "yml"})
JSON = frozenset({"json", "jsonc", "json5"})
TOML = frozenset({"toml"})
LANGUAGES = YAML | JSON | TOML
_NAME = r"[A-Za-z][\w-]*"
_YAML_KEY = regex(
    rf"^(?P<lead>[ ]*(?:-[ ]+)*)(?P<quote>[\"']?)(?P<key>{_NAME})(?P=quote)[ ]*:(?=[ \r\n]|$)(?P<value>.*)"
)
_SCALAR = regex(r"^[ ]*(?:[&!]\S+[ ]+)?[|>][-+\d]*[ ]*(?:#.*)?$")
_JSON_TOKEN = regex(
    rf"//[^\n]*|/\*[\s\S]*?\*/|(?P<key>(?P<quote>[\"']?)(?P<name>{_NAME})(?P=quote)(?=\s*:))|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|(?P<mark>[{{}}\[\],])"
)
_TOML_TABLE = regex(r"^[ \t]*\[{1,2}[ \t]*(?P<name>[\w.\"' -]+?)[ \t]*\]{1,2}[ \t]*(?:#.*)?\r?$")
_TOML_KEY = regex(rf"^[ \t]*(?P<above>(?:{_NAME}\.)*)(?P<key>{_NAME})[ \t]*=(?!=)(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a settings file that a document shows."""

    path: tuple[str, ...]
    """The keys above; places in lists are left out."""
    keys: tuple[tuple[str, Span], ...]
    """Each key once, with its first place."""


def tables(document: Document, block: Block) -> Iterator[Table]:
    """The tables of a block of code in the language of a settings file."""
    language = block.language.lower().split(" ")[0].strip("{}.")
    if block.kind is not BlockKind.CODE or language not in LANGUAGES:
        return
    read = _yaml if language in YAML else _json if language in JSON else _toml
    found: dict[tuple[str, ...], dict[str, Span]] = {}
    for path, key, span in read(document.text, block.text_span):
        found.setdefault(path, {}).setdefault(key, span)
    yield from (Table(path, tuple(keys.items())) for path, keys in found.items())


_Key = tuple[tuple[str, ...], str, Span]


def _lines(text: str, span: Span) -> Iterator[tuple[int, str]]:
    at = text.rfind("\n", 0, span[0]) + 1
    at = at if not text[at : span[0]].strip() else span[0]
    for line in text[at : span[1]].splitlines(keepends=True):
        yield at, line
        at += len(line)


def _yaml(text: str, span: Span) -> Iterator[_Key]:
    above: list[tuple[int, str]] = []
    scalar = -1
    for at, line in _lines(text, span):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if scalar >= 0 and indent > scalar:
            continue
        scalar = -1
        if bare.startswith(("---", "...")):
            above.clear()
        match = _YAML_KEY.match(line)
        if match is None:
            continue
        column = len(match["lead"])
        while above and above[-1][0] >= column:
            above.pop()
        yield tuple(key for _, key in above), match["key"], (at + match.start("key"), at + match.end("key"))
        above.append((column, match["key"]))
        if _SCALAR.match(match["value"]):
            scalar = column


def _json(text: str, span: Span) -> Iterator[_Key]:
    above: list[str | None] = []
    last: str | None = None
    for match in _JSON_TOKEN.finditer(text, *span):
        if match["key"]:
            last = match["name"]
            yield tuple(key for key in above if key is not None), match["name"], match.span("name")
        elif match["mark"] and match["mark"] in "{[":
            above.append(last)
            last = None
        elif match["mark"] and match["mark"] in "}]":
            if above:
                above.pop()
            last = None
        elif match["mark"]:
            last = None


def _toml(text: str, span: Span) -> Iterator[_Key]:
    table: tuple[str, ...] = ()
    in_text = False
    for at, line in _lines(text, span):
        begins_or_ends = (line.count('"""') + line.count("'''")) % 2 == 1
        if not in_text:
            if match := _TOML_TABLE.match(line):
                table = tuple(part.strip(" \"'") for part in match["name"].split("."))
            elif match := _TOML_KEY.match(line):
                above = tuple(part for part in match["above"].split(".") if part)
                yield (*table, *above), match["key"], (at + match.start("key"), at + match.end("key"))
        in_text = in_text != begins_or_ends
