"""Names of reStructuredText: how they are compared, what identifiers they give, and what they refer to."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from truthfulness_evaluator.models.document import Block
from truthfulness_evaluator.models.location import Span
from truthfulness_evaluator.text.patterns import regex

_UNDECOMPOSED = str.maketrans(
    {
        "\u00df": "sz", "\u00e6": "ae", "\u0153": "oe", "\u0238": "db", "\u0239": "qp",
        "\u00f8": "o", "\u0111": "d", "\u0127": "h", "\u0131": "i", "\u0142": "l", "\u0167": "t",
        "\u0180": "b", "\u0183": "b", "\u0188": "c", "\u018c": "d", "\u0192": "f", "\u0199": "k",
        "\u019a": "l", "\u019e": "n", "\u01a5": "p", "\u01ab": "t", "\u01ad": "t", "\u01b4": "y",
        "\u01b6": "z", "\u01e5": "g", "\u0225": "z", "\u0234": "l", "\u0235": "n", "\u0236": "t",
        "\u0237": "j", "\u023c": "c", "\u023f": "s", "\u0240": "z", "\u0247": "e", "\u0249": "j",
        "\u024b": "q", "\u024d": "r", "\u024f": "y",
    }
)  # fmt: skip
"""Latin letters that Unicode does not decompose, as docutils spells them in identifiers."""
_NOT_ID = regex(r"[^a-z0-9]+")
_ID_ENDS = regex(r"^[-0-9]+|-+$")
_LONGEST_CHAIN = 100
"""Indirect targets followed from one reference; more is a circle."""


def normalised(name: str) -> str:
    r"""A reference name as names are compared: white space folded, lower case.

    Example:
        >>> normalised("The  Big\nPicture")
        'the big picture'
    """
    return " ".join(name.lower().split())


def make_id(name: str) -> str:
    """The identifier that docutils and Sphinx make of a name.

    Example:
        >>> make_id("1. What's new in 2.0?")
        'what-s-new-in-2-0'
    """
    folded = unicodedata.normalize("NFKD", name.lower().translate(_UNDECOMPOSED))
    ascii_only = folded.encode("ascii", "ignore").decode("ascii")
    return _ID_ENDS.sub("", _NOT_ID.sub("-", " ".join(ascii_only.split())))


class References:
    """What the names of one document refer to, filled while it is read.

    A reference may stand before its target, so inline marks are made without destination, their names are
    noted here by their place, and `resolve` completes them at the end.
    """

    def __init__(self) -> None:
        self.anchors: set[str] = set()
        self._urls: dict[str, str] = {}
        self._aliases: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._waiting: list[str] = []
        self._uses: dict[Span, str] = {}
        self._anonymous: list[str | None] = []
        self._anonymous_waiting: list[int] = []
        self._anonymous_uses: set[Span] = set()

    def add_title(self, title: str) -> None:
        """A section: its title is a name, and gives an identifier."""
        identifier = make_id(title)
        if identifier:
            self.anchors.add(identifier)
            self._titles.setdefault(normalised(title), identifier)

    def add_label(self, label: str, *, chained: bool = False) -> None:
        """A place of the document gets a name.

        Args:
            label: the name.
            chained: whether it takes the destination of a target that follows at once.
        """
        name = normalised(label)
        if not name:
            return
        self.anchors.update(part for part in (name, make_id(name)) if part)
        self._labels.setdefault(name, name)
        if chained:
            self._waiting.append(name)

    def add_url(self, label: str, url: str) -> None:
        """A name for a destination elsewhere."""
        self._urls.setdefault(normalised(label), url)
        self._fill(url)

    def add_alias(self, label: str, name: str) -> None:
        """A name for what another name refers to."""
        self._aliases.setdefault(normalised(label), normalised(name))
        self.settle()

    def add_anonymous(self, url: str | None, name: str | None = None) -> None:
        """A target that the next anonymous reference takes.

        Args:
            url: its destination, if it is elsewhere.
            name: the name that it stands for, if it is another's.
        """
        if url is not None:
            self._anonymous.append(url)
            self._fill(url)
        else:
            self._anonymous.append(None if name is None else "\0" + normalised(name))
            if name is None:
                self._anonymous_waiting.append(len(self._anonymous) - 1)

    def settle(self) -> None:
        """Something other than a target follows: labels that waited for a destination name this place."""
        self._waiting.clear()
        self._anonymous_waiting.clear()

    def _fill(self, url: str) -> None:
        for name in self._waiting:
            self._urls.setdefault(name, url)
            self._labels.pop(name, None)
        for index in self._anonymous_waiting:
            self._anonymous[index] = url
        self.settle()

    def use(self, span: Span, name: str) -> None:
        """A reference to a name stands here."""
        self._uses[span] = normalised(name)

    def use_anonymous(self, span: Span) -> None:
        """An anonymous reference stands here."""
        self._anonymous_uses.add(span)

    def destination(self, name: str) -> str | None:
        """The URL of a name, `#label` for a place of this document, None if it is not known here."""
        for _ in range(_LONGEST_CHAIN):
            if name in self._urls:
                return self._urls[name]
            if name not in self._aliases:
                break
            name = self._aliases[name]
        label = self._labels.get(name) or self._titles.get(name)
        return None if label is None else f"#{label}"

    def resolve(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """The blocks with the destinations of their references."""
        found = {span: self.destination(name) for span, name in self._uses.items()}
        for span, target in zip(sorted(self._anonymous_uses), self._anonymous, strict=False):
            named = target is not None and target.startswith("\0")
            found[span] = self.destination(target[1:]) if target and named else target
        return tuple(_with_destinations(block, found) if block.inlines else block for block in blocks)


def _with_destinations(block: Block, found: dict[Span, str | None]) -> Block:
    if not any(found.get(inline.span) for inline in block.inlines):
        return block
    inlines = tuple(
        replace(inline, target=found[inline.span]) if found.get(inline.span) else inline for inline in block.inlines
    )
    return replace(block, inlines=inlines)
