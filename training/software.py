"""Sentences of a README with passages of code that support, refute or leave them open, made by rules.

The data sets have no documentation of software. What is made here is simple on purpose: one property of one thing,
said in words and set in code, a comment, a docstring, a configuration or a manifest, among others of its kind.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from training.data import Pair

_THINGS = [
    "cache",
    "queue",
    "worker",
    "upload",
    "session",
    "index",
    "token",
    "buffer",
    "pool",
    "log",
    "request",
    "job",
    "snapshot",
    "parser",
    "scheduler",
]
_PROPERTIES = (
    ("timeout", "seconds", (5, 10, 15, 20, 30, 45, 60, 90, 120)),
    ("retries", "times", (1, 2, 3, 4, 5, 7, 10)),
    ("size limit", "megabytes", (1, 8, 16, 32, 64, 128, 256, 512)),
    ("capacity", "entries", (10, 50, 100, 200, 500, 1000, 5000)),
)
_ACTIONS = (
    ("removes empty lines", "keeps empty lines"),
    ("sorts the rows by date", "leaves the rows in their order"),
    ("raises an error for unknown keys", "ignores unknown keys"),
    ("follows symbolic links", "does not follow symbolic links"),
    ("writes to a temporary file first", "writes in place"),
    ("compresses the output", "writes the output uncompressed"),
    ("runs in the background", "blocks until it has finished"),
    ("returns the newest entry", "returns the oldest entry"),
    ("encrypts the file", "stores the file in plain text"),
    ("closes the connection after each call", "keeps the connection open between calls"),
    ("logs to standard error", "logs to a file"),
    ("asks before it deletes", "deletes without asking"),
)
_PACKAGES = [
    "acorn",
    "birch",
    "cedar",
    "dogwood",
    "elder",
    "fir",
    "ginkgo",
    "hazel",
    "juniper",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
]
_NAMES = [
    "load",
    "save",
    "open_all",
    "sync",
    "build",
    "merge",
    "clean",
    "fetch",
    "render",
    "check",
    "export",
    "restore",
]


@dataclass(frozen=True, slots=True)
class _Case:
    claim: str
    true: str
    false: str
    other: str
    """A passage of the same kind on something else."""


def _setting(rng: random.Random) -> _Case:
    thing, other = rng.sample(_THINGS, 2)
    name, unit, values = rng.choice(_PROPERTIES)
    value, wrong = rng.sample(values, 2)
    key = f"{thing}_{name.replace(' ', '_')}"
    forms: tuple[Callable[[str, int], str], ...] = (
        lambda k, v: f"{k} = {v}",
        lambda k, v: f"{k}: {v}  # {unit}",
        lambda k, v: f"{k.upper()} = {v}  # in {unit}",
        lambda k, v: f'parser.add_argument("--{k.replace("_", "-")}", type=int, default={v})',
        lambda k, v: f'{k} = int(os.environ.get("APP_{k.upper()}", "{v}"))',
        lambda k, v: f"def __init__(self, {k}: int = {v}) -> None:",
        lambda k, v: f'"{k}": {v},',
    )
    form = rng.choice(forms)
    claims = (
        f"The {name} of the {thing} is {value} {unit} by default.",
        f"By default, the {thing} has a {name} of {value} {unit}.",
        f"`{key}` defaults to {value}.",
        f"The default {thing} {name} is {value}.",
    )
    noise = [form(f"{each}_{name.replace(' ', '_')}", rng.choice(values)) for each in _THINGS[:3] if each != thing]
    rng.shuffle(noise)

    def among(line: str) -> str:
        lines = [*noise[: rng.randint(0, 2)], line]
        rng.shuffle(lines)
        return "\n".join(lines)

    claim = rng.choice(claims)
    return _Case(
        claim, among(form(key, value)), among(form(key, wrong)), form(f"{other}_{name.replace(' ', '_')}", value)
    )


def _behaviour(rng: random.Random) -> _Case:
    (does, does_not), (else_does, _) = rng.sample(_ACTIONS, 2)
    if rng.random() < 0.5:
        does, does_not = does_not, does
    function, thing = rng.choice(_NAMES), rng.choice(_THINGS)
    forms: tuple[Callable[[str], str], ...] = (
        lambda said: f'def {function}({thing}):\n    """Handles the {thing}; {said}."""',
        lambda said: f"# {function}() {said}.\ndef {function}({thing}):\n    ...",
        lambda said: f"/** {function} {said}. */\nexport function {function}({thing}) {{",
        lambda said: f"/// Takes a {thing} and {said}.\npub fn {function}({thing}: &str) {{",
    )
    form = rng.choice(forms)
    claims = (
        f"`{function}` {does}.",
        f"`{function}()` takes a {thing} and {does}.",
        f"The function {function} {does}.",
    )
    return _Case(rng.choice(claims), form(does), form(does_not), form(else_does))


def _manifest(rng: random.Random) -> _Case:
    package, other = rng.sample(_PACKAGES, 2)
    major, wrong = rng.sample(range(1, 9), 2)
    minor = rng.randint(0, 12)
    forms: tuple[Callable[[str, int], str], ...] = (
        lambda name, at: f'dependencies = ["{name}>={at}.{minor}"]',
        lambda name, at: f'"dependencies": {{ "{name}": "^{at}.{minor}.0" }}',
        lambda name, at: f'[dependencies]\n{name} = "{at}.{minor}"',
        lambda name, at: f"{name}>={at}.{minor}  # via setup",
        lambda name, at: f"require example.org/{name} v{at}.{minor}.0",
    )
    form = rng.choice(forms)
    claims = (
        f"Requires {package} {major}.{minor} or newer.",
        f"You need at least version {major}.{minor} of {package}.",
        f"{package} {major}.{minor} or later has to be installed.",
    )
    return _Case(rng.choice(claims), form(package, major), form(package, wrong), form(other, major))


def _switch(rng: random.Random) -> _Case:
    thing, other = rng.sample(_THINGS, 2)
    on = rng.random() < 0.5
    forms: tuple[Callable[[str, bool], str], ...] = (
        lambda name, value: f"enable_{name} = {str(value).lower()}",
        lambda name, value: f"{name}_enabled: bool = {value}",
        lambda name, value: f"ENABLE_{name.upper()}={int(value)}",
        lambda name, value: f"{name}:\n  enabled: {'yes' if value else 'no'}",
    )
    form = rng.choice(forms)
    state, not_state = ("enabled", "disabled") if on else ("disabled", "enabled")
    claims = (f"The {thing} is {state} by default.", f"By default the {thing} is not {not_state}.")
    return _Case(rng.choice(claims), form(thing, on), form(thing, not on), form(other, on))


_KINDS = (_setting, _behaviour, _manifest, _switch)


def software(count: int, rng: random.Random) -> Iterator[Pair]:
    """Made pairs, a third of each label.

    Example:
        >>> [pair.label for pair in software(3, random.Random(1))]
        ['SUPPORTS', 'REFUTES', 'NOT_ENOUGH_INFO']
    """
    for number in range(count):
        case = _KINDS[rng.randrange(len(_KINDS))](rng)
        label = ("SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO")[number % 3]
        evidence = (case.true, case.false, case.other)[number % 3]
        yield Pair(f"software-{number}", "software", case.claim, evidence, label, "3way", "train", licence="Apache-2.0")
