"""The blocks of a document as a tree: what stands in which list, quote, table or directive."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from truthfulness_evaluator.models import Block, Container


@dataclass(slots=True)
class Node:
    """A container with what stands in it, in the order of the document."""

    container: Container | None = None
    """None: the document itself."""
    children: list["Node | Block"] = field(default_factory=list["Node | Block"])


def tree(blocks: Sequence[Block]) -> Node:
    """The document's node. Containers that were interrupted are opened again.

    Example:
        >>> from truthfulness_evaluator.models import BlockKind
        >>> item = Container("list_item", span=(0, 5))
        >>> one = Block(BlockKind.PARAGRAPH, (2, 5), (2, 5), containers=(item,))
        >>> [child.container.kind for child in tree([one]).children]
        ['list_item']
    """
    top = Node()
    path: list[Node] = []
    for block in blocks:
        depth = 0
        while depth < min(len(path), len(block.containers)) and _key(path[depth].container) == _key(
            block.containers[depth]
        ):
            depth += 1
        del path[depth:]
        for container in block.containers[depth:]:
            node = Node(container)
            (path[-1] if path else top).children.append(node)
            path.append(node)
        (path[-1] if path else top).children.append(block)
    return top


def _key(container: Container | None) -> tuple[object, ...]:
    return () if container is None else (container.kind, container.name, container.span)
