"""Lowest supported versions of languages and runtimes: `requires Python 3.9 or newer`."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.reading.floors import Whose, whose
from truthfulness_evaluator.facts.scope import blocks_today
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import Manifest, RuntimeFloor, normal_name
from truthfulness_evaluator.project.manifests.msrv import Pin, lowest_rust
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text import versions
from truthfulness_evaluator.text.patterns import regex

_LANGUAGES = {
    "python": "python", "cpython": "python", "node": "node", "node.js": "node", "nodejs": "node",
    "go": "go", "golang": "go", "rust": "rust", "rustc": "rust",
}  # fmt: skip
_STYLES: dict[str, versions.Style] = {"python": "pep440", "npm": "npm", "cargo": "cargo", "go": "go"}
_NAME = r"(?P<name>C?Python|Node(?:\.?js)?|Golang|Go|Rust(?:c)?)"
_NUMBER = r"v?(?P<version>\d+(?:\.\d+){0,2})(?![\w%-]|\.\d)"
_MARK = r"[`*_]{0,3}"
_LATER = r"(?:\+|[`*_]{0,3},?\s*(?:or|and)\s+(?:later|newer|above|higher|greater|up|greater than|more recent)\b)"
_FLOORS = (
    regex(
        rf"{_MARK}\b{_NAME}{_MARK}\s+(?:version\s+|versions\s+)?{_MARK}{_NUMBER}{_MARK}(?P<later>{_LATER})",
        re.I,
    ),
    regex(rf"{_MARK}\b{_NAME}{_MARK}\s*(?:\d\.x\s*)?{_MARK}(?:>=|≥|=>)\s*{_MARK}{_NUMBER}", re.I),
    regex(
        rf"\b(?:at least|minimum(?: of)?|min\.?)\s+{_MARK}{_NAME}{_MARK}\s+(?:version\s+)?{_MARK}{_NUMBER}",
        re.I,
    ),
    regex(rf"\b(?:requires?|needs?)\s+{_MARK}{_NAME}{_MARK}\s+(?:version\s+)?{_MARK}{_NUMBER}", re.I),
    regex(
        rf"\bminimum\b[^.\n]{{0,40}}?\b{_NAME}\b[^.\n]{{0,40}}?\b(?:is|:|was)\s+"
        rf"(?:{_NAME.replace('?P<name>', '?:')}\s+)?"
        rf"{_MARK}{_NUMBER}",
        re.I,
    ),
)
_HINT = regex(rf"\b{_NAME.replace('?P<name>', '?:').lower()}\b(?=[\s\S]{{0,120}}?\d)")
"""A name, in lower case, with a number soon after it: what every floor has, and few blocks do."""
_COMPILED = frozenset({"go", "rust"})
"""Languages whose compiler only those need who build the project: what building needs is what the project requires."""
_DEVELOPER_HEADING = regex(r"contribut|develop|hacking|building|compil|from source|testing|release", re.IGNORECASE)


def find(document: Document) -> Iterator[Found]:
    """Sentences and table rows that give the lowest version of the language the project runs on."""
    hints = [match.start() for match in _HINT.finditer(lower_text(document))]
    for block in blocks_today(document) if hints else ():
        if block.kind in {BlockKind.CODE, BlockKind.HEADING, BlockKind.HTML, BlockKind.TARGET}:
            continue
        start, end = block.text_span
        if bisect_left(hints, start) == bisect_left(hints, end):
            continue
        of_developers = any(_DEVELOPER_HEADING.search(heading) for heading in block.heading_path)
        text = document.text[slice(*block.text_span)]
        seen: set[int] = set()
        for pattern in _FLOORS:
            for match in pattern.finditer(text):
                is_compiled = _LANGUAGES[match["name"].lower()] in _COMPILED
                if match.start("version") in seen or (of_developers and not is_compiled):
                    continue
                offset = block.text_span[0]
                name = (offset + match.start("name"), offset + match.end("name"))
                owner = whose(document, block, name, offset + match.end(), compiled=is_compiled)
                if owner is not None:
                    seen.add(match.start("version"))
                    yield _claim(document, block, match, owner)


def _claim(document: Document, block: Block, match: re.Match[str], owner: Whose) -> Found:
    start, end = (block.text_span[0] + at for at in match.span("version"))
    span: Span = (block.text_span[0] + match.start("name"), end)
    scope = Scope(
        language=_LANGUAGES[match["name"].lower()],
        module=document.name,
        program=owner.subject,
        form="general" if owner.in_general else None,
    )
    fact = Fact(
        kind="version",
        subject=match["name"],
        expected=match["version"],
        scope=scope,
        subject_span=span,
        expected_span=(start, end),
    )
    return Found(fact, f"the lowest supported version of {match['name']} is {match['version']}", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Versions that a sentence gives for nothing in particular, or for a package of this project by its name."""
    named = fact.scope.program
    return named is None or normal_name(named) in project.manifests.project_names


