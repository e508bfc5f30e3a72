"""Which documents and claims a change of the code base touches."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from fact_cases import git, write

from truthfulness_evaluator.pipeline import Evaluator

PARSER = "import argparse\n\ndef main():\n    parser = argparse.ArgumentParser(prog='app')\n"
BEFORE: Mapping[str, str] = {
    "pyproject.toml": "[project]\nname = 'app'\nversion = '1'\nrequires-python = '>=3.9'\n"
    "[project.scripts]\napp = 'app.cli:main'\n",
    "app/__init__.py": "",
    "app/cli.py": PARSER
    + "    parser.add_argument('--jobs', default=1,\n        type=int)\n    parser.add_argument('--fast')\n"
    + "    return parser.parse_args()\n",
    "app/client.py": "class Client:\n    def send(self): ...\n    def close(self): ...\n",
    "docs/guide.md": "# Guide\n\n## First steps\n\nWords.\n",
    "docs/jobs.md": "Run `app --jobs 4`. It defaults to 1.\n\nSee the [guide](guide.md#first-steps).\n",
    "docs/fast.md": "Run `app --fast`.\n",
    "docs/client.md": "Call `app.client.Client.send()`, then `app.client.Client.close()`.\n",
    "README.md": "# App\n\nRequires Python 3.9 or newer.\n\nRead `docs/guide.md`.\n",
}


@pytest.mark.parametrize(
    ("change", "touched"),
    [
        ({}, {}),
        (
            {"app/cli.py": BEFORE["app/cli.py"].replace("'--jobs'", "'--workers'")},
            {"docs/jobs.md": ["`app` has the option `--jobs`"]},
        ),
        (
            {"app/client.py": "class Client:\n    def send_all(self): ...\n    def close(self): ...\n"},
            {"docs/client.md": ["`app.client.Client.send` is defined"]},
        ),
        ({"app/client.py": "# more\n\n" + BEFORE["app/client.py"]}, {}),
        (
            {"pyproject.toml": BEFORE["pyproject.toml"].replace("3.9", "3.11")},
            {"README.md": ["the lowest supported version of Python is 3.9"]},
        ),
        (
            {"docs/guide.md": "# Guide\n\n## Begin\n\nWords.\n"},
            {"docs/guide.md": [], "docs/jobs.md": ["docs/jobs.md links to guide.md#first-steps"]},
        ),
        ({"docs/fast.md": "Now run `app --fast`.\n"}, {"docs/fast.md": ["`app` has the option `--fast`"]}),
    ],
    ids=["nothing", "option", "method", "lines", "manifest", "anchor", "document"],
)
def test_claims_that_a_change_touches(
    tmp_path: Path, change: Mapping[str, str], touched: Mapping[str, list[str]]
) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, BEFORE)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "first")
    write(tmp_path, change)
    evaluator = Evaluator(root=tmp_path, since="HEAD")
    documents = [name for name in BEFORE if name.endswith(".md") and evaluator.touches(name)]
    found = {
        name: [claim.text for claim in evaluator.evaluate(tmp_path / name).claims if claim.kind != "prose"]
        for name in documents
    }
    # A document that has a word of the change need not have a claim about it.
    assert {name: claims for name, claims in found.items() if claims or name in change} == touched


def test_a_deleted_file_touches_the_documents_that_name_it(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, BEFORE)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "first")
    (tmp_path / "docs/guide.md").unlink()
    evaluator = Evaluator(root=tmp_path, since="HEAD")
    report = evaluator.evaluate(tmp_path / "README.md")
    assert [(claim.kind, claim.text) for claim in report.claims] == [("path", "docs/guide.md exists")]
