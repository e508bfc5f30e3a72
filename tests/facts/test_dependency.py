"""Dependencies and extras."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.dependency import KIND

PYPROJECT = """
[project]
name = "app"
dependencies = ["httpx>=0.27", "attrs"]

[project.optional-dependencies]
postgres = ["psycopg>=3.1"]
images = ["pillow>=10.1"]
"""
FILES = {"pyproject.toml": PYPROJECT}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Requires `httpx>=0.27`.", [("httpx = >=0.27", "yes", None)], id="same"),
        pytest.param("Requires httpx >= 0.24.1 to run.", [("httpx = >=0.24.1", "no", "0.27")], id="other"),
        pytest.param("- images: requires `pillow >= 9.0`", [("pillow = >=9.0", "no", "10.1")], id="of an extra"),
        pytest.param("Requires `attrs>=20.1`.", [("attrs = >=20.1", "?", None)], id="no bound is declared"),
        pytest.param("The `draw` option requires `httpx>=0.24`.", [("httpx = >=0.24", "?", None)], id="of an option"),
        pytest.param("The live view requires `httpx>=0.30`.", [("httpx = >=0.30", "?", None)], id="of a part"),
        pytest.param("This feature requires `pillow>=9.0`.", [("pillow = >=9.0", "?", None)], id="of another part"),
        pytest.param(
            "- images: requires `pillow>=11.0`", [("pillow = >=11.0", "?", None)], id="more than an extra's bound"
        ),
        pytest.param("The user that it requires to be known (httpx >= 0.20):", [], id="in brackets"),
        pytest.param("App requires `httpx>=0.24`.", [("httpx = >=0.24", "no", "0.27")], id="the project by its name"),
        pytest.param("Requires `somethingelse>=1.0`.", [], id="no dependency of this project"),
        pytest.param("It was `httpx>=0.24` before 2.0 and required then.", [], id="the past"),
        pytest.param("    $ pip install app[images]\n", [("images", "yes", None)], id="extra"),
        pytest.param(
            "    $ pip install 'app[images,postgres]'\n",
            [("images", "yes", None), ("postgres", "yes", None)],
            id="extras",
        ),
        pytest.param("Run `pip install app[postgress]`.", [("postgress", "no", "postgres")], id="extra slip"),
        pytest.param("Run `pip install app[entirely-else]`.", [("entirely-else", "?", None)], id="extra unknown"),
        pytest.param("Run `pip install other[imagse]`.", [], id="another package's"),
        pytest.param("Use `app[images]` as a key.", [], id="no installation"),
    ],
)
def test_dependencies(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_pins_and_tools_of_developers_say_nothing(check: Check) -> None:
    files = {
        "setup.py": "setup(name='app')",
        "requirements-dev.txt": "httpx>=0.27\n",
        "requirements.txt": "attrs==23.1\n",
    }
    rows = [("httpx = >=0.24", "?", None), ("attrs = >=20.1", "?", None)]
    assert check(KIND, "Requires `httpx>=0.24`.\n\nRequires `attrs>=20.1`.", files) == rows
