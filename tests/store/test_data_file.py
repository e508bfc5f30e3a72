"""What may be wrong with the data file, and the way from every older version to this one."""

import re
import resource
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.models import Claim, Review, TruthfulnessReport, Verdict
from truthfulness_evaluator.models.review import KeptReview
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.data import DATA
from truthfulness_evaluator.store.database import Schema, open_database
from truthfulness_evaluator.store.reviews import ReviewStore
from truthfulness_evaluator.store.runs import RunStore

REPORT = TruthfulnessReport(source_document="a.md", summary="As it was.")
CLAIM = Claim(id="1", text="It sails.", source_document="a.md")
KEPT = KeptReview(key="k", claim=CLAIM, review=Review(verdict=Verdict.SUPPORTS))


def text_row(text: str) -> tuple[str, bytes]:
    return sha256(text.encode()).hexdigest(), zlib.compress(text.encode())


TEXT, SETTINGS, WRITTEN = (
    text_row("The ferry sails."),
    text_row('{"offline": true}'),
    text_row(REPORT.model_dump_json()),
)
ROWS: dict[str, tuple[int, str, list[tuple[object, ...]]]] = {
    "texts": (1, "INSERT INTO texts (hash, content) VALUES (?, ?)", [TEXT, SETTINGS, WRITTEN]),
    "runs": (
        2,
        "INSERT INTO runs (id, worker, status, started_at, version, root, request, settings, closing) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [("ab12cd34", "host 1 ", "running", "then", "0.1", '"/code"', '{"root": "/code"}', SETTINGS[0], '""')],
    ),
    "documents": (
        3,
        "INSERT INTO documents (run, position, name, media_type, text, report, statistics, waiting, reviewed) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (1, 0, '"a.md"', "text/markdown", TEXT[0], WRITTEN[0], '{"total_claims": 3}', 2, 0),
            (1, 1, '"b.md"', "text/markdown", TEXT[0], None, "{}", 0, 0),
        ],
    ),
    "reviews": (6, "INSERT INTO reviews (key, kept) VALUES (?, ?)", [("k", KEPT.model_dump_json())]),
}
"""By table, the version that has it first, and how rows are written that are like those of this program."""


@pytest.mark.parametrize("version", range(1, len(DATA.migrations) + 1))
def test_every_older_version_is_read(tmp_path: Path, version: int) -> None:
    path = tmp_path / "data.sqlite3"
    connection = open_database(path, Schema(DATA.title, DATA.mark, DATA.migrations[:version]))
    for since, query, rows in ROWS.values():
        if since <= version:
            connection.executemany(query, rows)
    connection.close()
    with RunStore(path) as runs, ReviewStore(path) as reviews:
        found = runs.runs()
        assert [run.id for run in found] == ["ab12cd34"] * (version >= 2)
        for summary in found:
            run = runs.load(summary.id)
            assert (run.request, run.settings) == (RunRequest(root="/code"), {"offline": True})
        if version >= 3:
            assert (found[0].documents, found[0].statistics.total_claims, found[0].waiting) == (2, 3, 2)
            assert runs.load("ab12cd34").contents == (
                RunDocument(name="a.md", media_type="text/markdown", text="The ferry sails.", report=REPORT),
                RunDocument(name="b.md", media_type="text/markdown", text="The ferry sails."),
            )
        assert reviews.all() == [KEPT] * (version >= 6)
        reviews.keep("k", KEPT)
        run_id = runs.begin(RunRequest(), {}, started_at="now", version="1")
        runs.record(run_id, 0, RunDocument(name="a.md", text="The ferry sails.", report=REPORT))
        assert runs.load("latest").contents[0].report == REPORT
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(DATA.migrations),)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def _foreign(path: Path) -> None:
    path.write_text("a letter")


def _newer(path: Path) -> None:
    RunStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(DATA.migrations) + 1}")
    connection.close()


