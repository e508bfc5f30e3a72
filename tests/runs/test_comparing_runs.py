"""Which claims of two runs are told to have changed, and how."""

import pytest

from kept_runs import Doc, N, R, S, Said, run_of
from truthfulness_evaluator.models import FailureKind, JudgeFailure, Review
from truthfulness_evaluator.models.run_changes import ChangeKind
from truthfulness_evaluator.runs.comparing import compared

REVIEW = Review(verdict=S, reviewer="ann", reviewed_at="2026-12-01T11:00:00+00:00", machine_verdict=N)
LOST = Said("a", None, failures=(JudgeFailure(judge="gpt-4o", kind=FailureKind.TIMEOUT),))


@pytest.mark.parametrize(
    ("before", "after", "changes", "unchanged"),
    [
        pytest.param(Doc([Said("a")]), Doc([Said("a")]), [], 1, id="same"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", line=9)]), [], 1, id="moved-in-the-document"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", source_line=9)]), [], 1, id="moved-in-the-source"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", passage="jobs  =\n8 ")]), [], 1, id="other-white-space"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", explanation="it is so")]), [], 1, id="other-words"),
        pytest.param(Doc(), Doc([Said("a")]), ["new"], 0, id="new"),
        pytest.param(Doc([Said("a")]), Doc(), ["gone"], 0, id="gone"),
        pytest.param(Doc([Said("a", S)]), Doc([Said("a", R)]), ["turned"], 0, id="turned"),
        pytest.param(Doc([Said("a", S)]), Doc([LOST]), ["turned"], 0, id="not-judged-any-more"),
        pytest.param(Doc([LOST]), Doc([LOST]), [], 1, id="not-judged-as-before"),
        pytest.param(Doc(not_checked=[Said("a")]), Doc([Said("a", R)]), ["turned"], 0, id="asked-for-the-first-time"),
        pytest.param(Doc([Said("a")]), Doc(ignored=[Said("a")]), ["turned"], 0, id="ignored-now"),
        pytest.param(Doc(not_checked=[Said("a")]), Doc(ignored=[Said("a")]), [], 0, id="asked-by-neither"),
        pytest.param(Doc(not_checked=[Said("a")]), Doc(), [], 0, id="never-asked-and-gone"),
        pytest.param(Doc(), Doc(ignored=[Said("a")]), [], 0, id="ignored-from-the-start"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", source="src/b.py")]), ["evidence"], 0, id="other-source"),
        pytest.param(Doc([Said("a")]), Doc([Said("a", passage="jobs = 9")]), ["evidence"], 0, id="other-passage"),
        pytest.param(
            Doc([Said("a", S)]), Doc([Said("a", R, passage="jobs = 9")]), ["turned"], 0, id="turned-by-other-evidence"
        ),
        pytest.param(Doc([Said("a", confidence=0.5)]), Doc([Said("a", confidence=0.7)]), ["confidence"], 0, id="surer"),
        pytest.param(Doc([Said("a", confidence=0.71)]), Doc([Said("a")]), [], 1, id="a-little-surer"),
        pytest.param(
            Doc([Said("a", R, correction="8")]),
            Doc([Said("a", R, correction="9", passage="jobs = 9")]),
            ["evidence", "correction"],
            0,
            id="refuted-by-another-value",
        ),
        pytest.param(
            Doc([Said("a", N)]), Doc([Said("a", S, review=REVIEW)]), ["turned", "reviewed"], 0, id="a-person-turned-it"
        ),
        pytest.param(Doc([Said("a")]), Doc([Said("a", review=REVIEW)]), ["reviewed"], 0, id="a-person-agreed"),
        pytest.param(
            Doc([Said("a", review=REVIEW)]),
            Doc([Said("a", review=REVIEW.model_copy(update={"machine_confidence": 0.4}))]),
            [],
            1,
            id="the-same-decision-remembered",
        ),
        pytest.param(Doc([Said("a", review=REVIEW)]), Doc([Said("a")]), ["reviewed"], 0, id="a-review-taken-back"),
    ],
)
def test_one_claim(before: Doc, after: Doc, changes: list[str], unchanged: int) -> None:
    (document,) = compared(run_of(before), run_of(after)).documents
    assert [kind.value for change in document.changes for kind in change.changes] == changes
    assert document.unchanged == unchanged


def test_a_reworded_statement_reads_from_old_to_new() -> None:
    before = Doc([Said("zero", line=1), Said("jobs are 4", R, line=5)])
    after = Doc([Said("zero", line=1), Said("jobs are 8", line=5), Said("more", line=2)])
    (document,) = compared(run_of(before), run_of(after)).documents
    assert [(change.text, change.changes) for change in document.changes] == [
        ("more", (ChangeKind.NEW,)),
        ("jobs are 4", (ChangeKind.GONE,)),
        ("jobs are 8", (ChangeKind.NEW,)),
    ]
    assert (document.grade_before, document.grade_after) == ("D", "A+")


def test_documents_of_one_run_alone_and_unfinished_ones() -> None:
    before = run_of(Doc([Said("a")], name="a.md"), Doc([Said("b")], name="b.md"), Doc(name="d.md", finished=False))
    after = run_of(Doc([Said("b", R)], name="b.md"), Doc([Said("c")], name="c.md"), Doc([Said("d")], name="d.md"))
    changes = compared(before, after)
    assert [(each.name, each.runs, len(each.changes)) for each in changes.documents] == [
        ("a.md", "before", 1),
        ("b.md", "both", 1),
        ("c.md", "after", 1),
    ]
    assert changes.unfinished == ("d.md",)


def test_the_runs_themselves() -> None:
    unsure = Doc([Said("a", S, confidence=0.6)], name="a.md"), Doc([Said("b", S, confidence=0.6)], name="b.md")
    before = run_of(*unsure, settings={"confidence_threshold": 0.7})
    after = run_of(*unsure, id="5e6f7a8b", settings={"confidence_threshold": 0.5}, root="/src/other")
    changes = compared(before, after)
    assert (changes.before.id, changes.before.grade) == ("1a2b3c4d", None)
    assert (changes.after.id, changes.after.grade) == ("5e6f7a8b", "C+")
    assert not changes.same_root
    assert compared(before, before).same_root
