"""What was answered once is kept: only what is new is asked, whatever ended the run before. Keys are kept nowhere."""

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fakellm import FakeLLM, Fault, Scenario, VerdictRule, turn
from panel_runs.children import start, votes_in, wait_until
from panel_runs.conftest import FINDER, FIRST, SECOND, PanelRun, marked
from panel_runs.long_documents import document, write_code
from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.panel.members import members

Play = Callable[[Scenario], FakeLLM]
Run = Callable[..., PanelRun]

FORMATS = ("json", "jsonl", "sarif", "markdown", "junit", "gitlab", "rdjson", "html")
USAGE = re.compile(r"Asked |Chat models|^\| ")
"""Lines of reports that tell of calls."""


@pytest.fixture
def kept(shelf: Path) -> Path:
    """A file for a cache."""
    return shelf.parent / "kept.sqlite3"


def _claims(llm: FakeLLM) -> dict[str, int]:
    """By judge, how many claims it was asked about."""
    asked: Counter[str] = Counter()
    for entry in llm.log.entries:
        if entry["task"] == "judge":
            asked[entry["model"]] += len(entry["claims"])
    return dict(asked)


def _long(root: Path, claims: int, changed: int | None = None) -> None:
    write_code(root, claims)
    (root / "README.md").write_text(document(claims, changed), encoding="utf-8")


def test_a_second_run_asks_nothing(play: Play, panel_run: Run, shelf: Path, kept: Path) -> None:
    files = {name: shelf.parent / f"written.{name}" for name in FORMATS}
    argv = [part for name, file in files.items() for part in ("-f", f"{name}:{file}")]
    llm = play(Scenario())
    texts: list[dict[str, str]] = []
    for _ in range(3):
        run = panel_run("--verbose", *argv, cache=str(kept))
        texts.append({"text": run.out, **{name: file.read_text(encoding="utf-8") for name, file in files.items()}})
        asked = llm.stats()["requests"]
        llm.reset()
        assert (run.code, run.err, asked) == (0, "", 0 if len(texts) > 1 else 3)
    first, second, third = texts
    assert second == third
    assert _without_usage(first.pop("json")) == _without_usage(second.pop("json"))
    for name, text in first.items():
        lines = [[line for line in each.splitlines() if not USAGE.search(line)] for each in (text, second[name])]
        assert lines[0] == lines[1], name
    assert "Asked no model: 13 answers from the cache." in third["text"], "six votes of each, and what a section says"


def _without_usage(written: str) -> Any:
    report = json.loads(written)
    assert report["reports"][0].pop("usage")
    return report


def test_one_changed_sentence(play: Play, panel_run: Run, shelf: Path, kept: Path) -> None:
    _long(shelf, 80)
    llm = play(Scenario())
    panel_run(cache=str(kept))
    sections = llm.stats()["by_task"]["extract"]
    assert sections > 1
    assert _claims(llm) == {FIRST: 80, SECOND: 80}
    llm.reset()
    _long(shelf, 80, changed=33)
    run = panel_run(cache=str(kept))
    assert len(run.verdicts) == 80
    assert llm.stats()["by_task"]["extract"] == 1
    assert _claims(llm) == {FIRST: 1, SECOND: 1}


def test_lines_that_move(play: Play, panel_run: Run, shelf: Path, kept: Path) -> None:
    """Something before them, in the document and in the code: the same claims with the same evidence."""
    llm = play(Scenario())
    before = panel_run(cache=str(kept))
    llm.reset()
    readme, code = shelf / "README.md", shelf / "shelf.py"
    readme.write_text(readme.read_text().replace("# Shelf\n", "# Shelf\n\n```\na\nb\n```\n"), encoding="utf-8")
    code.write_text(code.read_text().replace("\n\n\ndef", "\n\n\n\n\n\ndef"), encoding="utf-8")
    after = panel_run(cache=str(kept))
    assert after.verdicts == before.verdicts
    assert llm.stats()["requests"] == 0


