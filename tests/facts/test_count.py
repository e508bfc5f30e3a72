"""Numbers above lists: what the list has, and what makes another number of entries say nothing."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.count import KIND


def listed(lead: str, *entries: str) -> str:
    return "\n".join((lead, "", *(f"- {entry}" for entry in entries), ""))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            listed("There are three modes:", "fast", "safe", "exact"), [("modes = three", "yes", None)], id="right"
        ),
        pytest.param(
            listed("There are two modes:", "fast", "safe", "exact"), [("modes = two", "no", "three")], id="more"
        ),
        pytest.param(listed("There are 4 modes:", "fast", "safe", "exact"), [("modes = 4", "no", "3")], id="fewer"),
        pytest.param(
            listed("It runs.\nIt supports **three** kinds\nof modes:", "fast", "safe"),
            [("kinds of modes = three", "no", "two")],
            id="over lines, in bold",
        ),
        pytest.param(listed("The following two:", "a", "b"), [], id="nothing is named"),
        pytest.param(
            "The two parts are split into two stages:\n\n1. read\n2. check\n3. write\n",
            [],
            id="two numbers",
        ),
        pytest.param(
            "It can be split into two stages:\n\n1. read\n\n   More on it.\n\n   * a\n   * b\n\n2. check\n3. write\n",
            [("stages = two", "no", "three")],
            id="entries of several blocks",
        ),
        pytest.param(
            "It knows of colours. It has three variables:\n\n| Variable | Use |\n|---|---|\n| `A` | a |\n| `B` | b |\n",
            [("variables = three", "no", "two")],
            id="table",
        ),
        pytest.param(
            "It has three fields:\n\n| Library | Time |\n|---|---|\n| `A` | a |\n| `B` | b |\n",
            [("fields = three", "?", None)],
            id="a table of something else",
        ),
        pytest.param(
            listed("There are two modes:", "fast", "safe", "In addition, none"),
            [("modes = two", "?", None)],
            id="addition",
        ),
        pytest.param(
            listed("There are three modes:", "fast and slow", "safe"), [("modes = three", "?", None)], id="two in one"
        ),
        pytest.param(
            listed("There are three modes:", "fast", "safe") + "\n```\nx\n```\n\n- exact\n",
            [("modes = three", "?", None)],
            id="goes on",
        ),
        pytest.param(
            "# A\n\n" + listed("There are three modes:", "fast", "safe") + "\n## Exact\n\nA third.\n",
            [("modes = three", "?", None)],
            id="goes on in sections",
        ),
        pytest.param(
            "# A\n\n## B\n\n" + listed("There are three modes:", "fast", "safe") + "\n## C\n\nText.\n",
            [("modes = three", "no", "two")],
            id="the next section",
        ),
        pytest.param(
            listed("About all there is: it has 12 modes:", "a", "b"), [("modes = 12", "?", None)], id="far off"
        ),
        pytest.param(
            listed("It has a switch for two cases:", "a", "b", "c"), [("cases = two", "no", "three")], id="for"
        ),
        pytest.param(
            listed("It takes three values:", "Required. The file.", "Optional. Width and height of it."),
            [("values = three", "?", None)],
            id="several behind a label",
        ),
        pytest.param(
            listed(
                "It takes three values:",
                "the file",
                "the width and the height of the picture that is drawn of the file when nothing else tells them",
            ),
            [("values = three", "?", None)],
            id="several in a long entry",
        ),
        pytest.param(listed("Add these two lines:", "a", "b", "c"), [], id="lines"),
        pytest.param(listed("Have two terminals:", "log in", "start it", "look"), [], id="steps"),
        pytest.param(
            listed("This is the first of two parts:", "a", "b", "c"), [("parts = two", "?", None)], id="one of them"
        ),
        pytest.param(listed("There are over two modes:", "a", "b", "c"), [], id="over"),
        pytest.param(
            listed("There are two modes:", "fast", "safe", "exact (optional)"),
            [("modes = two", "?", None)],
            id="one is marked",
        ),
        pytest.param(listed("There are at least two modes:", "a", "b", "c"), [], id="at least"),
        pytest.param(listed("There are two modes and a switch:", "a", "b", "c"), [], id="and another thing"),
        pytest.param(listed("An integer has 8 bits:", "a", "b", "c"), [], id="measure"),
        pytest.param(listed("There were two modes before 2.0:", "a", "b", "c"), [], id="past"),
        pytest.param(listed("Two people can work in two terminals:", "a", "b", "c"), [], id="no count of the list"),
        pytest.param("There are two modes:\n\nText.\n\n- a\n- b\n- c\n", [], id="not right below"),
        pytest.param(
            "There are two modes:\n\n- a\n- b\n- c\n\nIt has two forms:\n\n* x\n* y\n",
            [("modes = two", "no", "three"), ("forms = two", "yes", None)],
            id="two lists",
        ),
    ],
)
def test_numbers_above_lists(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, {}) == rows


def test_restructured_text(check: Check) -> None:
    text = "There are two modes:\n\n- fast\n\n  It is fast.\n- safe\n- exact\n"
    assert check(KIND, text, {}, name="guide.rst") == [("modes = two", "no", "three")]
