"""What has changed in a code base since a revision: which files, and what stood in them."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.project.git import Git, GitError, without_filters
from truthfulness_evaluator.project.tree import MAX_TEXT_BYTES, decoded

TIMEOUT = 60.0
"""Seconds for one call of git."""


@dataclass(frozen=True)
class Since:
    """The changes between a revision and the files as they are now, committed or not."""

    commit: str
    """The commit that is compared with: where the present branch left the revision."""
    paths: frozenset[str]
    """Files that were changed, added or removed, relative to the root."""
    texts: Mapping[str, str | None] = field(repr=False)
    """What stood in them; None where that was binary or too large, or they were not there."""

    def text(self, path: str) -> str | None:
        """What stood in a changed file at the revision; None where it was not there, was binary or too large."""
        return self.texts.get(path)


def changes_since(root: Path, revision: str) -> Since:
    """The changes since a revision; where the present branch has left it, since then.

    Untracked files count as added, ignored ones do not.

    Args:
        root: the root of the code base, or a folder of its repository.
        revision: a branch, tag, commit or `HEAD~3`.

    Raises:
        UsageError: the root lies in no git work tree, or git does not know the revision.
    """
    git = Git(root, TIMEOUT)
    try:
        if git("rev-parse", "--is-inside-work-tree").strip() != "true":
            raise UsageError(f"{root} is in no git work tree, and so nothing is known of its revisions.")
    except GitError as error:
        raise UsageError(f"What changed in {root} is not known: {error}.") from error
    try:
        commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except GitError as error:
        raise UsageError(
            f"git knows no revision {revision!r} here.", hint="A shallow clone has few: fetch more of its history."
        ) from error
    with suppress(GitError):
        # Without a common commit (a shallow clone has few) the revision itself is compared with.
        commit = git("merge-base", commit, "HEAD").strip()
    try:
        # Nothing that the repository's settings name may run, here or in a submodule.
        kinds = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all", "--relative")
        changed = without_filters(git)("diff", *kinds, commit, "--", ".")
        added = git("ls-files", "--others", "--exclude-standard", "-z")
        paths = frozenset(filter(None, (*changed.split("\0"), *added.split("\0"))))
        return Since(commit, paths, _texts(git, commit, paths))
    except GitError as error:
        raise UsageError(f"What changed since {revision} is not known: {error}.") from error


def _texts(git: Git, commit: str, paths: frozenset[str]) -> Mapping[str, str | None]:
    names = sorted(path for path in paths if "\n" not in path)
    feed = "".join(f"{commit}:./{path}\n" for path in names)
    output = git.output("cat-file", "--batch", feed=feed.encode("utf-8", "surrogateescape"))
    return dict(zip(names, _contents(output), strict=False))


def _contents(output: bytes) -> Iterator[str | None]:
    """The texts that `git cat-file --batch` gives, in order; None for what is missing or no text."""
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        header, at = output[at:end], end + 1
        if header.endswith(b" missing"):
            yield None
            continue
        kind, size = header.rsplit(b" ", 2)[1:]
        content, at = output[at : at + int(size)], at + int(size) + 1
        yield decoded(content) if kind == b"blob" and len(content) <= MAX_TEXT_BYTES else None
