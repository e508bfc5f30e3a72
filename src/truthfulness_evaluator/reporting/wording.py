"""Words that several reports share, on one line each."""

from truthfulness_evaluator.models import JudgeFailure, Location
from truthfulness_evaluator.reporting.escape import printable


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it is not one.

    Example:
        >>> counted(1, "claim"), counted(2, "claim")
        ('1 claim', '2 claims')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def position(place: Location) -> str:
    """A place of a document as editors understand it, `path:line:column`."""
    parts = [printable(place.path)] if place.path else []
    if place.line is not None:
        parts.append(str(place.line))
        if place.column is not None:
            parts.append(str(place.column))
    return ":".join(parts)


def failure_words(failure: JudgeFailure) -> str:
    """Who failed, of what, and why. The texts are as read.

    Example:
        >>> from truthfulness_evaluator.models import FailureKind
        >>> failure_words(JudgeFailure(judge="gpt-4o", kind=FailureKind.TIMEOUT, message="after 30 s.", attempts=4))
        'gpt-4o: timeout after 4 calls (after 30 s)'
    """
    calls = f" after {failure.attempts} calls" if failure.attempts > 1 else ""
    said = [failure.message.strip().removesuffix(".")] if failure.message.strip() else []
    if failure.claimed is not None:
        said.append(f"it said {failure.claimed} without backing it")
    return f"{failure.judge}: {failure.kind.value}{calls}" + (f" ({'; '.join(said)})" if said else "")
