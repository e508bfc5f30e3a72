"""Words about runs that several outputs share."""

from datetime import UTC, datetime
from pathlib import Path

from truthfulness_evaluator.models.run import RunSummary
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.wording import counted


def local_time(moment: str) -> str:
    """A moment as clocks of this machine show it, to the minute; empty where it is none.

    Args:
        moment: ISO 8601, with its offset or in UTC.

    Example:
        >>> local_time("2026-12-01T09:30:00+00:00")[:13].startswith("2026-1"), local_time("")
        (True, '')
    """
    try:
        read = datetime.fromisoformat(moment)
    except ValueError:
        return ""
    return (read if read.tzinfo is not None else read.replace(tzinfo=UTC)).astimezone().strftime("%Y-%m-%d %H:%M")


def run_name(run: RunSummary) -> str:
    """A run as a sentence names it: `run 1a2b3c4d of 2026-12-01 10:30`."""
    when = local_time(run.started_at)
    return f"run {run.id}{f' of {when}' if when else ''}"


def documents_words(run: RunSummary) -> str:
    """Its documents: the first by name, and how many more.

    Example:
        >>> documents_words(RunSummary(id="1a2b3c4d", started_at="", documents=3, first_document="README.md"))
        'README.md and 2 more'
    """
    if not run.documents:
        return "no document"
    first = one_line(run.first_document)
    if not first:
        return counted(run.documents, "document")
    return f"{first} and {run.documents - 1} more" if run.documents > 1 else first


def short_path(path: str) -> str:
    """A folder as people write it: the home folder as `~`."""
    try:
        home = str(Path.home())
    except RuntimeError:  # The user has none.
        return one_line(path)
    inside = path == home or path.startswith(f"{home}/")
    return one_line(f"~{path[len(home) :]}" if inside and len(home) > 1 else path)


def open_claims(run: RunSummary) -> int:
    """Claims that are neither supported nor refuted."""
    counts = run.statistics
    return counts.total_claims - counts.supported - counts.refuted
