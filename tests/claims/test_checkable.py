import pytest

from truthfulness_evaluator.claims.checkable import is_remark, reason_against, states_something
from truthfulness_evaluator.claims.checkworthiness import Checkworthiness, buckets, checkworthiness, features


@pytest.mark.parametrize(
    "text",
    [
        "The cache holds 40 entries.",
        "Supports Linux 4 and newer",
        "The dogs of the village quibbled.",
        "Note: the journal is removed at exit.",
        "In terms of speed, remember that the index is in memory.",
        "Die Stadt wurde im Jahr 1128 gegründet.",
    ],
)
def test_states_something(text: str) -> None:
    assert states_something(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is the cache large?",
        "The parts are:",
        "A short history of the town and its bells",
        "Retrieved on 3 May 2019 from the archive.",
        "And because it was late.",
        "path = open(name) and more(path)",
        "$$ W = aW_0 + bW_1 $$",
        "Title: A town Author: Holt Status: draft and so on",
        "Install the newest version of the tool with",
        "into your folder of the town.",
        "As an AI language model, I have no opinions on towns.",
    ],
)
def test_states_nothing(text: str) -> None:
    assert not states_something(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tower is beautiful.", "an opinion"),
        ("By 2040, all towers will be gone.", "a prediction"),
        ("The tower has nine bells.", ""),
    ],
)
def test_reason_against(text: str, expected: str) -> None:
    assert reason_against(text, 2026) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Oh, wait, no!", True, id="an interjection"),
        pytest.param("I had to think about that for a while.", True, id="the author's mind"),
        pytest.param("I moved to Graz in 1931.", False, id="a name and a number"),
        pytest.param("I called `open` with my own file.", False, id="code"),
        pytest.param("The bells are made of bronze and tin.", False, id="a sentence about things"),
        pytest.param("You can open the file twice.", False, id="what readers can do"),
        pytest.param("Die Glocken hängen im Turm.", False, id="another language"),
    ],
)
def test_a_remark_is_left_out(text: str, expected: bool) -> None:
    assert is_remark(text) is expected


def test_the_regression_of_the_package_tells_facts_from_talk() -> None:
    model = checkworthiness()
    facts = ["Unemployment rose by 3 percent in 1982.", "We spent 40 billion dollars on the army last year."]
    talk = ["I think that is a very good question.", "Thank you, and good night."]

    assert all(model.probability(text) > model.balanced for text in facts)
    assert all(model.probability(text) < model.balanced for text in talk)


def test_a_probability_is_the_sum_of_signed_weights() -> None:
    text = "It rose."
    weights = bytearray(16)
    for bucket in buckets(text, 4):
        weights[bucket] = 256 - 10
    model = Checkworthiness(bytes(weights), bits=4, scale=0.1, bias=0.0)

    assert model.probability(text) < 0.5
    assert Checkworthiness(bytes(16), 4, 0.1, 0.0).probability(text) == 0.5


def test_numbers_of_one_size_are_one_feature() -> None:
    assert features("It grew by 21 percent") == features("It grew by 98 percent")
