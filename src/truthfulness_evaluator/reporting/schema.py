"""The JSON Schema of the JSON report, made from the models and kept in `report.schema.json`.

`python -m truthfulness_evaluator.reporting.schema` writes the file anew.
"""

import json
from pathlib import Path

from truthfulness_evaluator.reporting.json import SCHEMA_VERSION, ReportFile

SCHEMA_FILE = Path(__file__).with_name("report.schema.json")


def schema_text() -> str:
    """The schema as it stands in the file."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:truthfulness-evaluator:report:{SCHEMA_VERSION}",
        **ReportFile.model_json_schema(mode="serialization"),
    }
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
