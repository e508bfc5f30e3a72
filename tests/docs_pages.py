"""The parts of the documentation that are made from the code.

They stand between `<!-- generated: NAME -->` and `<!-- end: NAME -->`. `python tests/docs_pages.py --write`
writes them anew.
"""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import typer
from typer.testing import CliRunner

from docs_project import finding
from fakellm import FakeLLM, Scenario
from fakellm.scenario import VerdictRule
from sides_report import NAME as SIDES
from sides_report import TEXT as SIDES_TEXT
from sides_report import sides_report
from truthfulness_evaluator.cli import main
from truthfulness_evaluator.cli.batch import app as batch_app
from truthfulness_evaluator.cli.check import app
from truthfulness_evaluator.cli.compare import app as compare_app
from truthfulness_evaluator.cli.report import app as report_app
from truthfulness_evaluator.cli.resume import app as resume_app
from truthfulness_evaluator.cli.review import app as review_app
from truthfulness_evaluator.cli.runs import app as runs_app
from truthfulness_evaluator.facts.kind import FactKind
from truthfulness_evaluator.facts.table import KINDS, kinds
from truthfulness_evaluator.review.screen import View, grade_of, screen
from truthfulness_evaluator.review.session import begun
from waiting_reports import waiting

DOCS = Path(__file__).parent.parent / "docs"
_PART = re.compile(r"(?P<start><!-- generated: (?P<name>\w+) -->\n).*?(?P<end><!-- end: (?P=name) -->)", re.DOTALL)
_COLUMNS = "80"
_WIDTH = 120


def help_part() -> str:
    """What `truth-eval --help` prints, 80 columns wide."""
    return _help(app, "truth-eval")


def batch_help_part() -> str:
    """What `truth-eval batch --help` prints."""
    return _help(batch_app, "truth-eval batch")


def runs_help_part() -> str:
    """What `truth-eval runs --help` prints."""
    return _help(runs_app, "truth-eval runs")


def report_help_part() -> str:
    """What `truth-eval report --help` prints."""
    return _help(report_app, "truth-eval report")


def resume_help_part() -> str:
    """What `truth-eval resume --help` prints."""
    return _help(resume_app, "truth-eval resume")


def compare_help_part() -> str:
    """What `truth-eval compare --help` prints."""
    return _help(compare_app, "truth-eval compare")


def review_help_part() -> str:
    """What `truth-eval review --help` prints."""
    return _help(review_app, "truth-eval review")


def review_screen_part() -> str:
    """A screen of `truth-eval review` without colours, 80 columns wide."""
    session = begun([waiting(sides_report())])
    while session.current is not None and session.current.claim.text != "The harbour is safe.":
        session = session.skipped()
    view = View(session, {SIDES: SIDES_TEXT}, "Review of run 4f2a91c0", grade_of(session))
    lines = screen(view, 80, 33, color=False).lines
    return "```text\n" + "".join(f"{line.plain.rstrip()}\n" for line in lines) + "```\n"


def _help(command: typer.Typer, program: str) -> str:
    variables = {"COLUMNS": _COLUMNS, "TERMINAL_WIDTH": _COLUMNS, "NO_COLOR": "1"}
    done = CliRunner().invoke(command, ["--help"], prog_name=program, env=variables)
    assert done.exit_code == 0
    lines = (line.rstrip() for line in done.output.strip().splitlines())
    return f"```text\n$ {program} --help\n" + "".join(f"{line}\n" for line in lines) + "```\n"


def explain_part() -> str:
    """What `truth-eval explain` prints of a line of our example, 80 columns wide."""
    printed = io.StringIO()
    with (
        contextlib.chdir(DOCS.parent / "examples" / "drifted"),
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ, {"COLUMNS": _COLUMNS, "NO_COLOR": "1"}),
    ):
        assert main(["explain", "README.md:3:47", "--root", "."]) == 0
    return f"```text\n$ truth-eval explain README.md:3:47 --root .\n{printed.getvalue()}```\n"


_ID = re.compile(r"\b[0-9a-f]{8}\b")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_SHOWN_IDS = ("1f0c9a4e", "7be25d31")
_SHOWN_TIMES = ("2026-12-01 09:12", "2026-12-01 09:40")


