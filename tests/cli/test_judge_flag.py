"""`--judge`."""

import json
from pathlib import Path
from typing import Any

import pytest
from fake_evaluator import Run

from nli.tiny_models import save
from nli_fakes import Loader

ESSAY = "# Ferries\n\nThe ferry sails daily. The crossing takes 4 hours.\n"
NOTES = "The ferry sails daily from Arna.\n\nThe crossing takes 5 hours.\n"


@pytest.fixture
def essay(project: Path) -> Path:
    """An essay beside its source."""
    (project / "essay.md").write_text(ESSAY, encoding="utf-8")
    (project / "notes.txt").write_text(NOTES, encoding="utf-8")
    return project


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        pytest.param([], 0, id="it advises"),
        pytest.param(["--fail-on-model", "refuted"], 1, id="it fails the gate where that is asked for"),
        pytest.param(["--offline"], 0, id="offline"),
    ],
)
def test_sources_are_judged(essay: Path, words: Loader, run: Run, argv: list[str], code: int) -> None:
    ran = run("essay.md", "--sources", "notes.txt", "--judge", "nli", *argv)
    assert (ran.code, ran.err) == (code, "")
    assert "essay.md:3:24: REFUTED The crossing takes 4 hours: a passage contradicts it" in ran.out
    assert "Checked 2 claims in 1 document: 1 supported, 1 refuted" in ran.out
    assert words.loads == 1


def test_a_setting_names_it(essay: Path, words: Loader, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUTH_JUDGES", "none")
    assert "2 sentences of prose were not checked" in run("essay.md", "--sources", "notes.txt").out
    assert "1 refuted" in run("essay.md", "--sources", "notes.txt", "--judge", "nli").out
    assert words.loads == 1


def test_by_name_it_reads_the_code_base(essay: Path, words: Loader, run: Run) -> None:
    (essay / "ferry.py").write_text('"""The crossing takes 5 hours."""\n', encoding="utf-8")
    (essay / "notes.txt").unlink()
    ran = run("essay.md", "--judge", "nli")
    assert ran.code == 0
    assert "essay.md:3:24: REFUTED The crossing takes 4 hours: a passage contradicts it" in ran.out
    assert "ferry.py:1" in ran.out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (
            ["--judge", "nil"],
            "judges is ['nil'] (argument): there is no judge 'nil'; known are nli, nli:PATH_OR_NAME and",
        ),
        (["--judge", "nli", "--judge", "nli"], "two judges are named 'nli'; each needs a name of its own."),
        (["--judge", "none", "--judge", "nli"], "none means that no judge is asked, and others are named, too."),
    ],
)
def test_mistakes(essay: Path, run: Run, argv: list[str], said: str) -> None:
    ran = run("essay.md", "--sources", "notes.txt", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_model_that_cannot_be_loaded_is_one_sentence(
    essay: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from truthfulness_evaluator.nli import embedded

    monkeypatch.setattr(embedded, "embedded", lambda: embedded.EmbeddedModel.of(tmp_path / "nowhere"))
    ran = run("essay.md", "--sources", "notes.txt", "--judge", "nli")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("truth-eval: error: the embedded judge is not whole: ")
    (essay / "in.jsonl").write_text('{"answer": "The ferry sails daily.", "contexts": ["The ferry sails."]}\n')
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--judge", "nli")
    assert (ran.code, ran.err.count("the embedded judge is not whole")) == (2, 1)


def test_a_larger_model_in_a_folder(project: Path, words: Loader, run: Run) -> None:
    save(project / "tiny")
    (project / "essay.md").write_text("The ferry sails daily.\n\nDogs travel free.\n", encoding="utf-8")
    (project / "notes.txt").write_text("The ferry sails not daily.\n", encoding="utf-8")
    argv = ["essay.md", "--sources", "notes.txt", "--offline", "--judge"]
    ran = run(*argv, "nli:tiny", "-v")
    assert ran.code == 0
    assert "essay.md:1:1: REFUTED The ferry sails daily: a passage contradicts it" in ran.out
    assert "nli:tiny: REFUTES" in ran.out
    assert words.loads == 0
    ran = run(*argv, "nli:small")
    assert (ran.code, ran.err) == (2, "truth-eval: error: There is no folder small.\n")


def test_rows_are_judged(project: Path, words: Loader, run: Run) -> None:
    rows: list[dict[str, Any]] = [
        {"id": 1, "answer": "The ferry sails daily.", "contexts": ["The ferry sails daily from Arna."]},
        {"id": 2, "answer": "The crossing takes 4 hours.", "contexts": ["The crossing takes 5 hours."]},
        {"id": 3, "answer": "Dogs travel free.", "contexts": []},
    ]
    (project / "in.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    ran = run("batch", "in.jsonl", "-o", "out.jsonl", "--judge", "nli")
    assert ran.code == 0, ran.err
    judged = [json.loads(line) for line in (project / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["claims"][0]["verdict"] for row in judged] == ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"]
    assert [row["claims"][0]["votes"] for row in judged] == [{"nli": "SUPPORTS"}, {"nli": "REFUTES"}, {}]
    assert words.loads == 1


def test_many_documents_are_judged_in_this_process(
    essay: Path, words: Loader, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from truthfulness_evaluator.cli import evaluation

    def two(_: int) -> int:
        return 2

    def fork(*_: object) -> None:
        raise AssertionError("a model does not outlive a fork")

    monkeypatch.setattr(evaluation, "number_of_processes", two)
    monkeypatch.setattr(evaluation, "Worker", fork)
    for number in range(40):
        (essay / f"{number}.md").write_text(ESSAY, encoding="utf-8")
    (essay / "essay.md").unlink()
    ran = run(".", "--sources", "notes.txt", "--judge", "nli")
    assert "in 41 documents" in ran.out
    assert words.loads == 1
