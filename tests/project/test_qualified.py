"""Qualified names of Go and Rust, looked up over many files."""

import pytest

from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.languages.go.read import read
from truthfulness_evaluator.project.modules import Modules, import_path
from truthfulness_evaluator.project.qualified import Names, Qualified
from truthfulness_evaluator.project.resolution import Resolver

ROOT = [("", "example.org/tool"), ("sub", "example.org/sub/v2")]
TEXTS = {
    "a.go": 'package tool\n\nimport st "example.org/tool/store"\n\nconst Limit = st.Most\n\ntype A struct{ st.Base }\n',
    "b.go": "package tool\n\nfunc (a *A) Close() {}\n\nfunc Open() {}\n",
    "store/s.go": "package store\n\nconst Most = 5\n\ntype Base struct{ Width int }\n",
    "sub/x.go": "package sub\n\nfunc X() {}\n",
    "broken/y.go": "package broken\n\nfunc f( {\n",
}


def qualified(*further: str) -> Qualified:
    files: dict[str, FileFacts] = {path: read(path, import_path(path, ROOT), text) for path, text in TEXTS.items()}
    return Qualified(files, (*files, *further))


@pytest.mark.parametrize(
    ("name", "status", "suggestions"),
    [
        pytest.param("tool.Open", "found", (), id="function"),
        pytest.param("tool.A.Close", "found", (), id="method of another file"),
        pytest.param("tool.A.Width", "found", (), id="of an embedded type of another package"),
        pytest.param("tool.Opne", "missing", (), id="too short to be near"),
        pytest.param("tool.Limits", "missing", ("tool.Limit",), id="near"),
        pytest.param("tool.A.Widths", "missing", ("tool.A.Width",), id="member"),
        pytest.param("tool.limit", "unknown", (), id="not exported"),
        pytest.param("sub.X", "found", (), id="module below"),
        pytest.param("broken.Y", "unknown", (), id="not parsed whole"),
        pytest.param("other.Y", "unknown", (), id="no package"),
        pytest.param("tool.A.B.C.D", "unknown", (), id="too many links"),
    ],
)
def test_resolve(name: str, status: str, suggestions: tuple[str, ...]) -> None:
    answer = qualified().resolve(name, "go")
    assert (answer.status, answer.suggestions) == (status, suggestions)


def test_a_file_that_was_not_read_leaves_its_package_open() -> None:
    assert qualified("store/made.pb.go").resolve("store.Nothing", "go").status == "unknown"
    assert qualified("store/s_test.go").resolve("store.Nothing", "go").status == "missing"


def test_names_in_code_are_those_of_the_package_and_of_imports() -> None:
    modules = Modules(())
    names = Names(Resolver({}, modules), qualified())
    found = [names.resolve_in("a.go", name).definition for name in ("Open", "st.Most", "nothing")]
    assert [None if each is None else (each.path, each.line) for each in found] == [
        ("b.go", 5),
        ("store/s.go", 3),
        None,
    ]


def test_other_languages_are_unknown() -> None:
    assert qualified().resolve("a.b", "cobol").status == "unknown"
    assert qualified().owners("cobol") == frozenset()
    assert qualified().owners("go") == {"tool", "store", "sub", "broken"}
