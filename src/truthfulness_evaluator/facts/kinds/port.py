"""The port on which the project listens unless it is told another: `APP listens on port 8080 by default`."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.memory import lower_text
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, sentence_span
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, Location, Scope
from truthfulness_evaluator.project.manifests.manifest import normal_name
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.project.tooling.images import images_of
from truthfulness_evaluator.text.patterns import regex

_CANDIDATE = regex(r"\bport\b[ \n]+(?:is[ \n]+|of[ \n]+)?[`*]{0,2}\d{2,5}\b")
"""What a document that tells a port has to hold in lower case; it keeps all others cheap."""
_PORT = r"port\s+(?:is\s+)?[`*]{0,2}(?P<port>\d{2,5})[`*]{0,2}(?![\w.:-]\d|\w)"
_NAME = r"^\W*(?P<before>by default,?\s+)?(?:the\s+)?(?P<subject>[\w.+`*-]+(?:\s[\w.+`*-]+){0,2}?)"
_LISTENS = regex(
    rf"{_NAME}\s+(?:will\s+|then\s+|also\s+)?"
    r"(?:listens?|binds?|runs?|starts?|serves?|is\s+(?:served|available|exposed|reachable|listening|running))\b"
    rf"[^.;()]{{0,50}}?\b(?:on|at|to)\s+(?:the\s+)?(?:TCP\s+)?{_PORT}"
    r"(?P<after>\s+by default|\s*\(by default\)|\s+unless\b)?",
    re.IGNORECASE,
)
_DEFAULT = regex(rf"{_NAME}(?:['’]s)?\s+default\s+(?:\w+\s+)?{_PORT}", re.IGNORECASE)
_OF_A_PART = regex(
    r"\b(?:for|when|if|while|metrics|admin\w*|debug\w*|profil\w*|grpc|https|tls|ssl|internal\w*|second\w*|additional\w*"
    r"|also|dev\w*|test\w*|prox\w*|example)\b",
    re.IGNORECASE,
)
"""Words of sentences about another port of the project, or about a case."""
_WITH_WORDS = regex(r"(?:server|daemon|service|api|hub|app|application|web)\Z", re.IGNORECASE)
"""Words that may follow the project's name: `the APP server`."""
_NUMBER = "(?<![\\d.])0*{}(?![\\d])"


def find(document: Document) -> Iterator[Found]:
    """Sentences that say on which port something by its name listens by default."""
    if not _CANDIDATE.search(lower_text(document)):
        return
    for block in blocks_today(document):
        if block.kind is BlockKind.PARAGRAPH and block.text_span[1] > block.text_span[0]:
            yield from _in_block(document, block)


def _in_block(document: Document, block: Block) -> Iterator[Found]:
    for candidate in _CANDIDATE.finditer(lower_text(document), *block.text_span):
        start, end = sentence_span(document, candidate.span(), block)
        sentence = document.text[start:end]
        match = _LISTENS.match(sentence)
        if match is None or not (match["before"] or match["after"]):
            match = _DEFAULT.match(sentence)
        if match is None or _OF_A_PART.search(sentence):
            continue
        span = (start + match.start("port"), start + match.end("port"))
        if is_asserted(document, span, block, of_code=True):
            words = match["subject"].strip("`*").split()
            name = " ".join(word.strip("`*") for word in words if not (len(words) > 1 and _WITH_WORDS.match(word)))
            scope = Scope(module=document.name, program=name, form="default")
            fact = Fact(kind="port", subject=f"port of {name}", expected=match["port"], scope=scope, expected_span=span)
            yield Found(fact, f"{name} listens on port {match['port']} by default", span)


@lru_cache(maxsize=16)
def _known(project: Project) -> Mapping[str, Location]:
    """The ports that code and Dockerfiles give by default, with their places."""
    found = dict(images_of(project.tree).exposed)
    for name in ("--port", "port", "PORT", "DEFAULT_PORT", "default_port"):
        for declared in project.code.defaults_of(name):
            text = (declared.value.literal or declared.value.source).strip("\"'`:")
            if text.isdigit():
                found.setdefault(text, declared.location)
    return found


def concerns(fact: Fact, project: Project) -> bool:
    """Ports of the project by its name, where code or a Dockerfile gives one."""
    name = normal_name((fact.scope.program or "").replace(" ", "-"))
    names = {*project.manifests.project_names, *map(normal_name, project.code.command_line.programs.names)}
    return name in names and bool(_known(project))


def check(fact: Fact, project: Project) -> Ruling:
    """SUPPORTS where a default port is this one; REFUTES where there is one other, and no file has the number."""
    known, port = _known(project), fact.expected or ""
    if port in known:
        return proof.supported(project, f"{known[port].path} has it", known[port])
    if len(known) != 1:
        return proof.unsettled("code and Dockerfiles give several ports, and it is not seen which is meant")
    pattern = re.compile(_NUMBER.format(re.escape(port)))
    files = (path for path in project.tree.files if project.tree.role(path) in VOUCHING)
    if any(port in (text := project.tree.text(path) or "") and pattern.search(text) for path in files):
        return proof.unsettled("no default port is this one, but a file of the project has the number")
    ((other, place),) = known.items()
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(f"{place.path} has port {other}", evidence, span=fact.expected_span, replacement=other)


KIND = FactKind(
    name="port",
    title="Ports by default",
    checks="The port on which a sentence says that the project, by its name, listens by default is one that an option, "
    "a setting, a constant or a Dockerfile gives.",
    abstains="The sentence is about something else, code and Dockerfiles give several ports, or a file has the number.",
    example="By default, app listens on port 8080.",
    find=find,
    check=check,
    concerns=concerns,
)
