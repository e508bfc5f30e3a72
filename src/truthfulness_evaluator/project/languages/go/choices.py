"""Lists of values that a `switch` spells out: choices, or the options of a command line that is read by hand."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Choices, Option
from truthfulness_evaluator.project.languages.go.source import Source
from truthfulness_evaluator.project.languages.syntax import line_of
from truthfulness_evaluator.text.patterns import regex

SWITCH = re.compile(rb"switch(?=\s+[^{};\n]+\{\s*\n\s*case\s+\")")
_OPTION = regex(r"-\w|--[a-zA-Z][\w-]*\w")


def read(source: Source) -> tuple[list[Choices], list[Option]]:
    """What is compared: choices, by the expression (`opts.Format`), and options (`case "-v", "--all":`)."""
    choices: list[Choices] = []
    options: list[Option] = []
    for match in SWITCH.finditer(source.code):
        word = source.tree.root.descendant_for_byte_range(match.start(), match.end())
        switch = word.parent if word is not None and word.type == "switch" else None
        value = switch.child_by_field_name("value") if switch is not None else None
        if switch is None or value is None:
            continue
        cases = list(_cases(source, switch))
        typed = [(line, names) for line, texts in cases if (names := tuple(filter(_OPTION.fullmatch, texts)))]
        if any(name.startswith("--") for _, names in typed for name in names):
            options.extend(Option(tuple(sorted(names, key=len)), line) for line, names in typed)
            continue
        values = dict.fromkeys(text for _, texts in cases for text in texts)
        if len(values) > 1:
            choices.append(Choices(source.text_of(value), line_of(switch), tuple(values)))
    return choices, options


def _cases(source: Source, switch: Node) -> Iterator[tuple[int, list[str]]]:
    """The texts of each case, with its line."""
    for case in switch.named_children:
        value = case.child_by_field_name("value") if case.type == "expression_case" else None
        if value is not None:
            texts = [source.string(node) for node in value.named_children]
            yield line_of(case), [text for text in texts if text is not None]
