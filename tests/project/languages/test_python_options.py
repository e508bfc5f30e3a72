"""Command lines of argparse, optparse, cleo and a project's own functions."""

from textwrap import dedent

import pytest

from truthfulness_evaluator.project.declarations import Command, Option, Value
from truthfulness_evaluator.project.languages.python.read import read

ROWS: dict[str, tuple[str, list[Option], list[Command]]] = {
    "program": (
        """
        parser = argparse.ArgumentParser(prog="tool")
        parser.add_argument("source")
        parser.add_argument("-w", "--max-workers", type=int, default=4, help="at most")
        parser.add_argument("--quiet", action="store_true", dest="silent")
        parser.add_argument("--color", action=argparse.BooleanOptionalAction, default=True)
        parser.add_argument("--format", choices=FORMATS, default=DEFAULT)
        parser.add_argument("--level", choices=[1, 2])
        parser.add_argument("--old", help=argparse.SUPPRESS, default=argparse.SUPPRESS)
        FORMATS = ("text", "json")
        """,
        [
            Option(("source",), 3, command=(), owner="parser"),
            Option(("-w", "--max-workers"), 4, "max_workers", Value("4", "4"), command=(), owner="parser"),
            Option(("--quiet",), 5, "silent", is_flag=True, command=(), owner="parser"),
            Option(
                ("--color",),
                6,
                "color",
                Value("True", "true"),
                is_flag=True,
                negatable=True,
                command=(),
                owner="parser",
            ),
            Option(("--format",), 7, "format", Value("DEFAULT"), ("text", "json"), command=(), owner="parser"),
            Option(("--level",), 8, "level", choices=("1", "2"), command=(), owner="parser"),
            Option(("--old",), 9, "old", hidden=True, command=(), owner="parser"),
        ],
        [Command("tool", 2, owner="parser", program=True)],
    ),
    "subcommands, groups and functions": (
        """
        def add_shared(target):
            target.add_argument("--dry-run", action="store_true")

        def main():
            parser = ArgumentParser()
            commands = parser.add_subparsers(dest="command")
            build = commands.add_parser("build", aliases=["b"])
            group = build.add_argument_group("output").add_mutually_exclusive_group()
            group.add_argument("--out")
            add_shared(build)
            remote = commands.add_parser("remote", help=SUPPRESS)
            actions = remote.add_subparsers()
            actions.add_parser("add").add_argument("url")
        """,
        [
            Option(("--dry-run",), 3, "dry_run", is_flag=True, command=("build",), owner="add_shared.target"),
            Option(("--out",), 10, "out", command=("build",), owner="main.build"),
            Option(("url",), 14, command=("remote", "add")),
        ],
        [
            Command("", 6, owner="main.parser", program=True),
            Command("build", 8, aliases=("b",), owner="main.build"),
            Command("remote", 12, owner="main.remote", hidden=True),
            Command("add", 14, ("remote",)),
        ],
    ),
    "attributes of self, and a method that adds": (
        """
        class Cli:
            def __init__(self):
                self.parser = ArgumentParser(prog="cli")
                self.add_all(self.parser)
            def add_all(self, parser):
                parser.add_argument("--one")
                self.parser.add_argument("--two")
        """,
        [
            Option(("--one",), 7, "one", command=(), owner="Cli.add_all.parser"),
            Option(("--two",), 8, "two", command=(), owner="Cli.parser"),
        ],
        [Command("cli", 4, owner="Cli.parser", program=True)],
    ),
    "a function used by two parsers": (
        """
        def shared(p):
            p.add_argument("--x", default=1)
        a = ArgumentParser(prog="a")
        subs = a.add_subparsers()
        one = subs.add_parser("one")
        two = subs.add_parser("two")
        shared(one)
        shared(two)
        """,
        [Option(("--x",), 3, "x", Value("1", "1"), owner="shared.p")],
        [
            Command("a", 4, owner="a", program=True),
            Command("one", 6, owner="one"),
            Command("two", 7, owner="two"),
        ],
    ),
    "parsers that are not closed": (
        """
        a = ArgumentParser(prog="a", parents=[base])
        b = ArgumentParser(prog="b")
        b.add_argument(f"--{name}")
        c = ArgumentParser(prog="c")
        imported(c)
        d = ArgumentParser(prog="d")
        d.parse_known_args()
        e = ArgumentParser(prog="e")
        e.parse_args()
        subs = e.add_subparsers()
        f = subs.add_parser(name)
        """,
        [],
        [
            Command("a", 2, owner="a", closed=False, program=True),
            Command("b", 3, owner="b", closed=False, program=True),
            Command("c", 5, owner="c", closed=False, program=True),
            Command("d", 7, owner="d", closed=False, program=True),
            Command("e", 9, owner="e", closed=False, program=True),
            Command("", 12, None, owner="f", closed=False),
        ],
    ),
    "a function that returns its parser": (
        """
        def make():
            parser = ArgumentParser(prog="tool")
            return parser
        def main():
            parser = make()
            parser.add_argument("--late")
        """,
        [Option(("--late",), 7, "late", command=(), owner="make.parser")],
        [Command("tool", 3, owner="make.parser", program=True)],
    ),
    "a parser class": (
        """
        class Parser(argparse.ArgumentParser):
            def __init__(self):
                super().__init__()
                self.add_argument("--own", default=2)
        """,
        [Option(("--own",), 5, "own", Value("2", "2"), command=(), owner="Parser")],
        [Command("", 2, owner="Parser", program=True)],
    ),
    "a function that makes subcommands": (
        """
        def main():
            parser = ArgumentParser("tool")
            subparsers = parser.add_subparsers()
            def add(name, help):
                made = subparsers.add_parser(name, help=help)
                made.add_argument("--color")
                return made
            run_parser = add("run", help="x")
            run_parser.add_argument("--all")
        """,
        [
            Option(("--color",), 7, "color", command=("run",), owner="main.add.made"),
            Option(("--all",), 10, "all", command=("run",), owner="main.run_parser"),
        ],
        [
            Command("tool", 3, owner="main.parser", program=True),
            Command("run", 9, owner="main.run_parser"),
        ],
    ),
    "a parser class in a variable": (
        """
        make = partial(argparse.ArgumentParser, color=True)
        parser = make(prog="tool")
        parser.add_argument("--x")
        """,
        [Option(("--x",), 4, "x", command=(), owner="parser")],
        [Command("tool", 3, owner="parser", program=True)],
    ),
    "optparse": (
        """
        parser = optparse.OptionParser()
        parser.add_option("-f", "--file", dest="name", default="x")
        parser.add_option("--deep", action="callback", callback=f)
        LIST = [make_option("--one", action="store_true")]
        PART = partial(Option, "--two", dest="two", default=None)
        """,
        [
            Option(("-f", "--file"), 3, "name", Value('"x"', '"x"'), command=(), owner="parser"),
            Option(("--deep",), 4, "deep", is_flag=True, command=(), owner="parser"),
            Option(("--one",), 5, "one", is_flag=True, owner="LIST"),
            Option(("--two",), 6, "two", Value("None", "null"), owner="PART"),
        ],
        [Command("", 2, owner="parser", program=True)],
    ),
    "plugins of a test runner": (
        """
        def pytest_addoption(parser):
            group = parser.getgroup("x")
            group.addoption("--slow", action="store_true", help="run")
        """,
        [Option(("--slow",), 4, "slow", is_flag=True, owner="pytest_addoption.parser")],
        [],
    ),
    "a project's own functions": (
        """
        def declare(flag):
            flag("-q", "--quiet", help="less")
            self.options.add("--deep", default=3, nargs=0)
        """,
        [
            Option(("-q", "--quiet"), 3, "quiet", owner="declare"),
            Option(("--deep",), 4, "deep", Value("3", "3"), is_flag=True, owner="declare"),
        ],
        [],
    ),
    "no declarations": (
        """
        def start(options, run):
            options.add_argument("--headless")
            subprocess.run(["git", "--version"], check=True)
            run("--fast")
            log.info("--- done", extra=1)
            print("-> x", default=1)
        """,
        [],
        [],
    ),
    "cleo": (
        """
        from cleo.helpers import argument, option
        class CacheClear(Command):
            name = "cache clear"
            arguments = [argument("cache", "Which")]
            options = [
                option("all", "a", "All of them"),
                option("size", None, "How much", flag=False, default=5),
            ]
        """,
        [
            Option(("cache",), 5, "cache", command=("cache", "clear"), owner="CacheClear"),
            Option(("--all", "-a"), 7, "all", is_flag=True, command=("cache", "clear"), owner="CacheClear"),
            Option(("--size",), 8, "size", Value("5", "5"), command=("cache", "clear"), owner="CacheClear"),
        ],
        [Command("clear", 3, ("cache",), owner="CacheClear", closed=False)],
    ),
}


@pytest.mark.parametrize(("code", "options", "commands"), ROWS.values(), ids=ROWS.keys())
def test_options(code: str, options: list[Option], commands: list[Command]) -> None:
    facts = read("app/cli.py", "app.cli", dedent(code))
    assert list(facts.options) == options
    assert list(facts.commands) == commands


def test_management_command() -> None:
    code = "class Command(BaseCommand):\n    def add_arguments(self, parser):\n        parser.add_argument('--all')"
    facts = read("shop/management/commands/tidy.py", "shop.management.commands.tidy", code)
    owner = "Command.add_arguments.parser"
    assert facts.options == (Option(("--all",), 3, "all", command=("tidy",), owner=owner),)
    assert facts.commands == (Command("tidy", 3, owner=owner, closed=False),)