def _damaged(path: Path) -> None:
    RunStore(path).close()
    content = bytearray(path.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    path.write_bytes(content)


BROKEN = [
    pytest.param(
        _foreign, "{path} is no data file of this program. Name another file; this one is left as it is.", id="foreign"
    ),
    pytest.param(
        _newer,
        "the data file {path} was written by a newer version of this program. Update the program, or name another "
        "file.",
        id="newer",
    ),
    pytest.param(
        _damaged,
        "the data file {path} is damaged: database disk image is malformed. It is left as it is; move it away, or "
        "name another with data_file.",
        id="damaged",
    ),
]


@pytest.mark.parametrize(("make", "message"), BROKEN)
def test_what_cannot_be_used_is_one_sentence_and_left(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    path = tmp_path / "data.sqlite3"
    make(path)
    before = path.read_bytes()
    with pytest.raises(SettingsError) as caught:
        RunStore(path).runs()
    assert str(caught.value) == message.format(path=path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match=r"^the data file .* cannot be opened: (File exists|Not a directory)\.$"):
        RunStore(tmp_path / "file" / "data.sqlite3")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("UPDATE texts SET content = x'00'", "is damaged: Error -5 while decompressing data: "),
        ("DELETE FROM texts", "is damaged: a text is missing. It is left "),
        ("UPDATE documents SET report = text", "is damaged: what was kept cannot be read. It is left "),
        ("UPDATE documents SET media_type = x'ff'", "is damaged: what was kept cannot be read. It is left "),
    ],
    ids=["text", "no text", "no JSON", "no text of a model"],
)
def test_what_is_damaged_in_a_run_is_one_sentence(tmp_path: Path, damage: str, message: str) -> None:
    with RunStore(tmp_path / "data.sqlite3") as store:
        run_id = store.begin(RunRequest(), {}, started_at="", version="")
        store.record(run_id, 0, RunDocument(name="a.md", text="The ferry sails."))
        with sqlite3.connect(store.path) as other:
            other.execute(damage)
        other.close()
        with pytest.raises(SettingsError, match=re.escape(message)):
            store.load(run_id)
        assert store.runs()[0].documents == 1


def test_a_full_disk_loses_only_what_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    with RunStore(path) as store:
        run_id = store.begin(RunRequest(), {}, started_at="", version="")
        store.record(run_id, 0, RunDocument(name="a.md", text="The ferry sails."))
        child = subprocess.run(
            [sys.executable, "-W", "error", "-c", FILLS_UP, str(path), run_id],
            preexec_fn=_small_files,
            capture_output=True,
            text=True,
            check=False,
        )
        assert child.stderr == ""
        assert child.stdout.startswith(f"the data file {path} cannot be used: ")
        assert child.stdout.count("\n") == 1
        assert [document.name for document in store.load(run_id).contents] == ["a.md"]
        store.record(run_id, 1, RunDocument(name="b.md", text="It sails again."))
        store.finish(run_id, status=RunStatus.COMPLETE, finished_at="", closing="", exit_code=0)
        assert store.load(run_id).documents == 2


FILLS_UP = """
import random, sys
from pathlib import Path
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.models.run import RunDocument
from truthfulness_evaluator.store.runs import RunStore
text = "".join(map(chr, random.Random(1).choices(range(0x4E00, 0x9FFF), k=500_000)))
with RunStore(Path(sys.argv[1])) as store:
    try:
        store.record(sys.argv[2], 1, RunDocument(name="b.md", text=text))
    except SettingsError as error:
        print(error)
"""


def _small_files() -> None:
    """No file of the process gets longer than 300 kB; writing on is an error instead of the process's end."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))


def test_a_file_that_another_process_keeps_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truthfulness_evaluator.store.database._WAIT_MS", 0)
    with RunStore(tmp_path / "data.sqlite3") as store:
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SettingsError, match=r"cannot be used: database is locked\.$"):
            store.begin(RunRequest(), {}, started_at="", version="")
        other.close()
        store.begin(RunRequest(), {}, started_at="", version="")


def test_work_waits_for_the_disk(tmp_path: Path) -> None:
    """What people decided survives a power failure: the file is never in a state in which it is damaged."""
    connection = open_database(tmp_path / "data.sqlite3", DATA)
    assert connection.execute("PRAGMA synchronous").fetchone() == (1,)
    connection.close()


def test_a_folder_that_is_made_is_the_users_own(tmp_path: Path) -> None:
    RunStore(tmp_path / "data" / "data.sqlite3").close()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
