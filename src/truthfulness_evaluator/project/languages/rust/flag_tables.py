"""Options that a program parses by its own means: tables of flags, matches on texts, small parsers."""

import re
from collections.abc import Iterator, Mapping

from truthfulness_evaluator.project.declarations import Option
from truthfulness_evaluator.project.languages.rust.items import Item, Items
from truthfulness_evaluator.project.languages.rust.known import Known
from truthfulness_evaluator.project.languages.rust.scan import string_of, strings_in
from truthfulness_evaluator.project.languages.rust.values import value_of
from truthfulness_evaluator.text.patterns import regex

_LONG = ("name_long", "long_name", "long")
_SHORT = ("name_short", "short_name", "short")
_NEGATED = ("name_negated", "negated", "negation")
_ALIASES = ("aliases", "name_aliases", "long_aliases")
_CHOICES = ("doc_choices", "choices", "possible_values", "values")
_SWITCH = ("is_switch", "is_flag")
_DASHED = r'"--?[A-Za-z0-9][\w-]*"'
_ARM = regex(rf"{_DASHED}(?:\)?\s*\|\s*(?:Some\()?{_DASHED})*\)?\s*(?:if [^=\n]*)?=>")
_BEFORE_ARM = regex(r"(?:[{},]|\*/|//[^\n]*)\s*(?:Some\()?$")
_NEAR = 200
"""Characters before an arm of a match that are looked at."""
_TYPED = regex(r"(?P<parts>(?:(?:Short|Long)\((?:\"[\w-]+\"|'.')\)\s*\|?\s*)+)\)?\s*(?:if [^=\n]*)?=>")
_PICO = regex(r"\.(?:contains|(?:opt_)?value_from_\w+|values_from_\w+)\(\s*(?P<names>\[[^\]]*\]|\"-[\w-]+\")")
_GETOPTS = regex(r"\.opt(?:flag|opt|multi|flagopt|flagmulti)\(\s*\"(?P<short>\w?)\"\s*,\s*\"(?P<long>[\w-]*)\"")
_COMBINED = regex(r"(?<![\w.])(?:short\('(?P<short>.)'\)\s*\.\s*)?long\(\"(?P<long>[\w-]+)\"\)")


def read_flags(text: str, items: Items, known: Known) -> Iterator[Option]:
    """The options of a file that no library of command lines declares."""
    yield from _tables(items, known)
    for names, at in _matched(text):
        line = text.count("\n", 0, at) + 1
        if names and not items.in_tests(line):
            yield Option(names, line)


def _tables(items: Items, known: Known) -> Iterator[Option]:
    """A trait that is implemented once for each flag: its methods give the names."""
    implemented: dict[tuple[str, str], dict[str, Item]] = {}
    for item in items.of_kind("function_item"):
        if item.trait:
            implemented.setdefault((item.name.rpartition(".")[0], item.trait), {})[item.leaf] = item
    for methods in implemented.values():
        long = _text(methods, _LONG, known)
        if long is None:
            continue
        short, negated = _text(methods, _SHORT, known), _text(methods, _NEGATED, known)
        names = [f"-{short}"] if short else []
        names.append(f"--{long.lstrip('-')}")
        names.extend(f"--{alias.lstrip('-')}" for alias in _texts(methods, _ALIASES, known))
        if negated:
            names.append(f"--{negated.lstrip('-')}")
        line = next(methods[name].line for name in _LONG if name in methods)
        choices = _texts(methods, _CHOICES, known)
        is_flag = _source(methods, _SWITCH, known) == "true"
        yield Option(tuple(dict.fromkeys(names)), line, choices=choices or None, is_flag=is_flag)


def _source(methods: Mapping[str, Item], names: tuple[str, ...], known: Known) -> str | None:
    found = next((methods[name] for name in names if name in methods), None)
    return None if found is None else known.literal_of(found)


def _text(methods: Mapping[str, Item], names: tuple[str, ...], known: Known) -> str | None:
    source = _source(methods, names, known)
    if source is None:
        return None
    value = value_of(source, known.names).literal
    return string_of(value) if value is not None and value.startswith('"') else None


def _texts(methods: Mapping[str, Item], names: tuple[str, ...], known: Known) -> tuple[str, ...]:
    source = _source(methods, names, known)
    return strings_in(source) if source is not None else ()


def _matched(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Names of options that code compares arguments with."""
    if '"--' in text:
        for match in _ARM.finditer(text):
            if _BEFORE_ARM.search(text, max(0, match.start() - _NEAR), match.start()):
                yield tuple(name for name in strings_in(match[0]) if name.startswith("-")), match.start()
    if 'Long("' in text:
        for match in _TYPED.finditer(text):
            parts = re.findall(r"(Short|Long)\((?:\"([\w-]+)\"|'(.)')\)", match["parts"])
            yield tuple(f"--{long}" if kind == "Long" else f"-{short}" for kind, long, short in parts), match.start()
    if "pico_args" in text:
        for match in _PICO.finditer(text):
            yield tuple(name for name in strings_in(match["names"]) if name.startswith("-")), match.start()
    if "bpaf" in text:
        for match in _COMBINED.finditer(text):
            short = (f"-{match['short']}",) if match["short"] else ()
            yield (*short, f"--{match['long']}"), match.start()
    if "getopts" not in text:
        return
    for match in _GETOPTS.finditer(text):
        names = (f"-{match['short']}" if match["short"] else "", f"--{match['long']}" if match["long"] else "")
        yield tuple(name for name in names if name), match.start()
