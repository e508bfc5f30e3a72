"""Command-line options, bound to their program and subcommand where the document tells them."""

import re
from collections.abc import Iterator, Sequence

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.programs import (
    is_well_known,
    is_well_known_option,
    own_program,
    programs_in,
    tools_in,
)
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.reading.shell import ShellCommand
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, sentence_around
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Location, Scope, Span, Verdict
from truthfulness_evaluator.project.command_line import OptionEntry
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import edit_distance, folded, is_near, words_of
from truthfulness_evaluator.text.patterns import regex

_OPTION = regex(r"(?<![\w-])--[A-Za-z][\w.-]*[\w]")
_OPTION_SPAN = regex(
    r"^(?:-\w[, /|]+)?--[A-Za-z][\w-]*[A-Za-z0-9](?:[ =\[][^\n]{0,60})?$|^-\w[, /|]+\s*--[A-Za-z][\w-]*.{0,40}$"
)
_ENTRIES = frozenset({BlockKind.TERM, BlockKind.HEADING})
"""Blocks that, where they begin with an option, are about it."""
_OPTION_BLOCKS = frozenset({"option", "cmdoption", "program-option", "confval", "std:option"})
_PLACEHOLDER = regex(
    r"^--(?:foo|bar|baz|qux|spam|eggs|my|your|some|any|example|option|options|flag|flags|name|arg|args|opt|long|shout|"
    r"param|parameter)(?:$|[-_])"
)
_FAR = 9
"""Edits up to which two near names are told apart."""
_NEARBY = 400
"""Characters before and after an option in which the sentence may have another one."""
_MANY_WORDS = 4
"""Words of an option in prose that are all but one those of another option, which is then meant."""


def find(document: Document) -> Iterator[Found]:
    """Options in commands, code spans, option directives and roles, and at the start of terms and headings."""
    for block in blocks_today(document):
        if block.kind is BlockKind.CODE:
            yield from _commands(document, block)
        elif (block.kind is BlockKind.DIRECTIVE and block.title in _OPTION_BLOCKS) or (
            block.kind in _ENTRIES and document.text[slice(*block.text_span)].lstrip("`*").startswith("-")
        ):
            yield from _options_in(document, block, block.text_span, "directive", None)
        else:
            yield from _spans(document, block)


def _commands(document: Document, block: Block) -> Iterator[Found]:
    for command in shell.commands_of(document, block):
        yield from _words_of(document, command)


def _words_of(document: Document, command: ShellCommand) -> Iterator[Found]:
    """The options of a command's program; behind `--` and behind another program's name they are not its own."""
    for at, word in enumerate(command.words if command.program else ()):
        is_value = at > 0 and command.words[at - 1].text.startswith("-")
        if word.text == "--" or (at and is_well_known(word.text) and not is_value):
            return
        if name := re.match(r"--[A-Za-z][\w-]*(?![\w.-])", word.text):
            span = (word.span[0], word.span[0] + name.end())
            yield from _claim(document, name[0], span, "shell", command.program, command.leading)


def _spans(document: Document, block: Block) -> Iterator[Found]:
    for inline in block.inlines:
        is_role = inline.kind is InlineKind.ROLE and inline.name in {"option", "program-option"}
        if inline.kind is not InlineKind.CODE and not is_role:
            continue
        text = document.text[slice(*inline.text_span)]
        if not is_asserted(document, inline.span, block):
            continue
        sentence = sentence_around(document, inline.span, block)
        if is_role or _OPTION_SPAN.match(text):
            yield from _options_in(document, block, inline.text_span, "prose", sentence)
        else:
            command = shell.span_command(document, inline.text_span)
            if command:
                yield from _words_of(document, command)


def _options_in(document: Document, block: Block, span: Span, form: str, sentence: str | None) -> Iterator[Found]:
    """The options of a piece of text; programs named around it decide whose they are."""
    around = " ".join((*block.heading_path[-2:], sentence or ""))
    program = next((name for name in programs_in(around) if is_well_known(name)), None)
    other = next(iter(tools_in(around)), None)
    for match in _OPTION.finditer(document.text, *span):
        yield from _claim(document, match[0], match.span(), form, program, (), other)


def _claim(
    document: Document,
    name: str,
    span: Span,
    form: str,
    program: str | None,
    command: tuple[str, ...],
    other: str | None = None,
) -> Iterator[Found]:
    if _PLACEHOLDER.match(name) or name.endswith("-"):
        return
    scope = Scope(program=program, command=command, module=document.name, form=form, language=other)
    fact = Fact(kind="cli_option", subject=name, scope=scope, subject_span=span)
    whose = f"`{' '.join((program, *command[:2]))}` has" if program else "There is"
    yield Found(fact, f"{whose} the option `{name}`", span)


def concerns(fact: Fact, project: Project) -> bool:
    """Options of this project's programs, and options of no named program where the project has a command line."""
    if fact.scope.program is not None:
        return own_program(project, fact.scope.program) is not None
    return bool(project.code.command_line.options()) or fact.subject in project.code.words


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where it is declared; REFUTES where all options are known and it is none, or is but a slip of one."""
    ruling = _ruling(fact, project)
    if ruling.verdict is not Verdict.REFUTES:
        return ruling
    if (reason := _may_be_of_others(fact, project)) is not None:
        return proof.unsettled(reason)
    if (
        fact.scope.form == "prose"
        and ruling.correction
        and _stands_beside(fact, ruling.correction.replacement, project)
    ):
        return proof.unsettled(f"the sentence has `{ruling.correction.replacement}`, too: it tells of two options")
    return ruling


def _stands_beside(fact: Fact, name: str, project: Project) -> bool:
    """Whether the line or paragraph of an option has another one."""
    text = project.tree.text(fact.scope.module or "") or ""
    start, end = fact.subject_span or (0, 0)
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    around = before.rpartition("\n\n")[2] + " " + after.partition("\n\n")[0]
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", around) is not None


def _may_be_of_others(fact: Fact, project: Project) -> str | None:
    """Why an option may be one of another program, whatever this project's code says."""
    program, other = fact.scope.program, fact.scope.language
    if other is not None and own_program(project, other) is None:
        return f"it may be an option of {other}"
    if program is None:
        return "it is an option of widely used programs" if is_well_known_option(fact.subject) else None
    if is_well_known(program) and not project.code.command_line.programs.is_built(program):
        return f"{program} is another project's program"
    return None


