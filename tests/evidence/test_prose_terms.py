"""The terms of prose: whole numbers, dates, light stems, other scripts."""

import pytest

from truthfulness_evaluator.evidence.prose_terms import prose_terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("the of and", "", id="stop words"),
        pytest.param("ferries Ferry ferry's", "ferry ferry ferry", id="one word"),
        pytest.param("carried carries carry", "carry carry carry", id="endings"),
        pytest.param("1,250,000 1.250.000 1250000 1 250", "1250000 1250000 1250000 1 250", id="thousands"),
        pytest.param("3.5 3,5 3.50 0.5 5.0", "3.5 3.5 3.5 0.5 5", id="decimals"),
        pytest.param("1.234 1,234", "1.234 1234", id="a point is no separator of thousands where it is alone"),
        pytest.param("2021-03-04", "2021 march 4", id="a date"),
        pytest.param("4 March 2021", "4 march 2021", id="the same in words"),
        pytest.param("2021-99-04", "2021 99 4", id="no month"),
        pytest.param("Café CAFE", "caf caf", id="accents"),
        pytest.param("Überfähre паром", "uberfahr паром", id="other languages"),
        pytest.param("毎日出る", "毎日 日出 出る", id="pairs where there are no spaces"),
        pytest.param("船", "船", id="one character"),
        pytest.param("iPhone12 COVID-19", "iphon 12 covid 19", id="words with numbers"),
    ],
)
def test_terms(text: str, expected: str) -> None:
    assert " ".join(prose_terms(text)) == expected
