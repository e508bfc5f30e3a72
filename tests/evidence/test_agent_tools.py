from collections.abc import Mapping
from pathlib import Path

import pytest

from truthfulness_evaluator.evidence.agent_tools import MOST_CHARACTERS, MOST_LINES, TOOLS, Place, Toolbox
from truthfulness_evaluator.evidence.codebase import CodeBaseEvidence
from truthfulness_evaluator.llm.asking import ToolCall
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.store.cache import JsonValue

FILES = {
    ".gitignore": "hidden.py\n",
    "README.md": "# Tool\n",
    "src/tool/queue.py": "MAX_JOBS = 16\n\n\nclass JobQueue:\n"
    "    def push(self, job):\n        self.jobs.append(job)\n",
    "src/tool/long.py": "".join(f"line_{n} = {n}\n" for n in range(1, 301)),
    "hidden.py": "MAX_JOBS = 99\n",
    ".env": "MAX_JOBS=77\n",
    "deploy/id_rsa": "MAX_JOBS=66\n",
}


@pytest.fixture
def tools(tmp_path: Path) -> Toolbox:
    root = tmp_path / "root"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (tmp_path / "outside.py").write_text("MAX_JOBS = 55\n", encoding="utf-8")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    return Toolbox(CodeBaseEvidence(Project(root)))


QUEUE = "src/tool/queue.py"


@pytest.mark.parametrize(
    ("name", "arguments", "text", "opened"),
    [
        ("search", {"text": "max_jobs"}, f"{QUEUE}:1: MAX_JOBS = 16", []),
        ("search", {"query": "max_jobs"}, f"{QUEUE}:1: MAX_JOBS = 16", []),
        ("search", {"text": ""}, "Give a text to look for.", []),
        ("search", {}, "Give a text to look for.", []),
        ("search", {"text": "penguin"}, "No line has that, and no passage has its words.", []),
        ("read_file", {"path": QUEUE, "start": 4, "end": 5},
         f"{QUEUE}\n4: class JobQueue:\n5:     def push(self, job):",
         [(QUEUE, 4, 5)]),
        ("read_file", {"path": f"./{QUEUE}", "start": "1", "end": "1"}, f"{QUEUE}\n1: MAX_JOBS = 16", [(QUEUE, 1, 1)]),
        ("read_file", {"path": QUEUE, "start": 900}, f"{QUEUE}\n7: ", [(QUEUE, 7, 7)]),
        ("read_file", {"path": "queue.py"}, f"There is no such file that may be shown. There is {QUEUE}.", []),
        ("find_definition", {"name": "JobQueue.push"}, f"{QUEUE}\n5:     def push(self, job):\n"
         "6:         self.jobs.append(job)\n7: ", [(QUEUE, 5, 7)]),
        ("find_definition", {"name": "nothing"}, "Nothing of that name is defined here.", []),
        ("find_definition", {"name": 5}, "Nothing of that name is defined here.", []),
        ("list_files", {"pattern": "queue"}, QUEUE, []),
        ("list_files", {"pattern": "src/**/*.py"}, f"src/tool/long.py\n{QUEUE}", []),
        ("list_files", {"pattern": "*.exe"}, "No such path.", []),
        ("delete_file", {"path": QUEUE}, "There is no such tool.", []),
    ],
)  # fmt: skip
def test_tools(
    tools: Toolbox, name: str, arguments: Mapping[str, JsonValue], text: str, opened: list[tuple[str, int, int]]
) -> None:
    result = tools.use(ToolCall("1", name, arguments))
    assert (result.text, [tuple(place) for place in result.opened]) == (text, opened)


def test_a_text_that_stands_nowhere_gives_what_is_nearest(tools: Toolbox) -> None:
    result = tools.use(ToolCall("1", "search", {"text": "most jobs in a queue"}))
    assert result.text.startswith("No line has that.")
    assert result.opened == (Place(QUEUE, 1, 4), Place(QUEUE, 5, 6))


HIDDEN = (
    ".env",
    "deploy/id_rsa",
    "hidden.py",
    "link.py",
    "../outside.py",
    "src/../.env",
    "src/../../outside.py",
)


@pytest.mark.parametrize("path", [*HIDDEN, "/etc/passwd", ".git/config", "", ".", "\0", "x" * 5000])
def test_what_may_not_be_shown_is_not_read(tools: Toolbox, path: str) -> None:
    result = tools.use(ToolCall("1", "read_file", {"path": path}))
    assert (result.text, result.opened) == ("There is no such file that may be shown.", ())


@pytest.mark.parametrize(("name", "argument"), [("search", "max_jobs"), ("list_files", "*"), ("list_files", "")])
def test_what_may_not_be_shown_is_not_listed_and_not_found(tools: Toolbox, name: str, argument: str) -> None:
    text = tools.use(ToolCall("1", name, {"text": argument, "pattern": argument})).text
    assert not any(hidden in text for hidden in ("99", "77", "66", "55", ".env", "id_rsa", "hidden.py", "link.py"))


def test_results_have_an_end(tools: Toolbox) -> None:
    whole = tools.use(ToolCall("1", "read_file", {"path": "src/tool/long.py"}))
    assert whole.opened == (Place("src/tool/long.py", 1, MOST_LINES),)
    found = tools.use(ToolCall("1", "search", {"text": "line_"}))
    assert len(found.text) <= MOST_CHARACTERS


def test_a_file_of_long_lines_is_opened_as_far_as_it_was_shown(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("".join(f"x{n} = '{'y' * 150}'\n" for n in range(60)), encoding="utf-8")
    result = Toolbox(CodeBaseEvidence(Project(tmp_path))).use(ToolCall("1", "read_file", {"path": "a.py"}))
    shown = [line for line in result.text.split("\n") if line[:1].isdigit()]
    assert result.opened == (Place("a.py", 1, len(shown)),)
    assert 10 < len(shown) < 30


def test_every_tool_is_there(tools: Toolbox) -> None:
    assert all(tools.use(ToolCall("1", tool.name, {})).text != "There is no such tool." for tool in TOOLS)
