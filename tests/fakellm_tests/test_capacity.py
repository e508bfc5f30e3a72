"""A provider's limits and their headers."""

import re
import time
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import anthropic
import openai
import pytest

from fakellm import Capacity, FakeLLM, Scenario
from fakellm.wire import duration
from fakellm_tests.clients import CLAUDE, OPENAI, make_client

MESSAGES: Any = [{"role": "user", "content": "x" * 400}]  # 100 tokens


@cache
def openai_client(url: str) -> Any:
    return openai.OpenAI(base_url=url, api_key="key", max_retries=0)


@cache
def anthropic_client(url: str) -> Any:
    return anthropic.Anthropic(base_url=url, api_key="key", max_retries=0)


def openai_reply(llm: FakeLLM, **options: Any) -> Any:
    create = openai_client(llm.openai_url).chat.completions.with_raw_response.create
    return create(**{"model": OPENAI, "messages": MESSAGES, **options})


def anthropic_reply(llm: FakeLLM, **options: Any) -> Any:
    create = anthropic_client(llm.url).messages.with_raw_response.create
    return create(**{"model": CLAUDE, "messages": MESSAGES, "max_tokens": 99, **options})


def test_openai_headers(llm: FakeLLM) -> None:
    llm.use(Scenario(capacity=(Capacity(requests_per_minute=60, tokens_per_minute=6000),)))
    answer = openai_reply(llm)
    used = 100 + answer.parse().usage.completion_tokens
    headers = answer.headers
    assert headers["x-ratelimit-limit-requests"] == "60"
    assert headers["x-ratelimit-remaining-requests"] == "59"
    assert headers["x-ratelimit-limit-tokens"] == "6000"
    assert 6000 - used <= int(headers["x-ratelimit-remaining-tokens"]) < 6000
    assert re.fullmatch(r"\d+ms|1s", headers["x-ratelimit-reset-requests"])
    assert re.fullmatch(r"\d+ms|1(\.\d+)?s", headers["x-ratelimit-reset-tokens"])


def test_anthropic_headers(llm: FakeLLM) -> None:
    llm.use(Scenario(capacity=(Capacity(requests_per_minute=60, tokens_per_minute=600),)))
    headers = anthropic_reply(llm).headers
    assert headers["anthropic-ratelimit-requests-limit"] == "60"
    assert headers["anthropic-ratelimit-requests-remaining"] == "59"
    assert headers["anthropic-ratelimit-tokens-limit"] == "600"
    assert headers["anthropic-ratelimit-input-tokens-remaining"].isdigit()
    reset = datetime.fromisoformat(headers["anthropic-ratelimit-tokens-reset"])
    assert timedelta(seconds=5) < reset - datetime.now(UTC) < timedelta(seconds=20)


def test_without_capacity_there_are_no_headers(llm: FakeLLM) -> None:
    assert not [name for name in openai_reply(llm).headers if "ratelimit" in name]


VENDORS: list[tuple[str, str, set[str]]] = [
    ("openai", "vendor", {"retry-after", "retry-after-ms"}),
    ("openai", "seconds", {"retry-after"}),
    ("openai", "ms", {"retry-after-ms"}),
    ("openai", "none", set()),
    ("anthropic", "vendor", {"retry-after"}),
    ("anthropic", "both", {"retry-after", "retry-after-ms"}),
]


@pytest.mark.parametrize(("vendor", "style", "expected"), VENDORS)
def test_requests_beyond_the_limit(llm: FakeLLM, vendor: str, style: str, expected: set[str]) -> None:
    limit = Capacity(requests_per_minute=6, burst_s=10, retry_after=style)
    llm.use(Scenario(capacity=(limit,)))
    reply = openai_reply if vendor == "openai" else anthropic_reply
    reply(llm)
    with pytest.raises((openai.RateLimitError, anthropic.RateLimitError)) as caught:
        reply(llm)
    error: Any = caught.value
    headers = error.response.headers
    waits = {name: int(headers[name]) for name in headers if name.startswith("retry-after")}
    assert set(waits) == expected
    assert 5 < waits.get("retry-after", 10) <= 10
    assert 5000 < waits.get("retry-after-ms", 10000) <= 10000
    assert llm.stats()["by_fault"] == {"None": 1, "capacity": 1}


def test_tokens_beyond_the_limit(llm: FakeLLM) -> None:
    llm.use(Scenario(capacity=(Capacity(tokens_per_minute=150),)))
    openai_reply(llm)
    with pytest.raises(openai.RateLimitError, match="tokens per min") as caught:
        openai_reply(llm)
    assert caught.value.type == "tokens"
    headers = caught.value.response.headers
    assert int(headers["x-ratelimit-remaining-tokens"]) < 100
    assert 5 < int(headers["retry-after"]) <= 22  # 54 tokens are missing, 2.5 come a second


def test_a_prompt_that_never_fits_names_no_wait(llm: FakeLLM) -> None:
    llm.use(Scenario(capacity=(Capacity(tokens_per_minute=90),)))
    with pytest.raises(openai.RateLimitError, match="too large") as caught:
        openai_reply(llm)
    assert "retry-after" not in caught.value.response.headers
    with pytest.raises(anthropic.RateLimitError, match="90 tokens per minute"):
        anthropic_reply(llm)


def test_the_clients_own_retries_wait_as_told(llm: FakeLLM) -> None:
    llm.use(Scenario(capacity=(Capacity(requests_per_minute=120, burst_s=0.5),)))
    client = make_client("chat", llm, max_retries=3)
    started = time.monotonic()
    for _ in range(3):
        client.invoke("hello")
    assert 0.9 < time.monotonic() - started < 5
    assert llm.stats()["by_status"]["200"] == 3


def test_each_model_has_its_own_limit(llm: FakeLLM) -> None:
    small = Capacity(requests_per_minute=1, models=("small",))
    llm.use(Scenario(capacity=(small, Capacity(requests_per_minute=2, burst_s=60))))
    for model, admitted in [("small", 1), (OPENAI, 2), ("other", 2)]:
        for _ in range(admitted):
            openai_reply(llm, model=model)
        with pytest.raises(openai.RateLimitError):
            openai_reply(llm, model=model)


def test_latency_grows_with_the_prompt(llm: FakeLLM) -> None:
    llm.use(Scenario(latency_per_1k_tokens_s=2.0))

    def seconds(tokens: int) -> float:
        started = time.monotonic()
        openai_reply(llm, messages=[{"role": "user", "content": "x" * 4 * tokens}])
        return time.monotonic() - started

    assert seconds(250) - seconds(5) > 0.3  # 0.49 by rule


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0ms"),
        (0.12, "120ms"),
        (0.9999, "1s"),
        (8.64, "8.64s"),
        (59.999, "1m0s"),
        (119.7, "2m0s"),
        (360, "6m0s"),
    ],
)
def test_durations_as_openai_writes_them(seconds: float, text: str) -> None:
    assert duration(seconds) == text
