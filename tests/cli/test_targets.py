from pathlib import Path

import pytest

from truthfulness_evaluator.cli.targets import Search, Target, Targets, documents_in, older_versions, own_documents
from truthfulness_evaluator.core.errors import SettingsError, UsageError
from truthfulness_evaluator.project.project import Project

FOLDERS = [
    pytest.param(["b.md", "a.rst", "c.txt", "d.py", "e"], "", ["a.rst", "b.md", "c.txt"], id="by-suffix"),
    pytest.param(["docs/a.md", "docs2/b.md", "docs.md"], "docs", ["docs/a.md"], id="whole-components"),
    pytest.param(["README", "Readme.txt", "sub/README"], "", ["README", "Readme.txt", "sub/README"], id="readme"),
    pytest.param(["A.MD", "b.Rst"], "", ["A.MD", "b.Rst"], id="upper-case"),
    pytest.param(["vendor/a.md", "src/_vendor/b.md", "node_modules/c.md"], "", [], id="vendored"),
    pytest.param(["tests/fixtures/a.md", "tests/README.md", "docs/_build/b.rst"], "", [], id="tests-and-built"),
    pytest.param(["tests/data/a.md", "tests/README.md"], "tests", ["tests/README.md", "tests/data/a.md"], id="asked"),
    pytest.param(["CHANGELOG.md", "docs/changes/1.rst"], "", ["CHANGELOG.md", "docs/changes/1.rst"], id="changelogs"),
    pytest.param(
        ["requirements.txt", "docs/requirements.txt", "dev-requirements.txt", "LICENSE.txt", "docs/wordlist.txt"],
        "",
        [],
        id="lists-and-licences",
    ),
    pytest.param(["src/app/data.txt", "docs/intro.txt"], "", ["docs/intro.txt"], id="data"),
    pytest.param(
        ["docs/a.html", "docs/_templates/b.html", "docs/static/c.htm", "src/app/pages/d.html"],
        "",
        ["docs/a.html"],
        id="pages",
    ),
]


@pytest.mark.parametrize(("files", "folder", "expected"), FOLDERS)
def test_documents_in(files: list[str], folder: str, expected: list[str]) -> None:
    assert list(documents_in(files, folder)) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["README.md", "docs/b.md", "docs/a/c.rst", "src/README.md"], ["README.md", "docs/a/c.rst", "docs/b.md"]),
        (["README", "readme.py"], ["README"]),
        (["README.md", "README.de.md"], ["README.de.md", "README.md"]),
        (["Doc/a.md", "documentation/b.md", "site/c.md"], ["Doc/a.md", "documentation/b.md"]),
        (["CONTRIBUTING.md", "src/docs/a.md"], []),
    ],
    ids=["readme-first", "no-suffix", "languages", "folders", "none"],
)
def test_own_documents(files: list[str], expected: list[str]) -> None:
    assert own_documents(files) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["docs/v1/a.md", "docs/v2/b.md"], ["docs/v1/a.md"]),
        (["docs/v2/a.md", "docs/v10/a.md"], ["docs/v2/a.md"]),
        (["docs/v2/a.md", "docs/v2/b/c.md", "docs/index.md"], ["docs/v2/a.md", "docs/v2/b/c.md"]),
        (["docs/v2/a.md", "docs/v2/b.md", "docs/v2/c.md", "docs/index.md"], []),
        (["docs/v2.md", "docs/v2rc/a.md", "docs/dev2/a.md", "README.md"], []),
    ],
    ids=["earlier", "by-number", "beside-today", "of-today", "other-names"],
)
def test_older_versions(files: list[str], expected: list[str]) -> None:
    assert sorted(older_versions(files)) == sorted(expected)


