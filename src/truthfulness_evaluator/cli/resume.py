"""`truth-eval resume`: the flags. What they do is in `cli.resuming`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.arguments import ReportArguments
from truthfulness_evaluator.reporting.table import FORMATS, SUFFIXES

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_EPILOG = """\
Exit codes, as those of a check: 0 passed; 1 the gate failed; 2 a wrong argument or setting, or the run cannot be
finished; 3 something that was asked could still not be judged; 130 interrupted.
"""


@app.command(epilog=_EPILOG)
def resume(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN",
            show_default=False,
            help="A run, as truth-eval runs lists it: its id, or the first digits of it; latest is the "
            "newest. Default: the newest of the project around the working folder.",
        ),
    ] = None,
    report_format: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT[:FILE]",
            show_default=False,
            help=f"{', '.join(sorted(FORMATS))}. With a file it is written there; may be repeated. Default: from the "
            "name of --output; without --output, text, and in GitHub Actions github.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
            help=f"Write the report to a file: {', '.join(sorted(SUFFIXES))}, any other name with --format.",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Findings only: no summary, no progress, no notices.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List supported and unsettled claims and failures, too.")
    ] = False,
) -> None:
    """Finish a kept run that lacks something, with its own settings and the texts as they were.

    Claims that have a verdict keep it, and no vote is asked for twice.
    """
    arguments = ReportArguments(run=run, format=tuple(report_format or ()), output=output, quiet=quiet, verbose=verbose)
    from truthfulness_evaluator.cli.resuming import run_resume

    raise typer.Exit(run_resume(arguments))
