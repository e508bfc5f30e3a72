"""One Rust file as the facts that it declares."""

from truthfulness_evaluator.project.declarations import Command, FileFacts, Option
from truthfulness_evaluator.project.languages.rust import clap_builder, flag_tables
from truthfulness_evaluator.project.languages.rust.bodies import unread_bodies
from truthfulness_evaluator.project.languages.rust.clap_derive import Derived
from truthfulness_evaluator.project.languages.rust.enums import choices_of, read_enums
from truthfulness_evaluator.project.languages.rust.environment import read_environment
from truthfulness_evaluator.project.languages.rust.items import Items
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.settings import SettingsReader, unwrapped
from truthfulness_evaluator.project.languages.rust.symbols import is_open, read_imports, read_symbols
from truthfulness_evaluator.project.languages.rust.without_tests import without_tests
from truthfulness_evaluator.project.languages.syntax import parse

RUST = "rust"
"""The `language` of a Rust file."""


def read(path: str, module: str | None, text: str) -> FileFacts:
    """What a Rust file declares, from its syntax tree alone. What is there in tests only is left out.

    Args:
        path: relative to the root, with forward slashes.
        module: the crate and the modules below it (`app::limits`); None where the file belongs to no crate.
        text: the decoded file. The caller bounds its size.

    Example:
        >>> read("src/lib.rs", "app", "pub const SIZE: usize = 64 * 1024;").symbols[0].value.literal
        '65536'
    """
    text = text.removeprefix("\ufeff")
    code, tests = without_tests(text)
    items = Items(parse(RUST, code, unread_bodies), tests=tests)
    items.read()
    enums = read_enums(items)
    known = Known(items, enums)
    known.read()
    options, commands = _command_line(module, text, items, known)
    settings = list(SettingsReader(path, known).read())
    if ".unwrap_or(" in text:
        settings.extend(unwrapped(text, known))
    return FileFacts(
        path,
        RUST,
        module,
        path.endswith(("/mod.rs", "/lib.rs", "/main.rs")),
        symbols=tuple(read_symbols(items, known)),
        imports=tuple(read_imports(items, module)),
        dynamic=is_open(items),
        options=tuple(options),
        commands=tuple(commands),
        environment=tuple(read_environment(text, known)),
        settings=tuple(settings),
        choices=tuple(choices_of(enums)),
    )


def _command_line(module: str | None, text: str, items: Items, known: Known) -> tuple[list[Option], list[Command]]:
    """The options and commands of a file, however it declares them."""
    derived = Derived(items, known, (module or "").partition("::")[0])
    derived.read()
    built, commands = clap_builder.read_builders(text, known)
    own = flag_tables.read_flags(text, items, known)
    return [*derived.options, *built, *own], [*derived.commands, *commands]
