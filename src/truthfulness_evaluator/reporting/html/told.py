"""What the head of the page tells of chat models: failures, cost, and words that speak to the judges."""

from collections.abc import Iterator, Mapping, Sequence

from truthfulness_evaluator.models import Injection, TruthfulnessReport
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.html.escape import shown
from truthfulness_evaluator.reporting.html.notes import Note
from truthfulness_evaluator.reporting.panel import dropped_line, failures_line, injections, total_usage, usage_line
from truthfulness_evaluator.reporting.remarks import unread_words
from truthfulness_evaluator.reporting.wording import counted, position

_NAMED = 20
"""Claims that one thing links to, at most."""


def told(reports: Sequence[TruthfulnessReport], notes: Sequence[Note]) -> str:
    """Paragraphs and lists; nothing without models."""
    by_id = {note.finding.claim.id: note for note in notes if note.finding.claim is not None}
    return "".join(_parts(reports, notes, by_id))


def _parts(reports: Sequence[TruthfulnessReport], notes: Sequence[Note], by_id: Mapping[str, Note]) -> Iterator[str]:
    found = injections(reports)
    if found:
        yield f"<p><strong>{counted(len(found), 'suspected injection')}</strong>: words that speak to the judges</p>\n"
        rows = "".join(f"<li>{_injection(each, by_id)}</li>\n" for each in found)
        yield f"<ul>\n{rows}</ul>\n"
    review = [note for note in notes if note.finding.needs_review]
    if review:
        wait = "waits" if len(review) == 1 else "wait"
        yield f"<p><strong>{counted(len(review), 'claim')}</strong> {wait} for review: {_links(review)}</p>\n"
    failures = failures_line(reports)
    if failures:
        yield f"<p>{shown(failures)}</p>\n"
    unread = [(report.source_document, failure) for report in reports for failure in report.failures]
    if unread:
        rows = "".join(f"<li>{shown(one_line(name))}: {shown(unread_words(each))}</li>\n" for name, each in unread)
        title = "Parts that were not read for claims"
        yield f"<details><summary>{title} ({len(unread)})</summary>\n<ul>\n{rows}</ul></details>\n"
    yield from (
        f'<p class="told">{shown(line)}</p>\n'
        for line in (dropped_line(reports), usage_line(total_usage(reports)))
        if line
    )


def _injection(injection: Injection, by_id: Mapping[str, Note]) -> str:
    place = position(injection.location) or str(injection.location) if injection.location is not None else ""
    near = [by_id[each] for each in injection.claim_ids if each in by_id]
    claims = f" {'claim' if len(near) == 1 else 'claims'} {_links(near)}" if near else ""
    start = f"{shown(one_line(place))}: " if place else ""
    return f"{start}<code>{shown(one_line(injection.quote))}</code>{claims}"


def _links(notes: Sequence[Note]) -> str:
    links = ", ".join(f'<a href="#claim-{note.name}">#{note.number}</a>' for note in notes[:_NAMED])
    return links if len(notes) <= _NAMED else f"{links} and {len(notes) - _NAMED} more"
