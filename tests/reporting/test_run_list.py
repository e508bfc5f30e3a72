"""Runs as a table."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from truthfulness_evaluator.models.report import TruthfulnessStatistics
from truthfulness_evaluator.models.run import RunRequest, RunStatus, RunSummary
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.reporting.run_list import RunTable
from truthfulness_evaluator.reporting.run_words import local_time, short_path


@pytest.fixture(autouse=True)
def clocks_show_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def summary(id: str = "1a2b3c4d", first: str = "README.md", **fields: object) -> RunSummary:  # noqa: A002
    values = {"started_at": "2026-12-01T10:00:00+00:00", "status": RunStatus.COMPLETE, "documents": 1, **fields}
    return RunSummary.model_validate({"id": id, "first_document": first, **values})


RUNS = [
    summary(
        "1a2b3c4d",
        documents=13,
        request=RunRequest(root="/src/app"),
        statistics=TruthfulnessStatistics(total_claims=130, supported=120, refuted=3),
        waiting=2,
    ),
    summary("5e6f7a8b", "docs/guide/文書.md", status=RunStatus.INTERRUPTED, request=RunRequest(root="/src/other")),
    summary("00000000", "", documents=0, status=RunStatus.RUNNING, started_at=""),
    summary("99999999", "/tmp/essay\x1b.md", status=RunStatus.INCOMPLETE),
]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        pytest.param(
            RunTable(folder="/src"),
            """\
RUN       STARTED           STATUS       SUPPORTED  REFUTED  OPEN  REVIEW  DOCUMENTS
1a2b3c4d  2026-12-01 10:00  complete           120        3     7       2  app/README.md +12
5e6f7a8b  2026-12-01 10:00  interrupted          -        -     -       -  other/docs/guide/文書.md
00000000                    running              -        -     -       -  -
99999999  2026-12-01 10:00  incomplete           -        -     -       -  /tmp/essay\\x1b.md
""",
            id="no-terminal",
        ),
        pytest.param(
            RunTable(width=80, folder="/src/other"),
            """\
RUN       STARTED           STATUS       SUPP  REF  OPEN  REV  DOCUMENTS
1a2b3c4d  2026-12-01 10:00  complete      120    3     7    2  …pp/README.md +12
5e6f7a8b  2026-12-01 10:00  interrupted     -    -     -    -  …cs/guide/文書.md
00000000                    running         -    -     -    -  -
99999999  2026-12-01 10:00  incomplete      -    -     -    -  /tmp/essay\\x1b.md
""",
            id="80-columns",
        ),
        pytest.param(
            RunTable(width=140),
            """\
RUN       STARTED           STATUS       SUPPORTED  REFUTED  OPEN  REVIEW  DOCUMENTS
1a2b3c4d  2026-12-01 10:00  complete           120        3     7       2  /src/app/README.md +12
5e6f7a8b  2026-12-01 10:00  interrupted          -        -     -       -  /src/other/docs/guide/文書.md
00000000                    running              -        -     -       -  -
99999999  2026-12-01 10:00  incomplete           -        -     -       -  /tmp/essay\\x1b.md
""",
            id="140-columns",
        ),
    ],
)
def test_table(table: RunTable, expected: str) -> None:
    written = table.format(RUNS)
    assert written == expected
    if table.width is not None:
        assert max(map(cells, written.splitlines())) <= table.width


def test_colour_changes_no_column() -> None:
    painted = RunTable(width=80, color=True, folder="/src/other").format(RUNS)
    assert "\x1b[33minterrupted\x1b[0m" in painted
    for code in (0, 1, 32, 33, 36):
        painted = painted.replace(f"\x1b[{code}m", "")
    assert painted == RunTable(width=80, folder="/src/other").format(RUNS)


def test_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "CET-1")
    time.tzset()
    assert local_time("2026-12-01T23:30:00+00:00") == "2026-12-02 00:30"
    assert local_time("2026-12-01T23:30:00") == "2026-12-02 00:30"
    assert local_time("yesterday") == ""


def test_the_home_folder_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    assert [short_path(path) for path in ("/home/ann", "/home/ann/app", "/home/anna/app", "/")] == [
        "~",
        "~/app",
        "/home/anna/app",
        "/",
    ]
