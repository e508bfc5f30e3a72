"""Licences, package names and badges: what manifests and files beside them say."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.package_metadata import KIND

MIT = "MIT License\n\nPermission is hereby granted, free of charge, to any person.\n"
APACHE = "                Apache License\n           Version 2.0, January 2004\n"
PYPROJECT = '[project]\nname = "steamroller"\nlicense = "MIT"\ndependencies = ["streamroller"]\n'
FILES = {"pyproject.toml": PYPROJECT, "LICENSE": MIT}
YES: list[Row] = [("licence = MIT", "yes", None)]
NO: list[Row] = [("licence = Apache", "no", None)]
OPEN: list[Row] = [("licence = Apache", "?", None)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("This project is licensed under the MIT License.", YES, id="sentence"),
        pytest.param("Licensed under the [MIT](LICENSE) license - see the LICENSE file for details.", YES, id="link"),
        pytest.param("## License\n\nMIT\n", YES, id="below the heading"),
        pytest.param("![x](https://img.shields.io/badge/License-MIT-blue.svg)", YES, id="badge"),
        pytest.param("This project is licensed under the Apache License 2.0 - see the LICENSE file.", NO, id="other"),
        pytest.param("It is released under the terms of the Apache 2.0 license.", NO, id="other, released"),
        pytest.param("## License\n\n[Apache-2.0](LICENSE)\n", NO, id="other below the heading"),
        pytest.param("![x](https://img.shields.io/badge/license-Apache%202.0-blue)", NO, id="other on a badge"),
        pytest.param("![x](https://img.shields.io/badge/license-Apache--2.0-blue)", NO, id="other with a dash"),
        pytest.param("Licensed under the MIT or Apache licenses.", [], id="a choice"),
        pytest.param("Licensed under either of Apache-2.0 or MIT.", [], id="a choice of two"),
        pytest.param("The documentation is licensed under the Apache License.", [], id="of a part"),
        pytest.param("Some icons are released under the Apache License.", [], id="of icons"),
        pytest.param("It includes code released under the Apache License.", [], id="of other code"),
        pytest.param("It is based on a tool that is licensed under the Apache License.", [], id="of its source"),
        pytest.param("It was previously licensed under the Apache License.", [], id="past"),
        pytest.param("It is not licensed under the Apache License.", [], id="denied"),
        pytest.param("## License\n\nMIT\n\nThe Apache License is another one.\n", YES, id="second paragraph"),
        pytest.param("The Apache License is permissive.", [], id="no statement"),
        pytest.param(
            "# A\n\nIt is licensed under the MIT No Attribution license.",
            [("licence = another", "?", None)],
            id="MIT-0",
        ),
        pytest.param("Licensed under a permissive license.", [], id="no name"),
        pytest.param("Steamroller is released under the Apache License.", NO, id="by its name"),
        pytest.param("Otherware is released under the Apache License.", [], id="of another program"),
        pytest.param("The parser of it is released under the Apache License.", [], id="of a part without a word"),
        pytest.param("* [x](y) - A parser. Licensed under [Apache](z).", [], id="of an item"),
        pytest.param("# A\n\n## Needs\n\nA parser. Licensed under Apache.", [], id="of what stands before"),
        pytest.param("# A\n\n## License\n\nLicensed under Apache.", NO, id="in its own section"),
        pytest.param("> Licensed under the Apache License.", [], id="quote"),
    ],
)
def test_licences(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("files", "rows"),
    [
        pytest.param({**FILES, "LICENSE": APACHE}, OPEN, id="manifest and file differ"),
        pytest.param({**FILES, "LICENSE": MIT + APACHE}, OPEN, id="a file with both"),
        pytest.param({**FILES, "LICENSE-APACHE": APACHE}, OPEN, id="two files"),
        pytest.param({**FILES, "NOTICE": "Parts are under the Apache License.\n"}, OPEN, id="a notice"),
        pytest.param({"pyproject.toml": PYPROJECT}, OPEN, id="no file"),
        pytest.param({"pyproject.toml": '[project]\nname = "x"\n', "LICENSE": MIT}, [], id="the manifest says nothing"),
        pytest.param(
            {**FILES, "packages/a/package.json": '{"name": "a", "license": "Apache-2.0"}'},
            OPEN,
            id="of another package",
        ),
        pytest.param(
            {"Cargo.toml": '[package]\nname = "x"\nlicense = "MIT OR Apache-2.0"\n', "LICENSE": MIT},
            [("licence = Apache", "yes", None)],
            id="one of two",
        ),
        pytest.param(
            {
                "setup.cfg": "[metadata]\nname = x\nclassifiers =\n    License :: OSI Approved :: MIT License\n",
                "COPYING": MIT,
            },
            NO,
            id="a classifier",
        ),
    ],
)
def test_what_stands_beside(check: Check, files: dict[str, str], rows: list[Row]) -> None:
    assert check(KIND, "This project is licensed under the Apache License.", files) == rows


def test_only_a_readme_speaks_for_the_package(check: Check) -> None:
    assert check(KIND, "This project is licensed under the Apache License.", FILES, name="docs/other.md") == []


def install(command: str) -> str:
    return f"# steamroller\n\n```bash\n{command}\n```\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(install("pip install steamroller"), [("steamroller", "yes", None)], id="own"),
        pytest.param(install("pip install -U 'steamroller[all]'"), [("steamroller", "yes", None)], id="with an extra"),
        pytest.param(install("pip install steamroler"), [("steamroler", "no", "steamroller")], id="slip"),
        pytest.param(install("uv add steamrollers"), [("steamrollers", "no", "steamroller")], id="one too many"),
        pytest.param(install("pip install Steam_Roller"), [], id="other separators"),
        pytest.param(install("pip install streamroller"), [], id="a dependency"),
        pytest.param(install("pip install steamroler other"), [], id="several"),
        pytest.param(install("pip install -e ."), [], id="a folder"),
        pytest.param(install("pip install requests"), [], id="something else"),
        pytest.param(install("npm install steamroler"), [], id="another language"),
        pytest.param(install("pip uninstall steamroler"), [], id="no installation"),
        pytest.param("```bash\npip install steamroler\n```\n", [], id="the own name is nowhere"),
    ],
)
def test_installation(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_short_names_are_near_by_chance(check: Check) -> None:
    files = {"package.json": '{"name": "preact"}'}
    assert check(KIND, "# preact\n\n```bash\nnpm install react\n```\n", files) == []


WORKFLOWS = {
    "pyproject.toml": PYPROJECT + '[project.urls]\nRepository = "https://github.com/acme/steamroller"\n',
    ".github/workflows/tests.yml": "on: push\n",
}
URL = "https://github.com/acme/steamroller/actions/workflows"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(f"![x]({URL}/tests.yml/badge.svg)", [("tests.yml", "yes", None)], id="there"),
        pytest.param(f"![x]({URL}/tests.yaml/badge.svg)", [("tests.yaml", "no", "tests.yml")], id="other suffix"),
        pytest.param(
            "![x](https://img.shields.io/github/actions/workflow/status/acme/steamroller/tests.yaml?branch=main)",
            [("tests.yaml", "no", "tests.yml")],
            id="shields",
        ),
        pytest.param(f"[x]({URL}/ci.yml)", [("ci.yml", "no", None)], id="deleted"),
        pytest.param(f"![x]({URL}/other.yml/badge.svg)", [("other.yml", "?", None)], id="never there"),
        pytest.param(f"![x]({URL.replace('acme', 'else')}/ci.yml/badge.svg)", [], id="another repository"),
    ],
)
def test_badges(check: Check, text: str, rows: list[Row]) -> None:
    assert (
        check(KIND, text, WORKFLOWS, deleted={".github/workflows/ci.yml": "".join(f"line {i}\n" for i in range(9))})
        == rows
    )


def test_a_renamed_workflow_is_corrected(check: Check) -> None:
    moved = {".github/workflows/ci.yml": ".github/workflows/main.yml"}
    text = f"![x]({URL}/ci.yml/badge.svg)"
    assert check(KIND, text, WORKFLOWS, moved=moved) == [("ci.yml", "no", "main.yml")]
