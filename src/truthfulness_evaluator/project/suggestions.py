"""What a dotted name that is not there may stand for."""

from collections.abc import Iterable, Mapping, Sequence

from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Definition, Resolution
from truthfulness_evaluator.text.names import edit_distance, folded, is_near, words_of

_MOST = 5
"""More definitions of one name than this say nothing about which one is meant."""


def suggestions(
    dotted: str,
    missing: Resolution,
    definitions: Mapping[str, Sequence[Definition]],
    members: Iterable[str],
    *,
    of_class: bool,
) -> tuple[str, ...]:
    """Full names that may be meant, best first: the same links defined elsewhere, and slips for the missing one.

    Args:
        dotted: the name as asked for.
        missing: what it came to.
        definitions: all definitions of the project by the last part of their names.
        members: the names that its owner has.
        of_class: whether the owner is a class. A member that is not there is a slip, and nothing of another owner;
            in a module it is rather a name that moved.
    """
    links = dotted.split(".")
    at = len(links) - 1 - links[::-1].index(missing.missing)
    moved = () if of_class else _defined_elsewhere(dotted, links[at:], definitions)
    near = sorted(
        (edit_distance(missing.missing, other, 9), other)
        for other in members
        if is_of_one_kind(missing.missing, other) and is_near(missing.missing, other)
    )
    slips = tuple(".".join((missing.owner, other, *links[at + 1 :])) for _, other in near)
    return tuple(dict.fromkeys((*moved, *slips)))[:_MOST]


def is_of_one_kind(name: str, other: str) -> bool:
    """Whether one name may be a slip for the other by how they begin: that of a class is none for that of a module."""
    return name[:1].isupper() == other[:1].isupper() or folded(name) == folded(other)


def _defined_elsewhere(
    dotted: str, after: Sequence[str], definitions: Mapping[str, Sequence[Definition]]
) -> tuple[str, ...]:
    """Definitions that end in the same links; the more links, the better.

    Of modules, only one may share just its last links: many packages have a `base`.
    """
    asked = dotted.split(".")
    candidates = [d for d in definitions.get(asked[-1], ()) if d.dotted != dotted]
    for start in range(len(after)):
        if start and after[start - 1][0].isupper():
            break  # a member of another class, or of none, is something else
        tail = after[start:]
        fitting = [d for d in candidates if _is_whole_name(d, tail) and _is_akin(d, asked, tail, is_whole=not start)]
        if fitting:
            ranked = sorted(
                fitting, key=lambda d: (-_shared(d.dotted.split("."), asked), d.dotted.count("."), d.dotted)
            )
            return tuple(d.dotted for d in ranked) if len(ranked) <= _MOST else ()
    return ()


def _is_akin(definition: Definition, asked: Sequence[str], tail: Sequence[str], *, is_whole: bool) -> bool:
    """Whether a definition may be what a name was written for: one of its package, or one of which a link is telling.

    Args:
        definition: what ends in the same links.
        asked: the links of the name.
        tail: the last of them, which the definition has too.
        is_whole: whether it has all links from the missing one on; of fewer, one plain word says nothing (`main`).
    """
    is_telling = any(len(words_of(link)) > 1 or link[:1].isupper() for link in tail)
    same_package = definition.dotted.partition(".")[0] == asked[0]
    return is_telling or (same_package and is_whole)


def _is_whole_name(definition: Definition, tail: Sequence[str]) -> bool:
    """Whether the links are the whole name within its module: a method is no stand-in for a function."""
    symbol = definition.symbol
    if symbol is None:
        return False
    if symbol.kind is SymbolKind.MODULE:
        return len(tail) == 1
    return symbol.name == ".".join(tail)


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """How many links two names have in common from their start on."""
    return next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
