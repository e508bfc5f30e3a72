from collections.abc import Iterator

import pytest

from fakellm import FakeLLM, Scenario


@pytest.fixture(scope="session")
def _server() -> Iterator[FakeLLM]:
    """One server for all tests: clients of one address share connections, and making those is slow."""
    with FakeLLM(log_prompts=True) as server:
        yield server


@pytest.fixture
def llm(_server: FakeLLM) -> FakeLLM:
    """The server as if it had just started."""
    _server.use(Scenario())
    _server.reset()
    return _server
