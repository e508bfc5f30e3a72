"""`truth-eval cache` on files."""

from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.store.cache import Cache

UNTOUCHED = "Runs and reviews are not touched; they are no part of it."


@pytest.fixture
def file(project: Path) -> Path:
    path = project / "kept.sqlite3"
    with Cache(path) as cache:
        cache.put("votes", "a", {"verdict": "SUPPORTS"})
        cache.put("votes", "b", {"verdict": "REFUTES"})
        cache.put("index:0123456789abcdef", "src/a.py", {"names": []})
        cache.put("indexes", "index:0123456789abcdef", "2026-01-01")
        cache.put("ways", "host", "json_schema")
    return path


def test_it_shows_what_is_kept_by_part(run: Run, file: Path) -> None:
    ran = run("cache", "--cache", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{file}:",
        "  index          2 values         1 kB  parsed files of code bases",
        "  votes          2 values         1 kB  votes of chat models",
        "  ways            1 value         1 kB  what servers of chat models can do",
    ]


@pytest.mark.parametrize(
    ("flags", "said", "left"),
    [
        (("--clear",), "5 values forgotten", set[str]()),
        (("--clear", "--part", "votes"), "2 values forgotten", {"index:0123456789abcdef", "indexes", "ways"}),
        (("--clear", "--part", "index", "--part", "ways"), "3 values forgotten", {"votes"}),
        (("--clear", "--part", "claims"), "0 values forgotten", {"votes", "index:0123456789abcdef", "indexes", "ways"}),
    ],
)
def test_it_clears(run: Run, file: Path, flags: tuple[str, ...], said: str, left: set[str]) -> None:
    ran = run("cache", "--cache", str(file), *flags)
    assert (ran.code, ran.out, ran.err) == (0, f"{file}: {said}.\n{UNTOUCHED}\n", "")
    with Cache(file) as cache:
        assert set(cache.sizes()) == left


def test_the_settings_name_the_file(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_CACHE_FILE", str(file))
    assert run("cache", "--part", "ways").out.startswith(f"{file}:\n  ways ")


def test_nothing_is_kept(run: Run, project: Path) -> None:
    ran = run("cache", "--cache", "none.sqlite3")
    assert (ran.code, ran.out, ran.err) == (0, "none.sqlite3: nothing is kept.\n", "")
    assert not (project / "none.sqlite3").exists()


def test_another_file_is_left_alone(run: Run, project: Path) -> None:
    (project / "notes.txt").write_text("mine")
    ran = run("cache", "--cache", "notes.txt", "--clear")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == "truth-eval: error: notes.txt is no cache of this program. Name another file; this one is left as it is.\n"
    )
    assert (project / "notes.txt").read_text() == "mine"


def test_an_unknown_part(run: Run, file: Path) -> None:
    ran = run("cache", "--cache", str(file), "--part", "vote")
    assert (ran.code, ran.out) == (2, "")
    parts = "agent, claims, decisions, index, pages, searches, votes, ways"
    assert ran.err == f"truth-eval: error: The cache has no part 'vote'. Its parts are {parts}.\n"
