"""Single values that a document gives to a name: in commands, and as `name: "value"` in code spans."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted
from truthfulness_evaluator.models import Document, InlineKind, Span
from truthfulness_evaluator.text.patterns import regex

_PAIR = regex(r"(?P<name>[A-Za-z_][\w.-]*)(?:[ ]?:[ ]?|=)(?P<quote>[\"'])(?P<value>[A-Za-z][\w-]*)(?P=quote)")
_OPTION = regex(r"(?P<name>--[A-Za-z][\w-]*)(?:=|[ ])(?P<value>[a-z][\w-]*)")
_WORD = regex(r"[a-z][\w-]*")
_NAME = regex(r"--[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True)
class Pair:
    """A name with the value that it is given."""

    name: str
    value: str
    span: Span
    """Where the value stands."""
    program: str | None = None
    """The program whose option the name is, where a command shows it."""


def value_pairs(document: Document) -> Iterator[Pair]:
    """The pairs of all commands and code spans of a document."""
    for block in blocks_today(document):
        for command in shell.commands_of(document, block):
            yield from _of_command(command)
        for inline in block.inlines:
            if inline.kind is not InlineKind.CODE:
                continue
            text = document.text[slice(*inline.text_span)]
            match = _PAIR.fullmatch(text) or _OPTION.fullmatch(text)
            if match and is_asserted(document, inline.span, block, of_code=True):
                start = inline.text_span[0]
                yield Pair(match["name"], match["value"], (start + match.start("value"), start + match.end("value")))


def _of_command(command: shell.ShellCommand) -> Iterator[Pair]:
    if not command.program:
        return
    for index, word in enumerate(command.words):
        name, equals, value = word.text.partition("=")
        if word.text == "--":
            return
        if not _NAME.fullmatch(name):
            continue
        if equals:
            span = (word.span[0] + len(name) + 1, word.span[1])
        elif index + 1 < len(command.words):
            value, span = command.words[index + 1].text, command.words[index + 1].span
        else:
            return
        if _WORD.fullmatch(value):
            yield Pair(name, value, span, command.program)
