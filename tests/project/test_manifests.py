"""Which manifests of a code base are read, and what they say together."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.project.manifests import Manifests, read_manifests
from truthfulness_evaluator.project.tree import read_tree

Write = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def read(write: Write) -> Callable[[Mapping[str, str]], Manifests]:
    return lambda files: read_manifests(read_tree(write(files)))


Read = Callable[[Mapping[str, str]], Manifests]
NAMED = '[project]\nname = "{}"\n'
CRATE = '[package]\nname = "{}"\n'


def test_the_root_comes_first(read: Read) -> None:
    manifests = read(
        {
            "lib/pyproject.toml": NAMED.format("lib"),
            "package.json": '{"name": "web"}',
            "setup.py": "setup(name='old')",
            "pyproject.toml": NAMED.format("My_App"),
            "requirements.txt": "a",
            "packages/one/package.json": '{"name": "one"}',
        }
    )
    assert [manifest.path for manifest in manifests.all] == [
        "pyproject.toml",
        "setup.py",
        "package.json",
        "requirements.txt",
        "lib/pyproject.toml",
        "packages/one/package.json",
    ]
    assert manifests.project_names == {"my-app", "old", "web", "lib", "one"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("pyproject.toml", True),
        ("frontend/pyproject.toml", True),
        ("libs/one/pyproject.toml", True),
        ("members/deep/one/pyproject.toml", True),
        ("members/deep/pyproject.toml", False),
        ("any/where/deep/pyproject.toml", True),
        ("src/app/templates/new/pyproject.toml", False),
        ("tests/pyproject.toml", False),
        ("tests/data/libs/pyproject.toml", False),
        ("examples/pyproject.toml", False),
        ("docs/pyproject.toml", False),
        ("vendor/a/pyproject.toml", False),
        (".github/pyproject.toml", False),
    ],
)
def test_places(read: Read, path: str, expected: bool) -> None:
    workspace = "[tool.uv.workspace]\nmembers = ['members/*/one', 'any/**']\n"
    files = {"pyproject.toml": workspace} | {path: workspace}
    assert (path in [manifest.path for manifest in read(files).all]) is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("requirements.txt", True),
        ("requirements-dev.in", True),
        ("dev_requirements.txt", True),
        ("requirements/extras/redis.txt", True),
        ("constraints.txt", False),
        ("requirements/constraints.txt", False),
        ("docs/requirements.txt", False),
        ("notes.txt", False),
    ],
)
def test_requirements_files(read: Read, path: str, expected: bool) -> None:
    assert bool(read({path: "a"}).dependency("a")) is expected


def test_a_module_that_is_called_setup_is_no_manifest(read: Read) -> None:
    assert read({"app/setup.py": "def setup(): ...\n"}).all == ()


def test_requirements_files_that_a_manifest_names(read: Read) -> None:
    manifests = read(
        {
            "pyproject.toml": '[project]\nname = "a"\ndynamic = ["dependencies"]\n'
            '[tool.setuptools.dynamic]\ndependencies = {file = "reqs/run.txt"}\n'
            'optional-dependencies.web = {file = "reqs/web.txt"}\n',
            "reqs/run.txt": "-r common.txt\none>=1\n",
            "reqs/common.txt": "-r run.txt\n\ntwo\n",
            "reqs/web.txt": "three\n-r missing.txt\n",
        }
    )
    assert {
        name: [(m.path, d.line, d.extra, d.optional, d.group) for m, d in manifests.dependency(name)]
        for name in ("one", "Two", "three")
    } == {
        "one": [("reqs/run.txt", 2, None, False, False)],
        "Two": [("reqs/common.txt", 3, None, False, False)],
        "three": [("reqs/web.txt", 1, "web", True, False)],
    }
    assert not manifests.hides("dependencies")


def test_lookups(read: Read) -> None:
    manifests = read(
        {
            "pyproject.toml": '[project]\nname = "a"\nrequires-python = ">=3.10"\n'
            "[project.optional-dependencies]\nMy_Extra = []\n[project.scripts]\nrun = 'a:run'\n",
            "libs/b/pyproject.toml": '[project]\nname = "b"\nrequires-python = ">=3.9"\n',
            "go.mod": "module example.org/x/tool/v3\n\ngo 1.22\n",
        }
    )
    assert [(m.path, str(f.floor), f.line) for m, f in manifests.floor("python")] == [
        ("pyproject.toml", ">=3.10", 3),
        ("libs/b/pyproject.toml", ">=3.9", 3),
    ]
    assert [(m.path, f.specifier) for m, f in manifests.floor("go")] == [("go.mod", "1.22")]
    assert manifests.floor("node") == ()
    assert [(m.path, e.name, e.line) for m, e in manifests.extra("my-extra")] == [("pyproject.toml", "My_Extra", 5)]
    assert [(m.path, s.target) for m, s in manifests.script("run")] == [("pyproject.toml", "a:run")]
    assert manifests.script("walk") == ()
    assert manifests.project_names == {"a", "b", "example-org/x/tool/v3", "tool"}


def test_programs_that_cargo_makes_by_itself(read: Read) -> None:
    manifests = read(
        {
            "Cargo.toml": CRATE.format("one") + '[workspace]\nmembers = ["kits/*"]\n',
            "src/main.rs": "",
            "src/bin/extra.rs": "",
            "src/bin/deep/part.rs": "",
            "kits/two/Cargo.toml": CRATE.format("two") + '[[bin]]\nname = "second"\npath = "src/main.rs"\n',
            "kits/two/src/main.rs": "",
            "kits/three/Cargo.toml": CRATE.format("three"),
            "kits/three/src/lib.rs": "",
        }
    )
    assert [(m.name, s.name, s.target) for m, s in manifests.scripts] == [
        ("one", "one", "src/main.rs"),
        ("one", "extra", "src/bin/extra.rs"),
        ("two", "second", "src/main.rs"),
    ]


@pytest.mark.parametrize(
    ("files", "what", "ecosystem", "expected"),
    [
        ({"pyproject.toml": NAMED.format("a")}, "dependencies", None, False),
        ({"pyproject.toml": '[project]\ndynamic = ["dependencies"]'}, "dependencies", None, True),
        ({"pyproject.toml": '[project]\ndynamic = ["version"]'}, "dependencies", None, False),
        ({"setup.py": "setup(install_requires=read())"}, "dependencies", "python", True),
        ({"setup.py": "setup(install_requires=read())"}, "dependencies", "npm", False),
        ({"package.json": "{"}, "dependencies", "npm", True),
        ({}, "dependencies", None, False),
    ],
)
def test_what_is_hidden(read: Read, files: dict[str, str], what: str, ecosystem: str | None, expected: bool) -> None:
    assert read(files).hides(what, ecosystem) is expected


def test_a_manifest_that_does_not_parse_is_said_and_the_others_are_read(read: Read) -> None:
    manifests = read(
        {
            "pyproject.toml": "[project\n",
            "package.json": '{"name": "web"}',
            "setup.cfg": "\0\0",
        }
    )
    assert manifests.project_names == {"web"}
    assert manifests.notices == (
        "pyproject.toml does not parse (line 1: Expected ']' at the end of a table declaration).",
        "setup.cfg cannot be read as text.",
    )
