"""Who judges prose in an evaluation: the embedded judge by name, others, or nobody."""

import subprocess
import sys
from pathlib import Path

import pytest

from nli_fakes import Loader, WordModel, word_judge
from truthfulness_evaluator import ScriptedJudge, Verdict, evaluate
from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.models import TruthfulnessReport
from truthfulness_evaluator.pipeline import Evaluator

pytestmark = pytest.mark.usefixtures("no_settings")

TEXT = "The ferry sails daily. The crossing takes 4 hours. Dogs travel free of charge."
PASSAGES = ["The ferry sails daily from Arna.", "The crossing takes 5 hours.", "Cats pay half."]
S, R, N = "SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"


def _votes(report: TruthfulnessReport) -> list[dict[str, str]]:
    return [{name: str(verdict) for name, verdict in each.model_votes.items()} for each in report.verifications]


def test_it_judges_contexts(words: Loader) -> None:
    report = evaluate(text=TEXT, contexts=PASSAGES, judges=["nli"])
    assert _votes(report) == [{"nli": S}, {"nli": R}, {"nli": N}]
    assert [result.by_model for result in report.verifications] == [True, True, True]
    assert (report.status, report.notices, words.loads) == ("complete", [], 1)
    refuted = report.verifications[1]
    assert [citation.quote for citation in refuted.votes[0].citations] == [PASSAGES[1]]


def test_it_judges_sources(words: Loader, no_settings: Path) -> None:
    (no_settings / "notes.txt").write_text("\n\n".join(PASSAGES), encoding="utf-8")
    evaluator = Evaluator(sources=["notes.txt"], judges=["nli"])
    assert evaluator.runs_model
    assert _votes(evaluator.evaluate(text=TEXT)) == [{"nli": S}, {"nli": R}, {}]
    assert words.loads == 1


def test_without_texts_it_is_not_asked(words: Loader, no_settings: Path) -> None:
    (no_settings / "setup.py").touch()
    (no_settings / "ferry.py").write_text("# The ferry sails daily.\n", encoding="utf-8")
    report = evaluate(text=TEXT, root=no_settings)
    assert (len(report.not_checked), report.claims, words.loads) == (3, [], 0)


def test_unnamed_it_is_not_asked(words: Loader) -> None:
    report = evaluate(text=TEXT, contexts=PASSAGES)
    assert (len(report.not_checked), len(report.notices), words.loads) == (3, 1, 0)


@pytest.mark.parametrize("judges", [[], ["none"]], ids=["empty", "none"])
@pytest.mark.parametrize("by", ["argument", "setting"])
def test_none_is_asked(words: Loader, judges: list[str], by: str) -> None:
    config = EvaluatorConfig(judges=judges if by == "setting" else ["nli"])
    report = evaluate(text=TEXT, contexts=PASSAGES, config=config, judges=judges if by == "argument" else None)
    assert (len(report.not_checked), words.loads) == (3, 0)
    assert report.notices == [
        "Prose is not judged against the contexts: no judge of prose is asked (--judge nli, --panel, --model; in "
        "Python judges=, panel=, models=)."
    ]


def test_a_judge_that_was_handed_in_is_asked_alone(words: Loader) -> None:
    report = evaluate(text=TEXT, contexts=PASSAGES, judges=[ScriptedJudge("anna", default=Verdict.SUPPORTS)])
    assert _votes(report) == [{"anna": S}] * 3
    assert words.loads == 0


def test_names_and_judges_vote_together(words: Loader) -> None:
    report = evaluate(text=TEXT, contexts=PASSAGES, judges=["nli", ScriptedJudge("anna", default=Verdict.SUPPORTS)])
    assert _votes(report) == [{"nli": S, "anna": S}, {"nli": R, "anna": S}, {"nli": N, "anna": S}]


def test_judges_that_were_handed_in_go_before_those_of_settings(words: Loader) -> None:
    config = EvaluatorConfig(judges=["nli"])
    report = evaluate(text=TEXT, contexts=PASSAGES, config=config, judges=[word_judge("own")])
    assert _votes(report) == [{"own": S}, {"own": R}, {"own": N}]


def test_by_name_it_reads_the_code_base(words: Loader, no_settings: Path) -> None:
    (no_settings / "setup.py").touch()
    (no_settings / "lending.py").write_text('"""A reader has 5 books at a time."""\n', encoding="utf-8")
    report = evaluate(text="A reader has 9 books at a time.", root=no_settings, judges=["nli"])
    assert _votes(report) == [{"nli": R}]
    assert [str(each.location) for each in report.verifications[0].evidence] == ["lending.py:1"]
    assert words.loads == 1


