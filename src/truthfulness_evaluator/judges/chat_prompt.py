"""What a chat model is asked about a batch of claims. Pure."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter

from truthfulness_evaluator.judges.batches import Batch
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.fences import Fence
from truthfulness_evaluator.llm.prompt_files import prompt_file, version
from truthfulness_evaluator.models import Board, Case, Claim, Evidence, Verdict, Vote
from truthfulness_evaluator.store.cache import JsonValue

_LAYOUT = 3
"""Of what this module puts around the instructions: another one gets another number, so that votes are asked anew."""
_CONTEXT = 120
"""Characters of a claim's surroundings that are shown: a path of three or four headings."""
_ABOVE, _UNDER = " > ", " / "
"""Between headings, in a claim and as they are shown: `>` would be escaped."""
_WORD = re.compile(r"\w+")
_ARTICLES = frozenset({"a", "an", "the"})
_SAID = 400
"""Characters of a position's reason, and of its critique, that others are shown: two or three sentences."""
_MOST_QUOTES = 3
"""Of a position that others are shown."""
FOR, AGAINST = "for", "against"
"""What a quote says of its claim."""
_ANSWER_TOKENS = 90
"""Of one judgment: a quote, a reason of a sentence, and the names around them."""
_CRITIQUE_TOKENS = 40


