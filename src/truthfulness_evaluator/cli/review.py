"""`truth-eval review`: the flags. What they do is in `cli.reviewing`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application
from truthfulness_evaluator.core.errors import UsageError

app = application()

_EPILOG = """\
Exit codes, as those of the run with all decisions: 0 passed; 1 the gate failed; 2 a wrong argument, or the run cannot
be read; 3 something that was asked could not be judged or read, or a decision could not be kept.
"""


@app.command(epilog=_EPILOG)
def review(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN",
            show_default=False,
            help="A run, as truth-eval runs lists it: its id, or the first digits of it; latest is the newest. "
            "Default: the newest of the project around the working folder.",
        ),
    ] = None,
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
    export: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Write what people decided as labelled data, JSON Lines, instead: in RUN, without one in all runs. "
            "'-' is standard output.",
        ),
    ] = None,
    taken_in: Annotated[
        str | None,
        typer.Option(
            "--import",
            metavar="FILE",
            show_default=False,
            help="Take in such data instead, as from a colleague: later runs know it. '-' is standard input.",
        ),
    ] = None,
) -> None:
    """Walk through the claims of a kept run that wait for a person: the claim, evidence on both sides, votes."""
    if export is not None and taken_in is not None:
        raise UsageError("--export writes reviews, and --import reads them.", hint="Give one of them at a time.")
    if taken_in is not None:
        from truthfulness_evaluator.cli.labelling import run_import

        if run is not None:
            raise UsageError("--import takes reviews in for all runs to come, and not for one run.")
        raise typer.Exit(run_import(taken_in))
    if export is not None:
        from truthfulness_evaluator.cli.labelling import run_export

        raise typer.Exit(run_export(export, run))
    from truthfulness_evaluator.cli.reviewing import run_review

    raise typer.Exit(run_review(run, reviewer=reviewer, only_list=only_list))
