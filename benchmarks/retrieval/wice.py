"""How often the passage that decides is among the first found: WiCE, web pages with marked sentences.

    git clone https://github.com/ryokamoi/wice
    python benchmarks/retrieval/wice.py wice/data/entailment_retrieval/claim/test.jsonl

Each row has a claim, a page in sentences, and sets of sentences that support it, or support a part of it. The pages are
cut into passages by the product itself. A claim counts as found where a passage among the first five has one of the
marked sentences (`any`), and where the five together have a whole set of them (`all`). Two searches: in the claim's own
page, and in the pages of all claims at once.
"""

import argparse
import hashlib
import json
import time
from pathlib import Path

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.evidence.lexical import Hit, Index
from truthfulness_evaluator.evidence.prose_queries import prose_query
from truthfulness_evaluator.evidence.prose_repetitions import distinct
from truthfulness_evaluator.evidence.prose_terms import prose_terms
from truthfulness_evaluator.evidence.sources import LEAST_SHARE
from truthfulness_evaluator.evidence.text_passages import SourcePassage, passages_of
from truthfulness_evaluator.models import Claim

FIRST = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, help="a file of WiCE's data/entailment_retrieval")
    file = parser.parse_args().rows
    data = file.read_bytes()
    rows = [row for row in map(json.loads, data.decode().splitlines()) if row["supporting_sentences"]]
    print(f"{file.name}, sha256 {hashlib.sha256(data).hexdigest()[:16]}: {len(rows)} claims with marked sentences")
    pages: dict[str, list[SourcePassage]] = {}
    for row in rows:
        text = "\n\n".join(row["evidence"])
        name = hashlib.sha256(text.encode()).hexdigest()[:12]
        if name not in pages:
            pages[name] = passages_of(read_text(text, f"{name}.txt", "text/plain"))
        row["page"] = f"{name}.txt"
    passages = [passage for each in pages.values() for passage in each]
    own = {f"{name}.txt": Index(each, terms=prose_terms) for name, each in pages.items()}
    print(f"{len(pages)} pages, {len(passages)} passages")
    _measure("own page", rows, lambda row: own[row["page"]])
    whole = Index(passages, terms=prose_terms)
    _measure("all pages", rows, lambda _: whole)


def _measure(title: str, rows: list[dict], index_of) -> None:
    some = alls = 0
    seconds = 0.0
    for row in rows:
        claim = Claim(id="c", text=row["claim"], source_document="claim")
        index = index_of(row)
        start = time.perf_counter()
        hits = (hit for hit in index.search(prose_query(claim), 4 * FIRST) if hit.share >= LEAST_SHARE)
        found = distinct(hits, FIRST)
        seconds += time.perf_counter() - start
        lines = _lines(found, row["page"])
        sets = [{2 * sentence + 1 for sentence in each} for each in row["supporting_sentences"]]
        some += any(each & lines for each in sets)
        alls += any(each <= lines for each in sets)
    number = len(rows)
    print(f"{title}: any {some / number:.3f}, all {alls / number:.3f}, {1000 * seconds / number:.1f} ms a claim")


def _lines(found: list[Hit], page: str) -> set[int]:
    """The lines of a page that are in what was found; sentence n stands in line 2n + 1."""
    return {
        line for hit in found if hit.passage.path == page for line in range(hit.passage.line, hit.passage.end_line + 1)
    }


if __name__ == "__main__":
    main()
