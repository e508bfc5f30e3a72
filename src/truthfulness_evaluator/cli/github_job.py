"""What the environment says of the GitHub Actions job that a run is a part of."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.cli.streams import put, utf8


@dataclass(frozen=True)
class GithubJob:
    """A job, or none."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def is_running(self) -> bool:
        """Whether this is a job of GitHub Actions."""
        return self.environ.get("GITHUB_ACTIONS") == "true"

    @property
    def links(self) -> str:
        """URL that paths of the repository are put behind; empty where it is not known."""
        server, repository, commit = (
            self.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY", "SHA")
        )
        known = self.is_running and server.startswith("https://") and repository and commit
        return f"{server}/{repository}/blob/{commit}/" if known else ""

    def announce(self, problem: str) -> None:
        """Makes an annotation of an error that is no finding. On standard error: the other may be a report."""
        if self.is_running:
            from truthfulness_evaluator.reporting.github import error_command

            put(error_command(problem), sys.stderr)

    def summarize(self, markdown: str) -> str:
        """Appends to the job's summary, if it has one.

        Returns:
            Why it was not written, as a sentence; empty where it was, or there is none.
        """
        file = self.environ.get("GITHUB_STEP_SUMMARY")
        if not self.is_running or not file:
            return ""
        try:
            with Path(file).open("ab") as summary:
                summary.write(utf8(markdown))
        except OSError as error:
            return f"The summary of the job is not written to {file}: {(error.strerror or str(error)).lower()}."
        return ""
