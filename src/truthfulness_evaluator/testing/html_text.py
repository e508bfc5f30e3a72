"""Title and text of a page, for the search of the small web."""

from html.parser import HTMLParser

_HIDDEN = {"script", "style", "template"}


def title_and_text(html: str) -> tuple[str, str]:
    """What stands in a page's title, and the text of the rest.

    Example:
        >>> title_and_text("<title>Ferry</title><style>p {}</style><p>It sails <b>at nine</b>.")
        ('Ferry', 'It sails at nine.')
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join("".join(reader.title).split()), " ".join("".join(reader.text).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.title: list[str] = []
        self.text: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title" or tag in _HIDDEN:
            self._inside = tag
        elif tag in ("p", "div", "br", "li", "td", "th", "h1", "h2", "h3", "h4"):
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title.append(data)
        elif not self._inside:
            self.text.append(data)
