"""Python modules as documents: what their docstrings say of the module, its classes and its functions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from truthfulness_evaluator.documents.docstring_lines import Docstring, Line, NotPython, docstrings
from truthfulness_evaluator.documents.docstring_sections import Item, SectionKind, items, sections
from truthfulness_evaluator.documents.extracts import ExtractText, document_of, shifted
from truthfulness_evaluator.documents.markdown import MarkdownReader
from truthfulness_evaluator.documents.rst import RstReader
from truthfulness_evaluator.models.document import Block, BlockKind, Container, Document, Inline, Suppression
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "text/x-python"
_RST = regex(r"(?<!`)``(?!`)|:\w+(?::\w+)*:`|::\s*$|^\s*\.\. |^\s*:\w+[^:\n]*:|>>>", re.MULTILINE)
_MARKDOWN = regex(r"^\s*```|^#{1,6} |\]\([^()\s]+\)|`", re.MULTILINE)
_SOURCE_FOLDERS = frozenset({"src", "lib", "python", "source"})
_DIRECTIVES = {"class": "py:class", "function": "py:function", "method": "py:method"}


@dataclass(frozen=True, slots=True)
class DocstringReader:
    r"""Reads the docstrings of a Python module; its code is not part of the document.

    A docstring reads as if it stood in a directive of Sphinx that describes its function or class. It is read as
    reStructuredText or Markdown, whichever it looks like, with the sections of Google and NumPy.

    Example:
        >>> text = "def run(n):\n    '''Runs.\n\n    Args:\n        n: Times.\n    '''"
        >>> document = DocstringReader().read("app.py", text)
        >>> [(block.kind.value, block.title, document.text[slice(*block.span)]) for block in document.blocks[1:]]
        [('paragraph', '', 'Runs.'), ('field', 'param n', 'n: Times.')]
    """

    def read(self, name: str, text: str) -> Document:
        """The document. A module that cannot be parsed, as one for a later Python, leaves a notice."""
        module = _Module(ExtractText(text))
        try:
            for docstring in docstrings(text):
                module.add(docstring, _module_name(name))
        except NotPython as error:
            module.notices.append(f"No docstrings were read: it is no Python that is understood ({error}).")
        taken = module.taken
        extract = Document(
            name=name,
            media_type="text/x-rst",
            text=taken.text,
            blocks=tuple(module.blocks),
            suppressions=tuple(module.suppressions),
        )
        return document_of(name, MEDIA_TYPE, text, extract, taken.places, notices=module.notices)


def _module_name(path: str) -> str:
    """The dotted name by which a file is likely imported.

    Example:
        >>> _module_name("src/app/cli/__init__.py"), _module_name("tool.py")
        ('app.cli', 'tool')
    """
    parts = path.removesuffix("i").removesuffix(".py").split("/")
    if len(parts) > 1 and parts[0] in _SOURCE_FOLDERS:
        parts = parts[1:]
    return ".".join(part for part in parts if part != "__init__")


@dataclass
class _Module:
    taken: ExtractText
    blocks: list[Block] = field(default_factory=list[Block])
    suppressions: list[Suppression] = field(default_factory=list[Suppression])
    notices: list[str] = field(default_factory=list[str])

    def add(self, docstring: Docstring, module: str) -> None:
        """Adds what a docstring says."""
        start, at = self.taken.size, (docstring.span[0], docstring.span[0])
        if not self.blocks:
            # Names in roles are those of the module.
            self.taken.put(module, at)
            named = (start, self.taken.size)
            self.blocks.append(Block(BlockKind.DIRECTIVE, named, named, title="py:currentmodule"))
            self.taken.put("\n\n", at)
            start = self.taken.size
        first = len(self.blocks)
        text = "\n".join(line.text for line in docstring.lines)
        reader = MarkdownReader() if _MARKDOWN.search(text) and not _RST.search(text) else RstReader()
        for section in sections(docstring.lines):
            if section.kind in (SectionKind.PARAMETERS, SectionKind.ATTRIBUTES):
                what = "param" if section.kind is SectionKind.PARAMETERS else "var"
                for item in items(section):
                    self._item(item, what, reader)
            elif section.kind is not SectionKind.SILENT:
                self._prose(section.lines, reader)
        within = _containers(docstring, (start, self.taken.size))
        self.blocks[first:] = [replace(block, containers=(*within, *block.containers)) for block in self.blocks[first:]]

    def _prose(self, lines: Sequence[Line], reader: RstReader | MarkdownReader) -> None:
        start = self._write(lines)
        read = reader.read("docstring", self.taken.tail(start))
        self.blocks += (shifted(block, start, block.heading_path) for block in read.blocks)
        self.suppressions += (
            replace(each, span=(each.span[0] + start, each.span[1] + start)) for each in read.suppressions
        )
        self._separate()

    def _item(self, item: Item, what: str, reader: RstReader | MarkdownReader) -> None:
        """A field, as `:param name: description` makes one."""
        taken = self.taken
        start = taken.size
        item.name.add_to(taken)
        taken.put(": ", self._here())
        text_start = taken.size
        if item.type is not None:
            taken.put("(", self._here())
            item.type.add_to(taken)
            taken.put(") ", self._here())
        description = self._write(item.lines)
        inlines = self._inlines(taken.tail(description), description, reader) if taken.size > description else ()
        span, text_span = (start, taken.size), (min(text_start, taken.size), taken.size)
        self.blocks.append(
            Block(BlockKind.FIELD, span, text_span, title=f"{what} {item.name.text}", inlines=tuple(inlines))
        )
        self._separate()

    def _inlines(self, text: str, start: int, reader: RstReader | MarkdownReader) -> Iterable[Inline]:
        for block in reader.read("docstring", text).blocks:
            if block.kind is BlockKind.PARAGRAPH:
                yield from shifted(block, start, ()).inlines

    def _write(self, lines: Iterable[Line]) -> int:
        """Adds lines, and gives where they begin."""
        start = self.taken.size
        for number, line in enumerate(lines):
            if number:
                self.taken.put("\n", self._here())
            line.part(0, len(line.text.rstrip())).add_to(self.taken)
        return start

    def _separate(self) -> None:
        self.taken.put("\n\n", self._here())

    def _here(self) -> Span:
        """An empty span of the file, behind what was taken last."""
        end = self.taken.end
        return end, end


def _containers(docstring: Docstring, span: Span) -> tuple[Container, ...]:
    owners = [Container("directive", "py:class", name, span) for name in docstring.owners]
    if docstring.kind == "module":
        return tuple(owners)
    argument = docstring.name if docstring.kind == "class" else f"{docstring.name}()"
    return (*owners, Container("directive", _DIRECTIVES[docstring.kind], argument, span))
