"""One Go file as the facts that it declares."""

import re
from collections.abc import Mapping
from dataclasses import replace

from truthfulness_evaluator.project.declarations import (
    Command,
    FileFacts,
    Import,
    Symbol,
    SymbolKind,
    Value,
)
from truthfulness_evaluator.project.go_packages import GO
from truthfulness_evaluator.project.languages.go import choices, defaults, environment, kingpin
from truthfulness_evaluator.project.languages.go.bodies import unread_bodies
from truthfulness_evaluator.project.languages.go.commands import CobraCommands
from truthfulness_evaluator.project.languages.go.flags import Flags, open_marker, uses_flags
from truthfulness_evaluator.project.languages.go.source import Source
from truthfulness_evaluator.project.languages.go.symbols import Symbols
from truthfulness_evaluator.project.languages.go.tables import Tables
from truthfulness_evaluator.project.languages.go.tags import Tags
from truthfulness_evaluator.project.languages.syntax import parse
from truthfulness_evaluator.text.patterns import regex

_GENERATED = regex(r"^// Code generated .* DO NOT EDIT\.$", re.MULTILINE)
_GENERATES = regex(r"^//go:generate ", re.MULTILINE)
_VERSION = regex(r"v\d+")
_PROGRAM_FOLDERS = frozenset({"cmd", "cmds", "bin", "app", "apps"})
"""Folders that hold one program in each folder."""


def read(path: str, module: str | None, text: str) -> FileFacts:
    """What a Go file declares, from its syntax tree alone.

    Args:
        path: relative to the root, with forward slashes.
        module: the import path of its package, None where no `go.mod` says it.
        text: the decoded file. The caller bounds its size.

    Example:
        >>> read("size.go", "example.org/app", "package app; const Size = 64 << 10").symbols[1].value.literal
        '65536'
    """
    source = Source(parse("go", text.removeprefix("\ufeff"), unread_bodies))
    symbols = Symbols(source)
    symbols.read()
    if not symbols.found or symbols.found[0].kind is not SymbolKind.MODULE:
        return FileFacts(path, GO, module, error="it has no package clause")
    package = symbols.found[0].name
    module = module or path.rpartition("/")[0] or package
    imports = tuple(_imports(source))
    return _facts(path, module, text, source, symbols, imports)


def _facts(
    path: str, module: str, text: str, source: Source, symbols: Symbols, imports: tuple[Import, ...]
) -> FileFacts:
    values = defaults.field_values(source) if any(map(_may_make_defaults, symbols.found)) else {}
    tags = Tags(
        any("kong" in item.target for item in imports),
        defaults.sections(source),
        {name: value for name, (value, _) in values.items()},
    )
    for member in symbols.fields:
        tags.read(member)
    commands = CobraCommands(source, frozenset(item.name for item in imports))
    if any("cobra" in item.target for item in imports):
        commands.read()
    flags = Flags(source, commands, False)
    flagged, single = uses_flags(item.target for item in imports)
    is_kingpin = any("kingpin" in item.target for item in imports)
    if flagged and not is_kingpin:
        flags.single_dash = single
        flags.short_first = any(item.target.endswith("/flaggy") for item in imports)
        flags.read()
    tables = Tables(source)
    if "Name:" in text and ("Help:" in text or "Usage:" in text or "Flag{" in text):
        tables.read()
    own = kingpin.read(source) if is_kingpin else kingpin.Declared((), ())
    listed, by_hand = choices.read(source)
    found = [_with_value(symbol, tags.values) for symbol in symbols.found] if values else symbols.found
    return FileFacts(
        path,
        GO,
        module,
        symbols=(*found, *defaults.extra_symbols(values, symbols.found)),
        imports=imports,
        dynamic=source.tree.root.has_error or _is_made(text),
        options=(*flags.found, *by_hand, *tables.options, *tags.options, *own.options),
        commands=(
            *_programs(path, module, symbols.found),
            *commands.found.values(),
            *commands.mounts,
            *tables.commands,
            *own.commands,
            *(open_marker(line) for line in (flags.open_at, tables.open_at) if line is not None),
        ),
        environment=(*environment.read(source, symbols.found), *tags.environment),
        settings=(*tags.settings, *tables.settings, *defaults.set_defaults(source)),
        choices=(*symbols.choices, *listed),
    )


def _may_make_defaults(symbol: Symbol) -> bool:
    """Whether something is named for defaults, or for making settings."""
    return "efault" in symbol.name or symbol.name.endswith(("Config", "Options", "Settings"))


def _with_value(symbol: Symbol, values: Mapping[str, Value]) -> Symbol:
    if symbol.kind is SymbolKind.ATTRIBUTE and symbol.name in values:
        return replace(symbol, value=values[symbol.name])
    return symbol


def _imports(source: Source) -> list[Import]:
    found: list[Import] = []
    for node in source.by_kind.get("import_declaration", ()):
        specs = node.named_children
        if specs and specs[0].type == "import_spec_list":
            specs = specs[0].named_children
        for spec in specs:
            path, name = spec.child_by_field_name("path"), spec.child_by_field_name("name")
            if path is None:
                continue
            target = source.text_of(path)[1:-1]
            written = source.text_of(name) if name is not None else last_part(target)
            found.append(Import("*" if written == "." else written, target, spec.start_point.row + 1))
    return found


def last_part(target: str) -> str:
    """The name that a package most likely has, from its import path.

    Example:
        >>> last_part("example.org/tool/v2"), last_part("gopkg.in/yaml.v3"), last_part("example.org/go-tool")
        ('tool', 'yaml', 'go-tool')
    """
    parts = target.split("/")
    if len(parts) > 1 and parts[-1][:1] == "v" and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    return parts[-1].partition(".v")[0]


def _is_made(text: str) -> bool:
    """Whether a tool may make further names of the package, in files that are not kept."""
    if "//go:generate " not in text or _GENERATES.search(text) is None:
        return False
    return _GENERATED.search(text) is None


def _programs(path: str, module: str, symbols: list[Symbol]) -> list[Command]:
    """The program that a package `main` is built into, named after its folder."""
    if symbols[0].name != "main":
        return []
    folders = path.split("/")[:-1]
    main = next((s for s in symbols if s.name == "main" and s.kind is SymbolKind.FUNCTION), None)
    if main is None or (folders and (len(folders) == 1 or folders[-2] not in _PROGRAM_FOLDERS)):
        return []
    name = last_part(module)
    return [Command(name, main.line, owner="main", program=True)] if name != "main" else []
