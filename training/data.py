"""Labelled pairs of a claim and an evidence text, as the data sets' own files hold them."""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

DEFAULT = Path(__file__).parents[1].parent / "shared" / "data" / "claims"
"""Where the data lies unless said otherwise: beside the repository. It is not committed, for its licences."""

LABELS = ("SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO")
"""The order of a judge's three probabilities."""


class NoDataError(Exception):
    """The data is not there, or can't be read; the message says where it was looked for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and an evidence text with what is known of them."""

    id: str
    dataset: str
    claim: str
    evidence: str
    label: str
    scheme: str
    """`3way`, `SR` (never without enough information) or `SN` (supported or not, no more is known)."""
    split: str
    """`train`, `dev` or `test`."""
    group: str = ""
    """Evidence sets of one claim share it where the most supporting one counts."""
    licence: str = ""

    @property
    def possible(self) -> tuple[bool, bool, bool]:
        """Which of `LABELS` may be true of it."""
        if self.scheme == "SN" and self.label != "SUPPORTS":
            return False, True, True
        return self.label == "SUPPORTS", self.label == "REFUTES", self.label == "NOT_ENOUGH_INFO"


def training_pairs(folder: Path) -> list[Pair]:
    """All pairs whose licences let weights be trained on them, in the order of the file.

    Raises:
        NoDataError: there is no such file, or it holds something else.
    """
    return list(_read(folder / "train.jsonl.gz"))


def evaluation_sets(folder: Path) -> dict[str, list[Pair]]:
    """Pairs that are for judging alone, by the name of their set.

    Raises:
        NoDataError: there are no such files, or they hold something else.
    """
    files = sorted((folder / "eval").glob("*.jsonl.gz"))
    if not files:
        raise NoDataError(f"no evaluation sets in {folder / 'eval'}: name the folder of claims with --data")
    return {file.name.removesuffix(".jsonl.gz"): list(_read(file)) for file in files}


def _read(path: Path) -> Iterator[Pair]:
    if not path.is_file():
        raise NoDataError(f"{path} is not there: name the folder of claims with --data")
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield _pair(json.loads(line))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise NoDataError(f"{path} can't be read as labelled claims: {error}") from error


def _pair(row: dict[str, str]) -> Pair:
    if row["label"] not in LABELS:
        raise ValueError(f"label {row['label']!r} of {row['id']}")
    return Pair(
        id=row["id"],
        dataset=row["dataset"],
        claim=row["claim"],
        evidence=row["evidence"],
        label=row["label"],
        scheme=row["scheme"],
        split=row.get("pool_split") or row.get("split") or "",
        group=row.get("group", "") if row["dataset"].startswith("wice_oracle") else "",
        licence=row.get("licence", ""),
    )


def digest(pairs: Iterable[Pair]) -> str:
    """SHA-256 of pairs in their order: what was trained on or measured, to the letter.

    Example:
        >>> digest([])[:8]
        'e3b0c442'
    """
    found = hashlib.sha256()
    for pair in pairs:
        row = (pair.id, pair.dataset, pair.claim, pair.evidence, pair.label, pair.scheme, pair.split)
        found.update(json.dumps(row, ensure_ascii=False).encode() + b"\n")
    return found.hexdigest()
