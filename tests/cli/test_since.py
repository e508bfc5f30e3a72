"""`--since`: only what has changed."""

import subprocess
from pathlib import Path

import pytest
from fake_evaluator import Run


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, "-C", str(root), *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(project: Path) -> Path:
    """Two documents, each with a claim about a file of its own."""
    (project / "README.md").write_text("Texts are loaded by `app/loader.py`.\n")
    (project / "docs").mkdir()
    (project / "docs/use.md").write_text("Begin with `app/main.py`. Then read `app/gone.py`.\n")
    (project / "app").mkdir()
    for name in ("loader.py", "main.py", "gone.py"):
        (project / "app" / name).write_text("")
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "first")
    git(project, "rm", "-q", "app/gone.py")
    git(project, "commit", "-q", "-m", "second")
    return project


def test_findings_of_the_change_alone_fail_the_gate(repository: Path, run: Run) -> None:
    assert run().out.count("REFUTED") == 1
    before = run("--since", "HEAD")
    assert (before.code, before.out.count("REFUTED")) == (0, 0)
    git(repository, "mv", "app/loader.py", "app/reader.py")
    git(repository, "commit", "-q", "-m", "third")
    after = run("--since", "HEAD~1")
    assert after.code == 1
    assert [line.split(": ")[0] for line in after.out.splitlines() if "REFUTED" in line] == ["README.md:1:22"]


def test_a_run_that_touches_no_document_says_so_and_passes(repository: Path, run: Run) -> None:
    ran = run("--since", "HEAD")
    assert ran.code == 0
    assert "no document says anything about what has changed since HEAD" in ran.err
    assert "no document" not in run("--since", "HEAD", "--quiet").err


@pytest.mark.usefixtures("repository")
def test_a_baseline_is_not_written_of_a_part(run: Run) -> None:
    ran = run("--since", "HEAD", "--update-baseline")
    assert ran.code == 2
    assert "--since leaves some out" in ran.err


def test_known_findings_that_were_not_looked_for_are_not_called_gone(repository: Path, run: Run) -> None:
    run("--update-baseline")
    (repository / "docs/use.md").write_text("Begin with `app/main.py`.\n")
    assert "no longer" in run().err
    assert "no longer" not in run("--since", "HEAD").err


@pytest.mark.usefixtures("repository")
def test_an_unknown_revision_is_a_usage_error(run: Run) -> None:
    ran = run("--since", "nowhere")
    assert ran.code == 2
    assert "git knows no revision 'nowhere' here" in ran.err


def test_a_folder_without_a_repository_is_a_usage_error(project: Path, run: Run) -> None:
    (project / "README.md").write_text("# A\n")
    assert run("--since", "HEAD").code == 2


def test_comments_are_called_unused_only_where_all_claims_are_looked_for(repository: Path, run: Run) -> None:
    wrong = "Texts are loaded by `app/loader.py`.\n\n<!-- truth: ignore -- made by hand -->\nThen read `app/gone.py`.\n"
    (repository / "docs/use.md").write_text(wrong)
    (repository / "README.md").write_text("Texts are loaded by `app/loader.py`.\n")
    git(repository, "commit", "-q", "-a", "-m", "third")
    git(repository, "mv", "app/loader.py", "app/first.py")
    git(repository, "commit", "-q", "-m", "fourth")
    ran = run("--since", "HEAD~1", "--report-unused-ignores", "docs/use.md")
    assert (ran.out.count("REFUTED"), ran.out.count("UNUSED")) == (1, 0)
    (repository / "docs/use.md").write_text(wrong.replace("gone", "first"))
    assert run("--since", "HEAD", "--report-unused-ignores", "docs/use.md").out.count("UNUSED") == 1
