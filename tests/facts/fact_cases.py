"""What the tables of fact kinds share: rows, and trees of files."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from truthfulness_evaluator.models import Verdict

Row = tuple[str, str, str | None]
"""Subject (and `= expected`), verdict's first word, replacement."""
Check = Callable[..., list[Row]]

SHORT = {
    Verdict.SUPPORTS: "yes",
    Verdict.REFUTES: "no",
    Verdict.NOT_ENOUGH_INFO: "?",
    Verdict.UNVERIFIABLE: "unverifiable",
}


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def git(root: Path, *args: str) -> None:
    """Run git in a folder, with an author of our own."""
    identity = ("-c", "user.name=Tester", "-c", "user.email=tester@example.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, "-C", str(root), *args], check=True, capture_output=True)
