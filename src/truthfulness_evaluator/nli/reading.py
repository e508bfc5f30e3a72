"""A claim and the windows of its evidence as rows of tokens."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import Span
from truthfulness_evaluator.nli.families import Family, ModelConfig
from truthfulness_evaluator.nli.session import Row
from truthfulness_evaluator.text.windows import windows

_LEAST = 16
"""Tokens of evidence that must fit beside the claim for the model to be asked at all."""
_FULL = 0.9
"""Share of the room that windows of the usual density take, so that few are longer than the room."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens around evidence and claim."""

    before: tuple[int, ...]
    between: tuple[int, ...]
    after: tuple[int, ...]
    segments: tuple[int, int] = (0, 1)
    """Segment of the evidence with what is before and behind it, and of the claim with what is behind it."""

    @property
    def size(self) -> int:
        """How many tokens it takes."""
        return len(self.before) + len(self.between) + len(self.after)

    def row(self, evidence: list[int], claim: list[int]) -> Row:
        """Both as the model reads them."""
        ids = [*self.before, *evidence, *self.between, *claim, *self.after]
        first = len(self.before) + len(evidence) + len(self.between)
        return ids, [self.segments[0]] * first + [self.segments[1]] * (len(ids) - first)


@dataclass(frozen=True)
class Reader:
    """Makes rows of a claim and the windows of its evidence. Thread-safe.

    A text that holds the name of a special token, as `[SEP]`, is read as that text.
    """

    tokenizer: Tokenizer
    frame: Frame
    longest: int
    """Tokens of a row, at most."""

    @classmethod
    def of(cls, tokenizer: Tokenizer, family: Family, config: ModelConfig, longest: int) -> "Reader":
        """The one of a model.

        Args:
            tokenizer: the model's; it is changed to neither cut nor fill, and to read special tokens as text.
            family: how the model reads a pair.
            config: the model's configuration.
            longest: tokens that it takes at once.

        Raises:
            UsageError: the tokenizer cannot join two texts, or the prompt has no place for them.
        """
        tokenizer.no_truncation()
        tokenizer.no_padding()
        frame = _prompted(tokenizer, config.prompt) if family is Family.HHEM else _paired(tokenizer, family)
        tokenizer.encode_special_tokens = True
        return cls(tokenizer, frame, longest)

    def rows(self, claim: str, evidence: str) -> Iterator[tuple[Span, Row]]:
        """Each window of the evidence with the claim, in the evidence's order.

        Windows are as long as the model and the claim allow, and overlap by a quarter. None where the evidence has
        no word, or where the claim, which is never cut, leaves no room.
        """
        asked = self._tokens(claim)
        room = self.longest - self.frame.size - len(asked)
        if room < _LEAST:
            return
        for span, tokens in self._windows(evidence, room):
            yield span, self.frame.row(tokens, asked)

    def _windows(self, text: str, room: int) -> Iterator[tuple[Span, list[int]]]:
        whole = (len(text) - len(text.lstrip()), len(text.rstrip()))
        if whole[0] >= whole[1]:
            return
        tokens = self._tokens(text[whole[0] : whole[1]])
        if len(tokens) <= room:
            yield whole, tokens
            return
        most = max(1, int(_FULL * room * len(text.split()) / len(tokens)))
        for span in windows(text, most=most, overlap=most // 4):
            yield from self._fitting(text, span, most, room)

    def _fitting(self, text: str, span: Span, most: int, room: int) -> Iterator[tuple[Span, list[int]]]:
        """A window, or parts of it where it has too many tokens: fewer words, and at last halves of a word."""
        start, end = span
        tokens = self._tokens(text[start:end])
        if len(tokens) <= room or end - start == 1:
            yield span, tokens[:room]
            return
        parts = windows(text[start:end], most=most // 2, overlap=most // 8) if most > 1 else _halves(end - start)
        for first, last in parts:
            yield from self._fitting(text, (start + first, start + last), max(1, most // 2), room)

    def _tokens(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids


def _halves(length: int) -> list[Span]:
    return [(0, length // 2), (length // 2, length)]


def _paired(tokenizer: Tokenizer, family: Family) -> Frame:
    """How the tokenizer joins a pair, seen on one that it is given."""
    probe = tokenizer.encode("a", "b")
    which = probe.sequence_ids
    evidence, claim = ([at for at, text in enumerate(which) if text == each] for each in (0, 1))
    if not evidence or not claim or evidence[-1] + 1 >= claim[0]:
        raise UsageError("The model's tokenizer does not join two texts to a pair with a separator.")
    between = tuple(probe.ids[evidence[-1] + 1 : claim[0]])
    return Frame(
        before=tuple(probe.ids[: evidence[0]]),
        between=between[:1] if family is Family.MINICHECK else between,
        after=tuple(probe.ids[claim[-1] + 1 :]),
        segments=(probe.type_ids[evidence[0]], probe.type_ids[claim[0]]),
    )


def _prompted(tokenizer: Tokenizer, prompt: str) -> Frame:
    """The parts of a prompt around `{text1}`, the evidence, and `{text2}`, the claim."""
    before, found, rest = prompt.partition("{text1}")
    between, also_found, after = rest.partition("{text2}")
    if not found or not also_found:
        raise UsageError("The model's prompt has no place for {text1} and then {text2}.")
    end = tokenizer.encode("a")
    closing = [each for each, special in zip(end.ids, end.special_tokens_mask, strict=True) if special]
    parts = [tokenizer.encode(part.strip(), add_special_tokens=False).ids for part in (before, between, after)]
    return Frame(tuple(parts[0]), tuple(parts[1]), (*parts[2], *closing), (0, 0))


def tokenizer_of(path: Path) -> Tokenizer:
    """The tokenizer of a `tokenizer.json`.

    Raises:
        UsageError: the file is missing or no tokenizer.
    """
    if not path.is_file():
        raise UsageError(f"{path.parent} has no tokenizer.json.")
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # Its errors are bare exceptions.
        raise UsageError(f"{path} is no tokenizer: {next(iter(str(error).splitlines()), '')}.") from error


__all__ = ["Frame", "Reader", "tokenizer_of"]
