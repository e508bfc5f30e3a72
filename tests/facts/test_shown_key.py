"""Keys in settings files that are shown: slips beside keys that one file declares."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.shown_key import KIND

SERVER = """
package config

type Server struct {
	Address     string `yaml:"address"`
	Port        int    `yaml:"port,omitempty"`
	IdleTimeout int    `yaml:"idle_timeout"`
	MaxClients  int    `yaml:"max_clients"`
	LogFormat   string `yaml:"log_format"`
}
"""
FILES = {"config/server.go": SERVER, "web/app.ts": "export const other = { drain_period: 1 }\n"}


def shown(language: str, *lines: str) -> str:
    return "\n".join((f"```{language}", *lines, "```", ""))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            shown("yaml", "server:", "  address: x", "  port: 1", "  idle_timeout: 3", "  max_client: 4"),
            [("max_client", "no", "max_clients")],
            id="yaml",
        ),
        pytest.param(
            shown(
                "json",
                '{"server": {"address": "http://max_client:1", "port": 1,',
                '"idle_timeuot": 3, "max_clients": 4}}',
            ),
            [("idle_timeuot", "no", "idle_timeout")],
            id="json",
        ),
        pytest.param(
            shown("toml", "[app.server]", 'address = "x"', "port = 1", "max_clients = 2", "log_fromat = 3"),
            [("log_fromat", "no", "log_format")],
            id="toml",
        ),
        pytest.param(
            shown("yaml", "servers:", "  - address: x", "    port: 1", "  - idle_timeout: 3", "    max_client: 4"),
            [("max_client", "no", "max_clients")],
            id="entries of a list",
        ),
        pytest.param(shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "max_clients: 4"), [], id="all right"),
        pytest.param(shown("yaml", "address: x", "port: 1", "max_client: 4"), [], id="too few"),
        pytest.param(
            shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "max_clients: 4", "max_client: 4"), [], id="both"
        ),
        pytest.param(shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "keep: 4"), [], id="nothing near"),
        pytest.param(
            shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "drain_periods: 4"), [], id="near in another file"
        ),
        pytest.param(
            shown("yaml", "name: x", "image: 1", "idle_timeout: 3", "max_client: 4"), [], id="keys of something else"
        ),
        pytest.param(
            shown("yaml", "address: x", "port: 1", "idle_timeout: |", "  max_client: 4", "log_format: y"), [], id="text"
        ),
        pytest.param(
            "The old names were not read any more:\n\n"
            + shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "max_client: 4"),
            [],
            id="denied",
        ),
        pytest.param(
            shown("python", "address: x", "port: 1", "idle_timeout: 3", "max_client: 4"), [], id="no settings file"
        ),
    ],
)
def test_keys(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


def test_a_key_that_a_test_knows(check: Check) -> None:
    text = shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "max_client: 4")
    assert check(KIND, text, {**FILES, "tests/old.yml": "max_client: 3\n"}) == []


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(
            {"web/app.js": "export const all = { address: 1, port: 2, idle_timeout: 3, maxClients: 4 }\n"},
            id="letters and style differ",
        ),
        pytest.param(
            {"web/app.js": f"f({{ address: 1, port: 2, idle_timeout: 3, max_clients: 4 }});{'g();' * 200}\n"},
            id="a line that a tool has packed",
        ),
        pytest.param(
            {".yarn/releases/yarn.cjs": "f({ address: 1, port: 2, idle_timeout: 3, max_clients: 4 });\n"},
            id="a copy of another program",
        ),
    ],
)
def test_files_that_declare_no_settings(check: Check, files: dict[str, str]) -> None:
    text = shown("yaml", "address: x", "port: 1", "idle_timeout: 3", "max_client: 4")
    assert check(KIND, text, files) == []
