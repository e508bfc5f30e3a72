"""Container images: what workflows and build files publish, and which ports Dockerfiles expose."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.image import KIND

WORKFLOW = """
on:
  push:
    tags: [release/next]
jobs:
  build:
    services:
      image: others/database
    steps:
      - uses: docker/build-push-action@v6
        with:
          platforms: linux/amd64
          images: |
            ghcr.io/garden/seedling
            garden/seedling-worker
"""
FILES = {
    ".github/workflows/images.yml": WORKFLOW,
    "Dockerfile": "FROM others/base\nEXPOSE 4110/tcp\n",
    "Makefile": "image:\n\tdocker build \\\n\t  -t garden/potting:latest .\n",
    "src/seedling/app.py": "METRICS = 9200\n",
}


def shell(*lines: str) -> str:
    return "\n".join(("```bash", *lines, "```", ""))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(shell("docker pull ghcr.io/garden/seedling:1.2"), [("garden/seedling", "yes", None)], id="pull"),
        pytest.param(
            shell("docker run -it --rm garden/potting"), [("garden/potting", "yes", None)], id="tagged by make"
        ),
        pytest.param(
            shell("docker pull garden/seedlings"), [("garden/seedlings", "no", "garden/seedling")], id="another letter"
        ),
        pytest.param(
            shell("docker pull garden/seedling_worker"),
            [("garden/seedling_worker", "no", "garden/seedling-worker")],
            id="another separator",
        ),
        pytest.param(
            "See `ghcr.io/gardens/seedling`.", [("gardens/seedling", "no", "garden/seedling")], id="the owner"
        ),
        pytest.param(
            "```yaml\nservices:\n  web:\n    image: garden/seedlings:latest\n```\n",
            [("garden/seedlings", "no", "garden/seedling")],
            id="compose",
        ),
        pytest.param(
            "```dockerfile\nFROM garden/seedlings\n```\n", [("garden/seedlings", "no", "garden/seedling")], id="base"
        ),
        pytest.param(shell("docker pull others/base"), [], id="another project's"),
        pytest.param(shell("docker pull garden/orchard"), [], id="another image of the owner"),
        pytest.param(shell("docker pull seedlings"), [], id="built by the reader"),
        pytest.param(shell("docker pull $OWNER/seedlings"), [], id="variable"),
        pytest.param("It was `ghcr.io/garden/seedlings` before 2.0.", [], id="past"),
        pytest.param("The path `garden/seedlings` is watered.", [], id="a path"),
    ],
)
def test_names(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("command", "rows"),
    [
        pytest.param("-p 80:4110 garden/seedling", [("4110", "yes", None)], id="exposed"),
        pytest.param("-p 127.0.0.1:80:4110/tcp garden/seedling", [("4110", "yes", None)], id="address and protocol"),
        pytest.param("-d --publish=80:4011 -v x:/x garden/seedling", [("4011", "no", "4110")], id="another"),
        pytest.param('-p "80:4011" garden/seedling', [("4011", "no", "4110")], id="quoted"),
        pytest.param("-p 80:4011 -e PORT=4011 garden/seedling", [("4011", "?", None)], id="told by a variable"),
        pytest.param("-p 80:4011 garden/seedling serve", [("4011", "?", None)], id="told by a command"),
        pytest.param("-p 80:9200 garden/seedling", [("9200", "?", None)], id="a port of the code"),
        pytest.param("-p $PORT:4011 garden/seedling", [], id="variable"),
        pytest.param("-p 80:4011 others/base", [], id="another project's"),
    ],
)
def test_ports(check: Check, command: str, rows: list[Row]) -> None:
    found = check(KIND, shell(f"docker run {command}"), FILES)
    assert [(shown.partition(" = ")[2], *rest) for shown, *rest in found if " = " in shown] == rows


def test_a_name_that_a_file_has(check: Check) -> None:
    files = {**FILES, "compose.yml": "services:\n  web:\n    image: garden/seedlings\n"}
    assert check(KIND, shell("docker pull garden/seedlings"), files) == []


def test_an_image_of_the_repository(check: Check) -> None:
    files = {
        ".github/workflows/images.yml": "env:\n  REGISTRY_IMAGE: ghcr.io/${{ github.repository }}\n",
        "pyproject.toml": '[project]\nname = "seedling"\n[project.urls]\nSource = "https://github.com/garden/seedling"\n',
    }
    rows = check(KIND, shell("docker pull ghcr.io/garden/seedling", "docker pull ghcr.io/garden/seedlings"), files)
    assert rows == [("garden/seedling", "yes", None), ("garden/seedlings", "no", "garden/seedling")]
