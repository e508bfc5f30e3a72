"""Services of compose files, and the ports under which documents say that they are reached."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from posixpath import dirname

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.lookups import whereabouts
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.reading.compose_commands import Asked, asked
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder, sentence_around
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import Role
from truthfulness_evaluator.project.tooling.compose import Compose, Port, compose_files
from truthfulness_evaluator.text.names import nearest
from truthfulness_evaluator.text.patterns import regex

_COMPOSE = regex(r"\b(?:docker|podman)[ -]compose\b")
_OTHER_FILE = regex(
    r"COMPOSE_FILE|\b(?:curl|wget)\b[^\n]*compose|^ *services:|^ +image:|docker (?:stack|swarm)", re.MULTILINE
)
"""What shows that the reader's compose file may be another than that of the project."""
_URL = regex(r"https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(?P<port>\d{2,5})(?!\d)")
_HARMLESS = frozenset({"git", "cd", "cp", "docker", "docker-compose", "mkdir", "echo", "cat", "chmod", "mv", "open"})
"""Programs beside compose that open no port."""
_INSIDE = regex(r"\b(?:inside|within|internal(?:ly)?|containers?|network|forward\w*|proxy|proxied)\b", re.IGNORECASE)
"""Words of sentences about ports that are not published."""
_FOREIGN = frozenset({Role.TEST, Role.EXAMPLE, Role.VENDORED, Role.GENERATED})
_STARTS = frozenset({"up", "start"})


@dataclass
class _Section:
    """What the commands of a section tell about its ports."""

    folder: str = ""
    starts: bool = False
    other_sources: bool = False
    urls: list[re.Match[str]] = field(default_factory=list[re.Match[str]])


def find(document: Document) -> Iterator[Found]:
    """Services in commands of compose, and addresses with a port in sections that only start compose."""
    if "compose" not in document.text or not _COMPOSE.search(document.text) or _OTHER_FILE.search(document.text):
        return
    named: list[tuple[str, Span, str, str]] = []
    sections: dict[tuple[str, ...], _Section] = {}
    for block in blocks_today(document):
        section = sections.setdefault(block.heading_path, _Section())
        for command in shell.commands_of(document, block):
            if command.program in {"cd", "pushd"} and block.kind is BlockKind.CODE:
                section.folder = whereabouts.changed(section.folder, command)
                continue
            request = asked(command)
            if request is None:
                section.other_sources |= command.program not in _HARMLESS
                section.other_sources |= command.program == "docker" and command.leading[:1] == ("run",)
                continue
            section.starts |= request.subcommand in _STARTS
            folder = _folder(section.folder, request)
            section.other_sources |= bool(request.files)
            for word in request.services:
                if not is_placeholder(word.text) and _is_said(document, block, word.span):
                    named.append((word.text, word.span, folder, request.subcommand))
        section.urls += _urls(document, block)
    every = tuple(dict.fromkeys(name for name, *_ in named))
    for name, span, folder, subcommand in named:
        scope = Scope(command=every, module=document.name, section=folder or None, form=subcommand)
        fact = Fact(kind="service", subject=name, scope=scope, subject_span=span)
        yield Found(fact, f"there is a service `{name}`", span)
    for section in sections.values():
        if section.starts and not section.other_sources:
            yield from _ports(document, section)


def _is_said(document: Document, block: Block, span: Span) -> bool:
    return block.kind is BlockKind.CODE or is_asserted(document, span, block)


def _folder(folder: str, request: Asked) -> str:
    """Where the compose files of a command are; those that it names stand together."""
    inner = {dirname(file) for file in request.files}
    if len(inner) > 1 or any(re.search(r"[^\w./-]", file) for file in request.files):
        return whereabouts.UNKNOWN
    return whereabouts.joined(folder, inner.pop()) if inner and folder != whereabouts.UNKNOWN else folder


def _urls(document: Document, block: Block) -> Iterator[re.Match[str]]:
    """Addresses in prose."""
    if block.kind not in {BlockKind.PARAGRAPH, BlockKind.TABLE_ROW}:
        return
    for match in _URL.finditer(document.text, *block.text_span):
        sentence = sentence_around(document, match.span(), block)
        if is_asserted(document, match.span(), block, of_code=True) and not _INSIDE.search(sentence):
            yield match


