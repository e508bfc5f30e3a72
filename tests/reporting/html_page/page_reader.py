"""Reads a page as a strict browser would, and tells what is wrong with it."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from truthfulness_evaluator.reporting.html.shell import asset

_VOID = {"meta", "br", "input"}
_ELEMENTS = {
    *("html", "head", "title", "style", "body", "script", "noscript", "header", "main", "nav", "section", "article"),
    *("div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "i", "mark", "code", "pre", "kbd", "strong", "em"),
    *("span", "del", "ins", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "table", "caption", "thead", "tbody"),
    *("tr", "th", "td", "details", "summary", "form", "fieldset", "legend", "label", "select", "option", "output"),
    *("svg", "defs", "pattern", "rect", "circle"),
}
_ATTRIBUTES = {
    *("class", "id", "href", "rel", "lang", "charset", "http-equiv", "content", "name", "hidden", "open", "start"),
    *("scope", "title", "tabindex", "role", "aria-label", "aria-live", "aria-hidden", "focusable", "width", "height"),
    *(
        "x",
        "cx",
        "cy",
        "r",
        "patternunits",
        "patterntransform",
        "type",
        "value",
        "checked",
        "data-c",
        "data-j",
        "data-w",
    ),
}


@dataclass
class PageReader(HTMLParser):
    """What a page holds; `problems` tells what a page of ours must not hold."""

    problems: list[str] = field(default_factory=list[str])
    ids: list[str] = field(default_factory=list[str])
    links: list[str] = field(default_factory=list[str])
    _open: list[str] = field(default_factory=list[str])
    words: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Texts by the element they stand in."""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _ELEMENTS | _VOID:
            self.problems.append(f"element {tag}")
        if tag == "a" and "a" in self._open:
            self.problems.append("a link within a link")
        for name, value in attrs:
            if name not in _ATTRIBUTES:
                self.problems.append(f"attribute {name}")
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self._link(dict(attrs), value or "")
        if (
            tag not in _VOID
            and self.get_starttag_text() != f"<{tag}/>"
            and not (self.get_starttag_text() or "").endswith("/>")
        ):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("rect", "circle"):
            return
        if not self._open or self._open[-1] != tag:
            self.problems.append(f"{tag} closed in {self._open[-3:]}")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open:
            self.words.setdefault(self._open[-1], []).append(data)

    def handle_comment(self, data: str) -> None:
        self.problems.append("a comment")

    def _link(self, attributes: dict[str, str | None], target: str) -> None:
        self.links.append(target)
        is_web = re.match(r"https?://", target, re.IGNORECASE)
        if is_web and attributes.get("rel") != "noopener noreferrer":
            self.problems.append(f"link {target} without rel")
        if not is_web and not target.startswith("#"):
            self.problems.append(f"link to {target}")

    def finish(self) -> None:
        self.close()
        if self._open:
            self.problems.append(f"left open: {self._open}")
        if len(set(self.ids)) != len(self.ids):
            self.problems.append("an id twice")
        self.problems += [f"no place for {link}" for link in self.links if link[0] == "#" and link[1:] not in self.ids]


def read(page: str) -> PageReader:
    """The page, read to its end; our own style and script are what they are in the package."""
    assert page.count("<style>") == page.count("<script>") == 1
    assert f"<style>{asset('report.css')}</style>" in page
    assert f"<script>{asset('report.js')}</script>" in page
    reader = PageReader()
    reader.feed(page)
    reader.finish()
    return reader


def body(page: str) -> str:
    """What stands in the page between our style and our script."""
    return page.partition("<body>\n")[2].rpartition("<script>")[0]


def article(page: str) -> str:
    """The first document of the page."""
    inner = page.partition('<article class="text ')[2].partition(">\n")[2]
    return inner.partition("</article>")[0].removesuffix("</div>\n").removeprefix('<div class="part">\n')
