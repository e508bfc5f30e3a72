"""Large documents are read whole and at a speed that grows with their size alone. No test looks at a clock."""

from pathlib import Path

import pytest
from small_project import GOOD, Run, write

PROSE = "Shelves are made of wood and they hold books. Nobody counts them, though some would like to. "


def test_five_megabytes_of_markdown(project: Path, run: Run) -> None:
    paragraph = PROSE * 10 + "\n\n"
    text = f"# Shelves\n\n{paragraph * (5_000_000 // len(paragraph))}\nIt reads `src/shelf/cli.py`.\n"
    write(project, {"a.md": text})
    ran = run("a.md", "good.md", "--verbose")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[1:] == [
        GOOD,
        "Checked 2 claims in 2 documents: 2 supported. "
        "4 sentences of prose were not checked; --panel asks chat models.",
        "Grade A+.",
    ]


@pytest.mark.parametrize("text", ["word " * 100_000, "x" * 500_000, PROSE * 3000], ids=["words", "word", "sentences"])
def test_one_long_line(project: Path, run: Run, text: str) -> None:
    write(project, {"a.md": text, "a.rst": text, "a.txt": text})
    assert run("a.md", "a.rst", "a.txt").code == 0


def test_ten_thousand_claims(project: Path, run: Run) -> None:
    write(project, {"a.md": "".join(f"Read `src/shelf/cli.py`, part {i}.\n\n" for i in range(10_000))})
    ran = run("a.md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Checked 10000 claims in 1 document: 10000 supported.")


ROWS = range(2000)
TABLES = {
    "a.md": "| Option | Default |\n|---|---|\n" + "".join(f"| `--max-workers` | {i} |\n" for i in ROWS),
    "a.rst": f"{'=' * 17}  =======\nOption             Default\n{'=' * 17}  =======\n"
    + "".join(f"``--max-workers``  {i}\n" for i in ROWS)
    + f"{'=' * 17}  =======\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_2000_rows(project: Path, run: Run, name: str) -> None:
    write(project, {name: TABLES[name]})
    ran = run(name)
    refuted = [line for line in ran.out.splitlines() if "REFUTED" in line]
    assert (ran.code, ran.err, len(refuted)) == (1, "", 1999)


def test_thousands_of_comments(project: Path, run: Run) -> None:
    text = "".join(f"<!-- truth: ignore -->\n\nSee [it](src/part{i}.py).\n\n" for i in range(3000))
    write(project, {"a.md": text})
    ran = run("a.md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Nothing to check in 1 document. 3000 claims were ignored as comments or settings ask.")
