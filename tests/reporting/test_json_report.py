import json

import jsonschema
import pytest

from truthfulness_evaluator import __version__
from truthfulness_evaluator.models import Claim, TruthfulnessReport
from truthfulness_evaluator.reporting.json import JsonFormatter, ReportFile
from truthfulness_evaluator.reporting.schema import SCHEMA_FILE, schema_text


def test_envelope() -> None:
    assert json.loads(JsonFormatter().format([])) == {
        "schema_version": "1",
        "tool": {"name": "truthfulness-evaluator", "version": __version__},
        "reports": [],
    }


def test_round_trip_without_loss(report: TruthfulnessReport) -> None:
    text = JsonFormatter().format([report])
    assert ReportFile.model_validate_json(text).reports == [report]


def test_same_reports_same_bytes(report: TruthfulnessReport) -> None:
    again = TruthfulnessReport.model_validate_json(report.model_dump_json())
    assert JsonFormatter().format([report]) == JsonFormatter().format([again])


def test_keys_are_sorted_letters_kept_and_the_last_line_closed(report: TruthfulnessReport) -> None:
    named = report.model_copy(update={"source_document": "größe.md"})
    text = JsonFormatter().format([named])
    assert '"source_document": "größe.md"' in text
    assert text.endswith("}\n")
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def test_schema_file_is_current() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), (
        "run: python -m truthfulness_evaluator.reporting.schema"
    )


@pytest.mark.parametrize(
    "reports",
    [
        pytest.param([], id="none"),
        pytest.param([TruthfulnessReport(source_document="a.md", status="empty")], id="empty"),
    ],
)
def test_output_fits_the_schema(reports: list[TruthfulnessReport], report: TruthfulnessReport) -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    written = json.loads(JsonFormatter().format([*reports, report]))
    assert len(written["reports"]) == len(reports) + 1
    jsonschema.validate(written, schema)


@pytest.mark.parametrize(
    "content",
    [
        {"schema_version": "2", "tool": {}, "reports": []},
        {"reports": [{"source_document": 1}]},
    ],
    ids=["other-version", "wrong-type"],
)
def test_schema_refuses_what_is_no_report(content: object) -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, schema)


@pytest.mark.parametrize("text", ["\x1b[31m", "[red]x[/]", "<script>alert(1)</script>", "\u202e", '"quoted"', "\ud800"])
def test_claim_texts_come_out_as_they_are(text: str) -> None:
    claim = Claim.model_construct(
        id="c", text=text, source_document="a.md", claim_type="explicit", kind="prose", also_at=[]
    )
    report = TruthfulnessReport.model_construct(source_document="a.md", claims=[claim])
    written = JsonFormatter().format([report]).encode("utf-8", "backslashreplace")
    assert json.loads(written)["reports"][0]["claims"][0]["text"] == text
