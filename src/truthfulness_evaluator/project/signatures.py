"""What a call of a function or class may be given by keyword."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.declarations import Parameter, Symbol, SymbolKind
from truthfulness_evaluator.project.definitions import Definition
from truthfulness_evaluator.project.resolution import Resolver

_CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
_FIELD_DECORATORS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "s"})
"""Last parts of decorators that make a constructor from the attributes."""
_FIELD_BASES = frozenset({"BaseModel", "BaseSettings", "NamedTuple", "TypedDict", "SQLModel", "Struct"})
"""Bases of other projects that do so."""
_MAKER = "__init__"
_CONFIGURATION = frozenset({"Config", "model_config", "__new__", "__signature__", "__pydantic_extra__"})
"""Members by which a class takes other keywords than its fields."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of something that is called."""

    dotted: str
    """The canonical name of what is called."""
    parameters: Mapping[str, Parameter]
    """Those that are known, by name."""
    location: Location
    reason: str = ""
    """Why there may be more, as a clause; empty where all are known."""
    variadic: frozenset[str] = frozenset()
    """Names of those that stand for any number of arguments (`args`, `kwargs`)."""
    of_fields: bool = False
    """Whether they are the fields of a class, which may have further names (aliases)."""


def signature_of(resolver: Resolver, definition: Definition) -> Signature | None:
    """The signature of a function, method or class; None for what is no callable that is understood."""
    symbol = definition.symbol
    if symbol is None:
        return None
    if symbol.kind is SymbolKind.CLASS:
        return _of_class(resolver, definition)
    if symbol.kind not in _CALLABLE or symbol.parameters is None:
        return None
    return _of_function(definition, symbol)


def _of_function(definition: Definition, symbol: Symbol) -> Signature:
    parameters = {each.name: each for each in symbol.parameters or () if not each.variadic}
    reason = ""
    if any(each.keywords for each in symbol.parameters or ()):
        reason = f"{definition.dotted} takes any keyword"
    elif symbol.dynamic:
        reason = f"a decorator may change what {definition.dotted} takes"
    variadic = frozenset(each.name for each in symbol.parameters or () if each.variadic)
    return Signature(definition.dotted, parameters, definition.location, reason, variadic)


def _of_class(resolver: Resolver, definition: Definition) -> Signature:
    """The constructor's signature: that of the closest `__init__`, or the fields of a class that is made from them."""
    lineage = resolver.lineage(definition)
    members = {each.dotted: resolver.own_members(each) for each in lineage}
    reason = _openness(resolver, lineage, members)
    for depth, each in enumerate(lineage):
        maker = members[each.dotted].get(_MAKER)
        if maker is not None and maker.symbol is not None and maker.symbol.parameters is not None:
            found = _of_function(maker, maker.symbol)
            own = "" if depth == 0 and not _is_dynamic(each) else reason
            return Signature(definition.dotted, found.parameters, maker.location, found.reason or own, found.variadic)
        if _is_made_of_fields(each):
            return _of_fields(definition, lineage, members, reason)
    return Signature(definition.dotted, {}, definition.location, reason or f"{definition.dotted} has no constructor")


def _of_fields(
    definition: Definition,
    lineage: Sequence[Definition],
    members: Mapping[str, Mapping[str, Definition]],
    reason: str,
) -> Signature:
    found: dict[str, Parameter] = {}
    for each in reversed(lineage):
        for name, member in members[each.dotted].items():
            symbol = member.symbol
            if symbol is not None and symbol.kind is SymbolKind.ATTRIBUTE:
                # attrs takes `_name` as `name`.
                found[name.lstrip("_") or name] = Parameter(name, symbol.value)
        maker = members[each.dotted].get(_MAKER)
        if maker is not None and maker.symbol is not None:
            found.update({p.name: p for p in maker.symbol.parameters or () if not p.variadic})
    return Signature(definition.dotted, found, definition.location, reason, of_fields=True)


def _openness(
    resolver: Resolver, lineage: Sequence[Definition], members: Mapping[str, Mapping[str, Definition]]
) -> str:
    """Why the constructor of a class may take what the classes of the project do not say; empty where it may not."""
    for each in lineage:
        if _is_dynamic(each):
            return f"{each.dotted} is made at run time"
        odd = next((name for name in sorted(_CONFIGURATION) if name in members[each.dotted]), None)
        if odd is not None:
            return f"{each.dotted}.{odd} may change what it takes"
        outside = [base for base in resolver.outside_bases(each) if base.rpartition(".")[2] not in _FIELD_BASES]
        if outside:
            return f"{each.dotted} inherits from {outside[0]}, which is not of this project"
    return ""


def _is_dynamic(definition: Definition) -> bool:
    return definition.symbol is None or definition.symbol.dynamic


def _is_made_of_fields(definition: Definition) -> bool:
    symbol = definition.symbol
    if symbol is None:
        return False
    by_decorator = any(name.rpartition(".")[2] in _FIELD_DECORATORS for name in symbol.decorators)
    return by_decorator or any(base.rpartition(".")[2] in _FIELD_BASES for base in symbol.bases)
