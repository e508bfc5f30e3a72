"""Limits in sentences: at most so many, at least so much."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.beside import says_so
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.scope import blocks_today, imagines, sentence_span, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Scope
from truthfulness_evaluator.project.limits import Bound
from truthfulness_evaluator.project.lookup import DefaultDeclaration
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import words_of
from truthfulness_evaluator.text.patterns import regex
from truthfulness_evaluator.text.values import same_value, written_like

_NUMBER = r"[`*_]*(?P<value>\d[\d,_.]*\d|\d+)[`*_]*"
_UNIT = r"(?P<unit>\s?(?:[KMGT]i?B|bytes|ms|milliseconds|s|seconds|minutes|hours|days)\b)?"
_COUNTED = regex(
    rf"\b(?P<bound>at most|up to|(?:a )?maximum of|no more than|limited to|at least|(?:a )?minimum of)\s+{_NUMBER}\s+"
    r"(?P<words>[a-z][a-z-]{2,}(?: [a-z][a-z-]{2,}){0,2})",
    re.IGNORECASE,
)
_MEASURED = regex(
    r"\b(?P<bound>maximum|max|minimum|largest|smallest)\s+(?P<words>[a-z][a-z-]+(?: [a-z][a-z-]+){0,3}?)\s+"
    rf"(?:is|are|of)\s+{_NUMBER}{_UNIT}",
    re.IGNORECASE,
)
_QUICK = regex(r"\b(?:at most|up to|maximum|max|no more than|limited to|at least|minimum|largest|smallest)\s")
"""What both have in lower case."""
_LEAST = regex(r"least|minimum|smallest", re.IGNORECASE)
_CONDITIONAL = regex(
    r"\b(?:if|when|unless|otherwise|depend\w*|per|each|every|example|e\.g|for instance|recommend\w*|suggest\w*|usually|"
    r"typically|about|roughly|around|set(?:ting)?|you|your)\b",
    re.IGNORECASE,
)
"""Words by which the number is that of a case, or of the reader."""

_FEWEST = 2
"""Words of a name that say what is limited: one (`MAX_RESULTS`) is that of many things."""
_SAY_NOTHING = frozenset(
    {"max", "maximum", "min", "minimum", "limit", "limits", "most", "least", "default", "num", "number", "of", "the",
     "allowed", "total", "count"}
)  # fmt: skip
_EXAMPLE = regex(r"\b(?:below|above|following|this|these|returns?|shows?|output|response|query|here)\b", re.IGNORECASE)
"""Words by which the number is that of an example."""


def find(document: Document) -> Iterator[Found]:
    """A number with a noun after `at most`, and `the maximum ... is` a number."""
    lower = lower_text(document)
    if not _QUICK.search(lower):
        return
    for block in blocks_today(document):
        if block.kind is BlockKind.PARAGRAPH and _QUICK.search(lower, *block.text_span):
            for pattern in (_COUNTED, _MEASURED):
                for match in pattern.finditer(document.text, *block.text_span):
                    yield from _claim(document, block, match)


def _claim(document: Document, block: Block, match: re.Match[str]) -> Iterator[Found]:
    sentence = document.text[slice(*sentence_span(document, match.span(), block))]
    if tells_of_the_past(sentence) or imagines(sentence) or _CONDITIONAL.search(sentence) or _EXAMPLE.search(sentence):
        return
    bound: Bound = "least" if _LEAST.search(match["bound"]) else "most"
    start, end = match.span("value")
    if match.groupdict().get("unit") and match.start("unit") == end:
        end = match.end("unit")
    value = document.text[start:end]
    fact = Fact(
        kind="limit",
        subject=match["words"].lower(),
        expected=value,
        scope=Scope(module=document.name, form=bound),
        subject_span=match.span("words"),
        expected_span=(start, end),
    )
    yield Found(fact, f"at {bound} {value} {match['words']}", match.span())


def _words(fact: Fact) -> Iterator[list[str]]:
    """The words of the noun, those after it left out one by one."""
    words = re.split(r"[ -]", fact.subject)
    yield from (words[:end] for end in range(len(words), 0, -1))


def concerns(fact: Fact, project: Project) -> bool:
    """Limits of which the code has one by just this name."""
    return any(project.code.limits.of(_bound(fact), words) for words in _words(fact))


def _bound(fact: Fact) -> Bound:
    return "least" if fact.scope.form == "least" else "most"


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where the one limit of this name has the number; REFUTES where it has another."""
    declared = next(filter(None, (project.code.limits.of(_bound(fact), words) for words in _words(fact))), ())
    written = fact.expected or ""
    answers = [(each, same_value(written, each.value.literal, each.value.source)) for each in declared]
    for each, same in answers:
        if same:
            return proof.supported(project, f"`{each.name}` is {each.value.source}", each.location)
    if len(answers) != 1 or answers[0][1] is None:
        return proof.unsettled("several limits have the name, or the value is made at run time")
    each = answers[0][0]
    if (reason := _doubt(fact, each, project)) is not None:
        return proof.unsettled(reason)
    replacement = written_like(written, each.value.literal) if each.value.literal else None
    evidence = proof.at(project, each.location, supports=False)
    told = f"`{each.name}` is {each.value.source}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=replacement)


def _doubt(fact: Fact, limit: DefaultDeclaration, project: Project) -> str | None:
    """Why the limit of the code may be that of something else."""
    name = limit.name.rpartition(".")[2]
    if name.startswith("_"):
        return f"`{name}` is the code's own"
    if len([word for word in words_of(name) if word not in _SAY_NOTHING]) < _FEWEST:
        return f"`{name}` may be the limit of something else"
    place = says_so(limit.name, fact.expected or "", project, apart=limit.declared)
    return None if place is None else f"{place} has the number beside the name"


KIND = FactKind(
    name="limit",
    title="Limits",
    checks="A limit that a sentence gives in numbers (`at most 20 open files`) is that of the one constant, setting or "
    "option whose name says just this (`MAX_OPEN_FILES`).",
    abstains="No name has just these words, it says what is limited by one word or is private, "
    "two have them with different values, the sentence puts a condition to it "
    "or speaks to the reader, or the value is made at run time.",
    example="The client keeps at most 20 open files.",
    find=find,
    check=check,
    concerns=concerns,
)
