r"""Inline marks of reStructuredText.

The recognition rules are those of the specification: a start-string stands after white space or an opening
character and before something visible, an end-string after something visible and before white space or a
closing character, and nothing nests. A backslash escapes: `\x` becomes NUL and `x`, which keeps all
positions. Every search that fails to the end of a passage is remembered, so that a passage full of stray
start-strings is read in linear time.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from truthfulness_evaluator.documents.rst_names import References
from truthfulness_evaluator.documents.rst_roles import role_mark
from truthfulness_evaluator.documents.rst_rows import Passage
from truthfulness_evaluator.documents.rst_text import (
    SIMPLE_NAME,
    closing_class,
    escaped,
    is_opening,
    is_quoted,
    unescaped,
)
from truthfulness_evaluator.models.document import Inline, InlineKind
from truthfulness_evaluator.text.patterns import regex

_WORTH_READING = regex(r"[*`|@]|:[^\s]|_(?!\w)")
_LONGEST_NAME = 200
"""Characters looked back over for the start of a role or of a simple reference."""
_NAME_BEFORE = regex(r"[\w.+:-]*\Z")
_SIMPLE_NAME = regex(SIMPLE_NAME)
_CANDIDATE = regex(
    rf"""
    (?P<mark>\*\*(?!\s)|\*(?![*\s])|``(?!\s)|_`(?!\s)|\|(?![|\s])|`(?![`\s]))
    |(?<=[^\W_])(?P<reference>__?)(?![\w`])
    |\[(?P<note>[0-9]+|\#(?:{SIMPLE_NAME})?|\*|{SIMPLE_NAME})\]_
    """,
    re.VERBOSE,
)
_EMBEDDED = regex(r"(?:^|(?<=[ \n]))<(?!\s)((?:[^<>\0]|\0.)+)(?<![\s\0])>\Z", re.DOTALL)
_SCHEMES = "https?|ftps?|sftp|file|mailto|git|ssh|svn|ircs?|news|nntp|telnet|wss?|xmpp|magnet|tel"
_URI_CHARACTER = r"[-_.!~*'()[\];/:@&=+$,%a-zA-Z0-9\0]"
_URI_END = rf"(?:[_~*/=+a-zA-Z0-9]|{_URI_CHARACTER}(?=>))"
_MAIL_CHARACTER = r"[-_!~*'{|}#?^&=+$%a-zA-Z0-9\0]"
"""As in docutils, but without slash and backquote: `owner/action@v1` is no address."""
_LONGEST_MAIL_NAME = 64
"""Characters before the `@` (RFC 5321, 4.5.3.1.1)."""


@cache
def _end_patterns() -> dict[str, re.Pattern[str]]:
    close = rf"(?=\Z|[\s\0{closing_class()}])"
    return {
        "*": re.compile(rf"(?<![\s\0])\*{close}"),
        "**": re.compile(rf"(?<![\s\0])\*\*{close}"),
        "``": re.compile(rf"(?<!\s)``{close}"),
        "_`": re.compile(rf"(?<![\s\0])`{close}"),
        "|": re.compile(rf"(?<![\s\0])\|_{{0,2}}{close}"),
        "`": re.compile(rf"(?<!(?<!\0)[\s\0])`(?::(?P<role>{SIMPLE_NAME}):)?(?P<reference>__?)?{close}"),
        "close": re.compile(close),
    }


@cache
def _uri_pattern() -> re.Pattern[str]:
    close = rf"(?=\Z|[\s\0{closing_class()}])"
    address = rf"(?://?)?{_URI_CHARACTER}*{_URI_END}"
    query = rf"(?:\?{_URI_CHARACTER}*{_URI_END})?(?:\#{_URI_CHARACTER}*{_URI_END})?"
    return re.compile(rf"\b(?:{_SCHEMES}):{address}{query}{close}", re.IGNORECASE)


@cache
def _mail_pattern() -> re.Pattern[str]:
    close = rf"(?=\Z|[\s\0{closing_class()}])"
    name = rf"{_MAIL_CHARACTER}+(?:\.{_MAIL_CHARACTER}+)*"
    return re.compile(rf"{name}(?<!\0)@{_MAIL_CHARACTER}+(?:\.{_MAIL_CHARACTER}+)+(?<=[a-zA-Z]){close}")


@dataclass(slots=True)
class InlineReader:
    """Finds the inline marks of passages; what references refer to is noted for later."""

    references: References
    default_role: str = ""
    """Role of interpreted text that names none, as set by the `default-role` directive."""

    def read(self, passage: Passage) -> tuple[Inline, ...]:
        """The marks of a passage in the order of their place."""
        if not _WORTH_READING.search(passage.text):
            return ()
        return tuple(_Scan(self, passage, escaped(passage.text)).run())

    def plain(self, passage: Passage) -> str:
        """The text as a reader sees it, without marks and escapes, white space folded."""
        text = escaped(passage.text)
        if _WORTH_READING.search(passage.text):
            scan = _Scan(self, passage, text)
            scan.run()
            text = scan.shown()
        return " ".join(unescaped(text).split())


@dataclass(slots=True)
class _Scan:
    """One walk over a passage."""

    reader: InlineReader
    passage: Passage
    text: str
    """The passage with its escapes as NUL."""
    begin: int = 0
    """Where the text begins that follows the last start-string: another is recognised there too."""
    unread: int = 0
    """Where the text begins in which bare addresses were not looked for yet."""
    found: list[Inline] = field(default_factory=list[Inline])
    parts: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    """Of each mark: start and end, and start and end of what it shows, as positions in the text."""
    hopeless: dict[str, int] = field(default_factory=dict[str, int])
    """Position from which on an end-string is known not to come."""

    def run(self) -> list[Inline]:
        position = 0
        while match := _CANDIDATE.search(self.text, position):
            position = self._candidate(match)
        self._addresses(self.unread, len(self.text))
        return self.found

    def shown(self) -> str:
        pieces: list[str] = []
        last = 0
        for start, end, shown, shown_end in self.parts:
            pieces += (self.text[last:start], self.text[shown:shown_end])
            last = end
        return "".join([*pieces, self.text[last:]])

    def _candidate(self, match: re.Match[str]) -> int:
        if match["mark"]:
            return self._marked(match)
        if match["reference"]:
            return self._simple_reference(match)
        return self._note(match)

    def _opens(self, position: int) -> bool:
        return position <= self.begin or is_opening(self.text[position - 1])

    def _quoted(self, start: int, end: int) -> bool:
        """Whether a start-string stands between matching quotes or brackets, or at the very end."""
        if start <= self.begin:
            return False
        return end >= len(self.text) or is_quoted(self.text[start - 1], self.text[end])

    def _marked(self, match: re.Match[str]) -> int:
        mark, start, end = match["mark"], match.start(), match.end()
        role_start = self._role_start(start) if mark == "`" else None
        opening = start if role_start is None else role_start
        if not self._opens(opening):
            return end
        if role_start is None and self._quoted(start, end):
            self.begin = end
            return end
        closing = self._closing(mark, end)
        if closing is None or closing.start() == end:
            self._between(start, end)
            return end
        if mark == "`":
            role = "" if role_start is None else self.text[role_start + 1 : start - 1]
            self._interpreted(opening, end, closing, role)
        else:
            self._simple(mark, start, end, closing)
        return closing.end()

    def _closing(self, mark: str, position: int) -> re.Match[str] | None:
        if position >= self.hopeless.get(mark, len(self.text) + 1):
            return None
        closing = _end_patterns()[mark].search(self.text, position)
        if closing is None:
            self.hopeless[mark] = position
        return closing

    def _role_start(self, backquote: int) -> int | None:
        """Where the `:role:` before a backquote begins."""
        if not self.text.endswith(":", 0, backquote):
            return None
        before = _NAME_BEFORE.search(self.text, max(self.begin, backquote - _LONGEST_NAME), backquote)
        start = before.start() if before else backquote
        while (start := self.text.find(":", start, backquote - 1)) >= 0:
            if self._opens(start) and _SIMPLE_NAME.fullmatch(self.text, start + 1, backquote - 1):
                return start
            start += 1
        return None

    def _simple(self, mark: str, start: int, end: int, closing: re.Match[str]) -> None:
        stop = closing.start()
        if mark == "|":
            name = " ".join(unescaped(self.text[end:stop]).split())
            self._add(InlineKind.ROLE, (start, closing.end()), (end, stop), name, name="substitution")
        elif mark == "_`":
            self.reader.references.add_label(unescaped(self.text[end:stop]))
            self._between(start, closing.end())
            self.parts.append((start, closing.end(), end, stop))
        else:
            kinds = {"*": InlineKind.EMPHASIS, "**": InlineKind.STRONG, "``": InlineKind.CODE}
            self._add(kinds[mark], (start, closing.end()), (end, stop))

    def _interpreted(self, start: int, text: int, closing: re.Match[str], role: str) -> None:
        stop, end = closing.start(), closing.end()
        if closing["reference"]:
            if not role and not closing["role"]:
                self._phrase(start, text, stop, end, anonymous=closing["reference"] == "__")
            else:
                self._between(start, end)
            return
        if role and closing["role"]:
            self._between(start, end)
            return
        name = role or closing["role"] or self.reader.default_role
        mark = role_mark(name, self.text[text:stop])
        self._add(
            mark.kind,
            (start, end),
            (text + mark.shown[0], text + mark.shown[1]),
            mark.target,
            (text + mark.target_place[0], text + mark.target_place[1]) if mark.target_place else None,
            name=name,
        )

    def _phrase(self, start: int, text: int, stop: int, end: int, *, anonymous: bool) -> None:
        embedded = _EMBEDDED.search(self.text[text:stop]) if self.text[stop - 1] == ">" else None
        if embedded is None:
            name = unescaped(self.text[text:stop])
            span = self._add(InlineKind.LINK, (start, end), (text, stop))
            if anonymous:
                self.reader.references.use_anonymous(span)
            else:
                self.reader.references.use(span, name)
            return
        place = (text + embedded.start(1), text + embedded.end(1))
        title_end = text + len(self.text[text : text + embedded.start()].rstrip())
        shown = (text, title_end) if title_end > text else place
        raw = embedded[1]
        name = unescaped(self.text[shown[0] : shown[1]])
        references = self.reader.references
        if raw.endswith("_") and not raw.endswith("\0_") and not _uri_pattern().match(raw):
            alias = unescaped(raw[:-1])
            span = self._add(InlineKind.LINK, (start, end), shown, None, place)
            references.use(span, alias)
            if not anonymous:
                references.add_alias(name, alias)
            return
        url = _address(raw)
        self._add(InlineKind.LINK, (start, end), shown, url, place)
        if not anonymous:
            references.add_url(name, url)

    def _simple_reference(self, match: re.Match[str]) -> int:
        stop, end = match.start(), match.end()
        if not _end_patterns()["close"].match(self.text, end):
            return end
        before = _NAME_BEFORE.search(self.text, max(self.begin, stop - _LONGEST_NAME), stop)
        start = before.start() if before else stop
        while start < stop:
            if self._opens(start) and _SIMPLE_NAME.fullmatch(self.text, start, stop):
                span = self._add(InlineKind.LINK, (start, end), (start, stop))
                if match["reference"] == "__":
                    self.reader.references.use_anonymous(span)
                else:
                    self.reader.references.use(span, self.text[start:stop])
                break
            start += 1
        return end

    def _note(self, match: re.Match[str]) -> int:
        closes = _end_patterns()["close"].match(self.text, match.end())
        if closes and self._opens(match.start()):
            span = self._add(InlineKind.LINK, match.span(), match.span("note"))
            self.reader.references.use(span, match["note"].removeprefix("#"))
            return match.end()
        return match.start() + 1

    def _addresses(self, start: int, end: int) -> None:
        """Bare URLs and mail addresses of a text without other marks."""
        piece = self.text[start:end]
        if ":" not in piece and "@" not in piece:
            return
        marks: list[tuple[int, int, str]] = [(*match.span(), match[0]) for match in _uri_pattern().finditer(piece)]
        if "@" in piece:
            marks += _mails(piece)
        last = 0
        for left, right, address in sorted(marks):
            if left >= last and (left == 0 or is_opening(piece[left - 1])):
                last = right
                prefix = "" if ":" in address else "mailto:"
                place = (start + left, start + right)
                self._put(InlineKind.LINK, place, place, prefix + unescaped(address), place)

    def _between(self, start: int, end: int) -> None:
        self._addresses(self.unread, start)
        self.begin = self.unread = end

    def _add(
        self,
        kind: InlineKind,
        whole: tuple[int, int],
        shown: tuple[int, int],
        target: str | None = None,
        place: tuple[int, int] | None = None,
        name: str | None = None,
    ) -> tuple[int, int]:
        self._between(*whole)
        return self._put(kind, whole, shown, target, place, name)

    def _put(
        self,
        kind: InlineKind,
        whole: tuple[int, int],
        shown: tuple[int, int],
        target: str | None = None,
        place: tuple[int, int] | None = None,
        name: str | None = None,
    ) -> tuple[int, int]:
        span = self.passage.span(*whole)
        self.parts.append((*whole, *shown))
        target_span = self.passage.span(*place) if place else None
        self.found.append(Inline(kind, span, self.passage.span(*shown), target, target_span, name))
        return span


def _mails(piece: str) -> list[tuple[int, int, str]]:
    """Mail addresses: looked for around each `@`, because a search from every word would be quadratic."""
    found: list[tuple[int, int, str]] = []
    position, last = piece.find("@"), 0
    while position >= 0:
        first = max(last, position - _LONGEST_MAIL_NAME)
        for start in range(first, position):
            if start == 0 or is_opening(piece[start - 1]):
                match = _mail_pattern().match(piece, start)
                if match:
                    found.append((*match.span(), match[0]))
                    position = last = match.end()
                    break
        position = piece.find("@", max(position + 1, last))
    return found


def _address(raw: str) -> str:
    """A URL without its escapes and line breaks; an escaped space stays."""
    parts = re.split(r"\0[ \n]", raw)
    url = unescaped(" ".join("".join(part.split()) for part in parts))
    return f"mailto:{url}" if _mail_pattern().fullmatch(url) else url
