"""Reports for code scanning: SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from truthfulness_evaluator._version import __version__
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.models import Location, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.escape import one_line, printable
from truthfulness_evaluator.reporting.finding import Finding, shown_findings
from truthfulness_evaluator.reporting.panel import review_line
from truthfulness_evaluator.reporting.regions import Region, Texts, claim_region, fix_region, joined
from truthfulness_evaluator.reporting.remarks import Remark, remarks
from truthfulness_evaluator.reporting.reviewed import review_words
from truthfulness_evaluator.reporting.text import capital, instruction, known, notes, statement
from truthfulness_evaluator.reporting.totals import total
from truthfulness_evaluator.text.patterns import regex

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
"""Stands for the root of the repository; whoever reads the file knows where that is."""
FINGERPRINT = "truthEvalClaim/v1"

Json = dict[str, object]

_NOTE = "note"
_PLACEHOLDER = regex(r"\{(\d+)\}")


@dataclass(frozen=True)
class SarifFormatter:
    """One run with a rule for each kind of fact and a result for each claim that is shown.

    Claims that could not be judged are notifications of the run, which then was not successful.

    Example:
        >>> json.loads(SarifFormatter().format([]))["runs"][0]["results"]
        []
    """

    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that become results: refuted ones of level error, others of level note."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them regions have an end."""
    prefix: str = ""
    """Path of the project within its repository, with forward slashes."""
    rules: tuple[FactKind, ...] = field(default_factory=kinds)

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The JSON text with a closing line end. To be written in UTF-8."""
        run = _Run(self.prefix, Texts(self.texts), _rules(self.rules, reports))
        shown = shown_findings(reports, self.shown, self.texts)
        failed = list(shown_findings(reports, {None}, self.texts))
        told = list(remarks(reports))
        unread = [run.unread(each) for each in told if each.is_failure]
        warnings = [run.warning(each) for each in told if not each.is_failure]
        notifications = [*map(run.failure, failed), *unread, *_notices(reports)]
        content = {
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {
                        "driver": {
                            "name": "truth-eval",
                            "semanticVersion": __version__,
                            "rules": list(run.rules.values()),
                        }
                    },
                    "invocations": [
                        {"executionSuccessful": not failed and not unread, "toolExecutionNotifications": notifications},
                    ],
                    "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
                    "columnKind": "unicodeCodePoints",
                    "results": [*(run.result(finding) for finding in shown), *warnings],
                }
            ],
        }
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _rules(known: Sequence[FactKind], reports: Sequence[TruthfulnessReport]) -> dict[str, Json]:
    """The rules by id: the known kinds, then others that occur."""
    rules = {kind.name: _rule(kind) for kind in known}
    for name in sorted({claim.kind for report in reports for claim in report.claims}):
        rules.setdefault(name, {"id": name, "shortDescription": {"text": f"Statements of the kind {name}"}})
    if any(report.injections for report in reports):
        rules["injection"] = {"id": "injection", "shortDescription": {"text": "Words that speak to the judges"}}
    return rules


def _rule(kind: FactKind) -> Json:
    abstains = f"It abstains where: {kind.abstains[:1].lower()}{kind.abstains[1:]}"
    return {
        "id": kind.name,
        "name": "".join(word.capitalize() for word in kind.name.split("_")),
        "shortDescription": {"text": _text(kind.title)},
        "fullDescription": {"text": _text(kind.checks)},
        "help": {"text": _text(f"{kind.checks} {abstains} A document says, for example: {kind.example}")},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["documentation"], "precision": "high", "problem.severity": "error"},
    }


@dataclass(frozen=True)
class _Run:
    prefix: str
    texts: Texts
    rules: Mapping[str, Json]

    def result(self, finding: Finding) -> Json:
        proof = _proof_places(finding)
        row: Json = {
            **self._rule(finding),
            "level": "error" if finding.verdict is Verdict.REFUTES else _NOTE,
            "message": {"text": _message(finding, proof)},
            "locations": [self._place(finding)],
        }
        if proof:
            row["relatedLocations"] = [self._related(number, place) for number, place in proof.items()]
        if finding.claim is not None:
            row["partialFingerprints"] = {FINGERPRINT: finding.claim.id}
        fix = self._fix(finding)
        if fix is not None:
            row["fixes"] = [fix]
        properties = _properties(finding)
        if properties:
            row["properties"] = properties
        return row

    def failure(self, finding: Finding) -> Json:
        """That a claim could not be judged, as a notification."""
        said = _text(statement(finding))
        return {
            "level": "error",
            "message": {"text": said if finding.by_model else f"Could not be judged: {said}"},
            "locations": [self._place(finding)],
            "associatedRule": {"id": finding.kind, "index": self._index(finding.kind)},
        }

    def unread(self, remark: Remark) -> Json:
        """That a model could not read a part of a document, as a notification."""
        return {"level": "error", "message": {"text": _text(capital(remark.text))}, "locations": self._at(remark)}

    def warning(self, remark: Remark) -> Json:
        """Words that speak to the judges, as a result."""
        return {
            "ruleId": remark.kind,
            "ruleIndex": self._index(remark.kind),
            "level": "warning",
            "message": {"text": _text(capital(remark.text))},
            "locations": self._at(remark),
            "partialFingerprints": {FINGERPRINT: remark.fingerprint},
        }

    def _at(self, remark: Remark) -> list[Json]:
        place = remark.place
        return [{"physicalLocation": self._proof(place)}] if place.path or place.url else []

    def _rule(self, finding: Finding) -> Json:
        index = self._index(finding.kind)
        return {"ruleId": finding.kind} if index < 0 else {"ruleId": finding.kind, "ruleIndex": index}

    def _index(self, kind: str) -> int:
        """-1, as the format has it, where the report does not have the claim."""
        return list(self.rules).index(kind) if kind in self.rules else -1

    def _place(self, finding: Finding) -> Json:
        known = claim_region(finding, self.texts.lines(finding))
        region = _region(known) if known is not None else _beginning(finding.place)
        return {"physicalLocation": self._physical(finding.document, region)}

    def _physical(self, path: str, region: Json) -> Json:
        place: Json = {"artifactLocation": self._artifact(path)}
        return {**place, "region": region} if region else place

    def _artifact(self, path: str) -> Json:
        return {"uri": _uri(joined(self.prefix, path)), "uriBaseId": ROOT}

    def _related(self, number: int, place: Location) -> Json:
        return {"id": number, "message": {"text": printable(str(place))}, "physicalLocation": self._proof(place)}

    def _proof(self, place: Location) -> Json:
        region = _beginning(place)
        if place.path is not None:
            return self._physical(place.path, region)
        return {"artifactLocation": {"uri": quote(place.url or "", safe=_URL)}}

    def _fix(self, finding: Finding) -> Json | None:
        if finding.fix is None:
            return None
        start, end = finding.fix.span
        known = fix_region(finding, self.texts.lines(finding))
        replaced = _region(known) if known is not None else {"charOffset": start, "charLength": end - start}
        replacement = {"deletedRegion": replaced, "insertedContent": {"text": finding.fix.replacement}}
        change = {"artifactLocation": self._artifact(finding.document), "replacements": [replacement]}
        return {"description": {"text": _text(capital(instruction(finding)))}, "artifactChanges": [change]}


_URL = "/:?#[]@!$&'()*+,;=%-._~"
"""What stands in a URL as it is."""


def _uri(path: str) -> str:
    """A relative path as a URI. A colon is escaped, too: it would end a scheme's name."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/-._~")


