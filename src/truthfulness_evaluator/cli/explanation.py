"""What is told of a part of a document: its claims, what is not read as one, and why."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from truthfulness_evaluator.claims.extraction import shortened
from truthfulness_evaluator.claims.rules import Reading
from truthfulness_evaluator.cli.part import Part
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.facts.silence import why_silent, why_unread
from truthfulness_evaluator.models import (
    BlockKind,
    Claim,
    Document,
    Evidence,
    Inline,
    InlineKind,
    Location,
    Scope,
    Span,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
)
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.reporting.explanation import ExplainedClaim, Explanation, Row, Unread
from truthfulness_evaluator.reporting.finding import Finding, findings_by_claim
from truthfulness_evaluator.reporting.fixes import overlap
from truthfulness_evaluator.reporting.surroundings import surroundings
from truthfulness_evaluator.reporting.text import instruction
from truthfulness_evaluator.reporting.wording import counted

_NAMES = frozenset({InlineKind.CODE, InlineKind.ROLE, InlineKind.LINK})
"""Marks that rules read names in."""
_LEAD_IN = 120
"""Characters of the sentence before a list or table that are shown."""


def explained(
    document: Document, report: TruthfulnessReport, readings: Sequence[Reading], project: Project, part: Part
) -> Explanation:
    """All that is told of a part of a document.

    Args:
        document: the document.
        report: what became of it.
        readings: what the kinds of fact read in it.
        project: the code base that they are looked up in.
        part: what is to be explained.
    """
    teller = _Teller(document, report, readings, part)
    claims, lead = teller.claims()
    unread = [] if part.line is None and not claims and teller.is_silent else teller.unread()
    return Explanation(
        place=Location(path=document.name, line=part.line, column=part.column),
        code_base=_code_base(project),
        lines=((part.line, document.text[slice(*part.span)]),) if part.line is not None else (),
        claims=tuple(claims),
        unread=tuple(unread),
        lead=lead,
        notes=tuple(teller.notes(bool(claims), bool(unread))),
    )


@dataclass(frozen=True)
class _Teller:
    document: Document
    report: TruthfulnessReport
    readings: Sequence[Reading]
    part: Part

    def claims(self) -> tuple[list[ExplainedClaim], str]:
        """The claims that were asked about, and what is to be said of the choice."""
        rows = findings_by_claim(self.report, document_text=self.document.text)
        chosen = [claim for claim in self._asked if self.part.holds(claim.source_span)]
        lead = ""
        offset = self.part.offset
        if offset is not None and chosen:
            there = [claim for claim in chosen if claim.source_span and _holds(claim.source_span, offset)]
            if not there:
                lead = f"No claim stands at column {self.part.column}: these are the claims of the line."
            chosen = there or chosen
        if self.part.line is None and chosen:
            verdicts = Counter(rows[claim.id].label for claim in chosen)
            lead = (
                f"{counted(len(chosen), 'claim')}: {', '.join(f'{n} {label}' for label, n in verdicts.most_common())}."
            )
        told: set[str] = set()
        return [
            ExplainedClaim(rows[claim.id], tuple(self._rows(claim, rows[claim.id], told))) for claim in chosen
        ], lead

    def unread(self) -> list[Unread]:
        """What is written like a claim and is none, in order of its place."""
        items = [*self._ignored(), *self._of_others()]
        if self.part.line is not None:
            items += self._passed_over()
        return sorted(items, key=lambda item: (item.place.line or 0, item.place.column or 0))

    def notes(self, has_claims: bool, has_unread: bool) -> Iterator[str]:
        """Why there is nothing, and what else is there."""
        where = "on this line" if self.part.line is not None else "in this document"
        if not has_claims:
            yield f"No claim was found {where}{self._why_none(has_unread)}."
        if self.part.line is None:
            yield from self._silent_parts()
        prose = sum(claim.kind == "prose" and self.part.holds(claim.source_span) for claim in self.report.not_checked)
        if prose:
            sentences = counted(prose, "sentence")
            yield f"{sentences} of prose {where}: not checked, as no look-up can tell whether prose is true."

    @property
    def is_silent(self) -> bool:
        """Whether no block is looked at."""
        return all(why_silent(self.document, block) for block in self.part.blocks)

    # Claims -------------------------------------------------------------------------------------------------

    @cached_property
    def _asked(self) -> list[Claim]:
        claims = [*self.report.claims, *self.report.unvalidated_claims]
        return sorted({claim.id: claim for claim in claims}.values(), key=lambda claim: claim.source_span or (0, 0))

    @cached_property
    def _results(self) -> dict[str, VerificationResult]:
        return {result.claim_id: result for result in self.report.verifications}

    @cached_property
    def _kinds(self) -> dict[str, FactKind]:
        return {reading.kind.name: reading.kind for reading in self.readings}

    def _rows(self, claim: Claim, finding: Finding, told: set[str]) -> Iterator[Row]:
        """What is told of a claim; rules that are `told` already are not told again."""
        result = self._results.get(claim.id)
        if finding.explanation:
            yield Row("why", finding.explanation)
        for i, evidence in enumerate(result.evidence if result else ()):
            yield Row("" if i else "evidence", *_shown(evidence))
        if finding.correction is not None:
            yield Row("correction", instruction(finding) + self.part.shown_place(finding.correction.span))
        kind = self._kinds.get(claim.kind)
        yield Row("kind", f"{claim.kind}: {kind.title}" if kind else claim.kind)
        if claim.fact is not None:
            fact = claim.fact
            yield Row("subject", fact.subject + self.part.shown_place(fact.subject_span))
            if fact.expected is not None:
                yield Row("expected", fact.expected + self.part.shown_place(fact.expected_span))
            scope = _scope(fact.scope, self.document.name)
            if scope:
                yield Row("scope", scope)
        yield from self._read_in(claim)
        yield from self._votes(result)
        if kind and self.part.line is not None:
            if kind.name not in told:
                told.add(kind.name)
                yield Row("rule", kind.checks)
            if result is not None and result.verdict is Verdict.NOT_ENOUGH_INFO:
                yield Row("abstains", kind.abstains)

    def _read_in(self, claim: Claim) -> Iterator[Row]:
        block = self.part.block_at(claim.source_span[0]) if claim.source_span else None
        if block is not None:
            yield Row("read in", surroundings(block))
            if block.lead_in:
                yield Row("lead-in", shortened(block.lead_in, _LEAD_IN))

    def _votes(self, result: VerificationResult | None) -> Iterator[Row]:
        """The votes, where more than one judge was asked."""
        if result is not None and len(result.votes) + len(result.failures) > 1:
            votes = [f"{vote.judge} {vote.verdict.value} ({vote.confidence:.2f})" for vote in result.votes]
            failures = [f"{failure.judge} failed ({failure.kind.value})" for failure in result.failures]
            yield Row("votes", ", ".join([*votes, *failures]))

    # What is no claim ---------------------------------------------------------------------------------------

    def _ignored(self) -> Iterator[Unread]:
        for claim in self.report.ignored:
            span = claim.source_span
            if claim.kind != "prose" and span is not None and self.part.holds(span):
                covering = [each for each in self.document.suppressions if _holds(each.span, span[0])]
                reasons = [each.reason for each in covering if not each.kinds or claim.kind in each.kinds]
                told = next(filter(None, reasons), "")
                comment = "a comment excludes it" + (f" ({told})" if told else "")
                reason = comment if reasons else f"the settings exclude claims of the kind {claim.kind} here"
                yield Unread(self.part.place(span), claim.text, reason)

    def _of_others(self) -> Iterator[Unread]:
        """Facts that kinds read, and that are not about this project; what another kind claims is left out."""
        claimed = {claim.source_span for claim in (*self._asked, *self.report.ignored)}
        others = [r for r in self.readings if not r.concerns and r.found.span not in claimed]
        others = [r for r in others if self.part.holds(r.found.span)]
        by_span = groupby(sorted(others, key=lambda r: r.found.span), key=lambda r: r.found.span)
        for span, group in by_span:
            readings = list({reading.kind.name: reading for reading in group}.values())
            names = [reading.kind.name for reading in readings]
            reason = f"read as {' and as '.join(names)}, but not known to be about this project"
            scope = _scope(readings[0].found.fact.scope, self.document.name)
            reason += f" ({scope})" if scope else ""
            if len(names) == 1 and self.part.line is not None:
                reason += f". {names[0]} abstains where: {_lower(readings[0].kind.abstains).rstrip('.')}"
            yield Unread(self.part.place(span), self.document.text[slice(*span)], reason)

    def _passed_over(self) -> Iterator[Unread]:
        """Names in marks that no kind reads, with the reason where it can be told."""
        facts = [reading.found.fact for reading in self.readings if self.part.holds(reading.found.span)]
        read = [reading.found.span for reading in self.readings if self.part.holds(reading.found.span)]
        read += [span for fact in facts for span in (fact.subject_span, fact.expected_span) if span is not None]
        for block in self.part.blocks:
            if why_silent(self.document, block):
                continue
            for mark in block.inlines:
                if mark.kind in _NAMES and self.part.holds(mark.span) and not any(overlap(mark.span, s) for s in read):
                    reason = why_unread(self.document, mark.text_span, block)
                    yield Unread(self.part.place(mark.span), _name(mark, self.document), _told(reason))

    def _why_none(self, has_unread: bool) -> str:
        for block in self.part.blocks:
            reason = why_silent(self.document, block)
            if reason:
                return f": {reason}"
        if has_unread:
            return ""
        if not self.part.blocks:
            return ": it is empty" if not self.document.text[slice(*self.part.span)].strip() else ": it is markup"
        code = next((block for block in self.part.blocks if block.kind is BlockKind.CODE), None)
        if code is not None and self.part.line is not None:
            return f": no kind reads anything in {surroundings(code)}"
        return ": it names nothing that a code base could be asked for"

    def _silent_parts(self) -> Iterator[str]:
        """The parts of a whole document that are not read, in lines."""
        told = ((why_silent(self.document, block), block) for block in self.document.blocks)
        for reason, group in groupby(told, key=lambda pair: pair[0]):
            blocks = [block for _, block in group]
            kinds = {block.kind for block in blocks}
            if reason is None or kinds <= {BlockKind.COMMENT, BlockKind.FRONT_MATTER}:
                continue
            first = self.part.lines.line_of(blocks[0].span[0])
            last = self.part.lines.line_of(max(block.span[1] for block in blocks) - 1)
            lines = f"Line {first} is" if first == last else f"Lines {first} to {last} are"
            yield f"{lines} not read: {reason}."


def _holds(span: Span, offset: int) -> bool:
    return span[0] <= offset < span[1]


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _name(mark: Inline, document: Document) -> str:
    return document.text[slice(*mark.text_span)] or mark.target or ""


def _told(reason: str | None) -> str:
    return f"no kind reads it: {reason}" if reason else "no kind reads it"


def _shown(evidence: Evidence) -> tuple[str, tuple[str, ...]]:
    place = str(evidence.location) if evidence.location is not None else evidence.source
    if evidence.content in ("", place, evidence.source):
        return place, ()
    if evidence.location is None or evidence.location.line is None:
        return f"{place}: {evidence.content}", ()
    return place, (evidence.content,)


def _scope(scope: Scope, document: str) -> str:
    """What a fact is about, in words; nothing of what goes without saying."""
    parts = [
        (f"program {scope.program}", scope.program),
        (f"command {' '.join(scope.command)}", scope.command),
        (f"in {(scope.module or '').removeprefix('?.')}", scope.module and scope.module != document),
        (f"section {scope.section}", scope.section),
        (scope.language, scope.language),
        (f"written as {scope.form}", scope.form),
    ]
    return ", ".join(str(words) for words, there in parts if there)


def _code_base(project: Project) -> str:
    """What was looked through: one sentence."""
    languages = Counter(facts.language for facts in project.code.files.values())
    read = ", ".join(f"{number} of {language.capitalize()}" for language, number in languages.most_common())
    programs = project.code.command_line.programs.names
    parts = [
        f"{counted(len(project.tree.files), 'file')} in the tree",
        f"{counted(len(project.code.files), 'source file')} read" + (f" ({read})" if read else ""),
        "no program" if not programs else f"{'program' if len(programs) == 1 else 'programs'} {', '.join(programs)}",
    ]
    where = "the code base" if project.root == Path.cwd() else str(project.root)
    return f"Looked up in {where}: {', '.join(parts)}."
