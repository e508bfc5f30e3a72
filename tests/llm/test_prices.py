"""Prices and guesses."""

import subprocess
import sys
from dataclasses import replace

import pytest

from llm.asking import PROMPT, SHAPE
from truthfulness_evaluator.llm.estimates import OutputGuess, estimate, tokens_of
from truthfulness_evaluator.llm.prices import cost

MILLION = 1_000_000
COSTS = {
    "openai": (cost("gpt-4o", "openai", MILLION, 0), 2.5),
    "answers": (cost("gpt-4o", "openai", 0, MILLION), 10.0),
    "cached": (cost("gpt-4o", "openai", MILLION, 0, cache_read=MILLION), 1.25),
    "anthropic": (cost("claude-sonnet-4-5", "anthropic", 100_000, 0), 0.3),
    "written to its cache": (cost("claude-sonnet-4-5", "anthropic", 100_000, 0, cache_write=100_000), 0.375),
    "read from it": (cost("claude-sonnet-4-5", "anthropic", 100_000, 0, cache_read=100_000), 0.03),
    "a proxy's model of OpenAI's": (cost("gpt-4o", "openai", MILLION, 0, base_url="http://localhost/v1"), 2.5),
    "a model of another make": (cost("qwen2.5:7b", "openai", MILLION, 0, base_url="http://localhost:11434/v1"), None),
    "a model that is not known": (cost("gpt-0-nano", "openai", MILLION, 0), None),
    "a provider that is not known": (cost("gpt-4o", "ollama", MILLION, 0), None),
}


@pytest.mark.parametrize("name", COSTS)
def test_costs(name: str) -> None:
    found, expected = COSTS[name]
    assert found == (None if expected is None else pytest.approx(expected))


def test_prices_are_not_looked_up_in_the_network() -> None:
    program = (
        "import socket\n"
        "def no(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = no; socket.getaddrinfo = no\n"
        "import threading\n"
        "from truthfulness_evaluator.llm.prices import cost\n"
        "print(cost('gpt-4o', 'openai', 1000000, 0), threading.active_count())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2.5", "1"]


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("word " * 80, 100), ("слово" * 10, 30), ("字" * 10, 6), ("straße", 2)]
)
def test_tokens(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_answers_are_guessed_by_what_was_seen() -> None:
    guess = OutputGuess()
    assert guess.of(PROMPT, SHAPE) == estimate(PROMPT, SHAPE)
    assert guess.margin(SHAPE) > 1.25, "before any was seen"
    guess.saw(PROMPT, SHAPE, 700)
    guess.saw(PROMPT, SHAPE, 300)
    assert guess.of(PROMPT, SHAPE) == (estimate(PROMPT, SHAPE)[0], 700)
    assert guess.margin(SHAPE) == 1.25


def test_an_answer_that_should_be_longer_is() -> None:
    guess = OutputGuess()
    short, long = (replace(PROMPT, answer_tokens=tokens) for tokens in (90, 360))
    assert estimate(short, SHAPE)[1] == 90
    guess.saw(short, SHAPE, 180)
    assert guess.of(long, SHAPE)[1] == 720
