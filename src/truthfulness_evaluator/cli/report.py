"""`truth-eval report`: the flags. What they do is in `cli.rendering`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application
from truthfulness_evaluator.cli.arguments import ReportArguments
from truthfulness_evaluator.cli.report_options import KeptRun, ReportFile, ReportFormats, Verbose

app = application()

_EPILOG = """\
Exit codes, as those of the run, with what people have decided since: 0 passed; 1 the gate failed; 2 a wrong argument,
or the run cannot be read; 3 something that was asked could not be judged or read, or the run was not finished.
"""


@app.command(epilog=_EPILOG)
def report(
    run: KeptRun = None,
    report_format: ReportFormats = None,
    output: ReportFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Findings only: no summary, no notices.")] = False,
    verbose: Verbose = False,
) -> None:
    """Write the report of a kept run once more, in any format. Nothing is checked or asked again."""
    arguments = ReportArguments(run=run, format=tuple(report_format or ()), output=output, quiet=quiet, verbose=verbose)
    from truthfulness_evaluator.cli.rendering import run_report

    raise typer.Exit(run_report(arguments))
