"""Reports for reviewdog: its diagnostic format (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Location, Span, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding, shown_findings
from truthfulness_evaluator.reporting.regions import Texts, joined
from truthfulness_evaluator.reporting.remarks import Remark, remarks
from truthfulness_evaluator.reporting.text import sentence
from truthfulness_evaluator.text.lines import Lines

Json = dict[str, object]

_SEVERITIES = {Verdict.REFUTES: "ERROR", None: "INFO"}
_OTHER = "WARNING"


@dataclass(frozen=True)
class RdjsonFormatter:
    """One JSON object with a diagnostic for each claim that is shown, and for each that could not be judged.

    Columns count bytes of UTF-8, so they are known only with the document's text; so are suggestions.

    Example:
        >>> json.loads(RdjsonFormatter().format([]))
        {'source': {'name': 'truth-eval'}, 'diagnostics': []}
    """

    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are diagnostics: refuted claims are errors, others warnings; failures, always shown, are infos."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name."""
    prefix: str = ""
    """Path of the project from the folder that reviewdog is started in, with forward slashes."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The JSON text with a closing line end. To be written in UTF-8."""
        texts = Texts(self.texts)
        rows = shown_findings(reports, {*self.shown, None}, self.texts)
        diagnostics = [*(self._diagnostic(row, texts) for row in rows), *map(self._remark, remarks(reports))]
        content = {"source": {"name": "truth-eval"}, "diagnostics": diagnostics}
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"

    def _diagnostic(self, finding: Finding, texts: Texts) -> Json:
        lines = texts.lines(finding)
        row: Json = {
            "message": sentence(finding),
            "location": self._location(finding.document, _claimed(finding, lines)),
            "severity": _SEVERITIES.get(finding.verdict, _OTHER),
            "code": {"value": finding.kind},
        }
        replaced = _range(lines, finding.fix.span) if finding.fix is not None else None
        if finding.fix is not None and replaced is not None:
            row["suggestions"] = [{"range": replaced, "text": finding.fix.replacement}]
        related = list(self._related(finding))
        if related:
            row["related_locations"] = related
        return row

    def _remark(self, remark: Remark) -> Json:
        return {
            "message": remark.text,
            "location": self._location(remark.place.path or "", _line(remark.place)),
            "severity": _SEVERITIES[None] if remark.is_failure else _OTHER,
            "code": {"value": remark.kind},
        }

    def _location(self, path: str, found: Json | None) -> Json:
        place: Json = {"path": joined(self.prefix, path)}
        return {**place, "range": found} if found is not None else place

    def _related(self, finding: Finding) -> Iterator[Json]:
        for item in finding.decisive:
            if item.location is not None and item.location.path is not None:
                place = self._location(item.location.path, _line(item.location))
                yield {"message": one_line(item.content), "location": place}


def _claimed(finding: Finding, lines: Lines | None) -> Json | None:
    span = finding.claim.source_span if finding.claim is not None else None
    found = _range(lines, span) if span is not None else None
    return found if found is not None else _line(finding.place)


def _line(place: Location) -> Json | None:
    return {"start": {"line": place.line}} if place.line is not None else None


def _range(lines: Lines | None, span: Span) -> Json | None:
    """From the first character to behind the last one; None where the text is not known or ends before."""
    if lines is None or not span[0] <= span[1] <= len(lines.text):
        return None
    return {"start": _position(lines, span[0]), "end": _position(lines, span[1])}


def _position(lines: Lines, offset: int) -> Json:
    line = lines.line_of(offset)
    before = lines.text[lines.starts[line - 1] : offset].removeprefix("\ufeff")
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
