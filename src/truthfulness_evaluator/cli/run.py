"""One run of `truth-eval check`: settings, documents, evaluation, report, gate."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from truthfulness_evaluator.cli.arguments import CheckArguments
from truthfulness_evaluator.cli.corrections import Corrections, Corrector
from truthfulness_evaluator.cli.destinations import destinations
from truthfulness_evaluator.cli.evaluation import Results, evaluated
from truthfulness_evaluator.cli.github_job import GithubJob
from truthfulness_evaluator.cli.known import KnownFindings, known_findings
from truthfulness_evaluator.cli.notices import notices
from truthfulness_evaluator.cli.policies import policies
from truthfulness_evaluator.cli.progress import Progress
from truthfulness_evaluator.cli.recording import recording
from truthfulness_evaluator.cli.result import ResultWriter
from truthfulness_evaluator.cli.streams import complain
from truthfulness_evaluator.cli.targets import STANDARD_INPUT, Search, Target, Targets
from truthfulness_evaluator.core.collector import rare_collections
from truthfulness_evaluator.core.config import EvaluatorConfig, load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode, GateDecision, decide, interrupted, weighed
from truthfulness_evaluator.gate.baseline import verdicts
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.project.roots import find_root
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.store.recording import data_path


def run_check(arguments: CheckArguments) -> int:
    """Checks documents and writes the report; gives the exit code.

    Raises:
        TruthfulnessError: the arguments or settings are wrong.
    """
    try:
        with rare_collections():
            return _run(arguments)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED


def _run(arguments: CheckArguments) -> int:
    _refuse_contradictions(arguments)
    start = _start(arguments)
    config = load_config(start, **_settings(arguments))
    job = GithubJob()
    wanted = destinations(arguments, config, job)
    root = arguments.root if arguments.root is not None else find_root(start)
    evaluator = Evaluator(
        config,
        root=root,
        sources=arguments.sources or None,
        since=arguments.since,
        models=arguments.model,
        panel=arguments.panel,
        web=arguments.web,
        search_code=arguments.root is not None or not arguments.sources,
        store=False,
    )
    writer = ResultWriter(
        destinations=wanted,
        config=config,
        root=evaluator.root or Path.cwd(),
        job=job,
        quiet=arguments.quiet,
        verbose=arguments.verbose,
        fix=arguments.fix,
        show_fixes=arguments.show_fixes,
        asks_models=evaluator.members is not None,
        keeps_answers=evaluator.members is None or evaluator.members.cache is not None,
        can_fix=STANDARD_INPUT not in arguments.paths,
    )
    known = known_findings(config, writer.root, update=arguments.update_baseline)
    targets = _targets(arguments, config, evaluator)
    if arguments.since is not None:
        targets = replace(targets, documents=tuple(filter(partial(_is_touched, evaluator), targets.documents)))
        if not targets.documents and not targets.problems and not arguments.quiet:
            complain(f"note: no document says anything about what has changed since {arguments.since}.")
    for each in wanted:
        each.refuse_overwriting(document.path for document in targets.documents)
    for sentence in targets.problems:
        complain(f"error: {sentence}")
    if not arguments.quiet:
        for name in targets.excluded:
            complain(f"note: {name} is left out, as the patterns of exclude say.")
        if targets.historical:
            complain(f"note: {_left_out(targets.historical)}")
        for sentence in evaluator.members.notices if evaluator.members is not None else ():
            complain(f"note: {sentence}")
    if arguments.dry_run:
        from truthfulness_evaluator.cli.forecasting import run_dry

        return run_dry(evaluator, targets)
    keeper = recording(arguments, config, evaluator.root)
    progress = Progress(sys.stderr, quiet=arguments.quiet)
    results = evaluated(evaluator, targets, progress, recording=keeper)
    corrections = Corrections()
    if (arguments.fix or arguments.show_fixes) and not results.interrupted:
        corrector = Corrector(evaluator.evaluate, arguments.fix, lambda sentence: complain(f"error: {sentence}"))
        corrections = corrector.correct(results, targets)
    _weigh(results, known, config, arguments)
    decision = _decision(writer, results, corrections)
    try:
        _write(writer, results, corrections, decision)
    finally:
        keeper.finish(targets.documents, results, decision)
    if not arguments.quiet:
        keeper.tell(results, asks_models=arguments.asks_models)
    if arguments.human_review and not results.interrupted:
        from truthfulness_evaluator.cli.reviewing import review_after

        return review_after(keeper.run_id, data_path(config), decision.exit_code)
    return decision.exit_code


def _refuse_contradictions(arguments: CheckArguments) -> None:
    if arguments.exit_zero and arguments.fail_on not in (None, "never"):
        raise UsageError(f"--exit-zero means --fail-on never, and --fail-on {arguments.fail_on} is given, too.")
    if arguments.exit_zero and arguments.fail_on_model not in (None, "never"):
        raise UsageError(f"--exit-zero means --fail-on-model never, and {arguments.fail_on_model} is given, too.")
    arguments.refuse_contradictions()
    if arguments.asks_models:
        if arguments.fix or arguments.show_fixes:
            raise UsageError(
                "--fix and --show-fixes correct what a look-up refutes, and no chat model is asked for that.",
                hint="Give them in a run without --panel and --model.",
            )
    elif arguments.dry_run:
        raise UsageError("--dry-run is about chat models, and none is asked.", hint="Give --panel or --model.")
    if arguments.stdin_filename is not None and STANDARD_INPUT not in arguments.paths:
        raise UsageError("--stdin-filename names what is read from standard input.", hint="Add '-' to the paths.")
    if arguments.fix and STANDARD_INPUT in arguments.paths:
        raise UsageError("--fix writes files, and standard input is none.", hint="--show-fixes shows the corrections.")
    if arguments.update_baseline and arguments.since is not None:
        raise UsageError("--update-baseline records all findings, and --since leaves some out.")
    if arguments.update_baseline and STANDARD_INPUT in arguments.paths:
        raise UsageError("--update-baseline records documents of the project, and standard input is none.")
    empty = [path for path in arguments.paths if not path]
    if empty:
        raise UsageError("A path is empty.", hint="Name a document, or no path at all for README and docs.")


def _start(arguments: CheckArguments) -> Path:
    """Where settings and root are looked for: the first path, else what is known of the run's place."""
    first = next((path for path in arguments.paths if path != STANDARD_INPUT), arguments.stdin_filename)
    start = Path(first or arguments.root or Path.cwd())
    # What is not there is reported as a document; settings and root are those of the folder around it.
    return next((path for path in (start, *start.parents) if os.path.exists(path)), Path.cwd())


