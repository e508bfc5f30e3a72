"""Settings that Python source declares in tables and by calls."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Option, Setting, Value
from truthfulness_evaluator.project.languages.python.read import read


def number(text: str) -> Value:
    return Value(text, text)


ROWS: dict[str, tuple[str, list[Setting]]] = {
    "addini": (
        "parser.addini('paths', 'where', type='args', default=3)\nparser.addini('x', 'h', 'bool', 4)",
        [Setting("paths", 1, number("3")), Setting("x", 2, number("4"))],
    ),
    "documentation builder": ("app.add_config_value('depth', 2, 'html')", [Setting("depth", 1, number("2"))]),
    "traitlets": (
        """
        class Server(Configurable):
            port = Int(80, help="h").tag(config=True)
            own = Int(1)
            old = Bool(default_value=2, config=True)
        """,
        [Setting("Server.port", 3, number("80")), Setting("Server.old", 5, number("2"))],
    ),
    "nested defaults": (
        "DEFAULTS = {'a': 1, 'b': {'c': 2}}",
        [Setting("a", 1, number("1")), Setting("b", 1, Value("{'c': 2}", '{"c": 2}')), Setting("b.c", 1, number("2"))],
    ),
    "defaults of a class": (
        "class App:\n    default_config = ImmutableDict(dict(A=1, B=1, C=1, D=1, E=1))",
        [Setting(name, 2, number("1")) for name in "ABCDE"],
    ),
    "items with their names inside": (
        "from collections import namedtuple\nSetting = namedtuple('Setting', ('name', 'default', 'help'))\n"
        "ALL = (Setting('size', 1, 'How many'), Setting('rate', 2, 'How fast'))",
        [Setting("size", 3, number("1")), Setting("rate", 3, number("2"))],
    ),
    "calls that are no items": ("ALL = (make('size', 1, 'How many'), make('rate', 2, 'x'))", []),
    "sections with a fallback": (
        "config.getint('server', 'port', fallback=80)\nconfig.get('server', 'host')\nother.get('a', 1)",
        [Setting("server.port", 1, number("80"))],
    ),
    "application's own mapping": (
        "app.config.setdefault('LIMIT', 3)\napp.config.from_mapping(SIZE=4, small=5)\ncache.setdefault('LIMIT', 6)",
        [Setting("LIMIT", 1, number("3")), Setting("SIZE", 2, number("4"))],
    ),
    "registered under keys": (
        "self.add_config(keys=['temp', 'tmp'], default=1)\nself.add_config('work', default=2)\nself.add_config('x')",
        [Setting("temp", 1, number("1")), Setting("tmp", 1, number("1")), Setting("work", 2, number("2"))],
    ),
    "class of settings with a prefix": (
        "class Conf(AppConf):\n    LIMIT = 3\n    class Meta:\n        prefix = 'app'",
        [Setting("APP_LIMIT", 2, number("3"))],
    ),
    "typed options": (
        "opts = [cfg.IntOpt('workers', default=4), cfg.IntOpt('depth', default=5)]",
        [Setting("workers", 1, number("4")), Setting("depth", 1, number("5"))],
    ),
    "rows with help": (
        "T = [\n('size', 1, 'How many'),\n('rate', 2, 'How fast'),\n('depth', 3, 'How deep')]",
        [Setting("size", 2, number("1")), Setting("rate", 3, number("2")), Setting("depth", 4, number("3"))],
    ),
    "rows of data": ("T = [\n('size', 1, 'a'),\n('rate', 2, 'b'),\n('depth', 3, 'c')]", []),
    "added by a plugin": ("self.config.add({'auto': 1})", [Setting("auto", 1, number("1"))]),
    "rows of options": (
        "SCHEMA = (\n('a', Type(str, default=1)), ('b', Type(int, default=2)), ('c', Any()),"
        "\n('d', Any()), ('e', Any()))",
        [
            Setting("a", 2, number("1")),
            Setting("b", 2, number("2")),
            Setting("c", 2),
            Setting("d", 3),
            Setting("e", 3),
        ],
    ),
    "other rows": ("ROWS = (('a', f()), ('b', 2), ('c', f()), ('d', f()), ('e', f()))", []),
    "table of items": (
        "OPTIONS = {'jobs': ConfigItem(default=4), 'mode': ConfigItem(default='a', choices=['a', 'b'])}",
        [Setting("jobs", 1, number("4")), Setting("mode", 1, Value("'a'", '"a"'), ("a", "b"))],
    ),
    "namespaces": (
        "NAMES = Namespace(broker=Namespace(url=Option(1), heartbeat=Option(type='int')), zone=Option(type='str'))",
        [Setting("broker.url", 1, number("1")), Setting("broker.heartbeat", 1), Setting("zone", 1)],
    ),
    "items with a description": (
        """
        class ConfigItem:
            description: str
            default: object = None
        MAP = {"uv": ConfigItem("Use the other resolver", 3), "no": ConfigItem("Nothing here")}
        OTHER = {"late": other.ConfigItem("Some words here", 4)}
        """,
        [Setting("uv", 5, number("3")), Setting("no", 5), Setting("late", 6, number("4"))],
    ),
    "few defaults of a class": (
        "class Command(Base):\n    default_settings = {'LOG_LEVEL': 'INFO'}",
        [Setting("LOG_LEVEL", 2)],
    ),
    "schema of a settings file": (
        "class Main(base.Config):\n    strict = c.Type(bool, default=1)\n    theme = c.Choice(choices=['a'])",
        [Setting("strict", 2, number("1")), Setting("theme", 3, None, ("a",))],
    ),
    "list of pairs": (
        "KEYS = [('size', Number(default=5)), ('name', Text(default=6))]",
        [Setting("size", 1, number("5")), Setting("name", 1, number("6"))],
    ),
    "read with a default": (
        "getattr(settings, 'SHOP_SIZE', 5)\ngetattr(settings, 'lower', 5)\ngetattr(thing, 'UPPER', 5)",
        [Setting("SHOP_SIZE", 1, number("5"))],
    ),
    "no settings": ("table = {'a': make(1), 'b': 2}\nconfig.get('key', 5)\nqueue.add({'a': 1})", []),
}


@pytest.mark.parametrize(("code", "expected"), ROWS.values(), ids=ROWS.keys())
def test_settings(code: str, expected: list[Setting]) -> None:
    assert list(read("app/mod.py", "app.mod", dedent(code)).settings) == expected


def test_settings_that_are_classes() -> None:
    code = """
        class Bind(Setting):
            name = "bind"
            cli = ["-b", "--bind"]
            default = ["127.0.0.1"]
        class Reload(Setting):
            name = "reload"
            action = "store_true"
            cli = ["--reload"]
            default = False
        class Hook(Setting):
            name = "hook"
        """
    bind, off = Value('["127.0.0.1"]', '["127.0.0.1"]'), Value("False", "false")
    facts = read("app/config.py", "app.config", dedent(code))
    assert facts.settings == (Setting("bind", 2, bind), Setting("reload", 6, off), Setting("hook", 11))
    assert facts.options == (
        Option(("-b", "--bind"), 2, "bind", bind, owner="Bind"),
        Option(("--reload",), 6, "reload", off, is_flag=True, owner="Reload"),
    )
