"""Environment variables that Rust code reads or sets."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.project.declarations import EnvironmentVariable
from truthfulness_evaluator.project.languages.rust.clap_fields import environment_name
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.values import value_of
from truthfulness_evaluator.text.patterns import regex

_NAMED = r"\(\s*&?(?P<name>\"[A-Z][A-Z0-9_]*\"|(?:\w+::)*[A-Z][A-Z0-9_]*)\s*[,)]"
_DEFAULT = r"(?:\s*(?:\.\s*\w+\(\)\s*)?\.\s*unwrap_or(?:_else)?\(\s*(?:\|_?\w*\|\s*)?(?P<default>[^()\n]*(?:\(\))?)\))?"
_CALLS = {
    sign: regex(call + _NAMED + _DEFAULT)
    for sign, call in (
        ("env::var", r"env::var(?:_os)?\s*"),
        ("env::set_var", r"env::set_var\s*"),
        ("env::remove_var", r"env::remove_var\s*"),
        ("env!", r"option_env!\s*"),
        ("env.var", r"env\.var(?:_os)?\s*"),
        ("env.get", r"env\.get(?:_env)?\s*"),
        ("env(", r"_env"),
        ("env_var", r"env_var(?:_os)?"),
    )
}
"""By what stands in the text where a pattern may match."""
_SIGN = regex(r"env(?:::(?:set_|remove_)?var|!|\.var|\.get|\(|_var)")
"""All these signs, found in one go."""
_IMPORTED = regex(r"var(?:_os)?" + _NAMED + _DEFAULT)
"""Of a file that imports the function by its name."""
_FAMILY = regex(
    r"(?:\bEnv(?:ironment)?::(?:prefixed|with_prefix)|\benvy::prefixed)\(\s*\"(?P<name>[A-Za-z][A-Za-z0-9_]*)\""
)
_NAME = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def read_environment(text: str, known: Known) -> Iterator[EnvironmentVariable]:
    """The variables that a file names, those of options left out."""
    for name, value in known.names.items():
        # A constant that is called like its value is one of a list of variables.
        if _NAME.fullmatch(name.rpartition(".")[2]) and value.literal == f'"{name.rpartition(".")[2]}"':
            line = _line_of_constant(name.rpartition(".")[2], text)
            yield EnvironmentVariable(name.rpartition(".")[2], line)
    if "env" not in text and "Env" not in text:
        return
    seen: set[int] = set()
    signs = set(_SIGN.findall(text))
    patterns = [pattern for sign, pattern in _CALLS.items() if sign in signs]
    if "env::{" in text or "env::var;" in text:
        patterns.append(_IMPORTED)
    for pattern in patterns:
        for match in pattern.finditer(text):
            if match.start("name") in seen or not _is_call(text, match):
                continue
            start = text.rfind("\n", 0, match.start()) + 1
            if text[start : match.start()].lstrip().startswith("//"):
                continue
            name = environment_name(match["name"], known)
            if name is None:
                continue
            line = text.count("\n", 0, match.start()) + 1
            if known.items.in_tests(line):
                continue
            seen.add(match.start("name"))
            told = match["default"]
            default = value_of(told, known.names) if told else None
            yield EnvironmentVariable(name, line, default if default and default.literal else None)
    for match in _FAMILY.finditer(text) if "prefixed(" in text or "with_prefix(" in text else ():
        prefix = match["name"].upper()
        yield EnvironmentVariable(
            prefix if prefix.endswith("_") else f"{prefix}_", text.count("\n", 0, match.start()) + 1, prefix=True
        )


def _line_of_constant(name: str, text: str) -> int:
    at = text.find(f"{name}:")
    return text.count("\n", 0, max(at, 0)) + 1


def _is_call(text: str, match: re.Match[str]) -> bool:
    """Whether the function that was found is the one that is meant, by what stands before it."""
    before = text[max(0, match.start() - 1) : match.start()]
    return not match[0].startswith("var") or re.match(r"[\w.:!]", before) is None
