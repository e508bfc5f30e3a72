"""Comments that exclude parts of a document and are not needed: what they exclude is true, or nothing. Pure."""

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence

from truthfulness_evaluator.claims.extraction import shortened
from truthfulness_evaluator.models import Claim, Document, Location, Span, Suppression, UnusedIgnore
from truthfulness_evaluator.text.lines import Lines

_SHOWN = 80
"""Characters of a comment that are shown."""


def unused_ignores(
    document: Document, ignored: Sequence[Claim], supported: Collection[str], kinds: Collection[str]
) -> list[UnusedIgnore]:
    """The comments that exclude no claim, or only such as are supported; of one that names kinds, each such kind.

    Args:
        document: what was read.
        ignored: claims that its comments exclude and that somebody would judge otherwise.
        supported: the ids of those among them that are supported.
        kinds: the names of all kinds of claim.
    """
    lines = Lines(document.text)
    by_comment: dict[Span, list[Suppression]] = {}
    for each in document.suppressions:
        if each.comment is not None:
            by_comment.setdefault(each.comment, []).append(each)
    found: list[UnusedIgnore] = []
    for comment, parts in sorted(by_comment.items()):
        line, column = lines.position(comment[0])
        place = Location(path=document.name, line=line, column=column)
        written = shortened(document.text[comment[0] : comment[1]], _SHOWN)
        reasons = _reasons(parts, ignored, supported, kinds)
        found += (UnusedIgnore(location=place, comment=written, reason=reason) for reason in reasons)
    return found


def _reasons(
    parts: Sequence[Suppression], ignored: Iterable[Claim], supported: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """Why a comment, or a kind that it names, is not needed."""
    named = list(dict.fromkeys(kind for part in parts for kind in part.kinds))
    for kind in named or [None]:
        if kind is not None and kind not in kinds:
            near = difflib.get_close_matches(kind, kinds, n=1)
            yield f"there is no kind {kind}" + (f"; did you mean {near[0]}?" if near else "")
            continue
        spans = [part.span for part in parts if kind is None or kind in part.kinds]
        excluded = [claim.id for claim in ignored if kind in (None, claim.kind) and _begins_in(claim, spans)]
        if all(key in supported for key in excluded):
            of_kind = f" of the kind {kind}" if kind is not None and len(named) > 1 else ""
            yield (
                f"all claims{of_kind} that it excludes are supported"
                if excluded
                else f"it excludes no claim{of_kind} that is checked"
            )


def _begins_in(claim: Claim, spans: Iterable[Span]) -> bool:
    span = claim.source_span
    return span is not None and any(start <= span[0] < end for start, end in spans)
