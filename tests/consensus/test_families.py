import pytest

from truthfulness_evaluator.consensus.families import family, shared
from truthfulness_evaluator.consensus.weighted import weighted
from truthfulness_evaluator.models import Verdict, Vote


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (
            "gpt",
            "gpt-4o openai:gpt-4o-mini o3 o1-mini o4-mini chatgpt-4o-latest ft:gpt-4o:org openai/gpt-oss-120b gpt4",
        ),
        ("claude", "claude-sonnet-4-5 anthropic:claude-3-5-haiku us.anthropic.claude-opus-4-v1:0 Claude-2"),
        ("qwen", "qwen2.5:7b ollama:qwen3 Qwen/Qwen2.5-72B-Instruct qwq-32b openai:qwen2.5:7b"),
        ("llama", "llama3.1:8b meta-llama/Llama-3.3-70B groq:llama-3.3-70b-versatile codellama:13b"),
        ("gemma", "gemma3n google/gemma-2-9b-it codegemma"),
        ("gemini", "google-genai:gemini-2.5-pro gemini-2.0-flash"),
        ("mistral", "mistral-large-latest mistralai:mixtral-8x7b codestral-2501 mistralai/Ministral-8B"),
        ("deepseek", "deepseek-chat deepseek:deepseek-reasoner deepseek-r1-distill-llama-70b"),
        ("phi", "phi3 microsoft/Phi-4"),
        ("facts", "facts"),
        ("solo1-7b", "solo1-7b openai:solo1-7b"),
        ("in-house", "in-house"),
        ("in-house-2", "in-house-2"),
        ("anna", "anna"),
    ],
)
def test_the_family_is_read_from_the_name(line: str, names: str) -> None:
    assert {name: family(name) for name in names.split()} == dict.fromkeys(names.split(), line)


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ({}, {}),
        ({"gpt-4o": 1.0, "claude-x": 1.0}, {"gpt-4o": 1.0, "claude-x": 1.0}),
        ({"gpt-4o": 1.0, "o3": 2.0, "claude-x": 1.0}, {"gpt-4o": 0.5, "o3": 1.0, "claude-x": 1.0}),
        ({"anna": 1.0, "bert": 1.0}, {"anna": 1.0, "bert": 1.0}),
    ],
    ids=["none", "one each", "two of one family", "unknown names"],
)
def test_a_family_shares_one_weight(weights: dict[str, float], expected: dict[str, float]) -> None:
    assert shared(weights) == expected


def test_two_of_a_family_do_not_outvote_one_of_another() -> None:
    def said(judge: str, verdict: Verdict) -> Vote:
        return Vote(judge=judge, verdict=verdict, confidence=0.9)

    kin = [said("gpt-4o", Verdict.SUPPORTS), said("gpt-4o-mini", Verdict.SUPPORTS), said("claude-x", Verdict.REFUTES)]
    strangers = [said("gpt-4o", Verdict.SUPPORTS), said("qwen3", Verdict.SUPPORTS), said("claude-x", Verdict.REFUTES)]
    found = [weighted(kin), weighted(strangers)]
    assert [each and each.verdict for each in found] == [Verdict.NOT_ENOUGH_INFO, Verdict.SUPPORTS]
