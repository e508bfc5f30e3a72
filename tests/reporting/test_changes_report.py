"""What is written of the changes between two runs."""

import json
import time
from collections.abc import Iterator

import pytest

from kept_runs import Doc, N, R, S, Said, run_of
from truthfulness_evaluator.models import FailureKind, JudgeFailure, Review
from truthfulness_evaluator.models.run_changes import RunChanges
from truthfulness_evaluator.reporting.changes import ChangesText
from truthfulness_evaluator.reporting.changes_json import ChangesJson
from truthfulness_evaluator.reporting.changes_markdown import ChangesMarkdown
from truthfulness_evaluator.runs.comparing import compared


@pytest.fixture(autouse=True)
def clocks_show_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def sample() -> RunChanges:
    """Something of everything."""
    before = run_of(
        Doc([Said("old truth"), Said("old slip", R, line=2, explanation="it is not")], name="a_gone.md"),
        Doc(
            [
                Said("It is the same."),
                Said("`--jobs` is 4", R, line=2, explanation="it is 8"),
                Said("It was true.", line=3),
                Said("It is slow.", N, line=4, kind="prose"),
                Said("`--size` is 2", R, line=5, explanation="it is 4", correction="4"),
                Said("It is quick.", line=6, confidence=0.5, kind="prose"),
                Said("It left.", line=7),
            ],
            not_checked=[Said("It sings.", line=8, kind="prose")],
        ),
    )
    review = Review(verdict=S, reviewer="ann\x1b[2J")
    after = run_of(
        Doc(
            [
                Said("It is the same.", line=3),
                Said("`--jobs` is 8", line=2),
                Said("It was true.", R, line=4, explanation="it is gone", source="src/b.py", source_line=7),
                Said("It is slow.", S, line=5, kind="prose", review=review),
                Said("`--size` is 2", R, line=6, explanation="it is 9", passage="size = 9", correction="9"),
                Said("It is quick.", line=7, kind="prose"),
                Said("It sings.", None, 8, kind="prose", failures=(JudgeFailure(judge="m", kind=FailureKind.QUOTA),)),
            ]
        ),
        Doc([Said("bad", R, explanation="no"), Said("good", line=2)], name="文書\n.md"),
        id="5e6f7a8b",
        started_at="2026-12-01T12:30:00+00:00",
    )
    return compared(before, after)


TEXT = """\
README.md:2:1: GONE REFUTED `--jobs` is 4: it is 8 (src/a.py:3)
README.md:4:1: SUPPORTED -> REFUTED It was true: it is gone (src/b.py:7)
README.md:5:1: NOT_ENOUGH_INFO -> SUPPORTED It is slow. (src/a.py:3) [reviewed by ann\\x1b[2J]
README.md:6:1: REFUTED `--size` is 2: it is 9 (src/a.py:3) [other evidence, before src/a.py:3; correction 4 -> 9]
README.md:8:1: NOT CHECKED -> FAILED It sings: could not be judged: m: quota
a_gone.md: 2 claims, 1 refuted, only in run 1a2b3c4d
文書\\n.md: 2 claims, 1 refuted, only in run 5e6f7a8b
文書\\n.md:1:1: NEW REFUTED bad: no (src/a.py:3)
3 claims new (1 refuted), 4 claims gone (2 refuted), 3 verdicts turned (1 refuted), 1 with other evidence (1 refuted) \
and 1 with another confidence; 1 unchanged, from run 1a2b3c4d of 2026-12-01 10:00 to run 5e6f7a8b of 2026-12-01 12:30. \
--verbose lists all of it.
Grade C, before C-.
"""


def test_text() -> None:
    assert ChangesText().format(sample()) == TEXT


def test_verbose_text_lists_what_is_else_counted() -> None:
    lines = set(ChangesText(verbose=True).format(sample()).splitlines()[:-2]) - set(TEXT.splitlines())
    assert sorted(lines) == [
        "README.md:2:1: NEW SUPPORTED `--jobs` is 8 (src/a.py:3)",
        "README.md:7:1: GONE SUPPORTED It left. (src/a.py:3)",
        "README.md:7:1: SUPPORTED It is quick. (src/a.py:3) [confidence 0.50 -> 0.90]",
        "a_gone.md:1:1: GONE SUPPORTED old truth (src/a.py:3)",
        "a_gone.md:2:1: GONE REFUTED old slip: it is not (src/a.py:3)",
        "文書\\n.md:2:1: NEW SUPPORTED good (src/a.py:3)",
    ]


def test_colour_changes_no_word() -> None:
    painted = ChangesText(color=True).format(sample())
    assert "\x1b[1m\x1b[31mSUPPORTED -> REFUTED\x1b[0m" in painted
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"):
        painted = painted.replace(code, "")
    assert painted == TEXT


