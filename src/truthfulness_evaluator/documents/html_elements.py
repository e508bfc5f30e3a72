"""What the tags of a page do to its flow of words."""

from dataclasses import dataclass

from truthfulness_evaluator.documents.html_flow import Box, Flow
from truthfulness_evaluator.documents.html_tables import Tables
from truthfulness_evaluator.documents.html_tokens import Text, pieces
from truthfulness_evaluator.documents.html_vocabulary import (
    BLOCKS,
    ENDS,
    HEADING,
    LOOKED_AT,
    MARKS,
    SCOPE_OF_PARAGRAPHS,
    admonition_of,
    is_left_out,
    language_of,
)
from truthfulness_evaluator.documents.markdown_html import VOID, Tag
from truthfulness_evaluator.models.document import Block, BlockKind


@dataclass(slots=True)
class Element:
    """An element that is open."""

    name: str
    is_left_out: bool = False
    scopes: int = 0
    """Scopes that it opened."""


class Elements:
    """Follows the tags of a page: which elements are open, and what the text in them is."""

    def __init__(self, source: str, *, is_xml: bool) -> None:
        self.flow = Flow(source)
        self.tables = Tables(self.flow)
        self.ids: set[str] = set()
        self.comments: list[Tag] = []
        self._is_xml = is_xml
        self._open: list[Element] = []
        self._counts: dict[str, int] = {}
        self._left_out = 0
        self._code_start: int | None = None
        """Where the code of an open `<pre>` begins in what was taken."""
        self._code_at = 0
        self._language = ""
        self._last_break = False

    # Tokens -------------------------------------------------------------------------------------------------

    def text(self, token: Text) -> None:
        """Text between tags."""
        if self._left_out:
            return
        if self._code_start is not None:
            self._code(token)
            return
        row = self.tables.row
        if row is not None and row.cell_start is None:
            return  # nothing stands between the cells of a row
        for piece in pieces(self.flow.taken.source, token.span):
            if piece.is_blank:
                self.flow.blank(piece.span)
            else:
                literal = None if token.is_literal else piece.shown
                self.flow.text(piece.span, literal)
                self._last_break = False

    def tag(self, tag: Tag) -> None:
        """A tag or comment."""
        if not tag.name:
            self.comments.append(tag)
            return
        name = tag.name.lower()
        if tag.is_closing:
            self._end(name, tag)
            return
        self.ids.update(tag.ids)
        self._begin(name, tag)
        if tag.is_alone and self._is_xml and name not in VOID:
            self._end(name, tag)

    def finish(self) -> None:
        """The end of the page: all that is open ends."""
        at = len(self.flow.taken.source)
        while self._open:
            self._close(at)
        self.flow.flush(at)

    # Beginnings ---------------------------------------------------------------------------------------------

    def _begin(self, name: str, tag: Tag) -> None:
        if self._left_out or is_left_out(name, tag, self.flow.taken.source[slice(*tag.span)]):
            if name not in VOID:
                self._push(Element(name, is_left_out=True))
                self._left_out += 1
            return
        at = tag.span[0]
        if self._code_start is not None:
            self._within_code(name, tag)
            return
        self._end_implied(name, at)
        element = Element(name)
        if name in BLOCKS:
            self._begin_block(name, tag, element)
        elif name == "br":
            self._break(tag)
        elif name == "img":
            self.flow.image(tag.span, tag.attribute("alt"), tag.attribute("src"))
        elif name in MARKS and (name != "a" or tag.attribute("href") is not None):
            self.flow.open_mark(MARKS[name], name, tag.span, tag.attribute("href") if name == "a" else None)
        if name not in VOID:
            self._push(element)

    def _begin_block(self, name: str, tag: Tag, element: Element) -> None:
        at = tag.span[0]
        if self.tables.row is not None and (name == "pre" or HEADING.fullmatch(name)):
            self.tables.end_row(at)  # what no row can hold
        if self.tables.row is not None and not (name in ("td", "th", "tr") and self._is_of_own_table(name)):
            self.flow.blank((at, tag.span[1]))
            return
        flow = self.flow
        if name in ("td", "th"):
            self.tables.begin_cell(tag)
            return
        flow.flush(at)
        if HEADING.fullmatch(name):
            flow.kind, flow.level = BlockKind.HEADING, int(name[1])
        elif name == "dt":
            flow.kind, flow.level = BlockKind.TERM, 0
        elif name == "pre":
            self._code_start, self._code_at, self._language = (
                flow.taken.size,
                tag.span[1],
                language_of(tag) or self._language,
            )
        elif name == "hr":
            flow.scope.paragraph = ""
        elif name == "table":
            self.tables.open(at)
            element.scopes = -1
        elif name == "tr":
            self.tables.begin_row(at)
        else:
            self._begin_container(name, tag, element)

    def _begin_container(self, name: str, tag: Tag, element: Element) -> None:
        flow = self.flow
        scope, start = flow.scope, flow.taken.size
        box: Box | None = None
        lead_in = scope.lead_in
        if name in ("ul", "ol", "menu", "dl"):
            lead_in = scope.paragraph
        elif name == "li":
            box = Box("list_item", start)
        elif name == "dd":
            box = Box("definition", start, argument=", ".join(scope.terms))
        elif name == "blockquote":
            box = Box("quote", start)
        elif admonition := admonition_of(name, tag):
            box = Box("admonition", start, admonition)
        elif name == "div" and (language := language_of(tag)):
            self._language = language
            return
        else:
            return
        flow.enter(box, lead_in)
        element.scopes = 1

    def _break(self, tag: Tag) -> None:
        """`<br>`: a line end; two of them, a new paragraph."""
        if self._last_break and self.tables.row is None:
            self.flow.flush(tag.span[0])
        self._last_break = True
        run = self.flow.run
        if run is not None and self.flow.taken.last not in "\n":
            self.flow.taken.put("\n", tag.span)
            run.plain.append(" ")

    def _within_code(self, name: str, tag: Tag) -> None:
        if name == "br":
            self.flow.taken.put("\n", tag.span)
        elif name == "code" and not self._language:
            self._language = language_of(tag)
        if name not in VOID:
            self._push(Element(name))

    # Ends ---------------------------------------------------------------------------------------------------

    def _end(self, name: str, tag: Tag) -> None:
        if not self._counts.get(name):
            if name == "p" and not self._left_out and self._code_start is None and self.tables.row is None:
                self.flow.flush(tag.span[0])
            return
        while self._open and self._close(tag.span[0], tag) != name:
            pass

    def _end_implied(self, name: str, at: int) -> None:
        """Ends the elements that an opening tag ends without a closing one."""
        if name in ENDS:
            self._end_up_to(*ENDS[name], at)
        elif name in BLOCKS and self._counts.get("p") and name not in ("td", "th", "tr"):
            self._end_up_to(frozenset({"p"}), SCOPE_OF_PARAGRAPHS, at)

    def _end_up_to(self, ended: frozenset[str], barriers: frozenset[str], at: int) -> None:
        for depth, element in enumerate(reversed(self._open[-LOOKED_AT:]), 1):
            if element.name in barriers:
                return
            if element.name in ended:
                for _ in range(depth):
                    self._close(at)
                return

    def _close(self, at: int, tag: Tag | None = None) -> str:
        """Ends the innermost element, and gives its name."""
        element = self._open.pop()
        name = element.name
        self._counts[name] -= 1
        if element.is_left_out:
            self._left_out -= 1
        elif self._code_start is not None:
            if name == "pre":
                self._end_code(at)
        elif name in MARKS:
            self.flow.close_mark(name, tag.span if tag is not None and tag.name.lower() == name else (at, at))
        elif name in BLOCKS:
            self._close_block(element, at)
        return name

    def _close_block(self, element: Element, at: int) -> None:
        flow, name = self.flow, element.name
        if element.scopes < 0:
            self.tables.close(at)
            return
        if self.tables.row is not None and element.scopes == 0:
            if name in ("td", "th") and self._is_of_own_table(name):
                self.tables.end_cell()
            elif name == "tr" and self._is_of_own_table(name):
                self.tables.end_row(at)
            else:
                flow.blank((at, at))
            return
        flow.flush(at)
        if HEADING.fullmatch(name) or name == "dt":
            flow.kind, flow.level = BlockKind.PARAGRAPH, 0
        for _ in range(element.scopes):
            flow.leave()
        if name == "dd":
            flow.scope.terms = ()

    def _is_of_own_table(self, name: str) -> bool:
        """Whether a row or cell belongs to the table whose rows are read, and not to one in a cell."""
        nearest = next((each for each in reversed(self._open[-LOOKED_AT:]) if each.name == "table"), None)
        return nearest is not None and nearest.scopes < 0

    def _push(self, element: Element) -> None:
        self._open.append(element)
        self._counts[element.name] = self._counts.get(element.name, 0) + 1

    # Code ---------------------------------------------------------------------------------------------------

    def _code(self, token: Text) -> None:
        taken = self.flow.taken
        start, end = token.span
        if taken.size == self._code_start and start == self._code_at:
            start += next((len(end) for end in ("\r\n", "\n") if taken.source.startswith(end, start)), 0)
        for piece in pieces(taken.source, (start, end)):
            if piece.shown is None or token.is_literal:
                taken.copy(*piece.span)
            else:
                taken.put(" " if piece.shown == "\xa0" else piece.shown, piece.span)

    def _end_code(self, at: int) -> None:
        flow, start = self.flow, self._code_start or 0
        self._code_start = None
        end = flow.taken.size
        if end > start:
            flow.add(Block(BlockKind.CODE, (start, end), (start, end), language=self._language))
            flow.separate(at)
        self._language = ""
