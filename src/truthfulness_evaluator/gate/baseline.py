"""The baseline: findings that a project knows of and that fail its gate no more. Text and data; no file is touched."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models import TruthfulnessReport, Verdict

FILE = ".truth-baseline.json"
"""Name of the baseline in a project's root."""
SCHEMA_VERSION = 1
"""Grows when what was written before could no longer be read, or would be read wrongly."""

_TOOL = "truthfulness-evaluator"
_SHOWN = 100
"""Characters of a claim that stand in a baseline, for its reader: the id says which claim it is."""
_REPAIR = "Repair it, or delete it and write a new one with --update-baseline."


class Entry(BaseModel):
    """A finding that is known."""

    model_config = ConfigDict(frozen=True)

    id: str
    """Of the claim: it stays when lines move."""
    document: str
    """Its path relative to the root."""
    kind: str
    verdict: Literal[Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO]
    text: str = ""
    """The claim, shortened."""


@dataclass(frozen=True, slots=True)
class Change:
    """A baseline, before and after a run."""

    entries: tuple[Entry, ...]
    """What it is to hold."""
    added: int
    removed: int


def parse(text: str, name: str) -> tuple[Entry, ...]:
    """The entries of a baseline.

    Args:
        text: of the file.
        name: of the file, for messages.

    Raises:
        UsageError: it is no baseline, or one of a newer version.
    """
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise UsageError(f"The baseline {name} is not valid JSON{where}.", hint=_REPAIR) from None
    table = cast("dict[str, object]", content) if isinstance(content, dict) else {}
    version = table.get("schema_version")
    if table.get("tool") != _TOOL or not isinstance(version, int):
        raise UsageError(f"{name} is no baseline of truth-eval.", hint="Name another file with --baseline.")
    if version > SCHEMA_VERSION:
        raise UsageError(
            f"The baseline {name} is of version {version}, and this truth-eval reads versions up to {SCHEMA_VERSION}.",
            hint="Update truth-eval.",
        )
    findings = table.get("findings")
    if not isinstance(findings, list):
        raise UsageError(f"The baseline {name} has no list of findings.", hint=_REPAIR)
    return tuple(_entry(number, row, name) for number, row in enumerate(cast("list[object]", findings), 1))


def _entry(number: int, row: object, name: str) -> Entry:
    try:
        return Entry.model_validate(row)
    except ValidationError as error:
        where = error.errors(include_url=False, include_input=False)[0]["loc"]
        problem = f"has no or a wrong {where[0]!r}" if where else "is no object"
        raise UsageError(f"Finding {number} of the baseline {name} {problem}.", hint=_REPAIR) from None


def written(entries: Iterable[Entry]) -> str:
    r"""The text of a baseline: sorted, and one finding a line, so that a diff shows what changed and no more.

    Example:
        >>> print(written([]), end="")
        {
          "tool": "truthfulness-evaluator",
          "schema_version": 1,
          "findings": []
        }
    """
    rows = ",\n".join(
        f"    {json.dumps(entry.model_dump(mode='json'), ensure_ascii=False)}" for entry in _sorted(entries)
    )
    findings = f"[\n{rows}\n  ]" if rows else "[]"
    return f'{{\n  "tool": "{_TOOL}",\n  "schema_version": {SCHEMA_VERSION},\n  "findings": {findings}\n}}\n'


def verdicts(entries: Iterable[Entry]) -> dict[str, Verdict]:
    """The verdict of each known finding, by claim id."""
    return {entry.id: entry.verdict for entry in entries}


def changed(entries: Sequence[Entry], reports: Sequence[TruthfulnessReport], is_there: Callable[[str], bool]) -> Change:
    """What the baseline is to hold after a run.

    Findings of the run are in it. Entries of other documents stay, as long as the document is there, and so do those
    of a document that could not be checked in full: that a finding is not seen there does not say that it is gone.

    Args:
        entries: what it holds.
        reports: of one run, weighed.
        is_there: whether a document still exists, by its name.
    """
    found = list(_findings(reports))
    ids = {entry.id for entry in found}
    lost = set(gone(entries, reports, is_there))
    kept = [entry for entry in entries if entry not in lost and entry.id not in ids]
    before = {entry.id for entry in entries}
    after = tuple(_sorted({entry.id: entry for entry in (*kept, *found)}.values()))
    return Change(after, len(ids - before), len(before - {entry.id for entry in after}))


def gone(
    entries: Sequence[Entry], reports: Sequence[TruthfulnessReport], is_there: Callable[[str], bool]
) -> list[Entry]:
    """Entries that no longer occur, of the documents of a run that were checked in full, and of deleted ones.

    The arguments are those of `changed`.
    """
    ids = {entry.id for entry in _findings(reports)}
    read = {report.source_document: report.status != "incomplete" for report in reports}
    return [
        entry
        for entry in entries
        if entry.id not in ids and (read[entry.document] if entry.document in read else not is_there(entry.document))
    ]


def _findings(reports: Sequence[TruthfulnessReport]) -> Iterator[Entry]:
    for report in reports:
        claims = {claim.id: claim for claim in report.claims}
        for result in report.verifications:
            claim = claims.get(result.claim_id)
            if result.gate is not None and claim is not None:
                yield Entry(
                    id=claim.id,
                    document=report.source_document,
                    kind=claim.kind,
                    verdict=cast("Literal[Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO]", result.verdict),
                    text=_shortened(claim.text),
                )


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[:_SHOWN].rstrip() + "..."


def _sorted(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.document, entry.kind, entry.text, entry.id))
