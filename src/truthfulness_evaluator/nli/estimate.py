"""What a model says of a claim and an evidence text, and what a model of that kind can do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from truthfulness_evaluator.models import Span

Pair = tuple[str, str]
"""A claim and an evidence text."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a model says of a pair, as probabilities that add up to 1.

    Long evidence is read in windows that overlap; support and contradiction each come from the window that has the
    most of it.
    """

    support: float
    """That the evidence supports the claim, 0 to 1."""
    contradiction: float
    """That it refutes the claim, 0 to 1."""
    open: float
    """That it does neither, 0 to 1."""
    supporting: Span = (0, 0)
    """The window of the evidence that supports the claim most, as offsets into it; empty where there is no text."""
    contradicting: Span = (0, 0)
    """The window that contradicts it most."""
    conflict: bool = False
    """Whether one window supports the claim and another one contradicts it, both more likely than not."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which probability on a model is taken at its word, 0 to 1; below it says nothing."""

    supports: float
    refutes: float


class EntailmentModel(Protocol):
    """Tells support, contradiction and neither apart. Thread-safe; loaded when it is made."""

    @property
    def name(self) -> str:
        """As a user names it: `nli`, or `nli:PATH_OR_NAME`."""
        ...

    @property
    def version(self) -> str:
        """A digest of its weights and settings: what it says of a pair changes with this alone."""
        ...

    @property
    def thresholds(self) -> Thresholds:
        """From where on it is taken at its word."""
        ...

    def estimates(self, pairs: Sequence[Pair]) -> list[Estimate]:
        """One estimate a pair, in the order of the pairs. The claim is never cut, the evidence is read whole."""
        ...

    def relevances(self, pairs: Sequence[Pair]) -> list[float]:
        """How much each evidence text bears on its claim, 0 to 1: cheaper than estimates, to rank passages by."""
        ...
