"""A setting with its origin, and the words in which a wrong one is reported.

Where settings come from stands side by side: `settings_variables` (environment and `.env`) and
`settings_files` (TOML). `config` puts them together.
"""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from truthfulness_evaluator.core.errors import SettingsError

PREFIX = "TRUTH_"
"""What the names of our environment variables begin with."""

KEYS: Mapping[str, str] = {
    "openai_api_key": "OPENAI_API_KEY",
    "anthropic_api_key": "ANTHROPIC_API_KEY",
    "llm_api_key": "TRUTH_LLM_API_KEY",
    "tavily_api_key": "TAVILY_API_KEY",
    "brave_api_key": "BRAVE_API_KEY",
}
"""Fields that hold keys, which are never shown, and the variable that people set for each."""

ARGUMENT = "argument"
"""The origin of what is passed by a caller or on the command line."""
DEFAULT = "default"
"""The origin of what nobody set."""

HIDDEN = "***"
"""Stands for what is secret and set."""

_SHOWN = 80
"""A value is shown up to this many characters."""


def without_password(address: str) -> str:
    """An address without the user and password that may stand in it.

    Example:
        >>> without_password("http://ann:rain@host/v1"), without_password("http://host/v1")
        ('http://***@host/v1', 'http://host/v1')
    """
    try:
        host = urlsplit(address).netloc
    except ValueError:
        return HIDDEN
    user, at, rest = host.rpartition("@")
    return address.replace(f"{user}@{rest}", f"{HIDDEN}@{rest}", 1) if at else address


@dataclass(frozen=True, slots=True)
class Setting:
    """A field's value as it was written, and where."""

    value: object
    origin: str
    """`argument`, `environment variable NAME`, `NAME in .env`, or the settings file."""
    file: Path | None = field(default=None, repr=False)
    """The settings file, where it is one."""


Layer = Mapping[str, Setting]
"""What one source sets, by field."""


def merge(layers: Iterable[Layer]) -> dict[str, Setting]:
    """What holds when several sources are read, the strongest first.

    Example:
        >>> merge([{"a": Setting(1, "argument")}, {"a": Setting(2, "truth.toml")}])
        {'a': Setting(value=1, origin='argument')}
    """
    merged: dict[str, Setting] = {}
    for layer in layers:
        merged = {**layer, **merged}
    return merged


def unknown_name(name: str, origin: str, fields: Iterable[str], prefix: str = "") -> SettingsError:
    """The error for a name that is no setting, with the one that was likely meant.

    Args:
        name: as it was written.
        origin: where it was written.
        fields: the names that would have been right.
        prefix: what stands before them, in capitals, there: `TRUTH_`.

    Example:
        >>> str(unknown_name("fail_onn", "truth.toml", ["fail_on", "exclude"]))
        "Unknown setting 'fail_onn' (truth.toml). Did you mean 'fail_on'?"
    """
    written = name[len(prefix) :].lower().replace("-", "_")
    near = difflib.get_close_matches(written, list(fields), n=1)
    meant = [f"{prefix}{field.upper()}" if prefix else field for field in near]
    return SettingsError(f"Unknown setting {name!r} ({origin}).", hint=f"Did you mean {meant[0]!r}?" if meant else None)


def unknown_kind(name: str, field: str, origin: str, kinds: Iterable[str]) -> SettingsError:
    """The error for a name that is no kind of claim, with the one that was likely meant.

    Args:
        name: as it was written.
        field: the setting that names it.
        origin: where it was written.
        kinds: the names that would have been right.

    Example:
        >>> str(unknown_kind("lnik", "fail_on_kind", "argument", ["path", "link"]))
        "fail_on_kind is 'lnik' (argument): there is no such kind of claim. Did you mean 'link'?"
    """
    known = sorted(kinds)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"Kinds are {', '.join(known)}."
    return SettingsError(wrong_value(field, name, origin, "there is no such kind of claim"), hint=hint)


def wrong_value(field: str, value: object, origin: str, problem: str) -> str:
    """One sentence on a value that a field cannot take. Values of keys are left out.

    Args:
        field: the field, or a part of it: `judge_weights.gpt-4o`.
        value: what was written.
        origin: where it was written.
        problem: what is wrong, as a clause.

    Example:
        >>> wrong_value("ice_max_rounds", "0", "environment variable TRUTH_ICE_MAX_ROUNDS", "must be at least 1")
        "ice_max_rounds is '0' (environment variable TRUTH_ICE_MAX_ROUNDS): must be at least 1."
    """
    end = "" if problem.endswith((".", "?")) else "."
    if field.partition(".")[0] in KEYS:
        return f"{field} ({origin}): {problem}{end}"
    shown = repr(value)
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return f"{field} is {shown} ({origin}): {problem}{end}"
