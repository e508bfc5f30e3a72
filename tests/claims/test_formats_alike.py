"""The same words make the same claims in whatever format they stand."""

import json

from markdown_it import MarkdownIt

from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.claims.rules import FactClaims
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.models import Document

PAGE = """# Shelf

Shelf keeps books. It requires Python 3.9 or newer & a disk:

- `--max-workers` defaults to 8;
- `SHELF_CACHE_DIR` names a folder, see [the *guide*](docs/guide.md#cache).

## Options

| Option | Default |
|---|---|
| `--max-workers` | 8 |
| `--cover`, `-c` | **none** |

Run it:

```sh
$ shelf add --fast a > b
$ pip install shelf[images]
```

> **Note** `shelf.catalogue.Catalogue.append` puts one in.

```python
from shelf import Catalogue
```

1. Read `src/shelf/cli.py`.
2. ![The shelf](images/shelf.png)
"""


def _facts(document: Document) -> list[tuple[str, str, str, str | None]]:
    claims = FactClaims(kinds()).find(document).claims
    return [(claim.kind, claim.text, claim.fact.subject, claim.fact.expected) for claim in claims if claim.fact]


def test_notebook() -> None:
    markdown = read_text(PAGE, "page.md")
    parts = PAGE.partition("```python\n")
    code, _, rest = parts[2].partition("```")
    cells = [
        {"cell_type": kind, "source": text.splitlines(keepends=True)}
        for kind, text in (("markdown", parts[0]), ("code", code), ("markdown", rest))
    ]
    notebook = read_text(json.dumps({"cells": cells}), "page.ipynb")
    expected = [tuple(str(part).replace("page.md", "page.ipynb") for part in fact) for fact in _facts(markdown)]
    assert [tuple(map(str, fact)) for fact in _facts(notebook)] == expected
    prose = [claim.text for claim in ProseClaims().find(markdown).claims]
    assert [claim.text for claim in ProseClaims().find(notebook).claims] == prose


def test_html() -> None:
    markdown = read_text(PAGE, "page.md")
    html = read_text(MarkdownIt("commonmark").enable("table").render(PAGE), "page.html")
    expected = [tuple(str(part).replace("page.md", "page.html") for part in fact) for fact in _facts(markdown)]
    assert [tuple(map(str, fact)) for fact in _facts(html)] == expected
    assert len(expected) > 12
    prose = [claim.text for claim in ProseClaims().find(markdown).claims]
    assert [claim.text for claim in ProseClaims().find(html).claims] == prose
