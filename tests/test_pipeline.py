import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from truthfulness_evaluator import pipeline
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import DocumentError, UsageError
from truthfulness_evaluator.core.events import ClaimsFound, DocumentJudged, DocumentRead, Event
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.models import (
    Claim,
    Correction,
    Document,
    Evidence,
    Fact,
    Location,
    TruthfulnessReport,
    Verdict,
)
from truthfulness_evaluator.pipeline import Evaluator, evaluate
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roots import document_name, find_root
from truthfulness_evaluator.testing import ScriptedJudge

S, R, N = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO


def _find(document: Document) -> Iterable[Found]:
    """A word in capitals is a fact."""
    if "CRASH-FIND" in document.text:
        raise IndexError("find")
    start = 0
    for word in document.text.split():
        start = document.text.index(word, start)
        span = (start, start + len(word))
        if word.isupper():
            yield Found(Fact(kind="capitals", subject=word), f"{word} is there", span)
        start = span[1]


def _check(fact: Fact, project: Project) -> Ruling:
    if fact.subject == "CRASH":
        raise IndexError("check")
    place = Location(path="a.py", line=1)
    evidence = tuple(
        Evidence(source="a.py", source_type="filesystem", content=f"{i}", relevance_score=1, location=place)
        for i in range(7)
    )
    verdict = {"TRUE": S, "FALSE": R}.get(fact.subject, N)
    correction = Correction(span=(0, 1), replacement="4") if verdict is R else None
    return Ruling(verdict, f"{fact.subject} was looked up", () if verdict is N else evidence, correction)


CAPITALS = FactKind("capitals", "", "", "", "", _find, _check)


@pytest.fixture(autouse=True)
def _one_kind(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(pipeline, "kinds", lambda: (CAPITALS,))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of a project."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "a"\n')
    return folder


def _checked(root: Path, text: str, config: EvaluatorConfig | None = None, **more: object) -> TruthfulnessReport:
    (root / "README.md").write_text(text)
    return Evaluator(config or EvaluatorConfig(), root, **more).evaluate(root / "README.md")  # type: ignore[arg-type]


def test_from_a_document_to_its_report(root: Path) -> None:
    report = _checked(root, "# Use\n\nIt is TRUE and it is FALSE now. This is prose alone.\n")
    assert report.source_document == "README.md"
    assert [(claim.text, str(claim.location)) for claim in report.claims] == [
        ("TRUE is there", "README.md:3"),
        ("FALSE is there", "README.md:3"),
    ]
    assert [(result.claim_id, result.verdict) for result in report.verifications] == [
        (report.claims[0].id, S),
        (report.claims[1].id, R),
    ]
    assert [claim.text for claim in report.not_checked] == ["It is TRUE and it is FALSE now.", "This is prose alone."]


@pytest.mark.parametrize(
    ("text", "status", "grade", "summary"),
    [
        pytest.param("", "empty", None, "No grade: no claims were found in the document.", id="empty document"),
        pytest.param(
            "This is prose alone.\n",
            "empty",
            None,
            "No grade: no claim could be checked by the chosen judges; 1 claim was not checked.",
            id="prose only",
        ),
        pytest.param(
            "TRUE\n",
            "complete",
            "A+",
            "Document received grade A+. Of 1 claims, 1 were supported, 0 were refuted, and 0 could not be verified. "
            "The document appears to be largely accurate.",
            id="supported",
        ),
        pytest.param("OTHER\n", "complete", None, "No grade: the one claim could not be verified.", id="not settled"),
        pytest.param(
            "OTHER MORE\n", "complete", None, "No grade: none of the 2 claims could be verified.", id="none settled"
        ),
        pytest.param("CRASH\n", "incomplete", None, "No grade: the one claim could not be verified.", id="not judged"),
    ],
)
def test_status_grade_and_summary(root: Path, text: str, status: str, grade: str | None, summary: str) -> None:
    report = _checked(root, text)
    assert (report.status, report.overall_grade, report.summary) == (status, grade, summary)


def test_results_carry_evidence_votes_and_correction(root: Path) -> None:
    result = _checked(root, "FALSE\n").verifications[0]
    assert (result.verdict, result.confidence, result.explanation) == (R, 0.99, "FALSE was looked up")
    assert (result.model_votes, len(result.evidence), result.correction) == (
        {"facts": R},
        5,
        Correction(span=(0, 1), replacement="4"),
    )


def test_a_crash_in_a_check_keeps_the_rest(root: Path) -> None:
    report = _checked(root, "TRUE CRASH\n")
    assert (report.status, report.overall_grade, len(report.verifications)) == ("incomplete", "A+", 1)
    assert [claim.text for claim in report.unvalidated_claims] == ["CRASH is there"]
    assert [failure.message for each in report.unvalidated_reasons for failure in each.failures] == [
        "capitals could not be checked: IndexError: check"
    ]


def test_a_crash_in_a_find_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = FactKind("true", "", "", "", "", lambda document: _find(Document("a", "b", "TRUE")), _check)
    monkeypatch.setattr(pipeline, "kinds", lambda: (CAPITALS, other))
    report = _checked(root, "CRASH-FIND\n")
    assert (report.status, len(report.verifications)) == ("incomplete", 1)
    assert "Facts of kind capitals could not be looked for (IndexError: find)." in report.notices


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        (dict[str, object](), ("TRUE was looked up", {"facts": S}, ["TRUE was looked up"], 5)),
        ({"include_explanations": False}, ("", {"facts": S}, [""], 5)),
        ({"include_model_votes": False}, ("TRUE was looked up", dict[str, Verdict](), list[str](), 5)),
        ({"max_evidence_items": 2}, ("TRUE was looked up", {"facts": S}, ["TRUE was looked up"], 2)),
        ({"consensus_method": "simple"}, ("TRUE was looked up", {"facts": S}, ["TRUE was looked up"], 5)),
    ],
    ids=["defaults", "no explanations", "no votes", "two passages", "simple"],
)
def test_settings_say_what_a_report_shows(root: Path, settings: dict[str, object], shown: object) -> None:
    result = _checked(root, "TRUE\n", EvaluatorConfig.model_validate(settings)).verifications[0]
    votes = [vote.explanation for vote in result.votes]
    assert (result.explanation, result.model_votes, votes, len(result.evidence)) == shown


