"""Reading prompts: claims, evidence, other judges' positions, planted orders, schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fakellm.exchange import ModelRequest
from fakellm.names import CLAIM_LIST_NAMES, JUDGE_NAMES, LABELS, VERDICT_NAMES, Json, is_list, is_object
from fakellm.scenario import Patterns, Scenario


@dataclass(frozen=True)
class Item:
    """A numbered claim or passage of a prompt."""

    id: str
    text: str


@dataclass(frozen=True)
class Position:
    """What another judge holds about a claim."""

    name: str
    verdict: str
    text: str
    claim_id: str


@dataclass(frozen=True)
class Reading:
    """What a prompt holds."""

    claims: tuple[Item, ...]
    passages: tuple[Item, ...]
    positions: tuple[Position, ...]
    #: The verdict that a planted order demands of this model, if it obeys.
    order: str | None
    #: The schema to fill; None for free text.
    schema: Json | None
    task: str  # extract, judge, structured, agent or chat


@dataclass(frozen=True)
class _Mark:
    """A match of one of the patterns, and where its text begins and ends."""

    kind: str  # evidence, claim, position
    match: re.Match[str]
    start: int
    end: int
    open: bool  # the text runs on to the next mark or end pattern

    @classmethod
    def of(cls, kind: str, match: re.Match[str]) -> _Mark:
        groups = match.re.groupindex
        if match.re.groups and not groups:
            return cls(kind, match, *match.span(1), open=False)
        if "text" in groups and match["text"] is not None:
            return cls(kind, match, *match.span("text"), open=match.end("text") == match.end())
        return cls(kind, match, match.end(), match.end(), open=True)

    def group(self, name: str) -> str:
        return (self.match.groupdict().get(name) or "").strip()


def as_tuple(patterns: Patterns) -> tuple[str, ...]:
    return (patterns,) if isinstance(patterns, str) else patterns


class _Page:
    """The marks of one text, in order, and the text that belongs to each."""

    def __init__(self, scenario: Scenario, text: str) -> None:
        self._scenario = scenario
        self._text = text

    @cached_property
    def _marks(self) -> list[_Mark]:
        found = [
            *self._find("evidence", self._scenario.evidence_pattern),
            *self._find("claim", self._scenario.claim_pattern),
            *self._find("position", self._scenario.board_pattern),
        ]
        found.sort(key=lambda mark: mark.match.start())
        marks: list[_Mark] = []
        covered = 0  # what stands inside an earlier mark is its text, not a mark
        for mark in found:
            if mark.match.start() >= covered:
                marks.append(mark)
                covered = mark.match.end()
        return marks

    def _find(self, kind: str, patterns: Patterns) -> list[_Mark]:
        for pattern in as_tuple(patterns):
            marks = [_Mark.of(kind, m) for m in re.finditer(pattern, self._text)]
            if kind == "position":
                marks = [mark for mark in marks if _verdict_of(mark)]
            if marks:
                return marks
        return []

    def _body(self, index: int) -> str:
        """The text of a mark."""
        mark = self._marks[index]
        if not mark.open:
            return self._text[mark.start : mark.end].strip()
        following = self._marks[index + 1 :]
        limit = following[0].match.start() if following else len(self._text)
        evidence = mark.kind == "evidence"
        pattern = self._scenario.evidence_end_pattern if evidence else self._scenario.claim_end_pattern
        end = re.compile(pattern).search(self._text, mark.end, limit)
        return self._text[mark.start : end.start() if end else limit].strip()

    def items(self, kind: str) -> tuple[Item, ...]:
        """Claims or passages; the first of each id that has a text."""
        items: dict[str, Item] = {}
        for index, mark in enumerate(self._marks):
            text = self._body(index) or mark.group("source") if mark.kind == kind else ""
            if text:
                name = mark.group("id") or str(len(items) + 1)
                items.setdefault(name, Item(name, text))
        return tuple(items.values())

    def positions(self, claims: tuple[Item, ...]) -> tuple[Position, ...]:
        positions: list[Position] = []
        for index, mark in enumerate(self._marks):
            if mark.kind == "position":
                name = mark.group("name") or chr(ord("A") + len(positions) % 26)
                claim_id = mark.group("claim") or self._claim_before(mark, claims)
                positions.append(Position(name, _verdict_of(mark), self._body(index), claim_id))
        return tuple(positions)

    def _claim_before(self, mark: _Mark, claims: tuple[Item, ...]) -> str:
        """The claim named in the position's tag, else the one named last before it."""
        if len(claims) == 1:
            return claims[0].id
        before = self._text[: mark.match.start()]
        last = ("", -1)
        for claim in claims:
            prefix = r"(?i:claim)\W{0,3}" if claim.id.isdigit() else r"(?<![\w-])"
            pattern = rf"{prefix}{re.escape(claim.id)}(?![\w-])"
            if re.search(rf"(?<![\w-]){re.escape(claim.id)}(?![\w-])", mark.group("attributes")):
                return claim.id
            for match in re.finditer(pattern, before):
                if match.start() > last[1]:
                    last = (claim.id, match.start())
        return last[0]

    def without_positions(self) -> str:
        """The text without other judges' positions, whose verdicts are no orders."""
        text = self._text
        for index in reversed(range(len(self._marks))):
            mark = self._marks[index]
            if mark.kind == "position":
                end = max(mark.match.end(), mark.start + len(self._body(index)))
                text = text[: mark.match.start()] + text[end:]
        return text

    def rest(self) -> str:
        """The text without claims, passages and positions."""
        text = self._text
        for index in range(len(self._marks)):
            body = self._body(index)
            text = text.replace(body, "") if body else text
        return text


