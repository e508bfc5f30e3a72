"""Services and ports: what compose files have, and what another file may bring."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.service import KIND

COMPOSE = """
services:
  web:
    build: .
    ports:
      - "8080:3000"
  worker:
    image: worker
  db:
    image: postgres
    ports:
      - 5432:5432
volumes:
  data:
"""
FILES = {"docker-compose.yml": COMPOSE}


def shell(*lines: str) -> str:
    return "\n".join(("```bash", *lines, "```", ""))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(shell("docker compose up web"), [("web", "yes", None)], id="up"),
        pytest.param("Use `docker-compose logs -f worker`.", [("worker", "yes", None)], id="logs"),
        pytest.param(
            shell("docker compose up -d web worker"), [("web", "yes", None), ("worker", "yes", None)], id="two"
        ),
        pytest.param(shell("docker compose exec -u root db psql -U app"), [("db", "yes", None)], id="exec"),
        pytest.param(shell("docker compose logs -f workers"), [("workers", "no", "worker")], id="slip"),
        pytest.param(
            shell("docker compose up -d db", "docker compose restart frontend"),
            [("db", "yes", None), ("frontend", "no", None)],
            id="not there beside one that is",
        ),
        pytest.param(shell("docker compose up frontend"), [("frontend", "?", None)], id="perhaps another project"),
        pytest.param(shell("docker compose up -d"), [], id="no service"),
        pytest.param(shell("docker compose up --scale worker=3 web"), [("web", "yes", None)], id="a value"),
        pytest.param(shell("docker compose logs --tail 100 web"), [("web", "yes", None)], id="a number"),
        pytest.param(shell("docker compose up --strange frontend"), [], id="an option that is not known"),
        pytest.param(shell("docker compose exec $SERVICE bash"), [], id="variable"),
        pytest.param(shell("docker compose exec <service> bash"), [], id="stand-in"),
        pytest.param(shell("docker compose exec my-service bash"), [], id="placeholder"),
        pytest.param(shell("docker compose run --rm web workers"), [("web", "yes", None)], id="the command of run"),
        pytest.param(shell("cd ..", "docker compose logs workers"), [], id="gone elsewhere"),
        pytest.param(shell("docker exec workers sh"), [], id="a container"),
        pytest.param("The service was called by `docker compose up workers` before 2.0.", [], id="past"),
        pytest.param(
            shell("docker compose logs workers") + "\n```yaml\nservices:\n  workers:\n    image: x\n```\n",
            [],
            id="the reader's own file",
        ),
        pytest.param(
            shell("curl -O https://example.com/docker-compose.yml", "docker compose logs workers"),
            [],
            id="a file from elsewhere",
        ),
        pytest.param(shell("export COMPOSE_FILE=x.yml", "docker compose logs workers"), [], id="another file"),
    ],
)
def test_services(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"docker-compose.yml": "include:\n  - other.yml\n" + COMPOSE}, id="include"),
        pytest.param({"docker-compose.yml": "{% if x %}\n" + COMPOSE}, id="template"),
        pytest.param({"docker-compose.yml": COMPOSE.replace("  web:", "  <<: *others\n  web:")}, id="merge"),
        pytest.param({"docker-compose.yml": "web:\n  image: x\nworker:\n  image: y\n"}, id="first format"),
        pytest.param({"docker-compose.yml": "services: {worker: {image: x}}\n"}, id="flow"),
        pytest.param({**FILES, "ops/compose.yml": "services:\n  workers:\n    image: x\n"}, id="another folder's"),
    ],
)
def test_files_that_tell_no_absence(check: Check, files: dict[str, str]) -> None:
    assert [row[1] for row in check(KIND, shell("docker compose logs workers"), files)] == ["?"]


def test_files_are_taken_together(check: Check) -> None:
    files = {**FILES, "docker-compose.dev.yml": "services:\n  mail:\n    image: x\n"}
    text = shell("docker compose -f docker-compose.yml -f docker-compose.dev.yml up mail web")
    assert check(KIND, text, files) == [("mail", "yes", None), ("web", "yes", None)]


@pytest.mark.parametrize(
    ("name", "files", "rows"),
    [
        pytest.param("README.md", {"ops/compose.yml": COMPOSE}, [], id="in a folder that is not named"),
        pytest.param("ops/README.md", {"ops/compose.yml": COMPOSE}, [("workers", "no", "worker")], id="beside"),
        pytest.param("README.md", {"tests/compose.yml": COMPOSE}, [], id="of tests"),
        pytest.param(
            "examples/a/README.md", {"examples/a/compose.yml": COMPOSE}, [("workers", "no", "worker")], id="ex"
        ),
    ],
)
def test_where_the_reader_stands(check: Check, name: str, files: dict[str, str], rows: list[Row]) -> None:
    assert check(KIND, shell("docker compose logs workers"), files, name=name) == rows


def test_the_folder_of_a_cd(check: Check) -> None:
    rows = check(KIND, shell("cd ops", "docker compose logs workers"), {"ops/compose.yml": COMPOSE})
    assert rows == [("workers", "no", "worker")]


UP = shell("docker compose up -d")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(UP + "\nOpen http://localhost:8080/.\n", [("port 8080 = 8080", "yes", None)], id="published"),
        pytest.param(
            UP + "\nOpen <http://localhost:3000>.\n", [("port 3000 = 3000", "no", "8080")], id="the inner one"
        ),
        pytest.param(UP + "\nOpen http://localhost:9999.\n", [("port 9999 = 9999", "?", None)], id="of something else"),
        pytest.param(
            shell("docker compose up -d db", "npm start") + "\nOpen http://localhost:3000.\n",
            [("db", "yes", None)],
            id="another program",
        ),
        pytest.param(
            shell("docker compose up -d", "docker run -p 3000:3000 x") + "\nOpen http://localhost:3000.\n",
            [],
            id="another container",
        ),
        pytest.param(UP + "\nRun `npm start`, open http://localhost:3000.\n", [], id="another program in a sentence"),
        pytest.param(UP + "\n## Local\n\nOpen http://localhost:3000.\n", [], id="another section"),
        pytest.param(UP + "\nInside the container it is http://localhost:3000.\n", [], id="inside"),
        pytest.param(
            shell("docker compose -f a.yml up") + "\nOpen http://localhost:3000.\n", [], id="a file that is named"
        ),
    ],
)
def test_ports(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    "compose",
    [
        pytest.param(COMPOSE.replace("5432:5432", "${PORT:-3000}:5432"), id="variable"),
        pytest.param(COMPOSE.replace("5432:5432", "3000-3005:3000-3005"), id="range"),
        pytest.param(COMPOSE.replace("image: worker", "network_mode: host"), id="the host's network"),
        pytest.param(COMPOSE.replace("image: worker", "ports: ['3000:1']"), id="flow"),
    ],
)
def test_ports_that_may_be_more(check: Check, compose: str) -> None:
    rows = check(KIND, UP + "\nOpen http://localhost:3000.\n", {"compose.yaml": compose})
    assert [row[1] for row in rows] == ["?"]
