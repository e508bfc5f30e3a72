"""The reader for reStructuredText.

It is a parser of its own, line by line, and not docutils' with a map from lines to offsets: docutils keeps no
columns, replaces what it reads (tabs, escapes, included files), drops directives and roles that are not
registered (all of Sphinx's), and takes minutes for five megabytes. The grammar is followed as docutils
implements it; the tests hold this parser against docutils. Where a document is wrong, docutils reports an error
in place of the text; here the text is read in the way that was most likely meant.
"""

from dataclasses import dataclass

from truthfulness_evaluator.documents.rst_blocks import BlockReader
from truthfulness_evaluator.documents.rst_builder import Builder, Scope
from truthfulness_evaluator.documents.rst_rows import rows_of
from truthfulness_evaluator.documents.suppressions import marker_notices, parse_marker, suppressions
from truthfulness_evaluator.models.document import BlockKind, Document

MEDIA_TYPE = "text/x-rst"


@dataclass(frozen=True)
class RstReader:
    r"""Reads reStructuredText, with the directives and roles of Sphinx.

    Substitution references are marks of the kind ROLE with the name `substitution`. The text of their
    definitions stands in DIRECTIVE blocks inside the container `("directive", "substitution", NAME)`.

    Example:
        >>> document = RstReader().read("a.rst", "Use\n===\n\nRun ``app --fast``.\n")
        >>> mark = document.blocks[1].inlines[0]
        >>> document.text[slice(*mark.text_span)]
        'app --fast'
    """

    def read(self, name: str, text: str) -> Document:
        """The document with its blocks. `text` is decoded, with line ends and byte order mark kept."""
        builder = Builder(text)
        BlockReader(builder).read(rows_of(text), Scope())
        # Options of a directive are read before text that stands in its first line.
        in_place = sorted(builder.blocks, key=lambda block: block.span[0])
        blocks = builder.references.resolve(in_place)
        comments = (block for block in blocks if block.kind is BlockKind.COMMENT)
        markers = tuple(
            (marker, block.span)
            for block in comments
            if (marker := parse_marker(text[slice(*block.text_span)])) is not None
        )
        return Document(
            name=name,
            media_type=MEDIA_TYPE,
            text=text,
            blocks=blocks,
            suppressions=suppressions(markers, blocks, text),
            anchors=frozenset(builder.references.anchors),
            notices=marker_notices(markers, text),
        )
