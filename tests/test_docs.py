"""What the documentation lists is what there is."""

import re
from pathlib import Path

import pytest

import docs_pages
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.settings import KEYS
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.models import Location, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.finding import FAILED, FIXED, KNOWN, Finding
from truthfulness_evaluator.reporting.remarks import INJECTION

_ROW = re.compile(r"^\| `?(?P<name>[\w]+)`? \| (?P<second>[^|]+) \|", re.MULTILINE)
"""The first two cells of a row."""


def _section(page: str, heading: str) -> str:
    text = (docs_pages.DOCS / page).read_text(encoding="utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("part", docs_pages.PARTS)
def test_each_generated_part_has_its_place(part: str) -> None:
    assert sum(f"<!-- generated: {part} -->" in text for _, text in docs_pages.pages()) == 1


@pytest.mark.parametrize(("page", "text"), [pytest.param(*each, id=each[0].name) for each in docs_pages.pages()])
def test_generated_parts_are_current(page: Path, text: str) -> None:
    assert page.read_text(encoding="utf-8") == text, "run: python tests/docs_pages.py --write"


@pytest.mark.usefixtures("no_settings")
def test_every_setting_is_described_with_its_default() -> None:
    section = _section("command-line.md", "Settings")
    rows = {row["name"]: row["second"].strip("` ") for row in _ROW.finditer(section) if row["name"] != "Setting"}
    config = EvaluatorConfig()
    assert rows == {name: _shown(getattr(config, name)) for name in rows}
    unnamed = [name for name in EvaluatorConfig.model_fields if f"`{name}`" not in section]
    assert unnamed == []
    assert not rows.keys() & KEYS.keys()


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).replace("'", '"')


def test_every_exit_code_is_described() -> None:
    section = _section("command-line.md", "Exit codes")
    described = [int(row["name"]) for row in _ROW.finditer(section) if row["name"].isdigit()]
    assert described == [ExitCode.USAGE, ExitCode.GATE_FAILED, ExitCode.INCOMPLETE, ExitCode.PASSED]
    assert f"\n{ExitCode.INTERRUPTED} means interrupted" in section


def test_every_verdict_is_described() -> None:
    section = _section("command-line.md", "What is printed")
    described = [row["name"] for row in _ROW.finditer(section) if row["name"] != "Label"]
    labels = [Finding(Location(), verdict, "").label for verdict in Verdict]
    assert described == [*labels, FAILED, INJECTION, KNOWN, "UNUSED", FIXED]


def test_every_field_of_a_report_is_described() -> None:
    section = _section("python.md", "What a report holds")
    unnamed = [name for name in TruthfulnessReport.model_fields if f"`{name}`" not in section]
    assert unnamed == ["source_document", "overall_confidence"]