def _object(properties: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    names: list[JsonValue] = list(properties)
    return {"type": "object", "properties": dict(properties), "required": names, "additionalProperties": False}


def _shape(name: str, *, critique: bool) -> Shape:
    """Quotes and reasons come before the verdict: models write in order, and are to look before they judge."""
    text: JsonValue = {"type": "string"}
    stance: JsonValue = {"type": "string", "enum": [FOR, AGAINST]}
    labels: list[JsonValue] = [verdict.value for verdict in Verdict]
    properties: dict[str, JsonValue] = {
        "claim_id": text,
        **({"critique": text} if critique else {}),
        "citations": {"type": "array", "items": _object({"evidence_id": text, "quote": text, "stance": stance})},
        "reason": text,
        "verdict": {"type": "string", "enum": labels},
        "probability": {"type": "number"},
    }
    judgment: dict[str, JsonValue] = {
        "claim_id": "c1",
        **({"critique": "A passes over ..."} if critique else {}),
        "citations": [{"evidence_id": "e1", "quote": "...", "stance": FOR}],
        "reason": "...",
        "verdict": Verdict.SUPPORTS.value,
        "probability": 0.9,
    }
    schema = _object({"judgments": {"type": "array", "items": _object(properties)}})
    return Shape(name, schema, json.dumps({"judgments": [judgment]}))


_FIRST = _shape("judgments", critique=False)
_FURTHER = _shape("judgments_and_critiques", critique=True)


def prompt_version() -> str:
    """Names all that is ours in a prompt: another wording, layout or shape has another version."""
    shapes = json.dumps([_FIRST.schema, _FURTHER.schema])
    whole = "\0".join((str(_LAYOUT), version("judge", "round"), shapes))
    return hashlib.sha256(whole.encode()).hexdigest()[:12]


def judge_shape(board: Board | None) -> Shape:
    """The answer that is wanted: in a further round with a critique of the others' positions."""
    return _FIRST if board is None else _FURTHER


def judge_prompt(batch: Batch, board: Board | None = None, *, remark: str = "") -> Prompt:
    """The prompt for a batch: passages first, as several requests may share them, then the claims.

    Args:
        batch: the claims and their passages.
        board: what was said in the last round.
        remark: what was wrong with the last answer, in words of ours.
    """
    texts = _texts(batch, board)
    fence = Fence.of("\0".join(each.evidence.content for each in batch.passages), *texts)
    shown = [(name, [each.evidence for each in group]) for name, group in groupby(batch.passages, key=attrgetter("id"))]
    passages = [
        fence.wrap("evidence", _together(group), id=name, source=_place(group), published=_published(group))
        for name, group in shown
    ]
    claims: list[str] = []
    for name, case in zip(batch.claim_ids, batch.cases, strict=True):
        around = context_of(case.claim)
        attributes = {"id": name, "context": around} if around else {"id": name}
        claims.append(fence.wrap("claim", case.claim.text, **attributes))
        if board is not None:
            claims += _positions(fence, name, batch, case, board)
    wanted = f"Judge {batch.claim_ids[0]}."
    if len(batch.cases) > 1:
        wanted = f"Judge {batch.claim_ids[0]} to {batch.claim_ids[-1]}."
    told = f"Your last answer cannot be used: {remark}." if remark else ""
    question = "\n".join(claims)
    further = prompt_file("round") if board is not None else ""
    return Prompt(
        system=prompt_file("judge"),
        shared="\n".join(passages),
        question="\n\n".join(part for part in (question, further, told, wanted) if part),
        version=prompt_version(),
        answer_tokens=len(batch.cases) * (_ANSWER_TOKENS + (_CRITIQUE_TOKENS if board is not None else 0)),
    )


def context_of(claim: Claim) -> str:
    """What is shown of a claim's surroundings: the path of headings above it, without what the claim itself says."""
    first = (claim.context or "").partition("\n")[0].strip()
    if claim.text in first:
        return ""
    said = set(_WORD.findall(claim.text.casefold())) | _ARTICLES
    headings = [each for each in first.split(_ABOVE) if not said.issuperset(_WORD.findall(each.casefold()))]
    return _cut(_UNDER.join(headings), _CONTEXT)


def _together(neighbours: Sequence[Evidence]) -> str:
    """Passages that follow one another in a file, as they stand there."""
    parts = [neighbours[0].content]
    for before, each in pairwise(neighbours):
        parts += "\n" * (_lines(each)[0] - _lines(before)[1]), each.content
    return "".join(parts)


def _place(neighbours: Sequence[Evidence]) -> str:
    """Where they stand: from the first line of the first to the last line of the last."""
    first, place = neighbours[0], neighbours[0].location
    if place is None:
        return first.source
    lines = f"-{_lines(neighbours[-1])[1]}" if len(neighbours) > 1 else ""
    return f"{place}{lines}" or first.source


def _published(neighbours: Sequence[Evidence]) -> str | None:
    page = neighbours[0].page
    return page.published if page is not None else None


def _lines(evidence: Evidence) -> tuple[int, int]:
    """The first and the last line; 0 where they are not known."""
    place = evidence.location
    return (place.line or 0, place.end_line or place.line or 0) if place else (0, 0)


def _positions(fence: Fence, name: str, batch: Batch, case: Case, board: Board) -> list[str]:
    """What this judge and the others said of a claim, in fences: it may repeat what evidence tells it to say."""
    own = board.own.get(case.claim.id)
    shown = [] if own is None else [("own", own)]
    shown += [("position", vote) for vote in board.positions.get(case.claim.id, ())]
    return [
        fence.wrap(kind, _said(vote, batch), id=vote.judge, claim=name, verdict=vote.verdict.value)
        for kind, vote in shown
    ]


def _said(vote: Vote, batch: Batch) -> str:
    """A vote's reason, quotes and critique; nothing of who gave it and how sure it is."""
    lines = [_cut(vote.explanation, _SAID)]
    for cited in vote.citations[:_MOST_QUOTES]:
        place = next((each.id for each in batch.passages if cited.quote in each.evidence.content), "quote")
        lines.append(f'{place}: "{cited.quote}"')
    if vote.critique:
        lines.append(f"critique: {_cut(vote.critique, _SAID)}")
    return "\n".join(line for line in lines if line) or "no reason given"


def _texts(batch: Batch, board: Board | None) -> list[str]:
    """All that stands in fences beside the passages."""
    claims = [case.claim for case in batch.cases]
    texts = [text for claim in claims for text in (claim.text, claim.context or "")]
    if board is not None:
        votes = [vote for claim in claims for vote in board.positions.get(claim.id, ())]
        votes += [board.own[claim.id] for claim in claims if claim.id in board.own]
        texts += [text for vote in votes for text in (vote.explanation, vote.critique)]
    return texts


def _cut(text: str, limit: int) -> str:
    """A text on one line, cut at a word where it is too long."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line.rfind(" ", 0, limit + 1)
    return line[: cut if cut > 0 else limit] + "..."
