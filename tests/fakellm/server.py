"""The server, run in a thread of this process."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType

from fakellm.handler import Handler, Server
from fakellm.names import Json
from fakellm.play import Play
from fakellm.requestlog import RequestLog
from fakellm.scenario import Scenario


class FakeLLM:
    """The server, run in a thread of this process.

    Args:
        scenario: What to answer.
        port: Port on 127.0.0.1 (0: any free one).
        log_path: JSON Lines file that gets one line a request.
        log_prompts: Also log the prompts and the answers.
    """

    def __init__(
        self,
        scenario: Scenario | None = None,
        *,
        port: int = 0,
        log_path: str | Path | None = None,
        log_prompts: bool = False,
    ) -> None:
        self._log_file = Path(log_path).open("a", encoding="utf-8") if log_path else None  # noqa: SIM115
        self.log = RequestLog(self._log_file)
        self.log_prompts = log_prompts
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._number = 0
        self.play = Play(scenario or Scenario())
        self._server = Server(("127.0.0.1", port), Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    # -- life cycle --------------------------------------------------------

    def start(self) -> FakeLLM:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if self._log_file:
            self._log_file.close()

    def __enter__(self) -> FakeLLM:
        return self.start()

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    # -- addresses ---------------------------------------------------------

    @property
    def url(self) -> str:
        """For ANTHROPIC_BASE_URL and ChatAnthropic(base_url=...)."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def openai_url(self) -> str:
        """For OPENAI_BASE_URL and ChatOpenAI(base_url=...)."""
        return f"{self.url}/v1"

    def environment(self) -> dict[str, str]:
        """Environment variables that send both vendors' clients here, and nothing to the web."""
        return {
            "OPENAI_API_KEY": "sk-fake",
            "OPENAI_BASE_URL": self.openai_url,
            "ANTHROPIC_API_KEY": "sk-ant-fake",
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_URL": self.url,
            "TRUTH_ENABLE_WEB_SEARCH": "false",
        }

    # -- behaviour ---------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        return self.play.scenario

    def use(self, scenario: Scenario) -> None:
        """Switch to another scenario; counters, limits and rounds start afresh."""
        self.play = Play(scenario)

    def stats(self) -> Json:
        return self.log.stats()

    def reset(self) -> None:
        """Forget the requests seen so far."""
        self.log.reset()

    def next_number(self) -> int:
        with self._lock:
            self._number += 1
            return self._number

    def wait(self, seconds: float) -> bool:
        """Wait, but no longer than the server runs."""
        return self._closing.wait(seconds)
