"""Scripts for shells that complete the command line. They are made of the commands' own flags, and start no Python."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer

from truthfulness_evaluator.cli.completion import Shell
from truthfulness_evaluator.cli.entry import COMMANDS, DEFAULT_COMMAND, PROGRAM
from truthfulness_evaluator.core.grading import GRADES
from truthfulness_evaluator.core.judge_names import NLI, NONE
from truthfulness_evaluator.facts.table import KINDS
from truthfulness_evaluator.gate.policy import FailOn
from truthfulness_evaluator.reporting.table import FORMATS

FILE, FOLDER = "file", "folder"
LATEST = "latest"
"""The newest run."""
_VALUES: dict[str, tuple[str, ...]] = {
    "WHEN": tuple(each.value for each in FailOn),
    "GRADE": tuple(GRADES),
    "JUDGE": (NLI, NONE),
    "RUN...": (LATEST,),
    "WAY": ("simple", "weighted", "ice"),
    "PART": ("agent", "claims", "index", "votes", "ways"),
    "FORMAT[:FILE]": tuple(sorted(FORMATS)),
    "KIND[,KIND]": tuple(row.partition(":")[0].rpartition(".")[2] for row in KINDS),
}
"""What may stand for a placeholder of the help text; one like `text|json` says it itself."""
_PATHS = {"FILE": FILE, "FOLDER": FOLDER, "PATHS": FILE, "FILE[:LINE[:COLUMN]]": FILE}


_BARE = {
    "completion": tuple(map(str, Shell)),
    "report": (LATEST,),
    "resume": (LATEST,),
    "review": (LATEST,),
    "compare": (LATEST,),
}
"""By command, what may stand without a flag where it is no path."""


@dataclass(frozen=True, slots=True)
class Option:
    """A flag."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    values: tuple[str, ...] = ()
    paths: str = ""
    """`file` or `folder` where its value is one."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its flags; what stands without one is a path, or one of some values."""

    name: str
    help: str
    options: tuple[Option, ...]
    values: tuple[str, ...] = ()


def commands() -> tuple[Command, ...]:
    """All commands, as their help tells them."""
    return tuple(_command(name, place) for name, place in COMMANDS.items())


