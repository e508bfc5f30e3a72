"""`truth-eval runs` on kept runs."""

import json
from pathlib import Path

import pytest
from fake_evaluator import Run

from kept_runs import Doc, R, Said, run_of
from kept_store import keep
from truthfulness_evaluator.models.run import RunStatus
from truthfulness_evaluator.store.data import default_data_path

pytestmark = pytest.mark.usefixtures("own_data", "clocks_show_utc")


def ids(out: str) -> list[str]:
    """The ids of a table."""
    return [line.split()[0] for line in out.splitlines()[1:]]


def test_the_runs_of_this_project_newest_first(project: Path, run: Run) -> None:
    doc = Doc([Said("a"), Said("b", R), Said("c", None)])
    old, other, below, new = keep(
        run_of(Doc([Said("a")], name="docs/a.md"), root=str(project)),
        run_of(Doc([Said("a")]), root="/somewhere/else"),
        run_of(doc, root=str(project / "packages" / "b"), status=RunStatus.INCOMPLETE),
        run_of(doc, Doc(name="b.md"), root=str(project)),
    )
    ran = run("runs")
    assert ids(ran.out) == [new, below, old]
    assert ran.out.splitlines()[1].split() == [
        new,
        "2026-12-01",
        "10:00",
        "complete",
        "1",
        "1",
        "1",
        "-",
        "README.md",
        "+1",
    ]
    assert (ran.code, ran.err) == (0, "truth-eval: note: 1 run of other code bases is left out: --all lists them.\n")
    everything = run("runs", "--all")
    assert (ids(everything.out), everything.err) == ([new, below, other, old], "")
    assert "  /somewhere/else/README.md\n" in everything.out
    assert "  packages/b/README.md\n" in ran.out
    assert ids(run("runs", "--root", "packages").out) == [below]
    assert ids(run("runs", "--root", "/somewhere").out) == [other]


def test_one_code_base_needs_no_roots(project: Path, run: Run) -> None:
    (only,) = keep(run_of(Doc([Said("a")]), root=str(project)))
    assert run("runs").out == (
        "RUN       STARTED           STATUS    SUPPORTED  REFUTED  OPEN  REVIEW  DOCUMENTS\n"
        f"{only}  2026-12-01 10:00  complete          1        -     -       -  README.md\n"
    )


def test_outside_of_a_project_all_are_listed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keep(run_of(Doc(), root="/src/app"), run_of(Doc(), root=""))
    folder = tmp_path / "nowhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert sorted(ids(run("runs").out)) == sorted(kept)


def test_the_newest(project: Path, run: Run) -> None:
    kept = keep(*(run_of(Doc(), root=str(project)) for _ in range(25)))[::-1]
    ran = run("runs")
    assert (ids(ran.out), ran.err) == (kept[:20], "truth-eval: note: 5 older runs are left out: --limit 0 lists all.\n")
    ran = run("runs", "--limit", "24")
    assert (ids(ran.out), ran.err) == (kept[:24], "truth-eval: note: 1 older run is left out: --limit 0 lists all.\n")
    assert (ids(run("runs", "--limit", "0").out), run("runs", "--limit", "0").err) == (kept, "")


def test_for_programs(project: Path, run: Run) -> None:
    (kept,) = keep(run_of(Doc([Said("ä")]), root=str(project)))
    (row,) = json.loads(run("runs", "--format", "json").out)
    assert (row["id"], row["status"], row["request"]["root"]) == (kept, "complete", str(project))
    assert (row["statistics"]["supported"], row["waiting"], row["documents"]) == (1, 0, 1)
    assert row["first_document"] == "README.md"


def test_nothing_is_kept(project: Path, run: Run) -> None:
    ran = run("runs")
    how = "truth-eval keeps one each time it checks documents, unless --no-store is given."
    assert (ran.code, ran.out, ran.err) == (0, f"No run of {project} is kept: {how}\n", "")
    assert run("runs", "--all").out == f"No run is kept: {how}\n"
    assert run("runs", "-f", "json").out == "[]\n"
    assert not default_data_path().exists(), "looking makes no file"


def test_deleted(project: Path, run: Run) -> None:
    waiting = Doc([Said("a", needs_review=True), Said("b")])
    first, second, third = keep(
        *(run_of(each, Doc(name="b.md"), root=str(project)) for each in (Doc(), waiting, Doc([Said("a")])))
    )
    ran = run("runs", "--delete", first, second[:7])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        f"Deleted run {first} of 2026-12-01 10:00: README.md and 1 more, 0 claims.\n"
        f"Deleted run {second} of 2026-12-01 10:00: README.md and 1 more, 2 claims. 1 claim waited for a review.\n"
    )
    assert ids(run("runs").out) == [third]
    assert run("runs", "--delete", "latest", third).code == 0
    assert ids(run("runs").out) == []


def test_an_unknown_run_keeps_the_others(project: Path, run: Run) -> None:
    (kept,) = keep(run_of(Doc(), root=str(project)))
    ran = run("runs", "--delete", kept, "nothing")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("truth-eval: error: no run is called 'nothing'.")
    assert ids(run("runs").out) == [kept]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--all", "--root", "x"], "--all lists the runs of all code bases, and --root x only those of one."),
        (["--limit", "-1"], "should be greater than or equal to 0"),
        (["--format", "xml"], "xml"),
        (["extra"], "unexpected extra argument"),
    ],
)
def test_mistakes(run: Run, argv: list[str], message: str) -> None:
    ran = run("runs", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_another_programs_file(run: Run) -> None:
    path = default_data_path()
    path.parent.mkdir(parents=True)
    path.write_text("notes")
    ran = run("runs")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"truth-eval: error: {path} is no data file of this program.")
    assert path.read_text() == "notes"


def test_the_data_file_of_the_settings(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.md").write_text("It reads `setup.py`.\n")
    monkeypatch.setenv("TRUTH_DATA_FILE", str(project / "own.sqlite3"))
    assert run("a.md").code == 0
    (kept,) = ids(run("runs").out)
    assert run("report", kept).code == run("compare", kept, kept).code == 0
    monkeypatch.delenv("TRUTH_DATA_FILE")
    assert ids(run("runs").out) == []
