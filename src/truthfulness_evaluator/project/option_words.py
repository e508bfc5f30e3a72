"""In which other forms the code may have an option: a word that it is made from, a spelling that is taken as well."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import FileFacts, SymbolKind
from truthfulness_evaluator.project.words import Words
from truthfulness_evaluator.text.names import folded
from truthfulness_evaluator.text.patterns import regex

_LENIENT = (
    "SetNormalizeFunc", "token_normalize_func", "normalize_token", "WordSepNormalizeFunc", "HfArgumentParser",
    "FlexibleArgumentParser", "underscores_to_dashes", "CliApp", "cli_kebab_case", "cli_parse_args",
)  # fmt: skip
"""Names of code that takes `--some_name` for `--some-name`."""
_LENIENT_LIBRARIES = frozenset({"fire", "tyro", "simple_parsing", "cyclopts", "tap", "chz"})
"""Packages of Python that take both."""
_MADE_ALIKE = regex(
    r"[\"']-{1,2}[\"'].*\.replace\w*\(\s*[\"'/]_|\.replace\w*\(\s*[\"'/](?:_|-)[\"'/]g?,\s*[\"'][-_][\"']\).*[\"']--"
    r"|\boption_?strings?\.replace\("
)
"""Code that gives what begins with dashes other separators."""
_CAMEL_TOO = frozenset({"javascript"})
"""Languages whose libraries mostly take `--someName` for `--some-name`."""
_HUMP = regex(r"(?<=[a-z0-9])([A-Z])")
_HELD = frozenset({SymbolKind.ATTRIBUTE, SymbolKind.PROPERTY})


@dataclass(frozen=True)
class OptionWords:
    """The forms in which the code of a project has its options."""

    files: Mapping[str, FileFacts]
    words: Words

    def __repr__(self) -> str:
        return f"OptionWords({len(self.files)} files)"

    def find(self, name: str) -> Location | None:
        """Where the code has an option's name in any form that a command line may be made from."""
        place = self.words.find(name)
        if place is not None or not name.startswith("--"):
            return place
        bare = name[2:]
        positive = bare.removeprefix("no-")
        return self.find_bare(bare) or (self.find_bare(positive) if positive != bare else None)

    def find_bare(self, name: str) -> Location | None:
        """Where the code has a name without its dashes: anywhere, or a single word in quotes or as a field."""
        if name.isalnum():
            # A single word is all over the code.
            quoted = re.compile(rf"([\"']){re.escape(name)}\1")
            return next(self.words.matches(quoted, needs=name), None) or self._fields.get(folded(name))
        return next((place for form in _forms(name) if (place := self.words.find(form)) is not None), None)

    def are_one(self, left: str, right: str, path: str) -> bool:
        """Whether a program may take two options of the same letters for one.

        Args:
            left: one name.
            right: another one, equal to it but for its case and separators.
            path: the file that has one of them.
        """
        facts = self.files.get(path)
        if facts is not None and facts.language in _CAMEL_TOO and _dashed(left) == _dashed(right):
            return True
        return left.replace("_", "-").lower() == right.replace("_", "-").lower() and self.is_lenient

    @cached_property
    def is_lenient(self) -> bool:
        """Whether some parser of the project takes other separators than those that are declared."""
        if any(word in self.words for word in _LENIENT):
            return True
        if any(item.target.partition(".")[0] in _LENIENT_LIBRARIES for f in self.files.values() for item in f.imports):
            return True
        return next(self.words.matches(_MADE_ALIKE, needs="replace"), None) is not None

    @cached_property
    def _fields(self) -> Mapping[str, Location]:
        """What types hold, and what functions take, by folded name: options are made from these in many ways."""
        found: dict[str, Location] = {}
        for path, facts in self.files.items():
            for symbol in facts.symbols:
                place = Location(path=path, line=symbol.line)
                if symbol.kind in _HELD:
                    found.setdefault(folded(symbol.name.rpartition(".")[2]), place)
                for parameter in symbol.parameters or ():
                    found.setdefault(folded(parameter.name), place)
        return found


def _forms(word: str) -> tuple[str, ...]:
    """A name as code may have it: `max-workers`, `max_workers`, `maxWorkers`, `MaxWorkers`, `MAX_WORKERS`."""
    parts = [part for part in re.split(r"[-_.]", word) if part]
    pascal = "".join(part[:1].upper() + part[1:] for part in parts)
    snake = word.replace("-", "_")
    return word, snake, snake.upper(), pascal, pascal[:1].lower() + pascal[1:]


def _dashed(name: str) -> str:
    return _HUMP.sub(lambda hump: "-" + hump[1].lower(), name).lower()
