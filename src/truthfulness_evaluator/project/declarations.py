"""What a source file declares: the one shape that every language's module gives.

Plain records: an index holds hundreds of thousands of them, and they are kept between runs.
"""

from enum import StrEnum

from truthfulness_evaluator.core.records import record

PYTHON = "python"
"""The `language` of a Python file."""


class SymbolKind(StrEnum):
    """What a name of the code stands for."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    PROPERTY = "property"
    ATTRIBUTE = "attribute"
    """Of a class or its instances: assigned, annotated, or a dataclass, attrs or pydantic field."""
    CONSTANT = "constant"
    """A variable of a module."""


@record
class Value:
    """A value as the code writes it."""

    source: str
    """The expression, as source text, at most 200 characters."""
    literal: str | None = None
    """JSON of the value where it can be told from the expression alone (`64 * 1024` is `65536`);
    tuples and sets are lists. None: it cannot."""
    name: str | None = None
    """Dotted name where the expression is just a name (`defaults.TIMEOUT`): to be looked up."""


@record
class Parameter:
    """A parameter of a function."""

    name: str
    default: Value | None = None
    variadic: bool = False
    """`*args`, `**kwargs` (names without the stars)."""
    keywords: bool = False
    """Of a variadic one: takes any keyword (`**kwargs`)."""


@record
class Symbol:
    """A name that a file defines."""

    name: str
    """Qualified within the module: `Class.method`."""
    kind: SymbolKind
    line: int
    parameters: tuple[Parameter, ...] | None = None
    """Of a function or method, `self` and `cls` left out; of a class: None (see `__init__` or its fields)."""
    value: Value | None = None
    """Of a constant or attribute: what is assigned to it first."""
    bases: tuple[str, ...] = ()
    """Of a class: its bases, as dotted names as written."""
    decorators: tuple[str, ...] = ()
    """Dotted names as written, without arguments."""
    dynamic: bool = False
    """Has members that the code does not spell out: `__getattr__`, metaclass, setattr, unknown decorator."""


@record
class Import:
    """A name that a file takes from elsewhere, and so re-exports."""

    name: str
    """Local name; `*` for a star import."""
    target: str
    """Absolute dotted name of what it stands for; of a star import, the module."""
    line: int


@record
class Option:
    """An option or argument of a command line."""

    names: tuple[str, ...]
    """As users type them: `("-w", "--max-workers")`; a positional's name stands alone, without dashes."""
    line: int
    dest: str | None = None
    """Name of the variable that holds it."""
    default: Value | None = None
    choices: tuple[str, ...] | None = None
    is_flag: bool = False
    """Takes no value."""
    negatable: bool = False
    """`--no-NAME` is accepted too, though no code spells it out."""
    hidden: bool = False
    """Not shown in help, or marked deprecated; still accepted."""
    command: tuple[str, ...] | None = None
    """Subcommands it belongs to, outermost first; () for the program itself; None where not known."""
    owner: str | None = None
    """Qualified name (within the module) of the function or parser variable that it is added to."""
    env: tuple[str, ...] = ()
    """Environment variables that set it."""


@record
class Command:
    """A subcommand, or a program made by code."""

    name: str
    line: int
    parents: tuple[str, ...] | None = ()
    """Commands above it, outermost first; None where not known."""
    aliases: tuple[str, ...] = ()
    owner: str | None = None
    """Qualified name of the function that it runs, or the parser variable."""
    hidden: bool = False
    closed: bool = True
    """Whether its options are all spelled out where it is declared."""
    program: bool = False
    """Whether it is a whole program (`prog="truth-eval"`), no subcommand. Its name is empty where the
    code does not say it."""
    group: str | None = None
    """Of a subcommand: the group that holds it: its `owner` in this file, or a name imported here."""
    exact: bool = False
    """Whether its parser takes the options that are declared and refuses all others: they are made from types that
    were all seen, in no way that the code could add to."""
    borrowed: tuple[str, ...] = ()
    """Types of other files whose options an exact one takes too, as the file imports them (`crate::cache::Args`)."""


@record
class EnvironmentVariable:
    """An environment variable that the code reads or sets."""

    name: str
    line: int
    default: Value | None = None
    prefix: bool = False
    """`name` is only the beginning of a family of names (`TRUTH_`)."""


@record
class Setting:
    """A setting that the code declares outside of options and constants (traitlets, `addini`, ConfigItem)."""

    key: str
    """As users write it, dotted where it has sections."""
    line: int
    default: Value | None = None
    choices: tuple[str, ...] | None = None


@record
class Choices:
    """A list of values that the code declares whole: the variants of an enum, the arms of a match, a `Literal`."""

    name: str
    """What the values are of, qualified within the file: an enum, a field, a variable."""
    line: int
    values: tuple[str, ...]
    """As users write them, after renames (`kebab-case`)."""


@record
class FileFacts:
    """All that one source file declares."""

    path: str
    """Relative to the root, forward slashes."""
    language: str
    module: str | None = None
    """Dotted name by which a Python file is imported; None where it is a script. Of a file in another language:
    the name of the package or crate that it belongs to, with the modules below it, as its language writes it."""
    is_package: bool = False
    """The file stands for its folder (`__init__.py`)."""
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: tuple[str, ...] | None = None
    """`__all__`; None where there is none."""
    dynamic: bool = False
    """The module has names that it does not spell out (`__getattr__` without a literal table, globals())."""
    options: tuple[Option, ...] = ()
    commands: tuple[Command, ...] = ()
    environment: tuple[EnvironmentVariable, ...] = ()
    settings: tuple[Setting, ...] = ()
    choices: tuple[Choices, ...] = ()
    error: str | None = None
    """Why it could not be parsed, with the line; its words still count."""
