"""Keys in settings files that documents show: slips beside keys that one file of the code declares."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.elsewhere import is_elsewhere
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.reading.shown_settings import LANGUAGES, tables
from truthfulness_evaluator.facts.scope import blocks_today, denies, is_placeholder, tells_of_the_past
from truthfulness_evaluator.models import BlockKind, Document, Fact, Location, Scope
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.text.names import folded, is_near
from truthfulness_evaluator.text.patterns import regex

_CANDIDATE = regex(rf"(?:```|~~~|::)[ \t]*\{{?\.?(?:{'|'.join(sorted(LANGUAGES))})\b|:::[ \t]*code")
"""What a document that shows a settings file has to hold, in lower case."""
_FEWEST = 4
"""Keys of a table at least: fewer are found together by chance."""
_MISSING = 8
"""Keys beside it for each of which one may be missing in the file that declares them."""
_LONGEST_LINE = 400
"""Characters of a line that people write: longer ones are of files that tools have packed."""
_HUMPS = regex(r"[a-z][A-Z]")
_MOST_FILES = 5
"""Files that are looked at: those that have the most of the keys as words."""


def find(document: Document) -> Iterator[Found]:
    """The keys of tables of four keys or more."""
    if not _CANDIDATE.search(lower_text(document)):
        return
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE or tells_of_the_past(block.lead_in) or denies(block.lead_in):
            continue
        for table in tables(document, block):
            if len(table.keys) < _FEWEST or any(is_placeholder(key) for key, _ in table.keys):
                continue
            every = tuple(key for key, _ in table.keys)
            scope = Scope(module=document.name, section=".".join(table.path) or None, command=every, form="block")
            for key, span in table.keys:
                fact = Fact(kind="shown_key", subject=key, scope=scope, subject_span=span)
                where = f"`{scope.section}` has" if scope.section else "There is"
                yield Found(fact, f"{where} the key `{key}`", span)


@dataclass(frozen=True, slots=True)
class _Meant:
    """The key that another one is a slip for."""

    name: str
    location: Location


def _spellings(key: str) -> tuple[str, ...]:
    """A key as it is written, and with the other separator: what a field may be called."""
    return tuple(dict.fromkeys((key, key.replace("-", "_"), key.replace("_", "-"))))


def _pattern(key: str) -> re.Pattern[str]:
    """What declares a key: a string, a tag, a field or property."""
    names = "|".join(map(re.escape, _spellings(key)))
    return re.compile(rf"[\"'`](?:{names})[\"'`,]|(?<![\w.$-])(?:{names})[ \t]*[?!]?[ \t]*(?::(?!:)|=(?!=))")


@lru_cache(maxsize=4096)
def _meant(key: str, beside: Sequence[str], project: Project) -> _Meant | None:
    """The one near key of the file that declares the keys beside it; None where anything knows the key itself."""
    words = project.code.words
    if words.spelled_like(key):
        return None
    path = _declaring(tuple(each for each in beside if each != key), project)
    text = (project.tree.text(path) or "") if path else ""
    near = [other for other, _ in words.near(key) if _is_slip(key, other) and other not in beside] if text else []
    declared = {other: match for other in near if (match := _pattern(other).search(text))}
    if path is None or len(declared) != 1 or key in words or is_elsewhere(key, project):
        return None
    ((other, match),) = declared.items()
    if _is_packed(text, match):
        return None
    return _Meant(other, Location(path=path, line=text.count("\n", 0, match.start()) + 1))


def _is_slip(key: str, other: str) -> bool:
    """Whether two near keys have no more than one difference: other letters, or capitals for separators."""
    if not is_near(key, other):
        return False
    return folded(key) == folded(other) or bool(_HUMPS.search(key)) == bool(_HUMPS.search(other))


def _is_packed(text: str, match: re.Match[str]) -> bool:
    """Whether a declaration stands in a line that no one has written: the file holds what a tool put together."""
    start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
    return (end if end >= 0 else len(text)) - start > _LONGEST_LINE


def _declaring(keys: Sequence[str], project: Project) -> str | None:
    """The one file of code, or schema, that declares all keys but a few."""
    counts: Counter[str] = Counter()
    for key in keys:
        paths = {path for name in _spellings(key) for path in project.code.words.files_with(name)}
        counts.update(path for path in paths if _declares_settings(path, project))
    allowed = len(keys) // _MISSING
    for path, count in counts.most_common(_MOST_FILES):
        if count < len(keys) - allowed:
            break
        text = project.tree.text(path) or ""
        if sum(_pattern(key).search(text) is None for key in keys) <= allowed:
            return path
    return None


def _declares_settings(path: str, project: Project) -> bool:
    return project.tree.role(path) is Role.CODE or path.endswith("schema.json")


def concerns(fact: Fact, project: Project) -> bool:
    """Keys that nothing in the project knows, beside others that one file of the code declares with a near one."""
    return _meant(fact.subject, fact.scope.command, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """REFUTES where the file that declares the keys beside it has one near key, and nothing has this one."""
    meant = _meant(fact.subject, fact.scope.command, project)
    if meant is None:
        return proof.unsettled("no file of the code has the keys beside it and a near one")
    evidence = proof.at(project, meant.location, supports=False)
    told = f"{meant.location.path} has the keys beside it, and `{meant.name}`, but no such key"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant.name)


KIND = FactKind(
    name="shown_key",
    title="Keys in settings files that are shown",
    checks="Where a block of YAML, JSON or TOML shows four keys or more of one table, and one file of the code "
    "declares all but one, that one is no slip for another key of that file. Only slips are told, no key is confirmed.",
    abstains="No one file declares the keys, anything in the project knows the odd one, or no key of that file is "
    "near; they differ in letters and in style, or the file is packed by a tool.",
    example="```yaml\nserver:\n  host: 127.0.0.1\n  port: 8080\n  timeout: 30\n  max_conections: 10\n```",
    find=find,
    check=check,
    concerns=concerns,
)
