"""The lowest version of Rust that a project builds with, where its manifests do not say it: linters and CI pin it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

_VERSION = r"[\"']?(?P<version>1\.\d{1,3}(?:\.\d+)?)[\"']?(?![\w.])"
_NAMED = regex(
    rf"(?:\bmsrv|_msrv|\bmin(?:imum|imal)?[-_ ](?:supported[-_ ])?(?:rust|rustc|toolchain)\w*)\s*[:=]\s*{_VERSION}",
    re.I,
)
"""`MSRV: 1.65.0`, `MIN_SUPPORTED_RUST_VERSION: "1.65"`."""
_PINNED = regex(
    rf"(?:\b(?:rust|toolchain|rust[-_]version|rust[-_]toolchain|RUSTUP_TOOLCHAIN)\s*[:=]\s*"
    rf"|rust-toolchain@v?|\btoolchain install\s+|\brustup (?:default|override set)\s+){_VERSION}"
)
"""What a job installs."""
_SAYS_LOWEST = regex(r"\bmsrv\b|\bminimum\b[^\n]*\brust|\bminimum supported\b|\bmin[-_ ]rust|\brust[-_ ]min\b", re.I)
_ENTRY = regex(
    r"^[ \t]*-?[ \t]*(?:name|build|id|job|label|kind|version|channel)[ \t]*:[ \t]*[\"']?"
    r"(?:\w+[-_ ])*(?P<name>msrv|pinned|min|minimum)\b",
    re.I,
)
"""An entry of a matrix whose name says that it is the oldest one."""
_CHANNELS = (regex(r"\brust:\s*stable\b"), regex(r"\brust:\s*(?:beta|nightly)\b"))
"""Beside these in one matrix, what is pinned is the oldest version."""
_REACH = 40
"""Lines of a job that are looked through for what it installs."""
_CI = (".travis.yml", ".gitlab-ci.yml", ".circleci/config.yml", "appveyor.yml", ".cirrus.yml")
_LINTERS = ("clippy.toml", ".clippy.toml")


@dataclass(frozen=True, slots=True)
class Pin:
    """A version that something is pinned to, and the place."""

    version: str
    location: Location


def lowest_rust(tree: Tree) -> Pin | None:
    """The version of Rust that CI or a linter's settings call the lowest; None where they name none, or several."""
    paths = [
        *(path for path in _LINTERS if tree.has(path)),
        *(path for path in _CI if tree.has(path)),
        *(
            path
            for suffix in (".yml", ".yaml")
            for path in tree.suffixes.get(suffix, ())
            if path.startswith(".github/workflows/")
        ),
    ]
    found = [pin for path in paths for pin in _pins(path, tree.text(path) or "")]
    return found[0] if found and len({pin.version for pin in found}) == 1 else None


def _pins(path: str, text: str) -> Iterator[Pin]:
    lines = text.splitlines()
    of_channels = all(channel.search(text) for channel in _CHANNELS)
    for number, line in enumerate(lines):
        named = _NAMED.search(line)
        if named is not None and not line.lstrip().startswith("#"):
            yield Pin(named["version"], Location(path=path, line=number + 1))
        elif _says_lowest(line, of_channels=of_channels):
            pin = _installed(path, lines, number)
            if pin is not None:
                yield pin


def _says_lowest(line: str, *, of_channels: bool) -> bool:
    """Whether a line says of what it stands at that it is the oldest version."""
    if _SAYS_LOWEST.search(line):
        return True
    entry = _ENTRY.match(line)
    return entry is not None and (of_channels or entry["name"].lower() != "pinned")


def _installed(path: str, lines: list[str], start: int) -> Pin | None:
    """What the job, or the entry of a matrix, installs that a line belongs to."""
    own = _PINNED.search(lines[start].partition("#")[0])
    if own is not None:
        return Pin(own["version"], Location(path=path, line=start + 1))
    if "#" in lines[start] and not lines[start].lstrip().startswith("#"):
        return None  # a note on this very line
    begin = start
    if lines[start].lstrip().startswith("#"):
        while begin < len(lines) and (lines[begin].lstrip().startswith("#") or not lines[begin].strip()):
            begin += 1
    depth = _depth(lines[begin]) if begin < len(lines) else 0
    is_item = begin < len(lines) and lines[begin].lstrip().startswith("-")
    for number in range(begin, min(begin + _REACH, len(lines))):
        line = lines[number]
        ends = (
            number > begin
            and line.strip()
            and not line.lstrip().startswith("#")
            and (_depth(line) < depth or (_depth(line) == depth and (is_item or line.lstrip().startswith("-"))))
        )
        if ends:
            return None
        match = _PINNED.search(line.partition("#")[0])
        if match is not None:
            return Pin(match["version"], Location(path=path, line=number + 1))
    return None


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
