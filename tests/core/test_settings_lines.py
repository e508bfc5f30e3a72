"""Lines of settings in TOML."""

from collections.abc import Sequence

import pytest

from truthfulness_evaluator.core.settings_lines import line_of

TEXT = """\
# fail_on = "a comment"
note = '''
fail_on = "in a text"
'''
fail_on = "a"

[tool.x]
exclude = [
  "fail_on",
]
fail_on = "b"
weights.facts = 2

[tool.x.nested]
fail_on = "c"

[[tool.x.overrides]]
paths = ["a"]
fail_on = "d"

[[tool.x.overrides]]
fail_on = "e"
"quoted" = 1

[tool]
y = {fail_on = "f", more = [{a = 1}]}
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("fail_on",), 5),
        (("tool", "x", "exclude"), 8),
        (("tool", "x", "fail_on"), 11),
        (("tool", "x", "weights"), 12),
        (("tool", "x", "nested"), 14),
        (("tool", "x", "nested", "fail_on"), 15),
        (("tool", "x", "overrides"), 17),
        (("tool", "x", "overrides", 0, "fail_on"), 19),
        (("tool", "x", "overrides", 1, "fail_on"), 22),
        (("tool", "x", "overrides", 1, "quoted"), 23),
        (("tool", "x", "overrides", 1, "paths"), None),
        (("tool", "x", "overrides", 2, "fail_on"), None),
        (("tool", "x", "nothing"), None),
        (("note", "fail_on"), None),
    ],
)
def test_line(path: Sequence[str | int], line: int | None) -> None:
    text = TEXT.replace("[tool]\n", "[other]\n")
    assert line_of(text, path) == line
    assert line_of(text.replace("\n", "\r\n"), path) == line


def test_within_one_line() -> None:
    text = 'a = 1\ny = {fail_on = "f", more = [{a = 1}]}\n'
    assert [line_of(text, path) for path in (("y", "fail_on"), ("y", "more", 0, "a"), ("a",))] == [2, 2, 1]


def test_what_does_not_parse_has_no_lines() -> None:
    assert line_of("a = [\nb = 1\n", ("b",)) is None
