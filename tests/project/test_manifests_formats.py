"""What each format's reader makes of a manifest."""

import pytest

from truthfulness_evaluator.project.manifests import (
    Dependency,
    Entry,
    Extra,
    Inclusion,
    Manifest,
    RuntimeFloor,
    Script,
    cargo,
    go_mod,
    package_json,
    pyproject,
    requirements,
    setup_cfg,
    setup_py,
)


def need(
    name: str,
    specifier: str,
    line: int,
    *,
    extra: str | None = None,
    optional: bool = False,
    group: bool = False,
    marker: str = "",
    written: str | None = None,
) -> Dependency:
    """A dependency whose name is written as it is compared, if not said otherwise."""
    return Dependency(name, written or name, specifier, line, extra, optional, group, marker)


STANDARD = """\
[build-system]
requires = ["hatchling>=1.20"]

[project]
name = "My.App"
dynamic = ["version"]
description = "Does things"
requires-python = ">=3.9,<4"
license = {text = "MIT"}
keywords = ["a", "b"]
classifiers = [
    "Programming Language :: Python :: 3.9",
]
dependencies = [
    "Typing_Extensions >= 4.0 ; python_version < '3.11'",
    "click[x]>=8,<9",  # a comment
]

[project.optional-dependencies]
web = ["flask>=2"]

[project.scripts]
app = "app.cli:main"

[project.entry-points."app.plugins"]
one = "app.one:One"

[dependency-groups]
test = ["pytest>=8", {include-group = "lint"}]
lint = []
"""


def test_a_standard_pyproject() -> None:
    assert pyproject.read("pyproject.toml", STANDARD) == Manifest(
        path="pyproject.toml",
        ecosystem="python",
        name="My.App",
        runtime=(RuntimeFloor("python", ">=3.9,<4", 8, "pep440"),),
        dependencies=(
            need("typing-extensions", ">= 4.0", 15, marker="python_version < '3.11'", written="Typing_Extensions"),
            need("click", ">=8,<9", 16),
            need("flask", ">=2", 20, extra="web", optional=True),
            need("hatchling", ">=1.20", 2, extra="build-system", group=True),
            need("pytest", ">=8", 29, extra="test", group=True),
        ),
        extras=(Extra("web", 20),),
        scripts=(Script("app", "app.cli:main", 23),),
        plugins=(Script("one", "app.one:One", 26, "app.plugins"),),
        licence="MIT",
        description="Does things",
        keywords=("a", "b"),
        classifiers=(("Programming Language :: Python :: 3.9", 12),),
        lines=(("name", 5), ("description", 7), ("licence", 9)),
        dynamic=frozenset({"version"}),
    )


POETRY = """\
[tool.poetry]
name = "app"
version = "1.2.0"
description = "Does things"
license = "MIT"

[tool.poetry.dependencies]
python = "^3.8"
requests = "^2.18"
rich = "~13.1"
tomli = { version = "2.0.1", python = "<3.11" }
redis = { version = ">=4,<6", optional = true }
numpy = [
    { version = "<2", markers = "sys_platform == 'win32'" },
    { version = ">=2", markers = "sys_platform != 'win32'" },
]
local = { path = "../local" }

[tool.poetry.extras]
cache = ["redis"]

[tool.poetry.group.test.dependencies]
pytest = "*"

[tool.poetry.dev-dependencies]
mypy = "^1.0 || ^0.9"

[tool.poetry.scripts]
app = "app.cli:main"
other = { reference = "bin/other", type = "file" }

[tool.poetry.plugins."app.plugins"]
one = "app.one:One"
"""


