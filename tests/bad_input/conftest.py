"""A small project, and the command line run in it."""

from pathlib import Path

import pytest
from small_project import FILES, Ran, Run, write

from truthfulness_evaluator.cli import main


@pytest.fixture
def project(no_settings: Path) -> Path:
    """A project of one program and one document that is right; it is the working folder."""
    write(no_settings, FILES)
    return no_settings


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process. A bug's traceback would be the test's."""

    def ran(*argv: str) -> Ran:
        capsys.readouterr()
        code = main(argv)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(code, captured.out, captured.err)

    return ran