def test_what_it_is_asked_can_be_understood_on_its_own(words: Loader) -> None:
    text = "I think that it is lovely. Tickets are sold here.\n\nOn board there are:\n\n- two lounges with a bar\n"
    report = evaluate(text=text, name="a.md", contexts=["On board there are two lounges with a bar."], judges=["nli"])
    found = [
        (claim.text, str(result.verdict)) for claim, result in zip(report.claims, report.verifications, strict=True)
    ]
    assert found == [
        ("I think that it is lovely.", "UNVERIFIABLE"),
        ("Tickets are sold here.", N),
        ("On board there are two lounges with a bar", S),
    ]
    other = evaluate(text=text, name="a.md", contexts=["a"], judges=[ScriptedJudge("anna")])
    assert [claim.text for claim in other.claims] == [
        "I think that it is lovely.",
        "Tickets are sold here.",
        "two lounges with a bar",
    ], "other judges are asked what stands there"


@pytest.mark.parametrize(
    ("config", "judges", "offline"),
    [
        pytest.param({"offline": True}, ["nli:a/b"], True, id="offline"),
        pytest.param({}, ["nli:a/b"], False, id="argument"),
        pytest.param({"judges": ["nli:a/b"]}, None, False, id="argument of the settings"),
        pytest.param({"TRUTH_JUDGES": "nli:a/b"}, None, True, id="variable: it names a model and calls no host"),
    ],
)
def test_when_a_host_may_be_called_for_a_larger_model(
    monkeypatch: pytest.MonkeyPatch, config: dict[str, object], judges: list[str] | None, *, offline: bool
) -> None:
    asked: list[tuple[str, bool]] = []

    def named(spec: str, *, offline: bool) -> WordModel:
        asked.append((spec, offline))
        return WordModel(f"nli:{spec}")

    monkeypatch.setattr("truthfulness_evaluator.nli.named.named", named)
    if "TRUTH_JUDGES" in config:
        monkeypatch.setenv("TRUTH_JUDGES", str(config.pop("TRUTH_JUDGES")))
    report = evaluate(text=TEXT, contexts=PASSAGES, config=EvaluatorConfig.model_validate(config), judges=judges)
    assert _votes(report)[0] == {"nli:a/b": S}
    assert asked == [("a/b", offline)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            {"judges": ["nli"]},
            "The judge nli has nothing to judge by. Give sources, contexts or the root of a code base.",
            id="nothing to judge by",
        ),
        pytest.param(
            {"judges": ["nil"]},
            "judges= holds a name that cannot be used: there is no judge 'nil'; known are nli, nli:PATH_OR_NAME and "
            "none.",
            id="unknown name",
        ),
        pytest.param(
            {"judges": "nli"}, "judges= takes a list of judges, or names of judges. Give ['nli'] for one.", id="a text"
        ),
        pytest.param(
            {"judges": ["nli", "nli"], "contexts": ["a"]},
            "two judges are named 'nli'; each needs a name of its own.",
            id="twice",
        ),
    ],
)
def test_mistakes_are_one_sentence(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(**{"text": "The ferry sails daily.", **arguments})  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_a_model_that_is_not_there_ends_the_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise MissingPartError("the embedded judge is not whole.")

    monkeypatch.setattr("truthfulness_evaluator.nli.embedded.embedded", nothing)
    with pytest.raises(MissingPartError, match="is not whole"):
        evaluate(text=TEXT, contexts=PASSAGES, judges=["nli"])
    assert evaluate(text="# Ferries\n", contexts=PASSAGES, judges=["nli"]).status == "empty", "nothing needs it"


UNLOADED = """
import sys
from pathlib import Path
from truthfulness_evaluator.cli import main
Path("README.md").write_text("# Ferry\\n\\nThe ferry sails daily. See [it](setup.py).\\n")
Path("setup.py").touch()
code = main(["README.md", "-q"])
print(code, [name for name in ("numpy", "onnxruntime", "tokenizers", "py3langid") if name in sys.modules])
"""


def test_a_run_without_sources_loads_no_model(no_settings: Path) -> None:
    done = subprocess.run([sys.executable, "-c", UNLOADED], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "0 []\n"
