"""The run that an evaluator of a program is."""

from pathlib import Path

import pytest

from truthfulness_evaluator import (
    Document,
    Evaluator,
    EvaluatorConfig,
    FailureKind,
    JudgeFailure,
    ScriptedJudge,
    Verdict,
    evaluate,
)
from truthfulness_evaluator.models.run import RunRequest, RunStatus
from truthfulness_evaluator.store.runs import RunStore


@pytest.fixture
def data(no_settings: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = no_settings / "data.sqlite3"
    monkeypatch.setenv("TRUTH_DATA_FILE", str(path))
    return path


def test_an_evaluator_is_one_run(data: Path, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("See [it](missing.md).")
    evaluator = Evaluator(root=tmp_path)
    assert (evaluator.run_id, data.exists()) == (None, False)
    reports = [evaluator.evaluate(tmp_path / "a.md"), evaluator.evaluate(text="All is well.", name="b.md")]
    with RunStore(data) as store:
        (run,) = store.runs()
        contents = store.load(run.id).contents
    assert (run.id, run.status, run.exit_code) == (evaluator.run_id, RunStatus.COMPLETE, None)
    assert run.request == RunRequest(root=str(tmp_path), from_python=True)
    assert run.closing == "2 documents were evaluated."
    assert [(each.name, each.report) for each in contents] == list(zip(("a.md", "b.md"), reports, strict=True))
    assert contents[0].text == "See [it](missing.md)."


def test_a_claim_without_a_vote_makes_it_incomplete(data: Path) -> None:
    judge = ScriptedJudge("anna", default=JudgeFailure(judge="anna", kind=FailureKind.TIMEOUT))
    report = evaluate(text="It sails on Mondays.", contexts=["It sails."], judges=[judge])
    with RunStore(data) as store:
        run = store.load("latest")
    assert (run.status, run.closing) == (RunStatus.INCOMPLETE, report.summary)
    assert run.contents[0].report == report


def test_a_report_is_finished_by_whoever_has_not_voted(data: Path) -> None:
    """Of two judges one had failed; the other's votes stand, whatever it would say now."""
    failing = JudgeFailure(judge="bert", kind=FailureKind.TIMEOUT)
    text, config = "The ferry sails on Mondays.", EvaluatorConfig(min_votes=2)

    def evaluator(anna: Verdict, bert: Verdict | JudgeFailure) -> Evaluator:
        return Evaluator(config, judges=[ScriptedJudge("anna", default=anna), ScriptedJudge("bert", default=bert)])

    first = evaluator(Verdict.SUPPORTS, failing).evaluate(text=text, name="a.md")
    assert (first.status, len(first.unvalidated_claims)) == ("incomplete", 1)
    second = evaluator(Verdict.REFUTES, Verdict.SUPPORTS)
    whole = second.finish(Document("a.md", "text/markdown", text), first)
    assert (whole.status, whole.verifications[0].verdict) == ("complete", Verdict.SUPPORTS)
    assert whole.verifications[0].model_votes == {"anna": Verdict.SUPPORTS, "bert": Verdict.SUPPORTS}
    assert second.finish(Document("a.md", "text/markdown", text), whole) == whole
    with RunStore(data) as store:
        assert store.load(second.run_id or "").documents == 2


@pytest.mark.parametrize("store", [True, False], ids=["setting", "argument"])
def test_nothing_is_kept_where_it_is_not_wanted(data: Path, store: bool) -> None:
    config = EvaluatorConfig(enable_store=not store)
    evaluate(text="All is well.", config=config, store=store)
    assert Evaluator(config, store=store).run_id is None
    assert not data.exists()


def test_a_file_that_cannot_be_used_costs_no_report(data: Path) -> None:
    data.write_text("a letter")
    evaluator = Evaluator()
    assert evaluator.evaluate(text="All is well.", name="a.md").status == "empty"
    assert (evaluator.run_id, data.read_text()) == (None, "a letter")
