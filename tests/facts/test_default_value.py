"""Default values: where the subject and the value come from, and when the code says otherwise."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.default_value import KIND

CODE = """
import argparse, os

MAX_REDIRECTS = 20
USER_AGENT = "fetch/1"
CHUNK = 64 * 1024
STRICT_MODE = False
EXTRA = None
HOOKS = []

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-workers", type=int, default=4)
    parser.add_argument("--redirects", default=MAX_REDIRECTS)
    parser.add_argument("--folder", default=os.getcwd())
    parser.add_argument("--timeout", type=float, default=30)

DEFAULT_ENGINE = "fast"
DEFAULT_MODEL = "tiny-2"
CONNECTION_POOL_SIZE = 10
IGNORED_FOLDERS = (".*", "_build", "{arch}")

def retry(times=3): ...

_unset = 0
def patient(wait: "float | None" = _unset): ...

class First:
    retry_count = 1

class Second:
    retry_count = 2
"""
FILES = {"fetcher.py": CODE}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("`--max-workers` defaults to 8.", [("--max-workers = 8", "no", "4")], id="defaults to"),
        pytest.param(
            "`--max-workers` defaults to `4`.", [("--max-workers = 4", "yes", None)], id="value in a code span"
        ),
        pytest.param("`--max-workers` (default: 8)", [("--max-workers = 8", "no", "4")], id="in brackets"),
        pytest.param("`--redirects` is the bound of `--max-workers` (default `8`).", [], id="of which of two"),
        pytest.param(
            "Pass `--redirects` (default `20`) and `--max-workers` (default `8`).",
            [("--max-workers = 8", "no", "4")],
            id="the last of two with their own",
        ),
        pytest.param("The default of `--max-workers` is 8.", [("--max-workers = 8", "no", "4")], id="default of"),
        pytest.param(
            "The default value for `--max-workers` is `8`.", [("--max-workers = 8", "no", "4")], id="value for"
        ),
        pytest.param("### `--max-workers`\n\nDefault: `8`", [("--max-workers = 8", "no", "4")], id="under a heading"),
        pytest.param("### MAX_REDIRECTS\n\n**Default:** `30`", [("MAX_REDIRECTS = 30", "no", "20")], id="bold label"),
        pytest.param("- `--max-workers`: how many. Defaults to 8.", [("--max-workers = 8", "no", "4")], id="list item"),
        pytest.param(
            "| Option | Default |\n|---|---|\n| `--max-workers` | 8 |\n| `--timeout` | 30 |",
            [("--max-workers = 8", "no", "4"), ("--timeout = 30", "yes", None)],
            id="table",
        ),
        pytest.param("`--redirects` defaults to 30.", [("--redirects = 30", "no", "20")], id="through a constant"),
        pytest.param(
            "`--timeout` defaults to 30 seconds.", [("--timeout = 30 seconds", "yes", None)], id="with its unit"
        ),
        pytest.param("`CHUNK` defaults to `64 KiB`.", [("CHUNK = 64 KiB", "yes", None)], id="a size"),
        pytest.param(
            "`STRICT_MODE` defaults to `true`.",
            [("STRICT_MODE = true", "no", "false")],
            id="a truth value in small letters",
        ),
        pytest.param(
            "`USER_AGENT` defaults to `'fetch/2'`.", [("USER_AGENT = 'fetch/2'", "no", "'fetch/1'")], id="a text"
        ),
        pytest.param("`EXTRA` defaults to `{}`.", [("EXTRA = {}", "?", None)], id="None may come to anything"),
        pytest.param("`HOOKS` defaults to `[]`.", [("HOOKS = []", "yes", None)], id="an empty list"),
        pytest.param(
            "The default connection pool size is 20.", [("connection pool size = 20", "no", "10")], id="called by words"
        ),
        pytest.param(
            "The default client's connection pool size is 10.",
            [("connection pool size = 10", "yes", None)],
            id="words before the name",
        ),
        pytest.param("The default size is 20.", [], id="one word is no name"),
        pytest.param("The default of this pool size is 20.", [], id="words that point elsewhere"),
        pytest.param(
            "We use the default `slow` engine.", [("default engine = slow", "?", None)], id="one word of a name"
        ),
        pytest.param(
            "We use the default Acme `tiny-1` model.",
            [("default Acme model = tiny-1", "no", "tiny-2")],
            id="value amid the words, and one like it in the code",
        ),
        pytest.param(
            "Here the default HTTP `fast` engine is used.",
            [("default HTTP engine = fast", "yes", None)],
            id="adjective",
        ),
        pytest.param("The default `slow` motor.", [], id="no such name"),
        pytest.param("`MAX_REDIRECTS` is `30` by default.", [("MAX_REDIRECTS = 30", "no", "20")], id="by default"),
        pytest.param("`MAX_REDIRECTS` is `30` by default on Windows.", [], id="by default, under a condition"),
        pytest.param(
            "If `STRICT_MODE` is `true`, errors end the run. Defaults to `true`.",
            [("STRICT_MODE = true", "no", "false")],
            id="the name that the paragraph opens with",
        ),
        pytest.param(
            "## Max workers\n\nIt limits the load. Defaults to `8`.",
            [("max-workers = 8", "no", "4")],
            id="title in words",
        ),
        pytest.param("Set up as you like, then run `STRICT_MODE`. Defaults to `true`.", [], id="a name further back"),
        pytest.param(
            "The default configuration is:\n\n```toml\n# how many\nmax-workers = 8\ntimeout = 30\n```",
            [("max-workers = 8", "no", "4"), ("timeout = 30", "yes", None)],
            id="settings file of defaults",
        ),
        pytest.param(
            "You can override the default configuration:\n\n```toml\nmax-workers = 8\n```", [], id="overrides"
        ),
        pytest.param(
            "Settings:\n\n```ini\nmax-workers = 9  # default: 8\ntimeout = 40 ; default\n```",
            [("max-workers = 8", "no", "4"), ("timeout = 40", "?", None)],
            id="comments beside settings",
        ),
        pytest.param(
            "The default values are:\n\n```toml\nretry_count = 3\n```", [("retry_count = 3", "?", None)], id="attribute"
        ),
        pytest.param("`--folder` defaults to `.`.", [("--folder = .", "?", None)], id="made at run time"),
        pytest.param("`retry_count` defaults to 3.", [("retry_count = 3", "?", None)], id="two things of the name"),
        pytest.param("`--max-workers` defaults to 8 on Windows.", [], id="under a condition"),
        pytest.param("`--max-workers` defaults to 8 if it is unset.", [], id="another condition"),
        pytest.param("`--timeout` defaults to 2 weeks.", [("--timeout = 2 weeks", "no", None)], id="weeks"),
        pytest.param("`--timeout` defaults to 2 months.", [], id="a unit that is not understood"),
        pytest.param("`--max-workers` defaults to the number of cores.", [], id="no value"),
        pytest.param("Before 2.0 `--max-workers` defaulted to 8.", [], id="the past"),
        pytest.param("`--max-workers` defaults to 8 until version 3.", [], id="the past, after it"),
        pytest.param("### Advice\n\nDefault: `8`", [], id="a heading that is no name"),
        pytest.param("`--unknown` defaults to 8.", [], id="not of this project"),
    ],
)
def test_defaults(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            ".. option:: --max-workers N\n\n   How many. The default is 8.\n",
            [("--max-workers = 8", "no", "4")],
            id="option",
        ),
        pytest.param(
            ".. setting:: MAX_REDIRECTS\n\nMAX_REDIRECTS\n-------------\n\nDefault: ``30``\n",
            [("MAX_REDIRECTS = 30", "no", "20")],
            id="setting and heading",
        ),
        pytest.param(
            ".. confval:: MAX_REDIRECTS\n   :default: ``30``\n\n   At most.\n",
            [("MAX_REDIRECTS = 30", "no", "20")],
            id="confval",
        ),
        pytest.param(
            "--max-workers N\n    How many (default 8).\n", [("--max-workers = 8", "no", "4")], id="option list"
        ),
        pytest.param(
            "``MAX_REDIRECTS``\n    At most. Defaults to 30.\n", [("MAX_REDIRECTS = 30", "no", "20")], id="term"
        ),
        pytest.param(
            ".. option:: IGNORED_FOLDERS\n\n   Default patterns are ``.* _build {args}``.\n",
            [("IGNORED_FOLDERS = .* _build {args}", "no", ".* _build {arch}")],
            id="list in a directive",
        ),
        pytest.param(
            ".. function:: retry(times)\n\n   :param int times: How often. Defaults to 5.\n",
            [("retry.times = 5", "no", "3")],
            id="parameter of a function",
        ),
        pytest.param(
            ".. function:: patient(wait)\n\n   :param wait: Seconds. Defaults to None.\n",
            [("patient.wait = None", "?", None)],
            id="a mark that no value was given",
        ),
        pytest.param(
            '.. function:: retry(times)\n\n   :param int times: Give "some" for a few, but the default is "all".\n',
            [],
            id="default of one of the values of a parameter",
        ),
        pytest.param(
            "::\n\n  max_workers  how many\n               (default=8)\n  max_redirects  how far (default=20)\n",
            [("max_workers = 8", "no", "4")],
            id="settings shown as help",
        ),
        pytest.param(
            "::\n\n  --max-workers N  how many [default: 8]\n  --timeout S      how long [default: 30]\n",
            [("--max-workers = 8", "no", "4"), ("--timeout = 30", "yes", None)],
            id="help text",
        ),
    ],
)
def test_defaults_in_restructured_text(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES, name="docs/reference.rst") == rows


CRATE = {
    "Cargo.toml": '[package]\nname = "draw"\nversion = "1.4.0"\n',
    "src/main.rs": """
