import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthfulness_evaluator.evidence.docstrings import docstring_lines
from truthfulness_evaluator.evidence.passages import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES, cut

PYTHON = '''import os

LIMIT = 3
NAMES = ("a", "b")


class Queue:
    """A queue."""

    def __init__(self):
        self.items = []
        self.closed = False
        self.limit = LIMIT

    @property
    def size(self):
        # how many there are
        count = len(self.items)
        return count
'''
GO = """package main

// Run starts it.
func Run(n int) error {
\tif n < 1 {
\t\treturn errFew
\t}
\treturn start(n)
}

type Pool struct {
\tsize int
\tname string
}
"""
MARKDOWN = """# Tool

One.

## Options

The tool has options.
They are listed here:

* one
* two

```sh
# no heading
tool --one
```
"""
RST = "Tool\n====\n\nFirst.\n\nMore\n----\n\nSecond paragraph.\n"
TOML = '[project]\nname = "a"\nversion = "1"\nrequires = "x"\n\n[tool.a]\nb = 1\n'


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("a.py", PYTHON, [(1, 4, ()), (7, 13, ()), (15, 19, ("Queue",))], id="python"),
        pytest.param("a.go", GO, [(1, 9, ()), (11, 14, ())], id="go: a short head stays with the first function"),
        pytest.param("a.md", MARKDOWN, [(1, 3, ()), (5, 8, ("Tool",)), (10, 16, ("Tool", "Options"))], id="markdown"),
        pytest.param("a.rst", RST, [(1, 4, ()), (6, 9, ("Tool",))], id="reStructuredText"),
        pytest.param("a.toml", TOML, [(1, 4, ()), (6, 7, ())], id="toml"),
        pytest.param("Makefile", "all: a b\n\techo a\n\techo b\n\techo c\n\nclean:\n\trm a\n", [(1, 4, ()), (6, 7, ())],
                     id="make"),
        pytest.param("a.py", "", [], id="empty"),
        pytest.param("a.js", "x" * (LONGEST_LINE + 1) + "\nlet a = 1;\n", [(2, 2, ())], id="minified lines are none"),
        pytest.param("a.js", "}\n)\n", [], id="no words"),
    ],
)  # fmt: skip
def test_cut(path: str, text: str, expected: list[tuple[int, int, tuple[str, ...]]]) -> None:
    assert [(each.line, each.end_line, each.within) for each in cut(path, text)] == expected


LINES = ["", "def f():", "    x = 1", "# a", "}", "word " * 30, "class A:", "  - b", "## H"]


@given(
    st.lists(st.sampled_from(LINES)),
    st.sampled_from(["a.py", "a.md", "a.go"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_passages_are_whole_lines_in_order(lines: list[str], path: str, line_end: str) -> None:
    text = line_end.join(lines)
    last = 0
    for passage in cut(path, text):
        assert last < passage.line <= passage.end_line <= len(lines)
        assert passage.text == line_end.join(lines[passage.line - 1 : passage.end_line])
        assert passage.end_line - passage.line < MOST_LINES
        assert len(passage.text) <= MOST_CHARACTERS
        last = passage.end_line


def test_a_long_function_is_cut_at_blank_lines() -> None:
    body = "\n".join(f"    step_{n}()" + ("\n" if n in (6, 14) else "") for n in range(20))
    assert [(p.line, p.end_line) for p in cut("a.py", f"def run():\n{body}\n")] == [(1, 8), (10, 17), (19, 23)]


def test_hidden_lines_stand_in_no_passage() -> None:
    hidden = docstring_lines(PYTHON)
    assert hidden == {8}
    assert all("A queue" not in passage.text for passage in cut("a.py", PYTHON, hidden=hidden))


def test_what_cannot_be_parsed_has_no_docstrings() -> None:
    assert docstring_lines("def f(:") == frozenset()
