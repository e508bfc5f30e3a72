"""What documents write against what code says: tables."""

import pytest

from truthfulness_evaluator.text.values import same_value, written_like
from truthfulness_evaluator.text.written import items_of, undecorated, unquoted

ROWS = [
    # written, code as JSON, same
    ("8", "8", True),
    ("8", "4", False),
    ("``8``", "4", False),
    ("`8`.", "8", True),
    ("**8**", "8", True),
    ("10_000", "10000", True),
    ("10,000", "10000", True),
    ("1e3", "1000", True),
    ("1000.0", "1000", True),
    ("0x10", "16", True),
    ("0o755", "493", True),
    ("-1", "-1", True),
    ("-1", "1", False),
    (".5", "0.5", True),
    ("256*1024", "262144", True),
    ("64 * 1024", "65536", True),
    ("2 ** 20", "1048576", True),
    ("1 << 20", "1048576", True),
    ("9**9**9**9", "1", None),
    ("1/0", "1", None),
    ("ten", "10", True),
    ("ten", "11", False),
    ("30s", "30", True),
    ("30 seconds", "30", True),
    ("30 seconds", "60", False),
    ("30-second", "30", True),
    ("5 minutes", "300", True),
    ("5 minutes", "5", True),
    ("5 minutes", "300000", True),
    ("5 minutes", "600", False),
    ("60 seconds", "1", None),
    ("500 ms", "0.5", True),
    ("500ms", "500", True),
    ("2 hours", "7200", True),
    ("1 day", "86400", True),
    ("1 day", "3600", False),
    ("256 KiB", "262144", True),
    ("256 KB", "262144", True),
    ("256 KB", "256000", True),
    ("256 KiB", "131072", False),
    ("10k", "10000", True),
    ("1 GB", "1073741824", True),
    ("100 bytes", "100", True),
    ("50%", "0.5", True),
    ("50 %", "50", True),
    ("50%", "0.6", False),
    ("512m", "536870912", None),
    ("5m", "300", True),
    ("5m", "600", None),
    ("5m", '"5m0s"', True),
    ("5m", '"10m"', False),
    ("1h30m", '"90m"', True),
    ("1m30s", "90", True),
    ("250ms", '"0.25s"', True),
    ("1M", "1000000", True),
    ("1_000_000", "1000000", True),
    ("20%", "0.2", True),
    ("2147483646", "2147483646", True),
    ("5 workers", "4", None),
    ("about 30", "60", None),
    ("the number of CPUs", "4", None),
    ("'8'", "8", True),
    ("auto", "4", None),
    ("True", "true", True),
    ("``True``", "true", True),
    ("True", "false", False),
    ("true", "true", True),
    ("yes", "true", True),
    ("on", "false", False),
    ("disabled", "false", True),
    ("1", "true", True),
    ("0", "true", None),
    ("8", "true", None),
    ("'true'", "true", True),
    ("None", "null", True),
    ("null", "null", True),
    ("not set", "null", True),
    ("empty", "null", True),
    ("unset", "null", True),
    ("8", "null", None),
    ("False", "null", None),
    ("None", "8", False),
    ("``None``", "false", False),
    ("None", '"user"', False),
    ("none", "8", None),
    ("none", "false", None),
    ("None", '""', True),
    ("None", '"None"', True),
    ("'gpt-4'", '"gpt-4"', True),
    ('"gpt-4"', '"gpt-4"', True),
    ("gpt-4", '"gpt-4"', True),
    ("`gpt-4`", '"gpt-4"', True),
    ("“gpt-4”", '"gpt-4"', True),
    ("'gpt-4'", '"gpt-3.5"', False),
    ("origin", '"upstream"', False),
    ("INFO", '"info"', True),
    ("'GET'", '"get"', None),
    ("utf8", '"utf-8"', None),
    ("docs/", '"docs"', True),
    ("./docs", '"docs"', True),
    ("/", '"/"', True),
    ("config.toml", '"etc/app/config.toml"', None),
    ("auto", '"auto"', True),
    ("auto", '"never"', None),
    ("automatic", '"auto"', None),
    ("the current directory", '"."', None),
    ("<name>", '"app"', None),
    ("~/.cache/app", '"/var/cache"', None),
    ("$HOME/app", '"/var/app"', None),
    ("a.txt", '"{name}.txt"', None),
    ("Mode.FAST", '"fast"', True),
    ("Mode.FAST", '"slow"', None),
    ("get_default()", '"fast"', None),
    ("true", '"true"', True),
    ("yes", '"true"', True),
    ("true", '"false"', False),
    ("true", '"auto"', None),
    ("8080", '"8080"', True),
    ("8080", '"9090"', False),
    ("30", '"30s"', True),
    ("30 s", '"60s"', False),
    ("1h", '"60min"', True),
    ("'127.0.0.1:8000'", '"127.0.0.1:9000"', False),
    ("127.0.0.1:8000", '"127.0.0.1:9000"', False),
    ("''", '""', True),
    ("empty", '""', True),
    ("'x'", '""', False),
    ("''", '"x"', False),
    (r"'\n'", r'"\n"', True),
    ("'%(message)s'", '"%(message)s"', True),
    ('["a", "b"]', '["a", "b"]', True),
    ("['a', 'b']", '["b", "a"]', True),
    ("('a', 'b')", '["a", "b"]', True),
    ("{'a', 'b'}", '["a", "b"]', True),
    ("a, b", '["a", "b"]', True),
    ("a,b", '["a", "b"]', True),
    ("a and b", '["a", "b"]', True),
    ("a, b and c", '["a", "b", "c"]', True),
    ("'a' 'b'", '["a", "b"]', True),
    ("``a``, ``b``", '["a", "b"]', True),
    ("a, b", '["a", "b", "c"]', False),
    ("a, c", '["a", "b"]', False),
    ("a, ...", '["a", "b"]', None),
    ("[1, 2]", "[1, 2]", True),
    ("[1, 2]", "[1, 3]", False),
    ("[]", "[]", True),
    ("empty", "[]", True),
    ("None", "[]", True),
    ("['a']", "[]", False),
    ("[]", '["a"]', False),
    ("a", '["a"]', True),
    ("a", '["a", "b"]', None),
    ("'*.py'", '["*.py"]', True),
    ("a,b", '"a,b"', True),
    ("a, b", '"a,b"', True),
    ("a, b", '"a,c"', False),
    ("'.*', 'build'", '[".*", "build"]', True),
    ("'.*', 'build'", '".* build"', True),
    ("'.*', 'build', '{arch}'", '[".*", "build", "{arch}"]', True),
    ("'.*', 'build', '{arch}'", '[".*", "dist", "build", "{arch}"]', False),
    (".* _build {args}", '[".*", "_build", "{arch}"]', False),
    (".* _build {arch}", '[".*", "_build", "{arch}"]', True),
    ("a thing", '["a", "b"]', None),
    ("{}", "{}", True),
    ('{"a": 1}', '{"a": 1}', True),
    ("{'a': 1}", '{"a": 1}', True),
    ("{'a': 1}", '{"a": 2}', False),
    ("", "8", None),
    ("x" * 2000, '"x"', None),
]


