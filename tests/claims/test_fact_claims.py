import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from truthfulness_evaluator.claims.extraction import fingerprint
from truthfulness_evaluator.claims.rules import FactClaims
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Suppression, Verdict
from truthfulness_evaluator.project.project import Project


def _check(fact: Fact, project: Project) -> Ruling:
    return Ruling(Verdict.SUPPORTS, "")


def _is_ours(fact: Fact, project: Project) -> bool:
    return True


def _kind(
    name: str,
    find: Callable[[Document], Iterable[Found]],
    concerns: Callable[[Fact, Project], bool] = _is_ours,
) -> FactKind:
    return FactKind(name, name, "", "", "", find, _check, concerns)


class Finder:
    """Finds each place of a word, as a fact."""

    def __init__(self, word: str, kind: str = "path") -> None:
        self.word, self.kind = word, kind

    def __call__(self, document: Document) -> Iterable[Found]:
        start = document.text.find(self.word)
        while start >= 0:
            span = (start, start + len(self.word))
            yield Found(Fact(kind=self.kind, subject=self.word), f"{self.word} exists", span)
            start = document.text.find(self.word, span[1])


def _document(text: str, *suppressions: Suppression) -> Document:
    span = (0, len(text))
    block = Block(BlockKind.PARAGRAPH, span, span, ("Use",))
    return Document("a.md", "text/markdown", text, (block,), suppressions)


def _ids(text: str) -> list[str]:
    return [claim.id for claim in FactClaims((_kind("path", Finder("b.py")),)).find(_document(text)).claims]


def test_a_claim_in_full() -> None:
    text = "See this:\nb.py"
    claims = asyncio.run(FactClaims((_kind("path", Finder("b.py")),)).extract(_document(text)))
    assert [claim.model_dump(exclude_defaults=True) for claim in claims] == [
        {
            "id": fingerprint("a.md", "path", "b.py exists", 0),
            "text": "b.py exists",
            "source_document": "a.md",
            "source_span": (10, 14),
            "location": Location(path="a.md", line=2, column=1).model_dump(exclude_defaults=True),
            "context": "Use\nSee this: b.py",
            "kind": "path",
            "fact": {"kind": "path", "subject": "b.py"},
        }
    ]


def test_ids_stay_when_lines_move_and_tell_repetitions_apart() -> None:
    before, after = _ids("b.py and b.py"), _ids("\n\nnew words, b.py\n\n and b.py")
    assert before == after
    assert len(set(before)) == 2


def test_ids_tell_documents_kinds_and_texts_apart() -> None:
    ids = {fingerprint(*row, 0) for row in [("a", "k", "t"), ("b", "k", "t"), ("a", "l", "t"), ("a", "k", "u")]}
    assert len(ids) == 4


def test_claims_stand_in_the_order_of_their_place_whatever_the_kind() -> None:
    kinds = (_kind("z", Finder("one", "z")), _kind("y", Finder("two", "y")))
    found = FactClaims(kinds).find(_document("two one two"))
    assert [(claim.kind, claim.source_span) for claim in found.claims] == [("y", (0, 3)), ("z", (4, 7)), ("y", (8, 11))]


def test_the_same_fact_at_the_same_place_is_one_claim() -> None:
    def twice(document: Document) -> Iterable[Found]:
        return [*Finder("b.py")(document), *Finder("b.py")(document)]

    found = FactClaims((_kind("path", twice), _kind("link", Finder("b.py", "link")))).find(_document("b.py"))
    assert [claim.kind for claim in found.claims] == ["path"], "the kind that comes first in the table has it"


@pytest.mark.parametrize(
    ("suppressions", "claims", "ignored"),
    [
        pytest.param([], 3, 0, id="none"),
        pytest.param([Suppression((0, 3))], 2, 1, id="all kinds"),
        pytest.param([Suppression((0, 6), ("path",))], 1, 2, id="this kind"),
        pytest.param([Suppression((0, 6), ("link", "env_var"))], 3, 0, id="other kinds"),
        pytest.param([Suppression((0, 6)), Suppression((1, 2)), Suppression((5, 20))], 0, 3, id="overlapping"),
        pytest.param([Suppression((5, 10))], 2, 1, id="up to, not including, the end"),
    ],
)
def test_suppressions(suppressions: list[Suppression], claims: int, ignored: int) -> None:
    document = _document("b.py b.py b.py", *suppressions)
    found = FactClaims((_kind("path", Finder("b.py")),)).find(document)
    assert (len(found.claims), len(found.ignored)) == (claims, ignored)


def test_a_kind_that_crashes_costs_no_other() -> None:
    def crash(document: Document) -> Iterable[Found]:
        yield from Finder("b.py", "bad")(document)
        raise IndexError("out of range")

    found = FactClaims((_kind("bad", crash), _kind("path", Finder("b.py")))).find(_document("b.py"))
    assert [claim.kind for claim in found.claims] == ["path"]
    assert found.problems == ("Facts of kind bad could not be looked for (IndexError: out of range).",)


def test_a_place_outside_of_the_document_is_a_problem() -> None:
    def outside(document: Document) -> Iterable[Found]:
        return [Found(Fact(kind="bad", subject="x"), "x exists", (3, 99))]

    found = FactClaims((_kind("bad", outside),)).find(_document("b.py"))
    assert found.problems == (
        "Facts of kind bad could not be looked for (ValueError: span 3..99 is outside of the document).",
    )


def test_facts_about_something_else_are_left_out(tmp_path: Path) -> None:
    def concerns(fact: Fact, project: Project) -> bool:
        return False

    kinds = (_kind("path", Finder("b.py"), concerns=concerns),)
    with_project, without = FactClaims(kinds, Project(tmp_path)), FactClaims(kinds)
    document = _document("b.py")
    assert [len(each.find(document).claims) for each in (with_project, without)] == [0, 1]


def test_context_is_cut_at_a_word() -> None:
    text = "b.py " + "words " * 100
    claim = FactClaims((_kind("path", Finder("b.py")),)).find(_document(text)).claims[0]
    assert claim.context is not None
    assert claim.context.endswith("words...")
    assert len(claim.context) <= len("Use\n") + 300 + len("...")
