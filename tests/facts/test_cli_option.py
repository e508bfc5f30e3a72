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
        pytest.param(
            "It takes `--max-workers` and `--max_workers`.",
            [("--max-workers", "yes", None), ("--max_workers", "?", None)],
            id="both in one sentence",
        ),
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
    text = "Use `--search_id ID`.\n\nOr use `--search-id ID`."
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


KONG = (
    'package main\n\nimport (\n\t"example.org/tool/ask"\n\t"github.com/alecthomas/kong"\n)\n\n'
    'type Root struct {\n\tAsk ask.Options `cmd:"" help:"Ask."`\n\tBorder string `help:"Border."`\n}\n\n'
    "func main() { kong.Parse(&Root{}) }\n"
)
KONG_PART = 'package ask\n\ntype Options struct {\n\tCharLimit int `help:"Most." default:"4"`\n\tHeader string\n}\n'
COBRA = (
    'package main\n\nimport "github.com/spf13/cobra"\n\nvar root = &cobra.Command{Use: "tool"}\n'
    'var build = &cobra.Command{Use: "build"}\n\nfunc main() {\n\troot.AddCommand(build)\n'
    '\tbuild.Flags().Bool("clean-cache", false, "clean it")\n\tmore.Register(root)\n\troot.Execute()\n}\n'
)


@pytest.mark.parametrize(
    ("text", "code", "rows"),
    [
        pytest.param(
            "    $ tool ask --char-limit 3\n", KONG, [("--char-limit", "yes", None)], id="kong: of another package"
        ),
        pytest.param("    $ tool ask --header x\n", KONG, [("--header", "?", None)], id="kong: a field without a tag"),
        pytest.param("    $ tool ask --nowhere x\n", KONG, [("--nowhere", "?", None)], id="kong: not all is read"),
        pytest.param(
            "    $ tool build --prepare-all\n", COBRA, [("--prepare-all", "?", None)], id="cobra: an interface"
        ),
        pytest.param("    $ tool --headr x\n", KONG, [("--headr", "?", None)], id="kong: near no option that is known"),
        pytest.param(
            "    $ tool build --clean-cahce\n", COBRA, [("--clean-cahce", "no", "--clean-cache")], id="cobra: a slip"
        ),
    ],
)
def test_programs_of_go_are_not_closed(check: Check, text: str, code: str, rows: list[Row]) -> None:
    files = {"go.mod": "module example.org/tool\n", "main.go": code, "ask/ask.go": KONG_PART}
    assert check(KIND, text, files) == rows


def yargs(*more: str) -> dict[str, str]:
    """A program of JavaScript."""
    code = 'const yargs = require("yargs");\nyargs.option("reportFolder", {type: "string"}).strict()'
    return {
        "package.json": '{"name": "tool", "bin": {"tool": "cli.js"}}',
        "cli.js": f"{code}{''.join(more)}.parse();\nconsole.log('see --keepGoing');\n",
    }


@pytest.mark.parametrize(
    ("text", "files", "rows"),
    [
        pytest.param(
            "    $ tool --report-folder x\n", yargs(), [("--report-folder", "yes", None)], id="yargs: with dashes"
        ),
        pytest.param(
            "    $ tool --keep-going\n", yargs(), [("--keep-going", "?", None)], id="yargs: with dashes, not understood"
        ),
        pytest.param("    $ tool --else\n", yargs(), [("--else", "?", None)], id="yargs: strict"),
        pytest.param(
            "    $ tool --else\n", yargs('.commandDir("cmds")'), [("--else", "?", None)], id="yargs: commands elsewhere"
        ),
    ],
)
def test_programs_of_javascript_are_not_closed(check: Check, text: str, files: dict[str, str], rows: list[Row]) -> None:
    assert check(KIND, text, files) == rows


LONG = ARGPARSE.replace('"--old-style"', '"--queue-include-external"')


