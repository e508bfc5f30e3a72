"""Container images of the project: their names, and the ports on which they listen."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from truthfulness_evaluator.facts import proof
from truthfulness_evaluator.facts.kind import FactKind, Found, Ruling
from truthfulness_evaluator.facts.reading import shell
from truthfulness_evaluator.facts.reading.container_commands import PROGRAMS, Published, asked
from truthfulness_evaluator.facts.scope import blocks_today, is_asserted, is_placeholder
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Location, Scope, Span
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.project.repository import own_repositories
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.project.tooling.images import REFERENCE, Images, images_of
from truthfulness_evaluator.text.names import edit_distance, folded
from truthfulness_evaluator.text.patterns import regex

_HINTS = (
    "docker ",
    "podman ",
    "nerdctl ",
    "image:",
    'image":',
    "image =",
    "FROM ",
    "docker.io/",
    "ghcr.io/",
    "quay.io/",
)
"""One of these stands in every document that names an image; they keep all others cheap."""
_IMAGE_LINE = regex(r"^[ \t>]*(?:- )?[\"']?image[\"']?[ \t]*[:=][ \t]*[\"']?(?P<image>[^\s\"'#]+)", re.MULTILINE)
_FROM_LINE = regex(r"^[ \t>]*FROM[ \t]+(?:--platform=\S+[ \t]+)?(?P<image>[^\s#]+)", re.MULTILINE)
_DOCKERFILE = frozenset({"dockerfile", "docker", "containerfile"})
_YAML = frozenset({"yaml", "yml", "docker-compose", "compose", ""})
_REGISTRIES = frozenset({"docker.io", "ghcr.io", "quay.io"})
_SHORTEST = 6
"""Letters of a name in which a slip is seen: shorter names are near each other by chance."""


def find(document: Document) -> Iterator[Found]:
    """Images in commands, in compose files and Dockerfiles that are shown, and in code spans with a registry."""
    if not any(hint in document.text for hint in _HINTS):
        return
    for block in blocks_today(document):
        for command in shell.commands_of(document, block):
            request = asked(command) if command.program in PROGRAMS else None
            if request is None or not (block.kind is BlockKind.CODE or is_asserted(document, command.span, block)):
                continue
            name = _reference(document, request.image.span)
            if name is None:
                continue
            yield from _image(document, name)
            told = request.is_set or request.ports_open or len(request.ports) > 1
            for port in request.ports if request.runs else ():
                yield _port(document, name, port, told=told)
        for span in _shown(document, block):
            name = _reference(document, span)
            if name is not None:
                yield from _image(document, name)


def _shown(document: Document, block: Block) -> Iterator[Span]:
    """Images in blocks of code, and code spans that begin with a registry."""
    if block.kind is BlockKind.CODE:
        language = block.language.lower().split(" ")[0]
        if language in _YAML:
            yield from (match.span("image") for match in _IMAGE_LINE.finditer(document.text, *block.text_span))
        if language in _DOCKERFILE:
            yield from (match.span("image") for match in _FROM_LINE.finditer(document.text, *block.text_span))
        return
    for inline in block.inlines:
        is_named = (
            inline.kind is InlineKind.CODE and document.text[slice(*inline.text_span)].partition("/")[0] in _REGISTRIES
        )
        if is_named and is_asserted(document, inline.span, block):
            yield inline.text_span


def _reference(document: Document, span: Span) -> Span | None:
    """Where the name of an image stands in a word that may have a registry and a tag; None where it is none."""
    text = document.text[slice(*span)]
    match = REFERENCE.fullmatch(text.strip("\"'`"))
    if match is None or is_placeholder(match["name"]):
        return None
    start = span[0] + text.index(match[0]) + match.start("name")
    return start, start + len(match["name"])


def _image(document: Document, span: Span) -> Iterator[Found]:
    name = document.text[slice(*span)]
    fact = Fact(kind="image", subject=name, scope=Scope(module=document.name, form="name"), subject_span=span)
    yield Found(fact, f"there is the image {name}", span)


def _port(document: Document, image: Span, port: Published, *, told: bool) -> Found:
    name = document.text[slice(*image)]
    scope = Scope(module=document.name, program=name, form="told port" if told else "port")
    fact = Fact(
        kind="image", subject=f"port of {name}", expected=port.inner, scope=scope, expected_span=port.inner_span
    )
    return Found(fact, f"the image {name} listens on port {port.inner}", port.inner_span)


@lru_cache(maxsize=16)
def _images(project: Project) -> Images:
    return images_of(project.tree)


@lru_cache(maxsize=16)
def _published(project: Project) -> Mapping[str, Location]:
    """The images that the project publishes, the repository's own name included."""
    images = _images(project)
    if images.publishes_repository is None:
        return images.published
    return {**dict.fromkeys(own_repositories(project), images.publishes_repository), **images.published}


