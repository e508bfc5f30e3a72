"""`truth-eval batch`: the flags. What they do is in `cli.batching`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator.cli.application import application
from truthfulness_evaluator.cli.arguments import BatchArguments
from truthfulness_evaluator.cli.model_options import (
    AllowHosts,
    AskPanel,
    AskWeb,
    CacheFile,
    Consensus,
    Judges,
    MaxCalls,
    MaxCost,
    MaxSeconds,
    Models,
    NoCache,
    Offline,
    Screen,
    SearchWith,
    Threshold,
    Trace,
)

app = application()

_EPILOG = """\
Exit codes: 0 all rows are judged, whatever the verdicts; 2 a wrong argument or setting, or no row could be read;
3 rows could not be read or judged, are left to a later run, or could not be written; 130 interrupted.
"""


@app.command(epilog=_EPILOG)
def batch(
    rows: Annotated[
        str,
        typer.Argument(
            metavar="IN", show_default=False, help="JSON Lines, a row with a text each; '-': standard input."
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
            help="Where judged rows go, in the order of the input. A later run with it does what is missing.",
        ),
    ],
    root: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Root of a code base: what the texts state of it is looked up.",
        ),
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH...",
            show_default=False,
            help="Check all rows against these texts, instead of contexts of their own: files, folders or patterns.",
        ),
    ] = None,
    text_field: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="The column that is judged; 'output.text' leads into an object. Default: text, answer, response, "
            "claim or the like.",
        ),
    ] = None,
    contexts_field: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="The column of what a row is checked against. Default: contexts, context, retrieved_contexts, "
            "evidence or the like.",
        ),
    ] = None,
    id_field: Annotated[
        str | None, typer.Option(metavar="NAME", show_default=False, help="The column that names a row. Default: id.")
    ] = None,
    retry: Annotated[
        bool,
        typer.Option(
            "--retry", help="Judge rows again that failed, or that models did not answer for, in earlier runs."
        ),
    ] = False,
    judge: Judges = None,
    offline: Offline = False,
    web: AskWeb = None,
    search: SearchWith = None,
    allow_host: AllowHosts = None,
    panel: AskPanel = False,
    model: Models = None,
    screen: Screen = None,
    consensus: Consensus = None,
    threshold: Threshold = None,
    max_cost: MaxCost = None,
    max_calls: MaxCalls = None,
    max_seconds: MaxSeconds = None,
    cache: CacheFile = None,
    no_cache: NoCache = False,
    trace: Trace = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No summary, no progress, no notices.")] = False,
) -> None:
    """Judge many texts, each against its own contexts: rows of JSON Lines in, judged rows out, resumable."""
    arguments = BatchArguments(
        input=rows,
        output=output,
        root=root,
        sources=tuple(sources or ()),
        text_field=text_field,
        contexts_field=contexts_field,
        id_field=id_field,
        retry=retry,
        judge=tuple(judge or ()),
        offline=offline,
        web=web,
        search=tuple(search or ()),
        allow_host=tuple(allow_host or ()),
        panel=panel,
        model=tuple(model or ()),
        screen=tuple(screen or ()),
        consensus=consensus,
        threshold=threshold,
        max_cost=max_cost,
        max_calls=max_calls,
        max_seconds=max_seconds,
        cache=cache,
        no_cache=no_cache,
        trace=trace,
        quiet=quiet,
    )
    from truthfulness_evaluator.cli.batching import run_batch

    raise typer.Exit(run_batch(arguments))
