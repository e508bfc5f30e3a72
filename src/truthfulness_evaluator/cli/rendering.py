"""One run of `truth-eval report`: a kept run, written as `truth-eval check` wrote it or would have."""

from truthfulness_evaluator.cli.arguments import ReportArguments
from truthfulness_evaluator.cli.corrections import Corrections
from truthfulness_evaluator.cli.destinations import destinations
from truthfulness_evaluator.cli.github_job import GithubJob
from truthfulness_evaluator.cli.kept import kept_run, kept_runs
from truthfulness_evaluator.cli.kept_results import KeptResults
from truthfulness_evaluator.cli.notices import notices
from truthfulness_evaluator.cli.result import ResultWriter
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.gate import ExitCode


def run_report(arguments: ReportArguments) -> int:
    """Writes the report of a kept run; gives the exit code.

    Raises:
        TruthfulnessError: there is no such run, an argument is wrong, or a file cannot be written.
    """
    with kept_runs() as store:
        run = kept_run(store, arguments.run)
    return write_report(KeptResults.of(run), arguments)


def write_report(kept: KeptResults, arguments: ReportArguments) -> int:
    """Writes the report of a run; gives the exit code.

    Raises:
        UsageError: an argument is wrong, or a file cannot be written.
    """
    job = GithubJob()
    wanted = destinations(arguments, kept.config, job)
    for each in wanted:
        each.refuse_overwriting(kept.root / document.name for document in kept.run.contents)
    decision = kept.decision
    if not arguments.quiet:
        for notice in notices(kept.reports):
            complain(f"note: {notice}")
    if decision.exit_code == ExitCode.USAGE:
        complain(f"error: {decision.reason}")
        job.announce(decision.reason)
        return decision.exit_code
    writer = ResultWriter(
        destinations=wanted,
        config=kept.config,
        root=kept.root,
        job=job,
        quiet=arguments.quiet,
        verbose=arguments.verbose,
        asks_models=kept.asks_models,
        keeps_answers=kept.keeps_answers,
        can_fix=not kept.run.request.standard_input,
    )
    writer.write(kept.results, Corrections(), decision)
    return kept.exit_code
