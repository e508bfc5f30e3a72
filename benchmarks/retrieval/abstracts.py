"""How often a passage of the right abstract is among the first five: rows of a claim and the abstract that decides it.

    python benchmarks/retrieval/abstracts.py ROWS.jsonl.gz

Each row has `claim`, `evidence` (the abstract) and `label`; rows whose abstract settles nothing are left out. All
abstracts are searched at once.
"""

import gzip
import hashlib
import json
import sys
import time
from pathlib import Path

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.lexical import Index
from truthfulness_evaluator.evidence.prose_queries import prose_query
from truthfulness_evaluator.evidence.prose_repetitions import distinct
from truthfulness_evaluator.evidence.prose_terms import prose_terms
from truthfulness_evaluator.evidence.sources import LEAST_SHARE
from truthfulness_evaluator.evidence.text_passages import passages_of
from truthfulness_evaluator.models import Claim

FIRST = 5


def main() -> None:
    file = Path(sys.argv[1])
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    names = {row["evidence"]: hashlib.sha256(row["evidence"].encode()).hexdigest()[:12] for row in rows}
    passages = [each for text, name in names.items() for each in passages_of(read_text(text, f"{name}.txt"))]
    index = Index(passages, terms=prose_terms)
    settled = [row for row in rows if "NOT" not in row["label"].upper()]
    at_one = at_five = 0
    seconds = 0.0
    for row in settled:
        start = time.perf_counter()
        hits = index.search(prose_query(Claim(id="c", text=row["claim"], source_document="c")), 4 * FIRST)
        found = distinct((hit for hit in hits if hit.share >= LEAST_SHARE), FIRST)
        seconds += time.perf_counter() - start
        right = f"{names[row['evidence']]}.txt"
        at_one += any(hit.passage.path == right for hit in found[:1])
        at_five += any(hit.passage.path == right for hit in found)
    number = len(settled)
    print(f"{number} claims, {len(names)} abstracts, {len(passages)} passages")
    print(f"at 1 {at_one / number:.3f}, at 5 {at_five / number:.3f}, {1000 * seconds / number:.1f} ms a claim")


if __name__ == "__main__":
    main()
