"""Flags that several commands have: of which run the report is, and how and where it is written."""

from typing import Annotated, TypeAlias

import typer

from truthfulness_evaluator.reporting.table import FORMATS, SUFFIXES

KeptRun: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        metavar="RUN",
        show_default=False,
        help="A run, as truth-eval runs lists it: its id, or the first digits of it; latest is the "
        "newest. Default: the newest of the project around the working folder.",
    ),
]
ReportFormats: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT[:FILE]",
        show_default=False,
        help=f"{', '.join(sorted(FORMATS))}. With a file it is written there; may be repeated. Default: from the "
        "name of --output; without --output, text, and in GitHub Actions github.",
    ),
]
ReportFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        show_default=False,
        help=f"Write the report to a file: {', '.join(sorted(SUFFIXES))}, any other name with --format.",
    ),
]
Verbose: TypeAlias = Annotated[
    bool, typer.Option("--verbose", "-v", help="List supported and unsettled claims and failures, too.")
]
