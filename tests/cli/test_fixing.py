"""Which corrections hold: a document whose statements a table refutes."""

from collections.abc import Mapping

import pytest

from truthfulness_evaluator.cli.fixing import fix
from truthfulness_evaluator.core.grading import build_report
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Document,
    Location,
    TruthfulnessReport,
    Verdict,
    VerificationResult,
)
from truthfulness_evaluator.text.lines import Lines

HELD_BACK = "with it the document would say something else that is refuted"


def evaluator(wrong: Mapping[str, str | None], true: tuple[str, ...] = ()):
    """Refutes every place of the words of a table, and supports the other ones."""

    def evaluate(document: Document) -> TruthfulnessReport:
        lines = Lines(document.text)
        claims: list[Claim] = []
        results: list[VerificationResult] = []
        for word in (*wrong, *true):
            start = document.text.find(word)
            while start >= 0:
                span = (start, start + len(word))
                line, column = lines.position(start)
                place = Location(path=document.name, line=line, column=column)
                claims.append(
                    Claim(
                        id=f"{word}{start}",
                        text=word,
                        source_document=document.name,
                        source_span=span,
                        location=place,
                        kind=word[0],
                    )
                )
                better = wrong.get(word)
                results.append(
                    VerificationResult(
                        claim_id=claims[-1].id,
                        verdict=Verdict.REFUTES if word in wrong else Verdict.SUPPORTS,
                        confidence=1.0,
                        explanation="",
                        correction=None if better is None else Correction(span=span, replacement=better),
                    )
                )
                start = document.text.find(word, start + 1)
        return build_report(document.name, claims, results)

    return evaluate


@pytest.mark.parametrize(
    ("text", "wrong", "expected", "skipped"),
    [
        pytest.param("say dog and dog\n", {"dog": "cat"}, "say cat and cat\n", [], id="each-place"),
        pytest.param("say dog\n", {"dog": None}, "say dog\n", [], id="no-correction"),
        pytest.param("say dog\n", {"dog": "cat", "cat": "cow"}, "say dog\n", [HELD_BACK], id="refuted-there-again"),
        pytest.param("say dog\n", {"dog": "cat", "cat": None}, "say dog\n", [HELD_BACK], id="refuted-there-for-good"),
        pytest.param("dog, bee\n", {"dog": "cat", "cat": None, "bee": "ant"}, "dog, ant\n", [HELD_BACK],
            id="one-holds-and-one-does-not"),
        pytest.param("dogs\n", {"dogs": "cats", "ogs": "ats"}, "dogs\n",
            ["it overlaps another correction", "it overlaps another correction"], id="overlap"),
        pytest.param("a dog\n", {"a dog": None, "dog": "cat"}, "a cat\n", [], id="within-what-stays-refuted"),
        pytest.param("# the dog\n\nSee [it](#the-dog).\n", {" dog": " cat"}, "# the dog\n\nSee [it](#the-dog).\n",
            [HELD_BACK], id="a-link-loses-its-anchor"),
        pytest.param("# the dog\n\nSee [it](#the-end).\n", {" dog": " cat"}, "# the cat\n\nSee [it](#the-end).\n",
            [], id="an-anchor-that-nothing-leads-to"),
    ],
)  # fmt: skip
def test_what_holds(text: str, wrong: Mapping[str, str | None], expected: str, skipped: list[str]) -> None:
    evaluate = evaluator(wrong)
    document = read_text(text, "a.md")
    done = fix(document, evaluate(document), evaluate)
    assert done.document.text == expected
    assert [sentence.rpartition(" is not made: ")[2].rstrip(".") for sentence in done.skipped] == skipped
    assert done.report == evaluate(done.document)


def test_what_comes_up_is_fixed_in_a_further_round() -> None:
    """What is said of a wrong name is looked up once the name is right."""

    def evaluate(document: Document) -> TruthfulnessReport:
        return evaluator({"barks": "meows"} if "cat" in document.text else {"dog": "cat"})(document)

    document = read_text("the dog barks\n", "a.md")
    done = fix(document, evaluate(document), evaluate)
    assert (done.document.text, [row.text for row in done.fixed]) == ("the cat meows\n", ["dog", "barks"])


def test_rounds_come_to_an_end() -> None:
    def evaluate(document: Document) -> TruthfulnessReport:
        word = next(word for word in document.text.split() if word.isdigit())
        return evaluator({f" {word} ": f" {int(word) + 1} x "})(document)

    document = read_text("a 1 b\n", "a.md")
    assert fix(document, evaluate(document), evaluate).document.text == "a 1 b\n"


def test_what_was_true_stays_true() -> None:
    """A correction that turns another statement false is held back, though its own place is right."""

    def evaluate(document: Document) -> TruthfulnessReport:
        true = ("owl",) if "dog" in document.text else ()
        wrong = {"dog": "cat"} if "dog" in document.text else {"owl": None}
        return evaluator(wrong, true)(document)

    document = read_text("dog and owl\n", "a.md")
    done = fix(document, evaluate(document), evaluate)
    assert (done.document.text, done.fixed) == ("dog and owl\n", ())


def test_fixed_claims_are_named_at_their_place() -> None:
    evaluate = evaluator({"dog": "cat"})
    document = read_text("one\nand a dog\n", "a.md")
    (row,) = fix(document, evaluate(document), evaluate).fixed
    assert (row.label, row.place, row.original) == ("FIXED", Location(path="a.md", line=2, column=7), "dog")
