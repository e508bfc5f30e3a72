"""What tests of bad input stand on: a small project, files and git in it, and what a run gave."""

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

FILES = {
    "pyproject.toml": '[project]\nname = "shelf"\nversion = "1.0"\nrequires-python = ">=3.11"\n',
    "src/shelf/__init__.py": "",
    "src/shelf/cli.py": "import argparse\n\nparser = argparse.ArgumentParser('shelf')\n"
    "parser.add_argument('--max-workers', type=int, default=4)\n",
    "good.md": "Read `src/shelf/cli.py`.\n",
}
GOOD = "good.md:1:7: SUPPORTED src/shelf/cli.py exists: src/shelf/cli.py is there"
"""What a run says with `--verbose` of the document that is right."""


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def git(root: Path, *args: str) -> None:
    identity = ("-c", "user.name=Tester", "-c", "user.email=tester@example.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(
        ["git", *identity, "-c", "protocol.file.allow=always", *args], cwd=root, check=True, capture_output=True
    )
