"""The index that is kept between runs: only what changed is parsed again, and a broken cache costs nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from truthfulness_evaluator.project import sources
from truthfulness_evaluator.project.file_index import as_json, digest_of, index_of, of_json
from truthfulness_evaluator.project.kept_index import KeptIndex
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.store.cache import Cache, default_path

FILES = {
    "app/__init__.py": "from app.core import run\n",
    "app/core.py": "LIMIT = 8\n\ndef run(path, *, depth=2): ...\n",
    "broken.py": "def (\n",
    "Makefile": "all: --max-workers\n",
    "empty.py": "",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, text in FILES.items():
        path = tmp_path / "code" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "code"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The files that are parsed, in their order."""
    seen: list[str] = []

    def index(path: str, text: str, module: str | None, digest: str) -> object:
        seen.append(path)
        return index_of(path, text, module, digest)

    monkeypatch.setattr(sources, "index_of", index)
    return iter([seen])


def _read(root: Path) -> sources.Sources:
    project = Project(root, KeptIndex(root))
    return sources.read_sources(project.tree, project.code.modules, project.kept)


def test_nothing_is_parsed_twice(root: Path, parsed: Iterator[list[str]]) -> None:
    seen = next(parsed)
    first = _read(root)
    assert sorted(seen) == sorted(FILES)
    seen.clear()
    second = _read(root)
    assert seen == []
    assert (second.files, second.notices) == (first.files, first.notices)
    assert dict(second.words.postings) == dict(first.words.postings)
    unkept = Project(root).code
    assert (unkept.files, unkept.notices) == (first.files, first.notices)


def test_a_changed_file_is_parsed_again_and_a_removed_one_forgotten(root: Path, parsed: Iterator[list[str]]) -> None:
    seen = next(parsed)
    _read(root)
    seen.clear()
    (root / "app/core.py").write_text("LIMIT = 9\n", encoding="utf-8")
    (root / "Makefile").unlink()
    changed = _read(root)
    assert seen == ["app/core.py"]
    assert [symbol.name for symbol in changed.files["app/core.py"].symbols] == ["LIMIT"]
    assert "--max-workers" not in changed.words
    assert sorted(KeptIndex(root).files()) == sorted({*FILES} - {"Makefile"})


@pytest.mark.parametrize("content", [b"", b"no database at all, but a text", b"SQLite format 3\0" + b"\1" * 200])
def test_a_broken_cache_is_made_anew(root: Path, parsed: Iterator[list[str]], content: bytes) -> None:
    seen = next(parsed)
    expected = _read(root).files
    for ending in ("-wal", "-shm"):
        default_path().with_name(default_path().name + ending).unlink(missing_ok=True)
    default_path().write_bytes(content)
    assert _read(root).files == expected
    seen.clear()
    assert (_read(root).files, seen) == (expected, [])


def test_a_broken_entry_is_parsed_again(root: Path, parsed: Iterator[list[str]]) -> None:
    seen = next(parsed)
    expected = _read(root).files
    kept = dict(KeptIndex(root).files())
    digest = of_json(kept["app/core.py"]).digest
    KeptIndex(root).keep({"app/core.py": f'{{"digest": "{digest}", "tokens": 3}}'}, set())
    seen.clear()
    assert (_read(root).files, seen) == (expected, ["app/core.py"])


def test_what_another_version_kept_is_not_used(
    root: Path, parsed: Iterator[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = next(parsed)
    _read(root)
    seen.clear()
    monkeypatch.setattr("truthfulness_evaluator.project.kept_index._maker", lambda: '"another"')
    _read(root)
    assert sorted(seen) == sorted(FILES)


def test_where_no_cache_can_be_made_all_is_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = root.parent / "file"
    blocked.write_text("x", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert sorted(_read(root).files) == ["app/__init__.py", "app/core.py", "broken.py", "empty.py"]


def test_only_the_code_bases_used_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("truthfulness_evaluator.project.kept_index._MOST", 3)
    roots = [tmp_path / f"r{number}" for number in range(5)]
    for root in roots:
        KeptIndex(root).keep({"a.py": as_json(index_of("a.py", "A = 1", "a", digest_of("A = 1", "a")))}, set())
    assert sum(bool(KeptIndex(root).files()) for root in roots) == 3
    with Cache() as cache:
        assert len(cache.texts("indexes")) == 3


def test_several_processes_give_the_same_index(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Project(root).code
    monkeypatch.setattr(sources, "number_of_processes", lambda useful: 3)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    shared = Project(root).code
    assert list(shared.files.items()) == list(expected.files.items())
    assert dict(shared.words.postings) == dict(expected.words.postings)
