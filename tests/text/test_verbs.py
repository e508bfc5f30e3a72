import pytest

from truthfulness_evaluator.text.verbs import begins_with_verb, finite_verb, has_verb, tokens_of


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The cache holds 40 entries.", "holds"),
        ("The tests of the cache are slow.", "are"),
        ("The tests run in a sandbox.", "run"),
        ("The value used in the test is 8.", "is"),
        ("Ada Brandt wrote a novel.", "wrote"),
        ("The models of the lake fit the data.", "fit"),
    ],
)
def test_the_finite_verb(text: str, verb: str) -> None:
    tokens = tokens_of(text)
    index = finite_verb(tokens)

    assert index is not None
    assert tokens[index].text == verb


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Supports Linux 4", True),
        ("It doesn't", True),
        ("Here's a store", False),
        ("A plain store with a small journal", False),
        ("Full list of the tests", False),
        ("Requests of users", False),
        ("Journal kept in memory", True),
    ],
)
def test_has_verb(text: str, expected: bool) -> None:
    assert has_verb(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Removes old files", True),
        ("Holds what was written last", True),
        ("Tests of the cache", False),
        ("Results are kept", False),
        ("Remove old files", False),
    ],
)
def test_begins_with_verb(text: str, expected: bool) -> None:
    assert begins_with_verb(text) is expected
