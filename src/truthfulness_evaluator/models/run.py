"""An evaluation that is kept: what was asked, of which documents, and what became of them."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from truthfulness_evaluator.models.report import TruthfulnessReport, TruthfulnessStatistics


class RunStatus(StrEnum):
    """How far a run came."""

    RUNNING = "running"
    """Not finished: it is at work, or its process has ended without a word."""
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    """Something that was asked could not be judged or read."""
    INTERRUPTED = "interrupted"
    """The user ended it."""


class RunRequest(BaseModel):
    """Who was asked, and where: what is no setting, and is needed to finish a run or to repeat it."""

    model_config = ConfigDict(frozen=True)

    root: str = ""
    """Folder of the code base; empty: none."""
    sources: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    """Chat models by name."""
    panel: bool = False
    web: bool | None = None
    """Whether the web was asked for; None: as the settings say."""
    search_code: bool | None = None
    since: str | None = None
    """The revision of git since which changes were reported; None: all was."""
    from_python: bool = False
    """A program asked for it, and may have handed in judges and texts that are not kept."""
    standard_input: bool = False
    """Whether one of the documents was read from standard input."""


class RunDocument(BaseModel):
    """A document of a run."""

    model_config = ConfigDict(frozen=True)

    name: str
    media_type: str = ""
    text: str
    """As it was read."""
    report: TruthfulnessReport | None = None
    """None: it was not finished."""


class RunSummary(BaseModel):
    """A run in a list of runs."""

    model_config = ConfigDict(frozen=True)

    id: str
    """Eight hexadecimal digits."""
    started_at: str
    """UTC, ISO 8601."""
    finished_at: str | None = None
    status: RunStatus = RunStatus.RUNNING
    version: str = ""
    """Of this program."""
    request: RunRequest = RunRequest()
    documents: int = Field(default=0, ge=0)
    first_document: str = ""
    """Name of the first of them; empty: there is none."""
    unread: int = Field(default=0, ge=0)
    """Documents that were asked for and could not be read."""
    statistics: TruthfulnessStatistics = Field(default_factory=TruthfulnessStatistics)
    """Over all documents."""
    waiting: int = Field(default=0, ge=0)
    """Claims that wait for a person."""
    closing: str = ""
    """What the run came to, as a sentence."""
    exit_code: int | None = None


class Run(RunSummary):
    """A run with all that was kept of it."""

    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    """All settings, without keys and passwords."""
    contents: tuple[RunDocument, ...] = ()
    """Its documents, in their order."""
