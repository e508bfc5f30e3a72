"""Versions on badges with fixed text: of the language, and of the package itself."""

import posixpath
import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.announced import announces_another_time
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.reading.badges import MARK, Badge, badges
from truthfulness_evaluator.facts.scope import is_historical, is_template
from truthfulness_evaluator.models import Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import Manifest, RuntimeFloor
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text import versions
from truthfulness_evaluator.text.patterns import regex

_README = regex(r"(?:^|/)readme(?:[-_.]\w+)*$", re.IGNORECASE)
_LANGUAGES = {
    "python": "python", "py": "python", "pypi": "python", "node": "node", "node.js": "node", "nodejs": "node",
    "go": "go", "golang": "go", "rust": "rust", "rustc": "rust", "msrv": "rust",
}  # fmt: skip
_FILLER = regex(r"\b(?:supported|minimum|min|required|requires|versions?|ver|current|latest|stable)\b|[:.]$")
_ITSELF = frozenset({"", "release", "v", "tag"})
"""What is left of the label where a badge shows the version of the package itself."""
_PRECISE = 2
"""Numbers of a version of the package itself that is held against the manifest."""


def find(document: Document) -> Iterator[Found]:
    """The badges of a README."""
    if MARK not in document.text or not _README.search(document.name):
        return
    if is_historical(document.name) or is_template(document.name) or announces_another_time(document):
        return
    for badge in badges(document):
        yield _claim(document, badge)


def _claim(document: Document, badge: Badge) -> Found:
    about = " ".join(_FILLER.sub(" ", badge.label).split())
    shown = " ".join(version for version, _ in badge.versions)
    span: Span = (badge.versions[0][1][0], badge.versions[-1][1][1])
    form = "floor" if badge.is_floor else "shown"
    scope = Scope(module=document.name, language=_LANGUAGES.get(about), form=form)
    fact = Fact(kind="badge", subject=about or "version", expected=shown, scope=scope, expected_span=span)
    return Found(fact, f"the badge of {about or 'the version'} shows {shown}{'+' if badge.is_floor else ''}", span)


def _is_itself(fact: Fact) -> bool:
    return fact.subject == "version" or fact.subject in _ITSELF


def _above(fact: Fact, manifests: Sequence[Manifest]) -> list[Manifest]:
    """The manifests of the folder of the README; where there is none, those of the root."""
    folder = posixpath.dirname(fact.scope.module or "")
    here = [manifest for manifest in manifests if manifest.folder == folder]
    return here or [manifest for manifest in manifests if not manifest.folder]


def concerns(fact: Fact, project: Project) -> bool:
    """Badges of a language or of the package's own version that a manifest beside the README tells, too.

    Those of other things are left out: their names are those of dependencies only by chance (a server, and the
    package that talks to it).
    """
    manifests = project.manifests.all
    if fact.scope.language is not None:
        return any(floor.language == fact.scope.language for each in _above(fact, manifests) for floor in each.runtime)
    return _is_itself(fact) and any(manifest.version for manifest in _above(fact, manifests))


def check(fact: Fact, project: Project) -> Ruling:
    """Against the manifests beside the README."""
    shown = [versions.parse_version(each) for each in (fact.expected or "").split()]
    claimed = [version for version in shown if version is not None]
    if not claimed:
        return proof.unsettled("the badge shows no version")
    if fact.scope.language is not None:
        return _check_language(fact, min(claimed), project)
    return _check_itself(fact, claimed[0], project)


def _check_language(fact: Fact, lowest: versions.Version, project: Project) -> Ruling:
    """The lowest version shown, against the lowest one that is supported."""
    declared = [
        (floor, manifest, runtime)
        for manifest in _above(fact, project.manifests.all)
        for runtime in manifest.runtime
        if runtime.language == fact.scope.language and not runtime.implied
        if (floor := versions.floor_of(runtime.specifier, manifest.style)) is not None
    ]
    for floor, manifest, runtime in declared:
        if versions.same_floor(lowest, floor) or (fact.scope.form != "floor" and not lowest < floor.version):
            return proof.supported(project, f"{manifest.path} says {runtime.specifier}", _place(manifest, runtime))
    if not declared or len({str(floor) for floor, _, _ in declared}) > 1:
        return proof.unsettled("the manifests tell no one lowest version")
    floor, manifest, runtime = declared[0]
    if not lowest < floor.version:
        return proof.unsettled(f"{manifest.path} says {runtime.specifier}, and a higher version may well be asked for")
    evidence = proof.at(project, _place(manifest, runtime), supports=False)
    told = f"{manifest.path} says {runtime.specifier}"
    is_one = " " not in (fact.expected or "") and floor.inclusive
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=_like(fact, floor) if is_one else None)


def _like(fact: Fact, floor: versions.Floor) -> str:
    """The lowest version with as many numbers as the badge shows, two at least."""
    wanted = max(_PRECISE, len((fact.expected or "").split(".")))
    return ".".join(map(str, floor.version.release[:wanted]))


def _place(manifest: Manifest, stated: RuntimeFloor) -> Location:
    return Location(path=manifest.path, line=stated.line)


def _check_itself(fact: Fact, claimed: versions.Version, project: Project) -> Ruling:
    """The package's own version: refuted only where the badge was left behind."""
    stated = [
        (version, manifest)
        for manifest in _above(fact, project.manifests.all)
        if manifest.version and (version := versions.parse_version(manifest.version)) is not None
    ]
    for version, manifest in stated:
        if version.release[: len(claimed.release)] == claimed.release:
            place = Location(path=manifest.path, line=manifest.line_of("version"))
            return proof.supported(project, f"{manifest.path} has it", place)
    if len({str(version) for version, _ in stated}) != 1 or len(claimed.release) < _PRECISE:
        return proof.unsettled("the manifests tell no one version, or the badge shows no full one")
    version, manifest = stated[0]
    if version.suffix or not claimed < version:
        return proof.unsettled(f"{manifest.path} has {manifest.version}, which may not be released")
    place = Location(path=manifest.path, line=manifest.line_of("version"))
    evidence = proof.at(project, place, supports=False)
    told = f"{manifest.path} has version {manifest.version}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=manifest.version)


KIND = FactKind(
    name="badge",
    title="Versions on badges",
    checks="A badge with fixed text in a README (`shields.io/badge/python-3.9+-blue`) shows no version of a language "
    "below the lowest one that the manifest beside it declares, and none of the package itself that the manifest has "
    "left behind.",
    abstains="The badge shows more than versions, several manifests disagree, the manifest's version is a preliminary "
    "one, or the badge shows a higher one.",
    example="![Python](https://img.shields.io/badge/python-3.8+-blue)",
    find=find,
    check=check,
    concerns=concerns,
)
