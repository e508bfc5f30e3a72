"""Where the command line begins: it picks the command and imports only that one."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from truthfulness_evaluator import __version__
from truthfulness_evaluator.cli.github_job import GithubJob
from truthfulness_evaluator.cli.spreading import spread
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.core.collector import no_collection_at_the_end
from truthfulness_evaluator.core.errors import TruthfulnessError

if TYPE_CHECKING:
    from typer import Typer

PROGRAM = "truth-eval"

COMMANDS = {
    "batch": "truthfulness_evaluator.cli.batch:app",
    "cache": "truthfulness_evaluator.cli.cache:app",
    "check": "truthfulness_evaluator.cli.check:app",
    "compare": "truthfulness_evaluator.cli.compare:app",
    "completion": "truthfulness_evaluator.cli.completion:app",
    "config": "truthfulness_evaluator.cli.config:app",
    "explain": "truthfulness_evaluator.cli.explain:app",
    "report": "truthfulness_evaluator.cli.report:app",
    "resume": "truthfulness_evaluator.cli.resume:app",
    "review": "truthfulness_evaluator.cli.review:app",
    "runs": "truthfulness_evaluator.cli.runs:app",
}
"""The Typer application of each command, as `module:name`. Each holds one command."""

DEFAULT_COMMAND = "check"
"""What runs where the first argument names no command."""

SPREAD = {"batch": "--sources", "check": "--sources", "runs": "--delete"}
"""By command, the option that takes several values behind one another."""

USAGE_ERROR = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and gives its exit code.

    Args:
        argv: arguments without the program's name; None: those of this process.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        # Asked for often and by scripts: answered before anything else is imported.
        print(f"{PROGRAM} {__version__}")
        return 0
    no_collection_at_the_end()
    command, program, rest = _chosen(arguments)
    if command in SPREAD:
        rest = spread(rest, SPREAD[command])
    module, _, name = COMMANDS[command].partition(":")
    try:
        app = cast("Typer", getattr(import_module(module), name))
        app(args=rest, prog_name=program)
    except SystemExit as stop:
        return _code(stop)
    except TruthfulnessError as error:
        complain(f"error: {error}")
        GithubJob().announce(str(error))
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _chosen(arguments: list[str]) -> tuple[str, str, list[str]]:
    """The command, how it is called in its help, and its own arguments.

    A command's name wins over a file of the same name, which is then written `./check`.
    """
    if arguments and arguments[0] in COMMANDS:
        return arguments[0], f"{PROGRAM} {arguments[0]}", arguments[1:]
    return DEFAULT_COMMAND, PROGRAM, arguments


def _code(stop: SystemExit) -> int:
    if stop.code is None:
        return 0
    return int(stop.code) if isinstance(stop.code, int) else USAGE_ERROR
