"""`--sources` takes all values up to the next option."""

import pytest

from truthfulness_evaluator.cli.spreading import spread


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param("a.md", "a.md", id="not given"),
        pytest.param("a.md --sources b", "a.md --sources b", id="one"),
        pytest.param("a.md --sources b c d", "a.md --sources b --sources c --sources d", id="several"),
        pytest.param("--sources b c --panel a.md", "--sources b --sources c --panel a.md", id="up to an option"),
        pytest.param("--sources b -- a.md", "--sources b -- a.md", id="up to two hyphens"),
        pytest.param("--sources=b a.md", "--sources=b a.md", id="with an equals sign it takes one"),
        pytest.param("--sources b --sources c d", "--sources b --sources c --sources d", id="repeated"),
        pytest.param("-q --sources", "-q --sources", id="without a value"),
        pytest.param("--sources - b", "--sources - --sources b", id="a hyphen is a value"),
    ],
)
def test_spread(given: str, expected: str) -> None:
    assert spread(given.split(), "--sources") == expected.split()


def test_only_the_option_that_is_asked_for() -> None:
    given = ["--delete", "1a", "2b", "--sources", "c", "d"]
    assert spread(given, "--delete") == ["--delete", "1a", "--delete", "2b", "--sources", "c", "d"]
