from pathlib import Path

import pytest

from truthfulness_evaluator.cli.reviewer import reviewer_name


@pytest.mark.parametrize(
    ("settings", "login", "name"),
    [
        pytest.param("[user]\n\tname = Ann Berg\n", "ann", "Ann Berg", id="git"),
        pytest.param("", "ann", "ann", id="login"),
        pytest.param("[user]\n\tname = \n", "ann", "ann", id="an-empty-name"),
        pytest.param("[user", "ann", "ann", id="broken-settings"),
    ],
)
def test_the_name_is_that_of_git_else_of_the_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, login: str, name: str
) -> None:
    (tmp_path / "gitconfig").write_text(settings)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setenv("LOGNAME", login)
    assert reviewer_name(tmp_path) == name
