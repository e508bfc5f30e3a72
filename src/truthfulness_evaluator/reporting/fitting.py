"""Markdown lists cut to a size: whole items go, and what went is counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A title and the items of a list, each with its line end."""

    title: str
    """Safe as Markdown and as HTML."""
    items: tuple[str, ...]
    folded: bool

    @property
    def opening(self) -> str:
        """What stands before the items."""
        return f"\n<details>\n<summary>{self.title}</summary>\n\n" if self.folded else f"\n### {self.title}\n\n"

    @property
    def closing(self) -> str:
        """What stands behind them."""
        return "\n</details>\n" if self.folded else ""


def fitted(head: str, sections: Sequence[Section], limit: int) -> str:
    r"""The head and as many items as fit; the first sections come first.

    A section that loses items ends with a sentence that says how many. Titles stand even where no item fits.

    Example:
        >>> print(fitted("Head\n", [Section("Found", ("- a\n", f"- {'b' * 40}\n"), False)], 60), end="")
        Head
        <BLANKLINE>
        ### Found
        <BLANKLINE>
        - a
        <BLANKLINE>
        1 more is left out.
    """
    sections = [section for section in sections if section.items]
    whole = "".join([head, *(part for section in sections for part in _written(section, section.items))])
    if len(whole) <= limit:
        return whole
    left = limit - len(head)
    reserved = [
        len(section.opening) + len(section.closing) + len(_left_out(len(section.items))) for section in sections
    ]
    left -= sum(reserved)
    parts = [head]
    for section in sections:
        kept: list[str] = []
        for item in section.items:
            if len(item) > left:
                break
            kept.append(item)
            left -= len(item)
        parts += _written(section, kept)
    return "".join(parts)


def _written(section: Section, kept: Sequence[str]) -> Iterator[str]:
    yield section.opening
    yield from kept
    yield _left_out(len(section.items) - len(kept), first=not kept)
    yield section.closing


def _left_out(number: int, *, first: bool = False) -> str:
    """The sentence, in a paragraph of its own: the last item of the list is over."""
    if not number:
        return ""
    if first:
        return f"{number} left out.\n"
    return f"\n{number} more {'is' if number == 1 else 'are'} left out.\n"
