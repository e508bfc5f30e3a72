"""`truth-eval review`: the flags. What they do is in `cli.reviewing`, which is imported when a run begins."""

from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_EPILOG = """\
Exit codes, as those of the run with all decisions: 0 passed; 1 the gate failed; 2 a wrong argument, or the run cannot
be read; 3 something that was asked could not be judged or read, or a decision could not be kept.
"""


@app.command(epilog=_EPILOG)
def review(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            show_default=False,
            help="A run, as truth-eval runs lists it: its id, or the first digits of it. Default: latest, the newest.",
        ),
    ] = "latest",
    only_list: Annotated[
        bool,
        typer.Option("--list", help="List what waits and why, as without a terminal, and decide nothing."),
    ] = False,
    reviewer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Who decides, as it is kept with each decision; empty: nobody's name. Default: user.name of git, else "
            "the name of the login.",
        ),
    ] = None,
) -> None:
    """Walk through the claims of a kept run that wait for a person: the claim, evidence on both sides, votes."""
    from truthfulness_evaluator.cli.reviewing import run_review

    raise typer.Exit(run_review(run, reviewer=reviewer, only_list=only_list))
