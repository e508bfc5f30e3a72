"""A small project in which the kinds' own examples are wrong, and what `truth-eval` says of each there."""

import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.reporting.text import TextFormatter

_CLI = """\
import argparse
import os

CACHE = os.environ["APP_CACHE_FOLDER"]


def main(argv=None):
    parser = argparse.ArgumentParser(prog="app")
    parser.add_argument("--max-workers", type=int, default=4)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("server")
    commands.add_parser("check")
    return parser.parse_args(argv)
"""
_FILES = {
    "pyproject.toml": """\
[project]
name = "app"
version = "1.0"
requires-python = ">=3.11"
dependencies = ["httpx>=0.28"]

[project.scripts]
app = "app.cli:main"
""",
    "Makefile": "doc:\n\tsphinx-build docs site\n\ntest:\n\tpytest\n",
    "docs/guide.md": "# Guide\n\n## Set up\n\nRun it.\n",
    "src/app/__init__.py": "",
    "src/app/cli.py": _CLI,
    "src/app/cache.py": "class Cache:\n    def fetch(self, key):\n        return None\n",
    "src/app/tables.py": """\
class Table:
    def __init__(self, title):
        self.title = title

    def add_row(self, *cells, styles=""):
        self.cells = cells
""",
}
_INSTEAD: Mapping[str, Mapping[str, str]] = {
    "path": {"src/app/cli.py": "", "src/app/commands/cli.py": _CLI},
    "cli_option": {"src/app/cli.py": _CLI.replace("--max-workers", "--workers-max")},
    "env_var": {"src/app/cli.py": _CLI.replace("APP_CACHE_FOLDER", "APP_CACHEDIR")},
    "name": {"src/app/cli.py": "def fetch(urls, *, max_worker=4):\n    return urls[:max_worker]\n"},
}
"""Files that a kind's example needs otherwise, by kind; an empty one is not there."""


@cache
def finding(kind: FactKind) -> str:
    """The first line(s) that a run prints about the kind's example; empty where it is true in the project."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**_FILES, **_INSTEAD.get(kind.name, {})}.items():
            if text or name.endswith("__init__.py"):
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / name).write_text(text, encoding="utf-8")
        evaluator = Evaluator(EvaluatorConfig(), root=folder)
        document = read_text(f"{kind.example}\n", "README.md")
        report = evaluator.evaluate(document)
    ours = {claim.id for claim in report.claims if claim.kind == kind.name}
    refuted = [r for r in report.verifications if r.claim_id in ours and r.verdict is Verdict.REFUTES]
    shown = report.model_copy(update={"verifications": refuted[:1], "unvalidated_claims": []})
    return TextFormatter(quiet=True, texts={"README.md": document.text}).format([shown])
