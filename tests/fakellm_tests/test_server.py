"""The server against the real clients: answers, faults, limits, the log."""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import anthropic
import openai
import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import tool
from pydantic import BaseModel

from fakellm import AgentStep, FakeLLM, Fault, Scenario, VerdictRule
from fakellm_tests.clients import CLIENTS, Judgment, ask, make_client


class Claim(BaseModel):
    text: str
    claim_type: Literal["explicit", "implicit"]


class Claims(BaseModel):
    """Claims of a document."""

    claims: list[Claim]


DOCUMENT = """Extract all factual claims from the following text:

Water boils at 100 degrees. [TRUE] The moon is made of cheese. [FALSE]
This sentence has no marker at all.

Identify claims that can be objectively verified."""


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
@pytest.mark.parametrize("kind", CLIENTS)
def test_structured_output(llm: FakeLLM, kind: str, method: str) -> None:
    client = make_client(kind, llm)
    claims = ask(client, Claims, DOCUMENT, method)
    assert [c.text for c in claims.claims] == [
        "Water boils at 100 degrees. [TRUE]",
        "The moon is made of cheese. [FALSE]",
    ]
    prompt = "CLAIM TO VERIFY:\nThe moon is cheese [FALSE]"
    assert ask(client, Judgment, prompt, method).verdict == "REFUTES"
    assert ask(client, Judgment, "Claim: Water is wet [TRUE]", method).verdict == "SUPPORTS"
    stats = llm.stats()
    assert stats["requests"] == 3
    assert stats["by_task"] == {"extract": 1, "judge": 2}


@pytest.mark.parametrize("kind", CLIENTS)
def test_agent_calls_tools_then_answers(llm: FakeLLM, kind: str) -> None:
    @tool
    def grep(pattern: str) -> str:
        """Search for a pattern."""
        return f"found {pattern}"

    llm.use(Scenario(agent=(AgentStep("grep", {"pattern": "{keyword}"}), AgentStep(answer="end"))))
    client = make_client(kind, llm).bind_tools([grep])
    messages: list[Any] = [("user", "Claim: The sky is turquoise [TRUE]")]
    reply = client.invoke(messages)
    assert reply.tool_calls[0]["args"] == {"pattern": "turquoise"}
    messages += [reply, grep.invoke(reply.tool_calls[0])]
    assert client.invoke(messages).text == "end"


@pytest.mark.parametrize("kind", CLIENTS)
def test_streaming(llm: FakeLLM, kind: str) -> None:
    chunks = list(make_client(kind, llm).stream("Claim: so it is [FALSE]"))
    assert "".join(c.text for c in chunks) == "REFUTES (0.95)"


def test_anthropic_overloaded_is_529(llm: FakeLLM) -> None:
    llm.use(Scenario(faults=(Fault("http_529"),)))
    with pytest.raises(anthropic.APIStatusError) as caught:
        make_client("anthropic", llm).invoke("hello")
    assert caught.value.status_code == 529


def test_rate_limit_says_when_to_retry(llm: FakeLLM) -> None:
    llm.use(Scenario(requests_per_minute=1, retry_after_s=7))
    client = make_client("chat", llm)
    client.invoke("hello")
    with pytest.raises(openai.RateLimitError) as caught:
        client.invoke("hello")
    assert caught.value.response.headers["retry-after"] == "7"


def test_keys_and_models(llm: FakeLLM) -> None:
    llm.use(Scenario(valid_keys=("other",)))
    with pytest.raises(openai.AuthenticationError):
        make_client("chat", llm).invoke("hello")
    with pytest.raises(anthropic.AuthenticationError):
        make_client("anthropic", llm).invoke("hello")
    llm.use(Scenario(known_models=("gpt-none",)))
    with pytest.raises(openai.NotFoundError):
        make_client("responses", llm).invoke("hello")


def test_models_disagree(llm: FakeLLM) -> None:
    llm.use(Scenario(model_rules={"gpt-4o": (VerdictRule("moon", "REFUTES", 0.6),)}))
    prompt = "Claim: The moon is there [TRUE]"
    verdicts = [ask(make_client(kind, llm), Judgment, prompt).verdict for kind in ("chat", "anthropic")]
    assert verdicts == ["REFUTES", "SUPPORTS"]


