"""Reports for programs: one JSON object, described by `report.schema.json` beside this file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.models import TruthfulnessReport

SCHEMA_VERSION = "1"
"""Grows when a field goes away or changes its meaning; new fields alone do not count."""


class Tool(BaseModel):
    """What wrote the reports."""

    name: Literal["truthfulness-evaluator"] = "truthfulness-evaluator"
    version: str = __version__


class ReportFile(BaseModel):
    """The whole output."""

    schema_version: Literal["1"] = SCHEMA_VERSION
    tool: Tool = Field(default_factory=Tool)
    reports: list[TruthfulnessReport] = Field(default_factory=list[TruthfulnessReport])


@dataclass(frozen=True)
class JsonFormatter:
    """All reports as one JSON object, keys sorted: the same reports give the same bytes.

    Example:
        >>> json.loads(JsonFormatter().format([]))["reports"]
        []
    """

    indent: int | None = 2
    """Spaces a level; None: all on one line."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The JSON text with a closing line end. To be written in UTF-8."""
        content = ReportFile(reports=list(reports)).model_dump(mode="json")
        return json.dumps(content, indent=self.indent, sort_keys=True, ensure_ascii=False) + "\n"
