"""Command lines of JavaScript: chains of calls, and tables."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Command, Option, Value
from truthfulness_evaluator.project.languages.javascript.read import read

OPEN = Command("", 1, None, closed=False)
ROWS: dict[str, tuple[str, list[Option], list[Command]]] = {
    "chains": (
        """
        import { Command, Option } from "commander";
        const program = new Command();
        program.option("-w, --max-workers <n>", "how many", parseInt, 8).option("--no-color")
          .addOption(new Option("-s, --size <size>").choices(["small", "large"]).default("small").env("APP_SIZE"));
        const build = program.command("build <dir>").alias("b").option("--out <dir>", "where", "out");
        build.command("watch").requiredOption("--fast");
        """,
        [
            Option(("-w", "--max-workers"), 4, "maxWorkers", Value("8", "8"), command=()),
            Option(("--no-color",), 4, "color", is_flag=True, command=()),
            Option(("--out",), 6, "out", Value('"out"', '"out"'), command=("build",)),
            Option(("--fast",), 7, "fast", is_flag=True, command=("build", "watch")),
            Option(("-s", "--size"), 5, "size", Value('"small"', '"small"'), ("small", "large"), env=("APP_SIZE",)),
        ],
        [Command("build", 6, (), ("b",)), Command("watch", 7, ("build",))],
    ),
    "chains that give the program again": (
        """
        import yargs from "yargs";
        yargs(argv).option("maxWorkers", {alias: "w", default: 8, type: "number"})
          .command("serve [port]", "start", (more) => more.option("open", {type: "boolean"}))
          .options({verbose: {alias: ["v", "V"], choices: ["a", "b"]}}).strict()
        """,
        [
            Option(("--max-workers", "--maxWorkers", "-w"), 3, "maxWorkers", Value("8", "8"), command=()),
            Option(("--verbose", "-v", "-V"), 5, "verbose", choices=("a", "b"), command=()),
        ],
        [Command("serve", 4, ())],
    ),
    "an option with a name made at run time": (
        'import { program } from "commander";\nprogram.option("--a").option(flags)',
        [Option(("--a",), 2, "a", is_flag=True, command=())],
        [OPEN],
    ),
    "the runtime's own": (
        """
        import { parseArgs } from "node:util";
        parseArgs({ options: { port: { type: "string", short: "p", default: "80" }, "dry-run": { type: "boolean" } } });
        """,
        [
            Option(("--port", "-p"), 3, "port", Value('"80"', '"80"')),
            Option(("--dry-run",), 3, "dry-run", is_flag=True),
        ],
        [OPEN],
    ),
    "flags beside a help text": (
        """
        import meow from "meow";
        meow("help", { flags: { rainbow: { type: "boolean", shortFlag: "r" }, maxAge: { default: 5 } } });
        """,
        [
            Option(("--rainbow", "-r"), 3, "rainbow", is_flag=True, negatable=True),
            Option(("--max-age", "--maxAge"), 3, "maxAge", Value("5", "5")),
        ],
        [OPEN],
    ),
    "a loose parser": (
        """
        const parse = require("minimist");
        const minimist = parse;
        minimist(argv, { boolean: ["watch"], alias: { h: "help" }, default: { port: 3 } });
        """,
        [
            Option(("--watch",), 4, "watch"),
            Option(("-h",), 4, "h"),
            Option(("--help",), 4, "help"),
            Option(("--port",), 4, "port", Value("3", "3")),
        ],
        [OPEN],
    ),
    "classes of commands": (
        """
        import { Flags } from "@oclif/core";
        class Run { static flags = { name: Flags.string({ char: "n", options: ["a", "b"], env: "APP_NAME" }) } }
        """,
        [Option(("--name", "-n"), 3, "name", choices=("a", "b"), env=("APP_NAME",))],
        [OPEN],
    ),
    "no command line": ('app.get("--x").option("a", 1); db.command({ping: 1})', [], []),
}


@pytest.mark.parametrize(("text", "options", "commands"), ROWS.values(), ids=ROWS)
def test_options(text: str, options: list[Option], commands: list[Command]) -> None:
    facts = read("src/main.js", None, dedent(text))
    found = [option for option in facts.options if option.names != ("--open",)]
    assert (found, list(facts.commands)) == (options, commands)


def test_an_option_within_the_builder_of_a_command_is_that_commands() -> None:
    text = 'require("yargs").command("serve", "start", (y) => y.option("open", {type: "boolean"}))'
    assert [option.command for option in read("cli.js", None, text).options] == [("serve",)]


TABLE = (
    'export const options = {arrowStyle: {type: "choice", default: "wide", choices: [{value: "wide"}, {value: "no"}]}}'
)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        pytest.param("src/cli/options.js", [("--arrow-style", "--arrowStyle")], id="of a command line"),
        pytest.param("src/table.js", [], id="of something else"),
    ],
)
def test_tables_of_settings_are_options_where_the_path_says_so(path: str, names: list[tuple[str, ...]]) -> None:
    facts = read(path, None, TABLE)
    assert [option.names for option in facts.options] == names
    assert [(each.key, each.choices) for each in facts.settings] == [("arrowStyle", ("wide", "no"))]
