"""Markdown: CommonMark with tables, front matter, HTML, MDX, and the admonitions of the usual site builders."""

from collections.abc import Callable
from dataclasses import dataclass

from markdown_it.token import Token

from truthfulness_evaluator.documents import markdown_containers as containers
from truthfulness_evaluator.documents import markdown_leaves as leaves
from truthfulness_evaluator.documents.markdown_builder import Builder
from truthfulness_evaluator.documents.markdown_marks import Environment
from truthfulness_evaluator.documents.markdown_nesting import nest
from truthfulness_evaluator.documents.markdown_parser import MAX_NESTING, make_parser, parse_blocks
from truthfulness_evaluator.documents.markdown_source import Source
from truthfulness_evaluator.documents.slugs import heading_slugs
from truthfulness_evaluator.documents.suppressions import marker_notices, parse_marker, suppressions
from truthfulness_evaluator.models.document import Block, BlockKind, Document
from truthfulness_evaluator.text.patterns import regex

_FRONT_MATTER = {"---": ("yaml", {"---", "..."}), "+++": ("toml", {"+++"})}
"""The line that opens front matter, its language, and the lines that close it."""
_KEY = regex(r"[\w\"'.-][^:=]*[:=](?:\s|$)")
"""Front matter begins with a key: a document that begins with a rule has none."""
_FRONT_MATTER_LIMIT = 100_000
"""Characters in which front matter must end."""
_TOO_DEEP = f"Lists and quotes that are nested deeper than {MAX_NESTING} levels were not read."
_CHUNKED = (".qmd", ".rmd")

_HANDLERS: dict[str, Callable[[Builder, int, Token], None]] = {
    "paragraph_open": leaves.paragraph,
    "heading_open": leaves.heading,
    "fence": leaves.fence,
    "code_block": leaves.code_block,
    "literal": leaves.literal,
    "html_block": leaves.html_block,
    "definition": leaves.link_definition,
    "target": leaves.named_target,
    "option": leaves.option,
    "hr": leaves.rule,
    "bullet_list_open": containers.list_open,
    "bullet_list_close": containers.close,
    "ordered_list_open": containers.list_open,
    "ordered_list_close": containers.close,
    "list_item_open": containers.item_open,
    "list_item_close": containers.close,
    "blockquote_open": containers.quote_open,
    "blockquote_close": containers.quote_close,
    "directive_open": containers.directive_open,
    "directive_close": containers.close,
    "term": containers.term,
    "definition_item_open": containers.definition_open,
    "definition_item_close": containers.close,
    "footnote_open": containers.footnote_open,
    "footnote_close": containers.close,
    "table_open": containers.table,
}


@dataclass(frozen=True, slots=True)
class MarkdownReader:
    r"""Reads Markdown.

    Example:
        >>> document = MarkdownReader().read("a.md", "# Use\n\nRun `a --b`.")
        >>> [(block.kind.value, block.heading_path) for block in document.blocks]
        [('heading', ()), ('paragraph', ('Use',))]
    """

    def read(self, name: str, text: str) -> Document:
        """The document; `.mdx` is read as MDX, and braces after a fence mean a language in `.qmd` and `.rmd`."""
        lower = name.lower()
        front_matter, start = _front_matter(text, 1 if text.startswith("\ufeff") else 0)
        source = Source(text, start)
        parser = make_parser(mdx=lower.endswith(".mdx"))
        environment: Environment = {"has_chunks": lower.endswith(_CHUNKED)}
        tokens = parse_blocks(parser, source.body, environment)
        builder = Builder(source, parser, environment, tokens)
        for index, token in enumerate(tokens):
            handler = _HANDLERS.get(token.type)
            if handler is not None:
                handler(builder, index, token)
        blocks = (*front_matter, *nest(builder.blocks, builder.tags))
        comments = sorted(builder.comments, key=lambda comment: comment[1])
        parsed = ((parse_marker(comment), span) for comment, span in comments)
        markers = [(marker, span) for marker, span in parsed if marker is not None]
        return Document(
            name=name,
            media_type="text/markdown",
            text=text,
            blocks=blocks,
            suppressions=suppressions(markers, blocks, text),
            anchors=frozenset(builder.ids | heading_slugs(builder.titles)),
            notices=(*marker_notices(markers, text), *([_TOO_DEEP] if environment.get("is_too_deep") else ())),
        )


def _front_matter(text: str, start: int) -> tuple[list[Block], int]:
    """The front matter, and where the Markdown begins."""
    source = Source(text[: start + _FRONT_MATTER_LIMIT], start)
    lines = [line.rstrip() for line in source.lines]
    if lines[0] not in _FRONT_MATTER:
        return [], start
    language, closing = _FRONT_MATTER[lines[0]]
    last = next((number for number, line in enumerate(lines[1:], 1) if line in closing), None)
    if last is None:
        return [], start
    inner = [number for number in range(1, last) if lines[number] and not lines[number].startswith("#")]
    if language == "yaml" and last > 1 and not (inner and _KEY.match(lines[inner[0]])):
        return [], start
    first = source.starts[1]
    text_span = first, max(first, source.line_end(last - 1))
    block = Block(BlockKind.FRONT_MATTER, (start, source.line_end(last)), text_span, language=language)
    return [block], source.starts[last + 1] if last + 1 < len(lines) else len(text)
