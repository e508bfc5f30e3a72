"""Rounds of real chat judges, over HTTP, against a server that plays judges of all characters."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from fakellm import FakeLLM, Scenario
from truthfulness_evaluator.consensus.ice import CIRCLES
from truthfulness_evaluator.consensus.review import CONFLICT
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.judges.chat import ChatJudge
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.models import Case, Claim, Document, Evidence, FailureKind, Verdict
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer

S, R = Verdict.SUPPORTS, Verdict.REFUTES
GATE = Gate(Document(name="README.md", media_type="text/markdown", text="# A"))
MODELS = ("gpt-4o", "qwen3", "llama3")
PASSAGES = tuple(
    Evidence(source=source, source_type="filesystem", content=content, relevance_score=1)
    for source, content in [
        ("pool.py", "# The pool is opened with a timeout of 30 seconds.\n# A pool closes after its last worker."),
        ("log.py", "# The log is rotated daily at noon.\n# What was rotated is kept for a week."),
    ]
)
CASES = [
    Case(Claim(id=text, text=text, source_document="README.md"), PASSAGES)
    for text in ("The pool is opened with a timeout of 30.", "The log is rotated daily.")
]
DISSENT = {"qwen3": [{"pattern": "rotated", "verdict": "REFUTES", "confidence": 0.8}]}


@pytest.fixture(scope="module")
def server() -> Iterator[FakeLLM]:
    with FakeLLM(Scenario(), log_prompts=True) as llm:
        yield llm


def _ask(server: FakeLLM, scenario: dict[str, Any], **settings: Any) -> PanelAnswer:
    server.use(Scenario.from_json({"model_rules": DISSENT, "citations": 1, **scenario}))
    server.reset()
    config = EvaluatorConfig(llm_base_url=server.openai_url, llm_api_key="sk-1", llm_timeout=5)
    resources = Resources.of(config, backoff_s=0.0)
    judges = [ChatJudge(ChatClient(name, config=config, resources=resources)) for name in MODELS]
    return asyncio.run(Panel(judges, "ice", **settings).ask(CASES, GATE))


@pytest.mark.usefixtures("no_settings")
@pytest.mark.parametrize(
    ("rule", "verdicts", "rounds", "counted", "reason"),
    [
        pytest.param({"action": "keep"}, (S, R, S), 2, [], CONFLICT, id="keeps"),
        pytest.param({"action": "majority"}, (S, R, S), 2, [False], CONFLICT, id="gives in"),
        pytest.param({"action": "new_evidence"}, (S, S, S), 2, [True], "", id="is convinced"),
        pytest.param({"action": "no_reason"}, (S, R, S), 2, [], CONFLICT, id="says no reason: no vote"),
        pytest.param(
            {"action": "oscillate", "models": list(MODELS)}, (S, R, S), 3, [True] * 6, CIRCLES, id="all waver"
        ),
    ],
)
def test_characters(
    server: FakeLLM,
    rule: dict[str, Any],
    verdicts: tuple[Verdict, ...],
    rounds: int,
    counted: list[bool],
    reason: str,
) -> None:
    agreed, disputed = _ask(server, {"board_rules": [{"models": ["qwen3"], **rule}]}).results
    assert (agreed.verdict, agreed.rounds, agreed.history) == (S, 1, [])
    assert (disputed.verdict, disputed.rounds, disputed.review_reason) == (S, rounds, reason)
    assert disputed.model_votes == dict(zip(MODELS, verdicts, strict=True))
    assert [flip.counted for each in disputed.history for flip in each.flips] == counted
    for vote in [*disputed.votes, *(vote for each in disputed.history for vote in each.votes)]:
        for cited in vote.citations:
            assert cited.span is not None
            assert disputed.evidence[cited.evidence_index].content[slice(*cited.span)] == cited.quote


@pytest.mark.usefixtures("no_settings")
def test_nobody_is_named_in_a_prompt(server: FakeLLM) -> None:
    _ask(server, {})
    prompts = [str(entry["prompt"]) for entry in server.log.entries if entry["board"]]
    assert len(prompts) == len(MODELS)
    assert not [name for name in MODELS for prompt in prompts if name in prompt]


@pytest.mark.usefixtures("no_settings")
@pytest.mark.parametrize(
    ("models", "has_result"), [(["llama3"], True), (["gpt-4o", "llama3"], False)], ids=["one of three", "two of three"]
)
def test_a_spent_quota(server: FakeLLM, models: list[str], has_result: bool) -> None:
    answer = _ask(server, {"faults": [{"kind": "quota", "models": models}]})
    given = [*answer.results, *answer.unvalidated]
    assert (len(answer.results), len(answer.unvalidated)) == ((2, 0) if has_result else (0, 2))
    assert {(failure.judge, failure.kind) for each in given for failure in each.failures} == {
        (name, FailureKind.QUOTA) for name in models
    }
