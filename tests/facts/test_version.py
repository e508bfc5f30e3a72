"""Lowest supported versions: how people write them, and whose they are."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.version import KIND

PYPROJECT = '[project]\nname = "app"\nrequires-python = ">=3.10"\n'
FILES = {"pyproject.toml": PYPROJECT}
NO = [("Python = 3.9", "no", "3.10")]
YES = [("Python = 3.10", "yes", None)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Requires Python 3.9+.", NO, id="plus"),
        pytest.param("Requires Python 3.10 or newer.", YES, id="or newer"),
        pytest.param("App requires Python 3.9 and above.", NO, id="and above"),
        pytest.param("It works with Python 3.9 or later.", NO, id="works with"),
        pytest.param("You need at least Python 3.9.", NO, id="at least"),
        pytest.param("Python >= 3.9 is required.", NO, id="comparison"),
        pytest.param(":Requirements: **Python 3.x >= 3.9**", NO, id="comparison of a series"),
        pytest.param("- Python 3.10+", YES, id="list item"),
        pytest.param("Requires **Python 3.9+**.", NO, id="bold"),
        pytest.param("App needs Python `3.9` or higher.", NO, id="code span"),
        pytest.param("The minimum Python version is 3.9.", NO, id="minimum"),
        pytest.param("Requires Python 3.10.0 or newer.", [("Python = 3.10.0", "yes", None)], id="more places"),
        pytest.param("Requires Python 3.9.0 or newer.", [("Python = 3.9.0", "no", "3.10.0")], id="as many places"),
        pytest.param(
            "If you don't have it, install Python (you want at least Python 3.9).", NO, id="if you don't have it"
        ),
        pytest.param("The `zip` function requires Python 3.9+.", [], id="a function's"),
        pytest.param("On Windows, Python 3.9+ is required.", [], id="a platform's"),
        pytest.param("The examples need Python 3.9 or newer.", [], id="the examples'"),
        pytest.param(
            "The [Other Kit](https://example.org) package does more and works with Python 3.9+.",
            [],
            id="another package's, by a link",
        ),
        pytest.param(
            "# Install\n\nDebugging is supported for two language runtimes.\n\n- Python 3.9+\n- Ruby",
            [],
            id="what readers write",
        ),
        pytest.param("Version 1 supported Python 3.9+; it was dropped in 2.0.", [], id="the past"),
        pytest.param("It does not support Python 3.9+ free threading.", [], id="denied"),
        pytest.param("## Development\n\nRequires Python 3.9+.", [], id="for developers"),
        pytest.param("Python 3.9 is from 2020.", [], id="no floor"),
        pytest.param("Tested on Python 3.9 and 3.10.", [], id="a list"),
        pytest.param("Requires Node.js 18 or newer.", [("Node.js = 18", "?", None)], id="declared nowhere"),
    ],
)
def test_versions(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES, name="README.rst" if text.startswith(":") else "README.md") == rows


def test_an_example_has_requirements_of_its_own(check: Check) -> None:
    assert check(KIND, "# Requirements\n\n- Python 3.9+\n", FILES, name="examples/shop/README.md") == []


@pytest.mark.parametrize(
    ("files", "text", "rows"),
    [
        pytest.param(
            {"package.json": '{"name": "a", "engines": {"node": ">=20"}}'},
            "Node.js 18 or higher is required.",
            [("Node.js = 18", "no", "20")],
            id="node",
        ),
        pytest.param(
            {"go.mod": "module example.org/a\n\ngo 1.22\n"},
            "Requires Go 1.21 or later.",
            [("Go = 1.21", "no", "1.22")],
            id="go",
        ),
        pytest.param(
            {"Cargo.toml": '[package]\nname = "a"\nversion = "1.0.0"\nrust-version = "1.74"\n'},
            "The minimum supported Rust version is 1.70.0.",
            [("Rust = 1.70.0", "no", "1.74.0")],
            id="rust",
        ),
        pytest.param(
            {"setup.py": "from setuptools import setup\nsetup(name='a', python_requires='>=3.8')\n"},
            "Requires Python 3.9+.",
            [("Python = 3.9", "no", "3.8")],
            id="setup.py",
        ),
        pytest.param(
            {"setup.cfg": "[metadata]\nname = a\n[options]\npython_requires = >=3.9\n"},
            "Requires Python 3.9+.",
            [("Python = 3.9", "yes", None)],
            id="setup.cfg",
        ),
        pytest.param(
            {"pyproject.toml": '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.9"\n'},
            "Requires Python 3.8+.",
            [("Python = 3.8", "no", "3.9")],
            id="poetry",
        ),
    ],
)
def test_versions_of_other_manifests(check: Check, files: dict[str, str], text: str, rows: list[Row]) -> None:
    assert check(KIND, text, files) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("App requires Python 3.9+.", NO, id="the package by its name"),
        pytest.param("TypeScript support requires Python 3.9+.", [], id="a part of it"),
        pytest.param("Enabling this setting requires Python 3.9+.", [], id="a setting"),
        pytest.param("Version 2 runs on:\n\n- Python 3.9+", [], id="another release"),
        pytest.param(":some-message: Prefer it. Requires Python 3.9+.", [], id="a field's subject"),
        pytest.param("The next major version will run on Python 3.11+.", [], id="a plan"),
    ],
)
def test_whose_version_it_is(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES, name="README.rst" if text.startswith(":") else "README.md") == rows


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("On Python 3.9 and later, it supports faster lists.", id="a case"),
        pytest.param("So on Python 3.9+ the loop's class needs to be changed.", id="a case after a word"),
        pytest.param("Also supported are match statements (Python 3.9 and later).", id="in brackets"),
        pytest.param("Can yield sockets. (Python 3.9+)", id="in brackets on its own"),
        pytest.param("Unless you are on Python 3.9 or newer, install a backport.", id="unless"),
        pytest.param("Version 0.99 requires Python 3.9 or later.", id="a release with a dot"),
        pytest.param("Python 2.7 or Python 3.9+", id="one of two"),
        pytest.param("It runs on Python 2.7 and Python 3.9 or above.", id="two series"),
        pytest.param("Python 3.9+ is required for the live view.", id="for a part"),
        pytest.param("To use the live view, you need Python 3.9+.", id="to use a part"),
        pytest.param("The editor must be built with Python 3.9+ support.", id="support of another program"),
        pytest.param("The [kit](https://example.org) draws. It requires Python 3.9+.", id="it, after a link"),
        pytest.param(
            "# App\n\n## System\n\n| Platform | Speed |\n|---|---|\n| Python 3.9+ | fast |\n", id="a case in a table"
        ),
        pytest.param("> Python >= 3.9 requires App >= 4", id="what that version needs"),
        pytest.param("- Python 3.9+ ships the parser.", id="what that version holds"),
        pytest.param("# App\n\n## Third-party packages\n\nRequires Python 3.9+.", id="below others' heading"),
        pytest.param("# App\n\n## Colours\n\nRequires Python 3.9+.", id="below a part's heading"),
        pytest.param("# App\n\n## Colours\n\nThis library parses. Needs Python 3.9+.", id="a part's sentence"),
    ],
)
def test_versions_of_parts_and_others(check: Check, text: str) -> None:
    assert check(KIND, text, FILES) == []


def test_what_a_function_needs(check: Check) -> None:
    text = ".. py:method:: draw()\n\n   Requires Python 3.9+.\n\n.. class:: View\n\n   Requires Python 3.9+.\n"
    assert check(KIND, text, FILES, name="README.rst") == []


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        pytest.param("# Guide\n\n## Prerequisites\n\n- Python 3.12+", "?", id="a guide may ask for more"),
        pytest.param("# Guide\n\n## Prerequisites\n\n- Python 3.9+", "no", id="less is never enough"),
        pytest.param("# Guide\n\nApp requires Python 3.12+.", "no", id="the project by its name"),
        pytest.param("# Guide\n\nApp requires Python 3.10.2+.", "?", id="more places of the same series"),
    ],
)
def test_more_and_less_than_is_declared(check: Check, text: str, verdict: str) -> None:
    assert [each for _, each, _ in check(KIND, text, FILES, name="docs/guide.md")] == [verdict]


@pytest.mark.parametrize(
    ("files", "verdict"),
    [
        pytest.param({"a/pyproject.toml": PYPROJECT, "b/pyproject.toml": PYPROJECT.replace("10", "8")}, "?", id="two"),
        pytest.param({"setup.py": "setup(name='app', python_requires='>=2.7, !=3.0.*, !=3.9.*')"}, "?", id="gaps"),
    ],
)
def test_manifests_from_which_no_lowest_can_be_told(check: Check, files: dict[str, str], verdict: str) -> None:
    assert check(KIND, "App requires Python 3.9+.", files) == [("Python = 3.9", verdict, None)]


@pytest.mark.parametrize(
    ("front", "verdict"),
    [
        pytest.param({}, "no", id="the only package"),
        pytest.param({"package.json": '{"name": "shop", "version": "1.0.0"}'}, "?", id="in a package for Node"),
    ],
)
def test_a_package_below_one_of_another_language(check: Check, front: dict[str, str], verdict: str) -> None:
    files = {"helper/pyproject.toml": PYPROJECT, **front}
    assert [each for _, each, _ in check(KIND, "Requires Python 3.9+.", files)] == [verdict]


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        pytest.param("tool/README.md", "Requires Node 16+.", [("Node = 16", "?", None)], id="its package says nothing"),
        pytest.param("lib/README.md", "Requires Node 16+.", [("Node = 16", "no", "18")], id="its package"),
        pytest.param(
            "tool/README.md", "Shop-lib requires Node 16+.", [("Node = 16", "no", "18")], id="one by its name"
        ),
        pytest.param("README.md", "Requires Node 16+.", [("Node = 16", "?", None)], id="no package"),
    ],
)
def test_the_package_of_a_document(check: Check, name: str, text: str, rows: list[Row]) -> None:
    files = {
        "lib/package.json": '{"name": "shop-lib", "engines": {"node": ">=18"}}',
        "tool/package.json": '{"name": "shop-tool"}',
    }
    assert check(KIND, text, files, name=name) == rows


GO = {"go.mod": "module example.org/a\n\ngo 1.22\n"}
RUST = '[package]\nname = "a"\nversion = "1.0.0"\n'
MATRIX = """
jobs:
  test:
    strategy:
      matrix:
        build: [pinned, stable, nightly]
        include:
        - build: pinned
          os: ubuntu
          rust: 1.65.0
        - build: stable
          rust: stable
        - build: nightly
          rust: nightly
