"""A kept run is written once more with the very bytes that the check wrote."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.reporting.table import FORMATS

pytestmark = pytest.mark.usefixtures("own_data")

README = """\
# App

Run `app --jobs 4` (default 8); `--jobs` defaults to 3. See [the guide](docs/guide.md) and [more](docs/missing.md).

It reads `APP_HOME`. It is quick.
"""
SOURCE = '''\
"""The app."""

import argparse
import os

HOME = os.environ["APP_HOME"]


def main():
    """Runs it."""
    parser = argparse.ArgumentParser(prog="app")
    parser.add_argument("--jobs", type=int, default=8)
    parser.parse_args()
'''
FILES = {
    "README.md": README,
    "docs/guide.md": "# Guide\n\nThe sources are in `src/app.py`.\n",
    "docs/empty.md": "# Nothing\n",
    "src/app.py": SOURCE,
    "pyproject.toml": '[project]\nname = "app"\nversion = "1.0"\n[project.scripts]\napp = "app:main"\n',
}


@pytest.fixture
def app(project: Path) -> Path:
    """A small project with a document that is wrong and one that is right."""
    for name, text in FILES.items():
        path = project / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return project


def written(folder: Path) -> tuple[list[str], dict[str, bytes]]:
    """Flags that write each format to a file, and what is in the files after a run."""
    flags = [part for name in sorted(FORMATS) for part in ("-f", f"{name}:{folder / name}")]
    return flags, {name: (folder / name).read_bytes() for name in FORMATS if (folder / name).exists()}


@pytest.mark.parametrize(
    ("argv", "files", "code"),
    [
        pytest.param(["README.md", "docs"], {}, 1, id="several"),
        pytest.param(["docs/guide.md"], {}, 0, id="all-is-true"),
        pytest.param(["docs/empty.md"], {}, 0, id="nothing-to-check"),
        pytest.param(["README.md", "--fail-on", "unsupported", "--fail-under", "A"], {}, 1, id="a-strict-gate"),
        pytest.param(["README.md", "--exit-zero"], {}, 0, id="a-gate-that-never-fails"),
        pytest.param(["README.md", "--fail-on-kind", "link", "--min-confidence", "0.5"], {}, 1, id="one-kind"),
        pytest.param(
            ["README.md"],
            {"truth.toml": '[[overrides]]\npaths = ["*.md"]\nfail_on = "never"\n'},
            0,
            id="settings-of-some-paths",
        ),
        pytest.param(
            ["README.md", "--report-unused-ignores"],
            {"README.md": f"<!-- truth: ignore -->\nx\n\n{README}"},
            1,
            id="comments",
        ),
        pytest.param(["README.md", "docs/none.md"], {}, 1, id="one-cannot-be-read"),
        pytest.param(["docs/guide.md", "docs/none.md"], {}, 3, id="one-of-the-true-ones-cannot-be-read"),
    ],
)
def test_every_format(
    app: Path, run: Run, argv: list[str], files: Mapping[str, str], code: int, tmp_path: Path
) -> None:
    for name, text in files.items():
        (app / name).write_text(text, encoding="utf-8")
    first, again = tmp_path / "first", tmp_path / "again"
    first.mkdir()
    again.mkdir()
    assert run(*argv, *written(first)[0]).code == code
    (app / "README.md").write_text("Something else.", encoding="utf-8")
    ran = run("report", *written(again)[0])
    assert ran.code == code
    assert written(again)[1] == written(first)[1]
    assert len(written(first)[1]) == len(FORMATS)


@pytest.mark.parametrize(
    "flags", [[], ["--verbose"], ["--quiet"], ["-f", "json"], ["-q", "-f", "markdown"]], ids=" ".join
)
def test_standard_output(app: Path, run: Run, flags: list[str]) -> None:
    ran = run("README.md", "docs", *flags)
    assert run("report", *flags) == ran


def test_the_known_stay_known(app: Path, run: Run) -> None:
    run("README.md", "--update-baseline")
    ran = run("README.md", "--verbose")
    (app / ".truth-baseline.json").unlink()
    assert "KNOWN" in ran.out
    assert run("report", "--verbose") == ran


def test_in_a_job_of_github(app: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    ran = run("README.md")
    assert ran.out.count("::error ") == 2
    assert run("report") == ran


def test_standard_input(app: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(README.encode()), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", given)
    ran = run("-", "--stdin-filename", "README.md")
    assert ran.code == 1
    assert run("report") == ran


def test_from_another_folder(app: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("README.md", "-f", "sarif")
    monkeypatch.chdir(app / "docs")
    assert run("report", "-f", "sarif") == ran


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_that_a_run_is_not_kept_changes_no_byte(app: Path, run: Run, name: str) -> None:
    assert run("docs/guide.md", "README.md", "-f", name, "--no-store") == run("docs/guide.md", "README.md", "-f", name)
