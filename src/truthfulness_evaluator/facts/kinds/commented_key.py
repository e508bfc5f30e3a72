"""Keys of an example that the comment above them calls by another name."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.scope import blocks_today
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, is_near
from truthfulness_evaluator.text.patterns import regex

_COMMENT = regex(r"[ \t]*(?://|#|;|--|/?\*+)[ \t]*(?P<text>[^\n]*)")
_NAMED = regex(r"`(?P<name>[A-Za-z_$][\w$.-]*)`")
_KEY = regex(r"[ \t]*(?P<quote>[\"']?)(?P<key>[A-Za-z_$][\w$.-]*)(?P=quote)[ \t]*(?:=(?![=>])|:(?!:)|\()")
_FEWEST = 3
"""Comments of a code block that begin with the key below them: then each is meant to."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """The name that a comment begins with, and the key that stands below the comment."""

    name: str
    span: Span
    key: str


def find(document: Document) -> Iterator[Found]:
    """Comments that begin with a name near to the key below, where the others of the block begin with the very key."""
    for block in blocks_today(document):
        if block.kind is not BlockKind.CODE or document.text.count("`", *block.text_span) < 2 * _FEWEST:
            continue
        pairs = list(_pairs(document, block))
        keys = {pair.key for pair in pairs}
        alike = sum(pair.name == pair.key for pair in pairs)
        for pair in pairs:
            if alike >= _FEWEST and pair.name not in keys and is_near(pair.name, pair.key):
                scope = Scope(module=document.name, form="comment")
                fact = Fact(
                    kind="commented_key", subject=pair.name, expected=pair.key, scope=scope, subject_span=pair.span
                )
                yield Found(fact, f"`{pair.key}` is called `{pair.name}`", pair.span)


def _pairs(document: Document, block: Block) -> Iterator[_Pair]:
    """Each key of a code block with the name that the comment right above it begins with."""
    at, end = block.text_span
    first: tuple[str, Span] | None = None
    in_comment = False
    for line in document.text[at:end].splitlines(keepends=True):
        comment = _COMMENT.match(line)
        if comment is not None:
            if not in_comment:
                named = _NAMED.match(line, comment.start("text"))
                first = (named["name"], (at + named.start("name"), at + named.end("name"))) if named else None
            in_comment = True
        else:
            key = _KEY.match(line)
            if key is not None and first is not None:
                yield _Pair(first[0], first[1], key["key"])
            first, in_comment = None, False
        at += len(line)


def concerns(fact: Fact, project: Project) -> bool:
    """Keys that the code has: others are the example's own."""
    return (fact.expected or "") in project.code.words


def check(fact: Fact, project: Project) -> Ruling:
    """REFUTES where the code has the key, and no setting or option of the comment's name."""
    key, name = fact.expected or "", fact.subject
    place = project.code.declared_names.get(key) or project.code.words.find(key)
    if place is None:
        return proof.unsettled("the key is the example's own")
    settings = {entry.setting.key for entry in project.code.settings(name)}
    if name in settings or (folded(name) != folded(key) and f"--{name}" in project.code.words):
        return proof.unsettled("there is a setting of either name")
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(f"the key below is `{key}`", evidence, span=fact.subject_span, replacement=key)


KIND = FactKind(
    name="commented_key",
    title="Keys in commented examples",
    checks="Where the comments of a code block begin with the key below them, each begins with that very key.",
    abstains="Fewer than three comments of the block do, the two names are not near, the code lacks the key, or it has "
    "a setting of either name.",
    example="// `max_worker` limits how many run at once, above `max_workers: 8`.",
    find=find,
    check=check,
    concerns=concerns,
)