def test_poetry() -> None:
    assert pyproject.read("pyproject.toml", POETRY) == Manifest(
        path="pyproject.toml",
        ecosystem="python",
        name="app",
        version="1.2.0",
        runtime=(RuntimeFloor("python", "^3.8", 8, "pep440"),),
        dependencies=(
            need("requests", ">=2.18,<3", 9),
            need("rich", ">=13.1,<13.2", 10),
            need("tomli", "==2.0.1", 11, marker="python <3.11"),
            need("redis", ">=4,<6", 12, extra="cache", optional=True),
            need("numpy", "<2", 14, marker="sys_platform == 'win32'"),
            need("numpy", ">=2", 15, marker="sys_platform != 'win32'"),
            need("local", "", 17),
            need("mypy", ">=1.0,<2 || >=0.9,<0.10", 26, extra="dev", group=True),
            need("pytest", "", 23, extra="test", group=True),
        ),
        extras=(Extra("cache", 20),),
        scripts=(Script("app", "app.cli:main", 29), Script("other", "bin/other", 30)),
        plugins=(Script("one", "app.one:One", 33, "app.plugins"),),
        licence="MIT",
        description="Does things",
        lines=(("name", 2), ("version", 3), ("description", 4), ("licence", 5)),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '[project]\nname = "a"\nversion = "0"\n[tool.poetry-dynamic-versioning]\nenable = true\n',
            Manifest("pyproject.toml", "python", name="a", lines=(("name", 2),), dynamic=frozenset({"version"})),
            id="a placeholder for the version",
        ),
        pytest.param(
            '[project]\nname = "a"\ndynamic = ["dependencies", "optional-dependencies"]\n'
            "[tool.setuptools.dynamic]\n"
            'dependencies = {file = ["requirements.txt"]}\n'
            'optional-dependencies.web = {file = "reqs/web.txt"}\n',
            Manifest(
                "pyproject.toml",
                "python",
                name="a",
                extras=(Extra("web", 6),),
                lines=(("name", 2),),
                dynamic=frozenset({"optional-dependencies"}),
                includes=(Inclusion("requirements.txt"), Inclusion("reqs/web.txt", "web")),
            ),
            id="setuptools takes dependencies from files",
        ),
        pytest.param(
            "[tool.pdm]\nversion = {source = 'scm'}\n[tool.pdm.dev-dependencies]\ntest = ['pytest']\n"
            "[tool.pdm.scripts]\n_.env_file = 'x'\nlint = 'ruff check'\nall = {composite = ['lint']}\n",
            Manifest(
                "pyproject.toml",
                "python",
                dependencies=(need("pytest", "", 4, extra="test", group=True),),
                tasks=(Script("lint", "ruff check", 7), Script("all", "", 8)),
                dynamic=frozenset({"version"}),
            ),
            id="pdm",
        ),
        pytest.param(
            "[tool.flit.metadata]\nmodule = 'app'\nrequires-python = '>=3.6'\nrequires = ['click']\n"
            "[tool.flit.metadata.requires-extra]\nweb = ['flask']\n[tool.flit.scripts]\napp = 'app:main'\n",
            Manifest(
                "pyproject.toml",
                "python",
                runtime=(RuntimeFloor("python", ">=3.6", 3, "pep440"),),
                dependencies=(need("click", "", 4), need("flask", "", 6, extra="web", optional=True)),
                extras=(Extra("web", 6),),
                scripts=(Script("app", "app:main", 8),),
                dynamic=frozenset({"version", "description"}),
            ),
            id="old flit",
        ),
        pytest.param(
            "[tool.hatch.envs.test]\ndependencies = ['pytest']\nextra-dependencies = ['cov']\n"
            "[tool.uv]\ndev-dependencies = ['ruff']\n[tool.uv.workspace]\nmembers = ['libs/*']\n",
            Manifest(
                "pyproject.toml",
                "python",
                dependencies=(
                    need("ruff", "", 5, extra="dev", group=True),
                    need("pytest", "", 2, extra="test", group=True),
                    need("cov", "", 3, extra="test", group=True),
                ),
                members=("libs/*",),
            ),
            id="hatch and uv",
        ),
        pytest.param("[tool.other]\nx = 1\n", Manifest("pyproject.toml", "python"), id="settings of other tools only"),
        pytest.param(
            "project = 1\n[tool]\npoetry = 'x'\n",
            Manifest("pyproject.toml", "python"),
            id="values of another kind than expected",
        ),
    ],
)
def test_pyproject(text: str, expected: Manifest) -> None:
    assert pyproject.read("pyproject.toml", text) == expected