pub const DEFAULT_AGENT: &str = concat!("draw/", env!("CARGO_PKG_VERSION"));
pub const DEFAULT_TOOL: &str = env!("DRAW_TOOL");

#[derive(clap::Parser)]
struct Args {
    #[arg(long, default_value = DEFAULT_AGENT)]
    agent: String,
    #[arg(long, default_value = DEFAULT_TOOL)]
    tool: String,
}
""",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            "`--agent` defaults to `draw/1.3.0`.",
            [("--agent = draw/1.3.0", "no", "draw/1.4.0")],
            id="the version before",
        ),
        pytest.param("`--agent` defaults to `draw/1.4.0`.", [("--agent = draw/1.4.0", "yes", None)], id="the version"),
        pytest.param("`--tool` defaults to `pen`.", [("--tool = pen", "?", None)], id="made when it is built"),
    ],
)
def test_defaults_with_the_version_of_the_package(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, CRATE) == rows


def test_another_spelling_may_be_the_one_that_is_meant(check: Check) -> None:
    files = {
        "settings.py": "DEFAULTS = {'page-size': 20}\n",
        "view.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--page_size', default=cores())\n",
    }
    assert check(KIND, "`page-size` defaults to 30.", files) == [("page-size = 30", "?", None)]


@pytest.mark.parametrize(
    ("name", "other", "verdict"),
    [
        pytest.param("view.json", '{"page_size": {"type": "integer"}}', "no", id="a schema"),
        pytest.param("view.json", '{"page_size": 30}', "?", id="a table of values"),
        pytest.param("view.json", '{"page_size": {\n  "type": "integer",\n  "default": 30}}', "?", id="below it"),
        pytest.param("view.py", "# {'page_size': 30}", "?", id="a comment"),
        pytest.param("view.py", "table = make({'page_size': 30})", "?", id="a table in a call"),
        pytest.param("view.py", "builder.set('page_size', 30)", "?", id="a call"),
        pytest.param("view.py", "class View:\n    page_size = 50", "?", id="another thing of the name"),
        pytest.param("view.py", "if page_size == 30: pass", "no", id="compared"),
        pytest.param("view.go", 'package view\nconst key = "page_size"', "?", id="the name of a key"),
        pytest.param("start.sh", 'exec view --size "${PAGE_SIZE:-30}"', "?", id="a script that starts it"),
        pytest.param("view.ts", "export const view = { pageSize: 30 }", "?", id="spelled in another way"),
    ],
)
def test_other_places_that_may_declare_it_too(check: Check, name: str, other: str, verdict: str) -> None:
    files = {"settings.py": "DEFAULTS = {'page_size': 20}\n", name: other + "\n"}
    assert [row[1] for row in check(KIND, "`page_size` defaults to 30.", files)] == [verdict]


@pytest.mark.parametrize(
    ("files", "text", "verdict"),
    [
        pytest.param({"settings.py": "DEFAULTS = {'size': 20}"}, "`size` defaults to 30.", "?", id="one common word"),
        pytest.param(
            {"settings.py": "DEFAULTS = {'size': 20, 'limit': 7, 'engine': 'fast'}"},
            "| Name | Default |\n|---|---|\n| `limit` | 7 |\n| `engine` | `fast` |\n| `size` | 30 |",
            "no",
            id="one common word among others that are right",
        ),
        pytest.param(
            {"settings.py": "DEFAULTS = {'size': 20, 'limit': 7, 'engine': 'fast'}"},
            "| Name | Default |\n|---|---|\n| `limit` | 8 |\n| `engine` | `slow` |\n| `size` | 30 |",
            "?",
            id="others that are wrong too",
        ),
        pytest.param(
            {"settings.py": "DEFAULTS = {'size': 20, 'limit': 7, 'engine': 'fast'}"},
            "## Server\n\n### `limit`\n\nDefault: 7\n\n### `engine`\n\nDefault: `fast`\n\n"
            "## Client\n\n### `size`\n\nDefault: 30",
            "?",
            id="others that are right, in another section",
        ),
        pytest.param(
            {"settings.py": "PAGE_SIZE = 20"},
            "| Name | Default |\n|---|---|\n| `PORT` | 7 |\n| `ENGINE` | `fast` |\n| `PAGE_SIZE` | 30 |",
            "?",
            id="among others that no code has",
        ),
        pytest.param(
            {"checks.config.ts": "export default { use: { start: process.env.PAGE_SIZE || '20' } }"},
            "`PAGE_SIZE` defaults to 30.",
            "?",
            id="settings of a tool",
        ),
        pytest.param({"scripts/make.py": "PAGE_SIZE = 20"}, "`PAGE_SIZE` defaults to 30.", "?", id="a makers' script"),
        pytest.param(
            {"ui/menu.stories.ts": "export const defaults = {pageSize: 2}"},
            "`pageSize` defaults to 3.",
            "?",
            id="story",
        ),
        pytest.param({"settings.py": "page_size = 20"}, "`page_size` defaults to 30.", "?", id="a variable"),
        pytest.param({"settings.go": "package a\nvar pageSize = 20"}, "`pageSize` defaults to 30.", "?", id="of Go"),
        pytest.param({"view.py": "def view(page_size=20): ..."}, "`page_size` defaults to 30.", "?", id="a parameter"),
        pytest.param(
            {"types.d.ts": "export interface ViewOptions {\n  /**\n   * @default 20\n   */\n  pageSize?: number\n}"},
            "`pageSize` defaults to 30.",
            "?",
            id="a comment of types",
        ),
        pytest.param(
            {"types.ts": "export interface Page {\n  pageSize?: number\n}\nexport const defaults = { pageSize: 20 }"},
            "`pageSize` defaults to 30.",
            "no",
            id="an object of defaults",
        ),
        pytest.param(
            {"settings.py": "DEFAULTS = {'site_url': 'http://localhost'}"},
            '`site_url` defaults to `"https://mysite.org"`.',
            "?",
            id="a value of the reader's own",
        ),
        pytest.param(
            {"de.py": "DEFAULTS = {'empty_message': 'nothing'}"},
            '`empty_message` defaults to `"nichts"`.',
            "?",
            id="a translation",
        ),
        pytest.param(
            {
                "settings.py": "DEFAULTS = {'store': {'always_retry': False}}",
                "store.py": "def retries(conf): return conf.get('store_always_retry', True)",
            },
            "`store_always_retry` defaults to `true`.",
            "?",
            id="the name in full, with its section",
        ),
        pytest.param(
            {
                "one/package.json": '{"name": "one"}',
                "one/index.js": "export const defaults = { pageSize: 20 }",
                "two/package.json": '{"name": "two"}',
                "two/index.js": "export const other = 1",
            },
            "`pageSize` defaults to 30.",
            "?",
            id="a document of another package",
        ),
        pytest.param(
            {
                "a.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--page-size', default=20)",
                "b.py": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--page-size')",
            },
            "`--page-size` defaults to 30.",
            "?",
            id="an option of two programs, one without a default",
        ),
    ],
)
def test_what_else_may_be_meant(check: Check, files: dict[str, str], text: str, verdict: str | None) -> None:
    name = "two/README.md" if "two/package.json" in files else "docs/de-DE/a.md" if "de.py" in files else "README.md"
    found = [row[1] for row in check(KIND, text, files, name=name)]
    assert found[-1:] == ([] if verdict is None else [verdict])


def test_a_key_of_a_section_is_no_parameter(check: Check) -> None:
    files = {"builder.py": "class Builder:\n    def install(self, *, strip=False): ...\n"}
    table = "| Option | Default |\n|---|---|\n| `{}` | `true` |\n"
    assert check(KIND, table.format("install.strip"), files) == [("install.strip = true", "?", None)]
    assert check(KIND, table.format("Builder.strip"), {"b.py": "class Builder:\n    strip = False\n"}) == [
        ("Builder.strip = true", "no", "false")
    ]
