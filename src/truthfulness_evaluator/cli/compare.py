"""`truth-eval compare`: the flags. What they do is in `cli.comparing`, which is imported when a run begins."""

from enum import StrEnum
from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()

_EPILOG = "Exit codes: 0 compared, whatever changed; 2 a wrong argument, or a run cannot be read."


class ChangesFormat(StrEnum):
    """Forms of what changed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@app.command(epilog=_EPILOG)
def compare(
    before: Annotated[
        str | None,
        typer.Argument(
            metavar="BEFORE",
            show_default=False,
            help="The earlier run, as truth-eval runs lists it: its id, or the first digits of it. Default: the newest "
            "one of the same code base before AFTER.",
        ),
    ] = None,
    after: Annotated[
        str | None,
        typer.Argument(
            metavar="AFTER",
            show_default=False,
            help="The later run. Default: the newest of the project around the working folder.",
        ),
    ] = None,
    changes_format: Annotated[
        ChangesFormat | None,
        typer.Option(
            "--format",
            "-f",
            metavar="text|json|markdown",
            show_default=False,
            help="How to write it. Default: from the name of --output, else text.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
            help="Write it to a file: .json, .md, .txt, any other name with --format.",
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="List all that changed: also what is not refuted and new, gone or found by other evidence.",
        ),
    ] = False,
) -> None:
    """Tell what changed from one run to another: claims that are new or gone, and verdicts that turned."""
    from truthfulness_evaluator.cli.comparing import run_compare

    chosen = changes_format.value if changes_format is not None else None
    raise typer.Exit(run_compare(before, after, chosen, output, verbose=verbose))
