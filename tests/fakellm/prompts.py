"""Reading prompts: claims, evidence, other judges' positions, planted orders, schemas."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from fakellm.exchange import ModelRequest
from fakellm.names import LABELS, Json
from fakellm.patterns import DOCUMENT_TAG
from fakellm.scenario import Patterns, Scenario, as_tuple
from fakellm.schemas import DEFAULT_ANSWER_SCHEMA, schema_in, task_of

#: The name and the value of one attribute of a tag.
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\"'\s]+))")


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
    task: str  # extract, judge, search, structured, agent or chat
    #: Queries asked so far, by claim id.
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    #: What a planted order tells this model to search for, if it obeys.
    ordered_query: str | None = None


@dataclass(frozen=True)
class _Mark:
    """A match of one of the patterns, and where its text begins and ends."""

    kind: str  # evidence, claim, position, asked, document
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

    def attribute(self, *names: str) -> str:
        """The first of the names that is a group of the pattern or an attribute of the tag."""
        found: dict[str, str] = {}
        for match in _ATTRIBUTE.finditer(self.group("attributes")):
            found.setdefault(match[1].casefold(), match[match.lastindex or 0].strip())
        for name in names:
            value = self.group(name) or found.get(name, "")
            if value:
                return value
        return ""


class _Page:
    """The marks of one text, in order, and the text that belongs to each."""

    def __init__(self, scenario: Scenario, text: str) -> None:
        self._scenario = scenario
        self._text = text

    @cached_property
    def _marks(self) -> list[_Mark]:
        """The marks, in order; what stands inside a mark is its text, whatever it looks like.

        Of a kind's patterns the first counts that matches outside other marks.
        """
        scenario = self._scenario
        patterns: dict[str, Patterns] = {  # the first of two that match at one place counts
            "evidence": scenario.evidence_pattern,
            "claim": scenario.claim_pattern,
            "position": scenario.board_pattern,
            "asked": scenario.asked_pattern,
            "document": DOCUMENT_TAG,
        }
        left = {kind: [re.compile(pattern) for pattern in as_tuple(patterns[kind])] for kind in patterns}
        while True:
            marks = self._scan({kind: rest[0] for kind, rest in left.items() if rest})
            found = {mark.kind for mark in marks}
            missing = [kind for kind, rest in left.items() if rest and kind not in found]
            if not missing:
                return marks
            for kind in missing:
                left[kind].pop(0)

    def _scan(self, patterns: dict[str, re.Pattern[str]]) -> list[_Mark]:
        marks: list[_Mark] = []
        covered = 0
        following = {kind: self._next(kind, pattern, 0) for kind, pattern in patterns.items()}
        while True:
            for kind, mark in following.items():
                if mark and mark.match.start() < covered:
                    following[kind] = self._next(kind, patterns[kind], covered)
            first = min((mark for mark in following.values() if mark), key=lambda m: m.match.start(), default=None)
            if first is None:
                return marks
            marks.append(first)
            covered = max(first.match.end(), first.match.start() + 1)

    def _next(self, kind: str, pattern: re.Pattern[str], begin: int) -> _Mark | None:
        """The first mark of a kind from a place on; a position has a verdict."""
        marks = (_Mark.of(kind, match) for match in pattern.finditer(self._text, begin))
        return next((mark for mark in marks if kind != "position" or _verdict_of(mark)), None)

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
                name = mark.attribute("name", "id", "judge", "model") or chr(ord("A") + len(positions) % 26)
                claim_id = mark.attribute("claim", "claim_id") or self._claim_before(mark, claims)
                positions.append(Position(name, _verdict_of(mark), self._body(index), claim_id))
        return tuple(positions)

    def asked(self, claims: tuple[Item, ...]) -> dict[str, tuple[str, ...]]:
        """The queries that were asked for each claim."""
        queries: dict[str, tuple[str, ...]] = {}
        for index, mark in enumerate(self._marks):
            if mark.kind == "asked":
                claim_id = mark.attribute("claim", "claim_id") or self._claim_before(mark, claims)
                lines = (line.strip() for line in self._body(index).splitlines())
                queries[claim_id] = (*queries.get(claim_id, ()), *(line for line in lines if line))
        return queries

    def _claim_before(self, mark: _Mark, claims: tuple[Item, ...]) -> str:
        """The claim named last before a position."""
        if len(claims) == 1:
            return claims[0].id
        before = self._text[: mark.match.start()]
        last = ("", -1)
        for claim in claims:
            prefix = r"(?i:claim)\W{0,3}" if claim.id.isdigit() else r"(?<![\w-])"
            for match in re.finditer(rf"{prefix}{re.escape(claim.id)}(?![\w-])", before):
                if match.start() > last[1]:
                    last = (claim.id, match.start())
        return last[0]

    def without_positions(self) -> str:
        """The text without other judges' positions, whose verdicts are no orders."""
        return self._without("position")

    def rest(self) -> str:
        """The text without claims, passages, positions, queries and documents."""
        return self._without("claim", "evidence", "position", "asked", "document")

    def _without(self, *kinds: str) -> str:
        text = self._text
        for index in reversed(range(len(self._marks))):
            mark = self._marks[index]
            if mark.kind in kinds:
                end = max(mark.match.end(), mark.start + len(self._body(index)))
                text = text[: mark.match.start()] + text[end:]
        return text


def _verdict_of(mark: _Mark) -> str:
    """The verdict of a position: a group or an attribute, else the first label in it."""
    verdict = mark.attribute("verdict")
    if verdict:
        return verdict.upper() if verdict.upper() in LABELS else verdict
    match = re.search("|".join(LABELS), mark.match.group())
    return match.group() if match else ""


def read(scenario: Scenario, request: ModelRequest) -> Reading:
    """What the prompt holds: the last user message, else what came before it."""
    user, given = _Page(scenario, request.user), _Page(scenario, request.given)
    claims = user.items("claim") or given.items("claim")
    positions = user.positions(claims) or given.positions(claims)
    schema = request.output_schema
    if schema is None and not request.tools:
        schema = schema_in(given.rest()) or scenario.answer_schema
        if schema is None and request.json_mode:
            schema = DEFAULT_ANSWER_SCHEMA
    return Reading(
        claims=claims,
        passages=user.items("evidence") or given.items("evidence"),
        positions=positions,
        order=_order_in(scenario, request.model, given, scenario.obey_pattern, "verdict"),
        schema=schema,
        task=task_of(schema, tools=bool(request.tools)),
        asked=user.asked(claims) or given.asked(claims),
        ordered_query=_order_in(scenario, request.model, given, scenario.obey_query_pattern, "query"),
    )


def _order_in(scenario: Scenario, model: str, page: _Page, patterns: Patterns, group: str) -> str | None:
    """What the last order planted in the prompt demands: the text of a group of the patterns."""
    if not scenario.obeys(model):
        return None
    text = page.without_positions()
    if scenario.obey_outside_fence_only:
        text = scenario.unfenced(text)
    orders = [
        (match.end(group), match[group]) for pattern in as_tuple(patterns) for match in re.finditer(pattern, text)
    ]
    if not orders:
        return None
    found = max(orders)[1].strip()
    return found.upper().replace(" ", "_") if group == "verdict" else found
