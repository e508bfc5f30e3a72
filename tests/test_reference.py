"""The documented interface: its examples run as written, and what it states of each name holds.

Rules with many rows have their tables beside the package: `core/test_grading`, `core/test_config`,
`llm/test_providers`, `llm/test_factory`, `models/`.
"""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI
from pydantic_settings import BaseSettings

from truthfulness_evaluator.core import grading
from truthfulness_evaluator.core.config import EvaluatorConfig, get_config
from truthfulness_evaluator.llm.factory import create_chat_model
from truthfulness_evaluator.models import Claim, TruthfulnessReport, Verdict, VerificationResult

pytestmark = pytest.mark.usefixtures("no_settings")

EXAMPLES = (Path(__file__).parent / "fixtures" / "reference_examples.md").read_text(encoding="utf-8")
CLAIMS = [
    Claim(id="c1", text="The sky is blue.", source_document="essay.md"),
    Claim(id="c2", text="The sea is dry.", source_document="essay.md"),
]
RESULTS = [
    VerificationResult(claim_id="c1", verdict=Verdict.SUPPORTS, confidence=0.9, explanation="It is."),
    VerificationResult(claim_id="c2", verdict=Verdict.REFUTES, confidence=0.8, explanation="It is wet."),
]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", EXAMPLES, re.DOTALL | re.MULTILINE)


def run(number: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The names that an example leaves behind."""
    monkeypatch.setenv("OPENAI_API_KEY", "dummy")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "dummy")
    names: dict[str, object] = {"extracted_claims": CLAIMS, "verification_results": RESULTS}
    exec(compile(blocks("python")[number], f"example {number}", "exec"), names)
    return names


CONFIGURED = {
    "llm_provider": "openai",
    "llm_model": "gpt-4o",
    "llm_temperature": 0.0,
    "web_search_enabled": True,
    "enable_web_search": True,
    "max_web_results": 10,
}


def test_there_is_no_further_example() -> None:
    assert (len(blocks("python")), len(blocks("env"))) == (3, 1)


def test_example_of_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    config = run(0, monkeypatch)["config"]
    assert isinstance(config, EvaluatorConfig)
    assert config.model_dump(include=set(CONFIGURED)) == CONFIGURED


def test_example_of_the_environment(monkeypatch: pytest.MonkeyPatch, no_settings: Path) -> None:
    lines = blocks("env")[0].split()
    (no_settings / ".env").write_text("\n".join(lines), encoding="utf-8")
    assert get_config().model_dump(include=set(CONFIGURED)) == CONFIGURED
    (no_settings / ".env").unlink()
    for line in lines:
        name, _, value = line.partition("=")
        monkeypatch.setenv(name, value)
    assert get_config().model_dump(include=set(CONFIGURED)) == CONFIGURED


def test_example_of_the_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def noted(*given: object, **named: object) -> object:
        made.append(cast("Callable[..., object]", create_chat_model)(*given, **named))
        return made[-1]

    monkeypatch.setattr("truthfulness_evaluator.llm.factory.create_chat_model", noted)
    assert run(1, monkeypatch)["llm"] is made[2]
    first, second, third = made
    assert isinstance(first, ChatOpenAI)
    assert isinstance(second, ChatAnthropic)
    assert isinstance(third, ChatOpenAI)
    assert (first.model_name, first.temperature) == ("gpt-4o", 0.0)
    assert (second.model, second.temperature) == ("claude-3-5-sonnet-20241022", 0.2)
    assert (third.model_name, third.openai_api_base) == ("qwen2.5:7b", "http://localhost:11434/v1")


def test_example_of_the_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(2, monkeypatch)
    report = names["report"]
    assert (names["grade"], names["verified"], grading.is_verified("true")) == ("B", False, True)
    assert isinstance(report, TruthfulnessReport)
    assert (report.source_document, report.overall_grade) == ("essay.md", "D")  # 1/2 x 0.85 is 0.425
    assert (report.claims, report.verifications, report.unvalidated_claims) == (CLAIMS, RESULTS, [])


def test_kinds_of_things() -> None:
    assert issubclass(EvaluatorConfig, BaseSettings)
    assert type(get_config()) is EvaluatorConfig
    assert "model_post_init" in vars(EvaluatorConfig)


def test_names_of_arguments() -> None:
    def names(function: Callable[..., object]) -> list[str]:
        return list(inspect.signature(function).parameters)

    assert names(grading.is_verified)[:2] == ["result", "confidence_threshold"]
    assert names(grading.calculate_grade)[:2] == ["verifications", "confidence_threshold"]
    assert names(grading.calculate_statistics) == ["claims", "verifications"]
    assert names(grading.generate_summary) == ["grade", "statistics"]
    assert names(create_chat_model)[:2] == ["model_name", "temperature"]
    assert set(names(grading.build_report)) >= {
        "source_document",
        "claims",
        "verifications",
        "results",
        "confidence_threshold",
        "grade",
        "summary",
    }
