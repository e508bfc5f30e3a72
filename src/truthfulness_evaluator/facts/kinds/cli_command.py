"""Subcommands of the project's programs."""

from collections.abc import Iterator

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups.programs import own_program
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import BlockKind, Document, Fact, Scope
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex

_COMMAND = regex(r"[a-z][a-z0-9_-]+")


def find(document: Document) -> Iterator[Found]:
    """The first word that follows a program in commands, where it could be a subcommand."""
    for block in blocks_today(document):
        for command in shell.commands_of(document, block):
            if not command.words or not _COMMAND.fullmatch(command.words[0].text):
                continue
            word = command.words[0]
            if is_placeholder(word.text):
                continue
            if block.kind is not BlockKind.CODE and not is_asserted(document, word.span, block):
                continue
            scope = Scope(program=command.program, module=document.name, form="shell")
            fact = Fact(kind="cli_command", subject=word.text, scope=scope, subject_span=word.span)
            yield Found(fact, f"`{command.program}` has the command `{word.text}`", word.span)


def concerns(fact: Fact, project: Project) -> bool:
    """Commands of this project's programs, where those have commands."""
    program = own_program(project, fact.scope.program or "")
    return program is not None and bool(project.code.command_line.subcommands(program))


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where it is declared; REFUTES where all commands are known and one has a near name."""
    program = own_program(project, fact.scope.program or "")
    answer = project.code.command_line.command((fact.subject,), program)
    if answer.status == "found" and answer.entry is not None:
        return proof.supported(project, "the command is declared", answer.entry.location)
    near = {entry.path[-1]: entry for entry in answer.near if len(entry.path) == 1}
    if answer.status != "missing" or len(near) != 1:
        return proof.unsettled(answer.reason or "no such command; the word may be an argument")
    ((name, entry),) = near.items()
    told = f"no such command; `{name}` is declared"
    evidence = proof.at(project, entry.location, supports=False)
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=name)


KIND = FactKind(
    name="cli_command",
    title="Subcommands",
    checks="The word behind one of the project's programs, in commands, is a declared subcommand.",
    abstains="The word may be an argument, plug-ins may add commands, the code has the word, or nothing is near.",
    example="Run `app serve` to start.",
    find=find,
    check=check,
    concerns=concerns,
)
