"""Symbols of Python source: each row a few lines of code and all that they define."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Parameter, Symbol, SymbolKind, Value
from truthfulness_evaluator.project.languages.python.read import read

CLASS, FUNCTION, METHOD = SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD
PROPERTY, ATTRIBUTE, CONSTANT = SymbolKind.PROPERTY, SymbolKind.ATTRIBUTE, SymbolKind.CONSTANT


def value(source: str, literal: str | None = None, name: str | None = None) -> Value:
    return Value(source, literal, name)


def number(text: str) -> Value:
    return Value(text, text)


ROWS: dict[str, tuple[str, list[Symbol]]] = {
    "function": (
        "def run(path, /, jobs=4, *rest, name, deep=True, **extra): ...",
        [
            Symbol(
                "run",
                FUNCTION,
                1,
                (
                    Parameter("path"),
                    Parameter("jobs", number("4")),
                    Parameter("rest", variadic=True),
                    Parameter("name"),
                    Parameter("deep", value("True", "true")),
                    Parameter("extra", variadic=True, keywords=True),
                ),
            )
        ],
    ),
    "async function with a named default": (
        "async def wait(seconds=limits.SHORT): ...",
        [Symbol("wait", FUNCTION, 1, (Parameter("seconds", value("limits.SHORT", None, "limits.SHORT")),))],
    ),
    "nested functions are not names": ("def f():\n    def g(): ...\n    X = 1", [Symbol("f", FUNCTION, 1, ())]),
    "methods and properties": (
        """
        class Tool(Base[int], pkg.Other):
            def use(self, n=1): ...
            @classmethod
            def make(cls, kind): ...
            @staticmethod
            def plain(x): ...
            @property
            def size(self): ...
            @size.setter
            def size(self, new): ...
            class Inner: ...
        """,
        [
            Symbol("Tool", CLASS, 2, bases=("Base", "pkg.Other")),
            Symbol("Tool.use", METHOD, 3, (Parameter("n", number("1")),)),
            Symbol("Tool.make", METHOD, 5, (Parameter("kind"),), decorators=("classmethod",)),
            Symbol("Tool.plain", METHOD, 7, (Parameter("x"),), decorators=("staticmethod",)),
            Symbol("Tool.size", PROPERTY, 9, (), decorators=("property",)),
            Symbol("Tool.Inner", CLASS, 12),
        ],
    ),
    "self with a default": (
        "class A:\n    def f(self=None, x=2): ...",
        [Symbol("A", CLASS, 1), Symbol("A.f", METHOD, 2, (Parameter("x", number("2")),))],
    ),
    "overloads give the real one": (
        """
        @overload
        def get(x: int) -> int: ...
        @overload
        def get(x: str) -> str: ...
        def get(x, default=None): ...
        """,
        [Symbol("get", FUNCTION, 6, (Parameter("x"), Parameter("default", value("None", "null"))))],
    ),
    "unknown decorators": (
        "@app.route('/')\ndef index(): ...\n@register\nclass A: ...",
        [
            Symbol("index", FUNCTION, 2, (), decorators=("app.route",), dynamic=True),
            Symbol("A", CLASS, 4, decorators=("register",), dynamic=True),
        ],
    ),
    "two definitions that differ": (
        "if old:\n    def f(a): ...\nelse:\n    def f(b): ...",
        [Symbol("f", FUNCTION, 2, (Parameter("a"),), dynamic=True)],
    ),
    "constants": (
        "SIZE = 64 * 1024\nNAME: str = 'a' 'b'\nA, B = 1, 2\nalias = SIZE\nlater: int",
        [
            Symbol("SIZE", CONSTANT, 1, value=value("64 * 1024", "65536")),
            Symbol("NAME", CONSTANT, 2, value=value("'a' 'b'", '"ab"')),
            Symbol("A", CONSTANT, 3, value=number("1")),
            Symbol("B", CONSTANT, 3, value=number("2")),
            Symbol("alias", CONSTANT, 4, value=value("SIZE", None, "SIZE")),
            Symbol("later", CONSTANT, 5),
        ],
    ),
    "constants in blocks": (
        """
        try:
            import fast
            SPEED = 2
        except ImportError:
            SPEED = 1
        else:
            EXTRA = 3
        with open("x") as handle:
            TEXT = "t"
        for item in ():
            LAST = 1
        """,
        [
            Symbol("SPEED", CONSTANT, 4, value=value("2")),
            Symbol("EXTRA", CONSTANT, 8, value=number("3")),
            Symbol("handle", CONSTANT, 9),
            Symbol("TEXT", CONSTANT, 10, value=value('"t"', '"t"')),
            Symbol("item", CONSTANT, 11),
            Symbol("LAST", CONSTANT, 12, value=number("1")),
        ],
    ),
    "a name that a function assigns globally": (
        "def start():\n    global session, port  # shared\n    session = port = 1",
        [Symbol("start", FUNCTION, 1, ()), Symbol("session", CONSTANT, 2), Symbol("port", CONSTANT, 2)],
    ),
    "fields": (
        """
        @dataclass
        class Limits:
            jobs: int
            size: int = 5
            names: list[str] = field(default_factory=list)
            seconds: float = Field(30.0, gt=0)
            required: str = Field(..., description="d")
            level = attr.ib(default=attr.Factory(dict))
            place: str = field(default=DEFAULT_PLACE)
            lazy: str = field(default_factory=lambda: "x")
        """,
        [
            Symbol("Limits", CLASS, 3, decorators=("dataclass",)),
            Symbol("Limits.jobs", ATTRIBUTE, 4),
            Symbol("Limits.size", ATTRIBUTE, 5, value=number("5")),
            Symbol("Limits.names", ATTRIBUTE, 6, value=value("list()", "[]")),
            Symbol("Limits.seconds", ATTRIBUTE, 7, value=number("30.0")),
            Symbol("Limits.required", ATTRIBUTE, 8),
            Symbol("Limits.level", ATTRIBUTE, 9, value=value("dict()", "{}")),
            Symbol("Limits.place", ATTRIBUTE, 10, value=value("DEFAULT_PLACE", None, "DEFAULT_PLACE")),
            Symbol("Limits.lazy", ATTRIBUTE, 11, value=value('"x"', '"x"')),
        ],
    ),
    "enum members": (
        "class Color(Enum):\n    RED = 'red'\n    BLUE = auto()",
        [
            Symbol("Color", CLASS, 1, bases=("Enum",)),
            Symbol("Color.RED", ATTRIBUTE, 2, value=value("'red'", '"red"')),
            Symbol("Color.BLUE", ATTRIBUTE, 3, value=value("auto()")),
        ],
    ),
    "instance attributes": (
        """
        class Client:
            retries = 3
            def connect(self):
                self.socket, self.tries = make(), 0
            def __init__(self, host, port=80):
                self.host = host
                self.port: int = port
                self.retries = 5
                self.limit = MAX
                if host:
                    self.mode = "a"
                else:
                    self.mode = "b"
        """,
        [
            Symbol("Client", CLASS, 2),
            Symbol("Client.retries", ATTRIBUTE, 3, value=number("3")),
            Symbol("Client.connect", METHOD, 4, ()),
            Symbol("Client.__init__", METHOD, 6, (Parameter("host"), Parameter("port", number("80")))),
            Symbol("Client.host", ATTRIBUTE, 7, value=value("host")),
            Symbol("Client.port", ATTRIBUTE, 8, value=number("80")),
            Symbol("Client.limit", ATTRIBUTE, 10, value=value("MAX", None, "MAX")),
            Symbol("Client.mode", ATTRIBUTE, 12, value=value('"a"')),
            Symbol("Client.socket", ATTRIBUTE, 5, value=value("make()")),
            Symbol("Client.tries", ATTRIBUTE, 5, value=number("0")),
        ],
    ),
    "slots": (
        "class P:\n    __slots__ = ('x', 'y')",
        [
            Symbol("P", CLASS, 1),
            Symbol("P.__slots__", ATTRIBUTE, 2, value=value("('x', 'y')", '["x", "y"]')),
            Symbol("P.x", ATTRIBUTE, 2),
            Symbol("P.y", ATTRIBUTE, 2),
        ],
    ),
    "functional named tuple": (
        "Point = namedtuple('Point', 'x, y', defaults=(0,))",
        [
            Symbol("Point", CLASS, 1, bases=("namedtuple",)),
            Symbol("Point.x", ATTRIBUTE, 1),
            Symbol("Point.y", ATTRIBUTE, 1, value=number("0")),
        ],
    ),
    "named tuple as a base": (
        "class Point(namedtuple('Point', ['x'])): ...",
        [Symbol("Point", CLASS, 1), Symbol("Point.x", ATTRIBUTE, 1)],
    ),
    "classes with members of their own making": (
        """
        class A(metaclass=Registry): ...
        class B(metaclass=ABCMeta): ...
        class C:
            def __getattr__(self, name): ...
        class D:
            def f(self, **kw):
                for k, v in kw.items():
                    setattr(self, k, v)
        class E:
            def f(self, **kw):
                self.__dict__.update(kw)
        class F:
            def f(self):
                setattr(self, "late", 1)
        class G(make_base()): ...
        H = type("H", (A,), {})
        """,
        [
            Symbol("A", CLASS, 2, dynamic=True),
            Symbol("B", CLASS, 3),
            Symbol("C", CLASS, 4, dynamic=True),
            Symbol("C.__getattr__", METHOD, 5, (Parameter("name"),)),
            Symbol("D", CLASS, 6, dynamic=True),
            Symbol("D.f", METHOD, 7, (Parameter("kw", None, True, True),)),
            Symbol("E", CLASS, 10, dynamic=True),
            Symbol("E.f", METHOD, 11, (Parameter("kw", None, True, True),)),
            Symbol("F", CLASS, 13),
            Symbol("F.f", METHOD, 14, ()),
            Symbol("G", CLASS, 16, dynamic=True),
            Symbol("H", CLASS, 17, bases=("A",), dynamic=True),
            Symbol("F.late", ATTRIBUTE, 15),
        ],
    ),
    "attributes given from outside": (
        "class A: ...\nA.extra = 1\nother.extra = 2",
        [Symbol("A", CLASS, 1), Symbol("A.extra", ATTRIBUTE, 2, value=number("1"))],
    ),
}


@pytest.mark.parametrize(("code", "expected"), ROWS.values(), ids=ROWS.keys())
def test_symbols(code: str, expected: list[Symbol]) -> None:
    assert list(read("app/mod.py", "app.mod", dedent(code)).symbols) == expected


@pytest.mark.parametrize(
    ("code", "dynamic"),
    [
        ("globals()['x'] = 1", True),
        ("globals().update(load())", True),
        ("sys.modules[__name__] = Module()", True),
        ("exec(source)", True),
        ("x = globals()['y']", False),
        ("pattern.exec(source)", False),
    ],
)
def test_dynamic_modules(code: str, dynamic: bool) -> None:
    assert read("app/mod.py", "app.mod", code).dynamic is dynamic