"""
TRAVIS = """
matrix:
  include:
    - rust: stable
    # The minimum Rust version that is supported.
    - os: linux
      rust: 1.32.0
    - rust: 1.40.0
"""
JOB = """
jobs:
  lint:
    steps:
      - uses: dtolnay/rust-toolchain@1.90.0
  msrv:
    steps:
      - uses: dtolnay/rust-toolchain@1.60.0
"""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("## Development\n\nIt needs Go version 1.21 or later for compiling.", "no", id="for developers"),
        pytest.param("It is written in Go, and you need at least\nGo version 1.21.", "no", id="the second clause"),
        pytest.param("If you want to build it, you need Go 1.21 or later.", "no", id="to build it"),
        pytest.param("Building for Solaris requires at least Go version 1.21.", None, id="a platform's"),
        pytest.param("Requires Go 1.23 or later.", "?", id="more than is needed"),
        pytest.param("The plugin needs Go 1.21 or later.", None, id="another's"),
    ],
)
def test_versions_of_go(check: Check, text: str, rows: str | None) -> None:
    found = check(KIND, text, GO)
    assert [verdict for _, verdict, _ in found] == ([] if rows is None else [rows])


@pytest.mark.parametrize(
    ("files", "version", "verdict", "meant"),
    [
        pytest.param({"Cargo.toml": RUST + 'edition = "2021"\n'}, "1.47.0", "no", None, id="the edition needs more"),
        pytest.param({"Cargo.toml": RUST + 'edition = "2021"\n'}, "1.70.0", "?", None, id="the edition needs less"),
        pytest.param({"Cargo.toml": RUST, ".github/workflows/ci.yml": MATRIX}, "1.34.0", "no", "1.65.0", id="a matrix"),
        pytest.param({"Cargo.toml": RUST, ".travis.yml": TRAVIS}, "1.28.0", "no", "1.32.0", id="a comment above"),
        pytest.param({"Cargo.toml": RUST, ".github/workflows/ci.yml": JOB}, "1.50", "no", "1.60", id="a job's name"),
        pytest.param({"Cargo.toml": RUST, "clippy.toml": 'msrv = "1.60"\n'}, "1.60.0", "yes", None, id="a linter's"),
        pytest.param({"Cargo.toml": RUST, "ci.yml": JOB}, "1.50", "?", None, id="no CI"),
        pytest.param(
            {"Cargo.toml": RUST, ".github/workflows/ci.yml": JOB, "clippy.toml": 'msrv = "1.61"\n'},
            "1.50",
            "?",
            None,
            id="two that differ",
        ),
        pytest.param(
            {"Cargo.toml": RUST + 'rust-version = "1.70"\n', "sub/Cargo.toml": RUST + 'rust-version = "1.60"\n'},
            "1.60",
            "no",
            "1.70",
            id="another package's",
        ),
    ],
)
def test_versions_of_rust(check: Check, files: dict[str, str], version: str, verdict: str, meant: str | None) -> None:
    text = f"Note that the minimum supported version of Rust is **{version}**, though it may work with older versions."
    assert check(KIND, text, files) == [(f"Rust = {version}", verdict, meant)]
