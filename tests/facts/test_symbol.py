"""Qualified names and imports, link by link."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.symbol import KIND

FILES = {
    "pyproject.toml": '[project]\nname = "app"\n[project.scripts]\none = "one_file:run"\n',
    "app/__init__.py": "from app.core import Engine\n\n__all__ = ['Engine']\ndef halt_all(): ...\n",
    "add-on/package.json": '{"app": {"halt_alt": true}}',
    "app/core.py": """
class Base:
    def stop(self): ...

class Engine(Base):
    speed = 1
    def start_slowly(self): ...

class Proxy:
    def __getattr__(self, name): ...

def connect(host): ...

naps = config.get("app.core.nap-time")

class Failure(Exception):
    code = 1

class task:
    def start(self): ...

class Sheet: ...

class Book:
    def __init__(self, title): self._title = title
""",
    "app/forms.py": """
from app.core import Book, Sheet

def register(name, form):
    setattr(Sheet, name, form)
    setattr(Book, 'pages', form)
""",
    "tasks.py": "def run(): ...\ndef addition(): ...\n",
    "one_file.py": "def run(): ...\n",
    "sail/__init__.py": "",
    "sail/boat.py": "class Sail: ...\nclass Crew: ...\ndef crew(): ...\n",
    "tests/test_core.py": "from app.core import (\n    Engine,\n    plugged,\n)\n",
    "app/lazy.py": "def __getattr__(name): ...\n",
    "app/generated.py": "for x in []: globals()[x] = 1\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("Use `app.core.Engine`.", [("app.core.Engine", "yes", None)], id="class"),
        pytest.param("Call `app.core.connect(host)`.", [("app.core.connect", "yes", None)], id="call"),
        pytest.param("Use `app.Engine.start_slowly`.", [("app.Engine.start_slowly", "yes", None)], id="re-export"),
        pytest.param("Use `app.core.Engine.stop`.", [("app.core.Engine.stop", "yes", None)], id="inherited"),
        pytest.param("Use `app.connect`.", [("app.connect", "no", "app.core.connect")], id="elsewhere"),
        pytest.param(
            "Use `app.core.Engine.start_slowyl`.",
            [("app.core.Engine.start_slowyl", "no", "app.core.Engine.start_slowly")],
            id="slip",
        ),
        pytest.param("Use `app.core.Engine.reverse`.", [("app.core.Engine.reverse", "no", None)], id="not there"),
        pytest.param("Use `app.core.Proxy.anything`.", [("app.core.Proxy.anything", "?", None)], id="made at run time"),
        pytest.param(
            "Use `app.core.Sheet.tabs`, `app.core.Book.tabs`.",
            [("app.core.Sheet.tabs", "?", None), ("app.core.Book.tabs", "no", None)],
            id="another module gives a class attributes",
        ),
        pytest.param(
            "Set `app.core.Book.title`, not `app.core.Book.subtitle`.",
            [("app.core.Book.title", "?", None), ("app.core.Book.subtitle", "no", None)],
            id="an argument of the class",
        ),
        pytest.param("Use `app.lazy.anything`.", [("app.lazy.anything", "?", None)], id="module makes names"),
        pytest.param("Use `app.generated.anything`.", [("app.generated.anything", "?", None)], id="globals()"),
        pytest.param("Call `os.makedirs` or `app.toml`.", [], id="other modules and files"),
        pytest.param("It has `app.halt_alt` set.", [("app.halt_alt", "?", None)], id="a key below the package's name"),
        pytest.param("Name it like `app.core.FILE.METHOD` or `app.core.X`.", [], id="letters that stand for any"),
        pytest.param("Use `app.halt_al`.", [("app.halt_al", "no", "app.halt_all")], id="no key"),
        pytest.param("Set `app.name` in the file.", [("app.name", "?", None)], id="may be a key"),
        pytest.param("`app.core.Motor` was renamed in 2.0.", [], id="the past"),
        pytest.param("`app.core.Motor` was merged into the core.", [], id="the past, told otherwise"),
        pytest.param(
            "| Old | New |\n| --- | --- |\n| `app.core.Motor` | `app.core.Engine` |\n", [], id="a table of changes"
        ),
        pytest.param("There is no `app.core.Motor`.", [], id="denied"),
        pytest.param("Write your own `app.core.Motor` class.", [], id="the reader's own"),
        pytest.param(
            "```python\nfrom app.core import Engine, Enginee\nimport app.cores\n```",
            [
                ("app.core", "yes", None),
                ("app.core.Engine", "yes", None),
                ("app.core.Enginee", "no", "Engine"),
                ("app.cores", "?", None),
            ],
            id="imports",
        ),
        pytest.param(
            "```python\nfrom app.plugins.extra import x\n```",
            [("app.plugins.extra", "?", None), ("app.plugins.extra.x", "?", None)],
            id="import of a module that never was",
        ),
        pytest.param(
            "```python\nfrom app.core import (\n    Engine,\n    # import the rest:\n    connect,\n)\n```",
            [("app.core", "yes", None), ("app.core.Engine", "yes", None), ("app.core.connect", "yes", None)],
            id="comments between imported names",
        ),
        pytest.param(
            "```python\nfrom app.core import Ticket\n```\n\n```python\nclass Ticket(Base): ...\n```\n",
            [("app.core", "yes", None), ("app.core.Ticket", "?", None)],
            id="the class of an example",
        ),
        pytest.param(
            "```python\nfrom app import Core\n```", [("app", "yes", None), ("app.Core", "no", "core")], id="only case"
        ),
        pytest.param(
            "The `sail.crew` and the `sail.Crew`.",
            [("sail.crew", "?", None), ("sail.Crew", "no", "sail.boat.Crew")],
            id="an instance named like the module",
        ),
        pytest.param(
            "```python\nfrom app.new_part import NewPart\nfrom app import part\n```",
            [
                ("app.new_part", "?", None),
                ("app.new_part.NewPart", "?", None),
                ("app", "yes", None),
                ("app.part", "?", None),
            ],
            id="modules that never were",
        ),
        pytest.param(
            "```python\nfrom app.core import plugged\n```",
            [("app.core", "yes", None), ("app.core.plugged", "?", None)],
            id="the tests import it",
        ),
        pytest.param(
            "```python\nfrom app import Cores\n```",
            [("app", "yes", None), ("app.Cores", "no", None)],
            id="a module is not what a class is a slip for",
        ),
        pytest.param(
            "```python\nfrom app.core import kind, speedometer\n```",
            [("app.core", "yes", None), ("app.core.kind", "?", None), ("app.core.speedometer", "no", None)],
            id="a short word may stand for any",
        ),
        pytest.param("It might be `app.core.Motor`; its own tests are in `app.somepackage.tests`.", [], id="supposed"),
        pytest.param("Set the logger `app.core.phases` to `DEBUG`, watch the queue ``app.core.jobs``.", [], id="texts"),
        pytest.param(
            "The config value `app.core.idle_time`, or `app.core.idle_limit` settings in your file.", [], id="keys"
        ),
        pytest.param(
            "Lower `app.core.nap_time` for it, not `app.core.nap_size`.",
            [("app.core.nap_time", "?", None), ("app.core.nap_size", "no", None)],
            id="a key that the code has with dashes",
        ),
        pytest.param(
            "`tasks.stop` and `tasks.run`:\n\n```python\nfrom tasks import add\nimport main.views\n```\n",
            [("tasks.run", "yes", None), ("tasks", "yes", None)],
            id="a script of the repository",
        ),
        pytest.param(
            "```python\nfrom one_file import add\n```\n",
            [("one_file", "yes", None), ("one_file.add", "?", None)],
            id="a program",
        ),
        pytest.param("Call `task.stop()` and `task.later()`.", [], id="an instance of a class in small letters"),
        pytest.param("```python\nfrom django.db import models\n```", [], id="other imports"),
    ],
)
def test_symbols(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(":class:`~app.core.Engine`", [("app.core.Engine", "yes", None)], id="role"),
        pytest.param(
            ":class:`app.cors.Engine`", [("app.cors.Engine", "no", "app.core.Engine")], id="role, wrong module"
        ),
        pytest.param(
            ":meth:`Engine.stop` :meth:`Engine.halt`",
            [("Engine.stop", "yes", None), ("Engine.halt", "no", None)],
            id="class of that name",
        ),
        pytest.param(":class:`dict` :func:`print`", [], id="built in"),
        pytest.param(
            ".. autofunction:: app.core.connects", [("app.core.connects", "no", "app.core.connect")], id="autodoc"
        ),
        pytest.param(
            ".. currentmodule:: app.core\n\n.. autofunction:: connect\n.. autofunction:: disconnect_all\n",
            [("connect", "yes", None), ("disconnect_all", "no", None)],
            id="current module",
        ),
        pytest.param(
            "Old\n===\n\n``app.core.Motor``\n\n.. versionchanged:: 2\n\n   This module was removed.\n", [], id="ended"
        ),
        pytest.param(
            ".. currentmodule:: app\n\n:class:`Engine`, `os.makedirs`, :func:`os.makedirs`, `app.config`\n",
            [("Engine", "yes", None)],
            id="other names beside a current module",
        ),
        pytest.param(
            ".. class:: app.core.Engine\n\n   .. automethod:: stop\n",
            [("stop", "yes", None)],
            id="member of the class described",
        ),
        pytest.param(
            ".. currentmodule:: app\n\n.. autoexception:: app.core.Failure\n\n   .. autoattribute:: code\n",
            [("app.core.Failure", "yes", None), ("code", "yes", None)],
            id="member of the exception described",
        ),
        pytest.param(
            ".. class:: Engine\n\n   .. method:: revert(value)\n\nSee :meth:`Engine.revert`, :meth:`Engine.halt`.\n",
            [("Engine.revert", "?", None), ("Engine.halt", "no", None)],
            id="described by hand",
        ),
    ],
)
def test_symbols_in_restructured_text(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES, name="docs/api.rst") == rows


def test_a_module_that_was_deleted(check: Check) -> None:
    text = "```python\nfrom app.pump import fill\nfrom app.tank import fill\n```"
    rows = check(KIND, text, FILES, deleted={"app/pump.py": "def fill(): ...\n"})
    assert [row for row in rows if row[1] == "no"] == [("app.pump", "no", None)]


GRAPH = {
    "app/__init__.py": "",
    "app/types.py": "from other import HttpLevel\nclass Command:\n    PARENT = 1\nclass Level:\n    LOW = 1\n",
    "ui/kinds.ts": "export enum SubCommand { PARENT }\n",
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("`GraphCommand.PARENT` is it.", [("GraphCommand.PARENT", "no", "Command.PARENT")], id="nowhere"),
        pytest.param("`GraphCommand.CHILD` is it.", [], id="a constant that is nowhere"),
        pytest.param("`HttpLevel.LOW` is it.", [], id="imported from elsewhere"),
        pytest.param("`Other.PARENT` is it.", [], id="another class"),
        pytest.param("`SubCommand.PARENT` is it.", [], id="a class in another language"),
        pytest.param(
            "`GraphCommand.PARENT`:\n\n```python\nclass GraphCommand: ...\n```\n", [], id="the document's own class"
        ),
    ],
)
def test_constants_of_a_class_that_is_nowhere(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, GRAPH) == rows
