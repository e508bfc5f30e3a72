"""Imports, lazy names and `__all__` of Python modules."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Import, Symbol, SymbolKind
from truthfulness_evaluator.project.languages.python.read import read


@pytest.mark.parametrize(
    ("path", "module", "code", "expected"),
    [
        ("a/m.py", "a.m", "import os.path", [("os", "os")]),
        ("a/m.py", "a.m", "import os.path as p", [("p", "os.path")]),
        ("a/m.py", "a.m", "from .b import c as d, e", [("d", "a.b.c"), ("e", "a.b.e")]),
        ("a/m.py", "a.m", "from . import b", [("b", "a.b")]),
        ("a/m.py", "a.m", "from ..x import y", []),
        ("a/b/m.py", "a.b.m", "from ..x import y", [("y", "a.x.y")]),
        ("a/b/__init__.py", "a.b", "from ..x import y", [("y", "a.x.y")]),
        ("a/__init__.py", "a", "from .b import *", [("*", "a.b")]),
        ("tool.py", None, "from .b import c\nimport d", [("d", "d")]),
        ("a/m.py", "a.m", "if TYPE_CHECKING:\n    from b import c", [("c", "b.c")]),
        ("a/m.py", "a.m", "try:\n    import b\nexcept ImportError:\n    import c", [("b", "b"), ("c", "c")]),
        ("a/m.py", "a.m", "def f():\n    import b\nclass A:\n    import c", []),
    ],
)
def test_imports(path: str, module: str | None, code: str, expected: list[tuple[str, str]]) -> None:
    assert [(item.name, item.target) for item in read(path, module, code).imports] == expected


@pytest.mark.parametrize(
    ("code", "exports", "dynamic"),
    [
        ("X = 1", None, False),
        ("__all__ = ['a', 'b']", ("a", "b"), False),
        ("__all__ = ('a',)\n__all__ += ['b']", ("a", "b"), False),
        ("__all__: list[str] = ['a'] + ['b']", ("a", "b"), False),
        ("__all__ = ['a']\n__all__ += other.__all__", ("a",), True),
        ("__all__ = ['a', *other.__all__]", ("a",), True),
        ("__all__ = ['a']\n__all__.extend(['b'])\n__all__.append('c')\n__all__.remove('a')", ("b", "c"), False),
        ("__all__ = [n for n in dir()]", (), True),
        ("table = {'a': 1, 'b': 2}\n__all__ = list(table)", ("a", "b"), False),
        ("table = {'a': 1}\n__all__ = sorted(table.keys())", ("a",), False),
        ("__all__ = ['a']\nif x:\n    __all__ += ['b']", ("a", "b"), False),
    ],
)
def test_exports(code: str, exports: tuple[str, ...] | None, dynamic: bool) -> None:
    facts = read("a/__init__.py", "a", code)
    assert (facts.exports, facts.dynamic) == (exports, dynamic)


LAZY: dict[str, tuple[str, list[Import], list[Symbol], bool]] = {
    "names to modules": (
        """
        _lazy = {"Tool": ".tools", "run": "a.core", "Part": "parts"}
        def __getattr__(name):
            if name in _lazy:
                return getattr(import_module(_lazy[name], __name__), name)
            raise AttributeError(name)
        """,
        [Import("Tool", "a.tools.Tool", 2), Import("run", "a.core.run", 2), Import("Part", "a.parts.Part", 2)],
        [],
        False,
    ),
    "names to modules and attributes": (
        """
        _dynamic: dict[str, tuple[str, str]] = {"Tool": (".tools", "BaseTool"), "Old": (__package__, ".old")}
        def __getattr__(name):
            module, attribute = _dynamic[name]
            raise AttributeError(name)
        """,
        [Import("Tool", "a.tools.BaseTool", 2), Import("Old", "a.old.Old", 2)],
        [],
        False,
    ),
    "names that are compared": (
        """
        def __getattr__(name):
            if name == "version":
                from .meta import version
                return version
            if name in {"x", "y"}:
                return compute(name)
            raise AttributeError(name)
        """,
        [Import("version", "a.meta.version", 4)],
        [
            Symbol("x", SymbolKind.CONSTANT, 6, dynamic=True),
            Symbol("y", SymbolKind.CONSTANT, 6, dynamic=True),
        ],
        False,
    ),
    "anything": (
        "def __getattr__(name):\n    return getattr(implementation, name)",
        [],
        [],
        True,
    ),
    "lazy_loader": (
        """
        __getattr__, __dir__, __all__ = lazy.attach(
            __name__, submodules=["io"], submod_attrs={"shapes": ["Box", "Ball"]}
        )
        """,
        [
            Import("io", "a.io", 2),
            Import("shapes", "a.shapes", 3),
            Import("Box", "a.shapes.Box", 3),
            Import("Ball", "a.shapes.Ball", 3),
        ],
        [],
        False,
    ),
    "import structure": (
        """
        _import_structure = {"models.net": ["Net"]}
        if available():
            _import_structure["extra"] = ["Extra"]
            _import_structure["models.net"].append("Deep")
        sys.modules[__name__] = _LazyModule(__name__, globals()["__file__"], _import_structure)
        """,
        [
            Import("models", "a.models", 2),
            Import("Net", "a.models.net.Net", 2),
            Import("Extra", "a.extra.Extra", 4),
            Import("Deep", "a.models.net.Deep", 5),
        ],
        [],
        False,
    ),
}


@pytest.mark.parametrize(("code", "imports", "symbols", "dynamic"), LAZY.values(), ids=LAZY.keys())
def test_lazy_names(code: str, imports: list[Import], symbols: list[Symbol], dynamic: bool) -> None:
    facts = read("a/__init__.py", "a", dedent(code))
    own = [item for item in facts.symbols if not item.name.startswith("_")]
    assert (list(facts.imports), own, facts.dynamic) == (imports, symbols, dynamic)
