"""Reads what a chat model answered of a batch: what can be counted, and what is wrong with the rest. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from truthfulness_evaluator.judges.batches import Batch, Passage, PassageKey, passage_key
from truthfulness_evaluator.judges.chat_prompt import AGAINST, FOR
from truthfulness_evaluator.judges.labels import read_verdict
from truthfulness_evaluator.models import Case, Citation, Outcome, Span, Verdict, Vote
from truthfulness_evaluator.store.cache import JsonValue
from truthfulness_evaluator.text.instructions import is_instruction

_NEEDS_QUOTE = frozenset({Verdict.SUPPORTS, Verdict.REFUTES})
_LONGEST_QUOTE = 2000
"""Characters. More is no line and no sentence, and is not looked for."""
_MOST_CITATIONS = 10
"""Of one answer; what comes after them is not looked at."""
_LONGEST_TEXT = 1000
"""Characters of a reason or critique: they were asked to be one or two sentences."""
_LEAST_PERCENT = 10.0
"""The least number that is read as percent: 8 may as well be eight of ten."""
_CLAIM_ID = re.compile(r"(?:claim|c)?[\s_-]*(\d{1,6})")
_EVIDENCE_ID = re.compile(r"(?:evidence|passage|e)?[\s_-]*(\d{1,6})")
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d+)?)\s*%")
_STANCES = {FOR: True, AGAINST: False}
_MARKERS = " \t\n[](){}<>#\"'`*.:"
"""What models put around an id."""

Entry = Mapping[str, JsonValue]


class Flaw(StrEnum):
    """Why an answer is no vote, as a clause. It is told to the model when it is asked again."""

    MISSING = "it gives no answer for this claim"
    CONTRADICTED = "it answers this claim more than once, with different verdicts"
    NO_VERDICT = "its verdict is none of the four labels"
    NO_PROBABILITY = "it gives no probability from 0 to 1"
    NO_QUOTE = "it quotes nothing, and only a quote from the evidence makes its verdict count"
    NOT_FOUND = "none of the words that it quotes stand in the evidence"
    ORDER = "it quotes only words that tell a reader what to answer, and they prove nothing"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a passage that an answer cites."""

    passage: Passage
    span: Span
    """Where they stand in the passage's raw text."""
    supports: bool | None = None
    """Whether they speak for the claim, as far as the answer says it."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """An answer that counts."""

    verdict: Verdict
    probability: float
    """0 to 1, that the verdict is right."""
    reason: str = ""
    critique: str = ""
    quotes: tuple[Quote, ...] = ()
    dropped: int = 0
    """Quotes that do not count."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An answer that does not count."""

    flaw: Flaw
    claimed: Verdict | None = None
    """The verdict that it gave all the same."""


def read_answer(value: JsonValue, batch: Batch) -> list[Judgment | Problem]:
    """What an answer says of each claim of a batch, in their order.

    An answer for an id that was not asked is passed over. Answers that agree on one claim are one.

    Args:
        value: the answer, of any shape.
        batch: what was asked.
    """
    by_claim: dict[int, list[Entry]] = {}
    for position, entry in _entries(value, batch):
        by_claim.setdefault(position, []).append(entry)
    return [_finding(by_claim.get(position, ()), batch, case) for position, case in enumerate(batch.cases)]


def outcome_of(judgment: Judgment, case: Case, judge: str) -> Outcome:
    """A judgment as a vote. Passages that it cites and that are not the case's own come along as evidence."""
    own = {passage_key(each): index for index, each in reversed(list(enumerate(case.evidence)))}
    brought = {
        key: quote.passage.evidence
        for quote in judgment.quotes
        if (key := passage_key(quote.passage.evidence)) not in own
    }
    indices = own | {key: len(case.evidence) + index for index, key in enumerate(brought)}
    citations = [
        Citation(
            evidence_index=indices[passage_key(quote.passage.evidence)],
            quote=quote.passage.evidence.content[quote.span[0] : quote.span[1]],
            span=quote.span,
            supports=quote.supports,
        )
        for quote in judgment.quotes
    ]
    vote = Vote(
        judge=judge,
        verdict=judgment.verdict,
        confidence=judgment.probability,
        explanation=judgment.reason,
        citations=citations,
        critique=judgment.critique,
        dropped_quotes=judgment.dropped,
    )
    return Outcome(vote, tuple(brought.values()))


def read_probability(value: JsonValue) -> float | None:
    """A probability, 0 to 1: as such, in percent from 10 on, or as text (`85 %`); None where it is none.

    Example:
        >>> read_probability(95)
        0.95
    """
    if isinstance(value, str):
        text = value.strip()[:20]
        if match := _PERCENT.fullmatch(text):
            percent = float(match[1].replace(",", "."))
            return percent / 100 if percent <= 100 else None
        try:
            return read_probability(float(text))
        except ValueError:
            return None
    if value is None or isinstance(value, bool | list | dict):
        return None
    if 0 <= value <= 1:
        return float(value)
    return value / 100 if _LEAST_PERCENT <= value <= 100 else None


