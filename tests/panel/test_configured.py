from pathlib import Path

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig, load_config
from truthfulness_evaluator.core.errors import SettingsError, UsageError
from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.panel.configured import configured_panel
from truthfulness_evaluator.panel.panel import Panel
from truthfulness_evaluator.testing import ScriptedJudge

JUDGES = (ScriptedJudge("a"), ScriptedJudge("b"))
RECORD = '{"a": {"SUPPORTS": {"SUPPORTS": 3}}}'
COUNTS = {"a": {Verdict.SUPPORTS: {Verdict.SUPPORTS: 3.0}}}


def test_the_settings_reach_the_panel(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(RECORD)
    config = EvaluatorConfig(
        consensus_method="ice",
        judge_weights={"a": 2.0},
        ice_max_rounds=5,
        min_votes=1,
        screening_models=["a"],
        confidence_threshold=0.8,
        reliability_file=str(file),
    )
    assert configured_panel(JUDGES, config, None) == Panel(
        JUDGES,
        "ice",
        {"a": 2.0},
        ice_max_rounds=5,
        min_votes=1,
        reliability=COUNTS,
        screening=frozenset({"a"}),
        confidence_threshold=0.8,
    )
    assert configured_panel(JUDGES, EvaluatorConfig(), None) == Panel(JUDGES)


@pytest.mark.parametrize("is_argument", [True, False], ids=["an argument", "a settings file"])
def test_where_a_relative_path_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_argument: bool) -> None:
    root, here = tmp_path / "root", tmp_path / "here"
    for folder in (root, here):
        folder.mkdir()
    ((here if is_argument else root) / "record.json").write_text("\ufeff" + RECORD)
    monkeypatch.chdir(here)
    if is_argument:
        config = EvaluatorConfig(reliability_file="record.json")
    else:
        (root / "truth.toml").write_text('reliability_file = "record.json"\n')
        config = load_config(root)
    assert configured_panel(JUDGES, config, root).reliability == COUNTS


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "reliability_file is 'record.json' (truth.toml): it cannot be read: No such file or directory."),
        (b"\xff", "reliability_file is 'record.json' (truth.toml): it is not UTF-8 text."),
        (b"[]", "reliability_file is 'record.json' (truth.toml): the file should be an object."),
    ],
    ids=["missing", "not text", "something else"],
)
def test_a_file_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "truth.toml").write_text('reliability_file = "record.json"\n')
    if content is not None:
        (tmp_path / "record.json").write_bytes(content)
    with pytest.raises(SettingsError) as raised:
        configured_panel(JUDGES, load_config(tmp_path), tmp_path)
    assert str(raised.value) == message


def test_a_link_does_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "record.json").write_text(RECORD)
    (root / "record.json").symlink_to(tmp_path / "record.json")
    (root / "truth.toml").write_text('reliability_file = "record.json"\n')
    with pytest.raises(SettingsError, match="it leads out of the root"):
        configured_panel(JUDGES, load_config(root), root)


def test_judges_that_do_not_fit_the_settings() -> None:
    with pytest.raises(UsageError, match=r"^min_votes is 3, and only 2 judges vote\.$"):
        configured_panel(JUDGES, EvaluatorConfig(min_votes=3), None)
