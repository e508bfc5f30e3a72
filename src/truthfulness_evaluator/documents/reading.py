"""Reading a document from a file or from a text: which format it is, and which reader reads it."""

import os
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path, PurePosixPath

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.core.protocols import Reader
from truthfulness_evaluator.documents.decoding import decode
from truthfulness_evaluator.models.document import Document
from truthfulness_evaluator.text.patterns import regex

MARKDOWN, RST, PLAIN = "text/markdown", "text/x-rst", "text/plain"
HTML, NOTEBOOK, PYTHON, MAN = "text/html", "application/x-ipynb+json", "text/x-python", "text/troff"
HELP, CITATION = "text/x-help", "application/x-cff+yaml"

_READERS: dict[str, str] = {
    MARKDOWN: "truthfulness_evaluator.documents.markdown:MarkdownReader",
    RST: "truthfulness_evaluator.documents.rst:RstReader",
    PLAIN: "truthfulness_evaluator.documents.plain:PlainReader",
    HTML: "truthfulness_evaluator.documents.html:HtmlReader",
    PYTHON: "truthfulness_evaluator.documents.docstrings:DocstringReader",
    CITATION: "truthfulness_evaluator.documents.citation:CitationReader",
    HELP: "truthfulness_evaluator.documents.help_text:HelpReader",
    MAN: "truthfulness_evaluator.documents.man:ManReader",
    NOTEBOOK: "truthfulness_evaluator.documents.notebook:NotebookReader",
}
"""The reader of each media type, imported when it is first needed."""

_MEDIA_TYPES: dict[str, str] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"), MARKDOWN),
    **dict.fromkeys((".rst", ".rest"), RST),
    **dict.fromkeys((".txt", ".text"), PLAIN),
    **dict.fromkeys((".html", ".htm", ".xhtml"), HTML),
    ".ipynb": NOTEBOOK,
    ".cff": CITATION,
}

DOCUMENT_SUFFIXES: frozenset[str] = frozenset(_MEDIA_TYPES)
"""Suffixes, in lower case, of the files that are documents as a whole."""
_MEDIA_TYPES[".py"] = PYTHON  # of code, the docstrings are read

_RST_SIGNS = regex(
    r"^[ \t]*\.\. (?:[\w-]+(?::[\w-]+)*::|_[^:\n]+:)"
    r"|(?<![\w:`]):[a-z][\w+-]*(?::[\w+-]+)*:`[^`\n]+`"
    r"|^(?P<title>[^\s=~^#*+\"'.:_-].{2,})\n(?P<mark>[=~^#*+\"-])(?P=mark){3,}[ \t]*$",
    re.MULTILINE,
)
"""A directive or target, a role, or a title with a line of marks below it."""
_MAN_NAME = regex(r"\.[1-8]$")
_MAN_SIGNS = regex(r"^\.(?:TH|Dd|Dt|SH|Sh)\b", re.MULTILINE)
_HELP_SIGNS = regex(r"\ufeff?(?:[^\n]{0,300}\n){0,8}?[ \t]*usage:[ \t]*\S", re.IGNORECASE)
"""A text that a program prints about itself: its usage stands in one of the first lines."""
_HELP_ROWS = regex(r"^[ \t│|]+-{1,2}[A-Za-z?]", re.MULTILINE)
_FEWEST_ROWS = 2
_MARKDOWN_SIGNS = regex(r"^#{1,6} \S|^(?:```|~~~)|\]\([^()\s]+\)", re.MULTILINE)
"""A heading, a fence or a link of Markdown."""


def read_document(path: Path, name: str) -> Document:
    """Reads a document from a file.

    Args:
        path: the file.
        name: what the document is called in reports; its suffix says the format.

    Raises:
        DocumentError: the file is missing, unreadable, a folder, no text, or of no format that is read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise DocumentError(f"{name} cannot be read: there is no such file.") from error
    except IsADirectoryError as error:
        raise DocumentError(f"{name} is a folder, not a document.") from error
    except OSError as error:
        if os.path.isdir(path):
            raise DocumentError(f"{name} is a folder, not a document.") from error
        raise DocumentError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    text, encoding = decode(data, name)
    return replace(read_text(text, name), encoding=encoding)


def read_text(text: str, name: str, media_type: str | None = None) -> Document:
    r"""Reads a document that is at hand as text.

    Args:
        text: the text, line ends and byte order mark kept.
        name: what the document is called in reports, or `-`.
        media_type: its format; None: by the name's suffix, and for `.txt`, names without suffix and `-` by
            what the text looks like.

    Raises:
        DocumentError: the format is not one that is read.

    Example:
        >>> read_text("Title\n=====\n\n.. note:: Hear.\n", "README.txt").media_type
        'text/x-rst'
    """
    return _reader(media_type or media_type_of(text, name), name).read(name, text)


def media_type_of(text: str, name: str) -> str:
    """The format of a text: by its name, and where that leaves it open, by its marks.

    Raises:
        DocumentError: the suffix is not one that is read.

    Example:
        >>> media_type_of("# Title", "README"), media_type_of("", "a.rst"), media_type_of("", "a.txt")
        ('text/markdown', 'text/x-rst', 'text/plain')
    """
    suffix = PurePosixPath(name).suffix.lower()
    if is_man_page(name, text):
        return MAN
    if suffix and suffix not in _MEDIA_TYPES:
        known = ", ".join(sorted(DOCUMENT_SUFFIXES))
        raise DocumentError(f"{name} has no format that is read as a document: known are {known}.")
    if suffix and _MEDIA_TYPES[suffix] != PLAIN:
        return _MEDIA_TYPES[suffix]
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    if _HELP_SIGNS.match(lines) and len(_HELP_ROWS.findall(lines)) >= _FEWEST_ROWS:
        return HELP
    if not suffix and _MARKDOWN_SIGNS.search(lines):
        return MARKDOWN
    if _RST_SIGNS.search(lines):
        return RST
    return MARKDOWN if name == "-" else PLAIN


def is_man_page(name: str, text: str) -> bool:
    r"""Whether a file is a man page: by the section that ends its name, and a macro that only such pages have.

    Example:
        >>> is_man_page("man/app.1", ".TH APP 1\n"), is_man_page("notes-2.1", "Words.")
        (True, False)
    """
    return _MAN_NAME.search(name) is not None and _MAN_SIGNS.search(text) is not None


def _reader(media_type: str, name: str) -> Reader:
    try:
        module, _, reader = _READERS[media_type].partition(":")
    except KeyError:
        known = ", ".join(_READERS)
        raise DocumentError(f"{name} is {media_type}, which is not read: known are {known}.") from None
    made: Reader = getattr(import_module(module), reader)()
    return made
