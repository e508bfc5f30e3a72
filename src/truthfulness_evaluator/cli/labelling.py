"""Reviews written as labelled data, and read again: `truth-eval review --export` and `--import`."""

import sys
from pathlib import Path

from truthfulness_evaluator.cli.kept import kept_runs
from truthfulness_evaluator.cli.streams import complain, put, put_utf8, utf8
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.reporting.wording import counted
from truthfulness_evaluator.review.keeping import reviews_of
from truthfulness_evaluator.review.labels import merged, read, written
from truthfulness_evaluator.store.reviews import ReviewStore

STANDARD = "-"
"""Standard input or output in place of a file."""


def run_export(file: str, run: str | None) -> int:
    """Writes reviews as JSON Lines; gives the exit code.

    Args:
        file: where to; `-`: standard output.
        run: only those of this run; None: all that are remembered.

    Raises:
        TruthfulnessError: there is no such run, the reviews cannot be read, or the file cannot be written.
    """
    reviews = _reviews(run)
    text = "".join(f"{line}\n" for line in written(reviews))
    if file == STANDARD:
        put_utf8(text, sys.stdout)
        return ExitCode.PASSED
    try:
        Path(file).write_bytes(utf8(text))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error
    put(f"{counted(len(reviews), 'review')} written to {file}.\n", sys.stdout)
    return ExitCode.PASSED


def run_import(file: str) -> int:
    """Takes in reviews from JSON Lines, unless later ones are known; gives the exit code.

    Args:
        file: where from; `-`: standard input.

    Raises:
        TruthfulnessError: the file cannot be read, or the reviews cannot be kept.
    """
    labels = read(_text(file).split("\n"))
    for problem in labels.problems:
        complain(f"error: {problem}")
    with kept_runs() as runs, ReviewStore(runs.path) as store:
        new = merged(store.find(each.key for each in labels.reviews), labels.reviews)
        for each in new:
            store.keep(each.key, each)
    known = len(labels.reviews) - len(new)
    rest = f" {counted(known, 'review')} {'was' if known == 1 else 'were'} known already." if known else ""
    put(f"{counted(len(new), 'review')} taken in.{rest}\n", sys.stdout)
    if labels.problems:
        return ExitCode.INCOMPLETE if labels.reviews else ExitCode.USAGE
    return ExitCode.PASSED


def _reviews(run: str | None) -> list[KeptReview]:
    with kept_runs() as runs:
        if run is not None:
            reports = [each.report for each in runs.load(run).contents if each.report is not None]
            return [kept for report in reports for kept in reviews_of(report)]
        with ReviewStore(runs.path) as store:
            return store.all()


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == STANDARD else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no text in UTF-8.") from None
