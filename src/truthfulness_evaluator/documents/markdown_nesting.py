"""Containers that HTML tags make: what stands between `<details>` in one block and `</details>` in another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from truthfulness_evaluator.documents.markdown_html import Tag
from truthfulness_evaluator.models.document import Block, Container

_DEPTH = 16
"""Open tags that are remembered; deeper nesting adds no container."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An HTML element that spans several blocks."""

    first: int
    """Index of the block that opens it."""
    last: int
    """Index of the block that closes it."""
    depth: int
    """How many containers it stands inside of."""
    container: Container


def nest(blocks: Sequence[Block], tags: Mapping[int, Sequence[Tag]]) -> list[Block]:
    """Blocks with containers for the elements around them.

    Args:
        blocks: the blocks of a document, in order of place.
        tags: the tags of each HTML block, by its index.
    """
    elements = _elements(blocks, tags)
    nested = list(blocks)
    active: list[_Element] = []
    following = 0
    for index, block in enumerate(blocks):
        active = [element for element in active if index < element.last]
        if active:
            containers = list(block.containers)
            for added, element in enumerate(active):
                containers.insert(element.depth + added, element.container)
            nested[index] = replace(block, containers=tuple(containers))
        while following < len(elements) and elements[following].first == index:
            active.append(elements[following])
            following += 1
    return nested


def _elements(blocks: Sequence[Block], tags: Mapping[int, Sequence[Tag]]) -> list[_Element]:
    """Elements that open in one HTML block and close in a later one of the same containers."""
    found: list[_Element] = []
    opened: list[tuple[int, Tag]] = []
    for index, block_tags in tags.items():
        for tag in block_tags:
            if not tag.is_alone:
                opened = [*opened[-_DEPTH + 1 :], (index, tag)]
            elif tag.is_closing:
                at = _opening(opened, tag, blocks, index)
                if at is None:
                    continue
                first, opening = opened[at]
                del opened[at:]
                if first < index:
                    container = Container("html", tag.name, span=(opening.span[0], tag.span[1]))
                    found.append(_Element(first, index, len(blocks[index].containers), container))
    return sorted(found, key=lambda element: element.container.span)


def _opening(opened: Sequence[tuple[int, Tag]], closing: Tag, blocks: Sequence[Block], index: int) -> int | None:
    """Where the tag that a closing tag belongs to stands among the open ones."""
    for at in range(len(opened) - 1, -1, -1):
        first, tag = opened[at]
        if tag.name == closing.name and blocks[first].containers == blocks[index].containers:
            return at
    return None