def _verdict_of(mark: _Mark) -> str:
    """The verdict of a position: a group of the pattern, else the first label in it."""
    if mark.group("verdict"):
        return mark.group("verdict")
    match = re.search("|".join(LABELS), mark.match.group())
    return match.group() if match else ""


def read(scenario: Scenario, request: ModelRequest) -> Reading:
    """What the prompt holds: the last user message, else what came before it."""
    user, given = _Page(scenario, request.user), _Page(scenario, request.given)
    claims = user.items("claim") or given.items("claim")
    positions = user.positions(claims) or given.positions(claims)
    schema = request.output_schema
    if schema is None and not request.tools:
        schema = _schema_in(given.rest()) or scenario.answer_schema
        if schema is None and request.json_mode:
            schema = DEFAULT_ANSWER_SCHEMA
    return Reading(
        claims=claims,
        passages=user.items("evidence") or given.items("evidence"),
        positions=positions,
        order=_order_in(scenario, request.model, given),
        schema=schema,
        task=_task_of(schema, tools=bool(request.tools)),
    )


def _order_in(scenario: Scenario, model: str, page: _Page) -> str | None:
    """The verdict that the last order planted in the prompt demands."""
    if not scenario.obeys(model):
        return None
    text = page.without_positions()
    if scenario.obey_outside_fence_only:
        text = scenario.unfenced(text)
    orders = [
        (match.end("verdict"), match["verdict"])
        for pattern in as_tuple(scenario.obey_pattern)
        for match in re.finditer(pattern, text)
    ]
    return max(orders)[1].upper().replace(" ", "_") if orders else None


# -- schemas ---------------------------------------------------------------


def _task_of(schema: Json | None, *, tools: bool) -> str:
    if schema is None:
        return "agent" if tools else "chat"
    names = set(schema.get("properties", {}))
    if names & VERDICT_NAMES or set(_property_names(schema)) & JUDGE_NAMES:
        return "judge"
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


def _schema_in(text: str) -> Json | None:
    """The last JSON schema in a prompt, or the schema of its last example of an answer."""
    found: Json | None = None
    for value in _json_objects(text):
        schema = value if isinstance(value.get("properties"), dict) else _schema_of(value)
        if set(_property_names(schema)) & (JUDGE_NAMES | CLAIM_LIST_NAMES):
            found = schema
    return found


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
    return {"type": "number" if isinstance(example, (int, float)) else "string"}


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
