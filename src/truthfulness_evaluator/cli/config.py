"""`truth-eval config`: the flags. What they do is in `cli.configuring`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application

app = application()

_EPILOG = "Exit codes: 0 printed; 2 a setting is wrong."


@app.command(epilog=_EPILOG)
def config(
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="PATH",
            show_default=False,
            help="A document or folder, whose settings are meant. Of a document also what is set for its path alone. "
            "Default: the working folder.",
        ),
    ] = None,
    root: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", show_default=False, help="Root of the code base, as for truth-eval check."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print every setting with its value and where that is set. Keys are not shown."""
    from truthfulness_evaluator.cli.configuring import run_config

    raise typer.Exit(run_config(path, root, as_json=as_json))
