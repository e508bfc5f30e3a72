"""Settings from the environment and from `.env`."""

import io
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.settings import PREFIX, Layer, Setting, unknown_name

VENDOR_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_API_BASE",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_API_URL",
    "TAVILY_API_KEY",
    "BRAVE_API_KEY",
    "BRAVE_SEARCH_API_KEY",
)
"""Variables of the vendors' own SDKs that we read too. A base URL says which server a key is for."""
KEY_VARIABLES: Mapping[str, tuple[str, ...]] = {
    "openai_api_key": ("OPENAI_API_KEY",),
    "anthropic_api_key": ("ANTHROPIC_API_KEY",),
    "tavily_api_key": ("TAVILY_API_KEY",),
    "brave_api_key": ("BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"),
}
"""By field of a key those of them that it falls back to, the first one that is set."""


@dataclass(frozen=True, slots=True)
class Variables:
    """The environment, and behind it what `.env` holds. Neither is shown: both hold keys."""

    environment: Mapping[str, str] = field(repr=False)
    dotenv: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    dotenv_name: str = ".env"

    def find(self, name: str) -> Setting | None:
        """A variable that is set and not empty."""
        if value := self.environment.get(name):
            return Setting(value, _environment_origin(name))
        if value := self.dotenv.get(name):
            return Setting(value, self._dotenv_origin(name))
        return None

    def layers(self, fields: Collection[str], prefix: str = PREFIX) -> tuple[Layer, Layer]:
        """What our own variables set: those of the environment, then those of `.env`.

        Names are read in any case. A variable that is empty sets nothing.

        Raises:
            SettingsError: a name begins with the prefix and is no field.
        """
        return (
            _prefixed(self.environment, prefix, fields, "environment", _environment_origin),
            _prefixed(self.dotenv, prefix, fields, self.dotenv_name, self._dotenv_origin),
        )

    def _dotenv_origin(self, name: str) -> str:
        return f"{name} in {self.dotenv_name}"


def _environment_origin(name: str) -> str:
    return f"environment variable {name}"


def _prefixed(
    variables: Mapping[str, str],
    prefix: str,
    fields: Collection[str],
    place: str,
    origin: Callable[[str], str],
) -> Layer:
    layer: dict[str, Setting] = {}
    for name, value in variables.items():
        if not name.upper().startswith(prefix.upper()):
            continue
        written = name[len(prefix) :].lower()
        if written not in fields:
            raise unknown_name(name, place, fields, prefix)
        if value:
            layer[written] = Setting(value, origin(name))
    return layer


def read_variables(
    dotenv: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None, encoding: str = "utf-8"
) -> Variables:
    """The environment, and the files that hold further variables; of several the last one wins.

    Raises:
        SettingsError: a file cannot be read or a line that concerns us cannot be parsed.
    """
    if dotenv is None:
        return Variables(os.environ)
    paths = [dotenv] if isinstance(dotenv, str | os.PathLike) else list(dotenv)
    values: dict[str, str] = {}
    for path in paths:
        values |= _read_dotenv(Path(path).expanduser(), encoding)
    return Variables(dict(os.environ), values, ", ".join(str(path) for path in paths))


def _read_dotenv(path: Path, encoding: str) -> dict[str, str]:
    if not (path.is_file() or path.is_fifo()):
        return {}
    try:
        text = path.read_text(encoding=encoding)
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not {encoding} text.", hint="Save it in that encoding.") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    return _parse_dotenv(text, path)


def _parse_dotenv(text: str, path: Path) -> dict[str, str]:
    # Imported here: most runs have no such file.
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    readable: list[str] = []
    for binding in parse_stream(io.StringIO(text)):
        if not binding.error:
            readable.append(binding.original.string)
        elif _concerns_us(binding.original.string):
            # The line itself is not shown: it may hold a key.
            raise SettingsError(
                f"{path}, line {_line_of(binding.original.string, binding.original.line)}, "
                "cannot be parsed; a line is NAME=value, with matching quotes."
            )
    values = dotenv_values(stream=io.StringIO("".join(readable)))
    return {name: value for name, value in values.items() if value is not None}


def _concerns_us(line: str) -> bool:
    """Whether a line that cannot be parsed may hold a setting; others belong to other programs."""
    return any(name in line.upper() for name in (PREFIX, *VENDOR_VARIABLES))


def _line_of(statement: str, first: int) -> int:
    """The line on which a statement starts, past the empty lines that belong to it."""
    return first + statement[: len(statement) - len(statement.lstrip())].count("\n")
