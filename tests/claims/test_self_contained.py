import pytest

from truthfulness_evaluator.claims.self_contained import sense_of
from truthfulness_evaluator.text.subjects import subject_of


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        pytest.param("Larkdb is a key-value store.", "It keeps eight files open.", "Larkdb keeps eight files open.",
                     id="the name of a definition"),
        pytest.param("The cache is emptied at midnight.", "It holds 40 entries.", "The cache holds 40 entries.",
                     id="a subject with an article"),
        pytest.param("The cache is emptied at midnight.", "In version 2, it holds 40 entries.",
                     "In version 2, the cache holds 40 entries.", id="behind an opening, in lower case"),
        pytest.param("The cache is emptied at midnight.", "If it is full, writes fail.",
                     "If the cache is full, writes fail.",
                     id="in a clause that comes first"),
        pytest.param("The workers are started at noon.", "They share one queue.", "The workers share one queue.",
                     id="plural"),
        pytest.param("Larkdb is a store.", "It's been sold twice.", "Larkdb has been sold twice.", id="it's been"),
        pytest.param("Larkdb is a store.", "It's written in Zig.", "Larkdb is written in Zig.", id="it's"),
        pytest.param("Larkdb is a store.", "Its default port is 4100.", "Larkdb's default port is 4100.", id="its"),
        pytest.param("The workers are small.", "Their queue is shared.", "The workers' queue is shared.", id="their"),
        pytest.param("Ada Brandt, a chemist, was born in Graz.", "She died in 1931.", "Ada Brandt died in 1931.",
                     id="a person behind an apposition"),
        pytest.param("In 1899, Brandt was made a professor.", "Her lectures were in Latin.",
                     "Brandt's lectures were in Latin.", id="a surname"),
    ],
)  # fmt: skip
def test_a_pronoun_is_replaced_by_what_it_stands_for(before: str, text: str, expected: str) -> None:
    found = sense_of(text, subject_of(before))

    assert (found.text, found.inferred, found.unclear) == (expected, True, "")


@pytest.mark.parametrize(
    ("before", "text", "unclear"),
    [
        pytest.param(None, "It keeps eight files open.", "It", id="nothing before"),
        pytest.param("The workers share a queue.", "It is bounded.", "It", id="one thing, several workers"),
        pytest.param("Larkdb is a store.", "They are small.", "They", id="several things, one store"),
        pytest.param("The server writes a journal.", "It is removed at exit.", "It", id="subject or object"),
        pytest.param("The store is small.", "She wrote the parser.", "She", id="a product for a person"),
        pytest.param("Ada Brandt is a chemist.", "It has 40 employees.", "It", id="a person for a thing"),
        pytest.param("Ada Brandt met Jan Holt in 1890.", "He was a baker.", "He", id="two persons"),
        pytest.param("Ada Brandt wrote of his garden.", "He sold it.", "He", id="who tells of another one"),
        pytest.param("The first version was Larkdb.", "It had no index.", "It", id="a description that names another"),
        pytest.param("Larkdb is a store.", "This means that writes are slow.", "This", id="this"),
        pytest.param("Larkdb is a store.", "These include Zig and C.", "These", id="these"),
        pytest.param("Larkdb is a store.", "The latter is faster.", "The latter", id="the latter"),
        pytest.param("The users' wishes are many.", "They are slow.", "They", id="users or wishes"),
        pytest.param("Two ports are used.", "Both are closed.", "Both", id="both"),
    ],
)  # fmt: skip
def test_a_pronoun_whose_sense_is_not_clear_is_told(before: str | None, text: str, unclear: str) -> None:
    found = sense_of(text, subject_of(before) if before else None)

    assert (found.text, found.inferred, found.unclear) == (text, False, unclear)


@pytest.mark.parametrize(
    "text",
    [
        "It is known that iron rusts.",
        "It is possible to open the file twice.",
        "It is hard for a beginner to read the log.",
        "It seems that the port is closed.",
        "It takes two minutes to start.",
        "It was Brandt who found the salt.",
        "It rained in Graz for nine days.",
        "There is a limit of eight files.",
        "This class has two methods.",
        "These results show that iron rusts.",
        "Each worker has a queue.",
        "The cache holds 40 entries.",
    ],
)
def test_what_only_looks_like_a_pronoun_is_left(text: str) -> None:
    found = sense_of(text, None)

    assert (found.text, found.inferred, found.unclear) == (text, False, "")


def test_what_a_pronoun_stood_for_is_the_subject_of_the_next_one() -> None:
    first = sense_of("It has two parts.", subject_of("Larkdb is a store."))

    assert sense_of("It was sold in 2019.", first.subject).text == "Larkdb was sold in 2019."


def test_the_same_pronoun_goes_on_with_a_person() -> None:
    first = sense_of("She met Jan Holt in 1890.", subject_of("Ada Brandt is a chemist."))

    assert sense_of("She died in 1931.", first.subject).text == "Ada Brandt died in 1931."
    assert sense_of("He died in 1931.", first.subject).unclear == "He"
    assert sense_of("It was sad.", first.subject).unclear == "It"


def test_a_person_is_told_of_further_where_nobody_else_was_named() -> None:
    person = subject_of("ÉVA BRÁND was a chemist.")

    assert sense_of("She left.", subject_of("The house was sold."), person).text == "ÉVA BRÁND left."
    assert sense_of("It was old.", None, person).unclear == "It"
