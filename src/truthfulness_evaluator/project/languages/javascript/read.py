"""One JavaScript or TypeScript file as the facts that it declares."""

from posixpath import splitext

from truthfulness_evaluator.project.declarations import FileFacts
from truthfulness_evaluator.project.languages.javascript.bodies import unread_bodies
from truthfulness_evaluator.project.languages.javascript.exports import Exports
from truthfulness_evaluator.project.languages.javascript.interfaces import read_interfaces
from truthfulness_evaluator.project.languages.javascript.source import LANGUAGE, Source
from truthfulness_evaluator.project.languages.javascript.symbols import Symbols
from truthfulness_evaluator.project.languages.syntax import parse
from truthfulness_evaluator.text.patterns import regex

_GRAMMARS = {".ts": "typescript", ".cts": "typescript", ".mts": "typescript", ".tsx": "tsx"}
"""By suffix; all others are JavaScript."""
_BUILT = regex(r"(?:^|/)dist/|[.-](?:min|bundle|bundled|umd|iife|prod)\.[cm]?js$")
_BUNDLED = ("__webpack_require__", "__commonJS", "webpackUniversalModule")
_LONG_LINE = 300
"""Characters of a line, on average, beyond which no person wrote the file."""
_HEAD = 2000
"""Characters within which a bundler leaves its mark."""
_SHORTEST = 2000
"""Characters of a file whose lines are counted."""


def read(path: str, module: str | None, text: str) -> FileFacts:
    """What a JavaScript or TypeScript file declares, from its syntax tree alone; nothing is executed.

    Args:
        path: relative to the root, with forward slashes.
        module: not used: files are imported by their paths.
        text: the decoded file. The caller bounds its size.

    Example:
        >>> read("lib/limits.js", None, "exports.SIZE = 64 * 1024").symbols[0].value.literal
        '65536'
    """
    if not is_parsed(path, text):
        return FileFacts(path, LANGUAGE, module, dynamic=True)
    try:
        return _facts(path, module, text)
    except RecursionError:
        return FileFacts(path, LANGUAGE, module, dynamic=True, error="nested too deeply")


def is_parsed(path: str, text: str) -> bool:
    """Whether people wrote a file: it was not minified or put together by a bundler."""
    if _BUILT.search(path):
        return False
    if len(text) < _SHORTEST:
        return True
    head = text[:_HEAD]
    return len(text) <= _LONG_LINE * text.count("\n") and not any(mark in head for mark in _BUNDLED)


def _facts(path: str, module: str | None, text: str) -> FileFacts:
    source = Source(path, parse(_grammar(path, text), text, unread_bodies))
    exports = Exports(source)
    symbols = Symbols(source, exports)
    statements = source.tree.root.named_children
    symbols.constants(statements)
    symbols.read(statements)
    exports.close(symbols.members, symbols.closed)
    interfaces = read_interfaces(source, symbols)
    return FileFacts(
        path,
        LANGUAGE,
        module,
        symbols=tuple(symbols.found.values()),
        imports=tuple(exports.stars),
        exports=tuple(exports.names),
        dynamic=exports.dynamic or source.tree.root.has_error,
        options=interfaces.options,
        commands=interfaces.commands,
        environment=interfaces.environment,
        settings=interfaces.settings,
        choices=interfaces.choices,
    )


def _grammar(path: str, text: str) -> str:
    suffix = splitext(path)[1]
    if suffix in _GRAMMARS:
        return _GRAMMARS[suffix]
    # Flow is written like TypeScript for the most part.
    return "tsx" if "@flow" in text[:1000] else "javascript"
