"""Known sources of false alarms: no kind of fact refutes anything in these documents."""

import pytest
from fact_cases import write

from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.facts.table import kinds
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.project.project import Project

CLI = """
import argparse, os

MAX_REDIRECTS = 20

def main():
    parser = argparse.ArgumentParser(prog="fetch")
    parser.add_argument("--max-workers", type=int, default=4)
    parser.add_argument("--verify", action=argparse.BooleanOptionalAction)
    parser.add_argument("--cache", "--keep", dest="cache", action="store_true")
    parser.add_argument("--legacy", help=argparse.SUPPRESS)
    for name in os.environ.get("FETCH_EXTRA", "").split():
        parser.add_argument("--with-" + name)
    return parser.parse_args()

def handler(kind):
    return globals()["handle_" + kind]

folder = os.environ["FETCH_CACHE_DIR"]
"""
FILES = {
    "pyproject.toml": '[project]\nname = "fetcher"\nversion = "3.1"\nlicense = "MIT"\nrequires-python = ">=3.10"\n'
    'dependencies = ["httpx>=0.27"]\n[project.scripts]\nfetch = "fetcher.cli:main"\n',
    "src/fetcher/__init__.py": "from fetcher.client import Client\n",
    "src/fetcher/client.py": "class Client:\n    def get(self, url): ...\n    def post(self, url): ...\n",
    "src/fetcher/cli.py": CLI,
    "docs/guide.md": "# Guide\n",
    "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person.\n",
    "compose.yml": "services:\n  web:\n    build: .\n    ports:\n      - 8080:3000\n",
    ".github/workflows/images.yml": "on:\n  push:\nenv:\n  IMAGE_NAME: team/fetcher\n",
    "Dockerfile": "FROM scratch\nEXPOSE 3000\n",
    ".gitignore": "build/\n*.log\n",
}

