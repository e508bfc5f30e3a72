"""Names of code without a qualifier."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.name import KIND

FILES = {
    "app.py": "def fetch_all(max_workers, follow_redirects=True): ...\nclass CookieStore: ...\n"
    "keep_alive_a = keep_alive_b = 1\n"
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "Pass `max_workers` to `fetch_all()`.",
            [("max_workers", "yes", None), ("fetch_all", "yes", None)],
            id="there",
        ),
        pytest.param("Pass `follow_redirect`.", [("follow_redirect", "no", "follow_redirects")], id="slip"),
        pytest.param(
            "Pass `follow_reidrects=`.", [("follow_reidrects", "no", "follow_redirects")], id="swapped letters"
        ),
        pytest.param("A `CookieStroe` keeps them.", [("CookieStroe", "no", "CookieStore")], id="class"),
        pytest.param(
            "Set `follow-redirects`, `followRedirects` or `FOLLOW_REDIRECTS`.", [], id="written in another way"
        ),
        pytest.param("Pass `keep_alive_c`.", [], id="near to two"),
        pytest.param("Pass `something_wholly_else`.", [], id="not near"),
        pytest.param("Pass `workers`.", [], id="one word"),
        pytest.param("`follow_redirect` is mine.\n\n```python\nfollow_redirect = 1\n```", [], id="the example's own"),
        pytest.param("`follow_redirect` was removed in 2.0.", [], id="the past"),
        pytest.param("Define your own `follow_redirect`.", [], id="the reader's own"),
    ],
)
def test_names(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows
