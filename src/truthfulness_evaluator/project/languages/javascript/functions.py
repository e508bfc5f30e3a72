"""Parameters of functions, with those that are taken apart where they are declared."""

from collections.abc import Iterator

from tree_sitter import Node

from truthfulness_evaluator.project.declarations import Parameter
from truthfulness_evaluator.project.languages.javascript.source import Source, first
from truthfulness_evaluator.project.languages.javascript.values import value_of

_NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern"})


def parameters_of(source: Source, function: Node) -> tuple[Parameter, ...]:
    """The parameters of a function.

    Of `({timeout = 5, retries})` each key counts: callers write these, and the object has no name.
    """
    listed = function.child_by_field_name("parameters")
    if listed is None:
        single = function.child_by_field_name("parameter")
        return () if single is None else tuple(_parameters(source, single))
    if listed.named_child_count == 0:
        return ()
    return tuple(each for node in listed.named_children for each in _parameters(source, node))


def _parameters(source: Source, node: Node, default: Node | None = None) -> Iterator[Parameter]:
    match node.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            yield Parameter(source.text(node), value_of(source, default))
        case "assignment_pattern" | "object_assignment_pattern":
            left = node.child_by_field_name("left")
            if left is not None:
                yield from _parameters(source, left, node.child_by_field_name("right"))
        case "required_parameter" | "optional_parameter":
            pattern = node.child_by_field_name("pattern")
            if pattern is not None and pattern.type != "this":
                yield from _parameters(source, pattern, node.child_by_field_name("value"))
        case "rest_pattern":
            inner = first(node)
            if inner is not None and inner.type in _NAMES:
                yield Parameter(source.text(inner), variadic=True)
        case "object_pattern":
            for each in node.named_children:
                if each.type == "pair_pattern":
                    yield from _renamed(source, each)
                else:
                    yield from _parameters(source, each)
        case _:
            return


def _renamed(source: Source, pair: Node) -> Iterator[Parameter]:
    """Of `{timeout: limit = 5}`, the name that callers write."""
    key, value = source.key(pair), pair.child_by_field_name("value")
    if key is None or value is None:
        return
    default = value.child_by_field_name("right") if value.type == "assignment_pattern" else None
    yield Parameter(key, value_of(source, default))
