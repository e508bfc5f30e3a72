"""What a chat model is asked about claims that wait for more evidence, and how its answer is read. Pure."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.evidence.queries import heading_of
from truthfulness_evaluator.evidence.web.deciding.written_queries import is_about, is_repeated, plain_query
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.fences import Fence
from truthfulness_evaluator.llm.prompt_files import prompt_file, version
from truthfulness_evaluator.models import Claim, Evidence
from truthfulness_evaluator.store.cache import JsonValue

MOST_CLAIMS = 8
"""Claims of a request, as judges have them: models begin to mix up more."""
MOST_EVIDENCE = 8000
"""Characters of the passages of a request, about 2,000 tokens: it fits the smallest window that local servers come
with. A claim with more is asked about alone."""
_INSTRUCTIONS = "search"
_LAYOUT = 1
"""Of what this module puts around the instructions: another one gets another number, so that all is asked anew."""
_ANSWER_TOKENS = 50
"""Of one decision."""
_ID = re.compile(r"(?:claim|c)?[\s_-]*(\d{1,6})")
_MARKERS = " \t\n[](){}<>#\"'`*.:"
"""What models put around an id."""
_YES, _NO = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})


def _shape() -> Shape:
    """What is missing comes first: models write in order, and are to look before they decide."""
    text: JsonValue = {"type": "string"}
    properties: dict[str, JsonValue] = {
        "claim_id": text,
        "missing": text,
        "enough": {"type": "boolean"},
        "query": text,
    }
    decision = _object(properties)
    example = {"claim_id": "c1", "missing": "...", "enough": False, "query": "..."}
    schema = _object({"decisions": {"type": "array", "items": decision}})
    return Shape("decisions", schema, json.dumps({"decisions": [example]}))


def _object(properties: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    names: list[JsonValue] = list(properties)
    return {"type": "object", "properties": dict(properties), "required": names, "additionalProperties": False}


SHAPE = _shape()
"""The answer that is wanted."""


@dataclass(frozen=True, slots=True)
class Question:
    """A claim with what was found and asked for it."""

    claim: Claim
    evidence: tuple[Evidence, ...]
    """Best first."""
    asked: tuple[str, ...]
    """Queries so far, in their order."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the model wants for a claim."""

    query: str | None
    """To be asked next; None: nothing more."""


def prompt_version() -> str:
    """Names all that is ours in a request: another wording, layout or shape has another version."""
    whole = "\0".join((str(_LAYOUT), version(_INSTRUCTIONS), json.dumps(SHAPE.schema)))
    return hashlib.sha256(whole.encode()).hexdigest()[:12]


def batched(questions: Sequence[Question]) -> list[list[Question]]:
    """Questions that go into one request each, in their order."""
    groups: list[list[Question]] = []
    shown: set[Evidence] = set()
    for each in questions:
        together = shown.union(each.evidence)
        full = sum(len(passage.content) for passage in together) > MOST_EVIDENCE
        if not groups or len(groups[-1]) == MOST_CLAIMS or full:
            groups.append([])
            together = set(each.evidence)
        groups[-1].append(each)
        shown = together
    return groups


def deciding_prompt(questions: Sequence[Question], *, remark: str = "") -> Prompt:
    """Asks about claims, which are called `c1`, `c2`, ... Their passages come first, each once.

    Args:
        questions: one or more.
        remark: what was wrong with the last answer, in words of ours.
    """
    passages = list(dict.fromkeys(each for question in questions for each in question.evidence))
    names = {each: f"e{number}" for number, each in enumerate(passages, 1)}
    fence = Fence.of("\0".join(each.content for each in passages), *_texts(questions))
    parts: list[str] = []
    for number, question in enumerate(questions, 1):
        found = " ".join(names[each] for each in question.evidence) or "none"
        heading = heading_of(question.claim) or None
        parts.append(fence.wrap("claim", question.claim.text, id=f"c{number}", context=heading, passages=found))
        parts.append(fence.wrap("asked", "\n".join(question.asked), claim=f"c{number}"))
    wanted = "Decide c1." if len(questions) == 1 else f"Decide c1 to c{len(questions)}."
    return Prompt(
        system=prompt_file(_INSTRUCTIONS),
        shared="\n".join(_passage(fence, names[each], each) for each in passages),
        question="\n\n".join(part for part in ("\n".join(parts), remark, wanted) if part),
        version=prompt_version(),
        answer_tokens=len(questions) * _ANSWER_TOKENS,
    )


def read_decisions(value: JsonValue, questions: Sequence[Question]) -> list[Decision | None]:
    """What an answer decides for each claim; None where it says nothing usable.

    A query that repeats one that was asked ends the search. One that has nothing of its claim is not usable.

    Args:
        value: the answer, of any shape.
        questions: what was asked.
    """
    decisions: list[Decision | None] = [None] * len(questions)
    for position, entry in _entries(value, len(questions)):
        if decisions[position] is None:
            decisions[position] = _decision(entry, questions[position])
    return decisions


def _passage(fence: Fence, name: str, evidence: Evidence) -> str:
    page = evidence.page
    title, published = (page.title or None, page.published) if page is not None else (None, None)
    return fence.wrap("evidence", evidence.content, id=name, source=evidence.source, title=title, published=published)


def _texts(questions: Sequence[Question]) -> Iterator[str]:
    """All that stands in fences besides the passages."""
    for each in questions:
        yield from (each.claim.text, heading_of(each.claim), *each.asked)
        yield from (part for item in each.evidence for part in (item.source, item.page.title if item.page else ""))


def _entries(value: JsonValue, number: int) -> Iterator[tuple[int, Mapping[str, JsonValue]]]:
    """The decisions about what was asked, each with its place."""
    if isinstance(value, dict):
        inner = value.get("decisions")
        value = inner if isinstance(inner, list | dict) else value
    if isinstance(value, dict) and "query" not in value and "enough" not in value:  # by claim id
        value = [{"claim_id": name, **entry} for name, entry in value.items() if isinstance(entry, dict)]
    entries = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, dict)]
    for entry in entries:
        name = entry.get("claim_id")
        match = _ID.fullmatch(str(name)[:40].strip(_MARKERS).casefold())
        alone = number == len(entries) == 1 and name in (None, "")
        position = 0 if alone else int(match[1]) - 1 if match else -1
        if 0 <= position < number:
            yield position, entry


def _decision(entry: Mapping[str, JsonValue], question: Question) -> Decision | None:
    written = entry.get("query")
    query = plain_query(written) if isinstance(written, str) else ""
    enough = str(entry.get("enough")).strip().casefold()
    if enough in _YES or (enough in _NO and not query):
        return Decision(None)
    if not query or not is_about(query, question.claim):
        return None
    return Decision(None if is_repeated(query, question.asked) else query)
