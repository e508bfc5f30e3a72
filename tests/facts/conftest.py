"""A small code base and a document, checked for facts of one kind."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from fact_cases import SHORT, Check, Row, git, write

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.project.project import Project


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """`check(kind, text, files, name=..., deleted=...)`: what is said about each fact of the text."""

    def run(
        kind: FactKind,
        text: str,
        files: Mapping[str, str],
        *,
        name: str = "README.md",
        deleted: Mapping[str, str] | None = None,
        moved: Mapping[str, str] | None = None,
    ) -> list[Row]:
        if deleted or moved:
            git(tmp_path, "init", "-q")
            write(tmp_path, {**(deleted or {}), **dict.fromkeys(moved or {}, "the same text\nin both places\n")})
            git(tmp_path, "add", ".")
            git(tmp_path, "commit", "-q", "-m", "first")
            for path in (*(deleted or {}), *(moved or {})):
                (tmp_path / path).unlink()
            write(tmp_path, dict.fromkeys((moved or {}).values(), "the same text\nin both places\n"))
        write(tmp_path, {**files, name: text})
        if deleted or moved:
            git(tmp_path, "add", "-A")
            git(tmp_path, "commit", "-q", "-m", "second")
        project = Project(tmp_path)
        document = read_text(text, name)
        rows: list[Row] = []
        for found in kind.find(document):
            assert document.text[slice(*found.span)]
            if not kind.concerns(found.fact, project):
                continue
            ruling = kind.check(found.fact, project)
            fact = found.fact
            shown = fact.subject if fact.expected is None else f"{fact.subject} = {fact.expected}"
            replacement = ruling.correction.replacement if ruling.correction else None
            assert ruling.verdict is not Verdict.REFUTES or ruling.evidence, "a refutation names both sides"
            rows.append((shown, SHORT[ruling.verdict], replacement))
        return rows

    return run
