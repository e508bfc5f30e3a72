"""Reads `setup.cfg`, as setuptools does."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from truthfulness_evaluator.project.manifests.entry_points import entry_point, plugins, programs
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Extra,
    Inclusion,
    Manifest,
    RuntimeFloor,
    Script,
)
from truthfulness_evaluator.project.manifests.paths import beside
from truthfulness_evaluator.project.manifests.pep508 import parse_requirement
from truthfulness_evaluator.text.patterns import regex

_SECTION = regex(r"\[(?P<name>[^\]]+)\]")
_OPTION = regex(r"(?P<key>[^\s=:][^=:]*?)\s*[=:]\s*(?P<value>.*)")


@dataclass(slots=True)
class _Option:
    """The value of an option: its lines that are not blank, with their numbers."""

    line: int
    parts: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])

    @property
    def text(self) -> str:
        return " ".join(part for part, _ in self.parts)

    def items(self) -> Iterator[tuple[str, int]]:
        """The elements of a list: one a line, or between commas where it is a single line."""
        if len(self.parts) == 1 and self.parts[0][1] == self.line:
            yield from ((item.strip(), self.line) for item in self.text.split(",") if item.strip())
        else:
            yield from self.parts


_Sections = Mapping[str, Mapping[str, _Option]]
_NOTHING = _Option(1)


def read(path: str, text: str) -> Manifest:
    """What a `setup.cfg` declares."""
    try:
        sections = _parsed(text)
    except ValueError as error:
        return Manifest(path, "python", error=str(error))
    metadata, options = sections.get("metadata", {}), sections.get("options", {})
    stated = {
        name: option
        for name, option in (
            ("name", metadata.get("name")),
            ("version", metadata.get("version")),
            ("description", metadata.get("description") or metadata.get("summary")),
            ("licence", metadata.get("license")),
        )
        if option is not None and option.text and not option.text.startswith(("attr:", "file:"))
    }
    python = options.get("python_requires") or options.get("python-requires")
    texts = {name: option.text for name, option in stated.items()}
    entry_points = tuple(_entry_points(sections))
    return Manifest(
        path=path,
        ecosystem="python",
        name=texts.get("name"),
        version=texts.get("version"),
        runtime=() if python is None else (RuntimeFloor("python", python.text, python.line, "pep440"),),
        dependencies=tuple(_dependencies(sections)),
        extras=tuple(Extra(name, option.line) for name, option in sections.get("options.extras_require", {}).items()),
        scripts=programs(entry_points),
        plugins=plugins(entry_points),
        licence=texts.get("licence"),
        description=texts.get("description"),
        keywords=tuple(word for word, _ in metadata.get("keywords", _NOTHING).items()),
        classifiers=tuple(metadata.get("classifiers", _NOTHING).items()),
        lines=tuple((name, option.line) for name, option in stated.items()),
        dynamic=frozenset({"version"} if "version" in metadata and "version" not in texts else ()),
        includes=tuple(_includes(path, sections)),
    )


def _dependencies(sections: _Sections) -> Iterator[Dependency]:
    options = sections.get("options", {})
    yield from _requirements(options.get("install_requires", _NOTHING))
    yield from _requirements(options.get("setup_requires", _NOTHING), extra="build-system", group=True)
    yield from _requirements(options.get("tests_require", _NOTHING), extra="test", group=True)
    for extra, option in sections.get("options.extras_require", {}).items():
        yield from _requirements(option, extra=extra, optional=True)


def _requirements(
    option: _Option, *, extra: str | None = None, optional: bool = False, group: bool = False
) -> Iterator[Dependency]:
    if option.text.startswith("file:"):
        return
    single = len(option.parts) == 1 and option.parts[0][1] == option.line
    # On a single line setuptools splits at semicolons, not at the commas within a requirement.
    for text, line in ((t, option.line) for t in option.text.split(";")) if single else option.items():
        dependency = parse_requirement(text, line, extra=extra, optional=optional, group=group)
        if dependency is not None:
            yield dependency


def _includes(path: str, sections: _Sections) -> Iterator[Inclusion]:
    options: list[tuple[str | None, _Option]] = [
        (None, sections.get("options", {}).get("install_requires", _NOTHING)),
        *sections.get("options.extras_require", {}).items(),
    ]
    for extra, option in options:
        if option.text.startswith("file:"):
            for file in option.text.removeprefix("file:").split(","):
                yield Inclusion(beside(path, file.strip()), extra)


def _entry_points(sections: _Sections) -> Iterator[Script]:
    for group, option in sections.get("options.entry_points", {}).items():
        for text, line in option.parts:
            if script := entry_point(text, line, group):
                yield script


def _parsed(text: str) -> _Sections:
    """Sections of options.

    Raises:
        ValueError: a line belongs to no option, with its number.
    """
    sections: dict[str, dict[str, _Option]] = {}
    section: dict[str, _Option] | None = None
    option: _Option | None = None
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.strip()
        if not line or line.startswith(("#", ";")):
            continue
        if raw[0] in " \t" and option is not None:
            option.parts.append((line, number))
        elif header := _SECTION.match(line):
            section, option = sections.setdefault(header["name"].strip(), {}), None
        elif (match := _OPTION.fullmatch(line)) and section is not None:
            option = _Option(number, [(match["value"], number)] if match["value"] else [])
            section[match["key"].strip().lower()] = option
        elif section is not None and re.fullmatch(r"[\w.-]+", line):
            section[line.lower()] = option = _Option(number)
        else:
            raise ValueError(f"line {number}: neither a section nor an option")
    return sections
