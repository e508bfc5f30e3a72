"""Filling in a JSON schema, at any depth, as a judge or an extractor would."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from fakellm.exchange import ModelAnswer, ModelRequest
from fakellm.judging import Citation, Judge, Vote
from fakellm.names import (
    CHANGED_NAMES,
    CITATION_LIST_NAMES,
    CITED_ID_NAMES,
    CITED_TEXT_NAMES,
    CLAIM_ID_NAMES,
    CLAIM_LIST_NAMES,
    CONFIDENCE_NAMES,
    CRITIQUE_NAMES,
    ENOUGH_NAMES,
    EVIDENCE_ID_NAMES,
    POSITION_NAMES,
    QUERY_NAMES,
    QUOTE_NAMES,
    REASON_NAMES,
    STANCE_NAMES,
    TEXT_NAMES,
    VERDICT_NAMES,
    Json,
    as_list,
    is_list,
    is_object,
)
from fakellm.prompts import Item, Position, Reading
from fakellm.scenario import Scenario


@dataclass(frozen=True)
class _Subject:
    """What the value that is being filled in is about."""

    claim: Item
    inside: bool = False  # inside the object of one claim
    extracted: bool = False  # the claim is being extracted, not judged
    citation: Citation | None = None
    position: Position | None = None


class Answerer:
    """Answers one request from the scenario."""

    def __init__(self, scenario: Scenario, request: ModelRequest, reading: Reading, judge: Judge) -> None:
        self._scenario = scenario
        self._request = request
        self._judge = judge
        self._root = reading.schema or {}
        self._structured = reading.schema is not None
        self._citing = reading.task == "judge" or bool(reading.passages)
        self._subjects = [_Subject(claim, inside=True) for claim in judge.claims]
        self._by_id = {subject.claim.id: subject for subject in self._subjects}
        self._votes: dict[Item, Vote] = {}

    def answer(self) -> ModelAnswer:
        request = self._request
        if self._structured:
            first = _Subject(self._subjects[0].claim)
            body = json.dumps(self._fill(self._root, "", first), ensure_ascii=False)
            if request.forced_tool:
                return ModelAnswer(tool=request.forced_tool, arguments=body, stop="tool")
            return ModelAnswer(text=body)
        if request.tools:
            return self._agent_turn()
        vote = self._vote(self._subjects[0])
        return ModelAnswer(text=f"{vote.verdict} ({vote.confidence:.2f})")

    def _vote(self, subject: _Subject) -> Vote:
        claim = subject.claim
        if claim not in self._votes:
            self._votes[claim] = self._judge.vote(claim)
        return self._votes[claim]

    def _agent_turn(self) -> ModelAnswer:
        steps = self._scenario.agent
        step = steps[min(self._request.tool_results, len(steps) - 1)]
        claim = self._subjects[0].claim.text
        words = re.findall(r"\w+", re.sub(r"\[\w+\]", "", claim))
        keyword = max(words, key=len, default="")

        def expand(value: Any) -> Any:
            if isinstance(value, str):
                return value.replace("{keyword}", keyword).replace("{claim}", claim)
            return value

        if step.tool:
            args = {k: expand(v) for k, v in step.args.items()}
            return ModelAnswer(tool=step.tool, arguments=json.dumps(args), stop="tool")
        return ModelAnswer(text=expand(step.answer))

    # -- any schema --------------------------------------------------------

    def _resolve(self, schema: Json) -> Json:
        while "$ref" in schema:
            node: Any = self._root
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            schema = node
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                options = [self._resolve(s) for s in schema[key]]
                real = [s for s in options if s.get("type") != "null"]
                return real[0] if real else {"type": "null"}
        return schema

    def _fill(self, schema: Json, name: str, subject: _Subject) -> Any:
        schema = self._resolve(schema)
        if name in self._scenario.values:
            return self._scenario.values[name]
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if is_list(kind):
            kind = next((k for k in kind if k != "null"), "null")
        if kind is None:
            kind = "object" if "properties" in schema or schema is self._root else "string"
        if kind == "object":
            return self._fill_object(schema, subject)
        if kind == "array":
            return self._fill_array(schema, name, subject)
        if kind == "string":
            return self._fill_string(schema, name, subject)
        if kind in ("number", "integer"):
            return self._fill_number(schema, name, subject, integer=kind == "integer")
        if kind == "boolean":
            if name in ENOUGH_NAMES:
                return not self._judge.next_query(subject.claim)
            vote = self._vote(subject)
            return vote.changed if name in CHANGED_NAMES else vote.verdict == "SUPPORTS"
        return None

    def _fill_object(self, schema: Json, subject: _Subject) -> Json:
        properties = schema.get("properties", {})
        entry = schema.get("additionalProperties")
        if not properties and is_object(entry):  # claim id -> judgment
            return {s.claim.id: self._fill(entry, "", s) for s in self._subjects}
        if subject.citation is None and not subject.extracted:
            cited = self._vote(subject).citations
            names = set(properties)
            if cited and names & (QUOTE_NAMES | EVIDENCE_ID_NAMES) and not names & VERDICT_NAMES:
                subject = replace(subject, citation=cited[0])
        return {key: self._fill(sub, key, self._by_id.get(key, subject)) for key, sub in properties.items()}

    # -- lists -------------------------------------------------------------

    def _fill_array(self, schema: Json, name: str, subject: _Subject) -> list[Any]:
        items = self._resolve(schema.get("items", {"type": "string"}))
        names = set(items.get("properties", {}))
        numbered = "index" in names and not names & VERDICT_NAMES
        if numbered and name not in CLAIM_LIST_NAMES:  # one item per "[i]" of the prompt
            marks = re.findall(r"(?m)^\[(\d+)\]", self._request.user)
            filled = [self._fill(items, "", subject) for _ in marks]
            return [{**item, "index": int(mark)} for item, mark in zip(filled, marks, strict=True)]
        entry = name if names else _entry_name(name)
        return [self._fill(items, entry, s) for s in self._entries(name, names, schema, subject)]

    def _entries(self, name: str, names: set[str], schema: Json, subject: _Subject) -> list[_Subject]:
        """What each entry of a list is about."""
        if names & VERDICT_NAMES and not subject.inside and name not in CITATION_LIST_NAMES:
            return self._subjects
        if name in CLAIM_LIST_NAMES and not names & VERDICT_NAMES:
            texts = self._scenario.extract(self._request.user)
            claims = [Item(f"c{i}", text) for i, text in enumerate(texts, 1)]
            return [_Subject(claim, inside=True, extracted=True) for claim in claims]
        if names & CRITIQUE_NAMES or (not names and name in CRITIQUE_NAMES):
            if subject.inside or "claim_id" not in names:
                shown = self._judge.positions(subject.claim)
                return [replace(subject, position=position) for position in shown]
        elif names & (EVIDENCE_ID_NAMES | QUOTE_NAMES) or name in CITATION_LIST_NAMES:
            cited = () if subject.extracted else self._vote(subject).citations
            return [replace(subject, citation=citation) for citation in cited]
        if "claim_id" in names and not subject.inside:
            return self._subjects
        return [subject] * int(schema.get("minItems", 0))

    # -- values ------------------------------------------------------------

    def _fill_string(self, schema: Json, name: str, subject: _Subject) -> str:
        allowed = schema.get("enum")
        if name in STANCE_NAMES and subject.citation:
            return str((allowed or ("for", "against"))[int(subject.citation.against)])
        if name in VERDICT_NAMES:
            return _label(self._vote(subject).verdict, allowed)
        text = self._text(name, subject, as_list(schema.get("examples")))
        if allowed:
            return text if text in allowed else str(allowed[0])
        return text[: schema.get("maxLength")]

    def _text(self, name: str, subject: _Subject, examples: Sequence[Any] = ()) -> str:
        citation, position = subject.citation, subject.position
        if position and name in POSITION_NAMES:
            return position.name
        if citation and name in CITED_ID_NAMES:
            return citation.evidence_id
        if citation and name in CITED_TEXT_NAMES:
            return citation.quote
        if self._citing and name in EVIDENCE_ID_NAMES | QUOTE_NAMES and not subject.extracted:
            cited = self._vote(subject).citations
            values = [c.quote if name in QUOTE_NAMES else c.evidence_id for c in cited]
            return values[0] if values else ""
        if name in CLAIM_ID_NAMES:
            return subject.claim.id
        if name in QUERY_NAMES:
            return self._judge.next_query(subject.claim)
        if name in REASON_NAMES and not subject.extracted:
            return self._vote(subject).reason
        if name in CRITIQUE_NAMES:
            return self._judge.critique(subject.claim, position)
        if name in TEXT_NAMES:
            return subject.claim.text
        if name.endswith("type"):
            return "explicit"
        if examples:  # a prompt's example of an answer shows what may stand here
            return str(examples[0])
        return f"Fake {name or 'text'} of {self._request.model} for: {subject.claim.text[:80]}"

    def _fill_number(self, schema: Json, name: str, subject: _Subject, *, integer: bool) -> float:
        if name in CONFIDENCE_NAMES:
            confidence = self._vote(subject).confidence
            top = float(schema.get("maximum", 100 if integer else 1))
            return round(confidence * top) if integer else confidence * top
        if name in CLAIM_ID_NAMES | EVIDENCE_ID_NAMES:
            digits = re.search(r"\d+", self._text(name, subject))
            return int(digits.group()) if digits else 0
        low = schema.get("minimum", 0)
        return int(low) if integer else float(low)


def _entry_name(name: str) -> str:
    """The name by which an entry that is no object is filled."""
    if name in CRITIQUE_NAMES:
        return "critique"
    return CITATION_LIST_NAMES.get(name, "")


def _label(verdict: str, allowed: list[Any] | None) -> str:
    """The verdict as the schema spells it, e.g. "supported" for SUPPORTS."""

    def letters(text: str) -> str:
        return re.sub(r"[^a-z]", "", text.casefold())

    for option in allowed or ():
        if letters(str(option))[:5] == letters(verdict)[:5]:
            return str(option)
    return verdict
