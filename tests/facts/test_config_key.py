"""Keys of settings."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.config_key import KIND

CODE = """
import argparse

def main():
    parser = argparse.ArgumentParser(prog="fetch")
    parser.add_argument("--max-workers", default=4)
    parser.add_argument("--follow-redirects", action="store_true")
    parser.parse_args()

KEYS = {"cache.max_size": 1, "cache.keep_days": 2, "http.time_out": 3, "http.user_agent": 4}
"""
FILES = {"pyproject.toml": '[project]\nname = "fetch"\n[project.scripts]\nfetch = "fetch:main"\n', "fetch.py": CODE}
TABLE = (
    "| Name | Meaning |\n|---|---|\n| `cache.max_size` | a |\n| `cache.keep_days` | b |\n| `http.user_agent` | c |\n"
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("```toml\n[tool.fetch]\nmax-workers = 4\n```", [("max-workers", "yes", None)], id="there"),
        pytest.param(
            "```toml\n[tool.fetch]\nmax_workers = 4\n```", [("max_workers", "yes", None)], id="other spelling"
        ),
        pytest.param("```toml\n[tool.fetch]\nmax-wrokers = 4\n```", [("max-wrokers", "no", "max-workers")], id="slip"),
        pytest.param(
            "```ini\n[fetch]\nfollow_redirect = 1\n```", [("follow_redirect", "no", "follow_redirects")], id="ini"
        ),
        pytest.param("```toml\nmax-wrokers = 4\n```", [("max-wrokers", "no", "max-workers")], id="without a section"),
        pytest.param("```toml\n[tool.fetch]\nunheard-of = 4\n```", [("unheard-of", "?", None)], id="nothing near"),
        pytest.param("```toml\n[tool.other]\nmax-wrokers = 4\n```", [], id="another program's section"),
        pytest.param("```toml\n[tool.fetch.sub]\nmax-wrokers = 4\n```", [], id="a section below"),
        pytest.param("```python\nmax_wrokers = 4\n```", [], id="no settings file"),
        pytest.param(
            f"{TABLE}| `http.time-out` | d |\n", [("http.time-out", "no", "http.time_out")], id="odd one of a table"
        ),
        pytest.param(f"{TABLE}| `http.keep-alive` | d |\n", [], id="odd one that the code does not know"),
        pytest.param(TABLE, [], id="all alike"),
    ],
)
def test_keys(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_a_name_of_another_file_is_not_meant_by_the_odd_one_of_a_list(check: Check) -> None:
    files = {"fetch.py": "x = ['max_size', 'keep_days', 'user_agent']\n", "other.py": "y = 'time_out'\n"}
    rows = "".join(f"| `{name}` | a |\n" for name in ("max_size", "keep_days", "user_agent", "time-out"))
    text = f"| Name | Meaning |\n|---|---|\n{rows}"
    assert check(KIND, text, files) == []


SCHEMA = """{
  "properties": {
    "limit": {"type": "integer"},
    "extra": {"type": "object", "additionalProperties": {"type": "string"}, "properties": {"first": {}}},
    "lint": {"anyOf": [{"$ref": "#/$defs/Lint"}, {"type": "null"}]},
    "names": {"$ref": "#/$defs/Names", "properties": {"main": {}}, "additionalProperties": false}
  },
  "additionalProperties": false,
  "$defs": {
    "Lint": {"type": "object", "properties": {"ignore-names": {}}, "additionalProperties": false},
    "Names": {"patternProperties": {"^[a-z]+$": {}}}
  }
}"""
DESCRIBED = {**FILES, "fetch.schema.json": SCHEMA}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("```toml\n[tool.fetch.lint]\nignore-names = 4\n```", ["yes", "yes"], id="a table below"),
        pytest.param("```toml\n[tool.fetch]\nlint.ignore-names = 4\n```", ["yes"], id="a dotted key"),
        pytest.param("```toml\n[tool.fetch.lint]\nignore_name = 4\n```", ["yes", "no ignore-names"], id="a slip below"),
        pytest.param("```toml\n[tool.fetch]\nunheard-of = 4\n```", ["no"], id="closed"),
        pytest.param("```toml\n[tool.fetch.extra]\nunheard-of = 4\n```", ["yes", "?"], id="open"),
        pytest.param("```toml\n[tool.fetch.names]\nwhatsit = 4\n```", ["yes", "?"], id="open by a reference"),
        pytest.param("```toml\n[lint]\nignore-name = 4\n```", ["no ignore-names"], id="a file of its own"),
        pytest.param("```toml\n[lint]\nunheard-of = 4\n```", [], id="perhaps another file"),
        pytest.param("```toml\n[tool.fetch]\nlimit = 1\ntext = '''\nname = 1\n'''\n```", ["yes", "no"], id="a text"),
        pytest.param("Keep them in the `tool.fetch.linting` section.", ["no"], id="a table that is none"),
        pytest.param('Call `fetch --config "lint.limit = 3"`.', ["no limit"], id="in the wrong table"),
        pytest.param('Call `fetch --config "lint.ignore-names=3"`.', ["yes"], id="in its table"),
        pytest.param("```toml\n[dependency_groups]\ndev = []\n```", ["no dependency-groups"], id="of the standards"),
        pytest.param("```toml\n[dependency-groups]\n```", ["?"], id="spelled as in the standards"),
    ],
)
def test_keys_that_a_schema_describes(check: Check, text: str, rows: list[str]) -> None:
    files = {**DESCRIBED, "pyproject.toml": FILES["pyproject.toml"] + "[dependency-groups]\ndev = []\n"}
    said = check(KIND, text, files)
    assert [f"{verdict} {replacement or ''}".rstrip() for _, verdict, replacement in said] == rows


SETTINGS = """
ADDONS = {}
RETRY_TIMES = 3
DEFAULTS = {"index_tracks": False, "retry_limit": 2, "changed_items": 1, "storage-class": ""}

