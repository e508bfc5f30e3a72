"""What the chat models of a run did: calls, tokens and money, by model.

resources.ledger.usages()          of the whole run
with resources.ledger.part() as part:
    ...                            calls made in here, or in tasks that are started in here
part.usages()                      of these only: of one document, say
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from truthfulness_evaluator.core.usage import summed
from truthfulness_evaluator.models.report import ModelUsage

_PARTS: ContextVar[tuple["UsageLedger", ...]] = ContextVar("_PARTS", default=())


class UsageLedger:
    """Counts, from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._usages: dict[str, ModelUsage] = {}

    def count(
        self,
        model: str,
        *,
        calls: int = 0,
        cached: int = 0,
        input_tokens: int = 0,
        output_tokens: int = 0,
        cost: float | None = 0.0,
    ) -> None:
        """Add something to what a model did; the arguments are as in `ModelUsage`."""
        for ledger in (self, *(part for part in _PARTS.get() if part is not self)):
            ledger._add(
                ModelUsage(
                    model=model,
                    calls=calls,
                    cached=cached,
                    input_tokens=input_tokens,
                    output_tokens=output_tokens,
                    cost=cost,
                )
            )

    def usages(self) -> list[ModelUsage]:
        """By model, in the order of their names."""
        with self._lock:
            return [self._usages[model] for model in sorted(self._usages)]

    @contextmanager
    def part(self) -> Generator["UsageLedger"]:
        """A ledger that also counts what is done within the block, and in tasks that are started there."""
        part = UsageLedger()
        token = _PARTS.set((*_PARTS.get(), part))
        try:
            yield part
        finally:
            _PARTS.reset(token)

    def _add(self, more: ModelUsage) -> None:
        with self._lock:
            had = self._usages.get(more.model)
            self._usages[more.model] = summed([had, more] if had is not None else [more])[0]
