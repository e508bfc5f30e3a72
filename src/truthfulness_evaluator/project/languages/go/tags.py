"""Tags of struct fields: keys of settings files, variables, and options of go-flags, kong and go-arg."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from truthfulness_evaluator.project.declarations import EnvironmentVariable, Option, Setting, Value
from truthfulness_evaluator.project.languages.go.symbols import Field
from truthfulness_evaluator.text.patterns import regex

_PAIR = regex(r'([A-Za-z_][\w.-]*):"((?:[^"\\]|\\.)*)"')
_KEYS = ("yaml", "toml", "mapstructure", "koanf", "json", "ini", "hcl", "option", "config", "properties")
"""Tags whose first part is the key of a setting."""
_VARIABLES = ("env", "envconfig")
_VARIABLE = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_WORD = regex(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+")
_KONG = frozenset({"help", "short", "default", "enum", "required", "optional", "negatable", "placeholder", "name"})
_NO_FLAGS = frozenset({"cmd", "arg", "kong", "embed"})


@dataclass
class Tags:
    """What the tags of a file's structs declare."""

    kong: bool
    """The file imports kong, whose options need no tag for their name."""
    sections: Mapping[str, str]
    """What the keys of a struct stand below, where the code says it."""
    values: Mapping[str, Value]
    """What a function gives the fields by default, by `Struct.Field`."""
    options: list[Option] = field(default_factory=list[Option])
    settings: list[Setting] = field(default_factory=list[Setting])
    environment: list[EnvironmentVariable] = field(default_factory=list[EnvironmentVariable])

    def read(self, member: Field) -> None:
        """Read the tag of one field."""
        tags: dict[str, str] = {}
        several: dict[str, list[str]] = {}
        for name, text in _PAIR.findall(member.tag):
            tags.setdefault(name, text)
            several.setdefault(name, []).append(text)
        default = self.values.get(f"{member.owner}.{member.name}") or _default_of(tags)
        self._keys(member, tags, default)
        if "long" in tags:
            self.options.append(_go_flag(member, tags, several, default))
        elif (self.kong or "help" in tags) and _KONG & set(tags) and not _NO_FLAGS & set(tags):
            # The struct of a subcommand may stand in a package of its own, which need not import kong.
            self.options.append(_kong_flag(member, tags, default))
        elif "arg" in tags and "--" in tags["arg"]:
            names = tuple(part for part in tags["arg"].split(",") if part.startswith("-"))
            self.options.append(Option(names, member.line, dest=member.name, default=default))
        for tag in _VARIABLES:
            name = tags.get(tag, "").partition(",")[0]
            if _VARIABLE.fullmatch(name):
                self.environment.append(EnvironmentVariable(name, member.line, default))

    def _keys(self, member: Field, tags: Mapping[str, str], default: Value | None) -> None:
        keys = dict.fromkeys(tags[tag].partition(",")[0] for tag in _KEYS if tag in tags)
        section = self.sections.get(member.owner)
        for key in keys:
            if key and key != "-":
                self.settings.append(Setting(key, member.line, default))
                if section:
                    self.settings.append(Setting(f"{section}.{key}", member.line, default))


def _default_of(tags: Mapping[str, str]) -> Value | None:
    text = tags.get("default") or tags.get("envDefault")
    return None if text is None else Value(text, _json(text))


def _json(text: str) -> str:
    """A default's text as JSON; numbers and truth values are what they look like."""
    return text if re.fullmatch(r"-?\d+|true|false", text) else json.dumps(text, ensure_ascii=False)


def _go_flag(member: Field, tags: Mapping[str, str], several: Mapping[str, list[str]], default: Value | None) -> Option:
    short = (f"-{tags['short']}",) if tags.get("short") else ()
    return Option(
        (*short, f"--{tags['long']}"),
        member.line,
        dest=member.name,
        default=default,
        choices=tuple(several["choice"]) if "choice" in several else None,
        is_flag=member.kind in {"bool", "[]bool"},
        hidden="hidden" in tags,
        env=(tags["env"],) if tags.get("env") else (),
    )


def _kong_flag(member: Field, tags: Mapping[str, str], default: Value | None) -> Option:
    name = tags.get("name") or "-".join(_WORD.findall(member.name)).lower()
    short = (f"-{tags['short']}",) if tags.get("short") else ()
    return Option(
        (*short, f"--{name}"),
        member.line,
        dest=member.name,
        default=default,
        choices=tuple(part.strip() for part in tags["enum"].split(",")) if tags.get("enum") else None,
        is_flag=member.kind == "bool",
        negatable="negatable" in tags,
        hidden="hidden" in tags,
        env=tuple(part.strip() for part in tags["env"].split(",")) if tags.get("env") else (),
    )
