"""What the elements of HTML are, by their names and classes."""

import re

from truthfulness_evaluator.documents.markdown_html import Tag
from truthfulness_evaluator.models.document import InlineKind
from truthfulness_evaluator.text.patterns import regex

_LEFT_OUT = frozenset(
    {
        *("script", "style", "nav", "footer", "title", "template", "noscript", "svg", "math", "iframe", "object"),
        *("canvas", "select", "button", "textarea", "del", "s", "strike", "xmp", "noembed", "noframes", "audio"),
        *("video", "map", "rt", "rp"),
    }
)
"""Elements that are no part of what the page says."""
_LEFT_OUT_ROLES = frozenset({"navigation", "contentinfo", "search"})
_LEFT_OUT_CLASS = regex(r"(?:^|\s)(?:headerlink|anchor-?link|hash-link|linenos?|sr-only|visually-hidden)(?:\s|$)")
"""Signs for readers' eyes that tools put beside headings and code."""
_HIDDEN = regex(r"\shidden(?=[\s=/>])", re.IGNORECASE)
_QUOTED = regex(r"\"[^\"]*\"|'[^']*'")
BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr"),
        *("hgroup", "html", "head", "legend", "li", "main", "menu", "ol", "p", "pre", "search", "section", "summary"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    }
)
HEADING = regex(r"h[1-6]")
MARKS: dict[str, InlineKind] = {
    "a": InlineKind.LINK,
    "b": InlineKind.STRONG,
    "code": InlineKind.CODE,
    "em": InlineKind.EMPHASIS,
    "i": InlineKind.EMPHASIS,
    "samp": InlineKind.CODE,
    "strong": InlineKind.STRONG,
    "tt": InlineKind.CODE,
}
ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol", "menu"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "td": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "th": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    **dict.fromkeys(("tbody", "thead", "tfoot"), (frozenset({"tbody", "thead", "tfoot", "tr"}), frozenset({"table"}))),
}
"""What an opening tag ends without a closing one, and the elements within which it does."""
SCOPE_OF_PARAGRAPHS = frozenset({"td", "th", "li", "dd", "table", "button", "object", "blockquote", "div"})
LOOKED_AT = 64
"""Open elements that are gone through for one that ends without a tag."""
_ADMONITIONS = frozenset(
    {
        *("admonition", "attention", "caution", "danger", "deprecated", "error", "hint", "important", "note"),
        *("seealso", "tip", "versionadded", "versionchanged", "versionremoved", "warning"),
    }
)
_LANGUAGE = regex(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:)[-\s:](?P<name>[A-Za-z][\w+#-]*)"
    r"|(?:^|\s)sourceCode\s+(?P<other>[a-z]\w*)"
)
_NO_LANGUAGE = frozenset({"default", "none", "text", "plaintext", "highlight", "notranslate", "source"})


def is_left_out(name: str, tag: Tag, written: str) -> bool:
    """Whether an element is no part of what the page says; `written` is its tag."""
    if "hidden" in written and _HIDDEN.search(_QUOTED.sub('""', written)) is not None:
        return True
    if name in _LEFT_OUT:
        return True
    values = {key: value for key, value, _ in tag.attributes}
    return (
        values.get("role", "") in _LEFT_OUT_ROLES
        or values.get("aria-hidden") == "true"
        or _LEFT_OUT_CLASS.search(values.get("class", "")) is not None
    )


def admonition_of(name: str, tag: Tag) -> str:
    """The kind of note that an element is; empty: none."""
    if name not in ("div", "aside", "section", "p", "details"):
        return ""
    found = tag.attribute("class")
    classes = found[0].lower().split() if found is not None else []
    named = [each for each in classes if each in _ADMONITIONS]
    named.sort(key="admonition".__eq__)
    return named[0] if named else ("note" if name == "aside" else "")


def language_of(tag: Tag) -> str:
    """The language of code that the classes of an element name; empty: none."""
    found = tag.attribute("class")
    match = _LANGUAGE.search(found[0]) if found is not None else None
    name = (match["name"] or match["other"]).lower() if match is not None else ""
    return "" if name in _NO_LANGUAGE else name