def _settings(arguments: CheckArguments) -> dict[str, object]:
    """The settings that flags set; a flag that is not given sets nothing."""
    flags: dict[str, object] = {
        "exclude": list(arguments.exclude) or None,
        "fail_on": "never" if arguments.exit_zero else arguments.fail_on,
        "fail_on_model": "never" if arguments.exit_zero else arguments.fail_on_model,
        "fail_on_kind": [kind for given in arguments.fail_on_kind for kind in _parts(given)] or None,
        "min_confidence": arguments.min_confidence,
        "fail_under": arguments.fail_under,
        "report_unused_ignores": arguments.report_unused_ignores or None,
        "baseline": arguments.baseline,
        "enable_store": False if arguments.no_store else None,
        "enable_human_review": arguments.human_review or None,
        **arguments.model_settings(),
    }
    return {name: value for name, value in flags.items() if value is not None}


def _parts(given: str) -> list[str]:
    """The parts of what was given with commas."""
    return [part.strip() for part in given.split(",") if part.strip()]


def _targets(arguments: CheckArguments, config: EvaluatorConfig, evaluator: Evaluator) -> Targets:
    assert evaluator.project is not None
    search = Search(
        evaluator.project,
        exclude=config.exclude,
        outside_is_wrong=arguments.root is not None,
        stdin_filename=arguments.stdin_filename,
        docstrings=arguments.docstrings,
    )
    return search.targets(arguments.paths)


def _is_touched(evaluator: Evaluator, target: Target) -> bool:
    """Whether a document is to be evaluated: standard input always is."""
    return target.path is None or evaluator.touches(target.name)


def _left_out(names: Sequence[str]) -> str:
    """That documents tell of the past, the first by name."""
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    verb, them = ("tell", "them") if more else ("tells", "it")
    return (
        f"{names[0]}{more} {verb} of the past, and so nothing about the project today: left out. "
        f"Name {them} to check {them}."
    )


def _weigh(results: Results, known: KnownFindings, config: EvaluatorConfig, arguments: CheckArguments) -> None:
    """Says of each finding what it means for the gate; where that was asked for, they are known from here on."""
    policy_of = policies(config)
    results.reports = weighed(results.reports, policy_of, verdicts(known.entries))
    if results.interrupted or arguments.since is not None:
        return  # a finding that was not looked for is not gone
    said = known.missed(results.reports)
    if arguments.update_baseline and results.reports:
        known, said = known.updated(results.reports)
        results.reports = weighed(results.reports, policy_of, verdicts(known.entries))
    if said and not arguments.quiet:
        complain(f"note: {said}")


def _decision(writer: ResultWriter, results: Results, corrections: Corrections) -> GateDecision:
    """What the run comes to."""
    config = writer.config
    decision = decide(
        results.reports,
        fail_under=config.fail_under,
        unread=results.unread,
        confidence_threshold=config.confidence_threshold,
        keeps_answers=writer.keeps_answers,
    )
    if corrections.unwritten and decision.exit_code != ExitCode.USAGE:
        # What fails the gate may be what could not be corrected: that it was not comes first.
        unwritten = f"{counted(corrections.unwritten, 'document')} could not be corrected"
        decision = GateDecision(ExitCode.INCOMPLETE, f"{decision.reason} {unwritten}.")
    if results.interrupted:
        decision = interrupted(asks_the_rest=writer.asks_models and writer.keeps_answers)
    return decision


def _write(writer: ResultWriter, results: Results, corrections: Corrections, decision: GateDecision) -> None:
    if not writer.quiet:
        for notice in (*notices(results.reports), *corrections.skipped):
            complain(f"note: {notice}")
    if decision.exit_code == ExitCode.USAGE:
        complain(f"error: {decision.reason}")
        writer.job.announce(decision.reason)
    else:
        writer.write(results, corrections, decision)
