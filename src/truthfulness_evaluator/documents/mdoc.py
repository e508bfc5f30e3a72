"""What the macros of mdoc make of their arguments: flags, arguments, names, quotes."""

from collections.abc import Sequence

from truthfulness_evaluator.documents.roff import Piece, RoffLine, pieces
from truthfulness_evaluator.models.location import Span

_CODE = frozenset({"Fl", "Cm", "Ic", "Pa", "Ev", "Li", "Ql", "Dv", "Va", "Nm", "Sy", "Fn", "Vt", "Er"})
_PLAIN = frozenset({"Ar", "Em", "Nd", "Ad", "An", "Aq", "Tn", "No", "Ns", "Ap", "Xr", "Ft", "Fa", "In", "St", "Bx"})
_AROUND = {"Op": "[]", "Pq": "()", "Dq": "\u201c\u201d", "Sq": "\u2018\u2019", "Qq": '""', "Bq": "[]", "Brq": "{}"}
_ALL = _CODE | _PLAIN | frozenset(_AROUND) | {"It"}
_CLOSING = frozenset(".,;:)]?!")
_OPENING = frozenset("([")


def mdoc_pieces(text: str, line: RoffLine, name: str) -> list[Piece] | None:
    """The text of a line that begins with a macro of mdoc; None where it is none that shows text."""
    if line.request not in _ALL:
        return None
    return _Maker(text, name).made(line)


class _Maker:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._pieces: list[Piece] = []
        self._joins = True
        """Whether the next word stands right behind the last."""

    def made(self, line: RoffLine) -> list[Piece]:
        if line.request == "It":
            self._parse("No", line.arguments, line.span[1])
        else:
            self._parse(line.request, line.arguments, line.span[1])
        return self._pieces

    def _parse(self, macro: str, arguments: Sequence[Span], end: int) -> None:
        closing: list[tuple[str, int]] = []
        used = False
        at = arguments[0][0] if arguments else end
        if around := _AROUND.get(macro):
            self._word(Piece((at, at), around[0]))
            closing.append((around[1], end))
            self._joins = True
        for argument in arguments:
            word, at = self._text[slice(*argument)], argument[0]
            if word in _ALL and word != "It":
                if macro in ("Fl", "Nm") and not used:
                    self._bare(macro, at)
                macro, used = word, False
                if around := _AROUND.get(word):
                    self._word(Piece((at, at), around[0]))
                    closing.append((around[1], end))
                    self._joins = True
                elif word in ("Ns", "Ap"):
                    self._joins = True
                continue
            if word in _CLOSING:
                if macro in ("Fl", "Nm") and not used:
                    self._bare(macro, at)
                    used = True
                self._joins = True
                self._word(Piece(argument))
                continue
            if word in _OPENING:
                self._word(Piece(argument))
                self._joins = True
                continue
            self._argument(macro, argument, is_second=used)
            used = True
        if macro in ("Fl", "Nm") and not used:
            self._bare(macro, end)
        for mark, place in reversed(closing):
            self._joins = True
            self._word(Piece((place, place), mark))

    def _bare(self, macro: str, at: int) -> None:
        shown = "-" if macro == "Fl" else self._name
        if shown:
            self._word(Piece((at, at), font="B"), Piece((at, at), shown), Piece((at, at), font="R"))

    def _argument(self, macro: str, argument: Span, *, is_second: bool) -> None:
        start, end = argument
        found = list(pieces(self._text, argument))
        if macro == "Xr" and is_second:
            self._joins = True
            self._word(Piece((start, start), "("), *found, Piece((end, end), ")"))
        elif macro in _CODE:
            dash = [Piece((start, start), "-")] if macro == "Fl" else []
            self._word(Piece((start, start), font="B"), *dash, *found, Piece((end, end), font="R"))
        else:
            self._word(*found)

    def _word(self, *found: Piece) -> None:
        if not self._joins and found:
            at = found[0].span[0]
            self._pieces.append(Piece((at, at), " "))
        self._joins = False
        self._pieces += found
