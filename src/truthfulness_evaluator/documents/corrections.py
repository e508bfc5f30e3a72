"""Which corrections a document takes as they are, where its file is not written in the words that are read."""

import re

from truthfulness_evaluator.models.document import Document
from truthfulness_evaluator.models.result import Correction
from truthfulness_evaluator.text.patterns import regex

_SPECIAL: dict[str, re.Pattern[str]] = {
    "text/html": regex(r"[<>&\"']"),
    "application/x-ipynb+json": regex(r"[\\\"\x00-\x1f]"),
    "text/x-python": regex(r"[\\\"'\x00-\x1f]"),
    "text/troff": regex(r"[\\\r\n]|^['.]"),
}
"""Characters that a file of a format writes in another way."""


def can_take(document: Document, correction: Correction) -> bool:
    """Whether a correction can be made in the file: what it replaces stands there as it is read, and so does the new.

    Example:
        >>> from truthfulness_evaluator.documents.html import HtmlReader
        >>> document = HtmlReader().read("a.html", "<p>a &lt; b")
        >>> [can_take(document, Correction(span=span, replacement="c")) for span in ((3, 4), (5, 9))]
        [True, False]
    """
    if document.places is None:
        return True
    special = _SPECIAL.get(document.media_type)
    is_plain = special is None or special.search(correction.replacement) is None
    return is_plain and document.places.is_copied(correction.span)
