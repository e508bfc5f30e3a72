"""What a user gives to check against: sources and contexts, looked at before anything is read."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.evidence.sources import ContextEvidence, TextSources
from truthfulness_evaluator.store.cache import Cache


def text_sources(
    paths: Sequence[str | os.PathLike[str]] | None,
    base: Path | None,
    max_items: int,
    open_cache: Callable[[], Cache] | None,
) -> TextSources | None:
    """The sources at some paths; None: none are given.

    Args:
        paths: files, folders and patterns.
        base: what names of files are relative to; None: the working folder.
        max_items: passages a claim.
        open_cache: where passages are kept; None: nowhere.

    Raises:
        UsageError: no file of them can be read.
    """
    if paths is None:
        return None
    if isinstance(paths, str | os.PathLike):
        raise UsageError("sources= takes a list of paths.", hint="Give [path] for one.")
    names = tuple(os.fspath(path) for path in paths)
    sources = TextSources(names, base if base is not None else Path.cwd(), max_items, open_cache)
    sources.refuse_nothing()
    return sources


def context_evidence(
    contexts: Sequence[str] | None, sources: TextSources | None, max_items: int
) -> ContextEvidence | None:
    """The contexts of a text; None: none are given.

    Raises:
        UsageError: there are sources, too.
    """
    if contexts is None:
        return None
    if isinstance(contexts, str):
        raise UsageError("contexts= takes a list of passages.", hint="Give [passage] for one.")
    if sources is not None:
        raise UsageError("give contexts or sources, one of the two: a text is judged against its contexts alone.")
    return ContextEvidence(tuple(contexts), max_items)


def given_notices(sources: TextSources | None, contexts: ContextEvidence | None, *, judged: bool) -> list[str]:
    """What is to be said of sources: what of them cannot be read, and that nobody judges by them.

    Args:
        sources: of the run.
        contexts: of the text, instead of sources.
        judged: whether there is a judge for prose.
    """
    notices = list(sources.notices) if sources is not None and contexts is None else []
    if (sources is not None or contexts is not None) and not judged:
        what = "contexts" if contexts is not None else "sources"
        asked = "no judge of prose is asked (--judge nli, --panel, --model; in Python judges=, panel=, models=)"
        notices.append(f"Prose is not judged against the {what}: {asked}.")
    return notices
