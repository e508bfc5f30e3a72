"""Dotted names looked up in small projects."""

from collections.abc import Mapping

import pytest

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.definitions import Resolution
from truthfulness_evaluator.project.languages.python.read import read
from truthfulness_evaluator.project.modules import Modules
from truthfulness_evaluator.project.resolution import Resolver


def resolver(files: Mapping[str, str], unread: tuple[str, ...] = ()) -> Resolver:
    modules = Modules((*files, *unread))
    facts = {
        path: read(path, modules.by_path.get(path), text)
        for path, text in files.items()
        if path.endswith((".py", ".pyi"))
    }
    return Resolver(facts, modules)


APP = {
    "pyproject.toml": "",
    "src/app/__init__.py": """
from pathlib import Path
from app.core import Engine, run as start
from .shapes import *
from . import loop_a
from ._native import fast
try:
    import simplejson as json
except ImportError:
    import json
__all__ = ["Engine", "start", "conjured"]
""",
    "src/app/core.py": """
import enum
from abc import ABC
from typing import Generic, NamedTuple, Protocol, TypeVar
from dataclasses import dataclass
import outside
from outside import Thing
from app.magic import Maker
from .base import Base

T = TypeVar("T")
TIMEOUT = 30
Alias = Base

def run(): ...

class Engine(Base):
    speed = 1
    def start(self): ...
    class Part:
        def turn(self): ...
    class Wheel(Part):
        pass

class Lone(object): pass
class Abstract(ABC, Generic[T]): pass
class Wrong(ValueError): pass
class Colour(enum.Enum):
    RED = 1
class Point(NamedTuple):
    x: int
class Shape(Protocol):
    def area(self): ...
class Foreign(Thing): pass
class Foreign2(outside.Thing): pass
class Made(Maker): pass
class Aliased(Alias): pass
@dataclass
class Data:
    size: int = 1
@outside.decorate
class Decorated: pass
class Open:
    def __getattr__(self, name): ...
engine = Engine()
""",
    "src/app/base.py": """
class Base:
    def __init__(self):
        self.power = 1
    def stop(self): ...
    @property
    def state(self): ...
""",
    "src/app/shapes.py": """
class Circle: pass
class Square: pass
_hidden = 1
__all__ = ["Circle"]
""",
    "src/app/magic.py": "globals().update(load())\nclass Maker: pass\n",
    "src/app/loop_a.py": "from app.loop_b import thing\n",
    "src/app/loop_b.py": "from app.loop_a import thing\n",
    "src/app/broken.py": "def broken(:\n",
    "src/app/star.py": "from outside import *\n",
    "src/app/star_in.py": "from app.shapes import *\n",
    "src/app/lazy.py": """
_TABLE = {"Late": "app.core"}
def __getattr__(name):
    if name in _TABLE:
        return load(name)
    raise AttributeError(name)
""",
    "src/app/stub.pyi": "def known(): ...\n",
    "src/app/deep/inner.py": "VALUE = 1\n",
    "src/ns/part/__init__.py": "",
    "src/ns/part/tool.py": "def saw(): ...\n",
    "single.py": "def main(): ...\n",
}
RESOLVER = resolver(APP, unread=("src/app/_native.c", "src/app/vendored.py", "src/app/vendor/__init__.py"))

