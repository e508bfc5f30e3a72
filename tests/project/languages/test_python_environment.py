"""Environment variables that Python source reads or sets."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import EnvironmentVariable, Value
from truthfulness_evaluator.project.languages.python.read import read

Variable = EnvironmentVariable

ROWS: dict[str, tuple[str, list[Variable]]] = {
    "subscript": ("os.environ['APP_A']", [Variable("APP_A", 1)]),
    "get": ("x = int(os.environ.get('APP_A', '5'))", [Variable("APP_A", 1, Value("'5'", '"5"'))]),
    "getenv": ("os.getenv('APP_A', default=3)", [Variable("APP_A", 1, Value("3", "3"))]),
    "setdefault": ("os.environ.setdefault('A', 'x')", [Variable("A", 1, Value("'x'", '"x"'))]),
    "membership": ("if 'APP_A' in os.environ: ...", [Variable("APP_A", 1)]),
    "set": ("os.environ['APP_A'] = '1'", [Variable("APP_A", 1)]),
    "imported names": (
        "from os import environ as e, getenv\ngetenv('A')\ne.get('B')\nwith_environ = e['C']",
        [Variable("A", 2), Variable("B", 3), Variable("C", 4)],
    ),
    "a copy": (
        "environment = os.environ.copy()\nenvironment['SUB'] = '1'\nenvironment.update({'MORE': '2'})",
        [Variable("SUB", 2), Variable("MORE", 3)],
    ),
    "for a child": (
        "run(command, env={**os.environ, 'CHILD': '1'})\nrun(env=dict(os.environ, OTHER='2'))\nrun(env={'ONLY': '1'})",
        [Variable("CHILD", 1), Variable("OTHER", 2), Variable("ONLY", 3)],
    ),
    "a parameter": ("def f(env=os.environ):\n    return env['A'], env.get('B')", [Variable("A", 2), Variable("B", 2)]),
    "a constant as name": (
        """
        NAME = "APP_A"
        class C:
            KEY = "APP_B"
            def f(self):
                return os.environ[NAME], os.getenv(self.KEY)
        """,
        [Variable("APP_A", 6), Variable("APP_B", 6)],
    ),
    "the beginning of a name": (
        "os.environ.get(f'APP_{x}')\nos.environ['TOOL_' + x]\nos.environ[x]\nos.getenv('PRE_%s' % x)",
        [Variable("APP_", 1, prefix=True), Variable("TOOL_", 2, prefix=True), Variable("PRE_", 4, prefix=True)],
    ),
    "a library's own beginning": (
        "conf = Dynaconf(envvar_prefix='APP')\nparser = ArgParser(auto_env_var_prefix='TOOL_')",
        [Variable("APP_", 1, prefix=True), Variable("TOOL_", 2, prefix=True)],
    ),
    "a helper of the file": (
        "def number(name, default):\n    return int(os.environ.get(name, default))\nN = number('APP_N', 1)",
        [Variable("APP_N", 3)],
    ),
    "a helper by its name": ("N = env_bool('APP_N', True)", [Variable("APP_N", 1, Value("True", "true"))]),
    "a helper with a text": ("N = from_env('APP_N', ',')", [Variable("APP_N", 1)]),
    "of a table": ("ITEM = ConfigItem('words', env_var='APP_N')", [Variable("APP_N", 1)]),
    "readers": (
        "env = environ.Env()\nA = env('APP_A')\nB = env.int('APP_B', default=5)\nenv.read_env('.env')",
        [],
    ),
    "readers of a package": (
        "import environ\nenv = environ.Env(DEBUG=(bool, False))\nB = env.int('APP_B', default=5)",
        [Variable("DEBUG", 2, Value("False", "false")), Variable("APP_B", 3, Value("5", "5"))],
    ),
    "decouple": (
        "from decouple import config\nA = config('APP_A', default='x')",
        [Variable("APP_A", 2, Value("'x'", '"x"'))],
    ),
    "of options": (
        "import click\n@click.command()\n@click.option('--x', envvar=['A', 'B'], default=1)\ndef main(): ...",
        [Variable("A", 3, Value("1", "1")), Variable("B", 3, Value("1", "1"))],
    ),
    "not the environment": (
        """
        def wsgi(environ, start):
            environ["REQUEST_METHOD"]
        monkeypatch.setenv("APP_A", "1")
        headers = {"ENV": 1}
        headers["environment"]
        env["APP_B"]
        jinja.get_env("name")
        """,
        [],
    ),
    "settings class": (
        """
        class Settings(BaseSettings):
            model_config = SettingsConfigDict(env_prefix="app_")
            debug: bool = False
            name: str = Field("x", alias="APP_TITLE")
            either: int = Field(default=1, validation_alias=AliasChoices("ONE", "TWO"))
            kind: ClassVar[str] = "k"
        class Other(Settings):
            port: int
        class Old(BaseSettings):
            key: str
            class Config:
                env_prefix = "OLD_"
        class Short(BaseSettings, env_prefix="NEW_"):
            key: str
        """,
        [
            Variable("APP_DEBUG", 4, Value("False", "false")),
            Variable("APP_TITLE", 5, Value('"x"', '"x"')),
            Variable("ONE", 6, Value("1", "1")),
            Variable("TWO", 6, Value("1", "1")),
            Variable("APP_PORT", 9),
            Variable("OLD_KEY", 11),
            Variable("NEW_KEY", 15),
        ],
    ),
}


@pytest.mark.parametrize(("code", "expected"), ROWS.values(), ids=ROWS.keys())
def test_environment(code: str, expected: list[Variable]) -> None:
    assert list(read("app/mod.py", "app.mod", dedent(code)).environment) == expected