SETUP_CFG = """\
# a comment
[metadata]
name = app
version = attr: app.__version__
description = Does things
license = BSD
classifiers =
    Programming Language :: Python :: 3.8
    # a comment
    Programming Language :: Python :: 3.9
keywords = one, two

[options]
python_requires = >=3.8
install_requires =
    click>=8,<9
    importlib-metadata; python_version<"3.8"
tests_require = pytest; cov>=1,<2

[options.extras_require]
web =
    flask>=2
files = file: reqs.txt

[options.entry_points]
console_scripts =
    app = app.cli:main
    appd = app.daemon:main [web]
app.plugins =
    one = app.one:One

[flake8]
ignore = E501
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_setup_cfg(end: str) -> None:
    assert setup_cfg.read("lib/setup.cfg", SETUP_CFG.replace("\n", end)) == Manifest(
        path="lib/setup.cfg",
        ecosystem="python",
        name="app",
        runtime=(RuntimeFloor("python", ">=3.8", 14, "pep440"),),
        dependencies=(
            need("click", ">=8,<9", 16),
            need("importlib-metadata", "", 17, marker='python_version<"3.8"'),
            need("pytest", "", 18, extra="test", group=True),
            need("cov", ">=1,<2", 18, extra="test", group=True),
            need("flask", ">=2", 22, extra="web", optional=True),
        ),
        extras=(Extra("web", 21), Extra("files", 23)),
        scripts=(Script("app", "app.cli:main", 27), Script("appd", "app.daemon:main", 28)),
        plugins=(Script("one", "app.one:One", 30, "app.plugins"),),
        licence="BSD",
        description="Does things",
        keywords=("one", "two"),
        classifiers=(
            ("Programming Language :: Python :: 3.8", 8),
            ("Programming Language :: Python :: 3.9", 10),
        ),
        lines=(("name", 3), ("description", 5), ("licence", 6)),
        dynamic=frozenset({"version"}),
        includes=(Inclusion("lib/reqs.txt", "files"),),
    )


SETUP_PY = """\
from setuptools import setup
import io, os

VERSION = "1.4"
NAME = "app"
tests = ["pytest>=7", "cov"]
extras = {
    "test": tests,
    "web": ["flask>=2"],
    "all": tests + ["flask>=2"],
}

