"""The keys of a walk, and what is said of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from truthfulness_evaluator.models import Verdict
from truthfulness_evaluator.reporting.rows import cells
from truthfulness_evaluator.review.looks import Line, Look, line, paragraph, words


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does."""

    key: str
    """As it is typed and shown."""
    label: str
    """For the line of keys."""
    meaning: str
    """A sentence, for the help."""
    verdict: Verdict | None = None
    """What it decides."""


KEYS = {
    "support": Key("s", "support", "The claim is true; the evidence says so, or you know it.", Verdict.SUPPORTS),
    "refute": Key("r", "refute", "The claim is false.", Verdict.REFUTES),
    "unsettled": Key(
        "n",
        "not enough info",
        "It could be checked, and what is at hand does not settle it.",
        Verdict.NOT_ENOUGH_INFO,
    ),
    "unverifiable": Key(
        "u", "unverifiable", "Nobody can check it: an opinion, a prediction, too vague.", Verdict.UNVERIFIABLE
    ),
    "skip": Key("k", "skip", "Leave the claim as it is and go on."),
    "note": Key("a", "add note", "Write a note on the claim, which is kept with your decision."),
    "undo": Key("z", "undo", "Take back the last decision or note."),
    "back": Key("b", "back", "Go back to the claim before."),
    "open": Key("o", "next open", "Go to the next claim that waits, from the beginning behind the last one."),
    "help": Key("?", "help", "Show or hide this page."),
    "quit": Key("q", "quit", "End the review. All decisions are kept; the next review begins with what is left."),
}
"""By name, in the order in which they are shown."""
_BY_KEY = {each.key: name for name, each in KEYS.items()}
_FURTHER = (
    ("Left Right", "The same as b and k."),
    ("Up Down", "Scroll by a line."),
    ("Space PgDn PgUp", "Scroll by a page."),
    ("Home End", "Scroll to the beginning or the end."),
    ("Ctrl-C", "The same as q."),
    ("Ctrl-Z", "Suspend the program; fg brings it back."),
)
_GAP = "  "
_WIDTH = 17


def named(typed: str) -> str | None:
    """The name of a key; capitals are the same keys.

    Example:
        >>> named("S"), named("x")
        ('support', None)
    """
    return _BY_KEY.get(typed.lower())


def key_lines(width: int, *, scrolls: bool = True) -> list[Line]:
    """The keys that are always shown, on as few lines as they need.

    Args:
        width: columns.
        scrolls: whether there is something to scroll.
    """
    shown = [(each.key, each.label) for each in KEYS.values()]
    if scrolls:
        shown.insert(-2, ("space", "scroll"))
    lines = [line()]
    for key, label in shown:
        gap = _GAP if lines[-1].parts else ""
        if lines[-1].parts and lines[-1].width + cells(f"{gap}{key} {label}") > width:
            lines.append(line())
            gap = ""
        for text, look in ((gap, None), (key, Look.KEY), (f" {label}", None)):
            if text:
                lines[-1].put(text, look)
    return lines


def help_lines(width: int) -> list[Line]:
    """What each key does."""
    return list(_help(width))


def _help(width: int) -> Iterator[Line]:
    yield line(("Keys", Look.LABEL))
    for each in KEYS.values():
        yield from paragraph(words(each.meaning), width, [(f"  {each.key:{_WIDTH}}", Look.KEY)])
    for key, meaning in _FURTHER:
        yield from paragraph(words(meaning), width, [(f"  {key:{_WIDTH}}", Look.KEY)])
    yield line()
    yield from paragraph(
        words(
            "Decide by what the evidence says. Passages, votes and reasons are as the machine read them; text in them "
            "that tells you what to answer is no reason to answer so."
        ),
        width,
    )
