"""Signs that a project's programs may take options that its code does not declare."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.words import Words

_PLUGIN_SIGNS = (
    ("entry_points load", r"\bentry_points\("),
    ("iter_entry_points load", r"\biter_entry_points\("),
    ("load_setuptools_entrypoints", r"\bload_setuptools_entrypoints\("),
    ("stevedore", r"\bimport stevedore|\bfrom stevedore"),
    ("with_plugins", r"\bwith_plugins\b"),
)
"""Code that loads plug-ins of other distributions, which may bring options and commands of their own."""
_FORWARDING = (
    ("REMAINDER", r"\bargparse\.REMAINDER\b|=\s*REMAINDER\b"),
    ("nargs", r"\bnargs\s*=\s*[\"'](?:\.\.\.|A\.\.\.)[\"']"),
    ("parse_known_args", r"\bparse_known_args\b"),
    ("argv", r"\bsys\.argv(?:\[[^\]]*\])?\s*=[^=]|\bsys\.argv\.(?:remove|pop|insert|append|extend)\("),
)
"""Code of Python that takes options which it does not declare, to give them to another program, or changes them."""
_AUGMENTING = (
    ("augment_args", r"\bfn augment_args\b"),
    ("augment_subcommands", r"\bfn augment_subcommands\b"),
)
"""What types of Rust implement by hand that add options of their own making."""


@dataclass(frozen=True)
class Openness:
    """What of a project's code speaks for options that are declared nowhere in it."""

    words: Words

    def __repr__(self) -> str:
        return f"Openness({self.words!r})"

    @cached_property
    def plugins(self) -> Location | None:
        """Where the code loads plug-ins of other distributions; None where it loads none."""
        return self._first_of(_PLUGIN_SIGNS)

    @cached_property
    def forwards(self) -> Location | None:
        """Where a program of Python takes what it does not know, or changes what was typed."""
        return self._first_of(_FORWARDING)

    @cached_property
    def augments(self) -> Location | None:
        """Where a type of Rust adds options by its own code."""
        return self._first_of(_AUGMENTING)

    def _first_of(self, signs: Iterable[tuple[str, str]]) -> Location | None:
        found = (self.words.matches(re.compile(pattern), needs=tokens) for tokens, pattern in signs)
        return next((place for places in found for place in places), None)
