"""Reading the documents of a run."""

import sys
from dataclasses import replace

from truthfulness_evaluator.cli.targets import Target
from truthfulness_evaluator.documents.decoding import decode
from truthfulness_evaluator.documents.reading import read_document, read_text
from truthfulness_evaluator.models import Document


def read_target(target: Target) -> Document:
    """The document.

    Raises:
        DocumentError: it cannot be read.
    """
    if target.path is not None:
        return read_document(target.path, target.name)
    text, encoding = decode(sys.stdin.buffer.read(), target.name)
    return replace(read_text(text, target.name), encoding=encoding)
