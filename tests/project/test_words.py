"""Words of a code base, and words near to a word."""

import pytest

from truthfulness_evaluator.project.words import Words

TEXTS = {
    "cli.py": "add('--max-workers')\nadd('--fast/--safe')\nadd('-j')\nmax_workers = 8\n",
    "env.py": "LOCK = os.environ['APP_LOCKFILE']\nfrom pkg.mod import thing\nx = a - b\n",
    "setup.cfg": "[tool:app]\nlockfile = yes\nmax-line-length = 100\n",
    "Makefile": "test:\n\tpytest --cov-report=xml -q\n",
}
WORDS = Words.of(TEXTS)


@pytest.mark.parametrize(
    ("token", "place"),
    [
        ("--max-workers", "cli.py:1"),
        ("max-workers", "cli.py:1"),
        ("max_workers", "cli.py:4"),
        ("workers", "cli.py:1"),
        ("--max", "None"),
        ("--workers", "None"),
        ("ax_workers", "None"),
        ("--fast", "cli.py:2"),
        ("--safe", "cli.py:2"),
        ("--line", "None"),
        ("-j", "cli.py:3"),
        ("APP_LOCKFILE", "env.py:1"),
        ("APP_LOCK", "None"),
        ("LOCKFILE", "None"),
        ("pkg.mod", "env.py:2"),
        ("pkg.thing", "None"),
        ("tool:app", "setup.cfg:1"),
        ("--cov-report", "Makefile:2"),
        ("max-line-length", "setup.cfg:3"),
        ("max-line", "None"),
        ("nothing", "None"),
        ("", "None"),
        ("--", "None"),
    ],
)
def test_find(token: str, place: str) -> None:
    assert str(WORDS.find(token)) == place
    assert (token in WORDS) is (place != "None")


@pytest.mark.parametrize(
    ("token", "near"),
    [
        ("APP_LOCKFILIE", ["APP_LOCKFILE"]),
        ("lockfil", ["lockfile"]),
        ("--max-worker", ["--max-workers", "max-workers", "max_workers"]),
        ("--workers-max", ["--max-workers", "max-workers", "max_workers"]),
        ("MAX_WORKERS", ["max_workers", "--max-workers", "max-workers"]),
        ("xax_workers", ["max_workers", "--max-workers", "max-workers"]),
        ("faster", []),
        ("zzz", []),
        ("", []),
    ],
)
def test_near(token: str, near: list[str]) -> None:
    assert sorted(word for word, _ in WORDS.near(token)) == sorted(near)
    assert [word for word, _ in WORDS.near(token)][:1] == near[:1]


def test_near_words_come_with_their_place() -> None:
    assert [(word, str(location)) for word, location in WORDS.near("APP_LOCKFILES")] == [("APP_LOCKFILE", "env.py:1")]


def test_a_file_that_vanished_is_passed_over() -> None:
    words = Words(("gone.py", "here.py"), {"name": [0, 1]}, {"here.py": "name"}.get)
    assert str(words.find("name")) == "here.py:1"


def test_occurrences_name_every_file_once() -> None:
    words = Words.of({"a.py": "x\nname name", "b.py": "name", "c.py": "surname"})
    assert [str(place) for place in words.occurrences("name")] == ["a.py:2", "b.py:1"]
