"""What commands ask `docker run` and `docker pull` for: the image, and the ports that are published."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.facts.reading.shell import ShellCommand, Word
from truthfulness_evaluator.text.patterns import regex

PROGRAMS = frozenset({"docker", "podman", "nerdctl"})
_RUNS = frozenset({"run", "create"})
_NAMES_ONE = frozenset({"pull", "push", "inspect"})
_BARE = frozenset(
    """
    --rm --init --privileged --tty --interactive --detach --read-only --no-healthcheck --oom-kill-disable --sig-proxy
    --publish-all --quiet -q -P --help --all-tags -a --disable-content-trust --replace --tls-verify
    """.split()  # noqa: SIM905 - one option a line would be a page
)
"""Options that take no value; all others of `docker run` take one."""
_LETTERS = regex(r"-[ditP]+")
_PORTS = regex(
    r"(?:(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|\[[\da-f:]+\]):)?(?P<outer>\d+):(?P<inner>\d+)(?:/(?:tcp|udp))?"
)


@dataclass(frozen=True, slots=True)
class Published:
    """A port of a container that is reached from outside: `-p 8080:80`."""

    outer: str
    inner: str
    """The port inside of the container."""
    inner_span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Run:
    """What a command asks for."""

    image: Word
    runs: bool
    """Whether it starts a container."""
    ports: tuple[Published, ...] = ()
    ports_open: bool = False
    """Whether there may be other ports: variables, ranges, the host's network."""
    is_set: bool = False
    """Whether the container is told anything: a variable, a file, an entry point, words behind the image."""


def asked(command: ShellCommand) -> Run | None:
    """The image that a command runs or fetches; None where it does neither, or is not understood."""
    words = list(command.words)
    if command.program not in PROGRAMS or not words:
        return None
    if words[0].text in {"image", "container"} and len(words) > 1:
        words = words[1:]
    if words[0].text not in _RUNS | _NAMES_ONE:
        return None
    runs = words[0].text in _RUNS
    ports: list[Published] = []
    is_open, is_set = False, False
    rest = iter(words[1:])
    for word in rest:
        if not word.text.startswith("-"):
            return Run(word, runs, tuple(ports), is_open, is_set or next(rest, None) is not None)
        option, equals, _ = word.text.partition("=")
        if option in _BARE or _LETTERS.fullmatch(option):
            is_open = is_open or "P" in option or option == "--publish-all"
            continue
        value = word
        if not equals and not (len(option) > len("-p") and not option.startswith("--")):
            value = next(rest, None)
        if value is None:
            return None
        if option in {"--publish"} or re.fullmatch(r"-p(?!\w*[a-z]).*", option):
            published = list(_ports(value))
            is_open = is_open or not published
            ports += published
        elif option in {"-v", "--volume", "--name", "--mount", "--restart", "-h", "--hostname", "--pull", "--platform"}:
            continue
        else:
            is_open = is_open or option.startswith("--net")
            is_set = True
    return None


def _ports(word: Word) -> Iterator[Published]:
    """The ports of `-p 8080:80`, `-p8080:80`, `--publish=8080:80`, quoted or not."""
    for match in _PORTS.finditer(word.text):
        before, after = word.text[: match.start()], word.text[match.end() :]
        if before.strip("\"'") in {"", "-p", "-p=", "--publish="} and not after.strip("\"'"):
            start = word.span[0]
            yield Published(match["outer"], match["inner"], (start + match.start("inner"), start + match.end("inner")))
