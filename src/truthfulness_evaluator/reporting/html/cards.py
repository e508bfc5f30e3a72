"""The card of a claim: what it says, what is true, the evidence on both sides, who voted how, the correction."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from truthfulness_evaluator.models import Evidence, Location, Span, Standing
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.html.escape import attribute, shown, web_address
from truthfulness_evaluator.reporting.html.judging import (
    Cited,
    by_whom,
    cited,
    failure_html,
    marked,
    percent,
    quotes_html,
    rounds_html,
    verdict_html,
    vote_html,
)
from truthfulness_evaluator.reporting.html.looks import LOOKS
from truthfulness_evaluator.reporting.html.notes import Note
from truthfulness_evaluator.reporting.html.reviewed import reviewed_html
from truthfulness_evaluator.reporting.html.sides import claim_html, sure_html
from truthfulness_evaluator.reporting.html.words import claimed, first_place, passage, sentence, sought
from truthfulness_evaluator.reporting.web_pages import origin_words, page_words
from truthfulness_evaluator.reporting.wording import counted, position
from truthfulness_evaluator.text.deciding_words import is_code
from truthfulness_evaluator.text.excerpts import excerpt
from truthfulness_evaluator.text.lines import Lines

_AROUND = 120
"""Characters of the document's lines that are shown on either side of what matters."""
_LONGEST = 600
"""Characters of a passage that are shown at once; the whole of a longer one is folded."""
_SIDES = {True: "Says the same", False: "Says otherwise", None: "Looked at"}


