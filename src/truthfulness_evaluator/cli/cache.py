"""`truth-eval cache`: the flags. What they do is in `cli.caching`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()

_EPILOG = "Exit codes: 0 shown or cleared; 2 the file is no cache, or cannot be read."


@app.command(epilog=_EPILOG)
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Forget what is kept.")] = False,
    part: Annotated[
        list[str] | None,
        typer.Option(metavar="PART", show_default=False, help="Only this part, as the list names it. May be repeated."),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--cache",
            metavar="FILE",
            show_default=False,
            help="The file. Default: the setting cache_file, else in the user's cache folder.",
        ),
    ] = None,
) -> None:
    """Show what is kept between runs, or clear it. Nothing is lost but time and the price of calls.

    Runs and reviews are no part of it.
    """
    from truthfulness_evaluator.cli.caching import run_cache

    raise typer.Exit(run_cache(file, tuple(part or ()), clear=clear))