@pytest.mark.parametrize(("written", "literal", "same"), ROWS, ids=[f"{w[:30]} / {c}" for w, c, _ in ROWS])
def test_same_value(written: str, literal: str, same: bool | None) -> None:
    assert same_value(written, literal, literal) is same


EXPRESSIONS = [
    ("os.cpu_count()", "os.cpu_count()", True),
    ("`DEFAULT_TIMEOUT`", "DEFAULT_TIMEOUT", True),
    ('f("a", 1)', "f('a',1)", True),
    ("8", "os.cpu_count()", None),
    ("'x'", 'f"{y}"', None),
]


@pytest.mark.parametrize(("written", "source", "same"), EXPRESSIONS, ids=[w for w, _, _ in EXPRESSIONS])
def test_same_value_of_an_expression(written: str, source: str, same: bool | None) -> None:
    assert same_value(written, None, source) is same


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("``True``.", ("``", "True", "``.")),
        (" 8 ", (" ", "8", " ")),
        ("`a` or `b`", ("", "`a` or `b`", "")),
        ("...", ("", "...", "")),
        ("**x**", ("**", "x", "**")),
        ("`", ("", "`", "")),
    ],
)
def test_undecorated(written: str, parts: tuple[str, str, str]) -> None:
    assert undecorated(written) == parts
    assert "".join(parts) == written


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("'a'", ("'", "a")),
        ("'a', 'b'", ("", "'a', 'b'")),
        (r"'it\'s'", ("'", "it's")),
        ("'", ("", "'")),
        ("a", ("", "a")),
    ],
)
def test_unquoted(text: str, parts: tuple[str, str]) -> None:
    assert unquoted(text) == parts


