"""One run of `truth-eval compare`: which runs are meant, and where what changed is written."""

import sys
from pathlib import Path

from truthfulness_evaluator.cli.kept import kept_run, kept_runs
from truthfulness_evaluator.cli.streams import put, put_utf8, utf8, wants_color
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models.run import Run
from truthfulness_evaluator.models.run_changes import RunChanges
from truthfulness_evaluator.reporting.changes import ChangesText
from truthfulness_evaluator.reporting.changes_json import ChangesJson
from truthfulness_evaluator.reporting.changes_markdown import ChangesMarkdown
from truthfulness_evaluator.reporting.run_words import run_name, short_path
from truthfulness_evaluator.runs.comparing import compared
from truthfulness_evaluator.store.runs import RunStore

_TEXT = "text"
_STANDARD_OUTPUT = "-"
_SUFFIXES = {".json": "json", ".md": "markdown", ".txt": _TEXT}


def run_compare(before: str | None, after: str | None, form: str | None, output: str | None, *, verbose: bool) -> int:
    """Writes what changed; gives the exit code.

    Args:
        before: the earlier run by name; None: the one of the same code base before `after`.
        after: the later run by name; None: the newest of the project.
        form: `text`, `json` or `markdown`; None: as the file's name says, else text.
        output: a file; None and `-`: standard output.
        verbose: tell of true claims as well that are new or gone.

    Raises:
        TruthfulnessError: there is no such run, a name does not say the form, or the file cannot be written.
    """
    file = Path(output) if output not in (None, _STANDARD_OUTPUT) else None
    form = form or _form_of(file)
    with kept_runs() as store:
        later = kept_run(store, after)
        earlier = store.load(before) if before is not None else _previous(store, later)
    changes = compared(earlier, later)
    text = _written(changes, form, color=file is None and wants_color(sys.stdout), verbose=verbose)
    if file is not None:
        _save(text, file)
    elif form == _TEXT:
        put(text, sys.stdout)
    else:
        put_utf8(text, sys.stdout)
    return ExitCode.PASSED


def _form_of(file: Path | None) -> str:
    if file is None:
        return _TEXT
    form = _SUFFIXES.get(file.suffix.lower())
    if form is None:
        hint = f"Use --format, or one of the suffixes {', '.join(_SUFFIXES)}."
        raise UsageError(f"The name {file.name!r} does not say which format to write.", hint=hint)
    return form


def _previous(store: RunStore, run: Run) -> Run:
    """The newest run of the same code base before another."""
    kept = store.runs()
    older = kept[[each.id for each in kept].index(run.id) + 1 :]
    found = next((each.id for each in older if each.request.root == run.request.root), None)
    if found is None:
        root = short_path(run.request.root) or "no code base"
        raise UsageError(
            f"No run of {root} is kept from before {run_name(run)}.",
            hint="Name two runs; `truth-eval runs` lists them.",
        )
    return store.load(found)


def _written(changes: RunChanges, form: str, *, color: bool, verbose: bool) -> str:
    if form == _TEXT:
        return ChangesText(color=color, verbose=verbose).format(changes)
    return ChangesJson().format(changes) if form == "json" else ChangesMarkdown().format(changes)


def _save(text: str, file: Path) -> None:
    try:
        file.write_bytes(utf8(text))
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error
