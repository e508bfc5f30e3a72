"""Which crate and module a Rust file is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from truthfulness_evaluator.project.manifests.manifest import Manifest

_ROOTS = frozenset({"lib", "main", "mod"})
"""Files that stand for their folder."""


@dataclass(frozen=True, slots=True)
class Crate:
    """A package of Cargo that makes a crate."""

    folder: str
    """Where its manifest stands; the root is empty."""
    name: str
    """As code writes it: dashes are underscores."""
    sources: tuple[str, ...] = ("src",)
    """The folders that hold its code, relative to its own."""
    version: str | None = None


def crates_of(manifests: Iterable[Manifest]) -> tuple[Crate, ...]:
    """The crates of a project's manifests."""
    return tuple(
        Crate(each.folder, each.name.replace("-", "_"), _sources(each), each.version)
        for each in manifests
        if each.ecosystem == "cargo" and each.name
    )


def module_path(path: str, crates: Mapping[str, Crate]) -> str | None:
    """The crate and the modules below it that a Rust file is; None where no manifest is above it.

    Args:
        path: relative to the root.
        crates: those of the project, by their folders.

    Example:
        >>> module_path("cli/src/args/run.rs", {"cli": Crate("cli", "my_cli")})
        'my_cli::args::run'
    """
    folder = path.rpartition("/")[0]
    while folder and folder not in crates:
        folder = folder.rpartition("/")[0]
    crate = crates.get(folder)
    if crate is None:
        return None
    inner = path[len(crate.folder) :].strip("/").removesuffix(".rs")
    for source in sorted(crate.sources, key=len, reverse=True):
        if inner.startswith(f"{source}/"):
            inner = inner[len(source) + 1 :]
            break
    parts = [part for part in inner.split("/") if part]
    if parts and parts[-1] in _ROOTS:
        parts.pop()
    return "::".join((crate.name, *(part.replace("-", "_") for part in parts)))


def _sources(manifest: Manifest) -> tuple[str, ...]:
    """`src`, and the folders of programs that lie elsewhere."""
    targets = (script.target.rpartition("/")[0] for script in manifest.scripts if script.target.endswith("/main.rs"))
    return tuple(dict.fromkeys(("src", *(folder for folder in targets if folder))))
