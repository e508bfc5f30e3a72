"""`truth-eval compare` on kept runs."""

import json
from pathlib import Path

import pytest
from fake_evaluator import Run

from kept_runs import Doc, R, Said, run_of
from kept_store import keep
from truthfulness_evaluator.models.run import Run as KeptRun

pytestmark = pytest.mark.usefixtures("clocks_show_utc", "own_data")


def of(root: Path | str, *claims: Said, hour: int = 10) -> KeptRun:
    """A run of one document."""
    return run_of(Doc(claims), root=str(root), started_at=f"2026-12-01T{hour}:00:00+00:00")


def test_two_runs_by_name(project: Path, run: Run) -> None:
    first, second = keep(of(project, Said("a")), of(project, Said("a", R, explanation="it is b"), hour=11))
    turned = "README.md:1:1: SUPPORTED -> REFUTED a: it is b (src/a.py:3)\n"
    runs = f"from run {first} of 2026-12-01 10:00 to run {second} of 2026-12-01 11:00.\n"
    out = f"{turned}1 verdict turned (1 refuted); 0 unchanged, {runs}Grade F, before A+.\n"
    for names in ((first, second), (first[:7], "latest"), (first,), ()):
        assert run("compare", *names) == type(run("compare"))(0, out, "")
    back = run("compare", second, first).out
    assert back.startswith("README.md:1:1: REFUTED -> SUPPORTED a (src/a.py:3)\n")
    assert run("compare", first, first).out.startswith("Nothing changed in 1 claim, ")


def test_by_default_the_run_before_of_the_same_code_base(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, _, new, newest = keep(of(project), of("/else"), of(project, Said("a")), of("/else", Said("b"), Said("c")))
    assert run("compare").out == run("compare", old, new).out
    assert f"from run {old} " in run("compare").out
    monkeypatch.chdir("/")
    assert run("compare").out.startswith("2 claims new; ")
    ran = run("compare", newest, new)
    assert "They are of different code bases, /else and " in ran.out
    assert ran.code == 0


def test_forms_and_files(project: Path, run: Run) -> None:
    keep(of(project, Said("ä")), of(project, Said("ä"), Said("b", R, 2)))
    read = json.loads(run("compare", "-f", "json").out)
    assert [each["text"] for each in read["documents"][0]["changes"]] == ["b"]
    assert run("compare", "--format", "markdown").out.startswith("## What changed\n")
    for name, start in (("c.json", "{"), ("c.md", "## What"), ("c.txt", "README.md:2:1: NEW REFUTED")):
        assert run("compare", "-o", name) == type(run("compare"))(0, "", "")
        assert (project / name).read_text(encoding="utf-8").startswith(start)
    run("compare", "-o", "any.name", "-f", "json")
    assert json.loads((project / "any.name").read_text(encoding="utf-8")) == read


def test_true_claims_that_come_and_go_are_listed_where_asked_for(project: Path, run: Run) -> None:
    keep(of(project, Said("a")), of(project, Said("b")))
    assert len(run("compare").out.splitlines()) == 2
    assert run("compare", "--verbose").out.splitlines()[:2] == [
        "README.md:1:1: GONE SUPPORTED a (src/a.py:3)",
        "README.md:1:1: NEW SUPPORTED b (src/a.py:3)",
    ]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["nothing"], "no run is called 'nothing'."),
        (["-o", "c.html"], "The name 'c.html' does not say which format to write. Use --format, or one of the "),
        (["-o", "c"], "The name 'c' does not say which format to write."),
        (["-o", "no/where.md"], "no/where.md cannot be written: No such file or directory."),
        (["-f", "html"], "html"),
        (["latest", "latest", "latest"], "unexpected extra argument"),
    ],
)
def test_mistakes(project: Path, run: Run, argv: list[str], message: str) -> None:
    keep(of(project), of(project))
    ran = run("compare", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert list(project.iterdir()) == [project / "setup.py"]


def test_there_is_nothing_to_compare_with(project: Path, run: Run) -> None:
    ran = run("compare")
    assert (ran.code, ran.err.partition(".")[0]) == (2, "truth-eval: error: no run is kept yet")
    keep(of("/else"))
    (only,) = keep(of(project))
    ran = run("compare")
    message = f"No run of {project} is kept from before run {only} of 2026-12-01 10:00."
    assert (ran.code, ran.err) == (
        2,
        f"truth-eval: error: {message} Name two runs; `truth-eval runs` lists them.\n",
    )
