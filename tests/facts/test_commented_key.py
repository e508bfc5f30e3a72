"""Comments of an example that name the key below them."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.commented_key import KIND

FILES = {"app.js": "export function run({ params, timeout, retries, headers, limits }) {}\n"}


def block(*lines: str) -> str:
    return "\n".join(["```js", "{", *lines, "}", "```"])


OTHERS = (
    "  // `timeout` is in seconds",
    "  timeout: 5,",
    "  // `retries` is how often",
    "  // it is tried again",
    "  retries: 1,",
    "",
    "  /*",
    "   * Sent with each",
    "   */",
    "  headers: {},",
    "  // `limits` are none",
    "  limits: [],",
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            block(*OTHERS, "  // `param` are sent", "  params: {},"), [("param = params", "no", "params")], id="slip"
        ),
        pytest.param(
            block(*OTHERS, "  # `parmas` are sent", '  "params": {},'), [("parmas = params", "no", "params")], id="swap"
        ),
        pytest.param(block(*OTHERS, "  // `query` is sent", "  params: {},"), [], id="another word"),
        pytest.param(block("  // `param` are sent", "  params: {},"), [], id="no such habit"),
        pytest.param(
            block(*OTHERS, "  // `limit` is one", "  limits: 1,", "  // `limit` is two", "  limit: 1"),
            [],
            id="two keys",
        ),
        pytest.param(block(*OTHERS, "  // see `param` for more", "  params: {},"), [], id="not at its beginning"),
        pytest.param(block(*OTHERS, "  // `own_key` is mine", "  own_keys: {},"), [], id="the example's own"),
    ],
)
def test_keys(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_a_setting_of_either_name_makes_it_abstain(check: Check) -> None:
    files = {"app.js": "const defaults = { param: 1, params: 2 }\n"}
    text = block(*OTHERS, "  // `param` are sent", "  params: {},")
    assert check(KIND, text, files) == [("param = params", "?", None)]