FOUND = [
    ("app", "src/app/__init__.py:1", "app"),
    ("app.core", "src/app/core.py:1", "app.core"),
    ("app.core.TIMEOUT", "src/app/core.py:12", "app.core.TIMEOUT"),
    ("app.core.Engine.start", "src/app/core.py:19", "app.core.Engine.start"),
    ("app.core.Engine.Part.turn", "src/app/core.py:21", "app.core.Engine.Part.turn"),
    ("app.core.Engine.Wheel.turn", "src/app/core.py:21", "app.core.Engine.Part.turn"),
    ("app.core.Engine.stop", "src/app/base.py:5", "app.base.Base.stop"),
    ("app.core.Engine.power", "src/app/base.py:4", "app.base.Base.power"),
    ("app.core.Engine.state", "src/app/base.py:7", "app.base.Base.state"),
    ("app.core.Aliased.stop", "src/app/base.py:5", "app.base.Base.stop"),
    ("app.core.Alias", "src/app/core.py:13", "app.core.Alias"),
    ("app.core.Alias.stop", "src/app/base.py:5", "app.base.Base.stop"),
    ("app.core.Colour.RED", "src/app/core.py:29", "app.core.Colour.RED"),
    ("app.core.Data.size", "src/app/core.py:40", "app.core.Data.size"),
    ("app.core.Point.x", "src/app/core.py:31", "app.core.Point.x"),
    ("app.Engine", "src/app/core.py:17", "app.core.Engine"),
    ("app.Engine.start", "src/app/core.py:19", "app.core.Engine.start"),
    ("app.start", "src/app/core.py:15", "app.core.run"),
    ("app.Circle", "src/app/shapes.py:2", "app.shapes.Circle"),
    ("app.Path", "src/app/__init__.py:2", "pathlib.Path"),
    ("app.json", "src/app/__init__.py:8", "simplejson"),
    ("app.core.Base.stop", "src/app/base.py:5", "app.base.Base.stop"),
    ("app.star_in.Circle", "src/app/shapes.py:2", "app.shapes.Circle"),
    ("app.stub.known", "src/app/stub.pyi:1", "app.stub.known"),
    ("app.deep.inner.VALUE", "src/app/deep/inner.py:1", "app.deep.inner.VALUE"),
    ("app.deep", "src/app/deep:1", "app.deep"),
    ("ns", "src/ns:1", "ns"),
    ("ns.part", "src/ns/part/__init__.py:1", "ns.part"),
    ("ns.part.tool.saw", "src/ns/part/tool.py:1", "ns.part.tool.saw"),
    ("single.main", "single.py:1", "single.main"),
    ("app.lazy._TABLE", "src/app/lazy.py:2", "app.lazy._TABLE"),
]


@pytest.mark.parametrize(("dotted", "place", "canonical"), FOUND, ids=[row[0] for row in FOUND])
def test_found(dotted: str, place: str, canonical: str) -> None:
    result = RESOLVER.resolve(dotted)
    assert result.definition is not None
    assert (result.status, str(result.definition.location), result.definition.dotted) == ("found", place, canonical)


MISSING = [
    ("app.core.Engin", "app.core", "Engin", ("app.core.Engine",)),
    ("app.core.Engine.strat", "app.core.Engine", "strat", ("app.core.Engine.start",)),
    ("app.core.Engine.nothing", "app.core.Engine", "nothing", ()),
    ("app.Square", "app", "Square", ("app.shapes.Square",)),
    ("app.Base", "app", "Base", ("app.base.Base", "app.base")),
    ("app.shape.Circle", "app", "shape", ("app.shapes.Circle",)),
    ("app.old.core.Engine.start", "app", "old", ("app.core.Engine.start",)),
    ("app.hosts.run", "app", "hosts", ()),  # a plain word behind a link that is not there
    ("app.core.Lone.go", "app.core.Lone", "go", ()),
    ("app.core.Abstract.go", "app.core.Abstract", "go", ()),
    ("app.core.Wrong.code", "app.core.Wrong", "code", ()),
    ("app.core.Colour.BLUE", "app.core.Colour", "BLUE", ()),
    ("app.core.Point.z", "app.core.Point", "z", ()),
    ("app.core.Shape.size", "app.core.Shape", "size", ()),
    ("app.core.Data.sise", "app.core.Data", "sise", ()),
    ("app.core.Engine.Wheel.spin", "app.core.Engine.Wheel", "spin", ()),
    ("app.star_in.Square", "app.star_in", "Square", ("app.shapes.Square",)),
    ("app.star_in._hidden", "app.star_in", "_hidden", ("app.shapes._hidden",)),
    ("app.Engine.strat", "app.core.Engine", "strat", ("app.core.Engine.start",)),
    ("single.mian", "single", "mian", ()),
    ("app.lazy.Never", "app.lazy", "Never", ()),
    ("app.loop_b.other", "app.loop_b", "other", ()),
]


@pytest.mark.parametrize(("dotted", "owner", "missing", "suggested"), MISSING, ids=[row[0] for row in MISSING])
def test_missing(dotted: str, owner: str, missing: str, suggested: tuple[str, ...]) -> None:
    result = RESOLVER.resolve(dotted)
    assert (result.status, result.owner, result.missing, result.suggestions) == ("missing", owner, missing, suggested)


