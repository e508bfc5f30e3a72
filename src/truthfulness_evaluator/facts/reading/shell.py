"""Shell commands in documents, with the offset of every word. Nothing is run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from truthfulness_evaluator.facts.memory import per_document
from truthfulness_evaluator.models import Block, BlockKind, Document, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

SHELL_LANGUAGES = frozenset(
    {"sh", "bash", "shell", "console", "shell-session", "zsh", "fish", "terminal", "commandline", "cmd",
     "powershell", "ps1", "batch", "bat", "doscon", "text-session", "shellsession", "sh-session"}
)  # fmt: skip
_ENGLISH = frozenset({"a", "an", "and", "are", "can", "for", "is", "it", "of", "or", "the", "to", "with", "will"})
_PROMPT = regex(r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?(?:[\w.@~:/-]*[$#%❯➜]|(?:PS )?[A-Z]:\\[^>\n]*>|PS>|>)[ \t]+(?=\S)")
_STRICT_PROMPT = regex(r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?(?:[\w.@~:/-]*[$❯➜]|(?:PS )?[A-Z]:\\[^>\n]*>|PS>)[ \t]+(?=\S)")
_WORD = regex(
    r"""(?:[^\s"'`;&|<>()\\]|\\(?:\r\n|[\s\S])|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|`[^`]*`"""
    r"""|\$\([^)]*\)|<[\w .:|/\[\],-]+>|&(?!&|\s|$))+"""
)
_STAND_IN = regex(r"<(?=\w)[\w .:|/\[\],-]*[\w\]]>")
"""What the reader fills in (`<script>`): no redirection."""
_CONTROL = regex(r"&&|\|\||[;|&]|\d?>>?(?:&\d)?|<<?-?|\(|\)")
_ASSIGNMENT = regex(r"^[A-Za-z_]\w*=")
_PROGRAM = regex(r"^(?:\./|\.\\|[\w./~-]*/)?[A-Za-z][\w.+-]*$")

_WRAPPERS = frozenset({"sudo", "time", "env", "exec", "command", "nohup", "winpty", "xargs", "then", "do", "doas"})
_RUNNERS: dict[str, tuple[str, ...]] = {
    "uv": ("run",), "poetry": ("run",), "pdm": ("run",), "pipenv": ("run",), "hatch": ("run",),
    "rye": ("run",), "pipx": ("run",), "uvx": (), "npx": (), "bunx": (), "pnpx": (),
    "coverage": ("run",), "pixi": ("run",),
}  # fmt: skip
_PYTHON = regex(r"^(?:.*/)?(?:python|pypy|py)(?:\d+(?:\.\d+)?)?(?:\.exe)?$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command, quotes and escapes as they stand."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A simple command: a program and its words, wrappers such as `sudo` and `uv run` left out."""

    program: str
    """Name without folder; of `python -m pkg`: `pkg`."""
    words: tuple[Word, ...]
    """What follows the program."""
    span: Span
    assignments: tuple[Word, ...] = ()
    """`NAME=value` words before it."""
    as_module: bool = False
    """Started as `python -m`."""
    block: Block | None = None
    spelled: tuple[Word, ...] = ()
    """All words with the runner that starts the program: `pdm`, `run`, `NAME`."""

    @property
    def leading(self) -> tuple[str, ...]:
        """The words before the first option: subcommands first, then arguments."""
        leading: list[str] = []
        for word in self.words:
            if not re.fullmatch(r"[A-Za-z][\w.:-]*", word.text):
                break
            leading.append(word.text)
        return tuple(leading)


def parse_line(text: str, start: int, end: int) -> Iterator[ShellCommand]:
    """The commands of `text[start:end]`, a logical line without its prompt."""
    words: list[Word] = []
    at = start
    while at < end:
        if text[at].isspace():
            at += 1
        elif text[at] == "#" and (at == start or text[at - 1].isspace()):
            break
        elif not _STAND_IN.match(text, at, end) and (control := _CONTROL.match(text, at, end)):
            if control[0][-1] in "><" or ("&" in control[0][1:] and ">" in control[0]):
                at = _skip_word(text, control.end(), end)
                continue
            yield from _command(words)
            words, at = [], control.end()
        elif word := _WORD.match(text, at, end):
            if word[0].strip("\\\r\n \t"):
                words.append(Word(word[0], word.span()))
            at = word.end()
        else:
            at += 1
    yield from _command(words)


def _skip_word(text: str, at: int, end: int) -> int:
    while at < end and text[at] in " \t":
        at += 1
    word = _WORD.match(text, at, end)
    return word.end() if word else at


def _command(words: list[Word]) -> Iterator[ShellCommand]:
    assignments: list[Word] = []
    rest = list(words)
    while rest and (rest[0].text in _WRAPPERS or _ASSIGNMENT.match(rest[0].text)):
        first = rest.pop(0)
        if _ASSIGNMENT.match(first.text):
            assignments.append(first)
    if rest and rest[0].text == "export":
        assignments.extend(word for word in rest[1:] if _ASSIGNMENT.match(word.text))
    if not rest:
        if assignments:
            yield ShellCommand("", (), (assignments[0].span[0], assignments[-1].span[1]), tuple(assignments))
        return
    span, spelled = (rest[0].span[0], rest[-1].span[1]), tuple(rest)
    program, rest, as_module = _unwrap(rest)
    if ":" in program and not program.startswith(":"):
        program, rest = spelled[0].text, list(spelled[1:])  # a script of the runner's: `hatch run docs:build`
    if program and _PROGRAM.match(program):
        name = program.replace("\\", "/").rsplit("/", 1)[-1]
        yield ShellCommand(name, tuple(rest), span, tuple(assignments), as_module, spelled=spelled)


def _unwrap(words: list[Word]) -> tuple[str, list[Word], bool]:
    """Program, its words, and whether it runs as a module, behind `python -m` and runners (`uv run`)."""
    program, rest = words[0].text, words[1:]
    if _PYTHON.match(program):
        for i, word in enumerate(rest):
            if word.text == "-m" and i + 1 < len(rest):
                return rest[i + 1].text, rest[i + 2 :], True
            if not word.text.startswith("-"):
                break
        return program, rest, False
    if program in _RUNNERS:
        lead = _RUNNERS[program]
        if tuple(word.text for word in rest[: len(lead)]) == lead:
            inner = rest[len(lead) :]
            if inner and not inner[0].text.startswith("-"):
                return _unwrap(inner)
    return program, rest, False


def _logical_lines(text: str, start: int, end: int) -> Iterator[Span]:
    """Lines joined where a backslash, caret or backtick ends them."""
    at = start
    while at < end:
        stop = at
        while True:
            newline = text.find("\n", stop, end)
            stop = end if newline < 0 else newline
            if newline < 0 or not text[at:stop].rstrip("\r").endswith("\\"):
                break
            stop += 1
        yield at, stop
        at = stop + 1


def block_commands(document: Document, block: Block) -> Iterator[ShellCommand]:
    """The commands of a code block: its prompted lines, or, in a shell block without prompts, every line."""
    text, (start, end) = document.text, block.text_span
    language = block.language.lower().split(" ")[0]
    lines = list(_logical_lines(text, start, end))
    pattern = _PROMPT if language in SHELL_LANGUAGES else _STRICT_PROMPT
    prompts = [pattern.match(text[a:b]) for a, b in lines]
    prompted = any(prompts)
    if not prompted and (
        language not in SHELL_LANGUAGES or (language in {"console", "shell-session"} and len(lines) > 3)
    ):
        return
    for (a, b), prompt in zip(lines, prompts, strict=True):
        if prompt:
            a += prompt.end()
        elif prompted:
            continue
        for command in parse_line(text, a, b):
            yield replace(command, block=block)


def span_command(document: Document, span: Span) -> ShellCommand | None:
    """The command that a code span holds: a program and at least one more word, no English sentence."""
    text = document.text[slice(*span)]
    if " " not in text or "\n\n" in text:
        return None
    start = span[0] + (len(prompt[0]) if (prompt := _STRICT_PROMPT.match(text)) else 0)
    commands = list(parse_line(document.text, start, span[1]))
    if not commands or not commands[0].words:
        return None
    if any(word.text.lower() in _ENGLISH for word in commands[0].words):
        return None
    return commands[0]


@per_document
def commands_of(document: Document, block: Block) -> tuple[ShellCommand, ...]:
    """All commands that a block shows, in code blocks and code spans."""
    return tuple(_commands_of(document, block))


def _commands_of(document: Document, block: Block) -> Iterator[ShellCommand]:
    if block.kind is BlockKind.CODE:
        yield from block_commands(document, block)
        return
    for inline in block.inlines:
        if inline.kind is InlineKind.CODE or (
            inline.kind is InlineKind.ROLE and inline.name in {"command", "program", "kbd"}
        ):
            command = span_command(document, inline.text_span)
            if command:
                yield replace(command, block=block)
