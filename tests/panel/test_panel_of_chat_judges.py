"""A panel of two chat models, over HTTP: they agree, dispute, follow each other, or fail."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fakellm import FakeLLM, Scenario
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.evidence.admit import Gate
from truthfulness_evaluator.judges.chat import ChatJudge
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.resources import Resources
from truthfulness_evaluator.models import Case, Claim, Document, Evidence, FailureKind, Verdict
from truthfulness_evaluator.panel.panel import Panel, PanelAnswer

GPT, CLAUDE = "gpt-4o", "anthropic:claude-sonnet-4-6"
S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO
SOURCE = Evidence(
    source="src/pool.py",
    source_type="filesystem",
    content="def open_pool():\n    return Pool(timeout=30)\n\ndef close_pool():\n    wait(timeout=5)",
    relevance_score=0.5,
)
CASES = [
    Case(Claim(id="open", text="A pool is opened with a timeout of 30.", source_document="README.md"), (SOURCE,)),
    Case(Claim(id="close", text="To close a pool takes 5 seconds at most.", source_document="README.md"), (SOURCE,)),
]
DISPUTED = {"claude-sonnet-4-6": [{"pattern": "opened", "verdict": "REFUTES", "confidence": 0.8}]}


@pytest.fixture(scope="module")
def server() -> Iterator[FakeLLM]:
    with FakeLLM(Scenario(), log_prompts=True) as llm:
        yield llm


@pytest.fixture
def asked(server: FakeLLM, no_settings: object, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PanelAnswer]:
    """What the panel says in `ice`, with a scenario."""
    monkeypatch.setenv("ANTHROPIC_API_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-1")

    def ask(**scenario: Any) -> PanelAnswer:
        server.use(Scenario.from_json({"citations": 1, "default_confidence": 0.8, **scenario}))
        server.reset()
        config = EvaluatorConfig(llm_base_url=server.openai_url, llm_api_key="sk-2", llm_timeout=5)
        resources = Resources.of(config, backoff_s=0.0)
        judges = [ChatJudge(ChatClient(name, config=config, resources=resources)) for name in (GPT, CLAUDE)]
        gate = Gate(Document(name="README.md", media_type="text/markdown", text=""))
        return asyncio.run(Panel(judges, "ice").ask(CASES, gate))

    return ask


def _rounds(server: FakeLLM) -> list[tuple[int, int]]:
    """By request, the round and how many claims."""
    return sorted((entry["round"], len(entry["claims"])) for entry in server.log.entries)


def test_who_agrees_is_asked_once(asked: Callable[..., PanelAnswer], server: FakeLLM) -> None:
    answer = asked()
    assert [(each.verdict, each.needs_review) for each in answer.results] == [(S, False), (S, False)]
    assert _rounds(server) == [(1, 2), (1, 2)]


def test_only_what_is_disputed_goes_on(asked: Callable[..., PanelAnswer], server: FakeLLM) -> None:
    """Neither gives in: after a round without a change it ends, undecided."""
    answer = asked(model_rules=DISPUTED)
    opened, closed = answer.results
    assert (opened.verdict, opened.needs_review) == (N, True)
    assert (closed.verdict, closed.rounds) == (S, 1)
    assert _rounds(server) == [(1, 2), (1, 2), (2, 1), (2, 1)]
    assert all(vote.critique for vote in opened.history[1].votes)


def test_a_change_with_a_new_quote_counts(asked: Callable[..., PanelAnswer]) -> None:
    rules = [{"action": "new_evidence", "models": ["claude-sonnet-4-6"]}]
    answer = asked(model_rules=DISPUTED, board_rules=rules)
    opened = answer.results[0]
    assert opened.verdict is S
    (flip,) = [flip for each in opened.history for flip in each.flips]
    assert (flip.judge, flip.before, flip.after, flip.counted) == (CLAUDE, R, S, True)


def test_a_change_without_a_quote_is_no_vote(asked: Callable[..., PanelAnswer]) -> None:
    answer = asked(model_rules=DISPUTED, board_rules=[{"action": "no_reason", "models": ["claude-sonnet-4-6"]}])
    opened = answer.results[0]
    assert opened.verdict is N
    failures = [failure for each in opened.history for failure in each.failures]
    assert {(each.judge, each.kind, each.claimed) for each in failures} == {(CLAUDE, FailureKind.BAD_ANSWER, S)}


def test_nobody_learns_who_the_others_are(asked: Callable[..., PanelAnswer], server: FakeLLM) -> None:
    asked(model_rules=DISPUTED, reason="So says {evidence}.", board_rules=[{"action": "keep"}])
    prompts = [entry["prompt"] for entry in server.log.entries]
    assert len(prompts) == 4
    assert not [prompt for prompt in prompts if "gpt-4o" in prompt or "claude" in prompt]


@pytest.mark.parametrize("kind", ["http_500", "invented_quote", "wrong_schema", "bad_key", "refusal"])
def test_a_judge_that_fails_leaves_no_verdict(kind: str, asked: Callable[..., PanelAnswer]) -> None:
    """Of two judges both are needed."""
    answer = asked(faults=[{"kind": kind, "models": ["gpt-4o"]}])
    assert answer.results == ()
    assert [(each.claim_id, [vote.judge for vote in each.votes]) for each in answer.unvalidated] == [
        ("open", [CLAUDE]),
        ("close", [CLAUDE]),
    ]
    assert {failure.judge for each in answer.unvalidated for failure in each.failures} == {GPT}
