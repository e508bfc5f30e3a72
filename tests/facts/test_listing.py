"""Drawn trees: which folder is drawn, and what is missing there."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.listing import KIND

FILES = {
    "src/shop/__init__.py": "",
    "src/shop/basket.py": "",
    "src/shop/prices.py": "",
    "src/shop/orders/list.py": "",
    "README.md": "",
    "pyproject.toml": '[project]\nname = "shop"\n',
}


def drawn(*lines: str, lead: str = "") -> str:
    return f"{lead}\n\n```text\n" + "\n".join(lines) + "\n```\n"


ALL = ("├── basket.py", "├── orders/", "│   └── list.py", "└── prices.py   # what things cost")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            drawn("src/shop", *ALL), [("basket.py", "yes"), ("orders", "yes"), ("prices.py", "yes")], id="there"
        ),
        pytest.param(
            drawn("shop/", "└── src", "    └── shop", *(f"        {line}" for line in ALL)),
            [("src/shop/basket.py", "yes"), ("src/shop/orders", "yes"), ("src/shop/prices.py", "yes")],
            id="from the checkout on",
        ),
        pytest.param(
            drawn("src/shop", "|-- basket.py", "|-- orders", "`-- price.py"),
            [("basket.py", "yes"), ("orders", "yes"), ("price.py", "no prices.py")],
            id="a near name",
        ),
        pytest.param(
            drawn("src/shop", *ALL[:3], "├── prices.py", "└── returns.py"),
            [("basket.py", "yes"), ("orders", "yes"), ("prices.py", "yes"), ("returns.py", "?")],
            id="never there",
        ),
        pytest.param(drawn("src/shop", "├── a.py", "├── basket.py", "└── b.py"), [], id="another tree"),
        pytest.param(drawn("src/shop", *ALL, lead="Your project looks like this:"), [], id="the reader's"),
        pytest.param(drawn(".", "├── README.rst", "├── pyproject.toml", "└── src"), [], id="what every project has"),
    ],
)
def test_drawings(check: Check, text: str, rows: list[tuple[str, str]]) -> None:
    said: list[Row] = check(KIND, text, FILES, name="docs/layout.md")
    assert [(path, f"{verdict} {other or ''}".rstrip()) for path, verdict, other in said] == rows


def test_what_was_deleted_is_refuted(check: Check) -> None:
    text = drawn("src/shop", *ALL[:3], "├── prices.py", "└── returns.py")
    rows = check(KIND, text, FILES, name="docs/layout.md", deleted={"src/shop/returns.py": "x = 1\n"})
    assert rows[-1] == ("returns.py", "no", None)
