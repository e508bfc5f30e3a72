"""Command lines that are built by calls: `Command::new("app").arg(Arg::new("quiet").long("quiet"))`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.project.declarations import Command, Option, Value
from truthfulness_evaluator.project.languages.rust.clap_fields import environment_name, text_of_value
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.scan import closing, split, string_of, strings_in
from truthfulness_evaluator.project.languages.rust.values import value_of
from truthfulness_evaluator.text.patterns import regex

_SIGNS = ("Arg::", "arg!(", "App::new", "SubCommand::with_name", "_from_usage(", "Command::new")
_START = regex(
    r"(?<![\w.])(?:clap::|\w+::)?(?P<type>\w*Arg|Command|App|SubCommand|\w*Flag)\s*::\s*"
    r"(?P<call>new|with_name|switch|flag|option|opt|positional)\s*(?=\()"
)
_CALL = regex(r"\s*(?://[^\n]*\n\s*)*\.\s*(?P<name>\w+)\s*(?:::<[^()]*>)?\s*(?=\()")
_MACRO = regex(r"\barg!\s*(?=[(\[])")
_USAGE = regex(r"(?<![\w-])(--[A-Za-z][\w-]*|-[A-Za-z0-9](?![\w-]))")
_OF_COMMANDS = frozenset(
    {"about", "long_about", "subcommand", "subcommands", "author", "arg_required_else_help", "args"}
)
_FLAG_ACTIONS = regex(r"SetTrue|SetFalse|Count|Help|Version")
_VALUES = frozenset({"takes_value", "value_name", "num_args", "number_of_values", "default_value", "possible_values"})


@dataclass(frozen=True, slots=True)
class _Chain:
    """An object that is made and told things in a row."""

    type: str
    call: str
    start: int
    end: int
    first: str
    """Source of what it is made of."""
    calls: Sequence[tuple[str, str]]
    """Names and arguments of the methods that are called on it."""

    def argument(self, *names: str) -> str | None:
        """What the last call of some names is given."""
        found = [arguments for name, arguments in self.calls if name in names]
        return found[-1] if found else None


def read_builders(text: str, known: Known) -> tuple[list[Option], list[Command]]:
    """The options and commands of a file."""
    if ("Arg::" not in text and "clap" not in text) or not any(sign in text for sign in _SIGNS):
        return [], []
    chains = list(_chains(text, known))
    commands = [chain for chain in chains if chain.type in ("Command", "App", "SubCommand")]
    commands = [chain for chain in commands if _is_command(chain, chains, text)]
    options = [
        option
        for chain in chains
        if chain.type not in ("Command", "App", "SubCommand")
        if (option := _option(chain, _above(chain, commands), text, known)) is not None
    ]
    options.extend(_macros(text, known))
    return options, [command for chain in commands for command in _command(chain, commands, text, known)]


def _chains(text: str, known: Known) -> Iterator[_Chain]:
    for match in _START.finditer(text):
        if _is_silent(text, match.start(), known):
            continue
        end = closing(text, match.end())
        first = text[match.end() + 1 : end - 1]
        calls: list[tuple[str, str]] = []
        while call := _CALL.match(text, end):
            end = closing(text, call.end())
            calls.append((call["name"], text[call.end() + 1 : end - 1].strip()))
        yield _Chain(match["type"], match["call"], match.start(), end, first, calls)


def _is_silent(text: str, at: int, known: Known) -> bool:
    """Whether a place lies in a comment or in a test."""
    start = text.rfind("\n", 0, at) + 1
    return text[start:at].lstrip().startswith("//") or known.items.in_tests(text.count("\n", 0, at) + 1)


def _is_command(chain: _Chain, chains: Sequence[_Chain], text: str) -> bool:
    """Whether it is a command of a command line, no process that is started."""
    if chain.type != "Command":
        return True
    if _OF_COMMANDS & {name for name, _ in chain.calls} - {"args"}:
        return True
    if re.search(r"subcommands?\(\s*(?:\[\s*|clap::|vec!\[\s*)*$", text[: chain.start]):
        return True
    return any(other.type == "Arg" and chain.start < other.start < chain.end for other in chains)


def _above(chain: _Chain, commands: Sequence[_Chain]) -> _Chain | None:
    """The innermost command that something stands in."""
    around = [each for each in commands if each.start < chain.start and chain.end <= each.end]
    return max(around, key=lambda each: each.start, default=None)


def _path(chain: _Chain | None, commands: Sequence[_Chain], known: Known) -> tuple[str, ...] | None:
    """The subcommands that lead to a command; None where it is not known which program they are of."""
    if chain is None:
        return None
    above = _above(chain, commands)
    if above is None:
        return () if chain.type == "App" or any(name in ("version", "subcommand") for name, _ in chain.calls) else None
    path, name = _path(above, commands, known), _text(chain.first, known)
    return None if path is None or name is None else (*path, name)


def _command(chain: _Chain, commands: Sequence[_Chain], text: str, known: Known) -> Iterator[Command]:
    line = text.count("\n", 0, chain.start) + 1
    name = _text(chain.first, known)
    path = _path(chain, commands, known)
    open_ = any(call in ("allow_external_subcommands", "trailing_var_arg") for call, _ in chain.calls)
    if path == ():
        shown = name if name and name.islower() and " " not in name else ""
        yield Command(shown, line, program=True, closed=not open_)
    elif name is not None and (path is not None or chain.type == "SubCommand"):
        aliases = (text for call, given in chain.calls if "alias" in call for text in strings_in(given))
        hidden = any(call in ("hide", "hidden") for call, _ in chain.calls)
        yield Command(
            name, line, parents=path[:-1] if path else (), aliases=tuple(aliases), hidden=hidden, closed=not open_
        )


def _option(chain: _Chain, above: _Chain | None, text: str, known: Known) -> Option | None:
    names: list[str] = []
    for call, given in chain.calls:
        if call in ("short", "long") or "alias" in call:
            texts = strings_in(given) or ((found,) if (found := _text(given, known)) else ())
            mark = "-" if "short" in call else "--"
            names.extend(mark + each.lstrip("-") for each in texts)
    own = _text(split(chain.first)[0], known) if split(chain.first) else None
    if own and not any(call == "long" for call, _ in chain.calls) and chain.call in ("switch", "flag", "option", "opt"):
        names.insert(0, f"--{own}")
    if chain.type.endswith("Flag") and not names:
        return None
    if not names and not own:
        return None
    env = chain.argument("env", "env_os")
    variable = environment_name(env, known) if env else None
    default = chain.argument("default_value", "default_value_os", "default_values")
    return Option(
        tuple(dict.fromkeys(names)) or (own or "",),
        text.count("\n", 0, chain.start) + 1,
        dest=own,
        default=None if default is None else value_of(default, known.names),
        choices=_choices(chain, known),
        is_flag=bool(names) and _is_flag(chain, by_default="ArgAction" not in text),
        hidden=any(call in ("hide", "hidden") and given != "false" for call, given in chain.calls),
        command=None,
        env=(variable,) if variable else (),
    )


def _is_flag(chain: _Chain, *, by_default: bool) -> bool:
    """Whether an option takes no value; from its fourth version on clap takes one where nothing is said."""
    action = chain.argument("action")
    if action is not None:
        return bool(_FLAG_ACTIONS.search(action))
    if chain.call in ("flag", "option", "opt") and len(split(chain.first)) > 1:
        return False
    return (by_default or chain.call == "switch") and not _VALUES & {call for call, _ in chain.calls}


def _choices(chain: _Chain, known: Known) -> tuple[str, ...] | None:
    given = chain.argument("value_parser", "possible_values")
    if given is None:
        return None
    value: Value = value_of(given, known.names)
    if value.literal is not None and value.literal.startswith("["):
        return strings_in(value.literal) or None
    return (strings_in(given) or None) if "[" in given else None


def _text(source: str, known: Known) -> str | None:
    text = string_of(source.strip())
    return text if text is not None else text_of_value(value_of(source, known.names), known.names)


def _macros(text: str, known: Known) -> Iterator[Option]:
    """`arg!(-c --config <FILE> "Where it is")` and usage strings."""
    for match in _MACRO.finditer(text):
        if _is_silent(text, match.start(), known):
            continue
        inside = text[match.end() + 1 : closing(text, match.end()) - 1]
        usage = inside.partition('"')[0]
        names = tuple(_USAGE.findall(usage))
        if names:
            yield Option(names, text.count("\n", 0, match.start()) + 1, is_flag="<" not in usage and "[" not in usage)
    for match in re.finditer(r"(?:args?_from_usage|Arg::from_usage)\(\s*", text):
        line = text.count("\n", 0, match.start()) + 1
        if known.items.in_tests(line):
            continue
        for usage in strings_in(text[match.end() - 1 : closing(text, match.end() - 1)]):
            for row in usage.splitlines():
                names = tuple(_USAGE.findall(row.partition("'")[0]))
                if names:
                    yield Option(names, line)
