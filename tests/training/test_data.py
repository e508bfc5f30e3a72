"""Reading labelled claims."""

import gzip
import json
from pathlib import Path

import pytest

from training.data import NoDataError, Pair, digest, evaluation_sets, training_pairs

_ROW = {"id": "a1", "dataset": "made", "claim": "It is red.", "evidence": "It is blue.", "scheme": "SN"}


def _written(path: Path, *rows: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def test_pairs_are_read(tmp_path: Path) -> None:
    _written(tmp_path / "train.jsonl.gz", _ROW | {"label": "NOT_ENOUGH_INFO", "pool_split": "dev", "group": "g"})
    _written(tmp_path / "eval" / "wice_oracle.jsonl.gz", _ROW | {"label": "SUPPORTS", "split": "test"})
    pair = Pair("a1", "made", "It is red.", "It is blue.", "NOT_ENOUGH_INFO", "SN", "dev")
    assert training_pairs(tmp_path) == [pair]
    assert pair.possible == (False, True, True)
    assert [pair.possible for pair in evaluation_sets(tmp_path)["wice_oracle"]] == [(True, False, False)]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoDataError, match="is not there: name the folder of claims with --data"):
        training_pairs(tmp_path)
    with pytest.raises(NoDataError, match="no evaluation sets in"):
        evaluation_sets(tmp_path)


def test_another_label_is_an_error(tmp_path: Path) -> None:
    _written(tmp_path / "train.jsonl.gz", _ROW | {"label": "MAYBE", "pool_split": "train"})
    with pytest.raises(NoDataError, match="label 'MAYBE' of a1"):
        training_pairs(tmp_path)


def test_a_digest_tells_pairs_and_their_order_apart() -> None:
    one, two = (Pair(name, "made", "c", "e", "SUPPORTS", "3way", "train") for name in "ab")
    assert len({digest([one, two]), digest([two, one]), digest([one])}) == 3
    assert digest([one, two]) == digest([one, two])
