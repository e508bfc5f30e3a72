"""Where a block of a document stands, in words."""

from collections.abc import Iterator

from truthfulness_evaluator.models import Block, BlockKind

_KINDS = {
    BlockKind.HEADING: "a heading",
    BlockKind.PARAGRAPH: "a paragraph",
    BlockKind.TABLE_ROW: "a table row",
    BlockKind.CODE: "a code block",
    BlockKind.TERM: "a term of a definition list",
    BlockKind.FIELD: "a field",
    BlockKind.DIRECTIVE: "a directive",
    BlockKind.TARGET: "a link definition",
    BlockKind.HTML: "a piece of HTML",
    BlockKind.COMMENT: "a comment",
    BlockKind.FRONT_MATTER: "the front matter",
}
_CONTAINERS = {"list_item": "a list item", "quote": "a quote", "definition": "a definition", "footnote": "a footnote"}
_NAMED = frozenset({"directive", "admonition"})


def surroundings(block: Block) -> str:
    """What kind of block it is, in what, and under which headings.

    Example:
        >>> surroundings(Block(BlockKind.CODE, (0, 0), (0, 0), heading_path=("Usage", "Options"), language="sh"))
        'a code block (sh) under Usage > Options'
    """
    parts = [_kind(block), *_around(block)]
    if block.header:
        parts.append(f"with the columns {', '.join(filter(None, block.header))}")
    if block.heading_path:
        parts.append(f"under {' > '.join(block.heading_path)}")
    return " ".join(parts)


def _kind(block: Block) -> str:
    words = _KINDS[block.kind]
    if block.kind is BlockKind.CODE and block.language:
        return f"{words} ({block.language})"
    if block.kind in (BlockKind.DIRECTIVE, BlockKind.FIELD) and block.title:
        return f"{words} ({block.title})"
    return words


def _around(block: Block) -> Iterator[str]:
    """What it stands in, innermost first; of lists within lists the innermost alone."""
    seen: set[str] = set()
    for container in reversed(block.containers):
        words = ""
        if container.kind in _NAMED:
            words = f"in the {container.kind} {container.name}".rstrip()
        elif container.kind in _CONTAINERS:
            words = f"in {_CONTAINERS[container.kind]}"
        if words and words not in seen:
            seen.add(words)
            yield words