STYLES = [
    ("8", "4", "4"),
    ("``8``.", "4", "``4``."),
    ("10_000", "20000", "20_000"),
    ("10,000", "20000", "20,000"),
    ("0x10", "255", "0xff"),
    ("'8'", "4", "'4'"),
    ("0.5", "0.25", "0.25"),
    ("30 seconds", "60", "60 seconds"),
    ("30s", "60", "60s"),
    ("5 minutes", "600", None),
    ("256 KiB", "131072", "128 KiB"),
    ("ten", "4", None),
    ("auto", "4", None),
    ("True", "false", "False"),
    ("true", "false", "false"),
    ("TRUE", "false", "FALSE"),
    ("yes", "false", "no"),
    ("Enabled", "false", "Disabled"),
    ("`True`", "null", "`None`"),
    ("true", "null", "null"),
    ("None", "true", "True"),
    ("null", "true", "true"),
    ("8", "true", None),
    ("8", "null", None),
    ("'gpt-4'", '"gpt-5"', "'gpt-5'"),
    ('`"gpt-4"`', '"gpt-5"', '`"gpt-5"`'),
    ("“a”", '"b"', "“b”"),
    ("gpt-4", '"gpt-5"', "gpt-5"),
    ("gpt-4", '"two words"', None),
    ("gpt-4", '""', None),
    ("'a'", '""', "''"),
    ("'a'", '"it\'s"', None),
    ("`a`", '"b`c"', None),
    ("['a', 'b']", '["c"]', "['c']"),
    ('["a", "b"]', '["c", "d"]', '["c", "d"]'),
    ("a, b", '["c", "d", "e"]', "c, d, e"),
    ("a,b", '["c", "d"]', "c,d"),
    ("a and b", '["c", "d"]', None),
    ("['a']", "[]", "[]"),
    ("{'a': 1}", '{"a": 2}', None),
]


@pytest.mark.parametrize(("written", "literal", "styled"), STYLES, ids=[f"{w} / {c}" for w, c, _ in STYLES])
def test_written_like(written: str, literal: str, styled: str | None) -> None:
    assert written_like(written, literal) == styled


@pytest.mark.parametrize(("written", "literal"), [(s, c) for _, c, s in STYLES if s is not None])
def test_what_is_written_like_is_the_same_value(written: str, literal: str) -> None:
    assert same_value(written, literal, literal) is True


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("[]", []),
        ("()", []),
        ("a", None),
        ("a b", None),
        ("a, b", ["a", "b"]),
        ("['a, b', 'c']", ["'a, b'", "'c'"]),
        ("*.py *.pyi", ["*.py", "*.pyi"]),
        ("this, that one", None),
        ("frozenset({'a'})", ["'a'"]),
        ("f(a)[0], g(b)", ["f(a)[0]", "g(b)"]),
    ],
)
def test_items_of(text: str, items: list[str] | None) -> None:
    assert items_of(text) == items
