"""Schemas of answers: what they ask for, and where a prompt shows one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from fakellm.names import CLAIM_LIST_NAMES, JUDGE_NAMES, QUERY_NAMES, VERDICT_NAMES, Json, is_list, is_object


def task_of(schema: Json | None, *, tools: bool) -> str:
    if schema is None:
        return "agent" if tools else "chat"
    names = set(schema.get("properties", {}))
    if names & VERDICT_NAMES or set(_property_names(schema)) & JUDGE_NAMES:
        return "judge"
    if set(_property_names(schema)) & QUERY_NAMES:
        return "search"
    return "extract" if names & CLAIM_LIST_NAMES else "structured"


def _property_names(schema: Any) -> Iterator[str]:
    """Names of the properties at any depth, definitions included."""
    if is_list(schema):
        for entry in schema:
            yield from _property_names(entry)
    elif is_object(schema):
        properties = schema.get("properties")
        if is_object(properties):
            yield from properties
        for entry in schema.values():
            yield from _property_names(entry)


def schema_in(text: str) -> Json | None:
    """The last JSON schema in a prompt, else the schema of its last example of an answer."""
    schemas: list[Json] = []
    examples: list[Json] = []
    for value in _json_objects(text):
        is_schema = is_object(value.get("properties"))
        schema = value if is_schema else _schema_of(value)
        if set(_property_names(schema)) & (JUDGE_NAMES | CLAIM_LIST_NAMES | QUERY_NAMES):
            (schemas if is_schema else examples).append(schema)
    return (schemas or examples or [None])[-1]


def _json_objects(text: str) -> Iterator[Json]:
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _schema_of(example: Any) -> Json:
    """A schema that fits an example."""
    if is_object(example):
        properties = {name: _schema_of(value) for name, value in example.items()}
        return {"type": "object", "properties": properties}
    if is_list(example):
        return {"type": "array", "items": _schema_of(example[0] if example else "")}
    if isinstance(example, bool):
        return {"type": "boolean"}
    if isinstance(example, str):
        return {"type": "string", "examples": re.findall(r"[\w-]+", example)}
    return {"type": "number"}


#: What JSON mode answers where neither the prompt nor the scenario shows a schema.
DEFAULT_ANSWER_SCHEMA = _schema_of(
    {
        "judgments": [
            {
                "claim_id": "",
                "verdict": "",
                "confidence": 0.5,
                "reason": "",
                "citations": [{"evidence_id": "", "quote": ""}],
            }
        ]
    }
)
