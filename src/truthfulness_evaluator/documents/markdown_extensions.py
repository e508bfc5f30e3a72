"""Block rules for what CommonMark does not know: definition lists, footnotes, MyST targets, MDX.

Tokens: `term`, `definition_item_open`/`_close`, `footnote_open`/`_close`, `target`; MDX gives `html_block`.
"""

from markdown_it.rules_block import StateBlock

from truthfulness_evaluator.text.patterns import regex

_FOOTNOTE = regex(r"\[\^(?P<label>[^\]\s]+)\]:[ \t]*")
_DEFINITION = regex(r":[ \t]+(?=\S)")
_TARGET = regex(r"\((?P<label>[^()\s][^()\n]*)\)=[ \t]*")
_ESM = regex(r"(?:import|export)\b(?!\s*[,.:;!?])")
_JSX = regex(r"</?(?:[A-Za-z][\w.:-]*|>)")
_TERMS = 4
"""Lines of terms that one definition may have; a longer paragraph before `: ` is no list of terms."""
_ITEM_INDENT = {"definition": 2, "footnote": 4}
"""Columns by which further blocks of an item are indented."""
_MDX_LINES = 60
"""Lines up to which the end of a tag or expression is looked for."""


def definition_list(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Terms, one a line, and below them their definitions, each after a colon."""
    if silent:
        return state.ddIndent >= 0 and _ends_definition(state, first)
    line = _definition_line(state, first, end)
    if line is None:
        return False
    terms = [number for number in range(first, line) if not state.isEmpty(number)]
    for number in terms:
        token = state.push("term", "", 0)
        token.content = state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].strip()
        token.map = [number, number + 1]
    while line is not None:
        token = state.push("definition_item_open", "", 1)
        token.map = lines = [line, 0]
        token.meta["term_line"] = terms[0]
        marker = _DEFINITION.match(state.src, state.bMarks[line] + state.tShift[line])
        assert marker is not None
        kept, state.ddIndent = state.ddIndent, state.blkIndent
        _tokenize_item(state, line, end, marker.end(), "definition")
        state.ddIndent = kept
        lines[1] = state.line
        state.push("definition_item_close", "", -1)
        following = state.skipEmptyLines(state.line)
        line = following if following < end and _is_definition(state, following) else None
    return True


def footnote(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """`[^label]: text`, with further blocks indented by four."""
    if state.is_code_block(first):
        return False
    match = _FOOTNOTE.match(state.src, state.bMarks[first] + state.tShift[first], state.eMarks[first])
    if match is None:
        return False
    if silent:
        return True
    token = state.push("footnote_open", "", 1)
    token.map = lines = [first, 0]
    token.info = match["label"]
    _tokenize_item(state, first, end, match.end(), "footnote")
    lines[1] = state.line
    state.push("footnote_close", "", -1)
    return True


def target(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """MyST's `(label)=`, which names what follows."""
    start = state.bMarks[first] + state.tShift[first]
    if start >= state.eMarks[first] or state.src[start] != "(" or state.is_code_block(first):
        return False
    match = _TARGET.fullmatch(state.src, start, state.eMarks[first])
    if match is None:
        return False
    if not silent:
        token = state.push("target", "", 0)
        token.map = [first, first + 1]
        token.info = match["label"]
        state.line = first + 1
    return True


def mdx_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """MDX: import and export statements, expressions in braces and tags that have their lines to themselves."""
    start = state.bMarks[first] + state.tShift[first]
    char = state.src[start : start + 1]
    if char in {"i", "e"}:
        past = _statement_end(state, first, end) if not silent else None
    elif char in {"{", "<"}:
        past = _element_end(state, start, first, end)
    else:
        return False
    if past is None:
        return False
    if not silent:
        token = state.push("html_block", "", 0)
        token.map = [first, past]
        token.content = state.getLines(first, past, state.blkIndent, True)
        state.line = past
    return True


def _definition_line(state: StateBlock, first: int, end: int) -> int | None:
    """The line of the first definition of the terms that begin at a line."""
    if _is_definition(state, first) or state.is_code_block(first):
        return None
    terminators = state.md.block.ruler.getRules("paragraph")
    line = first + 1
    while line < end and line <= first + _TERMS and not state.isEmpty(line):
        if _is_definition(state, line):
            return line
        if state.sCount[line] < state.blkIndent or any(rule(state, line, end, True) for rule in terminators):
            return None
        line += 1
    is_single = line == first + 1
    if is_single and line + 1 < end and state.isEmpty(line) and _is_definition(state, line + 1):
        return line + 1
    return None


def _is_definition(state: StateBlock, line: int) -> bool:
    start, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if start >= stop or state.src[start] != ":" or not 0 <= state.sCount[line] - state.blkIndent < 4:
        return False
    return _DEFINITION.match(state.src, start, stop) is not None


def _ends_definition(state: StateBlock, line: int) -> bool:
    """Whether a line ends the paragraph of a definition: a definition, or the term of the next one."""
    indent, state.blkIndent = state.blkIndent, state.ddIndent
    following = line + 1 < state.lineMax and state.sCount[line] < indent and _is_definition(state, line + 1)
    ends = following or _is_definition(state, line)
    state.blkIndent = indent
    return ends


def _tokenize_item(state: StateBlock, first: int, end: int, start: int, kind: str) -> None:
    """Parses lines as an item whose content begins at an offset of its first line."""
    kept = state.bMarks[first], state.tShift[first], state.sCount[first]
    indent, parent, tight = state.blkIndent, state.parentType, state.tight
    state.blkIndent += _ITEM_INDENT[kind]
    state.bMarks[first], state.tShift[first], state.sCount[first] = start, 0, state.blkIndent
    state.parentType, state.tight = kind, True
    state.md.block.tokenize(state, first, end)
    state.line = max(state.line, first + 1)
    state.bMarks[first], state.tShift[first], state.sCount[first] = kept
    state.blkIndent, state.parentType, state.tight = indent, parent, tight


def _statement_end(state: StateBlock, first: int, end: int) -> int | None:
    """The line after an import or export statement, which a blank line ends."""
    if state.level or state.sCount[first] or not _ESM.match(state.src, state.bMarks[first]):
        return None
    return next((line for line in range(first + 1, end) if state.isEmpty(line)), end)


def _element_end(state: StateBlock, start: int, first: int, end: int) -> int | None:
    """The line after tags or an expression that have their lines to themselves."""
    stop = state.eMarks[min(end, first + _MDX_LINES) - 1]
    past: int | None = start
    line = first
    while past is not None:
        is_tag = _JSX.match(state.src, past, stop) is not None
        past = _balanced_end(state.src, past, stop) if is_tag or state.src[past] == "{" else None
        while past is not None and state.eMarks[line] < past:
            line += 1
        rest = "" if past is None else state.src[past : state.eMarks[line]]
        if past is not None and not rest.strip():
            return line + 1
        if past is not None:
            past += len(rest) - len(rest.lstrip())
    return None


def _balanced_end(text: str, start: int, stop: int) -> int | None:
    """Where a tag or an expression ends that begins at `start`; quotes and inner braces are passed over."""
    if text.startswith("{/*", start):
        end = text.find("*/}", start + 3, stop)
        return None if end < 0 else end + 3
    depth, quote, is_tag = 0, "", text[start] == "<"
    for at in range(start, stop):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'`" and (is_tag or depth) and not (is_tag and not depth and char == "`"):
            quote = char
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if not is_tag and depth == 0:
                return at + 1
        elif char == ">" and is_tag and depth == 0:
            return at + 1
    return None
