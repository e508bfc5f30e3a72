"""`--docstrings`: modules as documents, held against the code beside them and never against themselves."""

from pathlib import Path

import pytest
from fake_evaluator import Run

MODULE = '''\
"""Shelves. Reads ``SHELF_HOME``, and ``SHELF_SPEED`` is nowhere."""

import os


def fetch(url, *, timeout=3, retries=None):
    """Fetches a page.

    Args:
        url: Where it is.
        timeout (int): Seconds. Defaults to 3.
        retries: How often. Defaults to 5.
        verify: No longer there.
    """
    return os.environ["SHELF_HOME"]


def push(url, timeout=9):
    """Sends one.

    :param url: Where it goes.
    :param timeout: Seconds. Defaults to ``8``.
    :param tiemout: The same.
    """


class Base:
    """A thing."""

    def __init__(self, data): ...


class Row(Base):
    """A row.

    Args:
        books: They are the data.
    """
'''


@pytest.fixture
def module(project: Path) -> Path:
    path = project / "src" / "shelf" / "web.py"
    path.parent.mkdir(parents=True)
    path.write_text(MODULE)
    (path.parent / "__init__.py").write_text("")
    (project / "README.md").write_text("# Shelf\n")
    (project / "tests").mkdir()
    (project / "tests" / "test_web.py").write_text(MODULE)
    return path


def test_docstrings_are_held_against_the_code_beside_them(module: Path, run: Run) -> None:
    ran = run("--docstrings", "--verbose")
    found = [line for line in ran.out.splitlines() if line.startswith("src/")]
    assert [line.split(" (src/")[0] for line in found if "REFUTED" in line] == [
        "src/shelf/web.py:13:9: REFUTED `fetch` has the parameter `verify`: shelf.web.fetch takes no argument verify",
        "src/shelf/web.py:22:44: REFUTED `push.timeout` defaults to 8: the default is 9",
        "src/shelf/web.py:23:12: REFUTED `push` has the parameter `tiemout`: shelf.web.push takes no argument tiemout; "
        "`timeout` is one of its parameters",
    ]
    assert not any(line.startswith("src/shelf/web.py:1:1:") for line in found)
    supported = [line for line in found if "SUPPORTED" in line]
    assert any("`SHELF_HOME`" in line and "(src/shelf/web.py:15)" in line for line in supported)
    assert any("`fetch.timeout` defaults to 3" in line for line in supported)
    assert not any("SHELF_SPEED" in line for line in supported)
    assert not any("`books`" in line or "defaults to 5" in line for line in found if "REFUTED" in line)
    assert ran.code == 1


def test_a_correction_changes_the_docstring_alone(module: Path, run: Run) -> None:
    run("--docstrings", "--fix")
    assert module.read_text() == MODULE.replace("``8``", "``9``").replace(":param tiemout:", ":param timeout:")


@pytest.mark.parametrize(
    ("arguments", "documents"),
    [
        (["--docstrings"], ["README.md", "src/shelf/web.py"]),
        (["--docstrings", "src"], ["src/shelf/web.py"]),
        (["--docstrings", "--exclude", "web.py"], ["README.md"]),
        ([], ["README.md"]),
        (["src/shelf/web.py"], ["src/shelf/web.py"]),
        (["tests/test_web.py"], ["tests/test_web.py"]),
    ],
    ids=["project", "folder", "excluded", "not-asked", "named", "named-test"],
)
def test_which_modules(module: Path, run: Run, arguments: list[str], documents: list[str]) -> None:
    ran = run(*arguments, "--format", "jsonl", "--exit-zero", "--verbose")
    assert f"{len(documents)} document" in ran.err
    named = {line.split('"document": "')[1].split('"')[0] for line in ran.out.splitlines()}
    assert named == {name for name in documents if name != "README.md"}


def test_a_module_for_another_python_is_no_error(module: Path, run: Run) -> None:
    (module.parent / "new.py").write_text('"""It."""\nmatch x:\n')
    ran = run("--docstrings", "src", "--exit-zero")
    assert ran.code == 0
    assert "src/shelf/new.py: No docstrings were read: it is no Python that is understood (" in ran.err