@dataclass(frozen=True, slots=True)
class Cards:
    """Writes the cards of one document."""

    lines: Lines | None
    """Its text; None where that is not known."""
    links: str = ""
    """Address that paths are put behind; empty: no links."""
    signs: Collection[str] = ()
    """Names of the claims' places in the text that is shown."""
    tell_judges: bool = False
    """Whether there are several judges to tell apart."""

    def card(self, note: Note) -> str:
        """The card of one claim, in one line: a browser keeps every line end between elements."""
        look = note.look
        names = attribute("\n".join(note.judges)).replace("\n", "&#10;")
        judges = f' data-j="{names}"' if self.tell_judges else ""
        standing = f' data-w="{note.standing}"' if note.standing else ""
        return (
            f'<article class="c {look.letter}" id="claim-{note.name}"{judges}{standing}>'
            f"<h4><b>{look.sign} {look.words}</b>{_alone(note)} "
            f'<a href="#claim-{note.name}">#{note.number}</a></h4>'
            f'<p class="t">{self._claim(note)}</p>'
            f"{''.join(self._rest(note))}</article>\n"
        )

    def _claim(self, note: Note) -> str:
        sides = note.sides
        if sides is not None and sides.differences.claim:
            return claim_html(note.finding.text, sides.differences.claim)
        return sentence(note.finding.text, claimed(note))

    def _rest(self, note: Note) -> Iterator[str]:
        finding = note.finding
        if finding.explanation and (note.result is not None or not finding.failures):
            yield f"<p>{sentence(finding.explanation, sought(note))}</p>"
        yield reviewed_html(finding)
        if finding.needs_review:
            reason = shown(one_line(finding.review_reason))
            end = f":</strong> {reason}" if reason else ".</strong>"
            yield f"<p><strong>To be reviewed by a person{end}</p>"
        if finding.gate is Standing.KNOWN:
            yield "<p><strong>Known: it stands in the baseline.</strong></p>"
        rows = cited(finding, note.sides) if finding.by_model else []
        # Where some passages are quoted, the others are folded.
        others = [row for row in rows if not row.judges] if any(row.judges for row in rows) else []
        decided = rows[: len(rows) - len(others)]
        for name, content in (*self._sides(note, decided), *self._answers(note)):
            yield f"<p><i>{name}:</i> {content}"
        yield self._others(others, note)
        origins = origin_words(finding.passages)
        if origins:
            yield f"<p><i>Web:</i> passages of {origins}</p>"
        yield rounds_html(finding.rounds, finding.passages)

    def _sides(self, note: Note, rows: Sequence[Cited]) -> Iterator[tuple[str, str]]:
        """The document's side, then the evidence, then how the document would be true: each ends its paragraph."""
        yield "Document", self._document(note)
        yield from self._proof(note, rows)
        change = self._change(note)
        if change:
            yield "Correction", change

    def _proof(self, note: Note, rows: Sequence[Cited]) -> Iterator[tuple[str, str]]:
        words = sought(note)
        if not note.finding.by_model:
            for item in note.finding.proof:
                yield _SIDES[item.supports_claim], self._evidence(item, words)
            return
        for each in rows:
            yield self._side(each, words)

    def _side(self, row: Cited, words: Sequence[str]) -> tuple[str, str]:
        side = "Evidence" if row.judges and row.passage.supports_claim is None else None
        return side or _SIDES[row.passage.supports_claim], self._evidence(row.passage, words, row)

    def _others(self, rows: Sequence[Cited], note: Note) -> str:
        """Passages that nobody quotes, folded; empty where there are none."""
        if not rows:
            return ""
        words = sought(note)
        parts = (self._side(row, words) for row in rows)
        inner = "".join(f"<p><i>{name}:</i> {content}" for name, content in parts)
        return f"<details><summary>{counted(len(rows), 'more passage')}</summary>{inner}</details>"

    def _document(self, note: Note) -> str:
        place = shown(position(note.finding.place)) or "no place"
        sign = next((name for name in map(note.anchor, range(len(note.spans))) if name in self.signs), "")
        link = f'<a href="#{sign}">{place}</a>' if sign else place
        source = self._source(note.finding.place)
        outside = f' <a href="{source}" rel="noopener noreferrer">source</a>' if source else ""
        kind = f' <i class="k">{shown(note.finding.kind)}</i>'
        if self.lines is None or not note.spans or note.look.letter == "s":
            return f"{link}{outside}{kind}</p>"
        start, end = note.spans[0]
        before, behind = _around(self.lines, note.spans[0])
        quoted = f"{shown(before)}<b>{shown(self.lines.text[start:end])}</b>{shown(behind)}"
        return f"{link}{outside}{kind}</p><pre>{quoted}</pre>"

    def _evidence(self, item: Evidence, words: Sequence[str], quotes: Cited | None = None) -> str:
        location = quotes.place if quotes is not None else item.location
        name = one_line(str(location)) if location is not None and str(location) else one_line(item.source)
        address = web_address(location.url) if location is not None and location.url else self._source(location)
        place = f'<a href="{address}" rel="noopener noreferrer">{shown(name)}</a>' if address else shown(name)
        if quotes is not None:
            place += by_whom(quotes.judges)
        about = page_words(item)
        if about:
            place += f"<br>{shown(one_line(about))}"
        if quotes is not None and quotes.marks:
            return f"{place}</p>{_marked(item.content, quotes)}"
        content = item.content.strip("\r\n")
        if not content or content in (name, item.source):
            return f"{place}</p>"
        look = _look(content) if quotes is not None else ""
        if len(content) <= _LONGEST:
            return f"{place}</p><pre{look}>{passage(content, words)}</pre>"
        # The part with the first of the words, and some of what stands before it.
        first = first_place(content, words)
        start = max(0, min(first - _AROUND, len(content) - _LONGEST))
        end = start + _LONGEST
        if quotes is not None:
            start, end = excerpt(content, (first, first), _LONGEST)
        part, before, behind = content[start:end], "…" if start else "", "…" if end < len(content) else ""
        return (
            f"{place}</p><pre{look}>{before}{passage(part, words)}{behind}</pre><details><summary>All "
            f"{len(content):,} characters</summary><pre{look}>{passage(content, words)}</pre></details>"
        )

    def _source(self, location: Location | None) -> str:
        """Address of a place in the code base, where one is known."""
        if location is None or not location.path or location.path.startswith("/") or not self.links:
            return ""
        lines = f"?plain=1#L{location.line}" if location.line is not None else ""
        return web_address(f"{self.links}{quote(location.path.encode('utf-8', 'surrogateescape'))}{lines}")

    def _change(self, note: Note) -> str:
        correction = note.finding.correction
        if correction is None:
            return ""
        old, new = note.finding.original, correction.replacement
        before = behind = ""
        if self.lines is not None and correction.span[0] <= correction.span[1] <= len(self.lines.text):
            before, behind = _around(self.lines, correction.span)
        removed = f"<del>{shown(old)}</del>" if old else ""
        added = f"<ins>{shown(new)}</ins>" if new else ""
        return f"</p><pre>{shown(before)}{removed}{added}{shown(behind)}</pre>"

    def _answers(self, note: Note) -> Iterator[tuple[str, str]]:
        """Votes, failures, and what they come to."""
        result, failures = note.result, note.finding.failures
        if result is not None and _alone(note):
            if note.sides is not None:
                yield "Sure", f"{_sure(note, result.confidence)}</p>"
            return
        # Of several votes each says why, whatever the card says.
        known = one_line(note.finding.explanation) if len(note.finding.votes) == 1 else ""
        votes = [vote_html(vote, known=known) for vote in note.finding.votes]
        if not note.finding.passages:
            # There is nothing that the quotes could be marked in.
            votes = [f"{row}{quotes_html(vote)}" for row, vote in zip(votes, note.finding.votes, strict=True)]
        if not votes and result is not None:
            votes = [
                f"{shown(one_line(judge))}: {verdict_html(LOOKS[said])}" for judge, said in result.model_votes.items()
            ]
        if votes:
            yield ("Votes" if len(votes) > 1 else "Vote"), f"{'<br>'.join(votes)}</p>"
        if failures:
            yield ("Failures" if len(failures) > 1 else "Failure"), f"{'<br>'.join(map(failure_html, failures))}</p>"
        if result is not None and result.review is None:
            rounds = f" after {result.rounds} rounds" if result.rounds > 1 else ""
            yield "Consensus", f"{note.look.words.lower()}, {_sure(note, result.confidence, rounds)}</p>"


