"""What `#fragment` links to a heading look like, as the usual sites make them from its text."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

from truthfulness_evaluator.text.patterns import regex

_WORD = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc"})
"""Unicode's general categories that GitHub keeps: letters, marks, numbers and connectors such as `_`."""
_MARKS = regex("[\\s~`!@#$%^&*()\\-_+=[\\]{}|\\\\;:\"'\u201c\u201d\u2018\u2019<>,.?/]+")
"""What `dash_slug` puts a hyphen for, as in @mdit-vue/shared."""
_LABEL = regex(r"\{:\.?[\w-]+\}")
"""What tells a highlighter the language of a code span, or what it is: `call(){:js}`."""
_VARIATION = regex("[\ufe00-\ufe0f\u200d]")
"""Variation selectors and the joiner, which stay behind when the emoji they belong to is dropped."""


def github_slug(text: str) -> str:
    """The fragment that GitHub gives a heading, before repetitions are numbered.

    Lower case, everything dropped but letters, marks, numbers, `_`, `-` and spaces; each space
    becomes `-`. As in html-pipeline's TableOfContentsFilter.

    Example:
        >>> github_slug("What's new in `v2.0`?"), github_slug("A & B"), github_slug("snake_case")
        ('whats-new-in-v20', 'a--b', 'snake_case')
    """
    return spaced_slug(text.strip())


def spaced_slug(text: str) -> str:
    """The fragment that GitHub gives a heading with blanks around its words, which stand beside images.

    Example:
        >>> spaced_slug("Contributors  "), spaced_slug(" Usage")
        ('contributors--', '-usage')
    """
    return "".join(
        "-" if char == " " else char for char in text.lower() if char in " -" or unicodedata.category(char) in _WORD
    )


def toc_slug(text: str) -> str:
    """The fragment that Python-Markdown's `toc`, and so MkDocs, gives a heading.

    ASCII only, runs of spaces and hyphens become one `-`.

    Example:
        >>> toc_slug("What's new in `v2.0`?"), toc_slug("A & B"), toc_slug("Café")
        ('whats-new-in-v20', 'a-b', 'cafe')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def unicode_slug(text: str) -> str:
    """The fragment that sites give which keep letters of all scripts and join words by one `-`.

    Example:
        >>> unicode_slug("Über A & B")
        'über-a-b'
    """
    return re.sub(r"-+", "-", github_slug(_VARIATION.sub("", text))).strip("-")


def dash_slug(text: str) -> str:
    """The fragment that VitePress and other sites give which put a hyphen for every mark between words.

    Example:
        >>> dash_slug("output.file"), dash_slug("2. What's new?")
        ('output-file', '_2-what-s-new')
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    slug = _MARKS.sub("-", plain).strip("-").lower()
    return f"_{slug}" if slug[:1].isdigit() else slug


def heading_slugs(titles: Iterable[str]) -> frozenset[str]:
    """All fragments under which the headings of a document may be reached.

    Args:
        titles: the headings' texts without markup, in order, with the blanks beside images; a title that comes
            again is numbered.

    Example:
        >>> sorted(heading_slugs(["Usage", "Usage"]))
        ['usage', 'usage-1', 'usage_1']
    """
    titles = list(titles)
    slugs: set[str] = set()
    for slug_of, joint in _STYLES:
        slugs |= _numbered((slug_of(title) for title in titles), joint)
    return frozenset(slugs - {""})


def _without_selectors(text: str) -> str:
    return github_slug(_VARIATION.sub("", text))


def _without_labels(text: str) -> str:
    return github_slug(_LABEL.sub("", text))


_STYLES: tuple[tuple[Callable[[str], str], str], ...] = (
    (github_slug, "-"),
    (spaced_slug, "-"),
    (_without_selectors, "-"),
    (_without_labels, "-"),
    (unicode_slug, "-"),
    (toc_slug, "_"),
    (dash_slug, "-"),
)
"""Each way of making a fragment, with what joins the number of a repetition to it."""


def _numbered(slugs: Iterable[str], joint: str) -> set[str]:
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    for slug in slugs:
        unique = slug
        while unique in taken:
            seen[slug] += 1
            unique = f"{slug}{joint}{seen[slug]}"
        taken.add(unique)
    return taken
