"""Directives and admonitions of Markdown's dialects, as rules of the block parser.

    ```{note} Title        MyST; its body is Markdown, or literal for the names in `_LITERAL`
    :::{note} Title        MyST
    :::note[Title]         Docusaurus
    ::: tip Title          VitePress, pandoc
    ::: {.callout-note}    pandoc, Quarto
    ::: package.module     mkdocstrings; has no end, options follow indented
    !!! note "Title"       Python-Markdown; the body follows indented by four
    ??? note "Title"       the same, folded
    === "Title"            a tab

Each becomes `directive_open` (with a `DirectiveLine` in `meta`), its body and `directive_close`; a directive
that shows code becomes a `fence`.
"""

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock

from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

ADMONITIONS = frozenset(
    {
        "admonition", "attention", "caution", "danger", "deprecated", "error", "hint", "important", "info",
        "note", "seealso", "success", "tip", "versionadded", "versionchanged", "versionremoved", "warning",
    }
)  # fmt: skip
"""Names that make a directive an admonition."""
_CODE: dict[str, str] = {
    **dict.fromkeys(("code", "code-block", "sourcecode", "code-cell", "prompt", "raw"), ""),
    **dict.fromkeys(("doctest", "testcode", "testsetup", "jupyter-execute"), "python"),
    **{name: name for name in ("math", "mermaid", "graphviz", "parsed-literal", "testoutput")},
    "eval-rst": "rst",
}
"""Directives that show their body as code, with its language; empty: the argument says it."""
_LITERAL = frozenset(
    {"toctree", "include", "literalinclude", "image", "csv-table", "autosummary", "bibliography", "contents"}
)
"""Directives whose body is neither Markdown nor code of the document's subject."""
_CHUNKS = frozenset({"python", "r", "julia", "bash", "sh", "sql", "js", "ojs", "dot", "sas", "stata", "rust"})
"""What stands in braces in a code chunk of R Markdown and Quarto: a language, not a directive."""

_FENCE = regex(r"(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>.*)")
_BRACED = regex(r"\{(?P<name>[A-Za-z][\w:+-]*)\}[ \t]*(?P<argument>.*?)[ \t]*")
_CLASSED = regex(r"\{[^{}]*?\.(?P<name>[A-Za-z][\w-]*)(?:[^{}]*?title=\"(?P<argument>[^\"]*)\")?[^{}]*\}[ \t]*:*")
_NAMED = regex(
    r"(?P<name>[A-Za-z][\w-]*)(?:\[(?P<label>.*)\]|[ \t]+(?P<argument>[^\s{].*?))?[ \t]*(?:\{[^{}]*\})?[ \t]*:*"
)
_IDENTIFIER = regex(r"(?P<argument>[A-Za-z_][\w.:]*)[ \t]*")
_DOTTED = regex(r"[A-Za-z_]\w*(?:\.\w+)+[ \t]*")
"""An identifier of mkdocstrings, which opens nothing that would have to be closed."""
_INDENTED = regex(
    r"(?P<mark>!!!|\?\?\?\+?)[ \t]+(?P<name>[\w-]+)(?:[ \t]+[\w-]+)*(?:[ \t]+\"(?P<argument>.*)\")?[ \t]*"
)
_TAB = regex(r"(?P<mark>===[+!]?)[ \t]*!?[ \t]*\"(?P<argument>.*)\"[ \t]*")
_OPTION = regex(r":(?P<name>[\w-]+):[ \t]*(?P<value>.*?)[ \t]*")
_COLON_LINE = regex(r"^[ \t>*+-]*(?P<fence>:{3,})[ \t]*(?P<info>.*)$", re.MULTILINE)
_INFO_LIMIT = 500
"""A line that opens a directive has no more characters than this after its fence."""
_BODY_INDENT = 4
"""Columns by which Python-Markdown indents what belongs to an admonition."""


@dataclass(frozen=True, slots=True)
class DirectiveLine:
    """What the first line of a directive says."""

    name: str
    kind: str
    """`admonition` or `directive`."""
    argument: str = ""
    from_end: Span = (0, 0)
    """Where the argument begins and ends, in characters before the end of its line."""


