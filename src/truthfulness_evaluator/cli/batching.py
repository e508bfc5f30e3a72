"""One run of `truth-eval batch`: settings, input and output, the rows, the summary."""

import contextlib
import sys
from pathlib import Path
from typing import IO

from truthfulness_evaluator.batch.names import Fields
from truthfulness_evaluator.batch.rows import Contexts
from truthfulness_evaluator.batch.run import Batch
from truthfulness_evaluator.batch.tally import Tally
from truthfulness_evaluator.cli.arguments import BatchArguments
from truthfulness_evaluator.cli.progress import Progress
from truthfulness_evaluator.cli.streams import complain, put
from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.pipeline import Evaluator

STANDARD_INPUT = "-"
_PER_CALL = 2
"""Rows that are judged side by side for each call that a server takes at a time: a row is often between two calls."""
_WITHOUT_CALLS = 32
"""Rows that are judged side by side where no server is asked: one row alone does not keep all processors busy."""


def run_batch(arguments: BatchArguments) -> int:
    """Judges rows and writes them; gives the exit code.

    Raises:
        TruthfulnessError: the arguments or settings are wrong.
    """
    _refuse_contradictions(arguments)
    config = load_config(Path(arguments.root or Path.cwd()), **_settings(arguments))
    evaluator = Evaluator(
        config,
        root=arguments.root,
        sources=arguments.sources or None,
        models=arguments.model,
        panel=arguments.panel,
        web=arguments.web,
        store=False,
    )
    progress = Progress(sys.stderr, quiet=arguments.quiet)
    if not arguments.quiet:
        for sentence in evaluator.members.notices if evaluator.members is not None else ():
            complain(f"note: {sentence}")
    batch = Batch(
        evaluator,
        Path(arguments.output),
        Fields(arguments.text_field, arguments.contexts_field, arguments.id_field),
        _contexts(arguments),
        retry=arguments.retry,
        at_a_time=config.llm_concurrency * _PER_CALL if evaluator.members is not None else _WITHOUT_CALLS,
        on_row=lambda tally: progress.say(f"Row {tally.rows:,}"),
        on_error=lambda text: put(f"{text}\n", sys.stderr),
    )
    problem = ""
    try:
        with contextlib.ExitStack() as opened:
            stream = _opened(arguments.input, opened)
            try:
                batch.run(stream)
            except OSError as error:
                problem = f"Not all rows are judged: {error.strerror or error}."
    finally:
        progress.clear()
    return _finish(batch.tally, problem, arguments)


def _finish(tally: Tally, problem: str, arguments: BatchArguments) -> int:
    if problem:
        complain(f"error: {problem}")
    if not arguments.quiet:
        for notice in tally.notices:
            complain(f"note: {notice}")
        put("".join(f"{line}\n" for line in tally.lines()), sys.stderr)
    return ExitCode.INCOMPLETE if problem and tally.exit_code == ExitCode.PASSED else tally.exit_code


def _settings(arguments: BatchArguments) -> dict[str, object]:
    return {name: value for name, value in arguments.model_settings().items() if value is not None}


def _contexts(arguments: BatchArguments) -> Contexts:
    if arguments.sources:
        return Contexts.PASSED
    return Contexts.TAKEN if arguments.root is not None or arguments.web else Contexts.NEEDED


def _refuse_contradictions(arguments: BatchArguments) -> None:
    arguments.refuse_contradictions()
    if arguments.sources and arguments.contexts_field is not None:
        raise UsageError("--sources and --contexts-field both say what rows are checked against.", hint="Give one.")
    output = Path(arguments.output)
    if output.is_dir() or not arguments.output:
        raise UsageError(f"--output {arguments.output} is a folder.", hint="Name a file.")
    if not output.parent.is_dir():
        raise UsageError(f"--output {arguments.output}: there is no folder {output.parent}.", hint="Make it first.")
    if arguments.input != STANDARD_INPUT and output.exists() and output.resolve() == Path(arguments.input).resolve():
        raise UsageError(f"--output {arguments.output} would replace the input.", hint="Name another file.")


def _opened(name: str, opened: contextlib.ExitStack) -> IO[bytes]:
    """The input.

    Raises:
        UsageError: it cannot be read.
    """
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return opened.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}.") from error
