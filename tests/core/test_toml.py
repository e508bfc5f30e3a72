import tomllib

import pytest

from truthfulness_evaluator.core import toml


def test_a_key_of_very_many_parts_is_refused() -> None:
    assert toml.loads("a.b.c = 1") == {"a": {"b": {"c": 1}}}
    with pytest.raises(tomllib.TOMLDecodeError):
        toml.loads("a." * 100_000 + "b = 1")
    with pytest.raises(tomllib.TOMLDecodeError):
        toml.loads("[" + "a . " * 100_000 + "b]")


def test_a_text_with_many_dots_is_none() -> None:
    assert toml.loads(f'a = "{"x." * 50}"')["a"] == "x." * 50
