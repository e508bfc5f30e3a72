"""One event loop, whoever asks: threads, programs with loops of their own, notebooks, forks, the end of the process."""

import asyncio
import os
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar

import pytest

from fakellm import FakeLLM
from truthfulness_evaluator.llm.loop import held_loop, is_on_held_loop, on_held_loop, run


async def where() -> tuple[asyncio.AbstractEventLoop, bool]:
    await asyncio.sleep(0)
    return asyncio.get_running_loop(), is_on_held_loop()


def test_all_threads_share_it() -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = [pool.submit(run, where()) for _ in range(16)]
    assert {wait.result() for wait in waits} == {(held_loop(), True)}


def test_a_running_loop_may_wait_or_await() -> None:
    async def notebook() -> list[tuple[asyncio.AbstractEventLoop, bool]]:
        assert not is_on_held_loop()
        return [run(where()), await on_held_loop(where())]

    assert set(asyncio.run(notebook()) + asyncio.run(notebook())) == {(held_loop(), True)}


def test_it_can_not_wait_for_itself() -> None:
    async def inside() -> object:
        return run(where())

    with pytest.raises(RuntimeError, match="would wait for itself"):
        run(inside())

    async def awaiting() -> bool:
        return (await on_held_loop(where()))[1]

    assert run(awaiting())


def test_errors_and_time_outs_of_the_coroutine_are_its_own() -> None:
    async def late() -> None:
        raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        run(late())


NAME: ContextVar[str] = ContextVar("NAME", default="nobody")


def test_context_variables_come_along() -> None:
    async def read() -> str:
        return NAME.get()

    token = NAME.set("me")
    try:
        assert run(read()) == "me"
    finally:
        NAME.reset(token)


def test_who_stops_waiting_cancels() -> None:
    cancelled = threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async def impatient() -> None:
        async with asyncio.timeout(0.05):
            await on_held_loop(long())

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert cancelled.wait(5)


PRELUDE = """
import asyncio, json, os, sys, threading
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.llm.asking import Prompt, Shape
from truthfulness_evaluator.llm.client import ChatClient
from truthfulness_evaluator.llm.loop import run
from truthfulness_evaluator.llm.resources import Resources

config = EvaluatorConfig(llm_timeout=20.0)
resources = Resources.of(config)
clients = [ChatClient(name, config=config, resources=resources) for name in ("gpt-4o", "claude-sonnet-4-6")]
shape = Shape("answer", {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"],
                         "additionalProperties": False}, '{"verdict": ""}')
prompt = Prompt("Judge.", "", "Claim c1: It is so [TRUE]")

async def ask():
    replies = await asyncio.gather(*(client.ask(prompt, shape) for client in clients * 3))
    return {reply.value["verdict"] for reply in replies}
"""
PROGRAMS = {
    "a script": "print(run(ask()))",
    "loops one after another": "print(asyncio.run(ask()) | asyncio.run(ask()))",
    "a notebook": """
        async def cell():
            return run(ask()) | await ask()
        print(asyncio.run(cell()))
    """,
    "threads": """
        found = []
        threads = [threading.Thread(target=lambda: found.append(run(ask()))) for _ in range(4)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        print(set().union(*found))
    """,
    "a fork": """
        first = run(ask())
        child = os.fork()
        if child == 0:
            again = Resources.of(config)
            clients = [ChatClient(name, config=config, resources=again) for name in ("gpt-4o", "claude-sonnet-4-6")]
            os._exit(0 if run(ask()) == first else 1)
        assert os.waitpid(child, 0)[1] == 0
        print(first | run(ask()))
    """,
    "an end in the middle": """
        print(run(ask()))
        threading.Thread(target=lambda: asyncio.run(asyncio.sleep(0.01)), daemon=True).start()
        sys.exit(0)
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, module_llm: FakeLLM) -> None:
    """With all warnings on: no connection, task or loop is left open, and nothing is said."""
    if name == "a fork" and not hasattr(os, "fork"):
        pytest.skip("no fork here")
    program = PRELUDE + textwrap.dedent(PROGRAMS[name])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "always::ResourceWarning", "-c", program],
        env={**os.environ, **module_llm.environment()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "{'SUPPORTS'}", "")
