import pytest

from truthfulness_evaluator.text.opinions import is_opinion, is_prediction


@pytest.mark.parametrize(
    "text",
    [
        "We believe that the parser is too large.",
        "I really think this was a mistake.",
        "In my opinion, plain files are enough.",
        "Arguably, the second edition was written by another hand.",
        "The new bridge is beautiful.",
        "Graz is the best city for bakers.",
        "It's a pity that the tower was sold.",
        "Everyone should read the manual once.",
        "My favourite is the third chapter.",
    ],
)
def test_an_opinion(text: str) -> None:
    assert is_opinion(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was called beautiful by two newspapers.",
        "The bridge is the best known in Graz.",
        "The method is the best of the four, with an error of 2.1 %.",
        "We measured the salt in nine lakes.",
        "We use the same parser as before.",
        "Good weather lasts for nine days.",
        "If the build fails because the name is bad, the tag is deleted.",
        "The best-selling book of 1931 was a novel.",
        "The endpoint should be closed within 30 seconds.",
        "We were testing things like copper, and we weighed them.",
        "The best result was found in the third run.",
    ],
)
def test_no_opinion(text: str) -> None:
    assert not is_opinion(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("By 2035, most ferries will be electric.", True),
        ("The population is expected to be 196,500 in 2035.", True),
        ("In the coming years, paper maps will disappear.", True),
        ("Paper maps are likely to disappear.", True),
        ("The server will close the connection after 30 seconds.", False),
        ("The file will be removed in the next step.", False),
        ("By 2019, most ferries were electric.", False),
        ("The ferry will have been repaired by 2019.", False),
        ("According to the ministry, most ferries will be electric by 2035.", False),
        ("The licence ends in 2035.", False),
        ("A second thread is likely to be faster.", False),
    ],
)
def test_prediction(text: str, expected: bool) -> None:
    assert is_prediction(text, 2026) is expected
