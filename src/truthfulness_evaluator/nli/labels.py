"""What the classes of a named model mean, read from its configuration."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.session import Scores, probabilities

_SUPPORTING = r"(entail(s|ed|ment)?|support(s|ed)?|consistent|faithful|grounded|attributable)"
_SUPPORT = re.compile(_SUPPORTING)
_CONTRADICTION = re.compile(r"contradict(s|ed|ion)?|refute[sd]?")
_OPEN = re.compile(rf"neutral|notenoughinfo(rmation)?|nei|unverifiable|hallucinat(ed|ion)|(not|non|un|in){_SUPPORTING}")
_NOT_WORD = re.compile(r"[^a-z]")
_UNNAMED = re.compile(r"(LABEL_)?\d+")
_REMEDY = 'Write them into "id2label" of its config.json, as in {"0": "not_entailment", "1": "entailment"}.'


@dataclass(frozen=True, slots=True)
class Labels:
    """The places of the classes in a model's scores."""

    support: int
    contradiction: int | None
    """None: what is not supported may be refuted or open, and counts as open."""
    count: int


def labels_of(names: Mapping[int, str], *, where: str) -> Labels:
    """The classes by their names.

    Case, hyphens, blanks and underscores of a name do not count.

    Args:
        names: the name of each class, by its place.
        where: the model, for messages.

    Raises:
        UsageError: the names are missing, are not known here, or have not one class of support.

    Example:
        >>> labels_of({0: "CONTRADICTION", 1: "neutral", 2: "entailment"}, where="a model")
        Labels(support=2, contradiction=0, count=3)
        >>> labels_of({0: "not_entailment", 1: "entailment"}, where="a model")
        Labels(support=1, contradiction=None, count=2)
    """
    if are_unnamed(names):
        raise UsageError(f"The configuration of {where} does not say what its classes mean.", hint=_REMEDY)
    if sorted(names) != list(range(len(names))):
        raise UsageError(f"The classes of {where} are not numbered from 0 on: {sorted(names)}.", hint=_REMEDY)
    plain = {at: _NOT_WORD.sub("", name.lower()) for at, name in names.items()}
    unknown = [names[at] for at, name in plain.items() if not _known(name)]
    if unknown:
        raise UsageError(
            f"{where} has a class {unknown[0]!r}: not known here as support, contradiction or neither.", hint=_REMEDY
        )
    support = [at for at, name in plain.items() if _SUPPORT.fullmatch(name)]
    contradiction = [at for at, name in plain.items() if _CONTRADICTION.fullmatch(name)]
    if len(support) != 1 or len(contradiction) > 1:
        raise UsageError(
            f"{where} has the classes {', '.join(names.values())}: wanted are one of support and at most one of "
            "contradiction."
        )
    return Labels(support[0], contradiction[0] if contradiction else None, len(names))


def _known(name: str) -> bool:
    return any(each.fullmatch(name) for each in (_SUPPORT, _CONTRADICTION, _OPEN))


def are_unnamed(names: Mapping[int, str]) -> bool:
    """Whether the names are mere numbers, as they are where nobody gave any."""
    return all(_UNNAMED.fullmatch(name) for name in names.values())


def read(scores: Scores, labels: Labels) -> list[tuple[float, float, float]]:
    """Scores as probabilities of support, contradiction and neither, which add up to 1.

    The softmax of each line; of a model with one class, which is support, the logistic function.

    Args:
        scores: a line a row, a column a class.
        labels: what the columns mean.
    """
    if labels.count == 1:
        supports = [float(each) for each in 1 / (1 + np.exp(-scores[:, 0].astype(np.float64)))]
        return [(each, 0.0, 1 - each) for each in supports]
    lines = probabilities(scores)
    against = labels.contradiction
    found = [(float(line[labels.support]), 0.0 if against is None else float(line[against])) for line in lines]
    return [(support, refuted, max(0.0, 1 - support - refuted)) for support, refuted in found]


__all__ = ["Labels", "are_unnamed", "labels_of", "read"]
