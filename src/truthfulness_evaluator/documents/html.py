"""HTML pages: headings, paragraphs, lists, tables and code, each with its place in the file."""

import re
from dataclasses import dataclass

from truthfulness_evaluator.documents.extracts import document_of
from truthfulness_evaluator.documents.html_elements import Elements
from truthfulness_evaluator.documents.html_flow import MAX_NESTING
from truthfulness_evaluator.documents.html_tokens import Text, tokens
from truthfulness_evaluator.models.document import Document
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "text/html"
_FRONT_MATTER = regex(r"\ufeff?---[ \t]*\r?\n(?:.{0,2000}\r?\n){0,200}?---[ \t]*\r?\n")
_XML = regex(r"\s*<\?xml\b|<html[^>]{0,300}\bxmlns=", re.IGNORECASE)
_TOO_DEEP = f"Lists and quotes that are nested deeper than {MAX_NESTING} levels were not told apart."


@dataclass(frozen=True, slots=True)
class HtmlReader:
    """Reads HTML. Scripts, styles, navigation and footers are left out, and so is what is struck out or hidden.

    The extract writes code, links and images as Markdown does, so that they are read alike.

    Example:
        >>> document = HtmlReader().read("a.html", "<h1>Use</h1><p>Run <code>a &amp;&amp; b</code>.")
        >>> document.extract.text[slice(*document.extract.blocks[1].span)]
        'Run `a && b`.'
        >>> document.text[slice(*document.blocks[1].inlines[0].text_span)]
        'a &amp;&amp; b'
    """

    def read(self, name: str, text: str) -> Document:
        """The document. What a browser would mend is mended; nothing is an error."""
        front_matter = _FRONT_MATTER.match(text)
        start = front_matter.end() if front_matter is not None else int(text.startswith("\ufeff"))
        elements = Elements(text, is_xml=_XML.search(text[:2000]) is not None)
        for token in tokens(text, start):
            if isinstance(token, Text):
                elements.text(token)
            else:
                elements.tag(token)
        elements.finish()
        flow = elements.flow
        extract = Document(
            name=name,
            media_type=MEDIA_TYPE,
            text=flow.taken.text,
            blocks=flow.blocks,
            anchors=frozenset(elements.ids),
        )
        return document_of(
            name,
            MEDIA_TYPE,
            text,
            extract,
            flow.taken.places,
            comments=[(comment.comment, comment.span) for comment in elements.comments],
            notices=[_TOO_DEEP] if flow.is_too_deep else [],
        )
