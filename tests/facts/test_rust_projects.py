"""Documents of projects in Rust: options, defaults and lists of values, looked up across files."""

from collections.abc import Mapping

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.facts.kinds import cli_option, default_value

CLI = """
use clap::{Parser, Subcommand, Args};
use crate::more::MoreArgs;
#[derive(Parser)]
#[command(name = "app")]
struct Cli {
    #[arg(long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Commands,
}
#[derive(Subcommand)]
enum Commands {
    Build(BuildArgs),
    Run { #[arg(trailing_var_arg = true)] words: Vec<String> },
}
#[derive(Args)]
struct BuildArgs {
    #[arg(long)]
    pin_python: bool,
    #[arg(long, default_value_t = crate::more::LIMIT)]
    max_jobs: usize,
    #[arg(long, default_value_t = Shape::default())]
    shape: Shape,
    #[command(flatten)]
    more: MoreArgs,
}
fn source() -> &'static str { "source" }
fn python_pin() {}
"""
MORE = """
pub const LIMIT: usize = 2 * 8;
pub const AGENT: &str = concat!("app/", env!("CARGO_PKG_VERSION"));
#[derive(clap::Args)]
pub struct MoreArgs { #[arg(long, default_value = AGENT)] user_agent: String }
#[derive(clap::ValueEnum)]
pub enum Shape { RoundCorner, Square }
impl Default for Shape { fn default() -> Self { Self::RoundCorner } }
"""
FILES: Mapping[str, str] = {
    "Cargo.toml": '[package]\nname = "app"\nversion = "1.2.3"\n[[bin]]\nname = "app"\n',
    "src/bin/app/main.rs": "fn main() {}\n",
    "src/cli.rs": CLI,
    "src/more.rs": MORE,
}


@pytest.mark.parametrize(
    ("kind", "text", "rows"),
    [
        pytest.param(cli_option.KIND, "Run `app build --pin-python`.", [("--pin-python", "yes", None)], id="declared"),
        pytest.param(
            cli_option.KIND,
            "Run `app build --user-agent x --verbose`.",
            [("--user-agent", "yes", None), ("--verbose", "yes", None)],
            id="of another file, and global",
        ),
        pytest.param(
            cli_option.KIND, "Run `app build --python-pin`.", [("--python-pin", "no", "--pin-python")], id="a slip"
        ),
        pytest.param(cli_option.KIND, "Run `app build --source`.", [("--source", "no", None)], id="a word of the code"),
        pytest.param(cli_option.KIND, "Run `app build --pin`.", [("--pin", "no", None)], id="no abbreviations"),
        pytest.param(cli_option.KIND, "Run `app run tool --source`.", [("--source", "?", None)], id="passed on"),
        pytest.param(cli_option.KIND, "Run `app other --source`.", [("--source", "?", None)], id="an unknown command"),
        pytest.param(cli_option.KIND, "Pass `--source` to it.", [("--source", "?", None)], id="of some program"),
        pytest.param(
            default_value.KIND, "`--max-jobs` defaults to `8`.", [("--max-jobs = 8", "no", "16")], id="a constant"
        ),
        pytest.param(
            default_value.KIND,
            "`--shape` defaults to `square`.",
            [("--shape = square", "no", "round-corner")],
            id="enum",
        ),
        pytest.param(
            default_value.KIND,
            "`--user-agent` defaults to `app/1.2.2`.",
            [("--user-agent = app/1.2.2", "no", "app/1.2.3")],
            id="the version of the crate",
        ),
    ],
)
def test_rust(check: Check, kind: FactKind, text: str, rows: list[Row]) -> None:
    assert check(kind, text, FILES) == rows


def test_a_flattened_type_of_another_crate_leaves_the_options_open(check: Check) -> None:
    files = {**FILES, "src/cli.rs": CLI.replace("crate::more::MoreArgs", "verbosity::MoreArgs")}
    assert check(cli_option.KIND, "Run `app build --source`.", files) == [("--source", "?", None)]
