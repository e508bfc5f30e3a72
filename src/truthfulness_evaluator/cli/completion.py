"""`truth-eval completion`: the flags. The scripts are in `cli.completions`."""

from enum import StrEnum
from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()


class Shell(StrEnum):
    """Shells that there is a script for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


@app.command()
def completion(shell: Annotated[Shell, typer.Argument(help="The shell that the script is for.")]) -> None:
    """Print a script that lets a shell complete the commands, flags and values of truth-eval.

    bash: source <(truth-eval completion bash), in ~/.bashrc.

    zsh: truth-eval completion zsh > DIR/_truth-eval, where DIR is a folder of $fpath.

    fish: truth-eval completion fish > ~/.config/fish/completions/truth-eval.fish.
    """
    from truthfulness_evaluator.cli.completions import commands, script

    print(script(shell.value, commands()), end="")
