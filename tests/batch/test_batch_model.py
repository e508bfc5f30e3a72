"""A thousand rows, judged by a model in ONNX: a run that is killed half-way goes on, and memory stays flat."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nli.tiny_models import save

CHILD = Path(__file__).with_name("judging_child.py")
LONGEST_S = 300.0
ROWS = 1000

pytestmark = pytest.mark.usefixtures("no_settings")


@pytest.fixture
def judge(tmp_path: Path) -> str:
    """The name of a model that is made here."""
    return f"nli:{save(tmp_path / 'tiny')}"


def _lines(number: int) -> bytes:
    rows = (
        {
            "id": each,
            "answer": f"The ferry sails daily to pier {each}.",
            "contexts": [_passage(each), "Dogs travel free."],
        }
        for each in range(number)
    )
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _passage(number: int) -> str:
    return f"The ferry sails {'not ' * (number % 2)}daily to pier {number}."


def _child(rows: Path, out: Path, judge: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, CHILD, rows, out, judge], stdout=subprocess.PIPE, text=True)


def test_a_run_that_is_killed_half_way(tmp_path: Path, judge: str) -> None:
    rows, out, whole = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    rows.write_bytes(_lines(ROWS))
    child = _child(rows, out, judge)
    end = time.monotonic() + LONGEST_S
    while not out.exists() or out.read_bytes().count(b"\n") < ROWS // 2:
        assert child.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    child.kill()
    child.communicate()
    assert ROWS // 2 <= out.read_bytes().count(b"\n") < ROWS
    for each in (out, whole):
        again = _child(rows, each, judge)
        again.communicate(timeout=LONGEST_S)
        assert again.returncode == 0
    assert out.read_bytes() == whole.read_bytes()
    judged = [json.loads(line) for line in whole.read_bytes().splitlines()]
    assert [row["line"] for row in judged] == list(range(1, ROWS + 1))
    assert [row["claims"][0]["verdict"] for row in judged[:4]] == ["SUPPORTS", "REFUTES", "SUPPORTS", "REFUTES"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
def test_memory_stays_flat(tmp_path: Path, judge: str) -> None:
    used: list[int] = []
    for number in (200, ROWS):
        rows = tmp_path / f"{number}.jsonl"
        rows.write_bytes(_lines(number))
        printed, _ = _child(rows, tmp_path / f"{number}.out", judge).communicate(timeout=LONGEST_S)
        used.append(int(printed))
    grown = (used[1] - used[0]) * 1024 / (ROWS - 200)
    assert grown < 2000, f"{grown:.0f} bytes a row; a row of the output alone has 2,000"
