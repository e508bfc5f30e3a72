"""The whole program in a process of its own, on a small project."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from fake_evaluator import Run

README = """\
# Größe

See the [guide](docs/gone.md) and [the other one](docs/größe.md).
"""
COMMAND = (sys.executable, "-m", "truthfulness_evaluator")


@pytest.fixture(autouse=True)
def files(project: Path) -> None:
    (project / "README.md").write_text(README, encoding="utf-8")
    (project / "docs").mkdir()
    (project / "docs" / "guide.md").write_text("# Guide\n")


def process(
    project: Path, *argv: str, variables: Mapping[str, str] | None = None, feed: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*COMMAND, *argv],
        cwd=project,
        env={**os.environ, **(variables or {})},
        input=feed,
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_a_broken_link_is_refuted_at_its_place(project: Path) -> None:
    done = process(project, "README.md", variables={"PYTHONUTF8": "1"})
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 1
    assert lines[0].startswith("README.md:3:")
    assert ": REFUTED " in lines[0]
    assert "docs/gone.md" in lines[0]
    assert lines[-1].endswith(", but 2 claims are refuted: gate failed.")
    assert b"Traceback" not in done.stderr


def test_a_console_that_lacks_characters(project: Path) -> None:
    done = process(project, "README.md", variables={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert rb"gr\xf6\xdfe.md" in done.stdout


def test_json_is_utf8_on_any_console(project: Path) -> None:
    variables = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = process(project, "README.md", "-f", "json", variables=variables)
    texts = [claim["text"] for claim in json.loads(done.stdout.decode("utf-8"))["reports"][0]["claims"]]
    assert any("größe.md" in text for text in texts)


def test_two_runs_give_the_same_bytes(project: Path) -> None:
    outputs = [process(project, "-f", "json", variables={"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")]
    assert outputs[0] == outputs[1]


def test_standard_input(project: Path) -> None:
    feed = b"See [it](docs/gone.md).\n"
    done = process(project, "-", "--stdin-filename", "README.md", feed=feed)
    assert done.returncode == 1
    assert done.stdout.startswith(b"README.md:1:")


def test_a_closed_pipe_is_no_error(project: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "docs", "--verbose"], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        errors = done.stderr.read()
    assert (done.returncode, errors) == (0, b"")


@pytest.mark.parametrize(
    ("name", "content", "code", "sentence"),
    [
        ("empty.md", b"", 0, ""),
        ("prose.md", b"It is nice.\n", 0, ""),
        ("binary.md", bytes(range(256)), 2, "truth-eval: error: binary.md is not text: it holds zero bytes."),
        ("marked.md", b"\xff\xfeodd", 2, "truth-eval: error: marked.md begins as UTF-16-LE and is not"),
        ("latin.md", "It is größer.\n".encode("latin-1"), 0, ""),
        ("app.js", b"", 2, "truth-eval: error: app.js has no format that is read as a document"),
    ],
)
def test_documents_of_all_sorts(project: Path, run: Run, name: str, content: bytes, code: int, sentence: str) -> None:
    (project / name).write_bytes(content)
    ran = run(name)
    assert ran.code == code
    assert ran.err.startswith(sentence) if sentence else ran.err == ""


def test_a_page_shows_documents_from_beginning_to_end(project: Path, run: Run) -> None:
    (project / "docs" / "index.md").write_text("# Index\n\nSee [the guide](guide.md).\n")
    done = run("README.md", "docs", "--format", "html:report.html", "--exit-zero", "--quiet")
    assert (done.code, done.out) == (0, "")
    page = (project / "report.html").read_text(encoding="utf-8")
    assert '<mark class="r" data-c="1"><code class="raw">docs/gone.md</code></mark>' in page
    # Nothing in it is refuted, and it is shown all the same.
    assert '<span class="ref">the guide</span>' in page
