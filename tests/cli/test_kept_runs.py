"""What the command line keeps of its runs, and what it says where it cannot."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_evaluator import FakeEvaluator, Run

from truthfulness_evaluator.models import Standing
from truthfulness_evaluator.models.run import RunRequest, RunStatus
from truthfulness_evaluator.store.cache import Cache
from truthfulness_evaluator.store.data import DATA
from truthfulness_evaluator.store.runs import RunStore

TRUE, FALSE = "TRUE it sails\n", "# Ferry\n\nFALSE it flies\n"


@pytest.fixture
def data(project: Path, evaluators: list[FakeEvaluator], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data file, and two documents."""
    assert not evaluators
    (project / "a.md").write_text(TRUE, encoding="utf-8")
    (project / "b.md").write_text(FALSE, encoding="utf-8")
    path = project.parent / "data" / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(path))
    return path


def test_a_run_is_kept_with_its_documents(run: Run, data: Path, project: Path) -> None:
    ran = run("a.md", "b.md", "--fail-on", "refuted", "--min-confidence", "0.5")
    assert (ran.code, ran.err) == (1, "")
    with RunStore(data) as store:
        (kept,) = store.runs()
        whole = store.load("latest")
    assert kept.request == RunRequest(root=str(project), search_code=True)
    assert (kept.status, kept.exit_code, kept.documents) == (RunStatus.COMPLETE, 1, 2)
    assert kept.closing == ran.out.splitlines()[-1]
    assert (kept.statistics.supported, kept.statistics.refuted) == (1, 1)
    assert (whole.settings["min_confidence"], whole.settings["data_file"]) == (0.5, str(data))
    assert [(each.name, each.media_type, each.text) for each in whole.contents] == [
        ("a.md", "text/markdown", TRUE),
        ("b.md", "text/markdown", FALSE),
    ]
    report = whole.contents[1].report
    assert report is not None
    assert [result.gate for result in report.verifications] == [Standing.FAILS]


@pytest.mark.parametrize(
    ("argv", "status", "code"),
    [
        (("a.md", "none.md"), RunStatus.INCOMPLETE, 3),
        (("a.md", "lost.md"), RunStatus.INCOMPLETE, 3),
        (("a.md", "stop.md", "b.md"), RunStatus.INTERRUPTED, 130),
        (("a.md", "-"), RunStatus.COMPLETE, 0),
    ],
    ids=["unread", "unvalidated", "interrupted", "standard input"],
)
def test_how_far_it_came(
    run: Run,
    data: Path,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    argv: tuple[str, ...],
    status: RunStatus,
    code: int,
) -> None:
    (project / "lost.md").write_text("LOST it sinks\n")
    (project / "stop.md").write_text("STOP\n")
    standard_input = project / "in"
    standard_input.write_text("TRUE it sails\n")
    with standard_input.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        ran = run(*argv)
    with RunStore(data) as store:
        kept = store.load("latest")
    assert (ran.code, kept.exit_code, kept.status) == (code, code, status)
    assert kept.request.standard_input is ("-" in argv)
    assert [each.name for each in kept.contents] == [name for name in argv if name != "none.md"]
    assert [each.name for each in kept.contents if each.report is None] == list(argv[1:]) * (code == 130)
    told = f"note: the run is kept as {kept.id}. `truth-eval resume {kept.id}` finishes it.\n"
    assert (told in ran.err) is (argv[1] in ("lost.md", "stop.md"))


@pytest.mark.parametrize("variable", [False, True], ids=["flag", "setting"])
def test_nothing_is_kept_where_it_is_not_wanted(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, variable: bool
) -> None:
    if variable:
        monkeypatch.setenv("TRUTH_ENABLE_STORE", "false")
    ran = run("a.md", *(() if variable else ("--no-store",)))
    assert (ran.code, ran.err, data.parent.exists()) == (0, "", False)


def test_a_run_without_documents_is_none(run: Run, data: Path) -> None:
    assert run("none.md").code == 2
    assert not data.parent.exists()


def test_old_runs_are_forgotten(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_KEEP_RUNS", "3")
    for _ in range(5):
        run("a.md")
    with RunStore(data) as store:
        assert len(store.runs()) == 3


def test_what_is_corrected_is_kept_as_it_is_then(run: Run, data: Path, project: Path) -> None:
    run("b.md", "--fix")
    with RunStore(data) as store:
        assert store.load("latest").contents[0].text == (project / "b.md").read_text(encoding="utf-8")


def test_clearing_the_cache_touches_no_run(run: Run, data: Path) -> None:
    with Cache() as cache:
        cache.put("votes", "a", 1)
    run("a.md")
    before = data.read_bytes()
    ran = run("cache", "--clear")
    assert (ran.code, ran.out.splitlines()[1:]) == (0, ["Runs and reviews are not touched; they are no part of it."])
    assert data.read_bytes() == before


def _foreign(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("a letter")


def _newer(path: Path) -> None:
    RunStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(DATA.migrations) + 1}")
    connection.close()


def _damaged(path: Path) -> None:
    RunStore(path).close()
    content = bytearray(path.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    path.write_bytes(content)


def _no_folder(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_foreign, "{path} is no data file of this program."),
        (_newer, "the data file {path} was written by a newer version of this program."),
        (_damaged, "the data file {path} is damaged: "),
        (_no_folder, "the data file {path} cannot be opened: "),
    ],
    ids=["foreign", "newer", "damaged", "no folder"],
)
@pytest.mark.parametrize("flags", [(), ("--quiet",)], ids=["told", "quiet"])
def test_a_file_that_cannot_be_used_costs_no_verdict(
    run: Run, data: Path, make: Callable[[Path], None], why: str, flags: tuple[str, ...]
) -> None:
    expected = run("a.md", "b.md", "--no-store", *flags)
    make(data)
    ran = run("a.md", "b.md", *flags)
    assert (ran.code, ran.out) == (expected.code, expected.out)
    if flags:
        assert ran.err == ""
    else:
        assert ran.err.startswith(f"truth-eval: note: the run is not kept: {why.format(path=data)}")
        assert ran.err.count("\n") == 1


def _small_files() -> None:
    """No file of the process gets longer than 20 kB; writing on is an error instead of the process's end."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


def test_a_full_disk_costs_no_verdict(data: Path, project: Path) -> None:
    (project / "c.md").write_text("See [it](setup.py).\n")
    ran = subprocess.run(
        [sys.executable, "-m", "truthfulness_evaluator", "c.md", "--no-cache"],
        preexec_fn=_small_files,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TRUTH_DATA_FILE": str(data)},
    )
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "Grade A+.")
    assert ran.stderr.startswith(f"truth-eval: note: the run is not kept: the data file {data} cannot be used: ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a home is looked up otherwise there")
def test_without_a_home_the_run_is_not_kept(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number that no user has."""
    (project / "a.md").write_text("See [it](setup.py).\n", encoding="utf-8")
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    ran = run("a.md", "--root", ".")
    note = "the user has no home folder for files of this program. Set XDG_DATA_HOME to a folder that can be written."
    assert (ran.code, ran.err) == (0, f"truth-eval: note: the run is not kept: {note}\n")
    assert ran.out.endswith("Grade A+.\n")
