"""`truth-eval report` on kept runs."""

from pathlib import Path

import pytest
from fake_evaluator import Run

from kept_runs import Doc, N, R, Said, run_of
from kept_store import keep
from truthfulness_evaluator.models import Standing
from truthfulness_evaluator.models.run import Run as KeptRun
from truthfulness_evaluator.models.run import RunStatus
from truthfulness_evaluator.review.applying import apply_review

pytestmark = pytest.mark.usefixtures("own_data")


def reviewed(run: KeptRun, **decisions: str) -> KeptRun:
    """A run with what a person decided since, by claim."""
    contents = list(run.contents)
    for claim, verdict in decisions.items():
        for number, document in enumerate(contents):
            report = document.report
            if report is not None and any(each.id == claim for each in report.claims):
                update = {"report": apply_review(report, claim, verdict, reviewer="ann")}
                contents[number] = document.model_copy(update=update)
    return run.model_copy(update={"contents": tuple(contents)})


def weighed(run: KeptRun, **standings: Standing) -> KeptRun:
    """A run whose gate weighed these claims."""
    contents = [
        document.model_copy(
            update={
                "report": document.report.model_copy(
                    update={
                        "verifications": [
                            result.model_copy(update={"gate": standings.get(result.claim_id)})
                            for result in document.report.verifications
                        ]
                    }
                )
            }
        )
        for document in run.contents
        if document.report is not None
    ]
    return run.model_copy(update={"contents": tuple(contents)})


FAILS = Standing.FAILS
SLIP = weighed(run_of(Doc([Said("a"), Said("b", R)])), b=FAILS)
"""One claim is true and one refuted, which failed the gate."""
MODEL = run_of(Doc([Said("a", N, kind="prose")]))
UNDECIDED = "No grade: no claim could be verified."


@pytest.mark.parametrize(
    ("kept", "code", "closing"),
    [
        pytest.param(run_of(Doc([Said("a")])), 0, "Grade A+.", id="passed"),
        pytest.param(SLIP, 1, "Grade D, but 1 claim is refuted: gate failed.", id="failed"),
        pytest.param(reviewed(SLIP, b="supports"), 0, "Grade A+.", id="a-person-says-it-is-true"),
        pytest.param(
            reviewed(SLIP, b="refutes", a="supports"),
            1,
            "Grade C-, but 1 claim is refuted: gate failed.",
            id="confirmed",
        ),
        pytest.param(MODEL, 0, UNDECIDED, id="undecided"),
        pytest.param(
            reviewed(MODEL, a="refutes"), 1, "Grade F, but 1 claim is refuted: gate failed.", id="a-person-refutes-it"
        ),
        pytest.param(
            reviewed(MODEL, a="refutes").model_copy(update={"settings": {"fail_on": "never"}}),
            0,
            "Grade F, although 1 claim is refuted.",
            id="a-gate-that-never-fails",
        ),
        pytest.param(run_of(Doc([Said("a")]), settings={"fail_under": "A+"}), 0, "Grade A+.", id="good-enough"),
        pytest.param(
            run_of(Doc([Said("a", confidence=0.72)]), settings={"fail_under": "A"}),
            1,
            "Grade B is below A: gate failed.",
            id="below",
        ),
        pytest.param(
            run_of(Doc([Said("a", None)]), status=RunStatus.INCOMPLETE),
            3,
            "No grade, and 1 claim could not be judged.",
            id="not-judged",
        ),
        pytest.param(
            run_of(Doc([Said("a")]), status=RunStatus.INTERRUPTED),
            3,
            "Interrupted: the rest was not checked.",
            id="interrupted",
        ),
        pytest.param(
            SLIP.model_copy(update={"status": RunStatus.INTERRUPTED}),
            1,
            "Interrupted: the rest was not checked.",
            id="interrupted-and-failed",
        ),
        pytest.param(
            run_of(Doc([Said("a", R)]), exit_code=None),
            1,
            "Grade F, but 1 claim is refuted: gate failed.",
            id="asked-by-a-program",
        ),
        pytest.param(
            run_of(Doc([Said("a")]), Doc(name="b.md", finished=False), status=RunStatus.RUNNING),
            3,
            "Grade A+. The run was not finished: 1 document is missing.",
            id="not-finished",
        ),
        pytest.param(
            run_of(Doc([Said("a", R)]), Doc(name="b.md", finished=False), status=RunStatus.RUNNING),
            1,
            "Grade F, but 1 claim is refuted: gate failed. The run was not finished: 1 document is missing.",
            id="not-finished-and-failed",
        ),
    ],
)
def test_the_gate_decides_anew(run: Run, kept: KeptRun, code: int, closing: str) -> None:
    keep(kept)
    ran = run("report")
    assert (ran.code, ran.out.splitlines()[-1], ran.err) == (code, closing, "")


