"""Reports for GitLab's Code Quality (https://docs.gitlab.com/ci/testing/code_quality/)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.finding import Finding, shown_findings
from truthfulness_evaluator.reporting.regions import Texts, claim_region, joined
from truthfulness_evaluator.reporting.remarks import Remark, remarks
from truthfulness_evaluator.reporting.text import capital, instruction, sentence

_SEVERITIES = {Verdict.REFUTES: "major", None: "info"}
_OTHER = "minor"


@dataclass(frozen=True)
class GitlabFormatter:
    r"""A JSON list with an issue for each claim that is shown, and for each that could not be judged.

    Example:
        >>> GitlabFormatter().format([])
        '[]\n'
    """

    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are issues: refuted claims are major, others minor, and failures, which always are, info."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them an issue has an end."""
    prefix: str = ""
    """Path of the project within its repository, with forward slashes."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The JSON text with a closing line end. To be written in UTF-8."""
        texts = Texts(self.texts)
        rows = shown_findings(reports, {*self.shown, None}, self.texts)
        issues = [*(self._issue(row, texts) for row in rows), *map(self._remark, remarks(reports))]
        return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"

    def _remark(self, remark: Remark) -> dict[str, object]:
        return {
            "description": capital(remark.text),
            "check_name": remark.kind,
            "fingerprint": remark.fingerprint,
            "severity": _SEVERITIES[None] if remark.is_failure else _OTHER,
            "location": {
                "path": joined(self.prefix, remark.place.path or ""),
                "lines": {"begin": remark.place.line or 1},
            },
        }

    def _issue(self, finding: Finding, texts: Texts) -> dict[str, object]:
        known = claim_region(finding, texts.lines(finding))
        # GitLab knows no issue of a file as a whole.
        lines = {"begin": finding.place.line or 1}
        if known is not None:
            lines["end"] = known.end_line
        return {
            "description": ". ".join(filter(None, (sentence(finding), capital(instruction(finding))))),
            "check_name": finding.kind,
            "fingerprint": finding.claim.id if finding.claim is not None else "",
            "severity": _SEVERITIES.get(finding.verdict, _OTHER),
            "location": {"path": joined(self.prefix, finding.document), "lines": lines},
        }