@pytest.mark.parametrize(
    ("text", "code", "rows"),
    [
        pytest.param(
            "`--queue-include-unit` is named by the rules.",
            LONG,
            [("--queue-include-unit", "?", None)],
            id="prose: one of three words is another",
        ),
        pytest.param(
            "    $ fetch --queue-include-unit\n",
            LONG,
            [("--queue-include-unit", "no", "--queue-include-external")],
            id="command: one of three words is another",
        ),
        pytest.param(
            "    $ fetch --queue-include-unit\n",
            LONG.replace('"--lockfile"', '"--queue-include-reading"').replace("parse_args", "parse_known_args"),
            [("--queue-include-unit", "?", None)],
            id="one of a family of options",
        ),
        pytest.param(
            "    $ fetch --workers-at-most\n",
            ARGPARSE.replace('"--old-style"', '"rest", nargs=argparse.REMAINDER'),
            [("--workers-at-most", "?", None)],
            id="the rest is given on",
        ),
        pytest.param(
            "    $ fetch --workers-at-most\n",
            ARGPARSE + "\n    import sys\n    sys.argv = sys.argv[:1]\n",
            [("--workers-at-most", "?", None)],
            id="what was typed is changed",
        ),
        pytest.param(
            "Use `--max_workers`.",
            ARGPARSE + "\n    a = [x.replace('_', '-') if x.startswith('--') else x for x in a]\n",
            [("--max_workers", "?", None)],
            id="separators are made alike",
        ),
        pytest.param(
            "Use `--max_workers`.", "import tyro\n" + ARGPARSE, [("--max_workers", "?", None)], id="a lenient library"
        ),
        pytest.param(
            "Use `--Max-Workers` and `--MaxWorkers`.",
            ARGPARSE,
            [("--Max-Workers", "?", None), ("--MaxWorkers", "?", None)],
            id="capitals",
        ),
        pytest.param("    $ fetch -w 3 pytest --lockfilie\n", ARGPARSE, [], id="behind another program"),
        pytest.param("    $ fetch make --entirely-else\n", ARGPARSE, [("--entirely-else", "?", None)], id="given on"),
        pytest.param("Give pip `--lockfilie`.", ARGPARSE, [("--lockfilie", "?", None)], id="another program in prose"),
        pytest.param(
            "Use `--no-cache`.",
            ARGPARSE.replace('"--lockfile"', '"--no-caches"'),
            [("--no-cache", "?", None)],
            id="widely used",
        ),
        pytest.param("Run `fetch -- --lockfilie`.", ARGPARSE, [], id="behind the end of options in a code span"),
    ],
)
def test_options_that_the_code_need_not_declare(check: Check, text: str, code: str, rows: list[Row]) -> None:
    assert check(KIND, text, {**FILES, "fetcher/cli.py": code}) == rows


def test_words_that_are_no_commands_make_it_abstain(check: Check) -> None:
    assert check(KIND, "    $ fetch publish --entirely-else\n", GROUP) == [("--entirely-else", "?", None)]
    assert check(KIND, "    $ fetch mirror --entirely-else\n", GROUP) == [("--entirely-else", "no", None)]


CARGO = (
    '#[derive(clap::Parser)]\n#[command(bin_name = "cargo")]\nenum Cargo { Tidy(Tidy) }\n'
    "#[derive(clap::Args)]\nstruct Tidy {\n    #[arg(long)]\n    keep_going: bool,\n}\nfn main() {}\n"
)


def test_a_subcommand_for_a_program_of_others_says_nothing_of_its_options(check: Check) -> None:
    files = {"Cargo.toml": '[package]\nname = "cargo-tidy"\nversion = "1.0.0"\n', "src/main.rs": CARGO}
    rows = [("--keep-going", "yes", None), ("--kep-going", "?", None), ("--timings", "?", None)]
    text = "    $ cargo tidy --keep-going\n    $ cargo install --kep-going x\n    $ cargo --timings\n"
    assert check(KIND, text, files) == rows


CLAP = (
    "#[derive(clap::Parser)]\nstruct Cli {\n    #[arg(long)]\n    keep_going: bool,\n    #[command(flatten)]\n"
    "    more: More,\n}\n#[derive(clap::Args)]\nstruct More {\n    #[arg(long)]\n    depth: u8,\n}\nfn main() {}\n"
)


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        pytest.param(CLAP, "no", id="all types are here"),
        pytest.param(CLAP.replace("more: More", "more: verbosity::Flags"), "?", id="a type of another crate"),
        pytest.param(
            CLAP.replace("#[derive(clap::Args)]\n", "")
            + "impl clap::Args for More {\n    fn augment_args(c: Command) -> Command { other(c) }\n}\n",
            "?",
            id="a type that adds options by its own code",
        ),
        pytest.param(
            CLAP.replace(
                "    depth", "    depth_: u8,\n    #[arg(trailing_var_arg = true)]\n    rest: Vec<String>,\n    x"
            ),
            "?",
            id="the rest is given on",
        ),
        pytest.param(
            CLAP.replace("fn main() {}", 'fn main() { run(shorthands(&[("--entirely-else", "--depth=1")])) }'),
            "?",
            id="taken before the parser",
        ),
        pytest.param(
            'fn main() { clap::Command::new("tool").version("1").arg(clap::Arg::new("x").long("depth")); }\n',
            "?",
            id="built by calls",
        ),
    ],
)
def test_rust_is_closed_where_its_types_were_all_read(check: Check, code: str, verdict: str) -> None:
    files = {"Cargo.toml": '[package]\nname = "tool"\nversion = "1.0.0"\n', "src/main.rs": code}
    assert check(KIND, "    $ tool --entirely-else\n", files) == [("--entirely-else", verdict, None)]


def test_an_action_that_adds_spellings_takes_them(check: Check) -> None:
    action = (
        "class Both(argparse.Action):\n    def __init__(self, option_strings, **kwargs):\n"
        '        more = [option_string.replace("_", "-") for option_string in option_strings]\n'
    )
    code = ARGPARSE.replace("--max-workers", "--max_workers")
    text = "Run `fetch --max-workers 3`."
    strict, lenient = ({**FILES, "fetcher/cli.py": more + code} for more in ("", "import argparse\n" + action))
    assert check(KIND, text, strict) == [("--max-workers", "no", "--max_workers")]
    assert check(KIND, text, lenient) == [("--max-workers", "?", None)]