def test_a_known_finding_that_a_person_confirms_stays_known(project: Path, run: Run) -> None:
    (project / ".truth-baseline.json").write_text(
        '{"tool": "truthfulness-evaluator", "schema_version": 1, "findings": [\n'
        '{"id": "b", "document": "README.md", "kind": "path", "verdict": "REFUTES", "text": "b"}]}'
    )
    known = weighed(run_of(Doc([Said("b", R)]), root=str(project)), b=Standing.KNOWN)
    keep(reviewed(known, b="refutes"))
    ran = run("report", "-v")
    assert (ran.code, ran.out.splitlines()[0].split()[1]) == (0, "KNOWN")


def test_names_and_places(project: Path, run: Run) -> None:
    old, new = keep(SLIP.model_copy(update={"started_at": "2026-01-01"}), run_of(Doc([Said("a")])))
    assert run("report", old).out == run("report", old[:6]).out != run("report", new).out
    assert run("report").out == run("report", "latest").out == run("report", new).out
    ran = run("report", old, "-f", "json:r.json", "-o", "r.html")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1] == "Grade D, but 1 claim is refuted: gate failed."
    assert (project / "r.json").read_text().startswith("{")
    assert (project / "r.html").read_text().startswith("<!doctype html>")
    assert run("report", old, "-q", "-f", "json").err == ""


def test_the_newest_of_this_project_comes_first(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = Doc([Said("elsewhere", R)])
    own, other = keep(run_of(Doc([Said("a")]), root=str(project)), run_of(elsewhere, root="/else"))
    assert run("report").out == run("report", own).out != run("report", other).out
    assert run("report", "latest").out == run("report", other).out
    monkeypatch.chdir("/")
    assert run("report").out == run("report", other).out


def test_notices_of_documents_are_told(run: Run) -> None:
    keep(run_of(Doc([Said("a")], notices=["history is cut off"])))
    assert run("report").err == "truth-eval: note: history is cut off\n"
    assert run("report", "--quiet").err == ""


def test_no_document_of_the_run_is_overwritten(project: Path, run: Run) -> None:
    keep(run_of(Doc([Said("a")]), root=str(project)))
    ran = run("report", "-o", "README.md")
    assert (ran.code, ran.out) == (2, "")
    assert "--output README.md would replace a document that is checked." in ran.err
    assert not (project / "README.md").exists()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["nothing"], "no run is called 'nothing'."),
        (["-f", "xml"], "The report format 'xml' is not available."),
        (["-o", "no/where.md"], "--output no/where.md: there is no folder no."),
        (["-f", "json", "-f", "text"], "--format json and --format text both write to standard output."),
        (["latest", "latest"], "unexpected extra argument"),
    ],
)
def test_mistakes(run: Run, argv: list[str], message: str) -> None:
    keep(SLIP)
    ran = run("report", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_the_beginning_of_several_runs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(("1a2b0000", "1a2b1111"))

    def next_one(_length: int) -> str:
        return next(numbers)

    monkeypatch.setattr("secrets.token_hex", next_one)
    keep(SLIP, SLIP)
    ran = run("report", "1a2b")
    assert (ran.code, ran.out) == (2, "")
    assert "1a2b1111, 1a2b0000" in ran.err


def test_no_run_is_kept(run: Run) -> None:
    ran = run("report")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("truth-eval: error: no run is kept yet.")


def test_settings_of_a_newer_version(run: Run) -> None:
    keep(run_of(Doc([Said("a")]), settings={"fail_on": "doubtful", "a_setting_to_come": 1}))
    ran = run("report")
    assert (ran.code, ran.out) == (2, "")
    assert "fail_on" in ran.err


def test_what_is_set_today_changes_no_kept_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(run_of(Doc([Said("a", N)]), settings={"fail_on": "refuted", "output_format": "json"}))
    monkeypatch.setenv("TRUTH_FAIL_ON", "unsupported")
    monkeypatch.setenv("TRUTH_OUTPUT_FORMAT", "html")
    ran = run("report")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, UNDECIDED)
