"""A machine like many with Windows: a cp1252 console, no UTF-8 mode, blanks and umlauts in paths, CRLF.

Every text file must be opened with its encoding named: Python's own default is made an error here.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.reporting.table import FORMATS

Start = Callable[..., "subprocess.CompletedProcess[bytes]"]
TEXT = (
    "# Über die Größe 你好\r\n\r\nSiehe [hier](<docs/größe 1.md>) und [dort](docs/weg.md).\r\n\r\n"
    "Requires Python 3.9 or newer.\r\n"
)
CONSOLE: Mapping[str, str] = {
    "PYTHONUTF8": "0",
    "PYTHONIOENCODING": "cp1252",
    "LC_ALL": "C.UTF-8",
    "PYTHONWARNDEFAULTENCODING": "1",
    "PYTHONWARNINGS": "error::EncodingWarning",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "Meine Projekte" / "Größe (1)"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "größe 1.md").write_text("# Größe\r\n", encoding="utf-8", newline="")
    (root / "README.md").write_text(TEXT, encoding="utf-8", newline="")
    (root / "pyproject.toml").write_text(
        '[project]\r\nname = "größe"\r\nversion = "1"\r\nrequires-python = ">=3.11"\r\n', encoding="utf-8", newline=""
    )
    (root / "app.py").write_text("GRÖSSE = 1\r\n", encoding="utf-8", newline="")
    return root


@pytest.fixture
def start(folder: Path, tmp_path: Path) -> Start:
    def started(*argv: str) -> "subprocess.CompletedProcess[bytes]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TRUTH_", "GITHUB_"))}
        done = subprocess.run(
            [sys.executable, "-m", "truthfulness_evaluator", *argv],
            cwd=folder,
            env={**kept, **CONSOLE, "XDG_CONFIG_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode("cp1252")
        return done

    return started


def test_the_console_degrades_and_the_exit_code_holds(start: Start) -> None:
    done = start()
    assert done.returncode == 1
    shown = done.stdout.decode("cp1252")
    assert "README.md:5:10: REFUTED" in shown.replace("\r\n", "\n")
    assert "weg.md" in shown


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_report_in_a_file_is_utf8(start: Start, folder: Path, name: str) -> None:
    done = start("--exit-zero", "-v", "-f", f"{name}:Bericht für alle.out")
    assert done.returncode == 0
    text = (folder / "Bericht für alle.out").read_bytes().decode("utf-8")
    assert "3.9" in text
    assert "\r\n" not in text or name in {"html", "text"}


def test_corrections_keep_the_line_ends(start: Start, folder: Path) -> None:
    start("--fix")
    fixed = (folder / "README.md").read_bytes().decode("utf-8")
    assert fixed == TEXT.replace("3.9", "3.11")


@pytest.mark.parametrize(
    "argv",
    [("explain", "README.md:5"), ("config",), ("--show-fixes",), ("--help",), ("explain", "--help")],
    ids=lambda argv: " ".join(argv),
)
def test_other_commands_do_not_crash(start: Start, argv: tuple[str, ...]) -> None:
    assert start(*argv).returncode in {0, 1}


def test_a_baseline_is_utf8(start: Start, folder: Path) -> None:
    assert start("--update-baseline").returncode == 0
    assert json.loads((folder / ".truth-baseline.json").read_bytes())["findings"]
    assert start().returncode == 0


def test_what_changed_since_a_revision(start: Start, folder: Path) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "Größe")):
        subprocess.run(["git", *identity, "-C", str(folder), *command], check=True, capture_output=True)
    (folder / "docs" / "größe 1.md").rename(folder / "docs" / "größe 2.md")
    done = start("--since", "HEAD", "-f", "json")
    texts = [claim["text"] for report in json.loads(done.stdout)["reports"] for claim in report["claims"]]
    assert any("größe 1.md" in text for text in texts)


def test_a_path_with_blanks_and_umlauts_as_argument(start: Start, folder: Path) -> None:
    done = start("docs/größe 1.md", "--root", str(folder))
    assert done.returncode == 0
