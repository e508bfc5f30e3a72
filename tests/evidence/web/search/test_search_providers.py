"""The search services that the settings name."""

import subprocess
import sys

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.evidence.web.search.brave import Brave
from truthfulness_evaluator.evidence.web.search.ddgs_search import Ddgs
from truthfulness_evaluator.evidence.web.search.providers import configured_providers
from truthfulness_evaluator.evidence.web.search.searxng import SearXNG
from truthfulness_evaluator.evidence.web.search.tavily import Tavily

pytestmark = pytest.mark.usefixtures("no_settings")


def test_without_settings_it_is_the_one_that_needs_none() -> None:
    assert configured_providers(EvaluatorConfig()) == [Ddgs()]


def test_all_in_the_order_of_preference() -> None:
    config = EvaluatorConfig(
        search_providers=["brave", "searxng", "ddgs", "tavily"],
        searxng_url="http://127.0.0.1:8888",
        tavily_api_key="t",
        brave_api_key="b",
    )
    providers = configured_providers(config)
    assert providers == [Brave("b"), SearXNG("http://127.0.0.1:8888"), Ddgs(), Tavily("t")]
    assert [each.name for each in providers] == config.search_providers


def test_one_that_has_an_address_or_a_key_goes_first() -> None:
    assert configured_providers(EvaluatorConfig(tavily_api_key="t")) == [Tavily("t"), Ddgs()]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "searxng",
            "search_providers names searxng (argument), and its address is not set. Set TRUTH_SEARXNG_URL, or leave "
            "searxng out; ddgs needs neither key nor address.",
        ),
        (
            "tavily",
            "search_providers names tavily (argument), and its key is not set. Set TAVILY_API_KEY, or leave tavily "
            "out; ddgs needs neither key nor address.",
        ),
        (
            "brave",
            "search_providers names brave (argument), and its key is not set. Set BRAVE_API_KEY, or leave brave out; "
            "ddgs needs neither key nor address.",
        ),
    ],
)
def test_one_that_lacks_what_it_needs(name: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        configured_providers(EvaluatorConfig(search_providers=["ddgs", name]))
    assert str(caught.value) == message


def test_what_is_not_asked_is_not_loaded() -> None:
    code = (
        "import sys\n"
        "from truthfulness_evaluator.core.config import EvaluatorConfig\n"
        "from truthfulness_evaluator.evidence.web.search.searching import Searching\n"
        "from truthfulness_evaluator.evidence.web.search.providers import configured_providers\n"
        "Searching(configured_providers(EvaluatorConfig()))\n"
        "print([name for name in ('httpx', 'ddgs', 'primp', 'lxml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
