"""The Markdown parser: markdown-it with tables, and with the rules of Markdown's dialects."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from truthfulness_evaluator.documents.markdown_directives import directive_fence, indented_admonition
from truthfulness_evaluator.documents.markdown_extensions import definition_list, footnote, mdx_block, target
from truthfulness_evaluator.documents.markdown_marks import Environment, locate_inlines

MAX_NESTING = 100
"""Levels of containers that are read; markdown-it's own bound, which keeps the stack small."""
_INTERRUPTS = ["paragraph", "reference", "blockquote", "list"]


class _Parser(MarkdownIt):
    """markdown-it that leaves destinations as they are written."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 (markdown-it's name)
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 (markdown-it's name)
        return link

    def validateLink(self, url: str) -> bool:  # noqa: N802 (markdown-it's name)
        return True


@cache
def make_parser(*, mdx: bool = False) -> MarkdownIt:
    """The parser for Markdown, or for MDX. It holds no state of a document."""
    parser = _Parser("commonmark", {"maxNesting": MAX_NESTING, "inline_definitions": True})
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