def _ports(document: Document, section: _Section) -> Iterator[Found]:
    for url in section.urls:
        span = url.span("port")
        scope = Scope(module=document.name, section=section.folder or None, form="port")
        fact = Fact(
            kind="service", subject=f"port {url['port']}", expected=url["port"], scope=scope, expected_span=span
        )
        yield Found(fact, f"`docker compose up` publishes port {url['port']}", span)


@lru_cache(maxsize=16)
def _own_files(project: Project) -> Sequence[Compose]:
    return tuple(compose_files(project.tree))


def _here(fact: Fact, project: Project) -> list[Compose]:
    """The compose files of the folders in which the reader may stand."""
    document = fact.scope.module or ""
    folders = whereabouts.folders(document, fact.scope.section, project)
    return [each for each in _own_files(project) if each.folder in folders and _is_meant(each, fact, project)]


def _is_meant(file: Compose, fact: Fact, project: Project) -> bool:
    """Whether a file is the project's own, or that of the example or test that the document is about."""
    is_foreign = project.tree.role(file.path) in _FOREIGN
    return not is_foreign or bool(fact.scope.section) or file.folder == dirname(fact.scope.module or "")


def concerns(fact: Fact, project: Project) -> bool:
    """Services and ports where the project has a compose file at the place where the reader stands."""
    return bool(_here(fact, project))


def check(fact: Fact, project: Project) -> Ruling:
    """Against the compose files of the folder in which the reader stands, all taken together."""
    here = _here(fact, project)
    return _check_port(fact, project, here) if fact.scope.form == "port" else _check_service(fact, project, here)


def _check_service(fact: Fact, project: Project, here: Sequence[Compose]) -> Ruling:
    name = fact.subject
    places = {other: Location(path=each.path, line=line) for each in here for other, line in each.services.items()}
    if name in places:
        return proof.supported(project, f"{places[name].path} has the service", places[name])
    if any(name in each.services for each in _own_files(project)):
        return proof.unsettled("a compose file of another folder has it")
    unknown = next((each for each in here if each.open_because), None)
    if unknown is not None:
        return proof.unsettled(f"{unknown.path} has no such service, but {unknown.open_because}")
    if fact.scope.form == "run" and any(name in (project.tree.text(each.path) or "") for each in here):
        return proof.unsettled("a compose file has it as another name")
    told = f"{here[0].path} has no such service"
    close = nearest(name, places)
    if close is not None:
        evidence = proof.at(project, places[close], supports=False)
        return proof.refuted(f"{told}; `{close}` is there", evidence, span=fact.subject_span, replacement=close)
    if not any(other in places for other in fact.scope.command):
        return proof.unsettled("no compose file here has it, nor another service that the document names")
    first = next(iter(places.values()))
    return proof.refuted(told, proof.searched(here[0].path, f"its services are {', '.join(places)}", first))


def _check_port(fact: Fact, project: Project, here: Sequence[Compose]) -> Ruling:
    wanted = fact.expected or ""
    ports = [(each, port) for each in here for port in each.ports]
    for each, port in ports:
        if port.published == wanted:
            place = Location(path=each.path, line=port.line)
            return proof.supported(project, f"{each.path} publishes it for `{port.service}`", place)
    if any(each.ports_open for each in here):
        return proof.unsettled("the compose files may publish further ports")
    meant = _meant(wanted, ports)
    if meant is None:
        return proof.unsettled("no compose file here publishes it, and none names the one that is meant")
    each, port = meant
    evidence = proof.at(project, Location(path=each.path, line=port.line), supports=False)
    told = f"{each.path} publishes port {port.inner} of `{port.service}` as {port.published}"
    return proof.refuted(told, evidence, span=fact.expected_span, replacement=port.published)


def _meant(wanted: str, ports: Sequence[tuple[Compose, Port]]) -> tuple[Compose, Port] | None:
    """The one published port that leads to a port inside of a container by which the document calls it."""
    inner = {(port.service, port.published): (each, port) for each, port in ports if port.inner == wanted}
    return next(iter(inner.values())) if len(inner) == 1 else None


KIND = FactKind(
    name="service",
    title="Services and ports of compose files",
    checks="Services that commands ask `docker compose` for are in a compose file of the folder in which the reader "
    "stands; an address on `localhost` in a section that only starts compose has a port that is published.",
    abstains="The document brings a compose file of its own, the files include others or are templates, ports are "
    "variables; neither is a service near by name, nor does the document name another one that is there.",
    example="Start it with `docker compose up web`.",
    find=find,
    check=check,
    concerns=concerns,
)
