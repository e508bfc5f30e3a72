"""Command-line options, bound to their program and subcommand where the document tells them."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts import shell
from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.facts.programs import is_well_known, programs_in
from truthfulness_evaluator.facts.scope import blocks_today, denies, imagines, sentence_around, tells_of_the_past
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Scope, Span

_OPTION = re.compile(r"(?<![\w/-])--[A-Za-z][\w.-]*[\w]")
_OPTION_SPAN = re.compile(
    r"^(?:-\w[, /|]+)?--[A-Za-z][\w-]*[A-Za-z0-9](?:[ =\[][^\n]{0,60})?$|^-\w[, /|]+\s*--[A-Za-z][\w-]*.{0,40}$"
)
_OPTION_BLOCKS = frozenset({"option", "cmdoption", "program-option", "confval", "std:option"})
_PLACEHOLDER = re.compile(r"^--(?:foo|bar|baz|qux|spam|eggs|my|your|some|any|example|option|options|flag|flags|name|arg|args|"
                          r"opt|long|shout|param|parameter)(?:$|[-_])")  # fmt: skip
_UNIVERSAL = frozenset({"--help", "--version"})


def find(document: Document) -> Iterator[Found]:
    """Options in commands, code spans, option directives and roles, definition terms and headings."""
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            yield from _commands(document, block)
        elif (block.kind is BlockKind.DIRECTIVE and block.title in _OPTION_BLOCKS) or (block.kind is BlockKind.TERM and document.text[slice(*block.text_span)].lstrip("`*").startswith("-")):
            yield from _options_in(document, block, block.text_span, "directive", None)
        else:
            yield from _spans(document, block)


def _commands(document: Document, block: Block) -> Iterator[Found]:
    for command in shell.commands_of(document, block):
        if not command.program:
            continue
        for word in command.words:
            if word.text == "--":
                break
            name = re.match(r"--[A-Za-z][\w-]*", word.text)
            if name:
                span = (word.span[0], word.span[0] + name.end())
                yield from _claim(document, name[0], span, "shell", command.program, command.leading)


def _spans(document: Document, block: Block) -> Iterator[Found]:
    for inline in block.inlines:
        is_role = inline.kind is InlineKind.ROLE and inline.name in {"option", "program-option"}
        if inline.kind is not InlineKind.CODE and not is_role:
            continue
        text = document.text[slice(*inline.text_span)]
        sentence = sentence_around(document, inline.span, block)
        if _speaks_of_another(sentence, text):
            continue
        if is_role or _OPTION_SPAN.match(text):
            yield from _options_in(document, block, inline.text_span, "prose", sentence)
        else:
            command = shell.span_command(document, inline.text_span)
            if command:
                for word in command.words:
                    if name := re.match(r"--[A-Za-z][\w-]*", word.text):
                        span = (word.span[0], word.span[0] + name.end())
                        yield from _claim(document, name[0], span, "shell", command.program, command.leading)


def _speaks_of_another(sentence: str, text: str) -> bool:
    return (
        tells_of_the_past(sentence) or (denies(sentence.replace(text, "")) and "--no-" not in text) or imagines(sentence)
    )


def _options_in(document: Document, block: Block, span: Span, form: str, sentence: str | None) -> Iterator[Found]:
    """The options of a piece of text; programs named around it decide whose they are."""
    around = " ".join((*block.heading_path[-2:], sentence or ""))
    program = next((name for name in programs_in(around) if is_well_known(name)), None)
    for match in _OPTION.finditer(document.text, *span):
        yield from _claim(document, match[0], match.span(), form, program, ())


def _claim(
    document: Document, name: str, span: Span, form: str, program: str | None, command: tuple[str, ...]
) -> Iterator[Found]:
    if _PLACEHOLDER.match(name) or name.endswith("-"):
        return
    scope = Scope(program=program, command=command, module=document.name, form=form)
    fact = Fact(kind="cli_option", subject=name, scope=scope, subject_span=span)
    whose = f"`{' '.join((program, *command[:2]))}` has" if program else "There is"
    yield Found(fact, f"{whose} the option `{name}`", span)
