"""The GitHub Action and the pre-commit hooks: their files fit together, and their shell steps do what they say."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from truthfulness_evaluator.cli.completions import commands

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / ".github" / "action"
ACTION = cast("dict[str, Any]", yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8")))
HOOKS = cast("list[dict[str, Any]]", yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")))
CHECK = ACTION["runs"]["steps"][1]
BASH = shutil.which("bash")

pytestmark = pytest.mark.skipif(BASH is None or os.name == "nt", reason="there is no bash")


def test_inputs_reach_the_script() -> None:
    named = {re.sub(r"[A-Z]", lambda capital: f"_{capital[0]}", name).upper(): name for name in ACTION["inputs"]}
    assert CHECK["env"] == {f"INPUT_{key}": f"${{{{ inputs.{name} }}}}" for key, name in named.items()}
    script = (SCRIPTS / "check.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"\bINPUT_[A-Z_]+", script)) - {"INPUT_"} == set(CHECK["env"])


def test_no_input_is_pasted_into_a_script() -> None:
    # What a pull request may fill in would be run.
    assert not any("${{" in step["run"] for step in ACTION["runs"]["steps"])


def test_inputs_are_documented() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    for name, entry in ACTION["inputs"].items():
        default = str(entry["default"])
        assert f"| `{name}` | {f'`{default}`' if default else 'none'} |" in page


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "a project"
    (root / "docs").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "app"\nrequires-python = ">=3.11"\n')
    (root / "README.md").write_text("It requires Python 3.9 or newer.\n")
    (root / "docs" / "good one.md").write_text("It requires Python 3.11 or newer.\n")
    (root / "docs" / "empty.md").write_text("Words.\n")
    return root


def run(project: Path, inputs: Mapping[str, str], **variables: str) -> "subprocess.CompletedProcess[str]":
    """Runs the step that checks, as a job would."""
    assert BASH is not None
    temporary = project.parent
    program = temporary / "truth-eval"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m truthfulness_evaluator "$@"\n')
    program.chmod(0o755)
    defaults = {name: str(entry["default"]) for name, entry in ACTION["inputs"].items()} | dict(inputs)
    env = {key: defaults[value.split(".")[1].split()[0]] for key, value in CHECK["env"].items()}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "TRUTH_"))}
    job = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_OUTPUT": str(temporary / "output"),
        "GITHUB_STEP_SUMMARY": str(temporary / "summary.md"),
        "RUNNER_TEMP": str(temporary),
        "INSTALLED_TRUTH_EVAL": str(program),
        "PYTHONPATH": str(ROOT / "src"),
    }
    return subprocess.run(
        [BASH, str(SCRIPTS / "check.sh")],
        cwd=project,
        env={**kept, **job, **env, **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("inputs", "code", "exit_code"),
    [
        pytest.param({}, 1, 1, id="refuted"),
        pytest.param({"fail": "false"}, 0, 1, id="refuted-and-told"),
        pytest.param({"args": "'docs/good one.md'"}, 0, 0, id="quoted"),
        pytest.param({"args": '--fail-on never "README.md"'}, 0, 0, id="arguments"),
        pytest.param({"args": "--no-such", "fail": "false"}, 2, 2, id="wrong-usage"),
        pytest.param({"args": "docs/empty.md"}, 0, 0, id="empty"),
        pytest.param({"args": "docs/empty.md", "failIfEmpty": "true"}, 1, 0, id="empty-and-failing"),
        pytest.param({"args": "README.md; touch gone", "fail": "false"}, 0, 2, id="no-command"),
        pytest.param({"args": "$(touch gone)", "fail": "false"}, 0, 2, id="no-substitution"),
    ],
)
def test_the_check(project: Path, inputs: dict[str, str], code: int, exit_code: int) -> None:
    done = run(project, inputs)
    output = (project.parent / "output").read_text()
    assert not (project / "gone").exists()
    if inputs.get("args", "").startswith(("README.md;", "$(")):
        assert done.returncode in (0, 2)
        return
    assert (done.returncode, output) == (code, f"exit_code={exit_code}\n"), done.stderr
    if exit_code != 2:
        report = (project / "truth-eval" / "report.md").read_text(encoding="utf-8")
        assert (project.parent / "summary.md").read_text(encoding="utf-8").strip()
        assert ("3.9" in report) == (exit_code == 1 or "README.md" in inputs.get("args", ""))
    if exit_code == 1:
        assert "::error file=README.md,line=1" in done.stdout


def test_formats_summary_and_folder_can_be_chosen(project: Path) -> None:
    inputs = {"format": "sarif", "output": "new/out.sarif", "jobSummary": "false"}
    assert run(project, inputs).returncode == 1
    assert (project / "new" / "out.sarif").read_text(encoding="utf-8").startswith("{")
    assert not (project.parent / "summary.md").exists()
    assert run(project, {"output": "", "workingDirectory": str(project / "docs")}).returncode == 1
    assert not (project / "truth-eval").exists()


_PYTHON = """\
#!/bin/sh
case "$1" in
-c) exit "$OLD" ;;
-m)
    case "$2" in
    venv) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
    pip) echo "$@" >> "$RUNNER_TEMP/pip" ;;
    esac
    ;;
esac
"""


@pytest.mark.parametrize(("old", "code"), [("0", 0), ("1", 2)], ids=["new-enough", "too-old"])
def test_the_installation(tmp_path: Path, old: str, code: int) -> None:
    assert BASH is not None
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python3"
    python.write_text(_PYTHON)
    python.chmod(0o755)
    for name in ("mkdir", "cp"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or name)
    variables = {
        "PATH": str(tmp_path / "bin"),
        "OLD": old,
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": "/action",
        "GITHUB_ENV": str(tmp_path / "env"),
    }
    command = [BASH, str(SCRIPTS / "install.sh")]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    if code:
        assert done.stdout.startswith("::error::truth-eval needs Python 3.11 or newer.")
    else:
        assert (tmp_path / "env").read_text() == f"INSTALLED_TRUTH_EVAL={tmp_path}/truth-eval/bin/truth-eval\n"
        assert (tmp_path / "pip").read_text() == "-m pip install --quiet --disable-pip-version-check /action\n"


def test_hooks_use_flags_that_are_there() -> None:
    flags = {
        name for command in commands() if command.name == "check" for each in command.options for name in each.names
    }
    for hook in HOOKS:
        program, *arguments = hook["entry"].split()
        assert program == "truth-eval"
        assert set(arguments) <= flags


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("README.md", True),
        ("readme", True),
        ("packages/a/README.rst", True),
        ("docs/a/b.md", True),
        ("doc/a.html", True),
        ("CITATION.cff", True),
        ("src/app.py", False),
        ("mydocs/a.md", False),
    ],
)
def test_files_of_the_second_hook(path: str, expected: bool) -> None:
    assert (re.search(HOOKS[1]["files"], path) is not None) is expected