def test_documents_of_older_versions_are_left_out(project: Path) -> None:
    for name in ("docs/v1/a.md", "docs/v2/a.md"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    found = Search(Project(project)).targets([])
    assert ([t.name for t in found.documents], found.historical) == (["docs/v2/a.md"], ("docs/v1/a.md",))


@pytest.fixture
def root(project: Path) -> Path:
    for name in ("README.md", "docs/a.md", "docs/b.md", "src/app.py", "build/out.md"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("x")
    (project / ".gitignore").write_text("build/\n")
    return project


def _names(targets: Targets) -> list[str]:
    return [target.name for target in targets.documents]


@pytest.mark.parametrize(
    ("paths", "exclude", "expected"),
    [
        ([], [], ["README.md", "docs/a.md", "docs/b.md"]),
        (["."], [], ["README.md", "docs/a.md", "docs/b.md"]),
        (["docs", "README.md"], [], ["docs/a.md", "docs/b.md", "README.md"]),
        (["docs/b.md", "docs", "docs/../docs/b.md"], [], ["docs/b.md", "docs/a.md"]),
        (["./README.md"], [], ["README.md"]),
        (["build/out.md"], [], ["build/out.md"]),
        ([], ["docs/"], ["README.md"]),
        (["."], ["*.md", "!b.md"], ["docs/b.md"]),
        (["."], ["/docs/a*"], ["README.md", "docs/b.md"]),
    ],
    ids=["own", "root", "in-order", "each-once", "dot", "named-though-ignored", "exclude", "negated", "anchored"],
)
def test_targets(root: Path, paths: list[str], exclude: list[str], expected: list[str]) -> None:
    targets = Search(Project(root), exclude=exclude).targets(paths)
    assert (_names(targets), targets.problems) == (expected, ())


@pytest.mark.parametrize(
    "text",
    ["{% extends 'x' %}", "<p>{{ title }}</p>", "<meta name='generator' content='x'>", "<!-- Generated by x -->"],
    ids=["template", "value", "generator", "comment"],
)
def test_pages_that_nobody_wrote_are_checked_where_they_are_named(root: Path, text: str) -> None:
    (root / "docs/made.html").write_text(text)
    (root / "docs/own.html").write_text("<p>words")
    search = Search(Project(root))
    assert _names(search.targets([])) == ["README.md", "docs/a.md", "docs/b.md", "docs/own.html"]
    assert _names(search.targets(["docs/made.html"])) == ["docs/made.html"]


def test_a_path_below_the_working_folder_is_named_from_the_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "docs")
    assert Search(Project(root)).targets(["a.md"]) == Targets((Target("docs/a.md", Path("a.md")),))


def test_a_document_that_is_named_and_excluded(root: Path) -> None:
    targets = Search(Project(root), exclude=["docs/"]).targets(["docs/a.md", "README.md"])
    assert (_names(targets), targets.excluded) == (["README.md"], ("docs/a.md",))


def test_problems_do_not_keep_the_others(root: Path) -> None:
    targets = Search(Project(root)).targets(["src", "../elsewhere.md", "README.md"])
    assert _names(targets) == ["README.md"]
    assert [problem.split(";")[0] for problem in targets.problems] == [
        "src holds no documents",
        f"../elsewhere.md lies outside the root {root}. "
        "Check it in a run of its own, or give a --root that holds all documents.",
    ]


def test_outside_of_a_root_that_was_given(root: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Search(Project(root), outside_is_wrong=True).targets(["../elsewhere.md"])
    assert str(caught.value) == (
        f"../elsewhere.md lies outside the root {root}. Name documents below --root, or another root."
    )


def test_no_documents_of_its_own(project: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Search(Project(project)).targets([])
    assert str(caught.value) == (
        f"{project} has neither a README nor a folder doc, docs, documentation. Name the documents to check."
    )


def test_a_pattern_that_cannot_be_read(root: Path) -> None:
    with pytest.raises(SettingsError, match="exclude"):
        Search(Project(root), exclude=["!"]).targets([])


@pytest.mark.parametrize(
    ("filename", "expected"),
    [(None, "-"), ("docs/new.rst", "docs/new.rst"), ("/elsewhere/a.md", "/elsewhere/a.md")],
)
def test_standard_input(root: Path, filename: str | None, expected: str) -> None:
    targets = Search(Project(root), stdin_filename=filename).targets(["-", "-"])
    assert targets == Targets((Target(expected, None),))


def test_a_linked_folder_is_searched_where_it_leads(root: Path) -> None:
    (root / "link").symlink_to(root / "docs", target_is_directory=True)
    assert _names(Search(Project(root)).targets(["link"])) == ["docs/a.md", "docs/b.md"]


def test_a_link_that_leads_nowhere_is_no_document(root: Path) -> None:
    (root / "docs" / "made.md").symlink_to(root / "build" / "made.md")
    assert _names(Search(Project(root)).targets(["docs"])) == ["docs/a.md", "docs/b.md"]


def test_a_loop_of_links(root: Path) -> None:
    (root / "docs" / "loop").symlink_to(root / "docs", target_is_directory=True)
    assert _names(Search(Project(root)).targets(["docs"])) == ["docs/a.md", "docs/b.md"]


def test_a_root_that_is_reached_by_a_link(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root, target_is_directory=True)
    assert _names(Search(Project(link)).targets([str(root / "README.md"), str(link / "docs" / "a.md")])) == [
        "README.md",
        "docs/a.md",
    ]


def test_documents_of_the_past_are_left_out_of_searched_folders(root: Path) -> None:
    write = {"docs/changelog.md": "x", "docs/history/v1.md": "x"}
    for name, text in write.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    search = Search(Project(root))
    assert search.targets([]).historical == ("docs/changelog.md", "docs/history/v1.md")
    assert _names(search.targets([str(root / "docs/changelog.md")])) == ["docs/changelog.md"]
    assert _names(search.targets([str(root / "docs/history")])) == ["docs/history/v1.md"]