setup(
    name=NAME,
    version=VERSION,
    description="Does " + "things",
    license="MIT",
    python_requires=">=3.7",
    classifiers=["Programming Language :: Python :: 3.7"],
    install_requires=[
        "click>=8",
        'enum34; python_version < "3.4"',
    ],
    extras_require=extras,
    entry_points=\"\"\"
        [console_scripts]
        app=app.cli:main

        [app.plugins]
        one = app.one:One
    \"\"\",
    scripts=["bin/appctl"],
    tests_require=["mock"],
)
"""


def test_setup_py() -> None:
    assert setup_py.read("setup.py", SETUP_PY) == Manifest(
        path="setup.py",
        ecosystem="python",
        name="app",
        version="1.4",
        runtime=(RuntimeFloor("python", ">=3.7", 18, "pep440"),),
        dependencies=(
            need("click", ">=8", 21),
            need("enum34", "", 22, marker='python_version < "3.4"'),
            need("mock", "", 33, extra="test", group=True),
            need("pytest", ">=7", 6, extra="test", optional=True),
            need("cov", "", 6, extra="test", optional=True),
            need("flask", ">=2", 9, extra="web", optional=True),
            need("pytest", ">=7", 6, extra="all", optional=True),
            need("cov", "", 6, extra="all", optional=True),
            need("flask", ">=2", 10, extra="all", optional=True),
        ),
        extras=(Extra("test", 8), Extra("web", 9), Extra("all", 10)),
        scripts=(Script("app", "app.cli:main", 27), Script("appctl", "bin/appctl", 32)),
        plugins=(Script("one", "app.one:One", 30, "app.plugins"),),
        licence="MIT",
        description="Does things",
        classifiers=(("Programming Language :: Python :: 3.7", 19),),
        lines=(("name", 5), ("version", 4), ("description", 16), ("licence", 17)),
    )


EVERYTHING = frozenset({"name", "version", "requires-python", "dependencies", "optional-dependencies", "scripts"})


@pytest.mark.parametrize(
    ("text", "dynamic", "dependencies"),
    [
        ("setup()", frozenset[str](), ()),
        ("print(1)", EVERYTHING, ()),
        ("setup(**options)", EVERYTHING, ()),
        ("options = {'name': 'a'}\nsetup(**options)", frozenset[str](), ()),
        ("options = {'name': 'a'}\noptions.update(x)\nsetup(**options)", EVERYTHING - {"name"}, ()),
        ("setup(version=read())", {"version"}, ()),
        ("V = '1'\nV = '2'\nsetup(version=V)", {"version"}, ()),
        ("setup(install_requires=read('requirements.txt'))", {"dependencies"}, ()),
        ("setup(install_requires=['a'] + more)", {"dependencies"}, ("a",)),
        ("r = ['a']\nif x:\n    r.append('b')\nsetup(install_requires=r)", {"dependencies"}, ("a",)),
        ("r = ['a']\nr += ['b']\nsetup(install_requires=r)", {"dependencies"}, ("a",)),
        ("r = ['a']\nr[0] = 'b'\nsetup(install_requires=r)", {"dependencies"}, ("a",)),
        ("r = ['a']\nsetup(install_requires=[*r, 'b'])", frozenset[str](), ("a", "b")),
        ("def main():\n    setuptools.setup(install_requires=['a'])", frozenset[str](), ("a",)),
        ("setup(extras_require={':python_version < \"3\"': ['a'], 'x': b})", {"optional-dependencies"}, ("a",)),
        ("setup(extras_require={k: ['a'] for k in keys})", {"optional-dependencies"}, ()),
        ("setup(entry_points={'console_scripts': names})", {"scripts"}, ()),
        ("setup(extras_require=dict(x=['a']))", frozenset[str](), ("a",)),
    ],
)
def test_what_setup_py_leaves_open(
    text: str, dynamic: set[str] | frozenset[str], dependencies: tuple[str, ...]
) -> None:
    manifest = setup_py.read("setup.py", text)
    assert (manifest.dynamic, tuple(d.name for d in manifest.dependencies)) == (dynamic, dependencies)


REQUIREMENTS = """\
# a comment
-i https://example.org/simple
--no-binary :all:
-r base.txt
--requirement=../other.txt
-c constraints.txt
-e .
click>=8  # why
Flask[async]==2.1 \\
    --hash=sha256:abc \\
    --hash=sha256:def
tool @ https://example.org/tool.zip ; python_version < "3"
git+https://example.org/x.git#egg=x
./local
celery>=5.2.2,<6.0.0; sys_platform != 'win32'

