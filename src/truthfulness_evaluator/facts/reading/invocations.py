"""What commands ask tools for: `make docs`, `tox -e lint`, `npm run build`. One row of a table, one tool."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.facts.reading.shell import ShellCommand, Word
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"[A-Za-z][\w.:@+-]*")
_STAND_IN = regex(r"(?!ALL$)[A-Z][A-Z_]*[A-Z]")
"""`ENV_NAME`, `TARGET`: what the reader puts in its place."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """A name that a command asks a tool for."""

    tool: str
    """As in the table of `project.tooling`."""
    name: Word
    folder: str = ""
    """Where the command says that it runs (`make -C docs`), relative to where the reader stands."""


def invocations(command: ShellCommand) -> Iterator[Invocation]:
    """The names that a command asks tools for; quotes are left out."""
    program = command.spelled[0].text if command.spelled else command.program
    reader = _READERS.get(command.program) or _READERS.get(program)
    if reader is None:
        return
    words = command.words if command.program in _READERS else command.spelled[1:]
    for each in reader([_unquoted(word) for word in words]):
        if _NAME.fullmatch(each.name.text) and not _STAND_IN.fullmatch(each.name.text):
            yield each


def _unquoted(word: Word) -> Word:
    text, (start, end) = word.text, word.span
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]:
        return Word(text[1:-1], (start + 1, end - 1))
    return word


def _make(words: Sequence[Word]) -> Iterator[Invocation]:
    """Words that are neither options, nor their values, nor variables; nothing where another file is read."""
    folder, names = "", list[Word]()
    rest = iter(words)
    for word in rest:
        text = word.text
        if text in {"-f", "--file", "--makefile"} or text.startswith(("-f", "--file=", "--makefile=")):
            return
        if text in {"-C", "--directory"}:
            value = next(rest, None)
            folder = value.text if value else ""
        elif text.startswith(("--directory=", "-C")):
            folder = text.removeprefix("--directory=").removeprefix("-C")
        elif re.fullmatch(r"-[jkloW]|--(?:jobs|load-average|old-file|what-if)", text):
            # what follows may be its value or a target: `make -j 4 all`, `make -k test`
            pass
        elif not text.startswith("-") and "=" not in text:
            names.append(word)
    yield from (Invocation("make", name, folder) for name in names)


def _just(words: Sequence[Word]) -> Iterator[Invocation]:
    """The first word; what follows are arguments or further recipes."""
    if words and not words[0].text.startswith("-"):
        yield Invocation("just", words[0])


def _tox(words: Sequence[Word]) -> Iterator[Invocation]:
    for position, word in enumerate(words):
        if word.text == "--":
            return
        if word.text in {"-c", "--conf", "--root", "--workdir", "-f"}:
            return
        if word.text in {"-e", "--env"} and position + 1 < len(words):
            yield from _listed("tox", words[position + 1])
        elif match := re.match(r"--env=|-e=?(?=[A-Za-z])", word.text):
            start, end = word.span
            yield from _listed("tox", Word(word.text[match.end() :], (start + match.end(), end)))


def _listed(tool: str, word: Word) -> Iterator[Invocation]:
    """The names of a list apart at commas."""
    for match in re.finditer(r"[^,]+", word.text):
        start = word.span[0] + match.start()
        yield Invocation(tool, Word(match[0], (start, start + len(match[0]))))


def _nox(words: Sequence[Word]) -> Iterator[Invocation]:
    if any(re.match(r"-f$|--noxfile", word.text) for word in words):
        return
    taking = False
    for word in words:
        if word.text == "--":
            return
        if match := re.match(r"(?:-[rRN]*[se]|--sessions?)(?:=(?P<value>.+))?$", word.text):
            taking = match["value"] is None
            if match["value"]:
                start = word.span[0] + match.start("value")
                yield Invocation("nox", Word(match["value"], (start, word.span[1])))
        elif word.text.startswith("-"):
            taking = False
        elif taking:
            yield Invocation("nox", word)


def _npm(words: Sequence[Word]) -> Iterator[Invocation]:
    """`run NAME`, `run-script NAME` and `test`; nothing where a package or another folder is chosen."""
    folder = ""
    rest = list(words)
    while rest and rest[0].text.startswith("-"):
        option = rest.pop(0).text
        if option in {"--prefix", "-C", "--dir", "--cwd"} and rest:
            folder = rest.pop(0).text
        elif option.startswith(("--prefix=", "--dir=", "--cwd=")):
            folder = option.partition("=")[2]
        elif not re.match(r"-s$|--silent$|--loglevel", option):
            return
    if len(rest) > 1 and rest[0].text in {"run", "run-script"}:
        chosen = rest[1:]
        if any(re.match(r"-w$|--workspaces?|--filter|-F$|--prefix|-r$|--recursive|-C$", word.text) for word in chosen):
            return
        names = [word for word in chosen if not word.text.startswith("-")]
        if names:
            yield Invocation("npm", names[0], folder)


def _runner(tool: str) -> Callable[[Sequence[Word]], Iterator[Invocation]]:
    """`TOOL run NAME`."""

    def read(words: Sequence[Word]) -> Iterator[Invocation]:
        if len(words) > 1 and words[0].text == "run":
            yield Invocation(tool, words[1])

    return read


def _first(tool: str) -> Callable[[Sequence[Word]], Iterator[Invocation]]:
    """`TOOL NAME`."""

    def read(words: Sequence[Word]) -> Iterator[Invocation]:
        if words and not words[0].text.startswith("-"):
            yield Invocation(tool, words[0])

    return read


def _pre_commit(words: Sequence[Word]) -> Iterator[Invocation]:
    """`run HOOK`, options before it allowed that take no value."""
    if not words or words[0].text != "run":
        return
    for word in words[1:]:
        if word.text in {"-a", "--all-files", "-v", "--verbose", "--show-diff-on-failure"}:
            continue
        if not word.text.startswith("-"):
            yield Invocation("pre-commit", word)
        return


_READERS: dict[str, Callable[[Sequence[Word]], Iterator[Invocation]]] = {
    "make": _make,
    "gmake": _make,
    "just": _just,
    "tox": _tox,
    "nox": _nox,
    "npm": _npm,
    "yarn": _npm,
    "pnpm": _npm,
    "bun": _npm,
    "poe": _first("poe"),
    "pdm": _runner("pdm"),
    "hatch": _runner("hatch"),
    "invoke": _first("invoke"),
    "inv": _first("invoke"),
    "task": _first("task"),
    "pre-commit": _pre_commit,
}


def standing_in(folder: str, invocation: Invocation) -> Invocation:
    """The same where the reader has changed into a folder before."""
    if not folder:
        return invocation
    return replace(invocation, folder=f"{folder}/{invocation.folder}" if invocation.folder else folder)
