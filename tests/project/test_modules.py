"""Dotted names of files."""

import pytest

from truthfulness_evaluator.project.modules import Modules

ROWS = [
    # other files of the tree, path, name
    ("flat package", "pyproject.toml app/__init__.py", "app/cli.py", "app.cli"),
    ("the package itself", "pyproject.toml", "app/__init__.py", "app"),
    ("nested package", "app/__init__.py app/sub/__init__.py", "app/sub/deep.py", "app.sub.deep"),
    ("src layout", "pyproject.toml src/app/__init__.py", "src/app/cli.py", "app.cli"),
    ("src module", "pyproject.toml", "src/app.py", "app"),
    ("src namespace", "pyproject.toml", "src/org/app/cli.py", "org.app.cli"),
    ("src namespace over a package", "pyproject.toml src/org/app/__init__.py", "src/org/app/cli.py", "org.app.cli"),
    ("lib layout", "setup.py lib/app/__init__.py", "lib/app/cli.py", "app.cli"),
    ("src is a package", "setup.py src/__init__.py", "src/app.py", "src.app"),
    ("single module", "setup.py", "app.py", "app"),
    ("stub", "setup.py app/__init__.py", "app/speed.pyi", "app.speed"),
    ("monorepo", "libs/one/pyproject.toml libs/one/one/__init__.py", "libs/one/one/core.py", "one.core"),
    ("monorepo with src", "libs/one/pyproject.toml libs/one/src/one/__init__.py", "libs/one/src/one/a.py", "one.a"),
    ("monorepo without a manifest", "libs/one/one/__init__.py", "libs/one/one/core.py", "one.core"),
    ("python folder", "pyproject.toml python/app/__init__.py", "python/app/a.py", "app.a"),
    ("namespace of the project", "pyproject.toml corp/web/__init__.py", "corp/web/a.py", "corp.web.a"),
    ("mere folder", "pyproject.toml tools/web/__init__.py", "tools/web/a.py", "web.a"),
    ("folder in a package", "pyproject.toml app/__init__.py", "app/data/a.py", "app.data.a"),
    ("namespace in a package", "pyproject.toml app/__init__.py app/x/y/__init__.py", "app/x/y/a.py", "app.x.y.a"),
    ("no package at all", "pyproject.toml", "scripts/run.py", "scripts.run"),
    ("dashed script", "pyproject.toml", "scripts/run-it.py", None),
    ("setup", "pyproject.toml", "setup.py", None),
    ("setup of one of several", "libs/one/pyproject.toml", "libs/one/setup.py", None),
    ("setup inside a package", "app/__init__.py app/sub/__init__.py", "app/sub/setup.py", "app.sub.setup"),
    ("compiled", "app/__init__.py", "app/_speed.cpython-311-x86_64-linux-gnu.so", "app._speed"),
    ("no Python", "app/__init__.py", "app/data.json", None),
]


@pytest.mark.parametrize(("others", "path", "name"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_name_of(others: str, path: str, name: str | None) -> None:
    modules = Modules((*others.split(), path), distributions=("corp-web",))
    assert modules.name_of(path) == name


def test_roots_that_a_manifest_names() -> None:
    paths = ("setup.py", "code/app/__init__.py", "code/ns/thing/__init__.py")
    modules = Modules(paths, roots=("code",))
    assert modules.by_path == {"code/app/__init__.py": "app", "code/ns/thing/__init__.py": "ns.thing"}


def test_names_include_namespaces() -> None:
    modules = Modules(("src/org/app/cli.py", "src/org/app/_fast.c", "README.md"))
    assert modules.names == {"org", "org.app", "org.app.cli"}
    assert modules.compiled == {"_fast"}
