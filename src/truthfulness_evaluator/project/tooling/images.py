"""Reads which container images a project builds or publishes, and which ports they listen on."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.roles import VOUCHING
from truthfulness_evaluator.project.tree import Tree
from truthfulness_evaluator.text.patterns import regex

REFERENCE = regex(
    r"(?<![\w./@$}-])(?:(?P<registry>[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)/)?"
    r"(?P<name>[a-z0-9][a-z0-9_-]*(?:/[a-z0-9][a-z0-9._-]*)+)(?P<tag>(?::[\w.-]+)?(?:@sha256:\w+)?)"
    r"(?=[:\"'`\s,;)\]]|$)"
)
"""An image with the name of its owner: `ghcr.io/owner/name:tag`."""
_PLACES = regex(
    r"(?:^|/)(?:\.github/(?:workflows|actions)/.+\.ya?ml|\.circleci/.+\.ya?ml|\.gitlab-ci\.ya?ml|\.woodpecker\S*\.ya?ml"
    r"|\.buildkite/\S+|\.travis\.yml|azure-pipelines\S*\.ya?ml|\.?goreleaser\S*\.ya?ml|(?:GNU)?[Mm]akefile|\S+\.mk"
    r"|[Tt]askfile\S*\.ya?ml|[Jj]ustfile|docker-bake\S*\.(?:hcl|json)|\S+\.sh)$"
)
"""Files that may say under which name an image is published."""
_COMMAND = regex(r"\b(?:docker|podman|buildah|nerdctl)\s+(?:image\s+)?(?:push|tag|build|buildx|manifest)\b")
_KEY = regex(
    r"^(?P<indent>\s*)(?:- +)?(?:export +|readonly +|local +)?[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?[ \t]*(?::=|\?=|=|:)"
)
_OF_IMAGES = regex(
    r"images|tags|image_templates|(?:[\w.-]+[_-])?(?:images?|docker_?repo(?:sitory)?|image_name|image_repo(?:sitory)?)"
    r"(?:[_-](?:name|tags?|repo(?:sitory)?|id))?",
    re.IGNORECASE,
)
_HOLDING_LISTS = frozenset({"images", "tags", "image_templates"})
"""Keys whose images may stand on the lines below."""
_USED = frozenset({"image", "base_image", "container", "docker-image", "docker_image"})
"""Keys that name an image which is run, or built upon."""
_THIS_REPOSITORY = regex(r"\$\{\{ *github\.repository *\}\}(?![/\w-])")
_DOCKERFILE = regex(r"(?:^|/)(?:(?:Docker|Container)file(?:\.[\w-]+)?|[\w.-]+\.[Dd]ockerfile)$")
_EXPOSE = regex(r"^EXPOSE[ \t]+(?P<ports>.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Images:
    """The images of a project."""

    published: Mapping[str, Location]
    """Names without registry and tag (`owner/name`), with the place that publishes them."""
    publishes_repository: Location | None
    """Where an image is published under the repository's own name."""
    exposed: Mapping[str, Location]
    """The ports that Dockerfiles say to listen on."""
    exposed_open: bool
    """Whether some of these are variables or ranges."""


def images_of(tree: Tree) -> Images:
    """The images that a tree's workflows, build files and scripts publish, and the ports of its Dockerfiles."""
    published: dict[str, Location] = {}
    repository: Location | None = None
    exposed: dict[str, Location] = {}
    is_open = False
    for path in tree.files:
        if _DOCKERFILE.search(path) and tree.role(path) in VOUCHING:
            for port, line in _ports(tree.text(path) or ""):
                is_open = is_open or not port.isdigit()
                exposed.setdefault(port, Location(path=path, line=line))
        elif _PLACES.search(path) and tree.role(path) in VOUCHING:
            for name, line in _published(tree.text(path) or ""):
                if name and not tree.exists(name):
                    published.setdefault(name, Location(path=path, line=line))
                elif not name:
                    repository = repository or Location(path=path, line=line)
    return Images(published, repository, exposed, is_open)


def _ports(text: str) -> Iterator[tuple[str, int]]:
    for match in _EXPOSE.finditer(text):
        for port in match["ports"].split():
            yield port.partition("/")[0], text.count("\n", 0, match.start()) + 1


def _published(text: str) -> Iterator[tuple[str, int]]:
    """Names of images where a file pushes, tags or names what it builds; an empty one is that of the repository."""
    inside, goes_on = -1, False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not bare or bare.startswith(("#", "//")):
            continue
        indent = len(line) - len(line.lstrip())
        if inside >= 0 and indent <= inside and not (indent == inside and bare.startswith("- ")):
            inside = -1
        key = _KEY.match(line)
        called = key["key"].lower() if key else ""
        names_images = bool(_OF_IMAGES.fullmatch(called)) and called not in _USED
        command = goes_on or _COMMAND.search(line) is not None
        if names_images or command or inside >= 0:
            if _THIS_REPOSITORY.search(line):
                yield "", number
            yield from ((match["name"], number) for match in REFERENCE.finditer(line) if _is_image(match, line))
        if called in _HOLDING_LISTS and inside < 0:
            inside = indent
        goes_on = command and bare.endswith("\\")


def _is_image(match: re.Match[str], line: str) -> bool:
    """Whether it is no platform, path or address."""
    before = line[: match.start()].rstrip("\"'")
    if match["name"].startswith(("linux/", "windows/", "darwin/", "refs/", "localhost/")):
        return False
    return not before.endswith(("//", "file=", "-f", "--file")) and "uses:" not in line
