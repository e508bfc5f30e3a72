"""One server for all tests of a module: a new address would cost each of them new clients."""

from collections.abc import Callable, Iterator

import pytest

from fakellm import FakeLLM, Scenario


@pytest.fixture(scope="module")
def module_llm() -> Iterator[FakeLLM]:
    with FakeLLM(log_prompts=True) as llm:
        yield llm


@pytest.fixture
def play(module_llm: FakeLLM) -> Callable[..., FakeLLM]:
    """The server, made to play a scenario, with an empty log."""

    def start(scenario: Scenario | None = None) -> FakeLLM:
        module_llm.use(scenario or Scenario())
        module_llm.reset()
        return module_llm

    return start
