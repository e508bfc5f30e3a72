import time

import pytest

from truthfulness_evaluator.evidence.line_search import Pattern

TEXT = (
    "import os\nMAX_RETRIES = 3\ndef retry(call, limit):\n    raise TooMany(f'no more than {limit}')\nfull.stop = 1\n"
)


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("retry", [3]),
        ("MAX_retries", [2]),
        ("max_retries|toomany", [2, 4]),
        (r"max_\w+ = \d+", [2]),
        (r"^import\b", [1]),
        (r"def .*limit", [3]),
        (r"limit.*def", []),
        (r"retry\(", [3]),
        (r"full\.stop", [5]),
        ("a|b|", [2, 3]),
        ("", []),
        (".*", []),
        ("nowhere", []),
    ],
)
def test_lines(pattern: str, lines: list[int]) -> None:
    assert Pattern.of(pattern).lines_of(TEXT, 2) == lines[:2]


def test_no_pattern_takes_long() -> None:
    begin = time.process_time()
    assert Pattern.of("(a+)+$" + ".*a" * 100).lines_of("a" * 90 + "\n" + "ab" * 100_000, 5) == []
    assert time.process_time() - begin < 1
