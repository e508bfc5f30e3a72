"""Modules, classes, functions and attributes by their qualified names, and imports in code blocks."""

import re
from collections.abc import Iterator

from truthfulness_evaluator.facts.kind import Found
from truthfulness_evaluator.facts.scope import (
    blocks_today,
    denies,
    imagines,
    is_placeholder,
    sentence_around,
    tells_of_the_past,
)
from truthfulness_evaluator.models import Block, BlockKind, Document, Fact, InlineKind, Scope, Span

_ROLES = frozenset({"class", "func", "meth", "attr", "mod", "data", "exc", "obj", "const", "deco"})
_AUTODOC = frozenset(
    {"autoclass", "autofunction", "automodule", "automethod", "autoattribute", "autoexception", "autodata",
     "autodecorator", "autoproperty", "autopydantic_model", "autopydantic_settings"}
)  # fmt: skip
_CURRENT = frozenset({"module", "currentmodule", "py:module", "py:currentmodule", "automodule"})
_CLASSES = frozenset({"class", "py:class", "autoclass", "exception", "py:exception"})
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PYTHON_LANGUAGES = frozenset(
    {"python", "py", "python3", "pycon", "python-console", "pycon3", "ipython", "", "default"}
)
_FROM = re.compile(
    r"^[ \t]*(?:>>> |\.\.\. )?from[ \t]+(?P<module>[A-Za-z_][\w.]*)[ \t]+import[ \t]+"
    r"(?P<names>\([^)]*\)|[A-Za-z_][^\n#;]*)",
    re.MULTILINE,
)
_IMPORT = re.compile(r"^[ \t]*(?:>>> )?import[ \t]+(?P<module>[A-Za-z_][\w.]*)", re.MULTILINE)
_FILE_SUFFIXES = frozenset(
    ["py", "pyi", "md", "rst", "txt", "toml", "cfg", "ini", "yaml", "yml", "json", "js", "ts", "rs", "go", "c", "h", "cpp", "sh", "html", "css", "lock", "png", "svg", "jpg", "xml", "csv", "db", "sqlite", "log", "conf", "env", "com", "org", "io", "net", "dev"]
)


def find(document: Document) -> Iterator[Found]:
    """Python roles and autodoc directives, dotted names in code spans, and imports in Python code."""
    module, owner = None, None
    for block in blocks_today(document):
        if block.kind is BlockKind.DIRECTIVE:
            name, argument = block.title, document.text[slice(*block.text_span)].strip()
            if name in _CURRENT:
                module = None if argument == "None" else argument.split("\n")[0].strip()
        owner = _owner(block)
        if block.kind is BlockKind.DIRECTIVE and block.title in _AUTODOC:
            yield from _directive(document, block, module, owner)
        elif block.kind is BlockKind.CODE:
            if block.language.lower() in _PYTHON_LANGUAGES:
                yield from _imports(document, block)
        else:
            yield from _spans(document, block, module, owner)


def _owner(block: Block) -> str | None:
    """The class that a block describes, from the directive around it."""
    for container in reversed(block.containers):
        if container.kind == "directive" and container.name in _CLASSES:
            return container.argument.split("(")[0].split("\n")[0].strip() or None
    return None


def _directive(document: Document, block: Block, module: str | None, owner: str | None) -> Iterator[Found]:
    match = re.match(r"[A-Za-z_][\w.]*", document.text[slice(*block.text_span)])
    if match:
        start = block.text_span[0]
        yield from _claim(document, match[0], (start, start + match.end()), "directive", module, owner)


def _spans(document: Document, block: Block, module: str | None, owner: str | None) -> Iterator[Found]:
    for inline in block.inlines:
        if inline.kind is InlineKind.ROLE and (inline.name or "").rpartition(":")[2] in _ROLES and inline.target:
            if (inline.name or "").startswith(("c:", "js:", "cpp:", "rst:")):
                continue
            name, form = inline.target.removesuffix("()"), "role"
        elif inline.kind is InlineKind.CODE:
            name, form = re.sub(r"\(.*\)$", "", document.text[slice(*inline.text_span)], flags=re.DOTALL), "prose"
            if name.rpartition(".")[2] in _FILE_SUFFIXES:
                continue
        else:
            continue
        if not (_DOTTED.fullmatch(name) or (form == "role" and re.fullmatch(r"\.?[A-Za-z_][\w.]*", name))):
            continue
        sentence = sentence_around(document, inline.span, block)
        if tells_of_the_past(sentence) or denies(sentence) or (imagines(sentence) and form == "prose"):
            continue
        whole = inline.target_span or inline.text_span
        at = document.text.find(name, *whole)
        span = (at, at + len(name)) if at >= 0 else whole
        yield from _claim(document, name, span, form, module, owner)


def _imports(document: Document, block: Block) -> Iterator[Found]:
    text, (start, end) = document.text, block.text_span
    for match in _FROM.finditer(text, start, end):
        module = match["module"]
        yield from _claim(document, module, match.span("module"), "import", None, None)
        for name in re.finditer(r"(?<![\w.])(?!as\b)[A-Za-z_]\w*(?:[ \t]+as[ \t]+\w+)?", match["names"]):
            leaf = name[0].split()[0]
            at = match.start("names") + name.start()
            yield from _claim(document, f"{module}.{leaf}", (at, at + len(leaf)), "import", None, None)
    for match in _IMPORT.finditer(text, start, end):
        yield from _claim(document, match["module"], match.span("module"), "import", None, None)


def _claim(
    document: Document, name: str, span: Span, form: str, module: str | None, owner: str | None
) -> Iterator[Found]:
    name = name.lstrip(".")
    if is_placeholder(name) and form != "role":
        return
    scope = Scope(module=module, section=owner, form=form, language="python")
    fact = Fact(kind="symbol", subject=name, scope=scope, subject_span=span)
    yield Found(fact, f"`{name}` is defined", span)