def run(retry, retry_delay):
    index_track = 1
"""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("The `RETRY_TIME` setting.", [("RETRY_TIME", "no", "RETRY_TIMES")], id="slip of a constant"),
        pytest.param("The `INSTALLED_ADDONS` setting.", [("INSTALLED_ADDONS", "no", "ADDONS")], id="a word too many"),
        pytest.param("The `RETRY_ADDONS` setting.", [], id="a word that the code uses"),
        pytest.param("Add it to `OTHER_THINGS`.", [], id="nothing calls it a setting"),
        pytest.param(
            "With `index_track` disabled. See `index_tracks`.",
            [("index_track", "no", "index_tracks")],
            id="one of many",
        ),
        pytest.param("With `index_track` disabled.", [("index_track", "yes", None)], id="the other is not named"),
        pytest.param(
            "The `alowlist_extrenals` and `x` config.",
            [("alowlist_extrenals", "no", "allowlist_externals")],
            id="of a tool",
        ),
        pytest.param(
            "| Field | Meaning |\n|---|---|\n| `changed_items_cut` | whether cut |\n| `changed_items` | which |\n"
            "| `retry_limit` | how often |\n",
            [],
            id="two names of one table",
        ),
        pytest.param(
            "| Field | Meaning |\n|---|---|\n| `changed_item_count` | how many |\n| `retry_limit` | how often |\n",
            [("changed_item_count", "no", "changed_items")],
            id="another wording",
        ),
        pytest.param(
            "| Field | Meaning |\n|---|---|\n| `changed_items_before` | a day |\n| `sent_items_before` | a day |\n",
            [],
            id="another wording, among names that are not there",
        ),
        pytest.param("The `indexTrack` setting.", [], id="a slip that is spelled in another way, too"),
        pytest.param("    $ helm install x --set retry.storageclass=x\n", [], id="values of a chart"),
        pytest.param("    $ fetch -o DEFAULTS.storageclass=x\n", [], id="capitals"),
        pytest.param(
            "    $ fetch -o retry.storageclass=x\n",
            [("retry.storageclass", "no", "storage-class")],
            id="without its separator",
        ),
    ],
)
def test_names_that_are_called_settings(check: Check, text: str, rows: list[Row]) -> None:
    files = {"settings.py": SETTINGS, "tox.ini": "[testenv]\nallowlist_externals = make\n"}
    assert check(KIND, text, files) == rows


CLICK = """
import click

def read(context, parameter, value):
    context.default_map = {}

@click.command()
@click.option("--target-version")
@click.option("--config", callback=read)
def main(target_version, config):
    target_versions = {target_version}
"""


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        pytest.param(CLICK, [("target-versions", "no", "target-version")], id="keys are the options' names"),
        pytest.param(CLICK.replace("default_map", "other"), [("target-versions", "yes", None)], id="may be read apart"),
        pytest.param(CLICK + "KEYS = ['target_versions']\n", [("target-versions", "yes", None)], id="read apart"),
    ],
)
def test_keys_that_are_names_of_options(check: Check, code: str, rows: list[Row]) -> None:
    assert check(KIND, "```toml\ntarget-versions = 1\n```", {"black_sheep.py": code}) == rows
