"""JSON out of what a chat model wrote: alone, in prose, in a code fence, after thinking, cut off, or nearly JSON.

Nothing is evaluated, and the time is bounded by the length of the answer.
"""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from truthfulness_evaluator.llm.nearly_json import NearlyJson, TooLongError, number_of
from truthfulness_evaluator.store.cache import JsonValue


@dataclass(frozen=True, slots=True)
class ReadJson:
    """An object or array out of an answer."""

    value: JsonValue
    truncated: bool = False
    """The answer ended within it: what was whole is there. An item of an array that was not is left out."""


def read_json(text: str, *, wanted: Collection[str] = ()) -> ReadJson:
    """The object or array that an answer gives: the last whole one that stands outside of thinking.

    Read as JSON would be: trailing commas, single quotes and other writings of Python, comments, bare keys, raw line
    ends and quotation marks in strings. NaN and infinities become None, `95%` a string.

    Args:
        text: what the model wrote.
        wanted: keys of the object that was asked for: one that has any of them goes before those that have none.

    Raises:
        ValueError: there is none.

    Example:
        >>> read_json("Here it is: {'verdict': 'SUPPORTS', 'sources': ['e1', 'e")
        ReadJson(value={'verdict': 'SUPPORTS', 'sources': ['e1']}, truncated=True)
    """
    text = text.strip("\ufeff \t\r\n")
    try:
        whole = _clean(_DECODER.decode(text))
    except (ValueError, RecursionError):
        pass
    else:
        if isinstance(whole, dict | list):
            return ReadJson(whole)
        if isinstance(whole, str):  # an answer that was written as JSON twice
            text = whole.strip()
    text = text.removesuffix("```").rstrip()
    found = list(_found(text))
    if not found:
        raise ValueError("The answer holds no JSON object or array.")
    best = max(found, key=lambda each: (_rank(each.value, wanted), not each.truncated, each.start))
    last = found[-1]
    # An answer that was cut off after something small that only looks like one.
    if last.truncated and _rank(last.value, wanted) == _rank(best.value, wanted) and last.length > best.length:
        best = last
    return ReadJson(_clean(best.value), best.truncated)


@dataclass(frozen=True, slots=True)
class _Found:
    """An object or array of an answer."""

    value: JsonValue
    start: int
    length: int
    truncated: bool


_BEGIN = r"<\|channel\|>(?:analysis|commentary)|<(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)>"
_END = r"<\|channel\|>final(?:<\|message\|>)?|</(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)>"
_THINKING = re.compile(
    rf"(?P<begin>{_BEGIN}|\[THINK\]|◁think▷)|(?P<end>{_END}|\[/THINK\]|◁/think▷)|[{{\[]", re.IGNORECASE
)
_THINKING_ENDS = re.compile(rf"{_END}|\[/THINK\]|◁/think▷", re.IGNORECASE)


def _found(text: str) -> Iterator[_Found]:
    """The objects and arrays of an answer in their order, but those of thinking; a truncated one is the last."""
    found: list[_Found] = []
    reader = NearlyJson(text)
    at = 0
    unclosed = False
    while (match := _THINKING.search(text, at)) is not None:
        at = match.end()
        if match["begin"]:
            ends = None if unclosed else _THINKING_ENDS.search(text, at)
            unclosed, at = ends is None, ends.end() if ends else at
            continue
        if match["end"]:  # the beginning was not written
            found.clear()
            unclosed = False
            continue
        try:
            value = reader.read(match.start())
        except TooLongError:
            break
        except ValueError:
            continue
        if reader.is_cut and (unclosed or not value):
            continue
        at = reader.at
        # In thinking that does not end, only what ends the answer can be its result.
        if not unclosed or at == len(text):
            found.append(_Found(value, match.start(), at - match.start(), reader.is_cut))
    yield from found


def _rank(value: JsonValue, wanted: Collection[str]) -> int:
    """How likely a value is an answer: `[1]` in prose is a reference."""
    if isinstance(value, dict) and any(key in value for key in wanted):
        return 2
    return int(bool(value) and (isinstance(value, dict) or any(isinstance(item, dict) for item in _items(value))))


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _nothing(_: str) -> None:
    return None


_DECODER = json.JSONDecoder(strict=False, parse_constant=_nothing, parse_float=number_of, parse_int=number_of)


def _clean(value: JsonValue) -> JsonValue:
    """The value with halves of surrogate pairs replaced: they can be neither written nor stored."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {str(_clean(key)): _clean(item) for key, item in value.items()}
    return value


__all__ = ["ReadJson", "read_json"]
