"""Where the reports of a run go, and in which formats: `--format`, `--output` and the setting, put together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from truthfulness_evaluator.cli.github_job import GithubJob
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.reporting.table import format_of, require_format

TEXT = "text"
GITHUB = "github"
STANDARD_OUTPUT = "-"


class Wanted(Protocol):
    """What the command line says of reports."""

    @property
    def format(self) -> tuple[str, ...]:
        """Each `FORMAT` or `FORMAT:FILE`."""
        ...

    @property
    def output(self) -> str | None:
        """A file."""
        ...

    @property
    def show_fixes(self) -> bool:
        """Whether standard output is for corrections alone."""
        ...


@dataclass(frozen=True, slots=True)
class Destination:
    """A file or standard output, and the format to write."""

    format: str
    file: Path | None = None
    """None: standard output."""
    flag: str = ""
    """What asked for it, as it was written: `--output report.json`."""

    def refuse_overwriting(self, documents: Iterable[Path | None]) -> None:
        """Raises a UsageError where the report would replace a document that is checked."""
        if self.file is None:
            return
        file = self.file.resolve()
        if any(document is not None and document.resolve() == file for document in documents):
            raise UsageError(f"{self.flag} would replace a document that is checked.", hint="Name another file.")


def destinations(arguments: Wanted, config: EvaluatorConfig, job: GithubJob) -> tuple[Destination, ...]:
    """Where to write, and in which formats; at most one of them on standard output.

    A format with a file goes there. One without goes to the file of `--output`, else to standard output. For a
    file of `--output` that no format is left for, its suffix says the format, else the setting `output_format`.
    Without any of them standard output gets, first that is there: the setting, where somebody set it; annotations
    in a job of GitHub; text.

    Raises:
        UsageError: a format is not there, a suffix says none, a file cannot be written, or two would go to one place.
    """
    asked = [_asked(value) for value in arguments.format]
    placed = [each for each in asked if each.file is not None]
    on_output = [each for each in asked if each.file is None and _is_explicit(each)]
    free = [each for each in asked if each.file is None and not _is_explicit(each)]
    if arguments.output not in (None, STANDARD_OUTPUT):
        name = free.pop(0).format if free else _named(arguments.output or "", config)
        placed.append(Destination(name, Path(arguments.output or ""), f"--output {arguments.output}"))
    on_output += free
    _refuse_two(on_output)
    _refuse_diff_and_report(arguments, on_output)
    if not placed and not on_output:
        on_output.append(Destination(_default(arguments, config, job)))
    _refuse_unwritable(placed)
    return (*placed, *on_output)


def _asked(value: str) -> Destination:
    """What one `--format` asks for: `sarif`, `sarif:FILE` or `sarif:-`."""
    name, colon, file = value.partition(":")
    require_format(name)
    if colon and not file:
        raise UsageError(f"--format {value} names no file.", hint=f"Write --format {name}, or --format {name}:FILE.")
    return Destination(name, Path(file) if file and file != STANDARD_OUTPUT else None, f"--format {value}")


def _is_explicit(destination: Destination) -> bool:
    """Whether standard output was named."""
    return destination.flag.endswith(f":{STANDARD_OUTPUT}")


def _named(file: str, config: EvaluatorConfig) -> str:
    return require_format(format_of(Path(file).name) or config.output_format)


def _default(arguments: Wanted, config: EvaluatorConfig, job: GithubJob) -> str:
    if "output_format" in config.model_fields_set:
        return config.output_format
    return GITHUB if job.is_running and not arguments.show_fixes else TEXT


def _refuse_two(on_output: Sequence[Destination]) -> None:
    if len(on_output) > 1:
        first, second = (each.flag for each in on_output[:2])
        name = on_output[1].format
        raise UsageError(
            f"{first} and {second} both write to standard output.",
            hint=f"Give one of them a file: --format {name}:FILE.",
        )


def _refuse_diff_and_report(arguments: Wanted, on_output: Sequence[Destination]) -> None:
    if arguments.show_fixes and on_output:
        raise UsageError(
            f"--show-fixes and {on_output[0].flag} both write to standard output.",
            hint=f"Give the report a file: --format {on_output[0].format}:FILE.",
        )


def _refuse_unwritable(placed: Iterable[Destination]) -> None:
    seen: dict[Path, str] = {}
    for each in placed:
        assert each.file is not None
        if each.file.is_dir():
            raise UsageError(f"{each.flag} is a folder.", hint="Name a file.")
        if not each.file.parent.is_dir():
            raise UsageError(f"{each.flag}: there is no folder {each.file.parent}.", hint="Make it first.")
        place = each.file.resolve()
        if place in seen:
            raise UsageError(f"{seen[place]} and {each.flag} name the same file.", hint="Give each report its own.")
        seen[place] = each.flag
