"""Options declared by calls of a project's own functions, recognised by what they are given."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from truthfulness_evaluator.project.declarations import Option
from truthfulness_evaluator.project.languages.python.context import Context
from truthfulness_evaluator.project.languages.python.options import leading_texts, read_option, split_names
from truthfulness_evaluator.project.languages.python.values import last_name
from truthfulness_evaluator.text.patterns import regex

_NAMED = regex(r"_?(?:add_?|make_?|register_?)?(?:argument|option|arg|flag|opt|switch)|register", re.IGNORECASE)
"""Functions that declare options by their name."""
_TYPICAL = frozenset(
    {
        *("default", "help", "action", "dest", "type", "metavar", "is_flag", "nargs", "choices", "required"),
        *("const", "hidden", "multiple"),
    }
)
"""Keyword arguments that only declarations of options have."""


def wrapped_options(context: Context, taken: set[int]) -> Iterator[Option]:
    """Options of calls such as `add_flag("--quiet", help="...")` and `partial(Option, "--quiet", ...)`."""
    for site in context.sites:
        for node in site.nodes:
            if not isinstance(node, ast.Call) or id(node) in taken:
                continue
            function, arguments = node.func, node.args
            if context.target(function).startswith("typer."):
                continue
            if last_name(function) == "partial" and arguments:
                function, arguments = arguments[0], arguments[1:]
            names = leading_texts(arguments)
            if not names or not names[0].startswith("-") or not split_names(names)[0]:
                continue
            typical = any(item.arg in _TYPICAL for item in node.keywords)
            if typical or (_NAMED.fullmatch(last_name(function)) and not _is_browser(node)):
                target = site.target()
                owner = target[0] if target is not None and not site.scope.name else site.scope.name
                yield replace(read_option(node, names, context), owner=owner or None)


def _is_browser(call: ast.Call) -> bool:
    """`options.add_argument("--headless")` hands an option to another program."""
    return isinstance(call.func, ast.Attribute) and last_name(call.func.value).endswith("options")