def test_a_threshold_above_all_confidence_leaves_no_grade(root: Path) -> None:
    assert _checked(root, "TRUE\n", EvaluatorConfig(confidence_threshold=1.0)).overall_grade is None


def test_further_judges_vote_besides_the_exact_one(root: Path) -> None:
    judge = ScriptedJudge("anna", default=S)
    report = _checked(root, "It is TRUE that prose counts.\n", judges=[judge])
    pairs = zip(report.claims, report.verifications, strict=True)
    assert [(claim.kind, list(result.model_votes)) for claim, result in pairs] == [
        ("prose", ["anna"]),
        ("capitals", ["facts", "anna"]),
    ]
    assert report.not_checked == []


def test_weights_silence_a_judge(root: Path) -> None:
    config = EvaluatorConfig(judge_weights={"facts": 0.0})
    report = _checked(root, "FALSE\n", config, judges=[ScriptedJudge("anna", default=S)])
    assert [result.model_votes for result in report.verifications] == [{"anna": S}]


@dataclass(frozen=True)
class Shelf:
    """A gatherer that finds the same passages for every claim."""

    sources: tuple[str, ...]

    async def gather(self, claims: Sequence[Claim]) -> list[list[Evidence]]:
        passages = [
            Evidence(source=source, source_type="filesystem", content="words", relevance_score=1)
            for source in self.sources
        ]
        return [passages for _ in claims]


@pytest.mark.parametrize(
    ("sources", "verdict"),
    [(("docs/b.md",), S), (("README.md",), N), ((), N)],
    ids=["another file", "only the document itself", "nothing"],
)
def test_gatherers_give_evidence_to_those_who_need_it(root: Path, sources: tuple[str, ...], verdict: Verdict) -> None:
    judge = ScriptedJudge("anna", default=S, needs_evidence=True)
    report = _checked(root, "This is prose alone.\n", judges=[judge], gatherers=[Shelf(sources)])
    assert [result.verdict for result in report.verifications] == [verdict]


def test_ignored_claims_count_nowhere(root: Path) -> None:
    report = _checked(root, "<!-- truth: off -->\n\nFALSE\n\n<!-- truth: on -->\n\nTRUE\n")
    assert [claim.text for claim in report.ignored] == ["FALSE is there"]
    assert (report.overall_grade, len(report.claims)) == ("A+", 1)


