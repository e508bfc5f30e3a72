"""Time to read many pages of made-up text, to read them again, and to search them.

    python benchmarks/retrieval/speed.py [PAGES]

Words are drawn by Zipf's law out of 40,000, so that claims have common words as well as rare ones; a page has 300.
"""

import itertools
import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from truthfulness_evaluator.core.collector import rare_collections
from truthfulness_evaluator.evidence.prose_queries import prose_query
from truthfulness_evaluator.evidence.sources import TextSources
from truthfulness_evaluator.models import Claim
from truthfulness_evaluator.store.cache import Cache

PAGES_OF_A_FILE, SENTENCES_OF_A_PAGE, WORDS = 20, 20, 15


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    draw = random.Random(1)
    syllables = ["".join(pair) for pair in itertools.product("bcdfglmnprst", "aeiou")]
    words = ["".join(draw.choices(syllables, k=draw.randint(1, 4))) for _ in range(40_000)]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))

    def sentence() -> str:
        return f"{' '.join(draw.choices(words, cum_weights=weights, k=WORDS)).capitalize()}."

    with tempfile.TemporaryDirectory() as name, rare_collections():
        folder = Path(name, "texts")
        folder.mkdir()
        for number in range(pages // PAGES_OF_A_FILE):
            paragraphs = (
                " ".join(sentence() for _ in range(5)) for _ in range(PAGES_OF_A_FILE * SENTENCES_OF_A_PAGE // 5)
            )
            (folder / f"{number}.txt").write_text("\n\n".join(paragraphs), encoding="utf-8")
        claims = [Claim(id=str(n), text=sentence(), source_document="c") for n in range(100)]
        for title in ("cold", "kept"):
            sources = TextSources((str(folder),), Path(name), open_cache=partial(Cache, Path(name, "cache.sqlite3")))
            start = time.process_time()
            index = sources.index
            read = time.process_time() - start
            start = time.process_time()
            for claim in claims:
                index.search(prose_query(claim))
            searched = 1000 * (time.process_time() - start) / len(claims)
            print(f"{title}: {pages} pages, {len(index.passages)} passages, {read:.1f} s, {searched:.1f} ms a claim")


if __name__ == "__main__":
    main()