def script(shell: str, known: Sequence[Command]) -> str:
    """The script for a shell: `bash`, `zsh` or `fish`."""
    makers: dict[str, Callable[[Sequence[Command]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    return makers[shell](known)


def _command(name: str, place: str) -> Command:
    module, _, attribute = place.partition(":")
    made: Any = typer.main.get_command(getattr(import_module(module), attribute))
    context = made.make_context(name, [], resilient_parsing=True)
    shown = [each for each in made.get_params(context) if each.param_type_name == "option" and not each.hidden]
    return Command(name, _first_sentence(made.help), tuple(map(_option, shown)), _BARE.get(name, ()))


def _option(parameter: Any) -> Option:
    placeholder = "" if parameter.is_flag else str(parameter.metavar or "")
    return Option(
        (*parameter.opts, *parameter.secondary_opts),
        _first_sentence(parameter.help),
        not parameter.is_flag,
        _VALUES.get(placeholder, tuple(placeholder.split("|")) if "|" in placeholder else ()),
        _PATHS.get(placeholder, ""),
    )


def _first_sentence(text: str | None) -> str:
    return " ".join((text or "").split()).partition(". ")[0].rstrip(".")


# bash -------------------------------------------------------------------------------------------------------


def _bash(known: Sequence[Command]) -> str:
    names = "\n".join(command.name for command in known)
    cases = "".join(map(_bash_values, known))
    flags = "".join(
        f"            {command.name}) words={_lines(name for option in command.options for name in option.names)} ;;\n"
        for command in known
    )
    own = "".join(
        f'        {each.name}) COMPREPLY=($(compgen -W {_lines(each.values)} -- "$current")); return ;;\n'
        for each in known
        if each.values
    )
    return f"""\
# bash completion of {PROGRAM}
_truth_eval() {{
    local IFS=$'\\n' words='' command={DEFAULT_COMMAND}
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
    if (( COMP_CWORD > 1 )); then
        case ${{COMP_WORDS[1]}} in
            {"|".join(command.name for command in known)}) command=${{COMP_WORDS[1]}} ;;
        esac
    fi
    case $command:$previous in
{cases}    esac
    if [[ $current == -* ]]; then
        case $command in
{flags}        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi
    case $command in
{own}    esac
    (( COMP_CWORD == 1 )) && words={_lines([names])}
    COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}}
complete -o filenames -F _truth_eval {PROGRAM}
"""


def _bash_values(command: Command) -> str:
    """What stands behind the flags of a command that take a value."""
    rows = ""
    for option in command.options:
        if not option.takes_value:
            continue
        pattern = "|".join(f"{command.name}:{name}" for name in option.names)
        words = f"-W {_lines(option.values)} " if option.values else ""
        kind = {FILE: "-f ", FOLDER: "-d "}.get(option.paths, "")
        found = f'COMPREPLY=($(compgen {words}{kind}-- "$current"))' if words or kind else "COMPREPLY=()"
        rows += f"        {pattern}) {found}; return ;;\n"
    return rows


def _lines(words: "Sequence[str] | Any") -> str:
    """Words as one of bash's that has each on its own line."""
    text = "\n".join(words).replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"$'{text}'"


# zsh --------------------------------------------------------------------------------------------------------


def _zsh(known: Sequence[Command]) -> str:
    cases = "".join(
        f"        {command.name})\n            _arguments -s -S \\\n"
        + "".join(f"                {spec} \\\n" for option in command.options for spec in _zsh_specs(option))
        + f"                {_zsh_rest(command)}\n            ;;\n"
        for command in known
    )
    described = " ".join(shlex.quote(f"{command.name}:{_plain(command.help)}") for command in known)
    return f"""\
#compdef {PROGRAM}
# zsh completion of {PROGRAM}
_truth_eval() {{
    local command={DEFAULT_COMMAND}
    local -a commands=({described})
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe -t commands command commands
    fi
    if (( CURRENT > 2 )) && [[ $words[2] == ({"|".join(command.name for command in known)}) ]]; then
        command=$words[2]
        shift words
        (( CURRENT-- ))
    fi
    case $command in
{cases}    esac
}}
if [[ $funcstack[1] == _truth-eval ]]; then
    _truth_eval "$@"
else
    compdef _truth_eval {PROGRAM}
fi
"""


def _zsh_specs(option: Option) -> list[str]:
    value = ""
    if option.takes_value:
        value = ":value:" + (
            f"({' '.join(option.values)})"
            if option.values
            else {FILE: "_files", FOLDER: "_files -/"}.get(option.paths, "")
        )
    equals = "=" if value else ""
    return [
        shlex.quote(f"*{name}{equals if name.startswith('--') else '+' if value else ''}[{_plain(option.help)}]{value}")
        for name in option.names
    ]


def _zsh_rest(command: Command) -> str:
    return shlex.quote(f"1:value:({' '.join(command.values)})" if command.values else "*:document:_files")


def _plain(text: str) -> str:
    """A text without what zsh's descriptions have a use for."""
    return text.translate({ord(mark): " " for mark in "[]:\\"})


# fish -------------------------------------------------------------------------------------------------------


def _fish(known: Sequence[Command]) -> str:
    others = " ".join(command.name for command in known if command.name != DEFAULT_COMMAND)
    rows = [f"# fish completion of {PROGRAM}"]
    for command in known:
        rows.append(f"complete -c {PROGRAM} -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.help)}")
        seen = f"__fish_seen_subcommand_from {command.name}"
        condition = f"not __fish_seen_subcommand_from {others}" if command.name == DEFAULT_COMMAND else seen
        rows += (f"complete -c {PROGRAM} -n '{condition}' {_fish_option(option)}" for option in command.options)
        if command.values:
            rows.append(f"complete -c {PROGRAM} -n '{condition}' -f -a '{' '.join(command.values)}'")
    return "\n".join(rows) + "\n"


def _fish_option(option: Option) -> str:
    parts = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.takes_value:
        parts.append("-r" if option.paths else "-x")
    if option.values:
        parts.append(f"-a '{' '.join(option.values)}'")
    elif option.paths == FOLDER:
        parts.append("-a '(__fish_complete_directories)'")
    return " ".join([*parts, f"-d {_fish_quoted(option.help)}"])


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