def _ruling(fact: Fact, project: Project) -> Ruling:
    line = project.code.command_line
    program = own_program(project, fact.scope.program) if fact.scope.program else None
    command = _command_of(fact, project, program)
    answer = line.option(fact.subject, program, command, fact.scope.command[len(command) :])
    if answer.status == "found" and answer.entry is not None:
        running = line.programs.running
        if running and answer.entry.location.path not in running:
            return proof.unsettled(f"only {answer.entry.location} declares it, which no program of the project runs")
        return proof.supported(project, "the option is declared", answer.entry.location)
    if answer.status == "elsewhere":
        return proof.unsettled(answer.reason)
    slip = _slip(fact, line.near_options(fact.subject, program))
    if slip is not None and folded(slip[0]) == folded(fact.subject):
        path = slip[1].location.path or ""
        if slip[0].islower() and not fact.subject.islower():
            return proof.unsettled(f"it is `{slip[0]}` in capitals, which some programs take")
        if line.spellings.are_one(fact.subject, slip[0], path):
            return proof.unsettled(f"the program may take it for `{slip[0]}`")
    certain = slip is not None and folded(slip[0]) == folded(fact.subject) and fact.subject not in project.code.words
    if answer.status == "unknown" and not certain:
        other = _respelled(fact.subject, project) if slip is None else None
        if other is None:
            return proof.unsettled(answer.reason)
        told = f"no code has such an option; `{other[0]}` is there"
        evidence = proof.at(project, other[1], supports=False)
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=other[0])
    if slip is not None:
        told = f"no such option; `{slip[0]}` is declared"
        evidence = proof.at(project, slip[1].location, supports=False)
        return proof.refuted(told, evidence, span=fact.subject_span, replacement=slip[0])
    if (written := project.code.words.find(fact.subject)) is not None:
        return proof.unsettled(f"the code writes it ({written}), and may take it before its parser does")
    unknown = fact.scope.command[len(command) :]
    below = (entry for entry in line.subcommands(program) if entry.path[: len(command)] == command)
    if unknown and (is_well_known(unknown[0]) or any(len(entry.path) > len(command) for entry in below)):
        return proof.unsettled(f"`{unknown[0]}` may be a command with options of its own")
    if program is None or not (answer.exact or line.is_closed(program)) or fact.scope.form != "shell":
        return proof.unsettled(f"{answer.reason}, but it may be another program's")
    declared = line.options(program)
    place = Location(path=declared[0].location.path) if declared else None
    evidence = proof.searched(program, f"{answer.searched} options, none is {fact.subject}", place)
    return proof.refuted(f"`{program}` has no such option", evidence)


def _respelled(name: str, project: Project) -> tuple[str, Location] | None:
    """The one option that the code has in quotes, in a form that is not read, with the same letters and other
    separators; None where the code has the name as it is, or may read both forms.
    """
    words = project.code.words
    if name in words:
        return None
    near = [
        other
        for other, _ in words.near(name)
        if other.startswith("--") and folded(other) == folded(name) and other.islower() == name.islower()
    ]
    if len(near) != 1:
        return None
    quoted = re.compile(rf"([\"'`]){re.escape(near[0])}\1")
    place = next(words.matches(quoted, needs=near[0]), None)
    if place is None or project.code.command_line.spellings.are_one(name, near[0], place.path or ""):
        return None
    return near[0], place


def _command_of(fact: Fact, project: Project, program: str | None) -> tuple[str, ...]:
    """The leading words that are commands of the program; the others are its arguments."""
    path: tuple[str, ...] = ()
    for word in fact.scope.command:
        if project.code.command_line.command((*path, word), program).status != "found":
            break
        path = (*path, word)
    return path


def _slip(fact: Fact, near: Sequence[OptionEntry]) -> tuple[str, OptionEntry] | None:
    """The declared option that a name is most likely a slip for; None where two are as likely."""
    name = fact.subject
    ranked = sorted(
        {
            (folded(other) != folded(name), edit_distance(name, other, _FAR), other): entry
            for entry in near
            for other in entry.option.names
            if other.startswith("--")
        }.items(),
        key=lambda pair: pair[0],
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0][:2] == ranked[1][0][:2]):
        return None
    (_, _, other), entry = ranked[0]
    if is_near(name, other):
        return other, entry
    # Another word in its place is one of many that a family of options may have.
    enough = fact.scope.form == "shell" or len(words_of(name)) >= _MANY_WORDS or other.startswith(name)
    return (other, entry) if len(ranked) == 1 and enough else None


KIND = FactKind(
    name="cli_option",
    title="Command-line options",
    checks="Options in commands, code spans, option directives and terms are declared by the project's command line, "
    "by the very subcommand where one is named.",
    abstains="Another program may be meant, the command line is not declared in a way that is understood, plug-ins "
    "may add options, the code has the word in some form or may take several spellings, or nothing is near. That an "
    "option with none near is nowhere is said only of programs whose parser was read whole (of Python, and of Rust "
    "where types make it).",
    example="Use `--max-workers` to fetch more at once.",
    find=find,
    check=check,
    concerns=concerns,
)
