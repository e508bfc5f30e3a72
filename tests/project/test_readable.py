from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.project.readable import MAX_DATA_CHARACTERS, Readable
from truthfulness_evaluator.project.tree import read_tree

Git = Callable[..., str]
Write = Callable[[Mapping[str, str]], Path]

FILES = {
    ".gitignore": "private.py\nbuilt/\n",
    "README.md": "# A\n",
    "src/app.py": "x = 1\n",
    "private.py": "x = 2\n",
    "built/out.py": "x = 3\n",
    ".env": "KEY=abc\n",
    "deploy/id_rsa": "key\n",
    "vendor/other.py": "x = 4\n",
    "poetry.lock": "x\n",
    "certs/note.txt": "-----BEGIN RSA PRIVATE KEY-----\n" + "A" * 64,
    "data/large.json": "[" + "1, " * MAX_DATA_CHARACTERS,
    "report.md": "<!-- truth-eval -->\n# Report\n",
    "image.bin": "\0\1",
    "notebook.ipynb": "{}",
}
SHOWN = [".gitignore", "README.md", "src/app.py"]


def _texts(root: Path) -> list[str]:
    files = Readable(read_tree(root))
    return [path for path in files.paths if files.text(path) is not None]


@pytest.mark.parametrize("repository", [False, True])
def test_what_may_be_shown(write: Write, request: pytest.FixtureRequest, repository: bool) -> None:
    root = write(FILES)
    if repository:
        request.getfixturevalue("git")
    assert _texts(root) == SHOWN


def test_links_lead_to_nothing_that_is_hidden(write: Write, tmp_path: Path) -> None:
    root = write({"src/app.py": "x = 1\n", ".env": "KEY=abc\n", ".gitignore": "hidden.txt\n", "hidden.txt": "h"})
    outside = tmp_path / "outside.py"
    outside.write_text("secret = 1\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "inner.py").write_text("secret = 1\n")
    links = {
        "alias.py": root / "src/app.py",
        "out.py": outside,
        "settings.txt": root / ".env",
        "h.txt": root / "hidden.txt",
    }
    for name, target in {**links, "linked": folder}.items():
        (root / name).symlink_to(target)
    files = Readable(read_tree(root))
    assert _texts(root) == [".gitignore", "alias.py", "src/app.py"]
    hidden = (
        "out.py",
        "settings.txt",
        "h.txt",
        "linked/inner.py",
        "../outside.py",
        str(outside),
        "src/../.env",
        ".env",
    )
    assert [files.text(path) for path in hidden] == [None] * len(hidden)


def test_a_file_that_becomes_a_link_later_is_not_read(write: Write, tmp_path: Path) -> None:
    root = write({"a.py": "x = 1\n"})
    outside = tmp_path / "outside.py"
    outside.write_text("secret = 1\n")
    files = Readable(read_tree(root))
    assert files.has("a.py")
    (root / "a.py").unlink()
    (root / "a.py").symlink_to(outside)
    assert files.text("a.py") is None