def test_a_run_that_was_killed(
    play: Play, panel_run: Run, shelf: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At forty of sixty claims, by the first judge and the second."""
    _long(shelf, 60)
    monkeypatch.setenv("TRUTH_LLM_CONCURRENCY", "2")
    llm = play(Scenario(latency_s=0.1))
    child = start("README.md", "--cache", kept)
    wait_until(lambda: sum(_claims(llm).values()) >= 80, child)
    child.send(signal.SIGKILL)
    assert child.finish() == -signal.SIGKILL
    wait_until(lambda: llm.log.in_flight == 0)  # The server does not know yet that nobody listens.
    told = sum(_claims(llm).values())
    have = votes_in(kept)
    assert have >= told - 4 * 8, "but for what was on its way"
    llm = play(Scenario())
    run = panel_run(cache=str(kept))
    assert (run.code, Counter(run.verdicts.values())) == (0, {"SUPPORTS": 40, "REFUTES": 20})
    assert sum(_claims(llm).values()) == 120 - have
    assert FINDER not in llm.stats()["by_model"]


def test_two_processes_at_once(play: Play, panel_run: Run, shelf: Path, kept: Path) -> None:
    _long(shelf, 18)
    llm = play(Scenario(latency_s=0.05))
    child = start("README.md", "--cache", kept, "--verbose")
    wait_until(lambda: bool(llm.log.entries), child)
    run = panel_run(cache=str(kept))
    assert (child.finish(), child.err, run.code, run.err) == (0, "", 0, "")
    assert [child.out.count(f": {word} ") for word in ("SUPPORTED", "REFUTED")] == [12, 6]
    assert Counter(run.verdicts.values()) == {"SUPPORTS": 12, "REFUTES": 6}
    llm.reset()
    assert panel_run(cache=str(kept)).code == 0
    assert llm.stats()["requests"] == 0


@pytest.mark.parametrize("kind", ["http_500", "malformed_json", "invented_quote", "refusal", "bad_key"])
@pytest.mark.parametrize("task", ["extract", "judge"])
def test_failures_are_not_kept(play: Play, panel_run: Run, kept: Path, kind: str, task: str) -> None:
    play(Scenario(faults=(Fault(kind, tasks=(task,)),)))
    assert panel_run(cache=str(kept)).code == 3
    llm = play(Scenario())
    run = panel_run(cache=str(kept))
    assert (run.code, run.failures) == (0, set())
    assert {verdict == marked(text) for text, verdict in run.verdicts.items()} == {True}
    assert llm.stats()["by_task"] == ({"judge": 2} if task == "judge" else {"extract": 1, "judge": 2})


def test_nothing_is_kept(play: Play, panel_run: Run, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shelf.parent / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    llm = play(Scenario())
    for _ in range(2):
        assert panel_run().code == 0
    assert llm.stats()["requests"] == 6
    assert not folder.exists()


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(b"Diary\n", id="text"),
        pytest.param(b"SQLite format 3\0" + bytes(100), id="another-database"),
        pytest.param(None, id="folder"),
    ],
)
def test_a_file_that_is_no_cache(play: Play, panel_run: Run, kept: Path, what: bytes | None) -> None:
    llm = play(Scenario())
    if what is None:
        kept.mkdir()
    else:
        kept.write_bytes(what)
    run = panel_run(cache=str(kept))
    assert (run.code, run.out, run.report, llm.stats()["requests"]) == (2, "", None, 0)
    problem = f"{kept} is no cache of this program. Name another file; this one is left as it is."
    assert run.err == f"truth-eval: error: {problem}\n"
    assert kept.is_dir() if what is None else kept.read_bytes() == what


def test_a_damaged_cache_begins_anew(play: Play, panel_run: Run, kept: Path) -> None:
    llm = play(Scenario())
    panel_run(cache=str(kept))
    for file in kept.parent.glob(f"{kept.name}*"):
        data = file.read_bytes()
        file.write_bytes(data[:200] + b"\xff" * len(data[200:]))
    run = panel_run(cache=str(kept))
    assert (run.code, len(run.verdicts), llm.stats()["requests"]) == (0, 6, 6)
    run = panel_run(cache=str(kept))
    assert llm.stats()["requests"] == 6


# What a vote depends on.


def _temperature(patch: pytest.MonkeyPatch, _root: Path) -> None:
    patch.setenv("TRUTH_LLM_TEMPERATURE", "0.7")


def _wording(patch: pytest.MonkeyPatch, _root: Path) -> None:
    patch.setattr("truthfulness_evaluator.judges.chat.prompt_version", lambda: "another")


def _code(_patch: pytest.MonkeyPatch, root: Path) -> None:
    file = root / "shelf.py"
    file.write_text(file.read_text(encoding="utf-8").replace("    ", "  "), encoding="utf-8")


def _address(patch: pytest.MonkeyPatch, _root: Path) -> None:
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"):
        patch.setenv(name, os.environ[name].replace("127.0.0.1", "localhost"))


@pytest.mark.parametrize("change", [_temperature, _wording, _code, _address])
def test_votes_on_something_else_are_asked_anew(
    play: Play,
    panel_run: Run,
    shelf: Path,
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[pytest.MonkeyPatch, Path], None],
) -> None:
    llm = play(Scenario())
    panel_run(cache=str(kept))
    llm.reset()
    change(monkeypatch, shelf)
    run = panel_run(cache=str(kept))
    assert run.code == 0
    assert _claims(llm) == {FIRST: 6, SECOND: 6}


def test_another_model_is_asked_alone(play: Play, panel_run: Run, kept: Path) -> None:
    llm = play(Scenario())
    panel_run(cache=str(kept))
    llm.reset()
    run = panel_run("--model", FIRST, "--model", "gpt-4.1", cache=str(kept))
    assert run.code == 0
    assert llm.stats()["by_model"] == {"gpt-4.1": 1}


def test_rounds_are_kept(play: Play, panel_run: Run, kept: Path) -> None:
    scenario = Scenario(model_rules={SECOND: (VerdictRule("nine books", "SUPPORTS"),)})
    llm = play(scenario)
    first = panel_run("--consensus", "ice", cache=str(kept))
    assert llm.stats()["by_round"].keys() > {"1"}
    llm = play(scenario)
    second = panel_run("--consensus", "ice", cache=str(kept))
    assert llm.stats()["requests"] == 0
    assert first.report is not None
    assert second.report is not None
    assert second.report.verifications == first.report.verifications


# Secrets.

KEYS = {
    "OPENAI_API_KEY": "sk-proj-quokka0123456789quokka",
    "ANTHROPIC_API_KEY": "sk-ant-wombat0123456789wombat",
}
ODD = {"OPENAI_API_KEY": "Numbat and 3 quolls", "ANTHROPIC_API_KEY": "bilby:bandicoot/7"}
"""Keys that look like none."""


@pytest.mark.parametrize("keys", [KEYS, ODD], ids=["like-keys", "unlike-keys"])
@pytest.mark.parametrize("fault", [None, "bad_key", "quota", "http_500", "bad_request", "html_error"])
def test_keys_stand_nowhere(
    play: Play,
    panel_run: Run,
    shelf: Path,
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: str | None,
    keys: dict[str, str],
) -> None:
    """Also where a server repeats the key that it refuses."""
    for name, key in keys.items():
        monkeypatch.setenv(name, key)
    repeated = " and ".join(keys.values())
    for kind in ("bad_key", "quota", "http_500", "bad_request"):
        told = (*turn.HTTP_FAULTS[kind][:3], f"Not with {repeated}: see the site.")
        monkeypatch.setitem(turn.HTTP_FAULTS, kind, told)
    play(Scenario(faults=(Fault(fault, tasks=("judge",)),) if fault else ()))
    trace = shelf.parent / "trace.jsonl"
    files = {name: shelf.parent / f"written.{name}" for name in FORMATS}
    argv = [part for name, file in files.items() for part in ("-f", f"{name}:{file}")]
    run = panel_run("--verbose", "--trace", str(trace), *argv, cache=str(kept))
    assert run.code == (3 if fault else 0)
    assert trace.stat().st_size > 0
    config = load_config(shelf, cache_file=str(kept))
    asked = members(config)
    whole = [run.out, run.err, repr(config), repr(asked), repr(asked.voters), str(config.model_dump())]
    whole += [file.read_text(encoding="utf-8") for file in (trace, *files.values())]
    whole += [file.read_bytes().decode("latin-1") for file in kept.parent.glob(f"{kept.name}*")]
    for key in keys.values():
        for word in re.findall(r"\w{5,}", key):
            assert [text for text in whole if word in text] == [], word


@pytest.mark.parametrize("fault", [None, "bad_key", "drop", "not_found"])
def test_a_password_in_an_address_stands_nowhere(
    play: Play, panel_run: Run, shelf: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, fault: str | None
) -> None:
    llm = play(Scenario(faults=(Fault(fault, tasks=("judge",)),) if fault else ()))
    password = "dunnart-in-the-grass"
    monkeypatch.setenv("TRUTH_LLM_BASE_URL", llm.openai_url.replace("://", f"://reader:{password}@"))
    trace = shelf.parent / "trace.jsonl"
    report = shelf.parent / "written.json"
    argv = ("--model", "qwen2.5:7b", "--verbose", "--trace", str(trace), "-f", f"json:{report}")
    run = panel_run(*argv, cache=str(kept))
    assert run.code == (3 if fault else 0)
    whole = [run.out, run.err, *(file.read_text(encoding="utf-8") for file in (trace, report))]
    whole += [file.read_bytes().decode("latin-1") for file in kept.parent.glob(f"{kept.name}*")]
    whole.append(repr(load_config(shelf)))
    assert [text for text in whole if "dunnart" in text] == []
