"""Whole runs against sources: what chat models are shown of them, and what is said where nobody is asked."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakellm import FakeLLM, Scenario
from nli_fakes import Loader
from panel_runs.conftest import FIRST, SECOND, PanelRun
from pdf_files import column, pdf_file
from truthfulness_evaluator import ScriptedJudge, Verdict, evaluate
from truthfulness_evaluator.cli import main

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

BOOK = "The oldest book leaves when the shelf is full."
READER = "A reader holds at most five books."
LETTER = "A reminder is written to the reader by letter one day before a book is due."


@pytest.fixture
def papers(shelf: Path) -> Path:
    """A folder of sources beside the code base, and a file within it."""
    folder = shelf.parent / "papers"
    folder.mkdir()
    (folder / "rules.pdf").write_bytes(pdf_file(column(72, 700, BOOK), column(72, 700, READER)))
    (folder / "scan.pdf").write_bytes(pdf_file([]))
    (shelf / "notes.md").write_text(f"# Letters\n\n{LETTER}\n", encoding="utf-8")
    return folder


def _evidence(run: PanelRun) -> dict[str, set[str]]:
    """Places of the evidence, by the first words of the claim."""
    assert run.report is not None
    texts = {claim.id: " ".join(claim.text.split()[:2]) for claim in run.report.claims}
    return {
        texts[result.claim_id]: {str(each.location) for each in result.evidence}
        for result in run.report.verifications
        if result.votes
    }


def test_models_are_shown_the_sources_alone(play: Play, panel_run: Run, papers: Path) -> None:
    play(Scenario())
    run = panel_run("--sources", str(papers), "notes.md")
    places = set[str]().union(*_evidence(run).values())
    rules = (papers / "rules.pdf").as_posix()
    assert places == {f"{rules}, page 1", "notes.md:1"}
    assert f"{rules}, page 1" in _evidence(run)["The oldest"]
    assert run.report is not None
    assert {e.source_type for result in run.report.verifications for e in result.evidence} == {"knowledge_base"}
    assert f"note: The source {(papers / 'scan.pdf').as_posix()}: it has no text" in run.err


def test_the_embedded_judge_votes_beside_them_where_it_is_named(
    play: Play, panel_run: Run, papers: Path, words: Loader
) -> None:
    play(Scenario())
    alone = panel_run("--sources", str(papers))
    assert words.loads == 0
    beside = panel_run("--sources", str(papers), "--judge", "nli")
    judges = [
        {name for result in run.report.verifications for name in result.model_votes} if run.report else set[str]()
        for run in (alone, beside)
    ]
    assert judges == [{FIRST, SECOND}, {FIRST, SECOND, "nli"}]
    assert words.loads == 1


def test_with_a_root_the_code_base_is_searched_too(play: Play, panel_run: Run, papers: Path) -> None:
    play(Scenario())
    run = panel_run("--sources", str(papers), "--root", ".")
    assert run.report is not None
    kinds = {e.source_type for result in run.report.verifications for e in result.evidence}
    assert kinds == {"knowledge_base", "filesystem"}


def test_without_a_judge_prose_is_not_checked_and_it_is_said(
    shelf: Path, papers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["README.md", "--sources", str(papers), "--judge", "none"])
    said = capsys.readouterr()
    assert code == 0
    assert "sentences of prose were not checked" in said.out
    assert said.err.splitlines() == [
        "truth-eval: note: Prose is not judged against the sources: no judge of prose is asked (--judge nli, --panel, "
        "--model; in Python judges=, panel=, models=)."
    ]


def test_no_source_ends_the_run(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["README.md", "--sources", "nothing/"]) == 2
    assert capsys.readouterr().err == (
        "truth-eval: error: There is no source to check against. The source nothing/ is not there. Name files or "
        "folders.\n"
    )


def test_a_forecast_counts_claims_without_evidence_in_the_sources(
    play: Play, shelf: Path, papers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(Scenario())
    (shelf / "cats.txt").write_text("Cats sleep in baskets.", encoding="utf-8")
    assert main(["README.md", "--model", "gpt-4o", "--dry-run", "--no-cache", "--sources", "cats.txt"]) == 0
    assert capsys.readouterr().out.startswith("About 6 claims of prose in 1 document, 6 of them without evidence.\n")


def test_a_judge_that_was_handed_in_gets_the_contexts_alone(shelf: Path) -> None:
    judge = ScriptedJudge("anna", default=Verdict.SUPPORTS, needs_evidence=True)
    report = evaluate(text=f"{LETTER} {READER}", contexts=[READER, LETTER], judges=[judge], root=shelf)
    found = [[each.source for each in result.evidence] for result in report.verifications]
    assert found == [["context 2", "context 1"], ["context 1", "context 2"]]
    assert [str(result.verdict) for result in report.verifications] == ["SUPPORTS", "SUPPORTS"]


def test_a_judge_that_was_handed_in_gets_the_sources(shelf: Path, papers: Path) -> None:
    judge = ScriptedJudge("anna", default=Verdict.REFUTES, needs_evidence=True, kinds=frozenset({"prose"}))
    report = evaluate("README.md", sources=["notes.md", papers], judges=[judge])
    refuted = [result for result in report.verifications if result.votes]
    assert {each.source_type for result in refuted for each in result.evidence} == {"knowledge_base"}
    assert len(refuted) >= 3


def test_without_a_code_base_facts_are_judged_as_prose(play: Play, shelf: Path) -> None:
    play(Scenario())
    text = "The package requires Python 3.9 or newer [FALSE]. The option `--shelves` defaults to 3 [TRUE]."
    report = evaluate(text=text, contexts=["The package needs Python 3.11.", "`--shelves` defaults to 3."], panel=True)
    assert [(claim.kind, claim.text) for claim in report.claims] == [
        ("prose", "The package requires Python 3.9 or newer [FALSE]."),
        ("prose", "The option `--shelves` defaults to 3 [TRUE]."),
    ]
    assert [str(result.verdict) for result in report.verifications] == ["REFUTES", "SUPPORTS"]
    assert report.not_checked == []
