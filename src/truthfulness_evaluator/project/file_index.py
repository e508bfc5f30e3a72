"""What the index holds of one file: its words, and what it declares. It travels and is kept as JSON."""

import hashlib
from dataclasses import dataclass

from pydantic import TypeAdapter

from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.languages.table import Read, reader_of
from truthfulness_evaluator.project.words import tokens_of

MAX_PARSED_CHARACTERS = 1_000_000
"""A longer file is data rather than code that people write: it is not parsed, and only its words count."""
TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class FileIndex:
    """The index of one file."""

    digest: str
    """Of the text and the name it is imported by: the same digest, the same index."""
    tokens: str
    """Its words, separated by spaces."""
    facts: FileFacts | None = None
    """None where its language is not supported."""


def digest_of(text: str, module: str | None) -> str:
    """What tells whether a file is still the same: 128 bits of BLAKE2b."""
    content = f"{module or ''}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def index_of(path: str, text: str, module: str | None, digest: str) -> FileIndex:
    """Read one file."""
    reader = reader_of(path)
    facts = None if reader is None else facts_of(reader, path, text, module)
    return FileIndex(digest, " ".join(sorted(tokens_of(text))), facts)


def facts_of(reader: Read, path: str, text: str, module: str | None) -> FileFacts:
    """What one file declares."""
    if len(text) > MAX_PARSED_CHARACTERS:
        return FileFacts(path, "", module, error=TOO_LARGE)
    return reader(path, module, text)


def as_json(index: FileIndex) -> str:
    """The index as JSON, without what has its default value."""
    return _ADAPTER.dump_json(index, exclude_defaults=True).decode()


def of_json(written: str) -> FileIndex:
    """The index that `as_json` wrote.

    Raises:
        ValueError: it is no such index.
    """
    return _ADAPTER.validate_json(written)


_ADAPTER = TypeAdapter(FileIndex)
