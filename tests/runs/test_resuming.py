from pathlib import Path

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.models.run import Run, RunDocument
from truthfulness_evaluator.runs.resuming import settings_to_finish, unfinished
from truthfulness_evaluator.store.recording import kept_settings


def run_of(config: EvaluatorConfig) -> Run:
    return Run(id="1a2b3c4d", started_at="", settings=kept_settings(config))


def test_what_is_left() -> None:
    done, half = (TruthfulnessReport(source_document="a.md", status=status) for status in ("complete", "incomplete"))
    contents = tuple(RunDocument(name="a.md", text="", report=report) for report in (done, half, None))
    assert unfinished(Run(id="1a2b3c4d", started_at="", contents=contents)) == {1: contents[1], 2: contents[2]}


@pytest.mark.usefixtures("no_settings")
def test_settings_are_those_of_the_run_and_keys_those_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(EvaluatorConfig(consensus_method="ice", llm_api_key="old", max_cost=2.0, fail_on="never"))
    monkeypatch.setenv("TRUTH_LLM_API_KEY", "new")
    monkeypatch.setenv("TRUTH_CONSENSUS_METHOD", "simple")
    monkeypatch.setenv("TRUTH_MAX_EVIDENCE_ITEMS", "9")
    monkeypatch.setenv("TRUTH_DATA_FILE", "today.sqlite3")
    config = settings_to_finish(run)
    assert (config.consensus_method, config.max_cost, config.fail_on) == ("ice", 2.0, "never")
    assert (config.max_evidence_items, config.llm_api_key, config.data_file) == (5, "new", "today.sqlite3")


@pytest.mark.usefixtures("no_settings")
def test_models_of_the_defaults_stay_defaults() -> None:
    """Whose key is missing is then left out; one that was named must be there."""
    assert settings_to_finish(run_of(EvaluatorConfig())).origins["verification_models"] == "default"
    named = EvaluatorConfig(verification_models=["gpt-4o"])
    assert settings_to_finish(run_of(named)).origins["verification_models"] == "argument"


@pytest.mark.parametrize(
    ("today", "address"),
    [
        ("http://ann:rain@host/v1", "http://ann:rain@host/v1"),
        ("http://bob:snow@host/v1", "http://bob:snow@host/v1"),
        ("http://elsewhere/v1", "http://host/v1"),
    ],
    ids=["the same", "another password", "another host"],
)
def test_passwords_of_addresses_are_those_of_today(
    no_settings: Path, monkeypatch: pytest.MonkeyPatch, today: str, address: str
) -> None:
    run = run_of(EvaluatorConfig(llm_base_url="http://ann:rain@host/v1"))
    monkeypatch.setenv("TRUTH_LLM_BASE_URL", today)
    assert settings_to_finish(run).llm_base_url == address


@pytest.mark.usefixtures("no_settings")
def test_a_setting_that_is_unknown_is_left_out() -> None:
    run = Run(id="1a2b3c4d", started_at="", settings={"of_another_version": 1, "max_evidence_items": 3})
    assert settings_to_finish(run).max_evidence_items == 3