def compare_part() -> str:
    """What `truth-eval compare` prints of two runs of our example, between which a document and the code changed.

    Ids and times are others each time; those that are shown stay the same.
    """
    printed = io.StringIO()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TRUTH_")}
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, {**kept, "NO_COLOR": "1", "XDG_DATA_HOME": folder}, clear=True),
    ):
        example = Path(folder, "drifted")
        shutil.copytree(DOCS.parent / "examples" / "drifted", example)
        with contextlib.chdir(example), contextlib.redirect_stderr(io.StringIO()):
            with contextlib.redirect_stdout(io.StringIO()):
                main(["README.md", "--root", "."])
            _replace(example / "README.md", "defaults to 8", "defaults to 4")
            _replace(example / "src" / "shelf" / "cli.py", "SHELF_CACHE_DIR", "SHELF_FOLDER")
            with contextlib.redirect_stdout(io.StringIO()):
                main(["README.md", "--root", "."])
            with contextlib.redirect_stdout(printed):
                assert main(["compare"]) == 0
    text = printed.getvalue()
    ids = dict(zip(dict.fromkeys(_ID.findall(text)), _SHOWN_IDS, strict=True))
    times = iter(_SHOWN_TIMES)
    text = _TIME.sub(lambda _: next(times), _ID.sub(lambda match: ids[match[0]], text))
    return f"```text\n$ truth-eval compare\n{text}```\n"


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


_SETTINGS = """\
fail_under = "B"

[[overrides]]
paths = ["docs/history/**"]
fail_on = "never"
exclude_kinds = ["cli_option"]
"""


def config_part() -> str:
    """What `truth-eval config` prints of a small project, without the defaults."""
    printed = io.StringIO()
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("TRUTH_", "OPENAI_"))}
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ, {**variables, "XDG_CONFIG_HOME": folder, "TRUTH_OFFLINE": "true"}, clear=True),
    ):
        Path("docs/history").mkdir(parents=True)
        Path("docs/history/a.md").touch()
        Path("truth.toml").write_text(_SETTINGS, encoding="utf-8")
        assert main(["config", "docs/history/a.md", "--root", "."]) == 0
    lines = [line for line in printed.getvalue().splitlines() if not line.endswith(" (default)")]
    shown = "".join(f"{line}\n" for line in lines)
    return (
        f"```toml\n{_SETTINGS}```\n\n"
        f"```text\n$ TRUTH_OFFLINE=true truth-eval config docs/history/a.md | grep -v default\n{shown}```\n"
    )


_LENDING = '''\
LOAN_DAYS = 14
MOST_BOOKS = 5


def lend(book, reader):
    """Lend a book to a reader, who brings it back after LOAN_DAYS days."""
    if len(reader.books) >= MOST_BOOKS:
        raise TooManyBooks(reader)
    reader.books[book] = LOAN_DAYS
'''
_ABOUT_LENDING = "# Lending\n\nA book is lent to a reader for two weeks. A reader may have up to nine books.\n"
_PLAYED = (
    VerdictRule("two weeks", "SUPPORTS", 0.93, "14 days are two weeks."),
    VerdictRule("nine books", "REFUTES", 0.9, "The code lets a reader have five books, not nine."),
)


def panel_part() -> str:
    """What `truth-eval --panel` prints of a small project; the fake server of the tests plays the models."""
    printed = io.StringIO()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TRUTH_", "OPENAI_", "ANTHROPIC_"))
    }
    with (
        FakeLLM(Scenario(rules=_PLAYED)) as llm,
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ, {**kept, **llm.environment(), "XDG_CONFIG_HOME": folder}, clear=True),
    ):
        Path("setup.py").touch()
        Path("lending.py").write_text(_LENDING, encoding="utf-8")
        Path("README.md").write_text(_ABOUT_LENDING, encoding="utf-8")
        assert main(["README.md", "--panel", "--no-cache", "--no-store", "--verbose"]) == 0
    document = _ABOUT_LENDING.rstrip()
    return (
        f"```markdown\n{document}\n```\n\n```text\n$ truth-eval README.md --panel --verbose\n{printed.getvalue()}```\n"
    )


_NOTES = """\
# Notes on the ferries

The ferry from Solund to Arna sails once a day, and dogs travel free. In winter it carries 40 cars.
The pier of Arna was built by Lars Holm in 1962; it was made longer in 2004.
"""
_ESSAY = "# Arna\n\nThe ferry to Arna sails twice a day. The pier of Arna was built by Anna Berg in 1962.\n"
_PLAYED_OF_SOURCES = (
    VerdictRule("twice a day", "REFUTES", 0.93, "It sails once a day."),
    VerdictRule("Anna Berg", "REFUTES", 0.84, "Another name stands there."),
)


