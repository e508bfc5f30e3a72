"""Words that several reports share, on one line each."""

from collections.abc import Sequence

from truthfulness_evaluator.models import JudgeFailure, Location
from truthfulness_evaluator.reporting.escape import printable


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it is not one.

    Example:
        >>> counted(1, "claim"), counted(2, "claim")
        ('1 claim', '2 claims')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_SURE = ((0.95, "very sure"), (0.8, "fairly sure"), (0.6, "not quite sure"), (0.0, "unsure"))
"""Words for a probability from each bound on. They say what readers make of the figure, and decide nothing."""


def sure(confidence: float) -> str:
    """How sure judges are, in words.

    Args:
        confidence: probability, 0 to 1, that their verdict is right.

    Example:
        >>> sure(0.91), sure(0.5)
        ('fairly sure', 'unsure')
    """
    return next(words for bound, words in _SURE if confidence >= bound)


def enumerated(words: Sequence[str]) -> str:
    """Words as a sentence lists them.

    Example:
        >>> enumerated(["a"]), enumerated(["a", "b", "c"])
        ('a', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


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
