"""Annotations for GitHub Actions: workflow commands, and the summary of a job.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Standing, TruthfulnessReport, Verdict
from truthfulness_evaluator.reporting.escape import one_line
from truthfulness_evaluator.reporting.finding import Finding, shown_findings
from truthfulness_evaluator.reporting.markdown import MarkdownFormatter
from truthfulness_evaluator.reporting.regions import Texts, claim_region, joined
from truthfulness_evaluator.reporting.remarks import Remark, remarks
from truthfulness_evaluator.reporting.text import instruction, sentence
from truthfulness_evaluator.text.patterns import regex

SUMMARY_LIMIT = 250_000
"""Characters of a job summary: GitHub takes 1 MiB a step, and a character has at most 4 bytes."""

STANDARD_INPUT = "-"
"""Name of a document that is no file."""

_COMMANDS = {Verdict.REFUTES: "error", None: "notice"}
_OTHER = "warning"
_COMMAND_START = regex(r"^(?=\s*::)", re.MULTILINE)


@dataclass(frozen=True)
class GithubFormatter:
    """One workflow command a finding: an error where it is refuted, a notice where it could not be judged.

    Other verdicts that are shown, what fails no gate, and words that speak to judges are warnings. GitHub shows ten
    annotations of a sort for each step.

    Example:
        >>> GithubFormatter().format([TruthfulnessReport(source_document="a.md")])
        ''
    """

    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES})
    """Verdicts that are annotated; failures always are."""
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts of documents by name; with them an annotation has an end."""
    prefix: str = ""
    """Path of the project within its repository, with forward slashes."""

    def format(self, reports: Sequence[TruthfulnessReport]) -> str:
        """The commands, one a line."""
        texts = Texts(self.texts)
        rows = shown_findings(reports, {*self.shown, None}, self.texts)
        commands = [*(self._command(row, texts) for row in rows), *map(self._remark, remarks(reports))]
        return "".join(f"{command}\n" for command in commands)

    def _command(self, finding: Finding, texts: Texts) -> str:
        properties = ",".join(f"{name}={_property(str(value))}" for name, value in self._properties(finding, texts))
        message = "\n".join(filter(None, (sentence(finding), instruction(finding))))
        command = _OTHER if finding.gate is Standing.ADVISES else _COMMANDS.get(finding.verdict, _OTHER)
        return f"::{command} {properties}::{_data(message)}"

    def _remark(self, remark: Remark) -> str:
        place = remark.place
        properties = {
            "file": joined(self.prefix, place.path) if place.path and place.path != STANDARD_INPUT else None,
            "line": place.line,
            "col": place.column if place.line is not None else None,
            "title": f"{remark.label} {remark.kind}",
        }
        written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
        return f"::{'notice' if remark.is_failure else _OTHER} {written}::{_data(remark.text)}"

    def _properties(self, finding: Finding, texts: Texts) -> Iterator[tuple[str, str | int]]:
        place, known = finding.place, claim_region(finding, texts.lines(finding))
        if finding.document != STANDARD_INPUT:
            yield "file", joined(self.prefix, finding.document)
        if known is not None:
            yield "line", known.line
            yield "col", known.column
            yield "endLine", known.end_line
            yield "endColumn", known.end_column
        elif place.line is not None:
            yield "line", place.line
            if place.column is not None:
                yield "col", place.column
        yield "title", f"{finding.label} {finding.kind}"


def error_command(problem: str) -> str:
    r"""An error that is no finding, such as a wrong setting, as a line with a workflow command.

    Example:
        >>> error_command("There is no a.md.")
        '::error title=truth-eval::There is no a.md.\n'
    """
    return f"::error title=truth-eval::{_data(one_line(problem))}\n"


def job_summary(
    reports: Sequence[TruthfulnessReport],
    *,
    closing: str | None = None,
    shown: frozenset[Verdict] = frozenset({Verdict.REFUTES}),
    texts: Mapping[str, str] | None = None,
    links: str = "",
) -> str:
    """The summary of a job in Markdown; the parameters are those of `MarkdownFormatter`.

    Example:
        >>> job_summary([TruthfulnessReport(source_document="a.md")]).splitlines()[-1]
        'Nothing to check in 1 document.'
    """
    formatter = MarkdownFormatter(closing=closing, shown=shown, texts=texts or {}, links=links, limit=SUMMARY_LIMIT)
    return formatter.format(reports)


def harmless(log: str) -> str:
    r"""A text for the log of a job, in which nothing is a workflow command.

    The runner takes `::name::` at the beginning of a line for one, and `##[name]` anywhere.

    Example:
        >>> harmless("::error::x\na ##[add-mask]y")
        '\\::error::x\na ## [add-mask]y'
    """
    return _COMMAND_START.sub(r"\\", log.replace("##[", "## ["))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
