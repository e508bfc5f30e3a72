"""Numbers of things that a document lists right below: `It has three commands:` above a list of four."""

from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.reading.counted import Counted, counted
from truthfulness_evaluator.models import Document, Fact, Location, Scope
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.quantities import parse_number

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def find(document: Document) -> Iterator[Found]:
    """The numbers in the last sentence above a list or table."""
    for each in counted(document):
        yield _claim(document, each)


def _claim(document: Document, each: Counted) -> Found:
    scope = Scope(module=document.name, command=each.entries, form="list", section=each.doubt or None)
    fact = Fact(kind="count", subject=each.thing, expected=each.number, scope=scope, expected_span=each.span)
    return Found(fact, f"{each.number} {each.thing} are listed", each.span)


def check(fact: Fact, project: Project) -> Ruling:
    """Against the number of entries of the list: the document itself has both."""
    written, entries = fact.expected or "", fact.scope.command
    number = int(parse_number(written) or 0)
    place = Location(path=fact.scope.module, line=_line(fact, project))
    if number == len(entries):
        return proof.supported(project, f"the list has {number} entries", place)
    if fact.scope.section:
        return proof.unsettled(f"the list has {len(entries)} entries, but {fact.scope.section}")
    told = f"the list below has {len(entries)} entries"
    evidence = proof.searched(fact.scope.module or "", f"{len(entries)} entries: {'; '.join(entries)}", place)
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=_like(written, len(entries)))


def _line(fact: Fact, project: Project) -> int | None:
    """The line of the number, where the document is a file of the project."""
    text = project.tree.text(fact.scope.module or "")
    return None if text is None or fact.expected_span is None else text.count("\n", 0, fact.expected_span[0]) + 1


def _like(written: str, number: int) -> str:
    """A number in digits or as a word, as another one is written."""
    if written.isdigit() or number >= len(_WORDS):
        return str(number)
    return _WORDS[number].capitalize() if written[0].isupper() else _WORDS[number]


KIND = FactKind(
    name="count",
    title="Numbers of listed things",
    checks="A number of things in the last sentence above a list or table (`There are three ways:`) is the number of "
    "its entries.",
    abstains="The number is no exact one (`about`, `at least`) or far off, an entry stands for several things or adds "
    "something to the others, or the list goes on further down.",
    example="It has three modes:\n\n* `fast`\n* `safe`\n* `exact`",
    find=find,
    check=check,
)
