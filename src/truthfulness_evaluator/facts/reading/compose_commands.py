"""What commands ask `docker compose` for: the services that they name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.facts.reading.shell import ShellCommand, Word
from truthfulness_evaluator.text.patterns import regex

_NAME = regex(r"[a-z0-9][\w.-]*[a-z0-9]")

_TAKES_MANY = frozenset(
    {"up", "start", "stop", "restart", "rm", "build", "pull", "push", "logs", "kill", "pause", "unpause", "create",
     "top", "down", "watch"}
)  # fmt: skip
"""Subcommands whose words are all services."""
_TAKES_ONE = frozenset({"exec", "run"})
"""Subcommands whose first word is a service; the rest is a command."""
_FLAGS = frozenset(
    """
    -d --detach --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --wait -V --no-color
    --renew-anon-volumes --quiet-pull --always-recreate-deps --abort-on-container-exit --no-start -f --follow -v -s
    --timestamps --no-log-prefix --no-cache --pull -q --quiet --stop --volumes --force --rm -T --no-TTY -i -it -ti -t
    --interactive --tty --privileged --service-ports --use-aliases --include-deps --ignore-pull-failures --parallel
    -P --menu -w --watch --push --check --with-dependencies -ti -itd -dit --no-attach-stdin
    """.split()  # noqa: SIM905 - one option a line would be two pages
)
"""Options that take no value, for one subcommand at least."""
_VALUED = {
    "exec": frozenset({"-e", "--env", "-u", "--user", "-w", "--workdir", "--index"}),
    "run": frozenset({"-e", "--env", "-u", "--user", "-w", "--workdir", "--name", "-p", "--publish", "-v", "--volume",
                      "--entrypoint", "-l", "--label"}),
    "logs": frozenset({"--tail", "-n", "--since", "--until"}),
    "build": frozenset({"--build-arg", "-m", "--memory", "--progress", "--ssh"}),
    "kill": frozenset({"-s", "--signal"}),
    "down": frozenset({"-t", "--timeout", "--rmi"}),
    "stop": frozenset({"-t", "--timeout"}),
    "restart": frozenset({"-t", "--timeout"}),
    "pull": frozenset({"--policy"}),
    "up": frozenset({"--scale", "-t", "--timeout", "--exit-code-from", "--attach", "--no-attach", "--pull",
                     "--wait-timeout"}),
}  # fmt: skip
_GLOBAL_VALUED = frozenset({"-p", "--project-name", "--env-file", "--profile", "--parallel", "--progress", "--ansi"})
_FILE = frozenset({"-f", "--file"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command asks for."""

    subcommand: str
    services: tuple[Word, ...]
    files: tuple[str, ...] = ()
    """The compose files that it names, relative to where the reader stands."""


def asked(command: ShellCommand) -> Asked | None:
    """The services that a command names; None where it is no command of compose, or one that is not understood."""
    words = list(command.words)
    if command.program in {"docker", "podman"}:
        if not words or words[0].text != "compose":
            return None
        words = words[1:]
    elif command.program not in {"docker-compose", "podman-compose"}:
        return None
    files: list[str] = []
    while words and words[0].text.startswith("-"):
        option, equals, value = words.pop(0).text.partition("=")
        if option in _FILE | _GLOBAL_VALUED:
            if not equals:
                value = words.pop(0).text if words else ""
            if option in _FILE:
                files.append(value)
        elif option not in {"--verbose", "--compatibility", "--all-resources", "--dry-run"}:
            return None
    if not words or words[0].text not in _TAKES_MANY | _TAKES_ONE:
        return None
    subcommand = words[0].text
    return Asked(subcommand, tuple(_services(subcommand, words[1:])), tuple(files))


def _services(subcommand: str, words: Sequence[Word]) -> Iterator[Word]:
    """The words that are services; nothing after an option that is not known, or a name that is the reader's."""
    valued = _VALUED.get(subcommand, frozenset())
    rest = iter(words)
    for word in rest:
        option, equals, _ = word.text.partition("=")
        if option in valued:
            if not equals:
                next(rest, None)
        elif word.text.startswith("-"):
            if not equals and option not in _FLAGS:
                return
        elif not _NAME.fullmatch(word.text):
            return
        else:
            yield word
            if subcommand in _TAKES_ONE:
                return
