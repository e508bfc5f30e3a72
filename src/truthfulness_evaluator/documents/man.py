"""Man pages, in the macros of `man` and of `mdoc`: sections, options with what is said of them, code."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from truthfulness_evaluator.documents.extracts import document_of
from truthfulness_evaluator.documents.html_flow import Box, Flow
from truthfulness_evaluator.documents.mdoc import mdoc_pieces
from truthfulness_evaluator.documents.roff import Piece, RoffLine, lines_of, pieces
from truthfulness_evaluator.models.document import Block, BlockKind, Document, InlineKind
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

MEDIA_TYPE = "text/troff"
_FONTS = {
    "B": "B", "I": "I", "SM": "R", "SB": "B",
    **{name: name for name in ("BR", "RB", "BI", "IB", "IR", "RI")},
}  # fmt: skip
_BULLET = regex(r"[\u2022*o+-]|\d{1,3}[.)]?|\(\w\)")
_WORDS = regex(r"[A-Z][A-Z ]*|.*[:.]|.*[.,;] .*")
"""What is set in bold for its weight, and is no code."""


@dataclass(frozen=True, slots=True)
class ManReader:
    r"""Reads man pages. What they set in bold, literal text by custom, is read as code.

    Example:
        >>> document = ManReader().read("a.1", ".SH OPTIONS\n.TP\n.B \\-\\-fast\nRuns.")
        >>> [document.extract.text[slice(*block.text_span)] for block in document.extract.blocks]
        ['OPTIONS', '`--fast`', 'Runs.']
    """

    def read(self, name: str, text: str) -> Document:
        """The document. Requests that are not known are left out."""
        page = _Page(Flow(text))
        for line in lines_of(text):
            page.line(line)
        page.finish()
        taken = page.flow.taken
        extract = Document(name=name, media_type=MEDIA_TYPE, text=taken.text, blocks=page.flow.blocks)
        comments = [
            (match["text"], match.span()) for match in re.finditer(r"^[.']\\\"(?P<text>.*)", text, re.MULTILINE)
        ]
        return document_of(name, MEDIA_TYPE, text, extract, taken.places, comments=comments)


@dataclass
class _Page:
    flow: Flow
    font: str = "R"
    tag: str = ""
    """What the next line is: `tag`, or `title` of a level; empty: text."""
    code_start: int | None = None
    items: list[bool] = field(default_factory=lambda: [False])
    """For each level of indentation whether an item is open."""
    lists: list[str] = field(default_factory=list[str])
    """The lists of mdoc that are open: `tag` or `item`."""
    name: str = ""
    lead_in: str = ""
    """Text of the paragraph that introduces the items of a list."""

    def line(self, line: RoffLine) -> None:
        """A line of the page."""
        text = self.flow.taken.source
        if not line.request:
            self._text(list(pieces(text, line.span)), line.span[1])
            return
        action = getattr(self, f"_{line.request.lower()}_", None) if line.request in _REQUESTS else None
        if action is not None:
            action(line)
        elif line.request in _FONTS:
            self._text(list(_in_fonts(text, _FONTS[line.request], line.arguments)), line.span[1])
        elif (found := mdoc_pieces(text, line, self.name)) is not None:
            self._text(found, line.span[1])

    def finish(self) -> None:
        """The end of the page."""
        at = len(self.flow.taken.source)
        self._end_code(at)
        self.flow.flush(at)
        while len(self.items) > 1 or self.items[0]:
            self._end_item(at)
            if len(self.items) > 1:
                self.items.pop()

    # Requests of man ----------------------------------------------------------------------------------------

    def _sh_(self, line: RoffLine) -> None:
        at = line.span[0]
        self._end_code(at)
        self.flow.flush(at)
        while len(self.items) > 1 or self.items[0]:
            self._end_item(at)
            if len(self.items) > 1:
                self.items.pop()
        self.lists.clear()
        self.flow.kind, self.flow.level = BlockKind.HEADING, 2 if line.request.lower() == "ss" else 1
        self.tag = "title"
        if line.arguments:
            found = [Piece((start, start), " ") if i else None for i, (start, _) in enumerate(line.arguments)]
            parts: list[Piece] = []
            for gap, argument in zip(found, line.arguments, strict=True):
                parts += [gap] if gap is not None else []
                parts += pieces(self.flow.taken.source, argument)
            self._text(parts, line.span[1])

    _ss_ = _sh_

    def _pp_(self, line: RoffLine) -> None:
        if self.code_start is not None:
            return
        self.flow.flush(line.span[0])
        if not self.lists:
            self._end_item(line.span[0])
            self.lead_in = ""

    _p_ = _lp_ = _hp_ = _pp_

    def _sp_(self, line: RoffLine) -> None:
        if self.code_start is not None:
            self.flow.taken.put("\n", line.span)
        else:
            self.flow.flush(line.span[0])

    def _br_(self, line: RoffLine) -> None:
        run = self.flow.run
        if run is not None and self.code_start is None and self.flow.taken.last != "\n":
            self.flow.taken.put("\n", line.span)
            run.plain.append(" ")

    def _tp_(self, line: RoffLine) -> None:
        at = line.span[0]
        self._end_code(at)
        self.flow.flush(at)
        terms = self.flow.scopes[-2].terms if line.request == "TQ" and self.items[-1] else ()
        self._end_item(at)
        self.flow.scope.terms = terms
        self.flow.kind, self.flow.level, self.tag = BlockKind.TERM, 0, "tag"

    _tq_ = _tp_

    def _ip_(self, line: RoffLine) -> None:
        at = line.span[0]
        self._end_code(at)
        self.flow.flush(at)
        tag = list(pieces(self.flow.taken.source, line.arguments[0])) if line.arguments else []
        written = "".join(self._shown(piece) for piece in tag).strip()
        if not written:
            return  # one more paragraph of the item
        self._end_item(at)
        self.flow.scope.terms = ()
        if _BULLET.fullmatch(written):
            self._begin_bullet()
            return
        self.flow.kind, self.tag = BlockKind.TERM, "tag"
        self._text(tag, line.span[1])

    def _begin_bullet(self) -> None:
        """An item without a term; one that was announced and did not come is none."""
        self.flow.kind, self.tag = BlockKind.PARAGRAPH, ""
        self._begin_item(Box("list_item", self.flow.taken.size))

    def _rs_(self, line: RoffLine) -> None:
        if self.code_start is not None:
            return
        self.flow.flush(line.span[0])
        self.items.append(False)

    def _re_(self, line: RoffLine) -> None:
        if self.code_start is not None:
            return
        self.flow.flush(line.span[0])
        self._end_item(line.span[0])
        if len(self.items) > 1:
            self.items.pop()

    def _nf_(self, line: RoffLine) -> None:
        if self.code_start is None:
            self.flow.flush(line.span[0])
            self.code_start = self.flow.taken.size

    _ex_ = _nf_

    def _fi_(self, line: RoffLine) -> None:
        self._end_code(line.span[0])

    _ee_ = _fi_

    # Requests of mdoc ---------------------------------------------------------------------------------------

    def _nm_(self, line: RoffLine) -> None:
        text = self.flow.taken.source
        if line.arguments and not self.name:
            self.name = text[slice(*line.arguments[0])]
        found = mdoc_pieces(text, line, self.name)
        self._text(found or [], line.span[1])

    def _bl_(self, line: RoffLine) -> None:
        self._end_code(line.span[0])
        self.flow.flush(line.span[0])
        written = self.flow.taken.source[slice(*line.span)]
        self.lists.append("tag" if re.search(r"-(?:tag|hang|ohang|inset|diag)\b", written) else "item")
        self.items.append(False)

    def _it_(self, line: RoffLine) -> None:
        at = line.span[0]
        self._end_code(at)
        self.flow.flush(at)
        self._end_item(at)
        if not self.lists or self.lists[-1] == "item":
            self._begin_bullet()
            return
        self.flow.scope.terms = ()
        self.flow.kind, self.tag = BlockKind.TERM, "tag"
        self._text(mdoc_pieces(self.flow.taken.source, line, self.name) or [], line.span[1])

    def _el_(self, line: RoffLine) -> None:
        self._end_code(line.span[0])
        self._re_(line)
        if self.lists:
            self.lists.pop()

    def _bd_(self, line: RoffLine) -> None:
        if re.search(r"-(?:literal|unfilled)\b", self.flow.taken.source[slice(*line.span)]):
            self._nf_(line)
        else:
            self.flow.flush(line.span[0])

    _ed_ = _fi_

    # Text ---------------------------------------------------------------------------------------------------

    def _text(self, found: Sequence[Piece], at: int) -> None:
        """A line of text, or what a macro makes of its arguments."""
        if self.code_start is not None:
            for piece in found:
                self._copy(piece)
            self.flow.taken.put("\n", (at, at))
            return
        flow = self.flow
        if not any(self._shown(piece).strip() for piece in found):
            if not self.tag:
                flow.flush(at)
            return
        for index, piece in enumerate(found):
            self._add(piece, found[index + 1 :])
        if self.tag == "title":
            self._end_bold((at, at))
            flow.flush(at)
            flow.kind, flow.level, self.tag = BlockKind.PARAGRAPH, 0, ""
        elif self.tag == "tag":
            self._end_bold((at, at))
            flow.flush(at)
            flow.kind, self.tag = BlockKind.PARAGRAPH, ""
            self._begin_item(Box("definition", flow.taken.size, argument=", ".join(flow.scope.terms)))
        else:
            flow.blank((at, min(at + 1, len(flow.taken.source))))

    def _add(self, piece: Piece, following: Sequence[Piece]) -> None:
        flow = self.flow
        if piece.font is not None:
            self._end_bold((piece.span[0], piece.span[0]))
            if piece.font == "B":
                self.font = "B"
                bold = "".join(map(self._shown, takewhile(lambda each: each.font is None, following)))
                kind = InlineKind.STRONG if _WORDS.fullmatch(bold.strip()) else InlineKind.CODE
                flow.open_mark(kind, "b", piece.span)
            return
        text = self._shown(piece)
        if piece.shown is not None:
            if text.isspace():
                flow.blank(piece.span)
            else:
                flow.text(piece.span, piece.shown)
            return
        for match in re.finditer(r"\s+|\S+", text):
            span = (piece.span[0] + match.start(), piece.span[0] + match.end())
            if match[0].isspace():
                flow.blank(span)
            else:
                flow.text(span, None)

    def _end_bold(self, span: Span) -> None:
        if self.font == "B":
            self.flow.close_mark("b", span)
            self.font = "R"

    def _copy(self, piece: Piece) -> None:
        if piece.font is None:
            if piece.shown is None:
                self.flow.taken.copy(*piece.span)
            else:
                self.flow.taken.put(piece.shown, piece.span)

    def _shown(self, piece: Piece) -> str:
        if piece.font is not None:
            return ""
        return self.flow.taken.source[slice(*piece.span)] if piece.shown is None else piece.shown

    # Items and code -----------------------------------------------------------------------------------------

    def _begin_item(self, box: Box) -> None:
        scope = self.flow.scope
        self.lead_in = scope.paragraph or self.lead_in
        self.flow.enter(box, self.lead_in if box.kind == "list_item" else scope.lead_in)
        self.items[-1] = True

    def _end_item(self, at: int) -> None:
        if self.items[-1]:
            self.flow.flush(at)
            self.flow.leave()
            self.items[-1] = False

    def _end_code(self, at: int) -> None:
        start, flow = self.code_start, self.flow
        if start is None:
            return
        self.code_start = None
        end = flow.taken.size
        if flow.taken.tail(start).strip():
            flow.add(Block(BlockKind.CODE, (start, end), (start, end)))
        flow.separate(at)


_REQUESTS = frozenset(
    {
        *("SH", "SS", "PP", "P", "LP", "HP", "sp", "br", "TP", "TQ", "IP", "RS", "RE", "nf", "fi", "EX", "EE"),
        *("Sh", "Ss", "Pp", "Nm", "Bl", "It", "El", "Bd", "Ed"),
    }
)


def _in_fonts(text: str, fonts: str, arguments: Sequence[Span]) -> list[Piece]:
    """The arguments of a macro of fonts: of one with spaces between them, of two by turns without."""
    found: list[Piece] = []
    for number, argument in enumerate(arguments):
        at = argument[0]
        if number and len(fonts) == 1:
            found.append(Piece((at, at), " "))
        font = fonts[number % len(fonts)]
        if len(fonts) == 2 or number == 0:
            found.append(Piece((at, at), font=font))
        found += pieces(text, argument)
        if len(fonts) == 2 or number == len(arguments) - 1:
            found.append(Piece((argument[1], argument[1]), font="R"))
    return found
