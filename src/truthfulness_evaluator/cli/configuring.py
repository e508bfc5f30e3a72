"""One run of `truth-eval config`: every setting, its value and its origin."""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import BaseModel

from truthfulness_evaluator.cli.streams import put, put_utf8
from truthfulness_evaluator.core.config import EvaluatorConfig, load_config
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.core.settings import HIDDEN, KEYS, without_password
from truthfulness_evaluator.core.settings_files import line_in_file, shown
from truthfulness_evaluator.gate import ExitCode
from truthfulness_evaluator.pipeline import Evaluator
from truthfulness_evaluator.project.roots import document_name, find_root
from truthfulness_evaluator.reporting.escape import one_line

SCHEMA_VERSION = 1
"""Of the JSON output: grows when a key goes away or changes its meaning."""


@dataclass(frozen=True, slots=True)
class Row:
    """A setting."""

    name: str
    value: object
    """As JSON has it; a key that is set is hidden."""
    origin: str
    """`default`, `environment variable NAME`, `NAME in .env`, or `FILE:LINE`."""


def run_config(path: str | None, root: str | None, *, as_json: bool) -> int:
    """Prints the settings; gives the exit code.

    Raises:
        TruthfulnessError: there is no such path, or a setting is wrong.
    """
    start = Path(path) if path is not None else Path.cwd()
    if not os.path.exists(start):
        raise UsageError(f"There is no {path}.", hint="Name a document or a folder.")
    config = load_config(start)
    evaluator = Evaluator(config, root if root is not None else find_root(start), store=False)
    assert evaluator.root is not None
    document = None if os.path.isdir(start) else document_name(start, evaluator.root)
    rows = list(settings_rows(config, document))
    if as_json:
        settings = {row.name: {"value": row.value, "origin": row.origin} for row in rows}
        content = {"schema_version": SCHEMA_VERSION, "document": document, "settings": settings}
        put_utf8(json.dumps(content, indent=2, ensure_ascii=False) + "\n", sys.stdout)
    else:
        put("".join(f"{one_line(_line(row))}\n" for row in rows), sys.stdout)
    return ExitCode.PASSED


def settings_rows(config: EvaluatorConfig, document: str | None = None) -> Iterator[Row]:
    """Every setting; with a document what holds for it.

    Args:
        config: the settings.
        document: path relative to the root.
    """
    own = config.for_document(document) if document is not None else None
    for name, origin in config.origins.items():
        if own is not None and name in own.overridden:
            yield Row(name, _plain(name, getattr(own, name)), _override_origin(config, own.overridden[name], name))
        else:
            yield Row(name, _plain(name, getattr(config, name)), _origin(config, name, origin))


def _origin(config: EvaluatorConfig, name: str, origin: str) -> str:
    """The origin, of a settings file with the line."""
    file = config.files.get(name)
    if file is None:
        return origin
    line = line_in_file(file, name)
    return f"{shown(file)}:{line}" if line is not None else origin


def _override_origin(config: EvaluatorConfig, number: int, name: str) -> str:
    file = config.files.get("overrides")
    if file is None:
        return f"overrides, {config.origins['overrides']}"
    line = line_in_file(file, "overrides", number, name)
    return f"{shown(file)}:{line}" if line is not None else f"overrides, {_origin(config, 'overrides', shown(file))}"


def _plain(name: str, value: object) -> object:
    """A value as JSON has it, without what is secret."""
    if name in KEYS:
        return HIDDEN if value else None
    if isinstance(value, str) and "@" in value:
        return without_password(value)
    if isinstance(value, list):
        items = cast("list[object]", value)
        return [each.model_dump(exclude_none=True) if isinstance(each, BaseModel) else each for each in items]
    return value


def _line(row: Row) -> str:
    value = "none" if row.value is None else json.dumps(row.value, ensure_ascii=False)
    return f"{row.name} = {value} ({row.origin})"