UNKNOWN = [
    ("outside.Thing", "outside is no module of this project"),
    ("not a name", "not a name is no dotted name"),
    ("app.core.Foreign.go", "Foreign inherits from Thing, which is not of this project"),
    ("app.core.Foreign2.go", "Foreign2 inherits from outside.Thing, which is not of this project"),
    ("app.core.Decorated.go", "Decorated (src/app/core.py) gets members at run time"),
    ("app.core.Open.go", "Open (src/app/core.py) gets members at run time"),
    ("app.core.Wrong.args", "Wrong inherits args from ValueError"),
    ("app.core.Colour.value", "Colour inherits value from enum.Enum"),
    ("app.core.Point._asdict", "every class may have _asdict"),
    ("app.core.Engine.__name__", "every class may have __name__"),
    ("app.deep.other", "app.deep is a namespace that other distributions may add to"),
    ("app.core.__version__", "every module may have __version__"),
    ("app.core.engine.speed", "app.core.engine is a constant; what it has is not known"),
    ("app.core.run.name", "app.core.run is a function; what it has is not known"),
    ("app.magic.any", "src/app/magic.py makes names at run time"),
    ("app.broken.any", "src/app/broken.py could not be parsed"),
    ("app.star.any", "src/app/star.py imports all of outside, which was not read"),
    ("app.stub.any", "src/app/stub.pyi is a stub of code that is not here"),
    ("app._native.go", "app._native may be made when the project is built"),
    ("app.conjured", "src/app/__init__.py lists conjured in __all__ and defines it in a way that was not understood"),
    ("app.Path.cwd", "pathlib.Path is not of this project"),
    ("app.vendored.thing", "app.vendored is not among the code that was read"),
    ("app.vendor.thing", "app.vendor is not among the code that was read"),
    ("app.loop_a.thing", "it is imported in a circle"),
    ("ns.other", "ns is a namespace that other distributions may add to"),
    ("app._version", "app._version may be made when the project is built"),
]


@pytest.mark.parametrize(("dotted", "reason"), UNKNOWN, ids=[row[0] for row in UNKNOWN])
def test_unknown(dotted: str, reason: str) -> None:
    result = RESOLVER.resolve(dotted)
    assert (result.status, result.definition, result.suggestions) == ("unknown", None, ())
    assert result.reason == reason


def test_a_missing_name_in_full() -> None:
    assert RESOLVER.resolve("app.core.Engine.strat") == Resolution(
        "missing",
        None,
        "app.core.Engine",
        Location(path="src/app/core.py", line=17),
        "strat",
        ("app.core.Engine.start",),
        "app.core.Engine has no strat",
    )


def test_a_package_whose_modules_lie_elsewhere_is_open() -> None:
    files = {"pkg/__init__.py": "__path__ = extend_path(__path__, __name__)\n"}
    assert resolver(files).resolve("pkg.other").status == "unknown"


def test_a_name_of_two_distributions_is_looked_for_in_both() -> None:
    files = {
        "a/setup.py": "",
        "a/tools/__init__.py": "one = 1\n",
        "b/setup.py": "",
        "b/tools/__init__.py": "two = 2\n",
    }
    both = resolver(files)
    assert [both.resolve(f"tools.{name}").status for name in ("one", "two", "three")] == ["found", "found", "missing"]


def test_a_package_that_exports_from_its_own_modules() -> None:
    files = {
        "pkg/__init__.py": "from pkg.sub import deep as shallow\nfrom pkg.sub import sub\n",
        "pkg/sub/__init__.py": "from .impl import deep, sub\nfrom .impl import Class as Class\n",
        "pkg/sub/impl.py": "deep = 1\nsub = 2\nclass Class:\n    member = 1\n",
    }
    resolve = resolver(files).resolve
    found = {name: resolve(name).definition for name in ("pkg.sub.deep", "pkg.shallow", "pkg.sub.Class.member")}
    assert {name: d and d.dotted for name, d in found.items()} == {
        "pkg.sub.deep": "pkg.sub.impl.deep",
        "pkg.shallow": "pkg.sub.impl.deep",
        "pkg.sub.Class.member": "pkg.sub.impl.Class.member",
    }


def test_a_name_that_is_a_part_of_itself_comes_to_an_end() -> None:
    files = {"pkg/__init__.py": "from pkg.a import b as a\n", "pkg/a.py": "from pkg.a.b import c as b\n"}
    assert resolver(files).resolve("pkg.a.b.x").status == "unknown"


def test_names_are_resolved_where_they_stand() -> None:
    found = RESOLVER.resolve_in("src/app/core.py", "Base.stop").definition
    assert found is not None
    assert found.dotted == "app.base.Base.stop"
    assert RESOLVER.resolve_in("src/app/core.py", "nothing").status == "unknown"
    assert RESOLVER.resolve_in("gone.py", "nothing").status == "unknown"


def test_members_of_a_class_include_inherited_ones() -> None:
    assert set(RESOLVER.member_names("app.core.Engine")) == {
        *("speed", "start", "Part", "Wheel", "__init__", "power", "stop", "state"),
    }
