"""Reports for comments on pull requests and for job summaries: Markdown that GitHub and GitLab show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from truthfulness_evaluator.core.grading import CONFIDENCE_THRESHOLD
from truthfulness_evaluator.models import Evidence, Injection, Location, Standing, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.comparing import comparison
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding, findings
from truthfulness_evaluator.reporting.fitting import Section, fitted
from truthfulness_evaluator.reporting.markdown_panel import failure_items, review_part, usage_table, votes_part
from truthfulness_evaluator.reporting.markdown_sides import sides_part
from truthfulness_evaluator.reporting.markup import code_block, code_span, inline
from truthfulness_evaluator.reporting.panel import dropped_line, failures_line, injections, review_line, total_usage
from truthfulness_evaluator.reporting.regions import Texts, joined
from truthfulness_evaluator.reporting.text import instruction, notes, statement, summary_line
from truthfulness_evaluator.reporting.totals import total
from truthfulness_evaluator.reporting.web_pages import origin_words, page_words, quoted_pages
from truthfulness_evaluator.reporting.wording import counted, position
from truthfulness_evaluator.text.lines import Lines
from truthfulness_evaluator.text.patterns import regex

MARK = "<!-- truth-eval -->"
"""The first line, by which a workflow finds the comment that it wrote before."""
LIMIT = 65_536
"""Characters of a comment on GitHub."""

_LEAST = 2_000
"""The summary and the titles of all sections take less."""
_LONGEST = 600
"""Characters of a statement: whole sentences, no essays."""
_AROUND = 80
"""Characters of a line that are shown on either side of what is wrong in it."""
_LINE_END = regex(r"\r\n|\r|\n")
_REFUTED = (Verdict.REFUTES, "Refuted")
_FOLDED = (
    (None, "Could not be judged"),
    (Verdict.NOT_ENOUGH_INFO, "Not settled"),
    (Verdict.UNVERIFIABLE, "Unverifiable"),
)


@dataclass(frozen=True)
class MarkdownFormatter:
    """The summary, then what is refuted with both sides and the correction, then the rest and what is known, folded.

    Example:
        >>> print(MarkdownFormatter().format([TruthfulnessReport(source_document="a.md")]), end="")
        <!-- truth-eval -->
        ## Documentation check
        <BLANKLINE>
        Nothing to check in 1 document.
    """

    closing: str | None = None
    """The first sentence, instead of the grade."""
    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are not folded."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them the lines are shown that say it, and how they change."""
    links: str = ""
    """URL that paths are put behind, such as `https://github.com/NAME/PROJECT/blob/COMMIT/`; empty: no links."""
    limit: int = LIMIT
    """Characters of the whole, 2,000 or more. What does not fit is left out, item by item, and counted."""
    confidence_threshold: float = CONFIDENCE_THRESHOLD
    """From where a verdict counts in the grade of several documents."""

    def __post_init__(self) -> None:
        if self.limit < _LEAST:
            raise ValueError(f"limit is {self.limit} and must be {_LEAST} or more")

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The Markdown text, at most `limit` characters."""
        return fitted(self._head(reports), list(self._sections(reports)), self.limit)

    def _head(self, reports: Sequence[TruthfulnessReport]) -> str:
        totals = total(reports, confidence_threshold=self.confidence_threshold)
        closing = self.closing
        if closing is None and totals.grade:
            closing = f"Grade {totals.grade}."
        bold = f"**{inline(closing)}** " if closing else ""
        told = (failures_line(reports), review_line(reports), dropped_line(reports))
        more = "".join(f"\n{inline(_cut(line))}\n" for line in told if line)
        return f"{MARK}\n## Documentation check\n\n{bold}{summary_line(totals)}\n{more}"

    def _sections(self, reports: Sequence[TruthfulnessReport]) -> Iterator[Section]:
        items = _Items(Texts(self.texts), self.links)
        rows = [
            row for report in reports for row in findings(report, document_text=self.texts.get(report.source_document))
        ]
        told = injections(reports)
        yield Section(f"Suspected injections ({len(told)})", tuple(map(items.injection, told)), folded=False)
        known = [row for row in rows if row.gate is Standing.KNOWN]
        for verdict, title in (_REFUTED, *_FOLDED):
            write = items.full if verdict is Verdict.REFUTES else items.judged
            listed = [row for row in rows if row.verdict is verdict and row.gate is not Standing.KNOWN]
            folded = verdict not in self.shown and all(row.gate is not Standing.FAILS for row in listed)
            yield Section(f"{title} ({len(listed)})", tuple(map(write, listed)), folded=folded)
        yield Section(f"Known from the baseline ({len(known)})", tuple(map(items.short, known)), folded=True)
        supported = total(reports).supported
        yield Section(f"Supported ({supported})", tuple(items.supported(reports)), folded=True)
        judged = [row for row in rows if row.verdict is Verdict.SUPPORTS and row.by_model and row.review is None]
        yield Section(f"Supported by models ({len(judged)})", tuple(map(items.judged, judged)), folded=True)
        decided = [row for row in rows if row.verdict is Verdict.SUPPORTS and row.review is not None]
        yield Section(f"Supported by people ({len(decided)})", tuple(map(items.judged, decided)), folded=True)
        failed = tuple(failure_items(reports))
        yield Section(f"Failures ({len(failed)})", failed, folded=True)
        usage = total_usage(reports)
        yield Section(f"Chat models ({len(usage)})", tuple(filter(None, [usage_table(usage)])), folded=True)
        yield Section("Notes", tuple(items.notices(reports)), folded=True)


@dataclass(frozen=True)
class _Items:
    """Writes one thing each, as an item of a list."""

    texts: Texts
    links: str

    def short(self, finding: Finding) -> str:
        return f"- {self._place(finding.place, position(finding.place))}: {_stated(finding)}\n"

    def judged(self, finding: Finding) -> str:
        """With what models said, if they were asked."""
        parts = [*self._sides(finding), *self._conflict(finding), *_pages(finding), *_panel_parts(finding)]
        return self.short(finding) + _paragraphs(parts)

    def _sides(self, finding: Finding) -> list[str]:
        """The claim and the passage that decided it, where judges quote one."""
        sides = comparison(finding)
        if sides is None:
            return []
        place = self._place(sides.place, sides.where) if sides.place is not None else code_span(sides.where)
        return [sides_part(sides, place)]

    def _conflict(self, finding: Finding) -> list[str]:
        """What speaks for a claim and what against it, where sources contradict each other."""
        quotes = zip(("For", "Against"), finding.conflict or (), strict=False)
        return [f"{side}: {self._evidence(each.evidence)}" for side, each in quotes]

    def injection(self, injection: Injection) -> str:
        place = injection.location or Location()
        number = len(injection.claim_ids)
        reach = f"; {counted(number, 'claim')} {'is' if number == 1 else 'are'} near it" if number else ""
        shown = f"{self._place(place, position(place) or str(place))}: " if position(place) or str(place) else ""
        return f"- {shown}words that speak to the judges: {code_span(_cut(injection.quote))}{reach}\n"

    def full(self, finding: Finding) -> str:
        """With both sides, and the correction."""
        lines = self.texts.lines(finding)
        change = _change(finding, lines)
        parts: list[str] = []
        sides = self._sides(finding)
        quoted = _quoted(finding, lines) if not change else ""
        # The table says what the document does, unless a model put the claim in other words.
        if quoted and not (sides and one_line(finding.text) in one_line(quoted)):
            parts.append(f"Document: {code_span(quoted)}")
        shown = finding.cited.evidence if sides and finding.cited is not None else None
        parts += sides
        parts += [f"Evidence: {self._evidence(item)}" for item in finding.decisive if item != shown]
        if change:
            parts.append(change)
        elif finding.correction is not None:
            parts.append(f"Correction: {inline(instruction(finding))}")
        parts += (*self._conflict(finding), *_pages(finding))
        return self.short(finding) + _paragraphs([*parts, *_panel_parts(finding)])

    def supported(self, reports: Sequence[TruthfulnessReport]) -> Iterator[str]:
        for report in reports:
            number = sum(1 for result in report.verifications if result.verdict is Verdict.SUPPORTS)
            if number:
                name = report.source_document
                yield f"- {self._place(Location(path=name), name)}: {counted(number, 'claim')}\n"

    def notices(self, reports: Sequence[TruthfulnessReport]) -> Iterator[str]:
        yield from (f"- {inline(note)}\n" for note in notes(reports))

    def _evidence(self, item: Evidence) -> str:
        if item.location is None or item.location.path is None:
            return f"{code_span(item.source)}: {inline(_cut(item.content))}"
        place = self._place(item.location, str(item.location))
        return place if item.content == item.location.path else f"{place}: {code_span(_cut(item.content))}"

    def _place(self, place: Location, shown: str) -> str:
        code = code_span(shown)
        # A path from the root of a file system lies outside, and would lead away from the address.
        if not self.links or not place.path or place.path.startswith("/"):
            return code
        # A rendered page has no lines to jump to.
        lines = f"?plain=1#L{place.line}" if place.line is not None else ""
        return f"[{code}]({joined(self.links, quote(place.path.encode('utf-8', 'surrogateescape')))}{lines})"


def _pages(finding: Finding) -> Iterator[str]:
    """What is known of the web pages that judges quote, and from how many origins all passages are."""
    pages = quoted_pages(finding)
    for page in pages:
        yield f"{code_span(page.source)}: {inline(page_words(page))}"
    if pages:
        yield f"Web: passages of {origin_words(finding.passages)}"


def _panel_parts(finding: Finding) -> list[str]:
    votes = votes_part(finding) if finding.by_model else ""
    return [part for part in (review_part(finding), votes) if part]


def _paragraphs(parts: Sequence[str]) -> str:
    """Parts of an item of a list."""
    return "".join(f"\n{_indented(part)}\n" for part in parts)


def _stated(finding: Finding) -> str:
    return inline(_cut(statement(finding)))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _indented(part: str) -> str:
    return "\n".join(f"  {line}" if line else line for line in part.split("\n"))


def _quoted(finding: Finding, lines: Lines | None) -> str:
    """The line of the document that states it, or the part of it around the claim."""
    if lines is None or finding.claim is None or finding.claim.source_span is None:
        return ""
    start, end = finding.claim.source_span
    if not start <= end <= len(lines.text):
        return ""
    return _window(lines, start, end).around(lines.text[start:end])


def _change(finding: Finding, lines: Lines | None) -> str:
    """What the correction does, as a diff of the lines around it; empty where there is none."""
    if finding.correction is None:
        return ""
    start, end = finding.correction.span
    new = finding.correction.replacement
    if lines is not None and start <= end <= len(lines.text):
        window = _window(lines, start, end)
        old, new = window.around(lines.text[start:end]), window.around(new)
    elif finding.original:
        old = finding.original
    else:
        return ""
    return code_block("\n".join([*_signed("-", old), *_signed("+", new)]), "diff")


def _signed(sign: str, text: str) -> list[str]:
    return [f"{sign}{line}" for line in _LINE_END.split(text)]


@dataclass(frozen=True, slots=True)
class _Window:
    """What stands before and behind a span in its lines, cut where that is long."""

    before: str
    behind: str

    def around(self, text: str) -> str:
        return f"{self.before}{text}{self.behind}"


def _window(lines: Lines, start: int, end: int) -> _Window:
    first, _ = lines.span_of(lines.line_of(start))
    _, last = lines.span_of(lines.line_of(end))
    before, behind = lines.text[first:start].removeprefix("\ufeff"), lines.text[end : max(end, last)]
    return _Window(
        before if len(before) <= _AROUND else f"…{before[-_AROUND:]}",
        behind if len(behind) <= _AROUND else f"{behind[:_AROUND]}…",
    )
