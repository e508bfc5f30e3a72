"""Follows redirects by hand."""

from truthfulness_evaluator.net.asking import Answer
from truthfulness_evaluator.net.fetched import FetchError, FetchProblem
from truthfulness_evaluator.net.urls import Url, joined, without_query

MAX_REDIRECTS = 5
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


class Trail:
    """Where one goes for a page: from its address along the redirects, each read as strictly as the first address."""

    def __init__(self, start: Url) -> None:
        self.at = start
        self.is_redirected = False
        """Whether there was a redirect, followed or refused."""
        self._passed = [start]

    async def leads_on(self, answer: Answer) -> bool:
        """Whether an answer is a redirect; `at` is then where it leads.

        Raises:
            FetchError: BAD_URL, or TOO_MANY_REDIRECTS: the sixth, or back to where one was.
        """
        location = answer.headers.get("location", "")
        if answer.status not in _REDIRECTS or not location:
            return False
        self.is_redirected = True
        self.at = joined(answer.url, location)
        if len(self._passed) > MAX_REDIRECTS or self.at in self._passed:
            start = without_query(str(self._passed[0]))
            loops = "in a circle" if self.at in self._passed else f"more than {MAX_REDIRECTS} times"
            raise FetchError(FetchProblem.TOO_MANY_REDIRECTS, f"{start}: it redirects {loops}.")
        self._passed.append(self.at)
        await answer.skip()
        return True
