"""The embedded judge loads its model when it is first asked, and once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from nli_fakes import Loader, WordModel, word_judge
from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.judges.named import load_models, named_judge
from truthfulness_evaluator.judges.nli import NliJudge
from truthfulness_evaluator.models import Case, Claim, Evidence, Fact, Verdict
from truthfulness_evaluator.nli.estimate import EntailmentModel

PASSAGE = Evidence(source="a.md", source_type="knowledge_base", content="The ferry sails daily.", relevance_score=1)
PROSE = Claim(id="1", text="The ferry sails daily.", source_document="b.md", kind="prose")
OPTION = Claim(
    id="2", text="--jobs", source_document="b.md", kind="cli_option", fact=Fact(kind="cli_option", subject="a")
)
OPINION = PROSE.model_copy(update={"id": "3", "unverifiable": "opinion"})


def test_many_threads_share_one_model() -> None:
    class Slow(Loader):
        def __call__(self) -> WordModel:
            sleep(0.05)
            return super().__call__()

    loader = Slow()
    judge = NliJudge(load=loader)
    assert loader.loads == 0
    with ThreadPoolExecutor(4) as threads:
        models = [each.result() for each in [threads.submit(lambda: judge.model) for _ in range(4)]]
    assert loader.loads == 1
    assert all(each is loader.model for each in models)


@pytest.mark.parametrize(
    ("case", "loads"),
    [
        pytest.param(Case(PROSE, (PASSAGE,)), 1, id="prose with a passage"),
        pytest.param(Case(PROSE), 0, id="prose without one"),
        pytest.param(Case(OPTION, (PASSAGE,)), 0, id="a fact"),
        pytest.param(Case(OPINION, (PASSAGE,)), 0, id="an opinion"),
    ],
)
def test_it_is_loaded_where_a_case_needs_it(case: Case, loads: int) -> None:
    loader = Loader()
    load_models([NliJudge(load=loader)], [case])
    assert loader.loads == loads


def test_a_model_that_is_not_there_is_an_error_of_the_run() -> None:
    def nothing() -> EntailmentModel:
        raise MissingPartError("it is not there.")

    with pytest.raises(MissingPartError, match="it is not there"):
        load_models([NliJudge(load=nothing)], [Case(PROSE, (PASSAGE,))])


def test_its_votes_bear_its_name() -> None:
    judge = word_judge("nli:a/b")
    outcome = asyncio.run(judge.judge([Case(PROSE, (PASSAGE,))]))[0].answer
    assert (outcome.judge, getattr(outcome, "verdict", None)) == ("nli:a/b", Verdict.SUPPORTS)


def test_a_larger_model_may_read_any_language() -> None:
    assert (named_judge("nli").english, named_judge("nli:a/b").english) == (True, False)


def test_a_larger_model_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="nli:no/such"):
        _ = named_judge("nli:no/such", offline=True).model
