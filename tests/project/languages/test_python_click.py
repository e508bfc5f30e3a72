"""Command lines of click and typer."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Command, EnvironmentVariable, Option, Value
from truthfulness_evaluator.project.languages.python.read import read

FALSE = Value("False", "false")

ROWS: dict[str, tuple[str, list[Option], list[Command]]] = {
    "group with commands": (
        """
        import click
        @click.group()
        @click.version_option("1.0")
        def cli(): ...
        @cli.command()
        @click.option("-n", "--dry-run/--no-dry-run", "dry", default=False, envvar="APP_DRY")
        @click.option("--mode", type=click.Choice(["a", "b"]), hidden=True)
        @click.argument("source", nargs=-1)
        def init_db_command(): ...
        @cli.group("remote")
        @click.help_option()
        def remote_group(): ...
        @remote_group.command(name="add", hidden=True)
        @click.option("--verbose", is_flag=True)
        @click.option("-q", "quiet", count=True)
        def add(): ...
        """,
        [
            Option(("--version",), 4, "version", is_flag=True, command=(), owner="cli"),
            Option(
                ("-n", "--dry-run", "--no-dry-run"),
                7,
                "dry",
                FALSE,
                is_flag=True,
                command=("init-db",),
                owner="init_db_command",
                env=("APP_DRY",),
            ),
            Option(
                ("--mode",),
                8,
                "mode",
                choices=("a", "b"),
                hidden=True,
                command=("init-db",),
                owner="init_db_command",
            ),
            Option(("source",), 9, command=("init-db",), owner="init_db_command"),
            Option(("--help",), 12, "help", is_flag=True, command=("remote",), owner="remote_group"),
            Option(("--verbose",), 15, "verbose", is_flag=True, command=("remote", "add"), owner="add"),
            Option(("-q",), 16, "quiet", is_flag=True, command=("remote", "add"), owner="add"),
        ],
        [
            Command("cli", 5, owner="cli", program=True),
            Command("init-db", 10, aliases=("init-db-command",), owner="init_db_command", group="cli"),
            Command("remote", 13, owner="remote_group", group="cli"),
            Command("add", 17, ("remote",), owner="add", hidden=True, group="remote_group"),
        ],
    ),
    "commands put together afterwards": (
        """
        from click import command, group, option
        from .other import extra
        @group()
        def main(): ...
        @command("one")
        @option("--x")
        def one(): ...
        @command()
        def two(): ...
        main.add_command(one)
        main.add_command(two, name="deux")
        main.add_command(extra)
        """,
        [Option(("--x",), 7, "x", command=("one",), owner="one")],
        [
            Command("main", 5, owner="main", program=True),
            Command("one", 8, owner="one", group="main"),
            Command("deux", 10, owner="two", group="main"),
            Command("extra", 13, owner="extra", closed=False, group="main"),
        ],
    ),
    "a command of another file's group": (
        """
        import click
        from .root import root
        @root.command()
        @click.option("--x")
        def build(): ...
        @click.command()
        def alone(): ...
        """,
        [Option(("--x",), 5, "x", owner="build")],
        [
            Command("build", 6, None, owner="build", group="root"),
            Command("alone", 8, None, owner="alone"),
        ],
    ),
    "options that are shared": (
        """
        import click
        verbose = click.option("--verbose", is_flag=True)
        def common(f):
            return click.option("--level")(f)
        @click.command()
        @verbose
        def main(): ...
        @click.command()
        @common
        @imported
        def cli(): ...
        """,
        [
            Option(("--verbose",), 3, "verbose", is_flag=True, owner="verbose"),
            Option(("--verbose",), 3, "verbose", is_flag=True, command=(), owner="main"),
            Option(("--level",), 5, "level", owner="common"),
            Option(("--level",), 5, "level", command=(), owner="cli"),
        ],
        [
            Command("main", 8, owner="main", program=True),
            Command("cli", 12, owner="cli", closed=False, program=True),
        ],
    ),
    "commands that accept anything": (
        """
        import click
        @click.command(context_settings={"ignore_unknown_options": True})
        def main(): ...
        @click.command(cls=Custom)
        def cli(): ...
        """,
        [],
        [
            Command("main", 4, owner="main", closed=False, program=True),
            Command("cli", 6, owner="cli", closed=False, program=True),
        ],
    ),
    "other programs' decorators": (
        "@bot.command()\n@bot.option('--x')\ndef ping(): ...",
        [Option(("--x",), 2, "x")],
        [],
    ),
    "typer application": (
        """
        import typer
        app = typer.Typer()
        users = typer.Typer(name="users")
        app.add_typer(users)
        @app.callback()
        def root(version: bool = typer.Option(None, "--version", hidden=True)): ...
        @app.command()
        def build_all(
            path: Path,
            max_jobs: int = 4,
            force: bool = False,
            mode: Literal["a", "b"] = "a",
            out: Annotated[str | None, typer.Option("--out", "-o", envvar="APP_OUT")] = None,
            quiet: bool = typer.Option(False, "--quiet/--loud", help="less"),
            context: typer.Context = None,
        ): ...
        @users.command("create")
        def create(name: str = typer.Argument("me"), *, admin: bool = typer.Option(...)): ...
        """,
        [
            Option(("--install-completion",), 3, "install_completion", command=(), owner="app"),
            Option(("--show-completion",), 3, "show_completion", command=(), owner="app"),
            Option(
                ("--version",),
                7,
                "version",
                Value("None", "null"),
                is_flag=True,
                hidden=True,
                command=(),
                owner="root",
            ),
            Option(("path",), 10, "path", command=("build-all",), owner="build_all"),
            Option(("--max-jobs",), 11, "max_jobs", Value("4", "4"), command=("build-all",), owner="build_all"),
            Option(
                ("--force", "--no-force"),
                12,
                "force",
                FALSE,
                is_flag=True,
                command=("build-all",),
                owner="build_all",
            ),
            Option(
                ("--mode",),
                13,
                "mode",
                Value('"a"', '"a"'),
                ("a", "b"),
                command=("build-all",),
                owner="build_all",
            ),
            Option(
                ("--out", "-o"),
                14,
                "out",
                Value("None", "null"),
                command=("build-all",),
                owner="build_all",
                env=("APP_OUT",),
            ),
            Option(
                ("--quiet", "--loud"),
                15,
                "quiet",
                FALSE,
                is_flag=True,
                command=("build-all",),
                owner="build_all",
            ),
            Option(("name",), 19, "name", Value('"me"', '"me"'), command=("users", "create"), owner="create"),
            Option(
                ("--admin", "--no-admin"),
                19,
                "admin",
                is_flag=True,
                command=("users", "create"),
                owner="create",
            ),
        ],
        [
            Command("", 3, owner="app", program=True),
            Command("users", 4, owner="users", group="app"),
            Command("build-all", 9, owner="build_all", group="app"),
            Command("create", 19, ("users",), owner="create", group="users"),
        ],
    ),
    "a typer application with one command": (
        """
        import typer
        app = typer.Typer(add_completion=False)
        @app.command()
        def run(path: str): ...
        """,
        [Option(("path",), 5, "path", command=(), owner="run")],
        [Command("", 3, owner="app", program=True)],
    ),
    "a typer parameter whose type comes from elsewhere may be an option of another name": (
        """
        import typer
        from pathlib import Path
        from app.flags import Form
        app = typer.Typer(add_completion=False)
        @app.command()
        def run(written_form: Form = None, out: Path = None): ...
        @app.command()
        def show(form: Form = Form.PLAIN, text: Path = None): ...
        """,
        [
            Option(("--written-form",), 7, "written_form", Value("None", "null"), command=("run",), owner="run"),
            Option(("--out",), 7, "out", Value("None", "null"), command=("run",), owner="run"),
            Option(("--form",), 9, "form", Value("Form.PLAIN", name="Form.PLAIN"), command=("show",), owner="show"),
            Option(("--text",), 9, "text", Value("None", "null"), command=("show",), owner="show"),
        ],
        [
            Command("", 5, owner="app", program=True),
            Command("run", 7, (), owner="run", closed=False, group="app"),
            Command("show", 9, (), owner="show", group="app"),
        ],
    ),
    "typer.run": (
        """
        import typer
        def main(name: str, loud: bool = False): ...
        typer.run(main)
        """,
        [
            Option(("name",), 3, "name", command=(), owner="main"),
            Option(("--loud", "--no-loud"), 3, "loud", FALSE, is_flag=True, command=(), owner="main"),
        ],
        [Command("", 3, owner="main", program=True)],
    ),
}


@pytest.mark.parametrize(("code", "options", "commands"), ROWS.values(), ids=ROWS.keys())
def test_commands(code: str, options: list[Option], commands: list[Command]) -> None:
    facts = read("app/cli.py", "app.cli", dedent(code))
    assert list(facts.options) == options
    assert list(facts.commands) == commands


def test_prefix_of_variables() -> None:
    code = """
        import click
        @click.command(context_settings=dict(auto_envvar_prefix="APP"))
        def main(): ...
        """
    assert read("app/cli.py", "app.cli", dedent(code)).environment == (EnvironmentVariable("APP_", 3, prefix=True),)
