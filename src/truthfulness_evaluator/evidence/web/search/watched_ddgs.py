"""The client of the library ddgs, with a record of what the search engines answered. Imported when a search runs."""

from typing import Any

from ddgs.base import BaseSearchEngine
from ddgs.ddgs import DDGS
from ddgs.exceptions import TimeoutException
from ddgs.http_client import HttpClient, Response

from truthfulness_evaluator.evidence.web.search.engine_pages import EnginePage


class WatchedDDGS(DDGS):
    """A DDGS that keeps the answers of the engines it asks. Should a version of the library make its engines elsewhere,
    nothing is kept, and its searches without results count as failed.

    Args:
        timeout: seconds that an engine may take.
    """

    def __init__(self, timeout: int) -> None:
        super().__init__(timeout=timeout)
        self.pages: list[EnginePage] = []
        """In the order of coming."""

    def _get_engines(self, category: str, backend: str) -> list[BaseSearchEngine[Any]]:
        engines = super()._get_engines(category, backend)
        for engine in engines:
            if not isinstance(engine.http_client, _WatchedClient):
                engine.http_client = _WatchedClient(engine.name, engine.http_client, self.pages)
        return engines


class _WatchedClient(HttpClient):
    def __init__(self, engine: str, watched: HttpClient, pages: list[EnginePage]) -> None:
        self.client = watched.client
        self._engine = engine
        self._pages = pages

    def request(self, *args: Any, **kwargs: Any) -> Response:
        try:
            response = super().request(*args, **kwargs)
        except Exception as error:
            self._pages.append(EnginePage(self._engine, timed_out=isinstance(error, TimeoutException)))
            raise
        self._pages.append(EnginePage(self._engine, response.status_code, response.text))
        return response
