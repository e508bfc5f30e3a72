"""What starts workflows: their `on` in its forms, and sentences that are about something else."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.workflow import KIND
from truthfulness_evaluator.project.tooling.workflows import read_workflow

FILES = {
    ".github/workflows/test.yml": "name: Test\non:\n  push:\n    branches: [main]\n  pull_request:\njobs:\n  a: {}\n",
    ".github/workflows/release.yml": "'on':\n  push:\n    tags:\n      - 'v*'\n",
    ".github/workflows/nightly.yml": "on:\n  schedule:\n    # late\n    - cron: '30 2 * * *'\n  workflow_dispatch:\n",
    ".github/workflows/clean.yml": "on:\n  schedule:\n    - cron: 0 4 * * 1\n",
    ".github/workflows/often.yml": "on:\n  schedule:\n    - cron: '*/5 * * * *'\n",
    ".github/workflows/reviews.yml": "on:\n  pull_request:\n",
    ".github/workflows/pushes.yml": "on: push\n",
    ".github/workflows/part.yml": "on:\n  workflow_call:\n",
    ".github/workflows/short.yml": "on: [push, pull_request]\n",
    ".github/workflows/odd.yml": "on: {push: {branches: [main]}}\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("`.github/workflows/test.yml` runs on every push.", [("push", "yes")], id="push"),
        pytest.param("`test.yml` runs on all pull requests.", [("pull_request", "yes")], id="pull request"),
        pytest.param(
            "`short.yml` runs on pushes and pull requests.", [("push", "yes"), ("pull_request", "yes")], id="both"
        ),
        pytest.param("`nightly.yml` runs on every push.", [("push", "no")], id="no push"),
        pytest.param("`release.yml` runs on each\npull request.", [("pull_request", "no")], id="no pull request"),
        pytest.param("`release.yml` is triggered when a tag is pushed.", [("tag", "yes")], id="tag"),
        pytest.param("`release.yml` runs on every push to `main`.", [("push", "no")], id="tags only"),
        pytest.param("`test.yml` is triggered when a new tag is pushed.", [("tag", "no")], id="branches only"),
        pytest.param("`nightly.yml` runs every night.", [("daily", "yes")], id="every night"),
        pytest.param("`nightly.yml` runs once a week.", [("weekly", "no")], id="another period"),
        pytest.param("`clean.yml` runs weekly.", [("weekly", "yes")], id="weekly"),
        pytest.param("`often.yml` runs daily.", [("daily", "?")], id="times that are not understood"),
        pytest.param("`test.yml` runs on a schedule.", [("schedule", "no")], id="no schedule"),
        pytest.param("`nightly.yml` can be triggered manually.", [("workflow_dispatch", "yes")], id="by hand"),
        pytest.param("`clean.yml` is triggered manually.", [("workflow_dispatch", "no")], id="not by hand"),
        pytest.param("`part.yml` runs on every push.", [("push", "?")], id="called by others"),
        pytest.param("`reviews.yml` runs on every push.", [("push", "?")], id="pushes to a pull request"),
        pytest.param("`pushes.yml` runs on every pull request.", [("pull_request", "?")], id="any push"),
        pytest.param("`odd.yml` runs nightly.", [], id="not understood"),
        pytest.param("`other.yml` runs nightly.", [], id="not there"),
        pytest.param("`test.yml` and `clean.yml` run nightly.", [], id="two"),
        pytest.param("`test.yml` does not run nightly.", [], id="denied"),
        pytest.param("If `test.yml` fails, the job that runs nightly is told.", [], id="condition"),
        pytest.param("`test.yml` builds what you push on every push.", [], id="the reader"),
        pytest.param("`test.yml` ran nightly before it was removed.", [], id="past"),
        pytest.param(
            "| Workflow | Trigger |\n|---|---|\n| `test.yml` | push, PR |\n| `clean.yml` | Nightly, manual |\n",
            [("push", "yes"), ("pull_request", "yes"), ("daily", "no"), ("workflow_dispatch", "no")],
            id="table",
        ),
        pytest.param("| Workflow | Use |\n|---|---|\n| `test.yml` | Nightly |\n", [], id="another column"),
    ],
)
def test_workflows(check: Check, text: str, rows: list[tuple[str, str]]) -> None:
    assert [(shown.partition(" = ")[2], verdict) for shown, verdict, _ in check(KIND, text, FILES)] == rows


def test_the_workflow_of_another_repository(check: Check) -> None:
    text = "[The build](https://github.com/{}/blob/main/.github/workflows/test.yml) runs nightly."
    manifest = '[project]\nname = "app"\n[project.urls]\nSource = "https://github.com/team/app"\n'
    files = {**FILES, "pyproject.toml": manifest}
    expected: list[Row] = [("test.yml = daily", "no", None)]
    assert check(KIND, text.format("others/app"), files) == []
    assert check(KIND, text.format("team/app"), files) == expected


@pytest.mark.parametrize(
    ("text", "events"),
    [
        pytest.param("on: push\n", ["push"], id="one"),
        pytest.param("on:\n- push\n- release\njobs:\n", ["push", "release"], id="list"),
        pytest.param(
            "on:\n  push: # here\n    paths: ['a']\n\n  release:\n    types: [published]\n",
            ["push", "release"],
            id="mapping",
        ),
        pytest.param("name: x\n", None, id="nothing"),
        pytest.param("on: ${{ x }}\n", None, id="template"),
    ],
)
def test_forms(text: str, events: list[str] | None) -> None:
    found = read_workflow("a.yml", text)
    assert (None if found is None else list(found.events)) == events
