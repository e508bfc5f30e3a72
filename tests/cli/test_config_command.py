"""`truth-eval config`, and settings for single paths in whole runs."""

import json
from pathlib import Path

import pytest
from fake_evaluator import Run

from truthfulness_evaluator.core.config import EvaluatorConfig

MANIFEST = """\
[project]
name = "app"
version = "1"
requires-python = ">=3.11"

[tool.truthfulness-evaluator]
fail_under = "b"
exclude = [
  "build/",
]

[[tool.truthfulness-evaluator.overrides]]
paths = ["docs/howto/**"]
fail_on = "never"
exclude_kinds = ["link"]
"""
SECRET = "sk-SECRET-1"
WRONG = "It needs Python 3.9 or newer.\n"


@pytest.fixture(autouse=True)
def files(project: Path) -> None:
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text(MANIFEST)
    (project / "docs" / "howto").mkdir(parents=True)
    (project / "docs" / "howto" / "a.md").write_text(WRONG)
    (project / "README.md").write_text(WRONG)


def test_every_value_with_its_origin(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_MIN_CONFIDENCE", "0.5")
    (project / ".env").write_text("TRUTH_FAIL_ON_KIND=link,path\n")
    ran = run("config")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.partition(" = ")[0] for line in lines] == list(EvaluatorConfig.model_fields)
    assert {
        'fail_under = "B" (pyproject.toml:7)',
        'exclude = ["build/"] (pyproject.toml:8)',
        'overrides = [{"paths": ["docs/howto/**"], "exclude_kinds": ["link"], "fail_on": "never"}] (pyproject.toml:12)',
        "min_confidence = 0.5 (environment variable TRUTH_MIN_CONFIDENCE)",
        'fail_on_kind = ["link", "path"] (TRUTH_FAIL_ON_KIND in .env)',
        'fail_on = "refuted" (default)',
        "baseline = none (default)",
    } <= set(lines)


def test_of_a_document(run: Run) -> None:
    lines = run("config", "docs/howto/a.md").out.splitlines()
    assert 'fail_on = "never" (pyproject.toml:14)' in lines
    assert 'exclude_kinds = ["link"] (pyproject.toml:15)' in lines
    assert 'fail_on = "refuted" (default)' in run("config", "README.md").out.splitlines()
    assert 'fail_on = "refuted" (default)' in run("config", "docs/howto").out.splitlines()


def test_of_a_document_from_a_variable(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_OVERRIDES", '[{"paths": ["*.md"], "fail_on": "never"}]')
    line = 'fail_on = "never" (overrides, environment variable TRUTH_OVERRIDES)'
    assert line in run("config", "README.md").out.splitlines()


def test_json(run: Run) -> None:
    content = json.loads(run("config", "docs/howto/a.md", "--json").out)
    assert (content["schema_version"], content["document"]) == (1, "docs/howto/a.md")
    assert list(content["settings"]) == list(EvaluatorConfig.model_fields)
    assert content["settings"]["fail_on"] == {"value": "never", "origin": "pyproject.toml:14"}
    assert content["settings"]["llm_model"] == {"value": None, "origin": "default"}
    assert json.loads(run("config", "--json").out)["document"] is None


def test_keys_and_passwords_are_not_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("TRUTH_LLM_API_KEY", SECRET)
    monkeypatch.setenv("TRUTH_LLM_BASE_URL", f"https://anna:{SECRET}@host.example/v1")
    for argv in ([], ["--json"]):
        assert SECRET not in run("config", *argv).out
    lines = run("config").out.splitlines()
    assert 'openai_api_key = "***" (environment variable OPENAI_API_KEY)' in lines
    assert 'llm_api_key = "***" (environment variable TRUTH_LLM_API_KEY)' in lines
    assert "anthropic_api_key = none (default)" in lines
    assert 'llm_base_url = "https://***@host.example/v1" (environment variable TRUTH_LLM_BASE_URL)' in lines


def test_control_characters_are_spelled_out(project: Path, run: Run) -> None:
    (project / "pyproject.toml").write_text('[tool.truthfulness-evaluator]\nexclude = ["\\u009b31m"]\n')
    assert "\x9b" not in run("config").out


@pytest.mark.parametrize(
    ("argv", "text", "sentence"),
    [
        (["config"], "fail_onn = 1", "Unknown setting 'fail_onn' (pyproject.toml [tool.truthfulness-evaluator])."),
        (
            ["config"],
            'fail_on_kind = ["lnik"]',
            "fail_on_kind is 'lnik' (pyproject.toml [tool.truthfulness-evaluator])",
        ),
        (
            ["README.md"],
            'overrides = [{paths = ["x"], exclude_kinds = ["lnik"]}]',
            "overrides.0.exclude_kinds is 'lnik' (pyproject.toml [tool.truthfulness-evaluator]): there is no such kind",
        ),
        (["config", "gone.md"], "", "There is no gone.md. Name a document or a folder."),
    ],
)
def test_usage_errors(project: Path, run: Run, argv: list[str], text: str, sentence: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.truthfulness-evaluator]\n{text}\n")
    ran = run(*argv)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"truth-eval: error: {sentence}")


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["docs/howto/a.md"], 0),
        (["README.md"], 1),
        (["docs/howto/a.md", "--fail-on", "refuted"], 1),
    ],
    ids=["path", "other-path", "flag"],
)
def test_the_gate_of_a_path(project: Path, run: Run, argv: list[str], code: int) -> None:
    (project / "pyproject.toml").write_text(MANIFEST.replace('fail_under = "b"\n', ""))
    ran = run(*argv)
    assert (ran.code, ran.out.count("REFUTED")) == (code, 1)


def test_kinds_that_are_excluded_for_a_path(project: Path, run: Run) -> None:
    (project / "pyproject.toml").write_text(MANIFEST.replace('["link"]', '["version"]'))
    ran = run("docs/howto/a.md")
    assert ran.out.startswith("Nothing to check in 1 document.")
    assert "1 claim was ignored as comments or settings ask." in ran.out
    assert "the settings exclude claims of the kind version here" in " ".join(
        run("explain", "docs/howto/a.md:1").out.split()
    )
    assert ": REFUTED " in run("README.md").out
