import pytest

from truthfulness_evaluator.text.subjects import subject_of


@pytest.mark.parametrize(
    ("text", "subject", "plural"),
    [
        pytest.param(
            "The cache of the server holds 40 entries.", "The cache of the server", False, id="with a preposition"
        ),
        pytest.param("In 1931, the old library was closed.", "the old library", False, id="behind an opening"),
        pytest.param(
            "In 1931 the old library was closed.", "the old library", False, id="behind a year without a comma"
        ),
        pytest.param(
            "The tests of the cache run in a sandbox.", "The tests of the cache", True, id="a verb like a noun"
        ),
        pytest.param("`open()` returns a handle.", "`open()`", False, id="code"),
        pytest.param("Larkdb (2019) is a store.", "Larkdb", False, id="brackets"),
        pytest.param("Ada Brandt, the chemist, was born in Graz.", "Ada Brandt", False, id="an apposition"),
        pytest.param("Zig and C are supported.", "Zig and C", True, id="two"),
        pytest.param("The glass is empty.", "The glass", False, id="singular in s"),
        pytest.param("The value used in the test is 8.", "The value used in the test", False, id="a participle"),
    ],
)
def test_subject(text: str, subject: str, plural: bool) -> None:
    found = subject_of(text)

    assert found is not None
    assert (found.text, found.plural) == (subject, plural)


@pytest.mark.parametrize(
    "text",
    [
        "It holds 40 entries.",
        "There are eight files.",
        "There's a limit.",
        "Even though I read it, nothing changed.",
        "A small store with files",
        "We measured the salt.",
    ],
)
def test_no_subject_that_a_pronoun_may_stand_for(text: str) -> None:
    assert subject_of(text) is None
