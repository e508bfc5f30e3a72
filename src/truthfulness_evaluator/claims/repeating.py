"""Whether a claim of a chat model says anything that a fact, found by rule at the same place, does not."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Claim, Fact, Span

_WORD = re.compile(r"[^\W_]+(?:[._/+-]+[^\W_]+)*")
_SAID_OF_FACTS = """
a an the of to in at by for from as is are was has have be it its this that there with and or which default defaults
value set option options flag argument parameter setting command variable environment key file folder directory path
package module class function name named called exists defined located found lies stands contains requires required
require needs needed need version versions newer later higher above supports supported using link links uses takes
accepts provides available
"""
"""Words by which a sentence states what facts say: that something is there, its default, a version it needs."""


@dataclass(frozen=True)
class Repetitions:
    """Tells claims that only repeat facts.

    A claim does if a fact is stated in the sentence that it was taken from, names the fact's subject, and has no
    word besides those of such facts, of the headings above, and of `_SAID_OF_FACTS`. `The default of --max-workers is
    8` is a repetition where that default is a fact; `--max-workers limits the downloads to 8` never is one, nor is
    anything that says `not`, `only` or another number.
    """

    facts: tuple[Claim, ...]
    """With a fact and a place, in the order of their place."""

    @classmethod
    def of(cls, claims: Iterable[Claim]) -> "Repetitions":
        """The facts among some claims."""
        return cls(tuple(sorted((claim for claim in claims if claim.fact and claim.source_span), key=_start)))

    def holds(self, text: str, sentence: Span, heading_path: Sequence[str]) -> bool:
        """Whether a text only repeats facts.

        Args:
            text: of the claim.
            sentence: that it was taken from, as a span of the document.
            heading_path: of the sentence.
        """
        near = self.facts[
            bisect_left(self.facts, sentence[0], key=_start) : bisect_left(self.facts, sentence[1], key=_start)
        ]
        words = _words(text)
        named = [claim for claim in near if claim.fact and _words(claim.fact.subject) <= words]
        said = (each for claim in named for each in (claim.text, *_parts(claim.fact)))
        known = _with_parts(_words(" ".join((*heading_path, *said))))
        return bool(named) and words <= known.union(_SAID_OF_FACTS.split())


def _start(claim: Claim) -> int:
    return claim.source_span[0] if claim.source_span else 0


def _parts(fact: Fact | None) -> list[str]:
    if fact is None:
        return []
    scope = fact.scope
    return [fact.subject, fact.expected or "", scope.program or "", scope.module or "", *scope.command]


def _words(text: str) -> set[str]:
    return {match[0] for match in _WORD.finditer(text.casefold())}


def _with_parts(words: Iterable[str]) -> set[str]:
    """Words, and those that a name is put together from."""
    return {part for word in words for part in (word, *re.split(r"[._/+-]+", word))}
