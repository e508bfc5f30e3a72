"""What is said not to be there: the contrary is shown, or nothing is said."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.absence import KIND

CLI = """
import argparse, os

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--force")
    parser.add_argument("--secret", help=argparse.SUPPRESS)
    level = os.environ["STEAMROLLER_LEVEL"]
    parser.parse_args()
"""
PYPROJECT = """
[project]
name = "steamroller"
dependencies = ["requests>=2"]

[project.scripts]
steamroller = "steamroller.cli:main"
"""
FILES = {"pyproject.toml": PYPROJECT, "steamroller/cli.py": CLI, "steamroller/__init__.py": ""}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("There is no `--force` option.", [("--force", "no", None)], id="it is there"),
        pytest.param("`steamroller` has no `--force` flag.", [("--force", "no", None)], id="of the program"),
        pytest.param("`steamroller` does not support `--force`.", [("--force", "no", None)], id="not supported"),
        pytest.param("There is no `--verbose` option.", [("--verbose", "?", None)], id="it is not"),
        pytest.param("`git` has no `--force` option.", [], id="of another program"),
        pytest.param("There is no `--force` option for the command `add`.", [], id="for a command"),
        pytest.param("There is no `--force` option on Windows.", [], id="under a condition"),
        pytest.param("In pip there is no `--force` option.", [], id="elsewhere"),
        pytest.param("If there is no `--force` option, it asks.", [], id="hypothetical"),
        pytest.param("There was no `--force` option.", [], id="past"),
        pytest.param("There is no `--force` option in 2.0.", [], id="of a version"),
        pytest.param("There is no `--force` option, unlike before.", [], id="comparison"),
        pytest.param("There is no `--force` option, and it is off if unset.", [], id="a condition behind"),
        pytest.param("> There is no `--force` option.", [], id="quote"),
        pytest.param("## Roadmap\n\nThere is no `--force` option.", [], id="a plan"),
        pytest.param("There is no need for `--force`.", [], id="no need"),
    ],
)
def test_options(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_an_option_of_a_subcommand_says_nothing(check: Check) -> None:
    code = CLI.replace(
        'parser.add_argument("--force")', 'parser.add_subparsers().add_parser("a").add_argument("--force")'
    )
    files = {**FILES, "steamroller/cli.py": code}
    assert check(KIND, "There is no `--force` option.", files) == [("--force", "?", None)]


NO: list[Row] = [("dependencies", "no", None)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("# Steamroller\n\nIt has no dependencies.", NO, id="it"),
        pytest.param("# Steamroller\n\nSteamroller has zero dependencies.", NO, id="name"),
        pytest.param("# Steamroller\n\nThis package has no runtime dependencies.", NO, id="runtime"),
        pytest.param("# A\n\nSteamroller has no dependencies outside the standard library.", NO, id="standard library"),
        pytest.param("# A\n\nSteamroller is a small parser library with no dependencies.", NO, id="described"),
        pytest.param("# A\n\nSteamroller is a small, zero-dependency library.", NO, id="described before"),
        pytest.param("# A\n\nSteamroller has no dependencies, and runs everywhere.", NO, id="a second half"),
        pytest.param("# A\n\nSteamroller has no dependencies and needs only httpx.", [], id="a second half, but"),
        pytest.param("# A\n\nSteamroller is a single binary with no dependencies.", [], id="described as a binary"),
        pytest.param("# A\n\nSteamroller is a library for programs with no dependencies.", [], id="for others"),
        pytest.param("# A\n\nSteamroller is a library with no dependencies other than httpx.", [], id="described, but"),
        pytest.param("# Steamroller\n\nThe library is dependency-free.", NO, id="free"),
        pytest.param("# A\n\n## Features\n\n- Zero dependencies\n- Fast\n", NO, id="item"),
        pytest.param("# A\n\n## Features\n\n- **No dependencies**: it is quick to load.\n", NO, id="item with more"),
        pytest.param("# A\n\n## Features\n\n- No dependencies except for requests\n", [], id="but for one"),
        pytest.param("# A\n\n## Features\n\n- **No dependencies**: only requests.\n", [], id="but for one behind"),
        pytest.param("# A\n\n## Features\n\n- No other dependencies\n", [], id="other"),
        pytest.param("# A\n\n## Features\n\n- No native dependencies\n", [], id="native"),
        pytest.param("# A\n\n## Features\n\n- Binary with no dependencies\n", [], id="a binary"),
        pytest.param("# A\n\n## Comparison\n\n- Zero dependencies\n", [], id="comparison"),
        pytest.param("It has no dependencies on the database.", [], id="on something"),
        pytest.param("It has no additional dependencies.", [], id="additional"),
        pytest.param("It has no dependencies except requests.", [], id="except"),
        pytest.param("It has no dependencies if you build it.", [], id="if"),
        pytest.param("It had no dependencies.", [], id="past"),
        pytest.param("Otherware has no dependencies.", [], id="another package"),
        pytest.param("The core module has no dependencies.", [], id="a part"),
        pytest.param("# A\n\n## B\n\n### C\n\nIt has no dependencies.", [], id="deep below"),
    ],
)
def test_dependencies(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("files", "verdict"),
    [
        pytest.param({"package.json": '{"name": "a", "dependencies": {"b": "1"}}'}, "no", id="npm"),
        pytest.param({"package.json": '{"name": "a", "devDependencies": {"b": "1"}}'}, "?", id="npm, development"),
        pytest.param({"package.json": '{"name": "a", "peerDependencies": {"b": "1"}}'}, "?", id="npm, peer"),
        pytest.param({"package.json": '{"name": "a", "optionalDependencies": {"b": "1"}}'}, "?", id="npm, optional"),
        pytest.param({"package.json": '{"name": "a", "dependencies": {"@types/b": "1"}}'}, "?", id="npm, types"),
        pytest.param({"package.json": '{"name": "a"}'}, "yes", id="npm, none"),
        pytest.param({"Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = "1"\n'}, "no", id="crate"),
        pytest.param({"Cargo.toml": '[package]\nname = "a"\n[dev-dependencies]\nb = "1"\n'}, "?", id="crate, tests"),
        pytest.param(
            {"Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = {version = "1", optional = true}\n'},
            "?",
            id="crate, optional",
        ),
        pytest.param(
            {"Cargo.toml": '[package]\nname = "a"\n[target.x.dependencies]\nb = "1"\n'}, "?", id="crate, target"
        ),
        pytest.param(
            {"Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = "1"\n', "src/main.rs": ""}, "?", id="a program"
        ),
        pytest.param(
            {"pyproject.toml": '[project]\nname = "a"\ndependencies = ["b; python_version < \'3.11\'"]\n'},
            "?",
            id="under a condition",
        ),
        pytest.param(
            {"pyproject.toml": '[project]\nname = "a"\ndependencies = ["typing-extensions"]\n'}, "?", id="types"
        ),
        pytest.param({"pyproject.toml": '[project]\nname = "a"\ndynamic = ["dependencies"]\n'}, "?", id="dynamic"),
        pytest.param({"go.mod": "module example.com/a\n\nrequire example.com/b v1.0.0\n"}, "?", id="tests of Go"),
    ],
)
def test_manifests(check: Check, files: dict[str, str], verdict: str) -> None:
    assert [row[1] for row in check(KIND, "# A\n\nThis library has no dependencies.", files)] == [verdict]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({**FILES, "package.json": '{"name": "steamroller"}'}, id="two languages"),
        pytest.param({"packages/a/pyproject.toml": PYPROJECT}, id="the packages are elsewhere"),
        pytest.param(
            {"package.json": '{"name": "a", "workspaces": ["packages/*"], "dependencies": {"b": "1"}}'}, id="workspace"
        ),
    ],
)
def test_which_package_is_meant_must_be_clear(check: Check, files: dict[str, str]) -> None:
    assert check(KIND, "# A\n\nThis library has no dependencies.", files) == []


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "Steamroller does not read environment variables.", [("environment", "no", None)], id="one is read"
        ),
        pytest.param("By default it does not read environment variables.", [], id="by default"),
        pytest.param("It does not read environment variables of others.", [], id="of others"),
    ],
)
def test_environment(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_variables_of_the_system_do_not_count(check: Check) -> None:
    files = {**FILES, "steamroller/cli.py": CLI.replace("STEAMROLLER_LEVEL", "NO_COLOR")}
    assert check(KIND, "It does not read environment variables.", files) == [("environment", "?", None)]
