import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.store.cache import SCHEMA, Cache, JsonValue, default_path
from truthfulness_evaluator.store.database import Schema, open_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "cache.sqlite3"


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(True, id="bool"),
        pytest.param(0, id="zero"),
        pytest.param("", id="empty text"),
        pytest.param("naïve 数 \x00 \U0001f600", id="text"),
        pytest.param([1, 2.5, None, ["x"]], id="list"),
        pytest.param({"b": {"a": [True]}, "": None}, id="object"),
    ],
)
def test_a_value_comes_back(path: Path, value: JsonValue) -> None:
    with Cache(path) as cache:
        cache.put("votes", "key", value)
    with Cache(path) as cache:
        assert cache.get("votes", "key") == value
        assert cache.get("votes", "other") is None
        assert cache.get("pages", "key") is None


def test_a_later_value_takes_the_place(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("votes", "key", 1)
        cache.put("votes", "key", 2)
        assert (cache.get("votes", "key"), cache.clear()) == (2, 1)


@pytest.mark.parametrize(
    ("namespace", "forgotten", "left"),
    [("votes", 2, 1), ("pages", 1, 2), ("nothing", 0, 3), (None, 3, 0)],
    ids=["votes", "pages", "nothing", "all"],
)
def test_clear(path: Path, namespace: str | None, forgotten: int, left: int) -> None:
    with Cache(path) as cache:
        for key in (("votes", "a"), ("votes", "b"), ("pages", "a")):
            cache.put(*key, 1)
        assert (cache.clear(namespace), cache.clear()) == (forgotten, left)


def _damage_all_but_the_header(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    path.write_bytes(content)


def _cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [_damage_all_but_the_header, _cut_short, _empty, Path.unlink])
def test_a_damaged_cache_begins_anew(path: Path, damage: Callable[[Path], None]) -> None:
    with Cache(path) as cache:
        cache.put("votes", "key", 1)
    damage(path)
    with Cache(path) as cache:
        assert cache.get("votes", "key") is None
        cache.put("votes", "key", 2)
        assert cache.get("votes", "key") == 2


def test_damage_under_an_open_cache_is_mended(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("votes", "key", 1)
        with sqlite3.connect(path) as other:
            other.execute("UPDATE entries SET value = 'no json'")
        other.close()
        assert cache.get("votes", "key") is None
        cache.put("votes", "key", 2)
        assert cache.get("votes", "key") == 2


def _foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()


def _text_file(path: Path) -> None:
    path.write_text("a letter")


def _newer(path: Path) -> None:
    Cache(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_foreign_database, "{path} is no cache of this program. Name another file; this one is left as it is."),
        (_text_file, "{path} is no cache of this program. Name another file; this one is left as it is."),
        (Path.mkdir, "{path} is no cache of this program. Name another file; this one is left as it is."),
        (
            _newer,
            "the cache {path} was written by a newer version of this program. "
            "Update the program, or name another file.",
        ),
    ],
    ids=["foreign database", "text file", "folder", "newer version"],
)
def test_what_is_not_ours_is_refused_and_left(tmp_path: Path, make: Callable[[Path], None], message: str) -> None:
    path = tmp_path / "file"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(SettingsError) as caught:
        Cache(path)
    assert str(caught.value) == message.format(path=path)
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_place_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match=r"the cache .* cannot be opened"):
        Cache(tmp_path / "file" / "cache")


def test_the_users_own_cache_is_rebuilt_whatever_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    default_path().parent.mkdir()
    default_path().write_text("no database")
    with Cache() as cache:
        cache.put("votes", "key", 1)
    with Cache(default_path()) as cache:
        assert cache.get("votes", "key") == 1


WRITER = """
import sys
from pathlib import Path
from truthfulness_evaluator.store.cache import Cache
who = sys.argv[2]
with Cache(Path(sys.argv[1])) as cache:
    for number in range(100):
        cache.put(who, str(number), number)
"""


def test_processes_share_a_new_file(path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WRITER, os.fspath(path)]
    writers = [subprocess.Popen([*command, who], stderr=subprocess.PIPE) for who in ("one", "two", "three")]
    errors = [writer.communicate()[1].decode() for writer in writers]
    assert errors == ["", "", ""]
    with Cache(path) as cache:
        assert [cache.clear(who) for who in ("one", "two", "three")] == [100, 100, 100]


def test_migrations_go_forward_once(tmp_path: Path) -> None:
    path = tmp_path / "data"
    first = Schema("data", SCHEMA.mark + 1, ("CREATE TABLE a (x)",))
    open_database(path, first).close()
    second = Schema(
        "data", first.mark, (*first.migrations, "ALTER TABLE a ADD COLUMN y", "INSERT INTO a VALUES (1, 2)")
    )
    for _ in range(2):
        connection = open_database(path, second)
        assert connection.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]
        connection.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data"
    broken = Schema("data", SCHEMA.mark + 1, ("CREATE TABLE a (x)", "NO SQL"))
    with pytest.raises(SettingsError, match=r"the data .* cannot be used: near"):
        open_database(path, broken)
    connection = open_database(path, Schema("data", broken.mark, broken.migrations[:1]))
    assert connection.execute("SELECT count(*) FROM a").fetchone() == (0,)
    connection.close()
