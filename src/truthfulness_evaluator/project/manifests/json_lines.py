"""Parses JSON with the lines of its keys, which the standard library does not give."""

import json

from truthfulness_evaluator.project.manifests.parsed import Key, Lines, Node
from truthfulness_evaluator.project.manifests.scanner import Scanner
from truthfulness_evaluator.text.patterns import regex

_BLANK = regex(r"[ \t\r\n]*")
_STRING = regex(r'"(?:[^"\\]|\\.)*"')
_SCALAR = regex(r"[^,\]}\s]+")


def parse_json(text: str) -> Node:
    """The document.

    Raises:
        ValueError: it does not parse (mostly `json.JSONDecodeError`), or holds a number that is too long.
        RecursionError: it is nested too deeply.
    """
    value: object = json.loads(text)
    scanner = _Scanner(text)
    scanner.value(())
    return Node(value, Lines(scanner.lines))


class _Scanner(Scanner):
    """Notes where the keys and array elements of a document stand."""

    def value(self, path: tuple[Key, ...]) -> None:
        match self._next():
            case "{":
                self._object(path)
            case "[":
                self._array(path)
            case '"':
                self.skip(_STRING)
            case _:
                self.skip(_SCALAR)

    def _object(self, path: tuple[Key, ...]) -> None:
        self.position += 1
        while self._next() != "}":
            start = self.position
            key = (*path, str(json.loads(self.skip(_STRING))))
            self.note(key, start)
            self._next()
            self.position += 1  # the colon
            self.value(key)
            self._comma()
        self.position += 1

    def _array(self, path: tuple[Key, ...]) -> None:
        self.position += 1
        index = 0
        while self._next() != "]":
            self.note((*path, index), self.position)
            self.value((*path, index))
            index += 1
            self._comma()
        self.position += 1

    def _comma(self) -> None:
        if self._next() == ",":
            self.position += 1

    def _next(self) -> str:
        """The next character that is no blank."""
        self.skip(_BLANK)
        return self.text[self.position]
