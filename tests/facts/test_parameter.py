"""Parameters in signatures, fields, calls in code spans and sentences."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.parameter import KIND

CODE = """
import functools
from elsewhere import wrap

def fetch(url, *, timeout=3, order_by=None, verify=True): ...
def loose(first, **options): ...
@wrap
def wrapped(first): ...
def plain(key, default=None): ...
def logged(log_, *, then_=None): ...
def many(*names): ...
def paged(page_size=9): ...
def complete(autocompletion=None): ...

class Table:
    def __init__(self, title, width=80): self.lines = []
    def add(self, name, *, style="bold"): ...

class Wide(Table): ...
"""
FILES = {"app/__init__.py": CODE, "pyproject.toml": '[project]\nname = "app"\n'}
RST = ".. currentmodule:: app\n\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            ".. function:: fetch(url, *, timeout=3, verify=False)\n\n   :param order_by: how\n"
            "   :param str sort_by: how\n",
            [
                ("url", "yes", None),
                ("timeout = 3", "yes", None),
                ("verify = False", "no", "True"),
                ("order_by", "yes", None),
                ("sort_by", "no", None),
            ],
            id="directive and fields",
        ),
        pytest.param(
            ".. function:: logged(log_)\n\n   :param log: how\n\n.. class:: Table(title)\n\n"
            "   :param heading: how\n   :param lines: set later\n",
            [
                ("log_", "yes", None),
                ("log", "?", None),
                ("title", "yes", None),
                ("heading", "no", None),
                ("lines", "?", None),
            ],
            id="fields without an underscore, and of attributes",
        ),
        pytest.param(
            ".. class:: Wide\n\n   :param cells: how\n",
            [("cells", "?", None)],
            id="a constructor that subclasses share",
        ),
        pytest.param(
            ".. class:: Table(title, witdh=80)\n\n   .. method:: add(label, *, style='bold')\n\n      :param nam: it\n",
            [
                ("title", "yes", None),
                ("witdh = 80", "no", "width"),
                ("label", "?", None),
                ("style = 'bold'", "yes", None),
                ("nam", "no", None),
            ],
            id="class and method; a name by place may be the reader's",
        ),
        pytest.param(
            ".. py:function:: fetch(url, \\\n                 verfy=True)\n",
            [("url", "yes", None), ("verfy = True", "no", "verify")],
            id="two lines",
        ),
        pytest.param(
            ".. function:: plain(k[, default])\n", [("k", "?", None), ("default", "yes", None)], id="old brackets"
        ),
        pytest.param(
            ".. function:: loose(first, other=1)\n.. function:: many(name=1)\n",
            [("first", "yes", None), ("other = 1", "?", None), ("name = 1", "?", None)],
            id="takes anything",
        ),
        pytest.param(
            ".. function:: plain(expr, default=None)\n\n   :param expr: it\n   :param other: it\n",
            [("expr", "?", None), ("default = None", "yes", None), ("expr", "?", None), ("other", "no", None)],
            id="the field of what is given by place",
        ),
        pytest.param(
            ".. function:: fetch(url, *, timeout=3|5|None)\n",
            [("url", "yes", None), ("timeout = 3|5|None", "?", None)],
            id="the choices in the place of the default",
        ),
        pytest.param(
            ".. function:: logged(_log, *, then=None)\n",
            [("_log", "?", None), ("then = None", "no", "then_")],
            id="an underscore of what is given by place",
        ),
        pytest.param(".. function:: wrapped(second=1)\n", [("second = 1", "?", None)], id="a decorator"),
        pytest.param(".. function:: unknown(second=1)\n", [], id="another function"),
        pytest.param(
            "``fetch(url, tiemout=3)`` and ``fetch(url, retries=3)``",
            [("tiemout", "no", "timeout"), ("retries", "?", None)],
            id="calls",
        ),
        pytest.param("To sort, use the ``ordr_by=`` argument.", [("ordr_by", "no", "order_by")], id="in a sentence"),
        pytest.param("The ``page_sise`` parameter.", [("page_sise", "no", "page_size")], id="called a parameter"),
        pytest.param(
            "The ``autocomplete`` parameter::\n\n    x(autocompletion=[1])\n",
            [("autocomplete", "no", "autocompletion")],
            id="another form of a word",
        ),
        pytest.param("The ``order_bys`` parameter.", [], id="several of one"),
        pytest.param("Never pass the ``PAGE_SIZE`` or the ``Verify`` argument.", [], id="in other case"),
        pytest.param("Give ``@sorted_by`` the ``ordr_by`` argument.", [], id="of a function that is not the project's"),
        pytest.param("The ``order_my`` argument.", [], id="two edits of a short word"),
        pytest.param(
            "The ``order_my`` argument: ``(order_by=1)``.",
            [("order_my", "no", "order_by")],
            id="two edits, the document has the right one too",
        ),
        pytest.param("The ``order_by`` and the ``indent`` argument.", [], id="there, and unlike all"),
        pytest.param("The ``TABLES`` argument may be left out.", [], id="in capitals, for a value of the reader's"),
        pytest.param("The ``page_sise`` is a ``parameter``.", [], id="called nothing"),
        pytest.param("The ``page_sise`` parameter was removed.", [], id="the past"),
    ],
)
def test_parameters(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, RST + text, FILES, name="docs/api.rst") == rows


def test_headings_of_markdown(check: Check) -> None:
    text = "# `app.fetch(url, *, timout=3)`\n\n## How (and why) it works\n"
    assert check(KIND, text, FILES) == [("url", "yes", None), ("timout", "no", "timeout")]
