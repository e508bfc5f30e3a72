"""The report on what chat models said, after people have decided some of it."""

from panel_report import N, R, S, panel_report
from truthfulness_evaluator import apply_review
from truthfulness_evaluator.models import Claim, Location, TruthfulnessReport

WHEN = "2026-12-01T10:30:00Z"


def reviewed_report() -> TruthfulnessReport:
    """A refutation that a person turns, a tie and a claim without a result that people decide, one that waits.

    A person agrees with an exact look-up, and judges a claim that no judge was asked about.
    """
    report = panel_report()
    extra = Claim(
        id="fast", text="It is fast.", source_document=report.source_document,
        location=Location(path=report.source_document, line=9, column=1), kind="note", source_span=(300, 301),
    )  # fmt: skip
    report = report.model_copy(update={"not_checked": [extra]})
    for claim_id, verdict, reviewer, note in (
        ("hour", N, "Ann", "It says what the *default* is."),
        ("option", S, "Ann", "Seen in `--help`."),
        ("emptied", R, "Ben", "The file stays."),
        ("old", R, "", ""),
        ("fast", S, "Ben", "By a stopwatch."),
    ):
        at = WHEN if reviewer else ""
        report = apply_review(report, claim_id, verdict, reviewer=reviewer, note=note, reviewed_at=at)
    return report