def _marked(content: str, quotes: Cited) -> str:
    """A passage with the quotes marked; of a long one the part with the first quote, and the whole folded."""
    start = len(content) - len(content.lstrip("\r\n"))
    end = max(start, len(content.rstrip("\r\n")))
    look = _look(content)
    if end - start <= _LONGEST:
        return f"<pre{look}>{marked(content, quotes.marks, start, end, quotes.words)}</pre>"
    left, right = excerpt(content, quotes.kept, _LONGEST)
    before, behind = "… " if left > start else "", " …" if right < end else ""
    part = marked(content, quotes.marks, left, right, quotes.words)
    whole = marked(content, quotes.marks, start, end, quotes.words)
    return (
        f"<pre{look}>{before}{part}{behind}</pre><details><summary>All {end - start:,} characters</summary>"
        f"<pre{look}>{whole}</pre></details>"
    )


def _look(content: str) -> str:
    """Attribute of a passage that is no code."""
    return "" if is_code(content) else ' class="q"'


def _sure(note: Note, confidence: float, rounds: str = "") -> str:
    """How sure the judges are, after how many rounds, and what differs between claim and passage."""
    if note.sides is None:
        return f"{percent(confidence)}{rounds}"
    summary = note.sides.summary
    return f"{sure_html(confidence, note.look)}{rounds}{f'; {summary}' if summary else ''}"


def _alone(note: Note) -> str:
    """The one judge's name, where it decided alone and has no more to say than the card says; else nothing."""
    result = note.result
    if result is None or result.review is not None:
        return ""
    if len(result.votes) != 1 or note.finding.failures or result.rounds > 1:
        return ""
    (vote,) = result.votes
    said = one_line(vote.explanation)
    if vote.verdict is not result.verdict or (said and said != one_line(note.finding.explanation)):
        return ""
    return f" <i>{shown(one_line(vote.judge))}, {percent(vote.confidence)}</i>"


def _around(lines: Lines, span: Span) -> tuple[str, str]:
    """What stands before and behind a span in its lines, cut where that is long."""
    first, _ = lines.span_of(lines.line_of(span[0]))
    _, last = lines.span_of(lines.line_of(span[1]))
    before, behind = lines.text[first : span[0]].removeprefix("\ufeff"), lines.text[span[1] : max(span[1], last)]
    return (
        before.lstrip() if len(before) <= _AROUND else f"…{before[-_AROUND:]}",
        behind if len(behind) <= _AROUND else f"{behind[:_AROUND]}…",
    )
