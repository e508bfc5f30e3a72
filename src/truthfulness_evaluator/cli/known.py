"""The baseline of a run: read before the documents are, compared with the findings and written after."""

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from truthfulness_evaluator.cli.streams import utf8
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import SettingsError, UsageError
from truthfulness_evaluator.core.settings import ARGUMENT
from truthfulness_evaluator.gate.baseline import FILE, Entry, changed, gone, parse, written
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.reporting.wording import counted


@dataclass(frozen=True, slots=True)
class KnownFindings:
    """The findings that a project knows of, and the file that they stand in."""

    file: Path
    root: Path
    """Folder of the code base, where the names of documents begin."""
    entries: tuple[Entry, ...] = ()
    is_written: bool = False
    """Whether the file is there."""

    def missed(self, reports: list[TruthfulnessReport]) -> str:
        """That entries no longer occur, as a sentence; empty where all do."""
        number = len(gone(self.entries, reports, self._is_there))
        if not number:
            return ""
        entries = "1 entry" if number == 1 else f"{number} entries"
        verb = "occurs" if number == 1 else "occur"
        return f"{entries} of the baseline no longer {verb}: run --update-baseline."

    def updated(self, reports: list[TruthfulnessReport]) -> tuple["KnownFindings", str]:
        """The findings with those of a run, written to the file, and what became of it as a sentence.

        Raises:
            UsageError: the file cannot be written.
        """
        change = changed(self.entries, reports, self._is_there)
        shown = _shown(self.file)
        if self.is_written and change.entries == self.entries:
            return self, f"The baseline {shown} is up to date: {counted(len(self.entries), 'finding')}."
        try:
            self.file.write_bytes(utf8(written(change.entries)))
        except OSError as error:
            raise UsageError(f"The baseline {shown} cannot be written: {error.strerror}.") from error
        numbers = f"{counted(len(change.entries), 'finding')}, {change.added} added, {change.removed} removed"
        return replace(self, entries=change.entries, is_written=True), f"The baseline {shown} is written: {numbers}."

    def _is_there(self, document: str) -> bool:
        name = PurePosixPath(document)
        return not name.is_absolute() and ".." not in name.parts and os.path.lexists(self.root / document)


def known_findings(config: EvaluatorConfig, root: Path, *, update: bool = False) -> KnownFindings:
    """The baseline that the settings name, else that of the root; empty where none is there.

    Args:
        config: `baseline` is read. A relative path begins at the root, one of the command line in the working folder.
        root: folder of the code base.
        update: it is to be written, so that one that was named need not be there.

    Raises:
        UsageError: it is no baseline, cannot be read, is of a newer version, or was named and is not there.
        SettingsError: a link leads out of the root.
    """
    is_argument = config.origins["baseline"] == ARGUMENT
    file = Path(config.baseline or FILE)
    file = file if is_argument else root / file
    shown = _shown(file)
    is_ours = not is_argument and not Path(config.baseline or FILE).is_absolute()
    if is_ours and not file.resolve().is_relative_to(root.resolve()):
        raise SettingsError(f"The baseline {shown} leads out of the root {root}.", hint="Name it with --baseline.")
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        if config.baseline is not None and not update:
            hint = "--update-baseline writes it."
            raise UsageError(f"The baseline {shown} is not there.", hint=hint) from None
        return KnownFindings(file, root)
    except UnicodeDecodeError:
        raise UsageError(f"The baseline {shown} is not UTF-8 text.", hint="Name another file.") from None
    except OSError as error:
        raise UsageError(f"The baseline {shown} cannot be read: {error.strerror}.") from None
    return KnownFindings(file, root, parse(text, shown), is_written=True)


def _shown(file: Path) -> str:
    """The path from the working folder where it is below it, else in full."""
    try:
        return file.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(file)
