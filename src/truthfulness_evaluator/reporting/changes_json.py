"""What changed between two runs, for programs."""

import json
from dataclasses import dataclass

from truthfulness_evaluator.models.run_changes import RunChanges
from truthfulness_evaluator.reporting.json import Tool

SCHEMA_VERSION = "1"
"""Grows when a field goes away or changes its meaning; new fields alone do not count."""


@dataclass(frozen=True)
class ChangesJson:
    """One JSON object, keys sorted: the fields of `RunChanges`, besides `schema_version` and `tool`."""

    def format(self, changes: RunChanges) -> str:
        """The JSON text with a closing line end. To be written in UTF-8."""
        content = {
            "schema_version": SCHEMA_VERSION,
            "tool": Tool().model_dump(mode="json"),
            **changes.model_dump(mode="json"),
        }
        return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