def directive_fence(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A directive between fences of backticks, tildes or colons."""
    if state.is_code_block(first):
        return False
    start = state.bMarks[first] + state.tShift[first]
    match = _FENCE.match(state.src, start, state.eMarks[first])
    if match is None or not 0 < len(match["info"]) <= _INFO_LIMIT:
        return False
    is_colon = match["fence"][0] == ":"
    line = _colon_line(state, match) if is_colon else _braced_line(state, match)
    if line is None:
        return False
    close = _colon_close(state, first, end) if is_colon else _fence_close(state, match["fence"], first, end)
    if close is None:
        return _single(state, match, first, end, silent)
    if not silent:
        _push_fenced(state, line, first, *close)
    return True


def indented_admonition(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """An admonition or a tab whose body is indented below it."""
    start = state.bMarks[first] + state.tShift[first]
    if start >= state.eMarks[first] or state.src[start] not in "!?=" or state.is_code_block(first):
        return False
    match = _INDENTED.fullmatch(state.src, start, state.eMarks[first])
    match = match or _TAB.fullmatch(state.src, start, state.eMarks[first])
    if match is None:
        return False
    body_end = _indented_end(state, first, end)
    if body_end == first + 1 and match["argument"] is None:
        return False
    if silent:
        return True
    name = "tab" if match["mark"].startswith("=") else match["name"].lower()
    is_tab = name == "tab"
    line = _line(state, match, name, "argument", first, kind="directive" if is_tab else "admonition")
    _open(state, line, first, body_end)
    kept = state.blkIndent
    state.blkIndent += _BODY_INDENT
    _tokenize(state, first + 1, body_end)
    state.blkIndent = kept
    _close(state, body_end)
    return True


def _push_fenced(state: StateBlock, line: DirectiveLine, first: int, close: int, past: int) -> None:
    """Pushes a directive: its first line, the line that ends its body, and the line after it."""
    body = _options_end(state, first + 1, close)
    base = line.name.lower()
    if base in _CODE:
        token = state.push("fence", "code", 0)
        token.info = _CODE[base] or line.argument
        token.content = state.getLines(body, close, state.sCount[first], True)
        token.map = [first, past]
        token.meta["first"] = body
        state.line = past
        return
    _open(state, line, first, past)
    for number in range(first + 1, body):
        _push_option(state, number)
    if base in _LITERAL:
        if body < close:
            token = state.push("literal", "", 0)
            token.content = state.getLines(body, close, state.sCount[first], True)
            token.map = [body, close]
    else:
        _tokenize(state, body, close)
    _close(state, past)


def _single(state: StateBlock, match: re.Match[str], first: int, end: int, silent: bool) -> bool:
    """Mkdocstrings' `::: identifier`, with options indented below it."""
    named = _IDENTIFIER.fullmatch(match["info"])
    if named is None:
        return False
    if silent:
        return True
    body_end = _indented_end(state, first, end)
    start = match.start("info")
    stop = state.eMarks[first]
    from_end = (stop - start - named.start("argument"), stop - start - named.end("argument"))
    _open(state, DirectiveLine("autodoc", "directive", named["argument"], from_end), first, body_end)
    if body_end > first + 1:
        token = state.push("literal", "", 0)
        token.content = state.getLines(first + 1, body_end, state.blkIndent + _BODY_INDENT, True)
        token.map = [first + 1, body_end]
    _close(state, body_end)
    return True


def _braced_line(state: StateBlock, match: re.Match[str]) -> DirectiveLine | None:
    """The line of a MyST directive between backticks or tildes."""
    braced = _BRACED.fullmatch(match["info"])
    is_chunk = braced is not None and (braced["name"].lower() in _CHUNKS or state.env.get("has_chunks"))
    if braced is None or is_chunk or "`" in match["info"]:
        return None
    return _info_line(state, match, braced, "argument")


def _colon_line(state: StateBlock, match: re.Match[str]) -> DirectiveLine | None:
    """The line of a directive between colons; None: not one that opens a directive."""
    info = match["info"]
    for form in (_BRACED, _CLASSED, _NAMED):
        if found := form.fullmatch(info):
            group = "label" if form is _NAMED and found["label"] is not None else "argument"
            return _info_line(state, match, found, group)
    return DirectiveLine("", "directive") if _IDENTIFIER.fullmatch(info) else None


def _info_line(state: StateBlock, match: re.Match[str], found: re.Match[str], group: str) -> DirectiveLine:
    name = found["name"].removeprefix("callout-")
    base = name.lower()
    kind = "admonition" if base in ADMONITIONS else "directive"
    if found[group] is None:
        return DirectiveLine(name, kind)
    stop, start = match.end("info"), match.start("info")
    from_end = (stop - start - found.start(group), stop - start - found.end(group))
    return DirectiveLine(name, kind, found[group], from_end)


def _line(state: StateBlock, match: re.Match[str], name: str, group: str, line: int, *, kind: str) -> DirectiveLine:
    if match[group] is None:
        return DirectiveLine(name, kind)
    stop = state.eMarks[line]
    return DirectiveLine(name, kind, match[group], (stop - match.start(group), stop - match.end(group)))


def _open(state: StateBlock, line: DirectiveLine, first: int, past: int) -> None:
    token = state.push("directive_open", "", 1)
    token.map = [first, past]
    token.meta["directive"] = line


def _close(state: StateBlock, past: int) -> None:
    state.push("directive_close", "", -1)
    state.line = past


def _push_option(state: StateBlock, line: int) -> None:
    start, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    match = _OPTION.fullmatch(state.src, start, stop)
    if match is not None:
        token = state.push("option", "", 0)
        token.map = [line, line + 1]
        token.info = match["name"]
        token.meta["from_end"] = (stop - match.start("value"), stop - match.end("value"))


def _options_end(state: StateBlock, first: int, close: int) -> int:
    """The line after a directive's options: `:name: value` lines, or lines between `---`."""
    line = first
    if line < close and _text(state, line) == "---":
        ending = next((number for number in range(line + 1, close) if _text(state, number) == "---"), None)
        return first if ending is None else ending + 1
    while line < close and _OPTION.fullmatch(_text(state, line)):
        line += 1
    return line


def _tokenize(state: StateBlock, first: int, past: int) -> None:
    """Parses lines as the body of a container; paragraphs end where it ends."""
    kept_max, kept_parent = state.lineMax, state.parentType
    state.lineMax, state.parentType = past, "directive"
    state.md.block.tokenize(state, first, past)
    state.lineMax, state.parentType = kept_max, kept_parent


def _indented_end(state: StateBlock, first: int, end: int) -> int:
    """The line after what is indented below a line, blank lines at the end left out."""
    past = first + 1
    for line in range(first + 1, end):
        if state.isEmpty(line):
            continue
        if state.sCount[line] < state.blkIndent + _BODY_INDENT:
            break
        past = line + 1
    return past


def _fence_close(state: StateBlock, fence: str, first: int, end: int) -> tuple[int, int]:
    """The line that ends a fenced body, and the line after the closing fence; the same where there is none."""
    for line in range(first + 1, end):
        if state.isEmpty(line):
            continue
        if state.sCount[line] < state.blkIndent:
            return line, line
        text = _text(state, line)
        if text.startswith(fence) and not text.strip(fence[0]) and not state.is_code_block(line):
            return line, line + 1
    return end, end


def _colon_close(state: StateBlock, first: int, end: int) -> tuple[int, int] | None:
    """The same for a fence of colons; None: it is not closed within what it stands in."""
    pairs = state.env.get("colon_pairs")
    if pairs is None:
        pairs = state.env["colon_pairs"] = colon_pairs(state.src)
    close: int | None = pairs.get(first)
    if close is None or close >= end:
        return None
    inside = range(first + 1, close + 1)
    is_inside = all(state.isEmpty(line) or state.sCount[line] >= state.blkIndent for line in inside)
    return (close, close + 1) if is_inside else None


def colon_pairs(text: str) -> dict[int, int]:
    r"""The line that closes each line that opens a fence of colons, counted from 0.

    A closing line has no text and at least as many colons as the innermost open fence.

    Example:
        >>> colon_pairs("::: note\nA.\n::: tip\nB.\n:::\n:::")
        {2: 4, 0: 5}
    """
    pairs: dict[int, int] = {}
    opened: list[tuple[int, int]] = []
    line = at = 0
    for match in _COLON_LINE.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        size = len(match["fence"])
        if _DOTTED.fullmatch(match["info"]):
            continue
        if match["info"].strip():
            opened.append((line, size))
        elif opened and size >= opened[-1][1]:
            pairs[opened.pop()[0]] = line
    return pairs


def _text(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
