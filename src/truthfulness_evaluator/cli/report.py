"""`truth-eval report`: the flags. What they do is in `cli.rendering`, which is imported when a run begins."""

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
Exit codes, as those of the run, with what people have decided since: 0 passed; 1 the gate failed; 2 a wrong argument,
or the run cannot be read; 3 something that was asked could not be judged or read, or the run was not finished.
"""


@app.command(epilog=_EPILOG)
def report(
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
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Findings only: no summary, no notices.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List supported and unsettled claims and failures, too.")
    ] = False,
) -> None:
    """Write the report of a kept run once more, in any format. Nothing is checked or asked again."""
    arguments = ReportArguments(run=run, format=tuple(report_format or ()), output=output, quiet=quiet, verbose=verbose)
    from truthfulness_evaluator.cli.rendering import run_report

    raise typer.Exit(run_report(arguments))