def test_many_documents_share_one_project(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[int] = set()

    def check(fact: Fact, project: Project) -> Ruling:
        seen.add(id(project))
        return _check(fact, project)

    monkeypatch.setattr(pipeline, "kinds", lambda: (FactKind("capitals", "", "", "", "", _find, check),))
    evaluator = Evaluator(EvaluatorConfig())
    for name in ("README.md", "docs/b.md"):
        (root / name).write_text("TRUE\n")
        assert evaluator.evaluate(root / name).source_document == name
    assert len(seen) == 1


def test_events(root: Path) -> None:
    events: list[Event] = []
    _checked(root, "It is TRUE and so on.\n", on_event=events.append)
    assert events == [DocumentRead("README.md"), ClaimsFound("README.md", 1, 1), DocumentJudged("README.md", 1)]


def test_a_text_without_a_root_has_no_code_base() -> None:
    report = evaluate(text="TRUE\n", config=EvaluatorConfig())
    assert (report.source_document, report.status, [claim.text for claim in report.not_checked]) == (
        "-",
        "empty",
        ["TRUE is there"],
    )


def test_a_text_with_a_root_is_checked(root: Path) -> None:
    report = evaluate(text="TRUE\n", name="answer.txt", root=root, config=EvaluatorConfig())
    assert (report.source_document, report.overall_grade) == ("answer.txt", "A+")


def test_a_string_is_a_path(root: Path) -> None:
    (root / "README.md").write_text("TRUE\n")
    assert evaluate(str(root / "README.md"), config=EvaluatorConfig()).overall_grade == "A+"


def test_a_document_that_was_read_before(root: Path) -> None:
    document = Document("b.md", "text/markdown", "TRUE")
    assert evaluate(document, root=root, config=EvaluatorConfig()).overall_grade == "A+"


def test_inside_a_running_loop(root: Path) -> None:
    (root / "README.md").write_text("TRUE\n")

    async def main() -> list[str | None]:
        evaluator = Evaluator(EvaluatorConfig(), root)
        here = evaluator.evaluate(root / "README.md")
        there = await evaluator.aevaluate(root / "README.md")
        return [here.overall_grade, there.overall_grade]

    assert asyncio.run(main()) == ["A+", "A+"]


def test_the_same_input_gives_the_same_bytes(root: Path) -> None:
    text = "It is TRUE, FALSE and OTHER.\n"
    assert _checked(root, text).model_dump_json() == _checked(root, text).model_dump_json()


def test_a_document_that_is_not_there(root: Path) -> None:
    with pytest.raises(DocumentError):
        Evaluator(EvaluatorConfig(), root).evaluate(root / "none.md")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param({}, UsageError, "give a document or a text", id="nothing"),
        pytest.param({"path": "a.md", "text": "b"}, UsageError, "give a document or a text", id="both"),
        pytest.param({"text": "a", "contexts": "b"}, UsageError, "a list of passages", id="contexts in one string"),
        pytest.param({"text": "a", "sources": "b"}, UsageError, "a list of paths", id="sources in one string"),
        pytest.param({"text": "a", "sources": ["no.md"]}, UsageError, "no.md is not there", id="no source"),
        pytest.param(
            {"text": "a", "config": EvaluatorConfig(min_votes=2), "judges": [ScriptedJudge("a")]},
            UsageError,
            "min_votes is 2, and only 1 judge votes",
            id="too few judges",
        ),
        pytest.param({"text": "a", "root": "/nowhere/at/all"}, UsageError, "is no folder", id="root"),
        pytest.param(
            {"text": "a", "judges": [ScriptedJudge("a"), ScriptedJudge("a")]},
            UsageError,
            "two judges are named 'a'",
            id="duplicate judges",
        ),
    ],
)
def test_mistakes_are_one_sentence(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        evaluate(**{"config": EvaluatorConfig(), **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        pytest.param([], "a/b", id="nothing: its own folder"),
        pytest.param(["a/package.json"], "a", id="a manifest"),
        pytest.param(["setup.py", "a/go.mod"], "a", id="the nearest manifest"),
        pytest.param([".git/", "a/b/pyproject.toml"], ".", id="a repository before a nearer manifest"),
        pytest.param([".git", "a/b/pyproject.toml"], ".", id="a worktree or submodule"),
    ],
)
def test_find_root(tmp_path: Path, marks: list[str], expected: str) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    for mark in marks:
        (tmp_path / mark).mkdir() if mark.endswith("/") else (tmp_path / mark).touch()
    assert find_root(tmp_path / "a/b/README.md") == (tmp_path / expected)


def test_find_root_of_a_folder(tmp_path: Path) -> None:
    assert find_root(tmp_path) == tmp_path


@pytest.mark.parametrize(
    ("path", "expected"),
    [("README.md", "README.md"), ("docs/../docs/b.md", "docs/b.md"), ("link.md", "link.md")],
    ids=["file", "detour", "link keeps its name"],
)
def test_document_name(root: Path, path: str, expected: str) -> None:
    (root / "link.md").symlink_to(root / "docs/b.md")
    assert document_name(root / path, root) == expected


def test_document_name_outside_and_through_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    assert document_name(tmp_path / "alias/docs/b.md", root) == "docs/b.md"
    assert document_name(tmp_path / "b.md", root) == (tmp_path / "b.md").as_posix()