def _entries(value: JsonValue, batch: Batch) -> Iterator[tuple[int, Entry]]:
    """The answers to what was asked, each with the claim's position in the batch."""
    if isinstance(value, dict):
        inner = value.get("judgments")
        value = inner if isinstance(inner, list | dict) else value
    if isinstance(value, dict) and "verdict" not in value:  # by claim id
        value = [{"claim_id": name, **entry} for name, entry in value.items() if isinstance(entry, dict)]
    entries = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, dict)]
    for entry in entries:
        name = entry.get("claim_id")
        alone = len(batch.cases) == len(entries) == 1 and (name is None or name == "")
        position = 0 if alone else _number(_CLAIM_ID, name, len(batch.cases))
        if position is not None:
            yield position, entry


def _number(form: re.Pattern[str], name: JsonValue, count: int) -> int | None:
    """The index that an id of ours stands for, whatever a model put around it; None where it is none of `count`."""
    if isinstance(name, bool) or not isinstance(name, int | str):
        return None
    match = form.fullmatch(str(name)[:40].strip(_MARKERS).casefold())
    number = int(match[1]) if match else 0
    return number - 1 if 1 <= number <= count else None


def _finding(entries: Sequence[Entry], batch: Batch, case: Case) -> Judgment | Problem:
    if not entries:
        return Problem(Flaw.MISSING)
    if len({_verdict(entry) for entry in entries}) > 1:
        return Problem(Flaw.CONTRADICTED)
    findings = [_judged(entry, batch, case) for entry in entries]
    return next((each for each in findings if isinstance(each, Judgment)), findings[0])


def _verdict(entry: Entry) -> Verdict | None:
    label = entry.get("verdict")
    try:
        return read_verdict(label) if isinstance(label, str) else None
    except ValueError:
        return None


def _judged(entry: Entry, batch: Batch, case: Case) -> Judgment | Problem:
    verdict = _verdict(entry)
    if verdict is None:
        return Problem(Flaw.NO_VERDICT)
    probability = read_probability(entry.get("probability"))
    if probability is None:
        return Problem(Flaw.NO_PROBABILITY, verdict)
    quotes, flaws = _quotes(entry.get("citations"), batch, case)
    if verdict in _NEEDS_QUOTE and not quotes:
        return Problem(max(flaws, default=Flaw.NO_QUOTE, key=[Flaw.NOT_FOUND, Flaw.ORDER].index), verdict)
    if verdict in _NEEDS_QUOTE and all(quote.supports is (verdict is Verdict.REFUTES) for quote in quotes):
        quotes = tuple(replace(quote, supports=None) for quote in quotes)  # It has mixed up the two words.
    reason, critique = _text(entry.get("reason")), _text(entry.get("critique"))
    return Judgment(verdict, probability, reason, critique, quotes, len(flaws))


def _quotes(citations: JsonValue, batch: Batch, case: Case) -> tuple[tuple[Quote, ...], list[Flaw]]:
    """The quotes that stand in the evidence and say something, and what is wrong with each of the others."""
    found: dict[tuple[PassageKey, Span], Quote] = {}
    flaws: list[Flaw] = []
    for name, words, stance in _cited(citations):
        quote = _found(name, words, batch, case)
        if quote is None:
            flaws.append(Flaw.NOT_FOUND)
        elif is_instruction(quote.passage.evidence.content[quote.span[0] : quote.span[1]]):
            flaws.append(Flaw.ORDER)
        else:
            sided = replace(quote, supports=_STANCES.get(str(stance).strip().casefold()))
            found.setdefault((passage_key(quote.passage.evidence), quote.span), sided)
    return tuple(found.values()), flaws


def _cited(citations: JsonValue) -> Iterator[tuple[JsonValue, str, JsonValue]]:
    """Passage ids, quotes and stances, as they were given."""
    for item in citations[:_MOST_CITATIONS] if isinstance(citations, list) else [citations]:
        entry: Entry = item if isinstance(item, dict) else {"quote": item}
        words = entry.get("quote")
        if isinstance(words, str) and words.strip():
            yield entry.get("evidence_id"), words, entry.get("stance")


def _found(name: JsonValue, words: str, batch: Batch, case: Case) -> Quote | None:
    """Where a quote stands: in the passage that is named, else in one of the case, else in any of the batch."""
    if len(words) > _LONGEST_QUOTE:
        return None
    number = _number(_EVIDENCE_ID, name, len(batch.passages))
    named = [] if number is None else [each for each in batch.passages if each.id == f"e{number + 1}"]
    own = {passage_key(each) for each in case.evidence}
    ours = sorted(batch.passages, key=lambda each: passage_key(each.evidence) not in own)
    for passage in (*named, *ours):
        span = passage.folded.find(words)
        if span is not None:
            return Quote(passage, span)
    return None


def _text(value: JsonValue) -> str:
    """A text on one line, cut at a word where it is too long."""
    if not isinstance(value, str):
        return ""
    whole = value[: 2 * _LONGEST_TEXT].encode("utf-8", "replace").decode()  # JSON may hold halves of characters.
    line = " ".join(whole.split())
    if len(line) <= _LONGEST_TEXT:
        return line
    cut = line.rfind(" ", 0, _LONGEST_TEXT + 1)
    return line[: cut if cut > 0 else _LONGEST_TEXT] + "..."
