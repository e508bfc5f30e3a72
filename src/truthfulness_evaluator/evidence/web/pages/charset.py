"""Bytes of a web page to text, whatever its headers say of the encoding."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The UTF-32 marks stand first: the little-endian one begins with UTF-16's."""
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([\w:.-]{1,40})""", re.IGNORECASE
)
_BEGINNING = 4_096
"""Bytes in which a page declares its encoding (https://html.spec.whatwg.org/#charset asks for the first 1,024)."""
_ALIASES = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030"}
"""What browsers read these as, by Python's names (https://encoding.spec.whatwg.org/#names-and-labels)."""
_DAMAGED = "\ufffd"
_FEW_FOREIGN = 0.1
"""Share of characters that are not ASCII, up to which a text is in Latin letters."""
_ESCAPE = b"\x1b"
"""Stands in texts whose encoding switches (ISO-2022): they are ASCII to a look that is not told."""


def decoded(content: bytes, charset: str | None) -> str:
    r"""The text of a page.

    A byte order mark goes first, then UTF-8 where the bytes are valid as such (a text of another encoding hardly ever
    is, and headers are often wrong), then what the header says, and what the page says. Else it is UTF-8 with some
    damage where most of what is not ASCII is valid; windows-1252, as in browsers, where most letters are ASCII; and
    what it looks like. A byte that is still no character becomes U+FFFD.

    Args:
        content: the page.
        charset: as the header says it; None: it does not.

    Example:
        >>> decoded("A café opens.".encode(), "iso-8859-1"), decoded(b"A caf\xe9 opens.", None)
        ('A café opens.', 'A café opens.')
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    found = _DECLARED.search(content[:_BEGINNING])
    said = [name for name in (charset, found[1].decode("ascii") if found is not None else None) if name]
    plain = b"\0" not in content and _ESCAPE not in content
    for name in ["utf-8", *said] if plain else [*said, "utf-8"]:
        text = _strictly(content, name)
        if text is not None:
            return text
    return _guessed(content)


def _guessed(content: bytes) -> str:
    """A text of which nothing says how it is written, or which is not written as is said."""
    text = content.decode("utf-8", errors="replace")
    foreign = sum(not character.isascii() for character in text)
    if text.count(_DAMAGED) * 2 < foreign:
        return text
    if foreign <= _FEW_FOREIGN * len(text):
        return content.decode("cp1252", errors="replace")
    from trafilatura.utils import detect_encoding  # 0.2 s

    guesses = (_strictly(content, name) for name in detect_encoding(content))
    return next((guess for guess in guesses if guess is not None), text)


def _strictly(content: bytes, name: str) -> str | None:
    """The text in an encoding; None where it is not, or there is none of that name."""
    try:
        known = codecs.lookup(name).name
        return str(content, _ALIASES.get(known, known))
    except (LookupError, UnicodeDecodeError):
        return None
