"""Classes of Python's own library that projects inherit from without getting unknown members."""

import builtins
import collections.abc
import enum
import typing
from abc import ABC

_ABSTRACT = (
    "Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator Hashable Iterable Iterator Generator Reversible "
    "Sized Container Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView "
    "ValuesView Sequence MutableSequence"
)
_CLASSES: dict[str, object] = {
    "abc.ABC": ABC,
    **{f"enum.{name}": getattr(enum, name) for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")},
    "typing.Generic": typing.Generic,
    "typing.Protocol": object,
    "typing.NamedTuple": tuple,
    "typing.TypedDict": dict,
    **{f"collections.abc.{name}": getattr(collections.abc, name) for name in _ABSTRACT.split()},
}
_NAMED_TUPLE = frozenset({"_asdict", "_replace", "_fields", "_make", "_field_defaults", "count", "index"})
_ENUM = frozenset({"name", "value", "names", "_missing_", "_ignore_", "_order_"})


def members_of(dotted: str) -> frozenset[str] | None:
    """The names that a class of the standard library gives; None where the class is not one known here.

    Args:
        dotted: absolute name; that of a builtin stands alone.

    Example:
        >>> "args" in members_of("ValueError"), members_of("argparse.Action")
        (True, None)
    """
    dotted = dotted.replace("typing_extensions.", "typing.")
    if "." not in dotted:
        found: object = getattr(builtins, dotted, None)
    else:
        found = _CLASSES.get(dotted)
        if found is None and dotted.startswith("typing."):
            found = _CLASSES.get("collections.abc." + dotted.rpartition(".")[2])
    if found is None or (not isinstance(found, type) and dotted != "typing.Generic"):
        return None
    extra = _ENUM if dotted.startswith("enum.") else _NAMED_TUPLE if dotted == "typing.NamedTuple" else frozenset[str]()
    return frozenset(dir(found)) | extra


def on_every_class(name: str) -> bool:
    """Whether any class may have the name without defining it (also one made by `namedtuple`)."""
    return (name.startswith("__") and name.endswith("__")) or name == "mro" or name in _NAMED_TUPLE
