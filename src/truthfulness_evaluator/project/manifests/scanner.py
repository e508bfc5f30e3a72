"""Walks through a text that is known to parse, and notes on which lines things stand."""

import re

from truthfulness_evaluator.project.manifests.parsed import Key


class Scanner:
    """A place in a text, and the lines noted so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position: int = 0
        self.lines: dict[tuple[Key, ...], int] = {}
        self._line, self._counted = 1, 0

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Goes on behind what a pattern matches here, and gives it; empty where it matches nothing."""
        match = pattern.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[0]

    def note(self, path: tuple[Key, ...], position: int) -> None:
        """Notes that a key or element stands at a position, which is not before the one noted last."""
        self._line += self.text.count("\n", self._counted, position)
        self._counted = position
        self.lines.setdefault(path, self._line)
