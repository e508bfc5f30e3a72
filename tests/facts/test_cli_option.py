"""Command-line options: one row, one way of naming them or one source of false alarms."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.cli_option import KIND

PYPROJECT = '[project]\nname = "fetcher"\n[project.scripts]\nfetch = "fetcher.cli:main"\n'
ARGPARSE = """
import argparse

def main():
    parser = argparse.ArgumentParser(prog="fetch")
    parser.add_argument("-w", "--max-workers", type=int, default=4)
    parser.add_argument("--verify", action=argparse.BooleanOptionalAction)
    parser.add_argument("--lockfile", default="x.lock")
    parser.add_argument("--old-style", help=argparse.SUPPRESS)
    parser.parse_args()
"""
FILES = {"pyproject.toml": PYPROJECT, "fetcher/__init__.py": "", "fetcher/cli.py": ARGPARSE}

CLICK = """
import click

@click.group()
def main():
    pass

@main.command()
@click.option("--depth", default=3)
def mirror(depth):
    pass

@main.command()
@click.option("--dry-run/--no-dry-run", default=False)
def prune(dry_run):
    pass
"""
GROUP = {"pyproject.toml": PYPROJECT, "fetcher/__init__.py": "", "fetcher/cli.py": CLICK}
DYNAMIC = ARGPARSE.replace('"--verify"', 'f"--{name}"')


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Use `--max-workers`.", [("--max-workers", "yes", None)], id="code span"),
        pytest.param(
            "Use `--max-workers N` or `--max-workers=4`.", [("--max-workers", "yes", None)] * 2, id="with a value"
        ),
        pytest.param("Use `-w/--max-workers`.", [("--max-workers", "yes", None)], id="short and long"),
        pytest.param("Use `-w, --max-workers`.", [("--max-workers", "yes", None)], id="short, long"),
        pytest.param("    $ fetch --max-workers 4 url\n", [("--max-workers", "yes", None)], id="command"),
        pytest.param("Run `fetch --max-workers 4`.", [("--max-workers", "yes", None)], id="command in a code span"),
        pytest.param("Use `--max-worker`.", [("--max-worker", "?", None)], id="short for a longer one"),
        pytest.param("Use `--lockfilie`.", [("--lockfilie", "no", "--lockfile")], id="slip"),
        pytest.param("Use `--max_workers`.", [("--max_workers", "no", "--max-workers")], id="other separators"),
        pytest.param(
            "    $ fetch --workers-at-most 4\n", [("--workers-at-most", "no", None)], id="a closed command line"
        ),
        pytest.param("Use `--workers-at-most`.", [("--workers-at-most", "?", None)], id="may be another program's"),
        pytest.param(
            "Turn it off with `--no-verify`.", [("--no-verify", "yes", None)], id="negated, spelled out nowhere"
        ),
        pytest.param("Use `--old-style`.", [("--old-style", "yes", None)], id="hidden but accepted"),
        pytest.param("    $ pip install --upgrade fetcher\n", [], id="another program"),
        pytest.param(
            "    $ git commit --amend && fetch --verify x\n", [("--verify", "yes", None)], id="both on a line"
        ),
        pytest.param("Use pip's `--upgrade`, as in `pip install --upgrade`.", [], id="another program in a code span"),
        pytest.param("    $ sudo fetch --verify x | grep --color y\n", [("--verify", "yes", None)], id="a pipe"),
        pytest.param("    $ python -m fetcher --verify\n", [], id="a module that does not run"),
        pytest.param("    $ fetch -- --not-mine\n", [], id="behind the end of options"),
        pytest.param("    $ fetch --help\n", [("--help", "?", None)], id="given by the library"),
        pytest.param("Use `--my-flag` or `--foo`.", [], id="placeholders"),
        pytest.param("`--lockfilie` was removed in 2.0.", [], id="the past"),
        pytest.param("There is no `--lockfilie`.", [], id="denied"),
        pytest.param("## Changelog\n\n- `--lockfilie` is new.", [], id="changelog"),
        pytest.param("## Migrating from 1.x\n\nUse `--lockfilie`.", [], id="migration guide"),
        pytest.param("> `--lockfilie` is theirs.", [("--lockfilie", "no", "--lockfile")], id="a note in a quotation"),
    ],
)
def test_options(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("    $ fetch mirror --depth 2\n", [("--depth", "yes", None)], id="of the command"),
        pytest.param("    $ fetch prune --no-dry-run\n", [("--no-dry-run", "yes", None)], id="paired"),
        pytest.param("    $ fetch prune --depth 2\n", [("--depth", "?", None)], id="of another command"),
        pytest.param("    $ fetch mirror --dept 2\n", [("--dept", "?", None)], id="too short to be a slip"),
    ],
)
def test_options_of_commands(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, GROUP) == rows


def test_reference_pages_name_options_in_directives(check: Check) -> None:
    text = ".. option:: -w, --max-workers N\n\n   How many.\n\n.. option:: --lock-fil\n\nSee :option:`--verify`.\n"
    rows = [("--max-workers", "yes", None), ("--lock-fil", "no", "--lockfile"), ("--verify", "yes", None)]
    assert check(KIND, text, FILES, name="docs/options.rst") == rows


def test_options_made_at_run_time_make_it_abstain(check: Check) -> None:
    files = {**FILES, "fetcher/cli.py": DYNAMIC}
    assert check(KIND, "    $ fetch --entirely-else\n", files) == [("--entirely-else", "?", None)]


def test_a_project_without_a_command_line_has_no_options(check: Check) -> None:
    assert check(KIND, "Use `--lockfilie`.", {"fetcher/__init__.py": "x = 1\n"}) == []


OLD = "parser.add_option('--search-id', dest='search_ids')\nsort = lambda (a, b): a\nsearch_id = 1\n"


def test_separators_differ_from_those_in_a_file_that_does_not_parse(check: Check) -> None:
    files = {**FILES, "fetcher/old.py": OLD}
    text = "Use `--search_id ID` or `--search-id ID`."
    assert check(KIND, text, files)[0] == ("--search_id", "no", "--search-id")
    both = {**files, "fetcher/old.py": OLD + "# --search_id works too\n"}
    assert check(KIND, text, both)[0][:2] == ("--search_id", "?")


GO = (
    'package main\n\nimport "flag"\n\nfunc main() {\n\tflag.Int("event-log-level", 3, "how much of it")\n'
    '\tflag.String("max-idle-wait", "x", "how long")\n\tflag.Parse()\n}\n'
)
PREFIXED = (
    'package main\n\nimport "flag"\n\nfunc add(p string) { flag.StringVar(&x, p+"-host-name", "", "the host") }\n'
)


@pytest.mark.parametrize(
    ("text", "files", "rows"),
    [
        pytest.param(
            "### --event-log-level N", {}, [("--event-log-level", "yes", None)], id="a heading that begins with one"
        ),
        pytest.param(
            "Use `--max-idle-wiat`.", {}, [("--max-idle-wiat", "no", "--max-idle-wait")], id="a slip in a Go program"
        ),
        pytest.param("Use `--max-idle`.", {}, [("--max-idle", "?", None)], id="two words may be anything"),
        pytest.param(
            "Use `--web-event-log-level`.",
            {"add.go": PREFIXED},
            [("--web-event-log-level", "?", None)],
            id="a prefix before an option's name",
        ),
        pytest.param(
            "Use `--max-idle-wiat`.",
            {"add.go": PREFIXED},
            [("--max-idle-wiat", "no", "--max-idle-wait")],
            id="a slip where others are made with prefixes",
        ),
    ],
)
def test_go(check: Check, text: str, files: dict[str, str], rows: list[Row]) -> None:
    assert check(KIND, text, {"go.mod": "module example.org/tool\n", "main.go": GO, **files}) == rows


def test_words_left_off_at_the_end_are_a_slip_in_go(check: Check) -> None:
    code = GO.replace("max-idle-wait", "max-idle-wait-time")
    rows = [("--max-idle-wait", "no", "--max-idle-wait-time")]
    assert check(KIND, "Use `--max-idle-wait`.", {"go.mod": "module example.org/tool\n", "main.go": code}) == rows
