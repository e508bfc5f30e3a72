"""Programs that an installation brings, against the scripts of the manifest."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.program import KIND

FILES = {
    "pyproject.toml": '[project]\nname = "orchard"\n[project.scripts]\norchard-keeper = "orchard.cli:main"\n',
    "src/orchard/cli.py": "def main():\n    pruning()\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("This installs the `orchard-keeper` command.", [("orchard-keeper", "yes", None)], id="there"),
        pytest.param(
            "Installing it gives you an\n`orchard_keeper` script.",
            [("orchard_keeper", "no", "orchard-keeper")],
            id="another separator",
        ),
        pytest.param("It provides the `orchard-keepr` tool.", [("orchard-keepr", "no", "orchard-keeper")], id="slip"),
        pytest.param(
            "It installs the `orchard` command.", [("orchard", "no", "orchard-keeper")], id="the package's name"
        ),
        pytest.param("It comes with the `orchard` tool.", [], id="a tool called like its package"),
        pytest.param("It installs the `pruning` command.", [], id="a name of the code"),
        pytest.param("First install the `git` command.", [], id="another's"),
        pytest.param("It adds the `prune` command.", [], id="nothing near"),
        pytest.param("It installed the `orchard_keeper` command before 2.0.", [], id="past"),
        pytest.param("The `orchard_keeper` command waters.", [], id="not said to be installed"),
    ],
)
def test_programs(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({**FILES, "bin/orchard": "#!/bin/sh\n"}, id="a file"),
        pytest.param({**FILES, "web/package.json": '{"name": "orchard-web"}'}, id="several packages"),
        pytest.param({**FILES, "pyproject.toml": '[project]\nname = "orchard"\ndynamic = ["scripts"]\n'}, id="dynamic"),
    ],
)
def test_what_leaves_it_open(check: Check, files: dict[str, str]) -> None:
    assert check(KIND, "It installs the `orchard` command.", files) == []