last
"""


def test_requirements() -> None:
    assert requirements.read("requirements/requirements.txt", REQUIREMENTS) == Manifest(
        path="requirements/requirements.txt",
        ecosystem="python",
        dependencies=(
            need("click", ">=8", 8),
            need("flask", "==2.1", 9, written="Flask"),
            need("tool", "", 12, marker='python_version < "3"'),
            need("celery", ">=5.2.2,<6.0.0", 15, marker="sys_platform != 'win32'"),
            need("last", "", 17),
        ),
        includes=(Inclusion("requirements/base.txt"), Inclusion("other.txt")),
    )


@pytest.mark.parametrize(
    ("path", "extra", "optional", "group"),
    [
        ("requirements.txt", None, False, False),
        ("requirements/base.txt", None, False, False),
        ("requirements/extras/redis.txt", "redis", True, False),
        ("requirements/test-ci.txt", "test-ci", False, True),
        ("requirements-dev.txt", "dev", False, True),
        ("requirements_test.txt", "test", False, True),
        ("dev-requirements.in", "dev", False, True),
        ("docs_requirements.txt", "docs", False, True),
    ],
)
def test_the_purpose_of_requirements(path: str, extra: str | None, optional: bool, group: bool) -> None:
    assert requirements.read(path, "a").dependencies == (need("a", "", 1, extra=extra, optional=optional, group=group),)


PACKAGE = """\
{
  "name": "@scope/app",
  "version": "2.0.0",
  "description": "Does things",
  "license": "ISC",
  "keywords": ["a"],
  "engines": {
    "node": ">=16 <21 || >=22",
    "npm": ">=8"
  },
  "bin": "./cli.js",
  "scripts": { "build": "tsc" },
  "workspaces": { "packages": ["packages/*"] },
  "dependencies": { "a": "^1.0.0",
    "b": "workspace:*" },
  "devDependencies": { "c": "~2" },
  "peerDependencies": { "d": "3", "e": "4" },
  "peerDependenciesMeta": { "e": { "optional": true } },
  "optionalDependencies": { "f": "5" }
}
"""


def test_package_json() -> None:
    assert package_json.read("web/package.json", PACKAGE) == Manifest(
        path="web/package.json",
        ecosystem="npm",
        name="@scope/app",
        version="2.0.0",
        runtime=(
            RuntimeFloor("node", ">=16 <21 || >=22", 8, "npm"),
            RuntimeFloor("npm", ">=8", 9, "npm"),
        ),
        dependencies=(
            need("a", "^1.0.0", 14),
            need("b", "workspace:*", 15),
            need("c", "~2", 16, extra="dev", group=True),
            need("d", "3", 17, extra="peer"),
            need("e", "4", 17, extra="peer", optional=True),
            need("f", "5", 19, extra="optional", optional=True),
        ),
        scripts=(Script("app", "./cli.js", 11),),
        tasks=(Script("build", "tsc", 12),),
        entries=(Entry(".", ("index.js",), 1),),
        licence="ISC",
        description="Does things",
        keywords=("a",),
        lines=(("name", 2), ("version", 3), ("description", 4), ("licence", 5)),
        members=("web/packages/*",),
    )


@pytest.mark.parametrize(
    ("fields", "entries"),
    [
        pytest.param('"main": "lib/a.js",\n"types": "a.d.ts"', [(".", ("lib/a.js", "a.d.ts"), 2)], id="main"),
        pytest.param('"exports": "./a.js"', [(".", ("./a.js",), 2)], id="one target"),
        pytest.param(
            '"exports": {\n".": {"import": "./a.mjs", "require": ["./a.cjs", null]},\n'
            '"./sub/*": "./sub/*.js", "./no": null}',
            [(".", ("./a.mjs", "./a.cjs"), 3), ("./sub/*", ("./sub/*.js",), 4)],
            id="map",
        ),
        pytest.param('"exports": {"import": "./a.mjs"}', [(".", ("./a.mjs",), 2)], id="conditions"),
    ],
)
def test_exports_of_a_package(fields: str, entries: list[tuple[str, tuple[str, ...], int]]) -> None:
    manifest = package_json.read("package.json", f"{{\n{fields}\n}}")
    assert list(manifest.entries) == [Entry(*entry) for entry in entries]
    assert manifest.entries_closed == ("exports" in fields)


CARGO = """\
[workspace]
members = ["crates/*"]

[workspace.package]
version = "1.0.0"
rust-version = "1.74"
edition = "2021"

[workspace.dependencies]
serde = { version = "1.0", features = ["derive"] }

[package]
name = "app"
version.workspace = true
rust-version = { workspace = true }
edition.workspace = true
description = "Does things"
license = "MIT"

[[bin]]
name = "ap"
path = "src/main.rs"

[features]
default = []
fast = []

[dependencies]
serde = { workspace = true }
old_name = { package = "new-name", version = "0.3", optional = true }

[dev-dependencies]
check = "2"

