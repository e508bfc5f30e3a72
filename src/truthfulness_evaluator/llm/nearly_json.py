"""Objects and arrays that are nearly JSON: a reader that forgives, and ends in bounded time."""

import math
import re

from truthfulness_evaluator.store.cache import JsonValue


class TooLongError(ValueError):
    """More steps than an answer can be worth."""


_STEPS_PER_CHARACTER = 4
_LEAST_STEPS = 50_000
"""A token of `n` characters takes `1 + n / 16` steps. An answer that is read once takes about one step a character at
most; more is needed only where brackets of prose are tried in vain."""
_DEEPEST = 100
"""Containers within one another."""

_BLANK = re.compile(r"(?:\s++|//[^\n]*+|\#[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_COMMENT = re.compile(r"//|\#|/\*")
_BARE_KEY = re.compile(r"[\w$][\w$.-]*+")
_WORD = re.compile(r"[-+.\w]++%?")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_CHUNK = {'"': re.compile(r'[^"\\]*+'), "'": re.compile(r"[^'\\]*+")}
_CODE_POINT = re.compile(r"u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'", "\n": ""}
_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    **dict.fromkeys(("null", "none", "undefined", "nan", "inf", "-inf", "infinity", "+infinity", "-infinity")),
}


class NearlyJson:
    """A text that has JSON in it, or nearly; reads one object or array at a time, and never all too long.

    See `llm.answers.read_json` for what is read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        """Where the value ended."""
        self.is_cut = False
        """The text ended within it."""
        self._steps = _LEAST_STEPS + _STEPS_PER_CHARACTER * len(text)

    def read(self, start: int) -> JsonValue:
        """The object or array that begins at `start`.

        Raises:
            ValueError: there is none.
        """
        self.at, self.is_cut = start, False
        return self._value("", 0)

    def _value(self, closers: str, depth: int) -> JsonValue:
        """The next value; `closers` are what may follow it."""
        match self._next():
            case "":
                return self._cut()
            case "{" if depth < _DEEPEST:
                return self._object(depth + 1)
            case "[" if depth < _DEEPEST:
                return self._array(depth + 1)
            case '"' | "'":
                return self._string(closers)
            case _:
                return self._word()

    def _next(self) -> str:
        """The next character that is neither blank nor of a comment; "" at the end."""
        self._go_to(_end(_BLANK.match(self.text, self.at), self.at))
        return self.text[self.at : self.at + 1]

    def _go_to(self, at: int) -> None:
        self._steps -= 1 + (at - self.at) // 16
        if self._steps < 0:
            raise TooLongError
        self.at = at

    def _cut(self) -> None:
        self.at, self.is_cut = len(self.text), True

    def _object(self, depth: int) -> JsonValue:
        self._go_to(self.at + 1)
        value: dict[str, JsonValue] = {}
        while (character := self._next()) != "}":
            key = self._string(":") if character and character in "\"'" else self._bare_key()
            if self.is_cut or not self._passes(":"):
                return value
            item = self._value(",}", depth)
            if not self.is_cut or (isinstance(item, dict | list) and item):
                value[key] = item
            if self.is_cut or not self._passes(",", before="}"):
                return value
        self._go_to(self.at + 1)
        return value

    def _array(self, depth: int) -> JsonValue:
        self._go_to(self.at + 1)
        value: list[JsonValue] = []
        while self._next() != "]":
            item = self._value(",]", depth)
            if self.is_cut:
                return value
            value.append(item)
            if not self._passes(",", before="]"):
                return value
        self._go_to(self.at + 1)
        return value

    def _passes(self, mark: str, before: str = "") -> bool:
        """Goes past a mark, which may be left out before another; False where the text is cut off."""
        character = self._next()
        if character == mark:
            self._go_to(self.at + 1)
        elif not character:
            self._cut()
        elif character != before:
            raise ValueError(f"no {mark} at {self.at}")
        return not self.is_cut

    def _bare_key(self) -> str:
        match = _BARE_KEY.match(self.text, self.at)
        if match is None and self.at < len(self.text):
            raise ValueError(f"no key at {self.at}")
        if match is None or match.end() == len(self.text):
            self._cut()
            return ""
        self._go_to(match.end())
        return match[0]

    def _word(self) -> JsonValue:
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise ValueError(f"no value at {self.at}")
        self._go_to(match.end())
        word = match[0]
        if word.lower() in _WORDS:
            return _WORDS[word.lower()]
        if self.at == len(self.text):  # 12 may have become 123
            return self._cut()
        if not _NUMBER.fullmatch(word.removesuffix("%")):
            raise ValueError(f"no value at {match.start()}")
        return word if word.endswith("%") else number_of(word)

    def _string(self, closers: str) -> str:
        """A string. A quotation mark ends it only before what may follow: others were meant to be in it."""
        mark = self.text[self.at]
        self._go_to(self.at + 1)
        parts: list[str] = []
        while True:
            start = self.at
            self._go_to(_end(_CHUNK[mark].match(self.text, start), start))
            parts.append(self.text[start : self.at])
            character = self.text[self.at : self.at + 1]
            self._go_to(min(self.at + 1, len(self.text)))
            if character == "\\":
                parts.append(self._escaped())
            elif character and self._is_closed(closers):
                return "".join(parts)
            elif not character:
                self._cut()
                return ""
            else:
                parts.append(mark)

    def _escaped(self) -> str:
        """What a backslash and what follows stand for: themselves where they stand for nothing."""
        character = self.text[self.at : self.at + 1]
        if match := _CODE_POINT.match(self.text, self.at):
            self._go_to(match.end())
            return chr(int(match[match.lastindex or 0], 16))
        self._go_to(self.at + len(character))
        return _ESCAPES.get(character, f"\\{character}")

    def _is_closed(self, closers: str) -> bool:
        after = self.text[self.at : self.at + 1]
        if after.isspace():
            position = self.at
            after = self._next()
            end, self.at = self.at, position
            return not after or after in closers or _COMMENT.search(self.text, position, end) is not None
        return not after or after in closers or _COMMENT.match(self.text, self.at) is not None


def _end(match: re.Match[str] | None, otherwise: int) -> int:
    return match.end() if match else otherwise


def number_of(written: str) -> int | float | None:
    """A number as JSON or Python writes it; None where it is infinite, or an integer that goes on and on."""
    if written.lstrip("+-").isdigit() and len(written) < 300:
        return int(written)
    number = float(written)
    return number if math.isfinite(number) else None


__all__ = ["NearlyJson", "TooLongError", "number_of"]