DOCUMENTS = {
    "code of the reader's own": "```python\nfrom fetcher import Client\n\nclass Mine(Client):\n    def fetch(self): ..."
    "\n\n"
    "client = Mine()\nclient.fetch()\nClient.extra = 1\nClient().extra\n"
    "client = wrap(Client())\nclient.wrapped()\n```\n",
    "code that is said to fail": "This raises an error:\n\n"
    "```python\nfrom fetcher import Client\nClient().gett('x')\n```\n",
    "names of volumes and users": "The volume `fetcher_dbdata` and the user `fetcher_dbuser`, the `indexd` argument of "
    "`json.dumps(indent=2)`.",
    "placeholders": "Run `fetch --foo` or `fetch my-file`; import `from "
    "mypackage.module import Thing`; see `path/to/file.py`.",
    "other programs": "```console\n$ pip install --upgrade fetcher\n$ git commit "
    "--amend --no-edit\n$ docker run --rm -it x\n```\n"
    "Use pip's `--no-binary`; `curl --retry 3` does the same.",
    "files that the reader is to create": "Create `src/fetcher/settings.py` and save it as `fetch.toml`. "
    "Write a `tests/test_mine.py`.",
    "home and system paths": "It reads `~/.config/fetcher/config.toml`, `/etc/fetcher.conf`, `$HOME/.fetch` and "
    "`C:\\Users\\me\\fetch.ini`.",
    "variables of others": "Set `PYTHONPATH`, `HTTP_PROXY`, `AWS_ACCESS_KEY_ID` or `TERM=dumb` in the environment.\n\n"
    "```console\n$ export LD_LIBRARY_PATH=/x\n```",
    "negated and paired flags": "Turn it off with `--no-verify`; `--keep` is the same as `--cache`.",
    "kebab against snake case": "The setting `max-workers` is `max_workers` in Python and `maxWorkers` in JSON.",
    "names made at run time": "Use `fetch --with-images`; `handle_images` does the work. Set the environment variable "
    "`FETCH_CACHE_DIR`.",
    "tables of other fields": "| Field | Meaning |\n|---|---|\n| `fetch_age_dir` | x |\n| `MAX_FETCH_DIR` | y |\n",
    "a text in a settings file": "```toml\n[tool.fetcher]\nverify = true\ntext = '''\nverfiy = 1\n'''\n```",
    "tools of the reader's project": "# Usage\n\n```bash\nmake build\nnpm run dev\ntox -e py312\n```",
    "a tree of the reader's project": "```text\n.\n├── README.rst\n├── pyproject.toml\n└── fetch.toml\n```",
    "globs": "All of `src/**/*.py` and `docs/*.md`, but not `build/*.tmp`.",
    "built-ins of the language": "It returns a `dict`, raises `ValueError`, and calls `os.path.join` and `str.format`.",
    "sibling projects": "See [the server](../fetcher-server/README.md); `fetcher_server.app.Server` runs it with "
    "`fetch-server --listen`.",
    "values in quotes": 'The answer is `"--max-wrokers"` in quotes, and "Client.gte" is what they typed.',
    "changelog": "## Changelog\n\n- Added `--max-wrokers`, moved `src/fetcher/old.py`, requires Python 3.8+.\n",
    "migration guide": "## Migrating from 2.x\n\n`fetcher.client.Session` is now "
    "`fetcher.client.Client`. `--threads` became "
    "`--max-workers`; it defaults to 8.\n",
    "plans": "## Roadmap\n\n`fetch --parallel` and `fetcher.aio.Client` will come.\n",
    "removed in": "`--threads` was removed in 3.0. `fetcher.client.Session` is "
    "deprecated since 2.5 and no longer there.",
    "version notes": "In 2.0 `--max-workers` defaulted to 8. Python 3.8+ was required until version 3.0.",
    "generated help": "```text\nusage: fetch [-h] [--max-workers "
    "MAX_WORKERS]\n\noptions:\n  -h, --help  show this help\n"
    "  --max-workers MAX_WORKERS  how many (default: 4)\n```",
    "deprecated names still accepted": "The old `--legacy` still works.",
    "rough counts": "It has over 800 tests, about 20 commands, and 4 times the speed.",
    "made by a build": "Look into [the log](build/out.md) or `build/report.html`; it writes `fetch.log`.",
    "links of a site": "[Home](/) [API](/reference/client/) "
    "[mail](mailto:a@example.org) [there](https://example.org/#x).",
    "a feature's version": "On Windows Python 3.12+ is needed for long paths. The "
    "`match` statement requires Python 3.10+.",
    "conditional defaults": "`--max-workers` defaults to 8 on Windows and to 1 in CI. "
    "`MAX_REDIRECTS` defaults to 30 if unset.",
    "another's default": "curl's `--max-time` defaults to 0; `httpx.Timeout` defaults to 5.0 seconds.",
    "the reader's own class": "```python\nfrom fetcher import Client\n\nclass "
    "MyClient(Client):\n    def delete(self): ...\n\n"
    "MyClient().delete()\n```\n`MyClient.delete` does it.",
    "a variable with a module's name": "`client.session` and `cli.app` are attributes of your objects.",
    "shell words": "Run `fetch --max-workers=4 -- --not-an-option` or `fetch -x --max-workers 2 | grep --color y`.",
    "licences of other programs": "## Needs\n\n* [httpx](https://example.org) - a client. Licensed under [BSD-3-Clause]"
    "(https://example.org/l).\n* Its parser is released under the Apache License.",
    "compose files of the reader": "Write a `compose.yml`:\n\n```yaml\nservices:\n  webs:\n    image: fetcher\n```\n\n"
    "```bash\ndocker compose up webs\n```\n\nOpen http://localhost:3000.",
    "what is absent in part": "- No dependencies besides httpx\n- No native dependencies\n\nIt has no dependencies on "
    "other tools. There is no `--cache` option for `fetch old`.",
    "lists that are more than what is counted": "It has two modes:\n\n- fast\n- safe\n- Note: both are slow\n\nYou "
    "need at least two of:\n\n- a\n- b\n- c\n\nThere are 4 spaces before:\n\n- a\n- b\n- c\n",
    "lists that are less than what is counted": "It has three modes:\n\n- fast and safe\n- exact\n\nIt takes three "
    "forms:\n\n- a\n- b\n\n```\nx\n```\n\n- c\n",
    "images of others and of the reader": "```bash\ndocker run -p 8080:81 -e PORT=81 team/fetcher\n"
    "docker pull other/fetcher\ndocker build -t my/fetchers .\ndocker run my/fetchers\n```\n\n"
    "```yaml\nservices:\n  web:\n    image: mirror/fetcher\n```\n",
    "what starts workflows, in part": "`images.yml` runs after each merge to `main`. If `images.yml` is run manually, "
    "the tag that you push on every push is used. `others/ci.yml` runs nightly.\n",
    "badges": "![x](https://img.shields.io/badge/python-3.12-blue) ![x](https://img.shields.io/badge/httpx-0.20-blue)\n"
    "![x](https://img.shields.io/badge/version-4.0-blue) ![x](https://img.shields.io/badge/coverage-2.5-blue)\n",
    "settings files of others": "```yaml\nmax-workers: 1\nverify: 2\ncache: 3\nkeeps: 4\n```\n\n```json\n"
    '{"name": "x", "max_worker": 2, "image": 3, "command": 4}\n```\n',
    "programs of others": "First install the `curl` command. It adds the `fetcher` tool, and provides the `pages` "
    "command of your own package.\n",
    "ports of others": "By default, Redis listens on port 6379. Fetcher listens on port 9100 by default for metrics. "
    "The proxy runs on port 443 by default.\n",
    "ignored by comments": "<!-- truth: off -->\n`fetch --max-wrokers 4`\n<!-- truth: on -->\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("project")
    write(root, FILES)
    return Project(root)


@pytest.mark.parametrize("text", DOCUMENTS.values(), ids=DOCUMENTS.keys())
@pytest.mark.parametrize("name", ["README.md", "docs/usage.md"])
def test_nothing_is_refuted(project: Project, text: str, name: str) -> None:
    document = read_text(text, name)
    refuted = [
        (kind.name, found.fact.subject, ruling.explanation)
        for kind in kinds()
        for found in kind.find(document)
        if kind.concerns(found.fact, project)
        and (ruling := kind.check(found.fact, project)).verdict is Verdict.REFUTES
        and not any(start <= found.span[0] < end for start, end in (s.span for s in document.suppressions))
    ]
    assert refuted == []


def test_the_same_project_refutes_what_is_wrong(project: Project) -> None:
    text = "Requires Python 3.9+. Use `--max-wrokers`, which defaults to 4, and `fetcher.client.Session`."
    document = read_text(text, "README.md")
    refuted = {
        found.fact.subject
        for kind in kinds()
        for found in kind.find(document)
        if kind.concerns(found.fact, project) and kind.check(found.fact, project).verdict is Verdict.REFUTES
    }
    assert refuted == {"Python", "--max-wrokers", "fetcher.client.Session"}
