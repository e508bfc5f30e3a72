"""Reads `go.mod`."""

from collections.abc import Iterator

from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Manifest,
    RuntimeFloor,
    normal_name,
)
from truthfulness_evaluator.text.patterns import regex

_BLOCK = regex(r"(?P<word>\w+)\s*\(")
_DIRECTIVE = regex(r"(?P<word>[a-z]+)\s+(?P<rest>.+)")
_REQUIREMENT = regex(r"(?P<module>[^\s\"]+)\s+(?P<version>v\S+)")
_KNOWN = frozenset(
    ["module", "go", "toolchain", "require", "exclude", "replace", "retract", "godebug", "tool", "ignore"]
)


def read(path: str, text: str) -> Manifest:
    """What a `go.mod` declares. The name is the module's path."""
    name: str | None = None
    lines: list[tuple[str, int]] = []
    runtime: list[RuntimeFloor] = []
    dependencies: list[Dependency] = []
    for word, rest, comment, number in _directives(text):
        if word not in _KNOWN:
            return Manifest(path, "go", error=f"line {number}: unknown directive {word!r}")
        if word == "module":
            name = rest.strip('"`')
            lines.append(("name", number))
        elif word in ("go", "toolchain"):
            language = "go" if word == "go" else "go-toolchain"
            runtime.append(RuntimeFloor(language, rest, number, "go"))
        elif word == "require" and (match := _REQUIREMENT.fullmatch(rest)):
            dependencies.append(
                Dependency(
                    name=normal_name(match["module"]),
                    name_written=match["module"],
                    specifier=match["version"],
                    line=number,
                    extra="indirect" if comment == "indirect" else None,
                )
            )
    return Manifest(path, "go", name=name, runtime=tuple(runtime), dependencies=tuple(dependencies), lines=tuple(lines))


def _directives(text: str) -> Iterator[tuple[str, str, str, int]]:
    """Each directive with its argument, the comment behind it and its line; blocks are taken apart."""
    block = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line, _, comment = (part.strip() for part in raw.partition("//"))
        if not line:
            continue
        if block:
            if line == ")":
                block = ""
            else:
                yield block, line, comment, number
        elif opening := _BLOCK.fullmatch(line):
            block = opening["word"]
        elif match := _DIRECTIVE.fullmatch(line):
            yield match["word"], match["rest"].strip(), comment, number
        else:
            yield line, "", comment, number