def sources_part() -> str:
    """What `truth-eval --sources` prints of an essay; the fake server of the tests plays the model."""
    printed = io.StringIO()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TRUTH_", "OPENAI_", "ANTHROPIC_"))
    }
    with (
        FakeLLM(Scenario(rules=_PLAYED_OF_SOURCES)) as llm,
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(printed),
        mock.patch.dict(os.environ, {**kept, **llm.environment(), "XDG_CONFIG_HOME": folder}, clear=True),
    ):
        Path("notes.md").write_text(_NOTES, encoding="utf-8")
        Path("essay.md").write_text(_ESSAY, encoding="utf-8")
        command = ["essay.md", "--sources", "notes.md", "--model", "gpt-4o"]
        assert main([*command, "--no-cache", "--no-store"]) == 0
    return (
        f"```markdown\n{_ESSAY.rstrip()}\n```\n\n```text\n$ truth-eval {' '.join(command)}\n{printed.getvalue()}```\n"
    )


_ANSWERS = (
    {
        "id": 1,
        "question": "How long is a loan?",
        "answer": "A book is lent for two weeks.",
        "contexts": ["Loans last 14 days.", "The library opens at nine."],
        "set": "dev",
    },
    {
        "id": 2,
        "answer": "A reader may have nine books.",
        "contexts": ["A reader has at most five books."],
        "set": "dev",
    },
)
_PLAYED_OF_ANSWERS = (
    VerdictRule("two weeks", "SUPPORTS", 0.93, "14 days are two weeks."),
    VerdictRule("nine books", "REFUTES", 0.9, "It is five books, not nine."),
)


def batch_part() -> str:
    """What `truth-eval batch` makes of two answers; the fake server of the tests plays the models."""
    printed = io.StringIO()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TRUTH_", "OPENAI_", "ANTHROPIC_"))
    }
    rows = "".join(f"{json.dumps(row)}\n" for row in _ANSWERS)
    with (
        FakeLLM(Scenario(rules=_PLAYED_OF_ANSWERS)) as llm,
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stderr(printed),
        mock.patch.dict(os.environ, {**kept, **llm.environment(), "XDG_CONFIG_HOME": folder}, clear=True),
    ):
        Path("answers.jsonl").write_text(rows, encoding="utf-8")
        assert main(["batch", "answers.jsonl", "-o", "judged.jsonl", "--panel", "--no-cache"]) == 0
        first = json.loads(Path("judged.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return (
        f"```text\n{rows}```\n\n"
        f"```text\n$ truth-eval batch answers.jsonl -o judged.jsonl --panel\n{printed.getvalue()}```\n\n"
        f"The first row of `judged.jsonl`, here on several lines:\n\n```text\n{json.dumps(first, indent=2)}\n```\n"
    )


def kinds_part() -> str:
    """A section for each of our own kinds of fact."""
    return "\n".join(_section(kind) for kind in kinds()[: len(KINDS)])


def _section(kind: FactKind) -> str:
    checks, abstains = (
        textwrap.fill(text, _WIDTH, break_on_hyphens=False)
        for text in (
            f"`{kind.name}`. {kind.checks}",
            f"It abstains where: {kind.abstains[:1].lower()}{kind.abstains[1:]}",
        )
    )
    example = "".join(f"> {line}".rstrip() + "\n" for line in kind.example.splitlines())
    found = finding(kind)
    told = f"In a project where that is wrong:\n\n```text\n{found}```\n\n" if found else ""
    return f"## {kind.title}\n\n{checks}\n\n<!-- truth: ignore -- an example -->\n{example}\n{told}{abstains}\n"


PARTS = {
    "help": help_part,
    "explain": explain_part,
    "config": config_part,
    "kinds": kinds_part,
    "panel": panel_part,
    "sources": sources_part,
    "batch": batch_part,
    "batch_help": batch_help_part,
    "runs_help": runs_help_part,
    "report_help": report_help_part,
    "resume_help": resume_help_part,
    "compare_help": compare_help_part,
    "compare": compare_part,
    "review_help": review_help_part,
    "review_screen": review_screen_part,
}


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with a generated part, and the text that it should have."""
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        current = _PART.sub(lambda part: f"{part['start']}\n{PARTS[part['name']]()}\n{part['end']}", text)
        if _PART.search(text):
            yield page, current


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    for page, text in pages():
        page.write_text(text, encoding="utf-8")
