"""Claims by a chat model: it finds the statements of a document, section by section."""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from truthfulness_evaluator.claims.chat_answer import Placed, Placing, merged_statements, read_answer
from truthfulness_evaluator.claims.chat_prompt import SHAPE, prompt_for
from truthfulness_evaluator.claims.extraction import Extraction, Statement, extraction
from truthfulness_evaluator.claims.prose import ProseClaims
from truthfulness_evaluator.claims.quoting import SectionQuotes
from truthfulness_evaluator.claims.repeating import Repetitions
from truthfulness_evaluator.claims.sections import Section, sections
from truthfulness_evaluator.core.errors import ModelCallError
from truthfulness_evaluator.core.waiting import all_of
from truthfulness_evaluator.llm.asking import Asker, Prompt, Reply
from truthfulness_evaluator.models import Claim, Document, FailureKind, JudgeFailure
from truthfulness_evaluator.store.cache import Cache, JsonValue
from truthfulness_evaluator.text.lines import Lines

NAMESPACE = "claims"
"""Of the cache."""
_LOG = logging.getLogger(__name__)
_SEVERAL = 3
"""Statements of a section that cannot all be none: see `Section.states`."""
_MOST_PARTS = 8
"""Answers that one section may take where each is cut off: of 1,000 tokens each, enough for `MOST_CHARACTERS`."""
_HALVES = 4
"""Of these, what it counts that a section was halved because an answer, cut off, held nothing."""


def _uncounted(hits: int) -> None:
    pass