@pytest.mark.parametrize(
    ("before", "after", "said", "grades"),
    [
        pytest.param(
            Doc([Said("a")]), Doc([Said("a")]), "Nothing changed in 1 claim", "Grade A+, as before.", id="same"
        ),
        pytest.param(
            Doc([Said("a", N)]), Doc([Said("a", N)]), "Nothing changed in 1 claim", "No grade, as before.", id="none"
        ),
        pytest.param(Doc(), Doc([Said("a")]), "1 claim new; 0 unchanged", "Grade A+, before none.", id="first-claim"),
        pytest.param(Doc([Said("a")]), Doc(), "1 claim gone; 0 unchanged", "No grade, before A+.", id="last-claim"),
    ],
)
def test_totals(before: Doc, after: Doc, said: str, grades: str) -> None:
    changes = compared(run_of(before), run_of(after, id="5e6f7a8b"))
    runs = "from run 1a2b3c4d of 2026-12-01 10:00 to run 5e6f7a8b of 2026-12-01 10:00."
    assert ChangesText(verbose=True).format(changes).splitlines()[-2:] == [f"{said}, {runs}", grades]


@pytest.mark.parametrize(("root", "name"), [("/src/lib", "/src/lib"), ("", "no folder")])
def test_runs_of_different_code_bases(root: str, name: str) -> None:
    changes = compared(run_of(Doc()), run_of(Doc(), root=root))
    assert (
        ChangesText()
        .format(changes)
        .splitlines()[-2]
        .endswith(f". They are of different code bases, /src/app and {name}.")
    )


def test_a_review_taken_back_and_an_unfinished_document() -> None:
    reviewed = Said("a", review=Review(verdict=S))
    before = run_of(Doc([reviewed]), Doc(name="b.md", finished=False), Doc(name="nothing_in_it.md"))
    after = run_of(Doc([Said("a", source="x", passage="y")]), Doc(name="b.md"))
    assert ChangesText().format(compared(before, after)).splitlines()[:-2] == [
        "README.md:1:1: SUPPORTED a (x:3) [the review was taken back; other evidence, before src/a.py:3]",
        "b.md: not compared, as a run did not finish it",
    ]


def test_json() -> None:
    written = ChangesJson().format(sample())
    content = json.loads(written)
    assert written.endswith("}\n")
    assert (content.pop("schema_version"), content.pop("tool")["name"]) == ("1", "truthfulness-evaluator")
    assert RunChanges.model_validate(content) == sample()


def test_markdown() -> None:
    assert ChangesMarkdown().format(sample()) == MARKDOWN


def test_markdown_fits_a_comment() -> None:
    many = [Said(f"claim {number}", R, explanation="no " * 50) for number in range(800)]
    written = ChangesMarkdown().format(compared(run_of(Doc()), run_of(Doc(many), id="5e6f7a8b")))
    assert len(written) <= 65_536
    assert "more are left out." in written


MARKDOWN = """\
## What changed

**Grade C, before C-.** \
3 claims new (1 refuted), 4 claims gone (2 refuted), 3 verdicts turned (1 refuted), \
1 with other evidence (1 refuted) and 1 with another confidence; 1 unchanged, \
from run `1a2b3c4d` of 2026-12-01 10:00 to run `5e6f7a8b` of 2026-12-01 12:30.

### Verdicts turned (3)

- `README.md:4:1` **SUPPORTED -\\> REFUTED** It was true: it is gone (src/b.py:7)
- `README.md:5:1` **NOT\\_ENOUGH\\_INFO -\\> SUPPORTED** It is slow. (src/a.py:3) (reviewed by ann\\\\x1b\\[2J)
- `README.md:8:1` **NOT CHECKED -\\> FAILED** It sings: could not be judged: m: quota

### New claims (1)

- `文書\\n.md:1:1` **NEW REFUTED** bad: no (src/a.py:3)

### Claims gone (1)

- `README.md:2:1` **GONE REFUTED** `--jobs` is 4: it is 8 (src/a.py:3)

### Other evidence (1)

- `README.md:6:1` **REFUTED** `--size` is 2: it is 9 (src/a.py:3) \
(other evidence, before src/a.py:3; correction 4 -\\> 9)

### Documents (2)

- `a_gone.md`: 2 claims, 1 refuted, only in run `1a2b3c4d`
- `文書\\n.md`: 2 claims, 1 refuted, only in run `5e6f7a8b`

<details>
<summary>Other changes (6)</summary>

- `README.md:2:1` **NEW SUPPORTED** `--jobs` is 8 (src/a.py:3)
- `README.md:7:1` **GONE SUPPORTED** It left. (src/a.py:3)
- `README.md:7:1` **SUPPORTED** It is quick. (src/a.py:3) (confidence 0.50 -\\> 0.90)
- `a_gone.md:1:1` **GONE SUPPORTED** old truth (src/a.py:3)
- `a_gone.md:2:1` **GONE REFUTED** old slip: it is not (src/a.py:3)
- `文書\\n.md:2:1` **NEW SUPPORTED** good (src/a.py:3)

</details>
"""
