"""Attributes, methods and keyword arguments in Python code blocks."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.member import KIND

TABLES = """
from dataclasses import dataclass
from enum import Enum
from other import Remote, Base

class Table:
    def __init__(self, title, *, show_header=True): ...
    def add_column(self, name, width=None): ...
    def add_row(self, *cells): ...

class Wide(Table):
    margin = 2

class Loose:
    def __init__(self, **options): ...
    def __getattr__(self, name): ...

@dataclass
class Options:
    max_length: int = 3
    _hidden: int = 0

@dataclass
class Derived(Remote):
    max_length: int = 3

class Child(Base):
    def fetch_all(self): ...

class Option:
    def __init__(self, name): ...
    def __call__(self, name, cast=None): ...

class lower:
    def kind(self): ...

class Color(Enum):
    RED = 1

def draw(table, *, color=None): ...
def anything(first, **rest): ...
"""
FILES = {
    "pyproject.toml": '[project]\nname = "app"\n',
    "app/__init__.py": "from app.tables import Table, draw\n",
    "app/tables.py": TABLES,
    "app/table_base.py": "def basic_check(): ...\n",
    "app/loader.py": "import app\napp.plugins.load()\n",
    "tests/test_app.py": "import app as a\na.extras\nb.boxes\n",
    "app/pilot.py": "class Pilot:\n    def press(self): ...\n",
}


def block(code: str, lead: str = "Like this:") -> str:
    return f"{lead}\n\n```python\n{code}\n```\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            block("from app import Table\nt = Table('a', show_header=False)\nt.add_column('x', width=3)"),
            [("show_header", "yes", None), ("add_column", "yes", None), ("width", "yes", None)],
            id="there",
        ),
        pytest.param(
            block("from app import Table\nt = Table('a')\nt.add_colunm('x')"),
            [("add_colunm", "no", "add_column")],
            id="slip of a method",
        ),
        pytest.param(
            block("import shop_of_tables\nimport app\napp.Table.from_shop('x')\napp.Table('a').add_colunm('x')"),
            [
                ("Table", "yes", None),
                ("from_shop", "?", None),
                ("Table", "yes", None),
                ("add_colunm", "no", "add_column"),
            ],
            id="another module may add members",
        ),
        pytest.param(
            block("import json\nimport app\napp.Table.from_shop('x')"),
            [("Table", "yes", None), ("from_shop", "no", None)],
            id="a standard module adds none",
        ),
        pytest.param(
            block("from app import Table\nTable('a').add_columnxy('x')"),
            [("add_columnxy", "no", "add_column")],
            id="tail",
        ),
        pytest.param(
            block("from app import Table") + "Then\n\n" + block(">>> t = Table('a')\n>>> t.remove_it()\n3"),
            [("remove_it", "no", None)],
            id="known whole, imported in an earlier block",
        ),
        pytest.param(
            block("from app import Table\nt = Table('a')") + "Then\n\n" + block("t.invoke()\nt.add_colunm()"),
            [("invoke", "?", None), ("add_colunm", "no", "add_column")],
            id="a variable from an earlier block: slips only",
        ),
        pytest.param(
            "# One\n\n"
            + block("from app import Table\nt = Table(1)")
            + "# Two\n\n"
            + block("t.invoke()\nt.add_colunm()"),
            [("invoke", "?", None), ("add_colunm", "no", "add_column")],
            id="a variable from under another heading: slips only",
        ),
        pytest.param(
            block("import app.tables as tb\nw = tb.Wide('a')\nw.margin\nw.add_rows()"),
            [("Wide", "yes", None), ("margin", "yes", None), ("add_rows", "no", "add_row")],
            id="inherited",
        ),
        pytest.param(
            "# One\n\n"
            + block("from app import Table")
            + "# Two\n\n"
            + block("from app.parts import other")
            + "So:\n\n"
            + block("Table(1, source=2)\nTable(1, titel=2)\n"),
            [("source", "?", None), ("titel", "no", "title")],
            id="a class imported under another heading, beside imports: slips only",
        ),
        pytest.param(
            block("from app.tables import Option\noption = Option('a')\noption('NAME', cast=int, titel=1)"),
            [("cast", "yes", None), ("titel", "no", None)],
            id="what a call gave is called",
        ),
        pytest.param(
            block("from app.tables import Option\nwith Option('a') as option:\n    option('NAME', cast=int)"),
            [],
            id="what `with` gave is called",
        ),
        pytest.param(block("lower.other()\nlower.kin()"), [], id="a variable named like a class in small letters"),
        pytest.param(
            block("import app\napp.Pilots"), [("Pilots", "no", None)], id="not the module of nearly that name"
        ),
        pytest.param(
            block("from app import Table, draw\ndraw(Table(1), colour=2)\nTable(1, titel=2)"),
            [("colour", "no", "color"), ("titel", "no", "title")],
            id="arguments",
        ),
        pytest.param(
            block(
                "from app.tables import Options\nOptions(\n    max_seq_length=3,\n    hidden=2, _hidden=2,\n    ...\n)"
            ),
            [("max_seq_length", "no", "max_length"), ("hidden", "yes", None), ("_hidden", "yes", None)],
            id="fields, one word too many",
        ),
        pytest.param(
            block("from app.tables import Derived\nDerived(max_seq_length=3, steps=2)"),
            [("max_seq_length", "no", "max_length"), ("steps", "?", None)],
            id="fields of others: slips only",
        ),
        pytest.param(
            block("check = table_base.basic_checks()"), [("basic_checks", "?", None)], id="one or many, not imported"
        ),
        pytest.param(
            block("check = table_base.basicly_check()"),
            [("basicly_check", "no", "basic_check")],
            id="a module that is not imported",
        ),
        pytest.param(
            block("from app import pilot\npilot = pilot.Pilot()\npilot = pilot.Pilot(1)"),
            [("Pilot", "yes", None), ("Pilot", "?", None)],
            id="a variable in the place of the module",
        ),
        pytest.param(
            block("import app\napp.plugins.load()\napp.extras\napp.boxes"),
            [("plugins", "?", None), ("extras", "?", None), ("boxes", "no", None)],
            id="a module that the code or the tests take more from",
        ),
        pytest.param(block("pilot.Press()\npilot.pres()"), [], id="a variable named like a class"),
        pytest.param(
            block("from app.tables import Loose, anything\nLoose(x=1).y\nanything(1, z=2)"),
            [("x", "?", None), ("y", "?", None), ("z", "?", None)],
            id="made at run time",
        ),
        pytest.param(
            block("from app.tables import Child\nc = Child()\nc.fetch()\nc.fetch_alll()"),
            [("fetch", "?", None), ("fetch_alll", "no", "fetch_all")],
            id="a base of another project",
        ),
        pytest.param(
            block("from app import Table\nt = Table('a')\nt.extra = 1\nprint(t.extra)"), [], id="set by the code itself"
        ),
        pytest.param(
            block("from app import Table\nt = Table('a')\nfor t in things:\n    t.other()"),
            [],
            id="bound anew in a loop",
        ),
        pytest.param(
            block("from app import Table\ndef show(Table):\n    Table.other()\n"), [], id="a parameter of the same name"
        ),
        pytest.param(
            block("from app import Table\nt = Table('a') if x else None\nt.other()"),
            [],
            id="bound to one of two things",
        ),
        pytest.param(
            block("from app import Table\nif x:\n    t = Table('a')\nelse:\n    t = 3\nt.other()"),
            [],
            id="two branches",
        ),
        pytest.param(
            block("from app import Table\nwith pytest.raises(TypeError):\n    Table(1, titel=2)"),
            [],
            id="an error expected",
        ),
        pytest.param(
            block("from app import Table\ntry:\n    Table.other\nexcept AttributeError:\n    pass"), [], id="caught"
        ),
        pytest.param(
            block(">>> from app import Table\n>>> Table(1, titel=2)\nTypeError: unexpected keyword"),
            [],
            id="an error shown",
        ),
        pytest.param(
            block("from app import Table\n# wrong:\nTable(1, titel=2)"), [], id="a comment says that it is wrong"
        ),
        pytest.param(
            block("from app import Table\nTable(1, titel=2)", "This does not work:"),
            [],
            id="the text says that it is wrong",
        ),
        pytest.param(
            block("from app import Table\nTable(1, titel=2)", "You don't need more than this:"),
            [("titel", "no", "title")],
            id="a negation of something else",
        ),
        pytest.param(block("from app import Table\nTable.other = 3 = 4\nt = Table(1)\nt..x"), [], id="does not parse"),
        pytest.param(block("import json\njson.dmups(x, indnt=2)"), [], id="another library"),
        pytest.param(
            block("from app.tables import Color\nColor.RED.value\nColor.red"),
            [("RED", "yes", None), ("red", "no", "RED")],
            id="enum",
        ),
    ],
)
def test_uses(check: Check, text: str, rows: list[Row]) -> None:
    assert [row for row in check(KIND, text, FILES) if row[0] not in {"tables", "title"}] == rows


def test_the_text_points_at_the_name_behind_quotes_and_indents(check: Check) -> None:
    text = "> 1. So:\n>\n>    ```python\n>    from app import Table\n>    Table('é', shwo_header=1)\n>    ```\n"
    assert check(KIND, text, FILES) == [("shwo_header", "no", "show_header")]


def test_a_block_with_imports_of_its_own_may_be_another_example(check: Check) -> None:
    first, second = "```python\nimport app.tables as t\n```\n\n", "```python\n{}t.nothing_there()\n```\n"
    files = {"app/__init__.py": "", "app/tables.py": "class Table: ...\n"}
    assert check(KIND, first + second.format(""), files)[-1] == ("nothing_there", "no", None)
    assert check(KIND, first + second.format("import other\n"), files)[-1] == ("nothing_there", "?", None)
