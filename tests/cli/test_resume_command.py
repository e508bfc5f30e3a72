"""`truth-eval resume` of runs that ask no model, and of what is no run that it could finish."""

from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator import Evaluator
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.runs import RunStore

TEXT = "See [it](setup.py) and [that](missing.py).\n"


@pytest.fixture
def data(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = project.parent / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(path))
    return path


def kept(data: Path, *documents: RunDocument, status: RunStatus, unread: int = 0, request: RunRequest) -> str:
    with RunStore(data) as store:
        run_id = store.begin(request, {"fail_on": "never"}, started_at="2026-12-01T10:00:00Z", version="1")
        store.record_all(run_id, dict(enumerate(documents)))
        if status is not RunStatus.RUNNING:
            store.finish(run_id, status=status, finished_at="", closing="", exit_code=3, unread=unread)
    return run_id


@pytest.mark.parametrize("status", [RunStatus.INTERRUPTED, RunStatus.RUNNING], ids=["interrupted", "killed"])
def test_documents_that_were_not_come_to_are_judged(run: Run, data: Path, project: Path, status: RunStatus) -> None:
    document = RunDocument(name="a.md", media_type="text/markdown", text=TEXT)
    run_id = kept(data, document, status=status, request=RunRequest(root=str(project)))
    ran = run("resume", run_id)
    assert ran.code == 0
    assert "run is kept" not in ran.err
    assert ran.out.startswith("Checked 2 claims in 1 document: 1 supported, 1 not settled.")
    with RunStore(data) as store:
        after = store.load(run_id)
    assert (after.status, after.exit_code, after.closing) == (RunStatus.COMPLETE, 0, ran.out.splitlines()[-1])
    assert after.contents[0].report is not None
    assert [str(result.verdict) for result in after.contents[0].report.verifications] == ["SUPPORTS", "NOT_ENOUGH_INFO"]
    assert f"note: nothing is left to finish in the run {run_id}." in run("resume", run_id).err


def test_a_run_that_lacks_only_its_end_gets_it(run: Run, data: Path, project: Path) -> None:
    """It was killed after its last document."""
    (project / "a.md").write_text(TEXT, encoding="utf-8")
    report = Evaluator(root=project, store=False).evaluate(project / "a.md")
    document = RunDocument(name="a.md", media_type="text/markdown", text=TEXT, report=report)
    run_id = kept(data, document, status=RunStatus.RUNNING, request=RunRequest(root=str(project)))
    ran = run("resume")
    with RunStore(data) as store:
        after = store.load(run_id)
    assert (ran.code, after.status, after.finished_at is None) == (0, RunStatus.COMPLETE, False)


def test_what_could_not_be_read_is_no_part_of_it(run: Run, data: Path, project: Path) -> None:
    run_id = kept(data, status=RunStatus.INCOMPLETE, unread=1, request=RunRequest(root=str(project)))
    ran = run("resume", run_id)
    assert ran.err.startswith(
        f"truth-eval: note: nothing is left to finish in the run {run_id}. What could not be read is no part of it: "
        "check it in a run of its own.\n"
    )


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            RunRequest(from_python=True),
            "the run {run} is one of a program, whose judges and texts are not kept. Evaluator.finish takes its "
            "reports.",
        ),
        (
            RunRequest(root="/no/such/folder"),
            "the code base of the run {run} is gone: there is no folder /no/such/folder.",
        ),
        (RunRequest(sources=("/no/such.pdf",)), "a source of the run {run} is gone: there is no /no/such.pdf."),
    ],
    ids=["of a program", "no root", "no source"],
)
def test_what_cannot_be_finished_is_one_sentence(run: Run, data: Path, asked: RunRequest, why: str) -> None:
    run_id = kept(data, RunDocument(name="a.md", text=TEXT), status=RunStatus.INTERRUPTED, request=asked)
    ran = run("resume", run_id)
    assert (ran.code, ran.out, ran.err) == (2, "", f"truth-eval: error: {why.format(run=run_id)}\n")
    with RunStore(data) as store:
        assert store.load(run_id).status is RunStatus.INTERRUPTED


def test_a_file_that_cannot_be_written_costs_no_verdict(
    run: Run, data: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id = kept(
        data, RunDocument(name="a.md", text=TEXT), status=RunStatus.INTERRUPTED, request=RunRequest(root=str(project))
    )
    monkeypatch.setattr("truthfulness_evaluator.store.recording.RunStore", _refusing)
    ran = run("resume", run_id)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "Grade A+.")
    assert ran.err.endswith("truth-eval: note: the run is not kept: the disk is full.\n")


def _refusing(path: Path) -> RunStore:
    from truthfulness_evaluator.core.errors import SettingsError

    raise SettingsError("the disk is full.")
