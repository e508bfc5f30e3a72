"""Lines of keys, which the parsers of the standard library do not give."""

import pytest

from truthfulness_evaluator.project.manifests.json_lines import parse_json
from truthfulness_evaluator.project.manifests.parsed import Key
from truthfulness_evaluator.project.manifests.toml_lines import parse_toml

TOML = '''\
# a comment with [a.table] and "quotes"
title = "x = [not a table]"
"dotted.key".inner = 1   # line 3

[project]
name = 'literal # no comment'
text = """
[project.fake]
name = "fake"
\\"""
still"""
literal = \'\'\'
[fake]
\'\'\'
list = ["a", 'b', # a comment with ] and "
  "c",
  { key = "v", other = [1,
     2] },
  [["deep"]],
]
date = 2024-05-01T10:00:00Z
last = true

  [project.sub] # indented
  x.y = { z = 1 }

[[bin]]
name = "one"

[[bin]]
name = "two"
[bin.more]
deep = 1

[[bin.part]]
n = 1
[[bin.part]]
n = 2
[target.'cfg(windows)'.dependencies]
win = "1"
'''

TOML_LINES: list[tuple[tuple[Key, ...], int]] = [
    (("title",), 2),
    (("dotted.key",), 3),
    (("dotted.key", "inner"), 3),
    (("project",), 5),
    (("project", "name"), 6),
    (("project", "text"), 7),
    (("project", "literal"), 12),
    (("project", "list"), 15),
    (("project", "list", 0), 15),
    (("project", "list", 1), 15),
    (("project", "list", 2), 16),
    (("project", "list", 3), 17),
    (("project", "list", 3, "other"), 17),
    (("project", "list", 3, "other", 1), 18),
    (("project", "list", 4, 0, 0), 19),
    (("project", "date"), 21),
    (("project", "last"), 22),
    (("project", "sub"), 24),
    (("project", "sub", "x", "y", "z"), 25),
    (("bin", 0), 27),
    (("bin", 0, "name"), 28),
    (("bin", 1), 30),
    (("bin", 1, "name"), 31),
    (("bin", 1, "more", "deep"), 33),
    (("bin", 1, "part", 0, "n"), 36),
    (("bin", 1, "part", 1, "n"), 38),
    (("target", "cfg(windows)", "dependencies", "win"), 40),
    (("project", "missing"), 5),
    (("nothing",), 1),
]


@pytest.mark.parametrize(("path", "line"), TOML_LINES, ids=lambda value: str(value))
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_lines_of_toml(path: tuple[Key, ...], line: int, end: str) -> None:
    assert parse_toml(TOML.replace("\n", end)).lines.of(*path) == line


def test_values_of_toml() -> None:
    project = parse_toml(TOML) / "project"
    assert (project / "name").text == "literal # no comment"
    assert (project / "list").texts == ("a", "b", "c")
    assert [(key, node.line) for key, node in (project / "sub").items()] == [("x", 25)]
    assert not project / "missing" / "deeper"
    assert (project / "name" / "of a text").value is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "a = ''\n",
        'a = ""\nb = """"""\nc = 1',
        'a = """"quoted""""\nb = 1',
        "a = '''it''s'''\nb = 1",
        "a = []\nb = {}",
        "a = [\n]\nb = [ # x\n]",
        "a.b.c = 1\na.b.d = 2",
        'a = "\\\\"\nb = "\\""',
        "a=1# x\nb=[1,2,]",
        "[ a . 'b' ]\nc = 1",
        "a = 1e5\nb = -inf\nc = 07:32:00",
    ],
)
def test_a_scan_goes_through_all_that_parses(text: str) -> None:
    root = parse_toml(text)
    keys = [key for key, _ in root.items()]
    assert all((key,) in root.lines.at for key in keys)


JSON = """\
{
  "name": "x, \\"y\\": {",
  "list": ["a", {"k": 1,
    "l": [1,
      2]}, [], {}],
  "empty": {}, "same": null,
  "nested": {
    "deep": {"a": true}
  }
}
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("list",), 3),
        (("list", 0), 3),
        (("list", 1, "k"), 3),
        (("list", 1, "l"), 4),
        (("list", 1, "l", 1), 5),
        (("list", 3), 5),
        (("empty",), 6),
        (("same",), 6),
        (("nested", "deep", "a"), 8),
        (("missing",), 1),
    ],
    ids=lambda value: str(value),
)
def test_lines_of_json(path: tuple[Key, ...], line: int) -> None:
    assert parse_json(JSON).lines.of(*path) == line


@pytest.mark.parametrize("text", ["[]", "1", '"x"', "{}", ' [ {"a" : [ ] } ] ', "null"])
def test_any_json(text: str) -> None:
    assert parse_json(text).line == 1
