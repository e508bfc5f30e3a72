"""`truth-eval runs`: the flags. What they do is in `cli.listing`, which is imported when a run begins."""

from enum import StrEnum
from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()

_MOST = 20
"""Runs that are listed where nothing else is asked for: they fit a screen."""
_EPILOG = "Exit codes: 0 listed or deleted; 2 a wrong argument, or the kept runs cannot be read."


class ListFormat(StrEnum):
    """Forms of the list."""

    TEXT = "text"
    JSON = "json"


@app.command(epilog=_EPILOG)
def runs(
    all_roots: Annotated[bool, typer.Option("--all", help="The runs of all code bases.")] = False,
    root: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Only runs of the code base in this folder, and of those below it. Default: the project around the "
            "working folder; outside of one, all.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="The newest so many; 0: all.")] = _MOST,
    list_format: Annotated[
        ListFormat, typer.Option("--format", "-f", metavar="text|json", help="How to write them.")
    ] = ListFormat.TEXT,
    delete: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RUN...",
            show_default=False,
            help="Delete these runs instead: ids, or their first digits; latest is the newest one. What people decided "
            "in reviews is kept.",
        ),
    ] = None,
) -> None:
    """List the runs that are kept, newest first."""
    from truthfulness_evaluator.cli.listing import delete_runs, list_runs

    if delete:
        raise typer.Exit(delete_runs(tuple(delete)))
    raise typer.Exit(list_runs(root, all_roots=all_roots, limit=limit, as_json=list_format is ListFormat.JSON))
