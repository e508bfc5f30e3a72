"""Patterns that are compiled when they are first used: a run uses less than half of those that its modules hold."""

import re
from functools import cached_property
from typing import cast


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    r"""A pattern of the module, as `re.compile` gives it, but compiled by its first use.

    Args:
        text: the pattern. Whether it is one shows at its first use; a test compiles all.
        flags: those of `re`.

    Example:
        >>> WORD = regex(r"\w+")
        >>> WORD.findall("one two")
        ['one', 'two']
    """
    return cast("re.Pattern[str]", Regex(text, flags))


class Regex:
    """Stands for the compiled pattern, whose attributes it gives."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        """An attribute of the pattern, which from then on is one of this object's own, and found as quickly."""
        value = getattr(self._compiled, name)
        vars(self)[name] = value
        return value

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)
