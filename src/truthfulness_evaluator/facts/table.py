"""The kinds of fact that are checked: a table of strings, each imported when a run first needs it.

Another package adds its own kinds by an entry point in the group `truthfulness_evaluator.facts` that
names a `FactKind`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.facts.kind import FactKind

GROUP = "truthfulness_evaluator.facts"
"""Entry point group of kinds that other packages bring."""

KINDS: tuple[str, ...] = (
    "truthfulness_evaluator.facts.kinds.path:KIND",
    "truthfulness_evaluator.facts.kinds.listing:KIND",
    "truthfulness_evaluator.facts.kinds.link:KIND",
    "truthfulness_evaluator.facts.kinds.version:KIND",
    "truthfulness_evaluator.facts.kinds.badge:KIND",
    "truthfulness_evaluator.facts.kinds.citation:KIND",
    "truthfulness_evaluator.facts.kinds.cli_option:KIND",
    "truthfulness_evaluator.facts.kinds.cli_command:KIND",
    "truthfulness_evaluator.facts.kinds.program:KIND",
    "truthfulness_evaluator.facts.kinds.target:KIND",
    "truthfulness_evaluator.facts.kinds.env_var:KIND",
    "truthfulness_evaluator.facts.kinds.dependency:KIND",
    "truthfulness_evaluator.facts.kinds.default_value:KIND",
    "truthfulness_evaluator.facts.kinds.limit:KIND",
    "truthfulness_evaluator.facts.kinds.port:KIND",
    "truthfulness_evaluator.facts.kinds.service:KIND",
    "truthfulness_evaluator.facts.kinds.image:KIND",
    "truthfulness_evaluator.facts.kinds.workflow:KIND",
    "truthfulness_evaluator.facts.kinds.package_metadata:KIND",
    "truthfulness_evaluator.facts.kinds.absence:KIND",
    "truthfulness_evaluator.facts.kinds.config_key:KIND",
    "truthfulness_evaluator.facts.kinds.shown_key:KIND",
    "truthfulness_evaluator.facts.kinds.choice:KIND",
    "truthfulness_evaluator.facts.kinds.count:KIND",
    "truthfulness_evaluator.facts.kinds.symbol:KIND",
    "truthfulness_evaluator.facts.kinds.js_import:KIND",
    "truthfulness_evaluator.facts.kinds.parameter:KIND",
    "truthfulness_evaluator.facts.kinds.member:KIND",
    "truthfulness_evaluator.facts.kinds.qualified_name:KIND",
    "truthfulness_evaluator.facts.kinds.commented_key:KIND",
    "truthfulness_evaluator.facts.kinds.name:KIND",
)
"""`module:NAME` of each kind, in the order in which reports and documentation list them."""


@cache
def kinds() -> tuple[FactKind, ...]:
    """All kinds: ours in the order of the table, then those of other packages by name.

    Raises:
        SettingsError: another package's kind cannot be imported, is none, or has the name of another.
    """
    own = [_ours(row) for row in KINDS]
    others = [_foreign(entry) for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)]
    _refuse_doubles([*own, *others])
    return (*own, *others)


def _ours(row: str) -> FactKind:
    module, _, name = row.partition(":")
    kind = getattr(import_module(module), name)
    if not isinstance(kind, FactKind):
        raise TypeError(f"{row} is no FactKind")
    return kind


def _foreign(entry: EntryPoint) -> FactKind:
    remedy = "Fix or uninstall the package that brings it."
    try:
        kind: object = entry.load()
    except Exception as error:
        message = f"the fact kind {entry.name!r} ({entry.value}) cannot be loaded: {error!r}."
        raise SettingsError(message, hint=remedy) from error
    if not isinstance(kind, FactKind):
        raise SettingsError(f"the fact kind {entry.name!r} ({entry.value}) is no FactKind.", hint=remedy)
    return kind


def _refuse_doubles(every: list[FactKind]) -> None:
    seen: set[str] = set()
    for kind in every:
        if kind.name in seen:
            raise SettingsError(f"two fact kinds are named {kind.name!r}; uninstall one of the packages.")
        seen.add(kind.name)
