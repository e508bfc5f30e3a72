"""The embedded cross-encoder: what it says of each window of an evidence text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from truthfulness_evaluator.models import Span
from truthfulness_evaluator.nli.estimate import Pair
from truthfulness_evaluator.nli.session import Row, Scores, Session, probabilities
from truthfulness_evaluator.text.windows import windows

WINDOW, OVERLAP = 120, 40
"""Words of a window of evidence, and those that two share: with a claim it mostly stays below 256 tokens, the longest
that the model was trained on."""
LONGEST = 512
"""Tokens that the model can tell the places of. Beyond them the evidence is cut, never the claim."""


@dataclass(frozen=True, slots=True)
class Window:
    """What the cross-encoder says of a claim and a window of evidence: probabilities that add up to 1."""

    span: Span
    """The window, as offsets into the evidence."""
    support: float
    contradiction: float
    open: float


@dataclass(frozen=True)
class Encoder:
    """The cross-encoder and its tokenizer."""

    session: Session
    tokenizer: Tokenizer

    @classmethod
    def of(cls, folder: Path, *, threads: int = 0) -> "Encoder":
        """The one in a folder: `judge.onnx` and `tokenizer.json`.

        Args:
            folder: where both are.
            threads: processors that it uses; 0: all there are.

        Raises:
            UsageError: the model cannot be used.
        """
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return cls(Session(folder / "judge.onnx", threads=threads), tokenizer)

    def windows(self, pairs: Sequence[Pair]) -> list[list[Window]]:
        """What it says of each window of each pair's evidence; nothing of evidence without a word."""
        return self.begin(pairs)()

    def begin(self, pairs: Sequence[Pair]) -> Callable[[], list[list[Window]]]:
        """`windows` for callers that have something else to do meanwhile: what is returned waits for them."""
        spans = [windows(evidence, most=WINDOW, overlap=OVERLAP) for _, evidence in pairs]
        texts = [
            (evidence[start:end], claim)
            for (claim, evidence), each in zip(pairs, spans, strict=True)
            for start, end in each
        ]
        scores = self.session.begin(self.rows(texts))

        def ended() -> list[list[Window]]:
            lines = iter(probabilities(scores()) if texts else ())
            return [[_window(span, next(lines)) for span in each] for each in spans]

        return ended

    def rows(self, texts: Sequence[tuple[str, str]]) -> list[Row]:
        """Evidence texts and claims as the model reads them."""
        return [_cut(each.ids, each.type_ids) for each in self.tokenizer.encode_batch(list(texts))]


def _window(span: Span, line: Scores) -> Window:
    return Window(span, float(line[0]), float(line[1]), float(line[2]))


def _cut(ids: list[int], which: list[int]) -> Row:
    """A row of at most `LONGEST` tokens. Of one that is longer the evidence, which comes first, loses its end."""
    over = len(ids) - LONGEST
    if over <= 0:
        return ids, which
    evidence = which.index(1) if 1 in which else len(which)
    kept = max(1, evidence - 1 - over)  # The token before the claim, which separates both, stays.
    return (ids[:kept] + ids[evidence - 1 :])[:LONGEST], (which[:kept] + which[evidence - 1 :])[:LONGEST]


__all__ = ["LONGEST", "OVERLAP", "WINDOW", "Encoder", "Window"]