def _region(known: Region) -> Json:
    return {
        "startLine": known.line,
        "startColumn": known.column,
        "endLine": known.end_line,
        "endColumn": known.end_column,
        "charOffset": known.start,
        "charLength": known.length,
    }


def _beginning(place: Location) -> Json:
    """What a location says; the rest of the line belongs to it."""
    region: Json = {}
    if place.line is not None:
        region["startLine"] = place.line
        if place.column is not None:
            region["startColumn"] = place.column
        if place.end_line is not None:
            region["endLine"] = place.end_line
    return region


def _proof_places(finding: Finding) -> dict[int, Location]:
    """The places of the evidence, numbered from 1."""
    places = (item.location for item in finding.decisive if item.location is not None)
    return dict(enumerate(dict.fromkeys(place for place in places if place.path or place.url), start=1))


def _properties(finding: Finding) -> Json:
    """How sure the verdict is, whether it waits for a person, and what one decided."""
    properties: Json = {} if finding.confidence is None else {"confidence": finding.confidence}
    if finding.needs_review:
        properties["needsReview"] = True
    if finding.review is not None:
        properties["review"] = finding.review.model_dump(mode="json")
    return properties


def _message(finding: Finding, proof: Mapping[int, Location]) -> str:
    """The finding; its evidence is linked, as GitHub shows only related places that the message links to."""
    message = _text(statement(finding)) or finding.label
    links = ", ".join(f"[{_link_text(str(place))}]({number})" for number, place in proof.items())
    words = review_words(finding)
    return f"{message}{f' ({links})' if links else ''}{f' ({_text(words)})' if words else ''}"


def _link_text(text: str) -> str:
    return re.sub(r"[\\\[\]]", r"\\\g<0>", printable(text))


def _notices(reports: Sequence[TruthfulnessReport]) -> list[Json]:
    number = total(reports).known
    said = [*notes(reports), *([known(number)] if number else []), *filter(None, [review_line(reports)])]
    return [{"level": _NOTE, "message": {"text": _text(note)}} for note in said]


def _text(text: str) -> str:
    """A text as a plain text message on one line, in which nothing is a link or a placeholder.

    Braces are doubled only where a number stands between: elsewhere they stand for nothing, and viewers that do not
    undouble them would show two.
    """
    return _PLACEHOLDER.sub(r"{{\1}}", one_line(text).replace("](", "] ("))
