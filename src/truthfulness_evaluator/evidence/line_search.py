"""Looks for lines by a text, or by the simplest of regular expressions. Takes time in proportion to the text."""

import re
from dataclasses import dataclass

_ALTERNATIVES = re.compile(r"(?<!\\)\|")
_ANYTHING = re.compile(r"\.[*+]\??|\\[sSwWdD][*+]?\??|\.\{[\d,]*\}|[*]+")
_ANCHORS = re.compile(r"\\[bBAZ]|^\^|(?<!\\)\$$")
_ESCAPED = re.compile(r"\\(\W)")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a line must have: all parts of one alternative, in their order; upper and lower case are alike."""

    alternatives: tuple[tuple[str, ...], ...]
    """In lower case."""

    @classmethod
    def of(cls, text: str) -> "Pattern":
        r"""The pattern that a text means: `|` separates alternatives, `.*` and the like stand for anything.

        Example:
            >>> Pattern.of(r"max_\w+ = 3|retry\(").alternatives
            (('max_', ' = 3'), ('retry(',))
        """
        found: list[tuple[str, ...]] = []
        for alternative in _ALTERNATIVES.split(text.lower()):
            bare = _ANCHORS.sub("", alternative.strip())
            parts = (_ESCAPED.sub(r"\1", part) for part in _ANYTHING.split(bare))
            found.append(tuple(part for part in parts if part.strip()))
        return cls(tuple(parts for parts in dict.fromkeys(found) if parts))

    def may_be_in(self, text: str) -> bool:
        """Whether a text in lower case has all parts of an alternative somewhere."""
        return any(all(part in text for part in parts) for parts in self.alternatives)

    def is_in(self, line: str) -> bool:
        """Whether a line in lower case is one."""
        return any(_in_order(line, parts) for parts in self.alternatives)

    def lines_of(self, text: str, most: int) -> list[int]:
        """The numbers, from 1, of the first lines of a text that are ones."""
        lower = text.lower()
        if not self.may_be_in(lower):
            return []
        found: list[int] = []
        for number, line in enumerate(lower.split("\n"), 1):
            if self.is_in(line):
                found.append(number)
                if len(found) == most:
                    break
        return found


def _in_order(line: str, parts: tuple[str, ...]) -> bool:
    at = 0
    for part in parts:
        at = line.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
