"""`truth-eval explain`: the flags. What they do is in `cli.explaining`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()

_EPILOG = "Exit codes: 0 explained; 2 a wrong argument or setting, or the document cannot be read."


@app.command(epilog=_EPILOG)
def explain(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PLACE",
            show_default=False,
            help="A document, a line of it, or a column of the line: FILE, FILE:LINE or FILE:LINE:COLUMN.",
        ),
    ],
    root: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Root of the code base, as for truth-eval check.",
        ),
    ] = None,
) -> None:
    """Tell how a line is read, where it is looked up, why it is found true or false, and what is not read in it."""
    from truthfulness_evaluator.cli.explaining import run_explain

    raise typer.Exit(run_explain(target, root))
