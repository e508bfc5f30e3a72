"""The words of a code base: every token of its code and configuration, in any language."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.text.names import edit_distance, folded, is_near, words_of
from truthfulness_evaluator.text.patterns import regex

_RUN = regex(r"-*\w[\w-]*")
"""A token and dashes around it: the exact pattern is only needed where there are dashes."""
_BREAKS = bytes(byte if byte >= 0x80 or chr(byte).isalnum() or chr(byte) in "_-" else 0x20 for byte in range(256))
"""Makes a space of every ASCII character that stands in no token: splitting is twice as fast as searching."""
_TOKEN = regex(r"-{0,2}\w+(?:-\w+)*")
_PIECE = regex(r"[\w-]+")
_FARTHEST = 2
"""Edits that `text.names.is_near` allows at most."""


@dataclass(frozen=True)
class Words:
    """Which tokens stand in which files. A token is a run of letters, digits and `_`, dashes inside allowed.

    Example:
        >>> texts = {"a.py": "parser.add_argument('--max-workers')"}
        >>> words = Words.of(texts)
        >>> str(words.find("--max-workers")), words.find("--max")
        ('a.py:1', None)
    """

    paths: tuple[str, ...]
    """The files, those that vouch best first."""
    postings: Mapping[str, list[int]]
    """For each token the files that have it, as indices into `paths`."""
    text: Callable[[str], str | None]
    """Reads a file again, to find the line."""
    unread: tuple[str, ...] = ()
    """Files that are too large to be indexed; a token that is nowhere else is looked for in them."""
    holds: Callable[[str, str], bool] | None = None
    """Whether such a file has a token."""
    _found: dict[str, Location | None] = field(default_factory=dict[str, Location | None], compare=False)
    _slips: dict[str, tuple[tuple[str, Location], ...]] = field(
        default_factory=dict[str, tuple[tuple[str, Location], ...]], compare=False
    )

    @staticmethod
    def of(texts: Mapping[str, str]) -> "Words":
        """The words of texts by path."""
        postings: dict[str, list[int]] = {}
        for index, text in enumerate(texts.values()):
            add_tokens(postings, index, tokens_of(text))
        return Words(tuple(texts), postings, texts.get)

    def __contains__(self, token: str) -> bool:
        return token in self.postings or self.find(token) is not None

    def __repr__(self) -> str:
        return f"Words({len(self.postings)} tokens of {len(self.paths)} files)"

    def find(self, token: str) -> Location | None:
        """Where a token stands as a whole: `--max-workers`, `max_workers`, `PDM_LOCKFILE`, `pkg.mod`, `a:b`."""
        if token not in self._found:
            self._found[token] = next(self.occurrences(token), None) or self._in_large_file(token)
        return self._found[token]

    def _in_large_file(self, token: str) -> Location | None:
        holds = self.holds
        return next((Location(path=path) for path in self.unread if holds is not None and holds(path, token)), None)

    def occurrences(self, token: str) -> Iterator[Location]:
        """The first place in each file that has the token."""
        for path in self.files_with(token):
            text = self.text(path) or ""
            at = position(text, token)
            if at >= 0:
                yield Location(path=path, line=text.count("\n", 0, at) + 1)

    def matches(self, pattern: re.Pattern[str], *, needs: str) -> Iterator[Location]:
        """The first match in each file that has all tokens of `needs`.

        Args:
            pattern: matches within a line.
            needs: one token that stands in every match, or several, separated by spaces.
        """
        for path in self.files_with(needs):
            text = self.text(path) or ""
            match = _search(pattern, text, needs) if needs in text else pattern.search(text)
            if match is not None:
                yield Location(path=path, line=text.count("\n", 0, match.start()) + 1)

    def files_with(self, token: str) -> list[str]:
        """The files that have a token, or all tokens of a text."""
        if token in self.postings:
            return [self.paths[index] for index in self.postings[token]]
        pieces = _PIECE.findall(token)
        if not pieces or any(piece not in self.postings for piece in pieces):
            return []
        common = set(self.postings[pieces[0]]).intersection(*(self.postings[piece] for piece in pieces[1:]))
        return [self.paths[index] for index in sorted(common)]

    def spelled_like(self, token: str) -> tuple[str, ...]:
        """The tokens that differ from a token in case, dashes and underscores only, itself among them."""
        return tuple(self._by_fold.get(folded(token), ()))

    def near(self, token: str) -> tuple[tuple[str, Location], ...]:
        """Tokens that a token is likely a slip for (`text.names.is_near`), the likeliest first.

        A name whose first and last letter both differ is not found.
        """
        if token not in self._slips:
            self._slips[token] = self._near(token)
        return self._slips[token]

    def _near(self, token: str) -> tuple[tuple[str, Location], ...]:
        shape = _shape(token)
        found = {word for key in self._near_keys(token) for word in self._by_fold[key] if is_near(token, word)}
        ranked = sorted(found, key=lambda word: (_unlike(shape, _shape(word)), edit_distance(token, word, 9), word))
        located = ((word, self.find(word)) for word in ranked)
        return tuple((word, location) for word, location in located if location is not None)

    def _near_keys(self, token: str) -> set[str]:
        key = folded(token)
        if not key:
            return set()
        buckets = {(len(key) + off, end) for off in range(-_FARTHEST, _FARTHEST + 1) for end in (key[0], "-" + key[-1])}
        # The same words in another order begin with another word.
        buckets |= {(len(key), word[0]) for word in words_of(token)}
        letters = set(key)
        return {
            other
            for bucket in buckets
            for other in self._by_ends.get(bucket, ())
            if len(letters.symmetric_difference(other)) <= 2 * _FARTHEST
        }

    @cached_property
    def _by_fold(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for token in self.postings:
            found.setdefault(token.replace("_", "").replace("-", "").lower(), []).append(token)
        found.pop("", None)
        return found

    @cached_property
    def _by_ends(self) -> Mapping[tuple[int, str], list[str]]:
        """Folded tokens by their length and first letter, and by their length and `-` with the last letter."""
        found: dict[tuple[int, str], list[str]] = {}
        for key in self._by_fold:
            found.setdefault((len(key), key[0]), []).append(key)
            found.setdefault((len(key), "-" + key[-1]), []).append(key)
        return found


def tokens_of(text: str) -> set[str]:
    """The tokens of a text. `--max-workers` counts as itself, as `max-workers`, `max` and `workers`."""
    runs = set(text.encode("utf-8", "surrogatepass").translate(_BREAKS).split())
    tokens = set(b" ".join(runs).decode("utf-8", "surrogatepass").split(" "))
    tokens.discard("")
    if not text.isascii():  # Which other characters are letters only the pattern knows.
        odd = {run for run in tokens if not run.isascii()}
        tokens.difference_update(odd)
        tokens.update(_RUN.findall(" ".join(odd)))
    for run in [token for token in tokens if "-" in token]:
        tokens.discard(run)
        for token in _TOKEN.findall(run):
            bare = token.lstrip("-")
            tokens.update((token, bare, *bare.split("-")))
    return tokens


def add_tokens(postings: dict[str, list[int]], index: int, tokens: Iterable[str]) -> None:
    """Add the tokens of the file number `index` to the postings."""
    for token in tokens:
        files = postings.get(token)
        if files is None:
            postings[token] = [index]
        else:
            files.append(index)


def _search(pattern: re.Pattern[str], text: str, needs: str) -> re.Match[str] | None:
    """The first match of a pattern, looked for only in the lines that hold a text: many times as fast."""
    at = text.find(needs)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        match = pattern.search(text, text.rfind("\n", 0, at) + 1, end)
        if match is not None:
            return match
        at = text.find(needs, end)
    return None


def position(text: str, token: str) -> int:
    """Where a token first stands as a whole; -1 where it does not.

    Around a token stands no letter, digit or underscore; around one with a dash also no dash with one of them behind.
    """
    length, dashed = len(token), "-" in token
    at = text.find(token)
    while at >= 0:
        if not _continues(text[max(0, at - 2) : at][::-1], dashed, token[0] == "-") and not _continues(
            text[at + length : at + length + 2], dashed, False
        ):
            return at
        at = text.find(token, at + 1)
    return -1


def _continues(beside: str, dashed: bool, leading: bool) -> bool:
    """Whether the two characters beside a token, the nearer one first, make it part of a longer one."""
    if not beside:
        return False
    if _is_word(beside[0]):
        return True
    return dashed and beside[0] == "-" and (leading or (len(beside) > 1 and _is_word(beside[1])))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _shape(token: str) -> tuple[int, bool, bool, bool, bool]:
    """How a name is written, apart from its letters: dashes before and inside, `_`, upper and lower case."""
    bare = token.lstrip("-")
    return len(token) - len(bare), "-" in bare, "_" in bare, token.isupper(), token.islower()


def _unlike(left: tuple[int, bool, bool, bool, bool], right: tuple[int, bool, bool, bool, bool]) -> int:
    return sum(a != b for a, b in zip(left, right, strict=True))
