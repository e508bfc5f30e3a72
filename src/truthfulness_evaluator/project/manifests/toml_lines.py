"""Parses TOML with the lines of its keys, which `tomllib` does not give."""

import re

from truthfulness_evaluator.core import toml
from truthfulness_evaluator.project.manifests.parsed import Key, Lines, Node
from truthfulness_evaluator.project.manifests.scanner import Scanner
from truthfulness_evaluator.text.patterns import regex

_BLANK = regex(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACE = regex(r"[ \t]*")
_STRING = regex(r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?'{3,5}(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL)
_BARE_KEY = regex(r"[A-Za-z0-9_-]+")
_PLAIN_KEY = regex(r"[ \t]*([A-Za-z0-9_-]+)[ \t]*(?=[=\]])")
"""A key without dots and quotes, before the sign or bracket that ends it."""
_SCALAR = regex(r"[^,\]}#\n]*")


def parse_toml(text: str) -> Node:
    """The document as a table.

    Raises:
        ValueError: it does not parse (mostly `tomllib.TOMLDecodeError`), or holds a number that is too long.
        RecursionError: it is nested too deeply.
    """
    return Node(toml.loads(text), Lines(_Scanner(text.replace("\r\n", "\n")).scan()))


class _Scanner(Scanner):
    """Notes where the keys and array elements of a document stand."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._tables: dict[tuple[Key, ...], int] = {}
        """How many tables each array of tables has so far."""

    def scan(self) -> dict[tuple[Key, ...], int]:
        prefix: tuple[Key, ...] = ()
        while True:
            self.skip(_BLANK)
            if self.position >= len(self.text):
                return self.lines
            if self.text[self.position] == "[":
                prefix = self._header()
            else:
                self._assignment(prefix)

    def _header(self) -> tuple[Key, ...]:
        """A table's header, `[a.b]` or `[[a.b]]`; the path of the table that follows."""
        start = self.position
        double = self.text.startswith("[[", start)
        self.position += 2 if double else 1
        path = list[Key]()
        keys = self._keys()
        for i, key in enumerate(keys):
            path.append(key)
            array = tuple(path)
            if double and i == len(keys) - 1:
                self.note(array, start)
                path.append(self._tables.get(array, 0))
                self._tables[array] = self._tables.get(array, 0) + 1
            elif array in self._tables:
                path.append(self._tables[array] - 1)
            self.note(tuple(path), start)
        self.position = self.text.index("]", self.position) + (2 if double else 1)
        return tuple(path)

    def _assignment(self, prefix: tuple[Key, ...]) -> None:
        start = self.position
        path = prefix
        for key in self._keys():
            path = (*path, key)
            self.note(path, start)
        self.position = self.text.index("=", self.position) + 1
        self._value(path)

    def _keys(self) -> list[str]:
        """A dotted key."""
        if plain := _PLAIN_KEY.match(self.text, self.position):  # as nearly all are
            self.position = plain.end()
            return [plain[1]]
        keys: list[str] = []
        while True:
            self.skip(_SPACE)
            word = self.skip(_STRING) or self.skip(_BARE_KEY)
            keys.append(str(toml.loads(f"k = {word}")["k"]) if word[0] in "\"'" else word)
            self.skip(_SPACE)
            if not self.text.startswith(".", self.position):
                return keys
            self.position += 1

    def _value(self, path: tuple[Key, ...]) -> None:
        self.skip(_SPACE)
        match self.text[self.position]:
            case "[":
                self._array(path)
            case "{":
                self._inline_table(path)
            case '"' | "'":
                self.skip(_STRING)
            case _:
                self.skip(_SCALAR)

    def _array(self, path: tuple[Key, ...]) -> None:
        self.position += 1
        index = 0
        while self._next() != "]":
            element = (*path, index)
            self.note(element, self.position)
            self._value(element)
            index += 1
            if self._next() == ",":
                self.position += 1
        self.position += 1

    def _inline_table(self, path: tuple[Key, ...]) -> None:
        self.position += 1
        while self._next() != "}":
            self._assignment(path)
            if self._next() == ",":
                self.position += 1
        self.position += 1

    def _next(self) -> str:
        """The next character that is no blank, comment or line end."""
        self.skip(_BLANK)
        return self.text[self.position]
