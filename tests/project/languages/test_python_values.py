"""Values of expressions, and source that cannot be parsed."""

import pytest

from truthfulness_evaluator.project.declarations import FileFacts, Value
from truthfulness_evaluator.project.languages.python.read import read


@pytest.mark.parametrize(
    ("source", "literal"),
    [
        ("30", "30"),
        ("-1.5", "-1.5"),
        ("0x10", "16"),
        ("1_000", "1000"),
        ("2 ** 20", "1048576"),
        ("60 * 60 * 24", "86400"),
        ("1 << 4 | 1", "17"),
        ("10 / 4", "2.5"),
        ("7 // 2 % 2", "1"),
        ("'a' + 'b'", '"ab"'),
        ("f'plain'", '"plain"'),
        ("not True", "false"),
        ("None", "null"),
        ("(1, 'b', None)", '[1, "b", null]'),
        ("{'a': [1, 2], 'b': {}}", '{"a": [1, 2], "b": {}}'),
        ("frozenset(('x', 'y'))", '["x", "y"]'),
        ("set()", "[]"),
        ("dict(a=1)", '{"a": 1}'),
        ("[1] + [2]", "[1, 2]"),
        ("{1, 2}", "[1, 2]"),
        ("'snowman \\u2603'", '"snowman \u2603"'),
        ("9 ** 9 ** 9", None),
        ("1 << 10_000", None),
        ("1 / 0", None),
        ("2.0 ** 5000", None),
        ("1e999", None),
        ("b'bytes'", None),
        ("...", None),
        ("f'{x}'", None),
        ("[x]", None),
        ("{**a}", None),
        ("timedelta(days=1)", None),
        ("'a' * 3", None),
        ("x if y else z", None),
    ],
)
def test_literals(source: str, literal: str | None) -> None:
    assert read("m.py", "m", f"X = {source}").symbols[0].value == Value(source, literal)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("X = name", Value("name", None, "name")),
        ("X = a.b.c", Value("a.b.c", None, "a.b.c")),
        ("X = a().b", Value("a().b")),
        ("é = 'ü'; X = 'ö' + 'x'", Value("'ö' + 'x'", '"öx"')),
        ("X = [\n  1,\n  2,\n]", Value("[\n  1,\n  2,\n]", "[1, 2]")),
        ("\ufeffX = 1", Value("1", "1")),
        ("A = 1\r\nX = 'two'\r\n", Value("'two'", '"two"')),
        ("X = '" + "a" * 300 + "'", Value("'" + "a" * 199, '"' + "a" * 300 + '"')),
        ("X = '" + "a" * 5000 + "'", Value("'" + "a" * 199)),
        ("X = [\n" + "1,\n" * 100 + "]", Value(("[\n" + "1,\n" * 100)[:200])),
    ],
    ids=["name", "dotted", "call", "bytes and characters", "lines", "mark", "crlf", "cut", "long", "table"],
)
def test_sources(code: str, expected: Value) -> None:
    found = {symbol.name: symbol.value for symbol in read("m.py", "m", code).symbols}
    assert found["X"] == expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x = 1\n\ndef f(:\n    pass", "line 3: invalid syntax"),
        ("print 'old'", "line 1: Missing parentheses in call to 'print'. Did you mean print(...)?"),
        ("x = 1\0", "source code string cannot contain null bytes"),
        ("x = " + "(" * 1000 + ")" * 1000, "line 1: too many nested parentheses"),
    ],
    ids=["syntax", "python 2", "null byte", "nested"],
)
def test_source_that_does_not_parse(text: str, error: str) -> None:
    facts = read("app/__init__.py", "app", text)
    assert facts.error is not None
    assert facts == FileFacts("app/__init__.py", "python", "app", True, error=facts.error)
    assert facts.error.removeprefix("line 1: ") == error.removeprefix("line 1: ")


def test_deep_expressions_are_read() -> None:
    facts = read("m.py", "m", "X = " + " + ".join(["'a'"] * 600))
    assert facts.error is None or facts.error == "nested too deeply"


def test_invalid_escapes_warn_nobody() -> None:
    assert read("m.py", "m", r"X = '\d'").symbols[0].value == Value(r"'\d'", '"\\\\d"')
