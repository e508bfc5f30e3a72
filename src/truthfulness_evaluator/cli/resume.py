"""`truth-eval resume`: the flags. What they do is in `cli.resuming`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application
from truthfulness_evaluator.cli.arguments import ReportArguments
from truthfulness_evaluator.cli.report_options import KeptRun, ReportFile, ReportFormats, Verbose

app = application()

_EPILOG = """\
Exit codes, as those of a check: 0 passed; 1 the gate failed; 2 a wrong argument or setting, or the run cannot be
finished; 3 something that was asked could still not be judged; 130 interrupted.
"""


@app.command(epilog=_EPILOG)
def resume(
    run: KeptRun = None,
    report_format: ReportFormats = None,
    output: ReportFile = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Findings only: no summary, no progress, no notices.")
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Finish a kept run that lacks something, with its own settings and the texts as they were.

    Claims that have a verdict keep it, and no vote is asked for twice.
    """
    arguments = ReportArguments(run=run, format=tuple(report_format or ()), output=output, quiet=quiet, verbose=verbose)
    from truthfulness_evaluator.cli.resuming import run_resume

    raise typer.Exit(run_resume(arguments))