@lru_cache(maxsize=256)
def _meant(name: str, project: Project) -> str | None:
    """The one image of the project that a name is a slip for: no file of the project knows the name itself."""
    near = [other for other in _published(project) if _is_slip(name, other)]
    if len(near) != 1 or name in _published(project):
        return None
    pattern = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    files = (path for path in project.tree.files if project.tree.role(path) in VOUCHING)
    return (
        None if any(name in (text := project.tree.text(p) or "") and pattern.search(text) for p in files) else near[0]
    )


def _is_slip(name: str, other: str) -> bool:
    """Whether two images differ by one letter, or by separators, in their owner or in their own name."""
    here, there = name.split("/"), other.split("/")
    differing = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]]
    if len(here) != len(there) or len(differing) != 1:
        return False
    left, right = differing[0]
    if min(len(left), len(right)) < _SHORTEST or left[0] != right[0]:
        return False
    return folded(left) == folded(right) or edit_distance(left, right, 1) <= 1


def concerns(fact: Fact, project: Project) -> bool:
    """Images that the project publishes, or that are a slip for one; ports of these where a Dockerfile tells some."""
    if fact.scope.form != "name":
        return fact.scope.program in _published(project) and bool(_images(project).exposed)
    return fact.subject in _published(project) or _meant(fact.subject, project) is not None


def check(fact: Fact, project: Project) -> Ruling:
    """Against what workflows, build files and scripts publish, and what Dockerfiles expose."""
    if fact.scope.form != "name":
        return _check_port(fact, project)
    place = _published(project).get(fact.subject)
    if place is not None:
        return proof.supported(project, f"{place.path} publishes it", place)
    meant = _meant(fact.subject, project)
    if meant is None:
        return proof.unsettled("the project publishes no such image, and none that is near")
    place = _published(project)[meant]
    evidence = proof.at(project, place, supports=False)
    told = f"{place.path} publishes `{meant}`, and no file has another one"
    return proof.refuted(told, evidence, span=fact.subject_span, replacement=meant)


def _check_port(fact: Fact, project: Project) -> Ruling:
    images, port = _images(project), fact.expected or ""
    if port in images.exposed:
        return proof.supported(project, f"{images.exposed[port].path} exposes it", images.exposed[port])
    if fact.scope.form == "told port":
        return proof.unsettled("no Dockerfile exposes it, but the container is told more")
    if images.exposed_open or len(images.exposed) != 1:
        return proof.unsettled("the Dockerfiles expose other ports, and it is not seen which is meant")
    pattern = re.compile(rf"(?<!\d){port}(?!\d)")
    files = (path for path in project.tree.files if project.tree.role(path) in VOUCHING)
    if any(port in (text := project.tree.text(path) or "") and pattern.search(text) for path in files):
        return proof.unsettled("no Dockerfile exposes it, but a file of the project has the number")
    ((other, place),) = images.exposed.items()
    evidence = proof.at(project, place, supports=False)
    return proof.refuted(
        f"{place.path} exposes port {other} only", evidence, span=fact.expected_span, replacement=other
    )


KIND = FactKind(
    name="image",
    title="Container images",
    checks="An image of the project that commands, compose files or Dockerfiles in a document name is one that its "
    "workflows, build files or scripts publish; the port of it that `docker run -p` publishes is one that a Dockerfile "
    "exposes.",
    abstains="The image is another project's, a file of the project has its name, or no published image is a letter or "
    "a separator away; the container is told something else, or a file has the port's number.",
    example="docker pull ghcr.io/owner/app:latest",
    find=find,
    check=check,
    concerns=concerns,
)
