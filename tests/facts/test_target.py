"""Targets of tools: one row, one way of asking."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.target import KIND

MAKEFILE = """\
include common.mk
DIRS := alpha beta
.PHONY: docs
docs: html
	sphinx-build .
html serve-docs:
	@true
$(DIRS): docs
test-%: docs
	@true
export NAME = x:y
define HELP
notes: nothing
endef
"""
TOX = """\
[tox]
envlist = py3{10,11}-{core,extra}, docs
[testenv]
deps =
    lint: ruff
[testenv:docs-watch]
"""
NOX = """\
import nox

@nox.session(python=["3.11", "3.12"])
def tests(session): ...

@nox.session(name="build-docs")
def build_docs(session): ...

@nox.session
def lint(session): ...
"""
FILES = {
    "Makefile": MAKEFILE,
    "common.mk": "release:\n\t@true\n",
    "docs/Makefile": "linkcheck:\n\t@true\n",
    "tox.ini": TOX,
    "noxfile.py": NOX,
    "package.json": '{"name": "shop", "scripts": {"build": "x", "build:site": "y", "check-types": "z", "lint": "l"}}',
    "justfile": "alias t := tests\ntests *args:\n    true\n_hidden:\n    true\nfmt crate='a': tests\n    true\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.poe.tasks]\nserve = "x"\ncoverage = "y"\nclean = "z"\n'
    '[tool.hatch.envs.docs.scripts]\nbuild-pages = "x"\n[tool.pdm.scripts]\nbenchmark = "b"\n',
    "Taskfile.yml": "version: '3'\ntasks:\n  deploy:\n    cmds:\n      - echo x\n  verify: [a]\n  pack: {}\n",
    ".pre-commit-config.yaml": "repos:\n- repo: local\n  hooks:\n  - id: spelling\n  - id: links\n  - id: types\n",
    "tasks.py": "from invoke import task\n\n@task\ndef build_all(c): ...\n\n@task\ndef publish(c): ...\n\n"
    "@task\ndef tidy(c): ...\n",
}


def shell(*lines: str) -> str:
    return "```bash\n" + "\n".join(lines) + "\n```\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(shell("make docs html"), [("docs", "yes", None), ("html", "yes", None)], id="make"),
        pytest.param(shell("make release"), [("release", "yes", None)], id="make, included"),
        pytest.param(
            shell("make alpha test-unit"), [("alpha", "yes", None), ("test-unit", "yes", None)], id="made names"
        ),
        pytest.param(shell("make serve-doc"), [("serve-doc", "no", "serve-docs")], id="make, near"),
        pytest.param(shell("npm run <script> # or yarn run <script>"), [], id="npm, what the reader fills in"),
        pytest.param(shell("make -j4 V=1 serve-doc"), [("serve-doc", "no", "serve-docs")], id="make, options"),
        pytest.param(shell("make -f other.mk serve-doc"), [], id="make, another file"),
        pytest.param(shell("make notes"), [("notes", "no", None)], id="make, a text with a colon"),
        pytest.param(shell("cd docs", "make linkchecks"), [("linkchecks", "no", "linkcheck")], id="behind cd"),
        pytest.param(shell("make -C docs linkcheck"), [("linkcheck", "yes", None)], id="make -C"),
        pytest.param(shell("cd ../other", "make serve-doc"), [], id="outside"),
        pytest.param(shell("cd $DIR && make serve-doc"), [], id="somewhere"),
        pytest.param(shell("./configure", "make install"), [], id="another source"),
        pytest.param("Run `make sure-that it is so`, then `make html`.", [("html", "yes", None)], id="English"),
        pytest.param(shell("tox -e py310-core,lint"), [("py310-core", "yes", None), ("lint", "yes", None)], id="tox"),
        pytest.param(shell("tox run -e docs-serve -- -x"), [("docs-serve", "no", None)], id="tox, unknown factor"),
        pytest.param(shell("tox -e py39"), [("py39", "yes", None)], id="tox, any Python"),
        pytest.param(shell("tox -e ENV_NAME", "tox -e docs-some-part"), [], id="a stand-in"),
        pytest.param(shell("nox -s lint tests-3.12"), [("lint", "yes", None), ("tests-3.12", "yes", None)], id="nox"),
        pytest.param(shell("nox -s build_docs"), [("build_docs", "no", "build-docs")], id="nox, named otherwise"),
        pytest.param(shell("npm run build:site"), [("build:site", "yes", None)], id="npm"),
        pytest.param(shell("npm run check-type"), [("check-type", "no", "check-types")], id="npm, near"),
        pytest.param(shell("npm run perf"), [("perf", "no", None)], id="npm, absent"),
        pytest.param(shell("npm run perf -w packages/a", "yarn add perf"), [], id="npm, another package"),
        pytest.param(shell("just t", "just fmt x"), [("t", "yes", None), ("fmt", "yes", None)], id="just"),
        pytest.param(shell("just formatting"), [("formatting", "no", None)], id="just, absent"),
        pytest.param(shell("poe coverages"), [("coverages", "no", "coverage")], id="poe"),
        pytest.param(shell("hatch run docs:build-page"), [("docs:build-page", "no", "docs:build-pages")], id="hatch"),
        pytest.param(shell("pdm run benchmarks"), [("benchmarks", "no", "benchmark")], id="pdm"),
        pytest.param(shell("pdm run pytest"), [("pytest", "?", None)], id="a program"),
        pytest.param(
            shell("task verify", "task deployment"), [("verify", "yes", None), ("deployment", "no", None)], id="task"
        ),
        pytest.param(
            shell("inv build-all", "inv pubilsh"),
            [("build-all", "yes", None), ("pubilsh", "no", "publish")],
            id="invoke",
        ),
        pytest.param(
            shell("pre-commit run -a links", "pre-commit run spellings"),
            [("links", "yes", None), ("spellings", "no", "spelling")],
            id="pre-commit",
        ),
        pytest.param("`make serve-doc` was removed in 2.0.", [], id="the past"),
    ],
)
def test_targets(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES, name="CONTRIBUTING.md") == rows


@pytest.mark.parametrize(
    ("files", "text", "rows"),
    [
        pytest.param({"Makefile": "%:\n\t@true\n"}, shell("make docs"), [("docs", "?", None)], id="any target"),
        pytest.param(
            {"Makefile": "include missing.mk\na:\nb:\nc:\n"}, shell("make docs"), [("docs", "?", None)], id="missing"
        ),
        pytest.param(
            {"Makefile": "a:\nb:\nc:\n", "docs/Makefile": "%:\n\t@true\n"},
            shell("make pages"),
            [("pages", "?", None)],
            id="one that takes any elsewhere",
        ),
        pytest.param(
            {"Makefile": "a:\nb:\nc:\n", "docs/x.md": ""}, shell("make docs"), [("docs", "?", None)], id="a folder"
        ),
        pytest.param(
            {"tox.ini": TOX, "toxfile.py": ""}, shell("tox -e other"), [("other", "?", None)], id="plug-in of tox"
        ),
        pytest.param(
            {"package.json": '{"scripts": {"a": "", "b": "", "c": ""}}'},
            "# Usage\n\n" + shell("npm run dev"),
            [("dev", "?", None)],
            id="the reader's own project",
        ),
        pytest.param(
            {"Makefile": "a:\nb:\nc:\n", "pyproject.toml": '[project]\nname = "make"\n'},
            shell("make docs"),
            [],
            id="the tool's own project",
        ),
    ],
)
def test_it_abstains(check: Check, files: dict[str, str], text: str, rows: list[Row]) -> None:
    name = "README.md" if "Usage" in text else "CONTRIBUTING.md"
    assert check(KIND, text, files, name=name) == rows


SCRIPTS = {
    "package.json": '{"name": "shop", "scripts": {"a": "", "b": "", "pages": ""}}',
    "Makefile": "a:\nb:\nbuild:\n",
}


@pytest.mark.parametrize(
    ("name", "text", "verdicts"),
    [
        pytest.param("docs/testing.md", "# Testing\n\nRun `npm run unit`.", ["?"], id="the reader's own tests"),
        pytest.param("docs/plugins/development/a.md", "Run `npm run unit`.", ["?"], id="the reader's own plug-in"),
        pytest.param("docs/contributing/a.md", "Run `npm run unit`.", ["no"], id="a folder for developers"),
        pytest.param("README.md", "# Shop\n\n## Development\n\nRun `npm run unit`.", ["no"], id="a README's part"),
        pytest.param("docs/a.md", "# Shop\n\n## Development\n\nRun `npm run unit`.", ["?"], id="a page's part"),
        pytest.param("docs/a.md", "Run `make builds` or `npm run page`.", ["?", "no"], id="a name that many have"),
        pytest.param(
            "CONTRIBUTING.md",
            "- The site is in a separate repo.\n\n  - Pull it.\n  - Run `make site`.\n- Run `make site`.",
            ["?", "no"],
            id="another repository",
        ),
    ],
)
def test_whose_checkout_it_is(check: Check, name: str, text: str, verdicts: list[str]) -> None:
    assert [verdict for _, verdict, _ in check(KIND, text, SCRIPTS, name=name)] == verdicts