[target.'cfg(windows)'.dependencies]
win = "=0.4"
"""


def test_cargo() -> None:
    assert cargo.read("Cargo.toml", CARGO) == Manifest(
        path="Cargo.toml",
        ecosystem="cargo",
        name="app",
        version="1.0.0",
        runtime=(RuntimeFloor("rust", "1.74", 6, "cargo"),),
        dependencies=(
            need("serde", "1.0", 10),
            Dependency("serde", "serde", "", 29, inherited=True),
            need("new-name", "0.3", 30, optional=True),
            need("check", "2", 33, extra="dev", group=True),
            need("win", "=0.4", 36),
        ),
        extras=(Extra("default", 25), Extra("fast", 26)),
        scripts=(Script("ap", "src/main.rs", 21),),
        licence="MIT",
        description="Does things",
        lines=(("name", 13), ("version", 5), ("description", 17), ("licence", 18)),
        members=("crates/*",),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[package]\nedition = "2021"', (RuntimeFloor("rust", "1.56", 2, "cargo", implied=True),)),
        ('[package]\nedition = "2015"', ()),
        (
            '[package]\nedition = "2021"\nrust-version = "1.70"',
            (RuntimeFloor("rust", "1.70", 3, "cargo"),),
        ),
        ('[package]\nedition = "2021"\nrust-version.workspace = true', ()),
    ],
)
def test_an_edition_implies_a_version_of_rust(text: str, expected: tuple[RuntimeFloor, ...]) -> None:
    assert cargo.read("Cargo.toml", text).runtime == expected


GO = """\
// a comment
module example.org/tools/app/v2 // why

go 1.22

toolchain go1.22.3

require example.org/one v1.2.3
require (
	example.org/Two v0.3.0
	example.org/three v0.0.0-20240101000000-abcdef123456 // indirect
)

replace example.org/one => ../one
retract [v1.0.0, v1.1.0]
"""


def test_go_mod() -> None:
    assert go_mod.read("go.mod", GO) == Manifest(
        path="go.mod",
        ecosystem="go",
        name="example.org/tools/app/v2",
        runtime=(RuntimeFloor("go", "1.22", 4, "go"), RuntimeFloor("go-toolchain", "go1.22.3", 6, "go")),
        dependencies=(
            need("example-org/one", "v1.2.3", 8, written="example.org/one"),
            need("example-org/two", "v0.3.0", 10, written="example.org/Two"),
            need(
                "example-org/three",
                "v0.0.0-20240101000000-abcdef123456",
                11,
                extra="indirect",
                written="example.org/three",
            ),
        ),
        lines=(("name", 2),),
    )


@pytest.mark.parametrize(
    ("manifest", "error"),
    [
        (pyproject.read("a", "x = 1\ny\n"), "line 2: Expected '=' after a key in a key/value pair"),
        (pyproject.read("a", "x = " + "[" * 5000), "line 1: nested too deeply"),
        (cargo.read("a", "\n\n[a"), "last line: Expected ']' at the end of a table declaration"),
        (package_json.read("a", '{\n"a" 1\n}'), "line 2: Expecting ':' delimiter"),
        (package_json.read("a", "9" * 5000), "line 1: Exceeds the limit"),
        (pyproject.read("a", "x = " + "9" * 5000), "line 1: Exceeds the limit"),
        (package_json.read("a", "[" * 100_000), "line 1: nested too deeply"),
        (setup_py.read("a", "x = 1\nprint 'two'\n"), "line 2: Missing parentheses in call to 'print'."),
        (setup_py.read("a", "x = '\0'"), "line 1: source code string cannot contain null bytes"),
        (setup_cfg.read("a", "[a]\nx = 1\n!?\n"), "line 3: neither a section nor an option"),
        (go_mod.read("a", "module a\n\nwhat is this\n"), "line 3: unknown directive 'what'"),
    ],
)
def test_a_manifest_that_does_not_parse(manifest: Manifest, error: str) -> None:
    assert (manifest.error or "").startswith(error)
    assert (manifest.name, manifest.dependencies) == (None, ())


def test_what_a_floor_and_a_manifest_tell() -> None:
    manifest = pyproject.read("libs/a/pyproject.toml", STANDARD)
    assert str(manifest.runtime[0].floor) == ">=3.9"
    assert (manifest.folder, manifest.style, manifest.version_dynamic) == ("libs/a", "pep440", True)
    assert (manifest.line_of("name"), manifest.line_of("version")) == (5, None)