def check(fact: Fact, project: Project) -> Ruling:
    """Against `requires-python`, `engines`, `rust-version` and the `go` line of the project's own manifests.

    Where no manifest of a Rust project gives one, against what its CI calls the lowest, and what its edition needs.
    """
    language = fact.scope.language or ""
    claimed = versions.parse_version(fact.expected or "")
    declared = _closest(fact, project, project.manifests.floor(language))
    stated = [(manifest, floor) for manifest, floor in declared if not floor.implied]
    pin = _lowest_rust(project) if language == "rust" and not stated else None
    if claimed is None or not (declared or pin):
        return proof.unsettled(f"no manifest declares a lowest version of {fact.subject}")
    lowest: list[_Lowest] = []
    for manifest, floor in () if pin else stated or declared:
        read = versions.floor_of(floor.specifier, _STYLES[manifest.ecosystem])
        if read is None:
            return proof.unsettled(f"{manifest.path} gives {floor.specifier}, from which no lowest version can be told")
        place = Location(path=manifest.path, line=floor.line)
        lowest.append(_Lowest(read, floor.specifier, place, is_bound=floor.implied or language == "go"))
    if pin is not None and (read := versions.floor_of(pin.version, "cargo")) is not None:
        lowest.append(_Lowest(read, pin.version, pin.location, is_bound=False))
    return _ruling(fact, project, claimed, lowest)


@dataclass(frozen=True, slots=True)
class _Lowest:
    floor: versions.Floor
    written: str
    location: Location
    is_bound: bool
    """No lower version will do, and a document may well ask for a higher one."""


def _ruling(fact: Fact, project: Project, claimed: versions.Version, lowest: Sequence[_Lowest]) -> Ruling:
    for each in lowest:
        if versions.same_floor(claimed, each.floor):
            return proof.supported(project, f"{each.location.path} says {each.written}", each.location)
    if len({str(each.floor) for each in lowest}) > 1:
        return proof.unsettled("manifests of this project declare different versions")
    if not lowest:
        return proof.unsettled(f"no manifest declares a lowest version of {fact.subject}")
    each = lowest[0]
    if not claimed < each.floor.version and fact.scope.form != "general":
        return proof.unsettled(f"{each.location.path} says {each.written}, and a part may well ask for more")
    if claimed.release[:2] == each.floor.version.release and not claimed < each.floor.version:
        return proof.unsettled(f"{each.location.path} says {each.written}, and the document tells more of that series")
    if _holds_gap(each.written):
        return proof.unsettled(f"{each.location.path} says {each.written}, which leaves versions out")
    if each.is_bound and not claimed < each.floor.version:
        return proof.unsettled(f"{each.location.path} needs {each.written}, and a higher version may well be asked for")
    evidence = proof.at(project, each.location, supports=False)
    implied = fact.scope.language == "rust" and each.is_bound
    shown = None if implied else _shown_like(fact.expected or "", each.floor)
    told = f"{each.location.path} says {each.written}" if not implied else f"its edition needs {each.written} at least"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=shown)


def _holds_gap(specifier: str) -> bool:
    """Whether whole series are left out (`>=2.7, !=3.0.*`): of those after it, another one is the lowest."""
    return bool(re.search(r"!=\s*\d+(?:\.\d+)?(?:\.\*|\s*(?:,|$))", specifier))


def _closest(
    fact: Fact, project: Project, declared: Sequence[tuple[Manifest, RuntimeFloor]]
) -> Sequence[tuple[Manifest, RuntimeFloor]]:
    """Those of the package that the sentence names, else of the closest one above the document.

    None where that gives no version, or where the document stands in no package of that ecosystem and there are
    several, or in one of another ecosystem: what is written in two languages asks for what it likes.
    """
    named = normal_name(fact.scope.program or "")
    own = [(m, floor) for m, floor in declared if normal_name(m.name or "") == named]
    if own:
        return own
    if not declared:
        return ()
    ecosystem = declared[0][0].ecosystem
    folders = {m.folder for m in _packages(project) if m.ecosystem == ecosystem}
    document = fact.scope.module or ""
    above = [folder for folder in folders if not folder or document.startswith(f"{folder}/")]
    if above:
        closest = max(above, key=len)
        return [(m, floor) for m, floor in declared if m.folder == closest]
    stands_in_another = any(not m.folder or document.startswith(f"{m.folder}/") for m in _packages(project))
    return declared if len(folders) == 1 and not stands_in_another else ()


def _packages(project: Project) -> Sequence[Manifest]:
    return [manifest for manifest in project.manifests.all if not manifest.path.endswith(_LISTS)]


_LISTS = (".txt", ".in")
"""Ends of the names of files that list requirements and are no packages."""


@lru_cache(maxsize=16)
def _lowest_rust(project: Project) -> Pin | None:
    return lowest_rust(project.tree)


def _shown_like(written: str, floor: versions.Floor) -> str | None:
    """The lowest version with as many numbers as the document writes; None where it excludes its own bound."""
    if not floor.inclusive or floor.version.suffix:
        return None
    numbers = [str(number) for number in floor.version.release]
    wanted = len(written.split("."))
    padded = numbers + ["0"] * (wanted - len(numbers))
    return ".".join(padded if wanted >= len(numbers) or any(int(n) for n in numbers[wanted:]) else padded[:wanted])


KIND = FactKind(
    name="version",
    title="Lowest supported versions",
    checks="The lowest version of Python, Node.js, Go or Rust that a document gives is the one that the "
    "project's manifest declares; of Rust also the one that its CI calls the lowest, and no lower one than its "
    "edition needs.",
    abstains="The sentence is about a feature, a platform, or (of Python and Node.js) building and developing; "
    "manifests disagree, or none declares one; it asks for more than the `go` line of `go.mod` or an edition of Rust "
    "needs.",
    example="Requires Python 3.9 or newer.",
    find=find,
    check=check,
    concerns=concerns,
)
