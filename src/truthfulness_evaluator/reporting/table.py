"""The formats that reports can be written in; each is imported when it is first used."""

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

from truthfulness_evaluator.core.errors import MissingPartError, UsageError

if TYPE_CHECKING:
    from truthfulness_evaluator.core.protocols import ReportFormatter

FORMATS = {
    "github": "truthfulness_evaluator.reporting.github:GithubFormatter",
    "gitlab": "truthfulness_evaluator.reporting.gitlab:GitlabFormatter",
    "html": "truthfulness_evaluator.reporting.html.formatter:HtmlFormatter",
    "json": "truthfulness_evaluator.reporting.json:JsonFormatter",
    "jsonl": "truthfulness_evaluator.reporting.jsonl:JsonLinesFormatter",
    "junit": "truthfulness_evaluator.reporting.junit:JunitFormatter",
    "markdown": "truthfulness_evaluator.reporting.markdown:MarkdownFormatter",
    "rdjson": "truthfulness_evaluator.reporting.rdjson:RdjsonFormatter",
    "sarif": "truthfulness_evaluator.reporting.sarif:SarifFormatter",
    "text": "truthfulness_evaluator.reporting.text:TextFormatter",
}
"""Formatter by name of the format, as `module:Class`."""

SUFFIXES = {
    ".htm": "html",
    ".html": "html",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".sarif": "sarif",
    ".txt": "text",
    ".xml": "junit",
}
"""Format by suffix of the file that it is written to."""
_ENDINGS = {".sarif.json": "sarif"}
"""Format by a longer end of the name, which is looked at first."""


def load_formatter(name: str) -> "Callable[..., ReportFormatter]":
    """The class that writes a format.

    Raises:
        MissingPartError: there is no such format.

    Example:
        >>> load_formatter("json").__name__
        'JsonFormatter'
    """
    require_format(name)
    module, _, attribute = FORMATS[name].partition(":")
    return cast("Callable[..., ReportFormatter]", getattr(import_module(module), attribute))


def require_format(name: str) -> str:
    """The name itself, if there is such a format.

    Raises:
        MissingPartError: there is none.
    """
    if name not in FORMATS:
        raise MissingPartError(
            f"The report format {name!r} is not available.", hint=f"Available: {', '.join(sorted(FORMATS))}."
        )
    return name


def format_of(file: str) -> str | None:
    """The format that a file's name asks for; None where the name has no suffix.

    Raises:
        UsageError: no format has this suffix.

    Example:
        >>> format_of("out/report.json"), format_of("report")
        ('json', None)
    """
    for ending, name in _ENDINGS.items():
        if file.lower().endswith(ending):
            return name
    suffix = PurePath(file).suffix.lower()
    if not suffix:
        return None
    if suffix not in SUFFIXES:
        raise UsageError(
            f"The name {file!r} does not say which format to write.",
            hint=f"Use --format, or one of the suffixes {', '.join(sorted(SUFFIXES))}.",
        )
    return SUFFIXES[suffix]
