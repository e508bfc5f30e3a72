"""The Markdown parser: markdown-it with tables, and with the rules of Markdown's dialects."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_directives import directive_fence, indented_admonition
from truthfulness_evaluator.documents.markdown_extensions import definition_list, footnote, mdx_block, target
from truthfulness_evaluator.documents.markdown_marks import Environment, locate_inlines

MAX_NESTING = 100
"""Levels of containers that are read, a list and its item counting as two; it keeps the stack small."""
_INTERRUPTS = ["paragraph", "reference", "blockquote", "list"]


class _BlockParser(ParserBlock):
    """The block parser, which leaves out what is nested too deep and goes on after it."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 (markdown-it's)
        if state.level < MAX_NESTING:
            super().tokenize(state, startLine, endLine)
            return
        state.env["is_too_deep"] = True
        line = startLine
        while line < endLine and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
            line += 1
        state.line = max(line, startLine + 1)


class _Parser(MarkdownIt):
    """markdown-it that leaves destinations as they are written."""

    def __init__(self) -> None:
        # One level more than is read: `_BlockParser` comes before markdown-it's own bound.
        options = {"maxNesting": MAX_NESTING + 1, "inline_definitions": True}
        super().__init__("commonmark", options)
        self.block = _BlockParser()
        self.configure("commonmark", options)

    def normalizeLink(self, url: str) -> str:  # noqa: N802 (markdown-it's name)
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 (markdown-it's name)
        return link

    def validateLink(self, url: str) -> bool:  # noqa: N802 (markdown-it's name)
        return True


@cache
def make_parser(*, mdx: bool = False) -> MarkdownIt:
    """The parser for Markdown, or for MDX. It holds no state of a document."""
    parser = _Parser()
    parser.enable(["table", "strikethrough"])
    ruler = parser.block.ruler
    ruler.before("fence", "directive_fence", directive_fence, {"alt": _INTERRUPTS})
    ruler.before("fence", "indented_admonition", indented_admonition, {"alt": _INTERRUPTS})
    ruler.before("reference", "footnote", footnote, {"alt": ["paragraph", "reference"]})
    ruler.before("lheading", "definition_list", definition_list, {"alt": ["paragraph", "reference"]})
    ruler.before("lheading", "target", target, {"alt": _INTERRUPTS})
    if mdx:
        ruler.before("fence", "mdx_block", mdx_block, {"alt": ["paragraph", "reference", "blockquote"]})
        parser.disable("code")
    locate_inlines(parser, mdx=mdx)
    return parser


def parse_blocks(parser: MarkdownIt, text: str, environment: Environment) -> list[Token]:
    """The block tokens of a text whose lines end in line feeds; inline contents are left unread."""
    tokens: list[Token] = []
    parser.block.parse(text, parser, environment, tokens)
    return tokens
