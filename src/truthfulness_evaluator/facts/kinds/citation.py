"""The version that `CITATION.cff` gives for the software, held against the manifest beside it."""

import posixpath
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.models import BlockKind, Document, Fact, Location, Scope
from truthfulness_evaluator.project.manifests.manifest import Manifest
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text import versions

_NAME = "citation.cff"
_PRECISE = 2
"""Numbers of a version that is held against the manifest."""


def find(document: Document) -> Iterator[Found]:
    """The value of `version`."""
    if posixpath.basename(document.name).lower() != _NAME:
        return
    for block in document.blocks:
        if block.kind is BlockKind.FIELD and block.title == "version":
            written = document.text[slice(*block.text_span)]
            scope = Scope(module=document.name, form="citation")
            fact = Fact(
                kind="citation", subject="version", expected=written, scope=scope, expected_span=block.text_span
            )
            yield Found(fact, f"the version to cite is {written}", block.text_span)


def _stated(fact: Fact, project: Project) -> list[tuple[versions.Version, Manifest]]:
    """The versions of the manifests beside the file."""
    folder = posixpath.dirname(fact.scope.module or "")
    return [
        (version, manifest)
        for manifest in project.manifests.all
        if manifest.folder == folder and manifest.version
        if (version := versions.parse_version(manifest.version)) is not None
    ]


def concerns(fact: Fact, project: Project) -> bool:
    """Where a manifest beside the file has a version."""
    return bool(_stated(fact, project))


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS the manifest's version; REFUTES one that the manifest has left behind."""
    claimed = versions.parse_version((fact.expected or "").removeprefix("v"))
    stated = _stated(fact, project)
    if claimed is None:
        return proof.unsettled("it is no version that can be compared")
    for version, manifest in stated:
        if version.release[: len(claimed.release)] == claimed.release:
            place = Location(path=manifest.path, line=manifest.line_of("version"))
            return proof.supported(project, f"{manifest.path} has it", place)
    if len({str(version) for version, _ in stated}) != 1 or len(claimed.release) < _PRECISE:
        return proof.unsettled("the manifests tell no one version, or no full one is given")
    version, manifest = stated[0]
    if version.suffix or not claimed < version:
        return proof.unsettled(f"{manifest.path} has {manifest.version}, which may not be released")
    place = Location(path=manifest.path, line=manifest.line_of("version"))
    told = f"{manifest.path} has version {manifest.version}"
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=manifest.version)


KIND = FactKind(
    name="citation",
    title="The version to cite",
    checks="The `version` of a `CITATION.cff` is not one that the manifest beside it has left behind.",
    abstains="No manifest beside the file has a version, several disagree, or the manifest's is a preliminary or a "
    "lower one.",
    example="version: 1.4.0",
    find=find,
    check=check,
    concerns=concerns,
)
