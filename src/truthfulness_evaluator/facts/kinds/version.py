"""Lowest supported versions of languages and runtimes: `requires Python 3.9 or newer`."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today, denies, sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Inline, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text import versions

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
    re.compile(
        rf"{_MARK}\b{_NAME}{_MARK}\s+(?:version\s+|versions\s+)?{_MARK}{_NUMBER}{_MARK}(?P<later>{_LATER})",
        re.I,
    ),
    re.compile(rf"{_MARK}\b{_NAME}{_MARK}\s*(?:\d\.x\s*)?{_MARK}(?:>=|≥|=>)\s*{_MARK}{_NUMBER}", re.I),
    re.compile(
        rf"\b(?:at least|minimum(?: of)?|min\.?)\s+{_MARK}{_NAME}{_MARK}\s+(?:version\s+)?{_MARK}{_NUMBER}",
        re.I,
    ),
    re.compile(rf"\b(?:requires?|needs?)\s+{_MARK}{_NAME}{_MARK}\s+(?:version\s+)?{_MARK}{_NUMBER}", re.I),
    re.compile(
        rf"\bminimum\b[^.\n]{{0,40}}?\b{_NAME}\b[^.\n]{{0,40}}?\b(?:is|:|was)\s+"
        rf"(?:{_NAME.replace('?P<name>', '?:')}\s+)?"
        rf"{_MARK}{_NUMBER}",
        re.I,
    ),
)
_ABOUT_ITSELF = re.compile(
    r"\b(?:requir(?:e|es|ed|ement|ements)|need(?:s|ed)?|support(?:s|ed)?|minimum|at least|works? (?:with|on)|runs? on|"
    r"compatible|install(?:ed|ation)?|prerequisites?|tested|want)\b|^\W*(?:C?Python|Node(?:\.?js)?|Go|Rust)\b",
    re.IGNORECASE,
)
_ABOUT_ANOTHER = re.compile(
    r"\b(?:if you(?! (?:don'?t|do not) have)|when|plugins?|extras?|features?|examples?|tutorial|"
    r"on (?:windows|macos|linux|solaris)|"
    r"this (?:function|method|option|class|module|flag|setting|example|feature|rule)|"
    r"only available|"
    r"available (?:in|on|from|since)|"
    r"code|syntax|targets?|PyPy|development|develop|contribut\w+|build(?:ing)?|compil(?:e|ing)|documentation|"
    r"docs|"
    r"tests?|standard library|stdlib|backport|because|since|starting|introduced|added|new in|"
    r"for (?:python|node|go|rust)|"
    r"users? of|running|under|using|with python|typing|generic)\b",
    re.IGNORECASE,
)
_OF_A_RELEASE = re.compile(r"\b(?:version|release)s? v?\d", re.IGNORECASE)
_IF_MISSING = re.compile(r"\bif you (?:don'?t|do not) have \w+", re.IGNORECASE)
_REQUIREMENT = re.compile(r"require|install|prerequisite|python|node|rust|^go\b", re.IGNORECASE)
_VERB = re.compile(
    r"(?P<subject>[^.:;()]*?)\s*\b(?:officially |currently |now |only )?"
    r"(?:requires?|needs?|supports?|works? (?:with|on)|runs? on)\b",
    re.IGNORECASE | re.DOTALL,
)
"""What a sentence says that something requires."""
_LONGEST_SUBJECT = 3
"""Words of a name at most; a longer subject describes a part of the project."""
_ITSELF = frozenset(
    {
        "it",
        "this",
        "you",
        "we",
        "this project",
        "this package",
        "this library",
        "this tool",
        "the project",
        "this module",
    }
    | {"the package", "the library", "the tool", "installation", "you will", "you'll", "also", "currently", "it also"}
)
_DEVELOPER_HEADING = re.compile(r"contribut|develop|hacking|building|compil|from source|testing|release", re.IGNORECASE)


def find(document: Document) -> Iterator[Found]:
    """Sentences and table rows that give the lowest version of the language the project runs on."""
    for block in blocks_today(document):
        if block.kind in {BlockKind.CODE, BlockKind.HEADING, BlockKind.HTML, BlockKind.TARGET}:
            continue
        if any(_DEVELOPER_HEADING.search(heading) for heading in block.heading_path):
            continue
        text = document.text[slice(*block.text_span)]
        seen: set[int] = set()
        for pattern in _FLOORS:
            for match in pattern.finditer(text):
                if match.start("version") in seen or not _is_own(document, block, match):
                    continue
                seen.add(match.start("version"))
                yield _claim(document, block, match)


def _is_own(document: Document, block: Block, match: re.Match[str]) -> bool:
    """Whether a version is what this project as a whole requires, not a feature or another program of it."""
    offset = block.text_span[0]
    span = (offset + match.start(), offset + match.end())
    start, end = sentence_span(document, span, block)
    sentence = _IF_MISSING.sub("", document.text[start:end])
    if tells_of_the_past(sentence.replace(match[0], "")) or denies(sentence):
        return False
    if tells_of_the_past(block.lead_in) or _OF_A_RELEASE.search(block.lead_in):
        return False
    if any(c.kind == "definition" and not _REQUIREMENT.search(c.argument) for c in block.containers):
        return False  # what a term or field describes is not the project
    if block.kind is BlockKind.FIELD and not _REQUIREMENT.search(block.title):
        return False
    if block.kind is BlockKind.TABLE_ROW and len(block.cells) > 2:
        return False
    before = _IF_MISSING.sub("", document.text[start : span[0]])
    if (verb := _VERB.match(before)) and len(verb["subject"].split()) > _LONGEST_SUBJECT:
        return False
    about_itself = block.kind is BlockKind.FIELD or _ABOUT_ITSELF.search(sentence)
    return bool(about_itself) and not _ABOUT_ANOTHER.search(before)


def _claim(document: Document, block: Block, match: re.Match[str]) -> Found:
    language = _LANGUAGES[match["name"].lower()]
    start, end = (block.text_span[0] + at for at in match.span("version"))
    span: Span = (block.text_span[0] + match.start("name"), end)
    start_of_sentence = sentence_span(document, span, block)[0]
    named = next((i for i in block.inlines if start_of_sentence <= i.span[0] < span[0] and _is_name(i)), None)
    subject = document.text[slice(*named.text_span)] if named else _subject(document.text[start_of_sentence : span[0]])
    fact = Fact(
        kind="version",
        subject=match["name"],
        expected=match["version"],
        scope=Scope(
            language=language,
            module=document.name,
            program=subject,
        ),
        subject_span=span,
        expected_span=(start, end),
    )
    return Found(fact, f"the lowest supported version of {match['name']} is {match['version']}", span)


def _subject(before: str) -> str | None:
    """What the words before a version say that requires it; None where that is the project or nobody."""
    verb = _VERB.match(_IF_MISSING.sub("", before))
    if verb is None:
        return None
    subject = re.sub(r"^[\s\d.*_>#|-]+|[*_`]+", "", verb["subject"]).strip().lower()
    return None if not subject or subject in _ITSELF else subject.removeprefix("the ")


def _is_name(inline: Inline) -> bool:
    return inline.kind in {InlineKind.CODE, InlineKind.ROLE}


def concerns(fact: Fact, project: Project) -> bool:
    """Versions that a sentence gives for nothing in particular, or for a package of this project by its name."""
    named = fact.scope.program
    return named is None or normal_name(named) in project.manifests.project_names


def check(fact: Fact, project: Project) -> Ruling:
    """Against `requires-python`, `engines`, `rust-version` and the `go` line of the project's own manifests."""
    claimed = versions.parse_version(fact.expected or "")
    declared = project.manifests.floor(fact.scope.language or "")
    if not declared or claimed is None:
        return proof.unsettled(f"no manifest declares a lowest version of {fact.subject}")
    lowest: list[tuple[versions.Floor, str, Location]] = []
    for manifest, floor in declared:
        read = versions.floor_of(floor.specifier, _STYLES[manifest.ecosystem])
        if read is None:
            return proof.unsettled(f"{manifest.path} gives {floor.specifier}, from which no lowest version can be told")
        lowest.append((read, floor.specifier, Location(path=manifest.path, line=floor.line)))
    for floor, specifier, location in lowest:
        if versions.same_floor(claimed, floor):
            return proof.supported(project, f"{location.path} says {specifier}", location)
    if len({str(floor) for floor, _, _ in lowest}) > 1:
        return proof.unsettled("manifests of this project declare different versions")
    floor, specifier, location = lowest[0]
    evidence = proof.at(project, location, supports=False)
    shown = _shown_like(fact.expected or "", floor)
    return proof.refuted(f"{location.path} says {specifier}", evidence, span=fact.expected_span, replacement=shown)


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
    "project's manifest declares.",
    abstains="The sentence is about a feature, a platform, building or developing; manifests disagree, or none "
    "declares one.",
    example="Requires Python 3.9 or newer.",
    find=find,
    check=check,
    concerns=concerns,
)
