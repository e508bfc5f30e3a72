"""Command lines of Rust: derived from types, built by calls, parsed by own means."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Command, Option, Value
from truthfulness_evaluator.project.languages.rust.read import read

OPTIONS: dict[str, tuple[str, list[Option]]] = {
    "derived": (
        """
        use clap::{Parser, ValueEnum};
        #[derive(Parser)]
        struct Cli {
            /// Some help.
            #[arg(long, short, default_value_t = 8, env = "APP_JOBS")]
            max_jobs: usize,
            #[arg(short = 'q', long = "quiet", alias = "silent", visible_aliases = ["still"], hide = true)]
            silence: bool,
            #[arg(long, default_value = "red", value_parser = ["red", "blue"])]
            colour: String,
            #[arg(long, value_enum, default_value_t = Mode::VeryFast)]
            mode: Mode,
            #[arg(long, env)]
            token_file: Option<PathBuf>,
            #[arg(long, action = clap::ArgAction::Count)]
            verbose: u8,
            #[arg(skip)]
            inner: u8,
            files: Vec<PathBuf>,
        }
        #[derive(ValueEnum)]
        enum Mode { VeryFast, #[value(name = "slow", alias = "lazy")] Careful }
        """,
        [
            Option(("-m", "--max-jobs"), 7, "max_jobs", Value("8", "8"), owner="Cli", env=("APP_JOBS",)),
            Option(("-q", "--quiet", "--silent", "--still"), 9, "silence", is_flag=True, hidden=True, owner="Cli"),
            Option(("--colour",), 11, "colour", Value('"red"', '"red"'), ("red", "blue"), owner="Cli"),
            Option(
                ("--mode",),
                13,
                "mode",
                Value("Mode::VeryFast", '"very-fast"'),
                ("very-fast", "slow", "lazy"),
                owner="Cli",
            ),
            Option(("--token-file",), 15, "token_file", owner="Cli", env=("TOKEN_FILE",)),
            Option(("--verbose",), 17, "verbose", is_flag=True, owner="Cli"),
            Option(("files",), 20, "files", owner="Cli"),
        ],
    ),
    "constants and conditions": (
        """
        const NAME: &str = "long-name";
        #[derive(Args)]
        struct More {
            #[cfg_attr(windows, arg(default_value = "a"))]
            #[arg(long = NAME)]
            value: String,
            #[clap(long, env = Vars::APP_HOME)]
            r#type: String,
        }
        """,
        [
            Option(("--long-name",), 7, "value", Value('"a"')),
            Option(("--type",), 9, "type", env=("APP_HOME",)),
        ],
    ),
    "built": (
        """
        fn app() -> Command {
            // Arg::new("old").long("old")
            Command::new("app").version("1").arg(
                Arg::new("depth").short('d').long("max-depth").value_parser(["1", "2"]).env("APP_DEPTH"))
                .arg(Arg::new("quiet").long("quiet").alias("silent").action(ArgAction::SetTrue))
                .arg(arg!(-c --config <FILE> "Where it is"))
        }
        #[cfg(test)]
        mod tests { fn f() { Arg::new("x").long("only-in-tests"); } }
        """,
        [
            Option(("-d", "--max-depth"), 5, "depth", choices=("1", "2"), env=("APP_DEPTH",)),
            Option(("--quiet", "--silent"), 6, "quiet", is_flag=True),
            Option(("-c", "--config"), 7),
        ],
    ),
    "a table of flags": (
        """
        trait Flag { fn name_long(&self) -> &'static str; }
        impl Flag for Engine {
            fn is_switch(&self) -> bool { false }
            fn name_short(&self) -> Option<u8> { Some(b'e') }
            fn name_long(&self) -> &'static str { "engine" }
            fn name_negated(&self) -> Option<&'static str> { Some("no-engine") }
            fn doc_choices(&self) -> &'static [&'static str] { &["fast", "slow"] }
        }
        """,
        [Option(("-e", "--engine", "--no-engine"), 6, choices=("fast", "slow"))],
    ),
    "matched texts": (
        """
        fn parse() {
            match arg.as_str() {
                "-v" | "--verbose" => verbose = true,
                "--log" => match next() { Some(path) => path, None => fail("--log needs a path") },
            }
            match parser.next()? { Some(Short('n') | Long("number")) => {} }
        }
        """,
        [Option(("-v", "--verbose"), 4), Option(("--log",), 5), Option(("-n", "--number"), 7)],
    ),
}

COMMANDS: dict[str, tuple[str, list[Command]]] = {
    "subcommands": (
        """
        #[derive(Parser)]
        #[command(name = "app")]
        struct Cli { #[command(subcommand)] command: Box<Commands> }
        #[derive(Subcommand)]
        enum Commands {
            #[command(visible_alias = "i")]
            InitAll(InitArgs),
            #[command(flatten)]
            Other(OtherCommand),
            Run { #[arg(trailing_var_arg = true)] args: Vec<String> },
            #[command(external_subcommand)]
            External(Vec<String>),
        }
        #[derive(Args)]
        struct InitArgs { #[arg(long)] bare: bool, #[command(flatten)] level: clap_verbosity::Verbosity }
        #[derive(Subcommand)]
        enum OtherCommand { #[command(name = "tool", hide = true)] Old, Cache(CacheNamespace) }
        #[derive(Args)]
        struct CacheNamespace { #[command(subcommand)] command: CacheCommand }
        #[derive(Subcommand)]
        enum CacheCommand { Clean }
        """,
        [
            Command("app", 4, owner="Cli", closed=False, program=True, exact=True),
            Command("init-all", 8, aliases=("i",), owner="InitArgs", closed=False, group="Cli"),
            Command("run", 11, owner="Commands.Run", closed=False, group="Cli"),
            Command("tool", 18, owner="OtherCommand.Old", hidden=True, group="Cli", exact=True),
            Command("cache", 18, owner="CacheNamespace", group="Cli", exact=True),
            Command("clean", 22, owner="CacheCommand.Clean", group="CacheNamespace", exact=True),
        ],
    ),
    "built": (
        """
        fn app() -> Command {
            std::process::Command::new("git").arg("--version");
            Command::new("app").version("1")
                .subcommand(Command::new("cache").alias("c").subcommand(Command::new("clean")))
        }
        """,
        [
            Command("app", 4, program=True),
            Command("cache", 5, aliases=("c",)),
            Command("clean", 5, parents=("cache",)),
        ],
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options(name: str) -> None:
    source, expected = OPTIONS[name]
    assert list(read("src/cli.rs", "app", dedent(source)).options) == expected


@pytest.mark.parametrize("name", COMMANDS)
def test_commands(name: str) -> None:
    source, expected = COMMANDS[name]
    assert list(read("src/cli.rs", "app", "use clap::Parser;" + dedent(source)).commands) == expected