def test_latency_and_peak_concurrency() -> None:
    async def burst(client: BaseChatModel) -> None:
        await asyncio.gather(*(client.ainvoke("hello") for _ in range(5)))

    with FakeLLM(Scenario(latency_s=0.5)) as llm:
        client = make_client("chat", llm)
        started = time.monotonic()
        asyncio.run(burst(client))
        assert time.monotonic() - started < 2.5  # what five take one after the other
        assert llm.stats()["peak_in_flight"] == 5


def test_fault_window_models_and_tasks(llm: FakeLLM) -> None:
    llm.use(Scenario(faults=(Fault("http_500", models=("gpt-4o",), tasks=("chat",), last=1),)))
    client = make_client("chat", llm)
    with pytest.raises(openai.InternalServerError):
        client.invoke("hello")
    assert client.invoke("hello").text
    assert make_client("anthropic", llm).invoke("hello").text


def test_error_rate_is_repeatable(llm: FakeLLM) -> None:
    def run() -> list[int]:
        llm.use(Scenario(seed=3, faults=(Fault("http_500", rate=0.5),)))
        llm.reset()
        client = make_client("chat", llm)
        for _ in range(20):
            with contextlib.suppress(openai.InternalServerError):
                client.invoke("hello")
        return [e["status"] for e in llm.log.entries]

    first = run()
    assert set(first) == {200, 500}
    assert run() == first


def test_log_file_and_control_paths(tmp_path: Path) -> None:
    log = tmp_path / "requests.jsonl"
    with FakeLLM(log_path=log, log_prompts=True) as llm:
        make_client("chat", llm).invoke("hello there")
        with urllib.request.urlopen(f"{llm.url}/_fake/stats") as reply:
            assert json.load(reply)["requests"] == 1
        bad = urllib.request.Request(f"{llm.url}/_fake/scenario", b'{"latncy_s": 1}')
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(bad)
        assert "latncy_s" in caught.value.read().decode()
    (entry,) = [json.loads(line) for line in log.read_text().splitlines()]
    assert entry["prompt"] == "hello there"
    assert entry["prompt_tokens"] == 3


@pytest.mark.parametrize("start", [["-m", "fakellm"], ["fakellm"]], ids=["module", "path"])
def test_starts_as_a_program(tmp_path: Path, start: list[str]) -> None:
    root = Path(__file__).parents[1]
    scenario = tmp_path / "scenario.json"
    scenario.write_text('{"default_verdict": "REFUTES"}')
    command = [sys.executable, *start, "--port", "0", "--scenario", str(scenario)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        exports = [process.stdout.readline().split() for _ in range(5)]
        url = dict(line[1].split("=", 1) for line in exports)["OPENAI_BASE_URL"]
        body = {"model": "m", "messages": [{"role": "user", "content": "Claim: so it is"}]}
        request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode())
        with urllib.request.urlopen(request) as reply:
            message = json.load(reply)["choices"][0]["message"]
        process.terminate()
    assert message["content"] == "REFUTES (0.80)"


def test_scenario_from_json() -> None:
    scenario = Scenario.from_json(
        {
            "rules": [{"pattern": "moon", "verdict": "REFUTES"}],
            "board_rules": [{"action": "majority", "models": ["a"], "rounds": [2]}],
            "capacity": {"tokens_per_minute": 1000, "models": ["a"]},
            "claim_pattern": ["a(.)", "b(.)"],
            "obey": ["a"],
            "faults": [{"kind": "missing_ids", "count": 2}],
        }
    )
    assert scenario.board_rules[0].rounds == (2,)
    assert scenario.capacity[0].models == ("a",)
    assert scenario.claim_pattern == ("a(.)", "b(.)")
    assert [scenario.obeys(model) for model in ("a", "b")] == [True, False]
    assert scenario.faults[0].count == 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"latncy_s": 1}, "latncy_s"),
        ({"board_rules": [{"action": "flip"}]}, "unknown board action"),
        ({"capacity": {"retry_after": "days"}}, "unknown retry_after"),
        ({"faults": [{"kind": "http_501"}]}, "unknown fault"),
        ({"faults": [{"kind": "drop", "model": "a"}]}, "unknown key"),
    ],
)
def test_mistakes_in_a_scenario_are_errors(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Scenario.from_json(data)


def test_the_fixture_starts_servers(fake_llm: Callable[[Scenario], FakeLLM]) -> None:
    servers = [fake_llm(Scenario(default_verdict=verdict)) for verdict in ("SUPPORTS", "REFUTES")]
    texts = [make_client("chat", llm).invoke("Claim: so it is").text for llm in servers]
    assert texts == ["SUPPORTS (0.80)", "REFUTES (0.80)"]
