"""`truth-eval check`: the flags. What they do is in `cli.run`, which is imported when a run begins."""

from typing import Annotated

import typer

from truthfulness_evaluator import __version__
from truthfulness_evaluator.cli.application import application
from truthfulness_evaluator.cli.arguments import CheckArguments
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
from truthfulness_evaluator.cli.report_options import ReportFile, ReportFormats, Verbose

app = application()

_EPILOG = """\
Exit codes: 0 passed; 1 the gate failed; 2 a wrong argument or setting, or nothing could be read;
3 something that was asked could not be judged, read or written; 130 interrupted.

truth-eval explain FILE:LINE tells how a line is read, where it is looked up, and why it is true or false.
truth-eval config prints every setting and where it is set. truth-eval cache shows and clears what is kept.
truth-eval completion prints a script for a shell.
truth-eval runs lists the runs that are kept, report writes one once more, compare tells what changed between two.
truth-eval batch judges many texts, rows of JSON Lines, against their own contexts.
truth-eval review walks through what waits for a person.
"""


def _print_version(asked: bool) -> None:
    if asked:
        print(f"truth-eval {__version__}")
        raise typer.Exit


@app.command(epilog=_EPILOG)
def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATHS",
            show_default=False,
            help="Documents, or folders that are searched for documents; '-' is standard input. "
            "Without one: README*, CITATION.cff and the folders doc, docs and documentation of the project around the "
            "working folder.",
        ),
    ] = None,
    root: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            show_default=False,
            help="Root of the code base. Default: the nearest folder above the first document that is a "
            "repository, else has a manifest, else the document's own.",
        ),
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH...",
            show_default=False,
            help="Check prose against these texts: files, folders or patterns; Markdown, RST, text, HTML, notebooks, "
            "PDF, DOCX, CSV, TSV. All paths up to the next option. The code base is then searched only with --root. "
            "Takes --judge, --panel or --model.",
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            show_default=False,
            help="Leave out documents that match, as in .gitignore, relative to the root. May be repeated.",
        ),
    ] = None,
    docstrings: Annotated[
        bool,
        typer.Option("--docstrings", help="Also check the docstrings of the project's Python modules."),
    ] = False,
    report_format: ReportFormats = None,
    output: ReportFile = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            show_default=False,
            help="What fails the gate: refuted (a claim is refuted), unsupported (or is not settled), never. "
            "Default: refuted.",
        ),
    ] = None,
    fail_on_model: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            show_default=False,
            help="The same for what no exact look-up says, only judges that may err, such as models. Default: never, "
            "they only advise.",
        ),
    ] = None,
    fail_on_kind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND[,KIND]",
            show_default=False,
            help="Only these kinds of claim fail the gate. May be repeated. Default: all.",
        ),
    ] = None,
    min_confidence: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            show_default=False,
            help="Results whose confidence, 0 to 1, is below this do not fail the gate. Default: 0.",
        ),
    ] = None,
    fail_under: Annotated[
        str | None,
        typer.Option(
            metavar="GRADE",
            show_default=False,
            help="The gate also fails below this grade, A+ to F, over all documents. Default: no limit.",
        ),
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="The same as --fail-on never --fail-on-model never.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="REVISION",
            show_default=False,
            help="Report only what has changed since a revision of git: claims of documents that have changed, and "
            "claims anywhere that name or rest on what has changed in the code.",
        ),
    ] = None,
    report_unused_ignores: Annotated[
        bool,
        typer.Option(
            "--report-unused-ignores",
            help="Report comments that exclude parts of a document and are not needed. They do not fail the gate.",
        ),
    ] = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Known findings, which do not fail the gate. Default: .truth-baseline.json in the root, if it is "
            "there.",
        ),
    ] = None,
    update_baseline: Annotated[
        bool,
        typer.Option(
            "--update-baseline",
            help="Write the findings of this run into the baseline, and take out what no longer occurs.",
        ),
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Write the corrections of refuted claims into the documents. What is left is reported, and decides "
            "the exit code.",
        ),
    ] = False,
    show_fixes: Annotated[
        bool,
        typer.Option(
            "--show-fixes",
            help="Print the corrections as a diff, which git apply and patch -p1 understand, instead of the findings. "
            "Nothing is written, unless --fix is given, too.",
        ),
    ] = False,
    human_review: Annotated[
        bool,
        typer.Option(
            "--human-review",
            help="Mark what judges are not sure of for a person, and walk through it after the run on a terminal.",
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
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="With --panel or --model: print the claims, calls, tokens and cost to be expected, and call nothing.",
        ),
    ] = False,
    cache: CacheFile = None,
    no_cache: NoCache = False,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep no run, and use no review that was kept.")] = False,
    trace: Trace = None,
    stdin_filename: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Name of what is read from standard input; its suffix says the format. Default: told from the text.",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Findings only: no summary, no progress, no notices.")
    ] = False,
    verbose: Verbose = False,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """Tell whether documents are still true about the code base they belong to."""
    arguments = CheckArguments(
        paths=tuple(paths or ()),
        root=root,
        sources=tuple(sources or ()),
        exclude=tuple(exclude or ()),
        docstrings=docstrings,
        format=tuple(report_format or ()),
        output=output,
        fail_on=fail_on,
        fail_on_model=fail_on_model,
        fail_on_kind=tuple(fail_on_kind or ()),
        min_confidence=min_confidence,
        fail_under=fail_under,
        exit_zero=exit_zero,
        since=since,
        report_unused_ignores=report_unused_ignores,
        baseline=baseline,
        update_baseline=update_baseline,
        fix=fix,
        show_fixes=show_fixes,
        human_review=human_review,
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
        dry_run=dry_run,
        no_store=no_store,
        cache=cache,
        no_cache=no_cache,
        trace=trace,
        stdin_filename=stdin_filename,
        quiet=quiet,
        verbose=verbose,
    )
    from truthfulness_evaluator.cli.run import run_check

    raise typer.Exit(run_check(arguments))