@dataclass(frozen=True)
class ChatClaims:
    """Finds the statements of a document that can be checked. A `ClaimExtractor`."""

    asker: Asker
    cache: Cache | None = field(default=None, repr=False)
    on_cached: Callable[[int], None] = field(default=_uncounted, repr=False)
    """Told of answers that were kept from an earlier run: how many."""

    async def extract(self, document: Document) -> list[Claim]:
        """The claims; what failed is not told: see `find`."""
        return list((await self.find(document)).claims)

    async def find(self, document: Document, facts: Extraction | None = None) -> Extraction:
        """The claims of a document, with the failures of its sections, which are asked about side by side.

        Args:
            document: any.
            facts: what rules found in it: claims that only repeat them are left out.
        """
        found = facts or Extraction()
        asking = _Asking(document, self, Repetitions.of((*found.claims, *found.ignored)))
        results = await all_of(*(asking.ask(section) for section in asking.sections))
        statements = merged_statements(each for result in results for each in result.statements)
        claims = extraction(document, statements)
        return replace(
            claims,
            ignored=(*claims.ignored, *_unasked(document, claims.ignored)),
            failures=tuple(failure for result in results for failure in result.failures),
            dropped=sum(result.dropped for result in results),
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """What came of a section."""

    statements: tuple[Statement, ...] = ()
    dropped: int = 0
    failures: tuple[JudgeFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """An answer, and what is wrong with it."""

    reply: Reply
    placed: Placed
    wrong: FailureKind | None = None
    message: str = ""
    """A clause for the report."""
    note: str = ""
    """A sentence for the model."""


@dataclass(frozen=True)
class _Asking:
    """The requests about one document."""

    document: Document
    by: ChatClaims
    facts: Repetitions

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return sections(self.document)

    @cached_property
    def _placing(self) -> Placing:
        return Placing(self.document, tuple(SectionQuotes(section) for section in self.sections), self.facts)

    def _quotes(self, section: Section) -> SectionQuotes:
        whole = (quotes for quotes in self._placing.sections if quotes.section is section)
        return next(whole, None) or SectionQuotes(section)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.document.text)

    async def ask(self, section: Section, parts: int = _MOST_PARTS) -> _Found:
        """The statements of a section; of what has no answer, a failure.

        Args:
            section: all or a part of one.
            parts: times that it may still be cut up.
        """
        prompt = prompt_for(section)
        kept = self._kept(prompt)
        if kept is not None:
            reading = self._read(section, kept)
            if reading.wrong is None:
                self.by.on_cached(1)
                return await self._whole(section, reading, parts)
        try:
            reading = self._read(section, await self.by.asker.ask(prompt, SHAPE))
        except ModelCallError as error:
            halves = section.halves() if error.kind is FailureKind.CONTEXT_TOO_LONG and parts >= _HALVES else ()
            return await self._each(halves, parts - _HALVES) if halves else self._failed(section, error)
        if reading.wrong is not None:
            return await self._again(section, prompt, reading, parts)
        self._keep(prompt, reading.reply)
        return await self._whole(section, reading, parts)

    async def _again(self, section: Section, prompt: Prompt, first: _Reading, parts: int) -> _Found:
        """The same once more, saying what was wrong; what is right of the better answer is kept."""
        try:
            second = self._read(section, await self.by.asker.ask(prompt_for(section, first.note), SHAPE))
        except ModelCallError as error:
            error.attempts += first.reply.attempts
            failed = self._failed(section, error)
            return replace(failed, statements=first.placed.statements, dropped=first.placed.dropped)
        if second.wrong is None:
            self._keep(prompt, second.reply)
            return await self._whole(section, second, parts)
        best = max(second, first, key=lambda each: len(each.placed.statements))
        calls = first.reply.attempts + second.reply.attempts
        failed = self._failed(section, ModelCallError(second.wrong, second.message, attempts=calls))
        return replace(failed, statements=best.placed.statements, dropped=best.placed.dropped)

    async def _whole(self, section: Section, reading: _Reading, parts: int) -> _Found:
        """What an answer found; where it was cut off, also what stands behind its last claim."""
        found = _Found(reading.placed.statements, reading.placed.dropped)
        if not reading.reply.truncated:
            return found
        cost = _HALVES if reading.placed.last < 0 else 1
        rest = self._rest(section, reading.placed.last) if parts >= cost else ()
        if not rest:
            cut = ModelCallError(FailureKind.BAD_ANSWER, "the answer was cut off", attempts=reading.reply.attempts)
            return replace(found, failures=self._failed(section, cut).failures)
        return _joined(found, await self._each(rest, parts - cost))

    def _rest(self, section: Section, last: int) -> Sequence[Section]:
        """What is to be asked about after an answer that was cut off: from the sentence of its last quote on, of which
        there may be more to say; where that is the first one, behind it; without any quote, all of it, in halves.
        """
        if last < 0:
            return section.halves()
        quotes = self._quotes(section)
        begin = quotes.begins(last)
        first = max(section.units[0].span[0], section.units[0].block.text_span[0])
        rest = section.after(begin if begin > first else quotes.ends(last))
        return () if rest is None else (rest,)

    async def _each(self, parts: Sequence[Section], left: int) -> _Found:
        return _joined(*await all_of(*(self.ask(part, left) for part in parts)))

    def _read(self, section: Section, reply: Reply) -> _Reading:
        answer = read_answer(reply.value)
        placed = self._placing.place(self._quotes(section), answer.claims)
        reading = _Reading(reply, placed)
        given = len(answer.claims)
        if answer.malformed and not reply.truncated:
            return replace(
                reading,
                wrong=FailureKind.BAD_ANSWER,
                message=f"{answer.malformed} of the answer's claims without quote or text"
                if given
                else "no list of claims",
                note='Your last answer was not usable: each claim needs a "quote", a "text" and a "status".',
            )
        if not given and not reply.truncated and section.states >= _SEVERAL:
            return replace(
                reading,
                wrong=FailureKind.EMPTY_CLAIMS,
                message=f"no claims in a text that makes {section.states} statements",
                note="Your last answer had no claims, though the document states several things.",
            )
        missing = placed.dropped + placed.elsewhere
        if missing * 2 > given:
            return replace(
                reading,
                wrong=FailureKind.BAD_ANSWER,
                message=f"{missing} of {given} quotes do not stand in the text",
                note="The quotes of your last answer do not stand in the document: copy them character by character.",
            )
        return reading

    def _failed(self, section: Section, error: ModelCallError) -> _Found:
        start, end = section.span
        if self.document.places is not None:
            start, end = self.document.places.span((start, end))
        first, last = (self._lines.position(offset)[0] for offset in (start, max(start, end - 1)))
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        where = f"{lines} ({section.title})" if section.title else lines
        failure = JudgeFailure(
            judge=self.by.asker.name,
            kind=error.kind,
            message=f"claims of {where}: {error.message}",
            attempts=error.attempts,
        )
        return _Found(failures=(failure,))

    def _key(self, prompt: Prompt) -> str:
        asker = self.by.asker
        whole = [asker.name, asker.settings, prompt.version, prompt.system, prompt.shared, prompt.question]
        return hashlib.sha256(json.dumps([*whole, SHAPE.name, SHAPE.schema]).encode()).hexdigest()

    def _kept(self, prompt: Prompt) -> Reply | None:
        if self.by.cache is None:
            return None
        try:
            entry = self.by.cache.get(NAMESPACE, self._key(prompt))
        except sqlite3.Error:  # The cache is locked or its disk is full: then it is asked.
            _LOG.debug("the cache cannot be read", exc_info=True)
            return None
        if not isinstance(entry, dict) or "value" not in entry:
            return None
        return Reply(entry["value"], truncated=entry.get("truncated") is True, attempts=0)

    def _keep(self, prompt: Prompt, reply: Reply) -> None:
        if self.by.cache is None:
            return
        entry: dict[str, JsonValue] = {"value": reply.value, "truncated": reply.truncated}
        try:
            self.by.cache.put(NAMESPACE, self._key(prompt), entry)
        except sqlite3.Error:
            _LOG.debug("the cache cannot be written", exc_info=True)


def _unasked(document: Document, ignored: Sequence[Claim]) -> Iterator[Claim]:
    """The sentences that comments exclude and that no model saw: they are told of as ignored, too."""
    if not document.suppressions:
        return
    seen = [claim.source_span for claim in ignored if claim.source_span]
    for claim in ProseClaims().find(document).ignored:
        start, end = claim.source_span or (0, 0)
        if not any(first < end and start < last for first, last in seen):
            yield claim


def _joined(*found: _Found) -> _Found:
    return _Found(
        tuple(statement for each in found for statement in each.statements),
        sum(each.dropped for each in found),
        tuple(failure for each in found for failure in each.failures),
    )
