"""Runs git to read a repository, so that nothing a repository holds is executed and nothing is fetched."""

import os
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

_SAFE_SETTINGS = (
    "core.fsmonitor=false",  # would run a program
    f"core.hooksPath={os.devnull}",
    "log.showSignature=false",  # would run gpg.program
    "safe.bareRepository=explicit",  # a folder that only looks like a repository must not bring its settings
    "core.quotePath=false",
    "color.ui=false",
    "diff.relative=false",
    "diff.external=",
)
_KEPT_VARIABLES = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
"""What users may have set to let git read a repository; other GIT_ variables (of a hook, say) point elsewhere."""


class GitError(Exception):
    """Git is missing, took too long, or said no. `str()` is one clause."""


@dataclass(frozen=True, slots=True)
class Git:
    """Git at work in one folder."""

    folder: Path
    timeout: float
    """Seconds that one call may take."""
    settings: tuple[str, ...] = ()
    """More settings for each call, as `name=value`."""

    def __call__(self, *arguments: str, feed: bytes | None = None) -> str:
        """What a git command prints, decoded as file names are.

        Raises:
            GitError: git is missing, took longer than `timeout`, or failed.
        """
        return os.fsdecode(self.output(*arguments, feed=feed))

    def output(self, *arguments: str, feed: bytes | None = None) -> bytes:
        """What a git command prints.

        Raises:
            GitError: git is missing, took longer than `timeout`, or failed.
        """
        settings = [part for setting in (*_SAFE_SETTINGS, *self.settings) for part in ("-c", setting)]
        try:
            done = subprocess.run(
                ["git", "--no-pager", *settings, *arguments],
                cwd=self.folder,
                env=_environment(),
                input=feed if feed is not None else b"",
                capture_output=True,
                timeout=self.timeout,
                check=False,
            )
        except FileNotFoundError:
            raise GitError("git is not installed") from None
        except subprocess.TimeoutExpired:
            raise GitError(f"git took more than {self.timeout:g} seconds") from None
        except OSError as error:
            raise GitError(f"git could not be started: {error.strerror}") from None
        if done.returncode:
            raise GitError(_reason(done.stderr.decode("utf-8", "replace")))
        return done.stdout


def without_filters(git: Git) -> Git:
    """Git that compares files as they are: the filters that a repository's settings name are programs.

    Raises:
        GitError: the settings cannot be read, or a filter has a name that cannot be switched off.
    """
    names = {
        setting.rpartition(".")[0]
        for setting in git("config", "--list", "--name-only", "-z").split("\0")
        if setting.startswith("filter.")
    }
    if any("=" in name for name in names):
        raise GitError("its settings name a filter that cannot be switched off")
    off = ("clean=", "smudge=", "process=", "required=false")
    return replace(git, settings=(*git.settings, *(f"{name}.{setting}" for name in sorted(names) for setting in off)))


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_KEPT_VARIABLES)
    }
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",  # older versions of git: a partial clone must not fetch what it lacks
        "LC_ALL": "C",
    }


def _reason(errors: str) -> str:
    """The first line of an error message, without its label."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    first = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "")
    return first.removeprefix("fatal:").removeprefix("error:").strip() or "git failed"
