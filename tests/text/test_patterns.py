"""Patterns that are compiled by their first use."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

import truthfulness_evaluator
from truthfulness_evaluator.text.patterns import Regex, regex


def _held(value: object) -> Iterator[Regex]:
    """The patterns of a module's table, at any depth."""
    if isinstance(value, Regex):
        yield value
    elif isinstance(value, dict):
        for each in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _held(each)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list | tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _held(each)  # pyright: ignore[reportUnknownArgumentType]


def test_every_pattern_of_the_package_is_one() -> None:
    number = 0
    for module in pkgutil.walk_packages(truthfulness_evaluator.__path__, "truthfulness_evaluator."):
        if module.name.split(".")[1] in {"text", "documents", "project", "facts", "reporting"}:
            for held in map(_held, vars(import_module(module.name)).values()):
                number += sum(1 for each in held if each.pattern is not None)
    assert number > 500


def test_is_compiled_by_its_first_use_and_once() -> None:
    word = regex(r"(?P<first>[a-z])\w*", re.IGNORECASE)
    assert "_compiled" not in vars(word)
    assert [match["first"] for match in word.finditer("One two")] == ["O", "t"]
    assert word.search is word.search
    assert (word.sub("-", "a b"), word.groups, word.flags & re.IGNORECASE) == ("- -", 1, re.IGNORECASE)


def test_what_is_no_pattern_shows_at_its_first_use() -> None:
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.search("a")
