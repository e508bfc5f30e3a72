"""A walk as keys drive it: each decision is kept before the next claim is shown."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from truthfulness_evaluator.review.keyboard import KEYS, named
from truthfulness_evaluator.review.screen import Screen, View, screen
from truthfulness_evaluator.review.session import Session

UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END = "up", "down", "page up", "page down", "home", "end"
_NOTHING_TO_UNDO = "There is nothing to take back."
_SORRY = "Not kept yet, and tried again with the next decision: {problem}"


def now() -> str:
    """The time: UTC, ISO 8601, in seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass
class Walk:
    """The state of a walk on a terminal. Whoever draws asks it for the screen, and tells it of keys."""

    view: View
    keep: Callable[[Session, Session], str]
    """Keeps what the second state has and the first has not; gives why that failed, or an empty string."""
    clock: Callable[[], str] = now
    is_over: bool = False
    kept: Session = field(init=False)
    """The state that is kept."""
    problem: str = field(init=False, default="")
    """Why what came later is not kept; empty: all is."""
    _drawn: Screen | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.kept = self.view.session

    @property
    def session(self) -> Session:
        """Where the walk is."""
        return self.view.session

    def screen(self, width: int, height: int, *, color: bool) -> Screen:
        """What is to be drawn; scrolling goes by it from here on."""
        self._drawn = screen(self.view, width, height, color=color)
        self.view = replace(self.view, top=min(self.view.top, self._drawn.furthest))
        return self._drawn

    def press(self, typed: str) -> None:
        """Does what a key is for; any other one does nothing."""
        key = named(typed)
        if key is None:
            return
        if key == "help":
            self.view = replace(self.view, help=not self.view.help, top=0, message="", is_warning=False)
            return
        if key == "quit":
            self.quit()
            return
        if self.view.help:
            # A decision on a claim that is not seen is a slip.
            self.view = replace(self.view, help=False, top=0)
            return
        verdict = KEYS[key].verdict
        if verdict is not None:
            if self.session.current is not None:
                decided = self.session.decided(verdict, at=self.clock())
                also = len(list(decided.changes_since(self.session))) - 1
                more = f", and {also} more that {'says' if also == 1 else 'say'} the same" if also > 0 else ""
                self._go(decided, f"Claim {self.session.at + 1}: {verdict}{more}.")
        elif key == "undo":
            before = self.session.undone()
            self._go(before, "Taken back." if before is not self.session else _NOTHING_TO_UNDO)
        elif key == "skip":
            self._go(self.session.skipped())
        elif key == "back":
            self._go(self.session.back())
        elif key == "open":
            self._go(self.session.to_open())

    def note(self, text: str) -> None:
        """Writes a note on the claim that is shown."""
        noted = self.session.noted(" ".join(text.split()), at=self.clock())
        message = ""
        if noted is not self.session:
            decided = self.session.current is not None and self.session.review_of(self.session.current) is not None
            message = "The note is kept." if decided else "The note is kept with your decision."
        top = self.view.top
        self._go(noted, message)
        self.view = replace(self.view, top=top)

    def scroll(self, where: str) -> None:
        """Scrolls the claim: `UP`, `DOWN`, `PAGE_UP`, `PAGE_DOWN`, `HOME` or `END`."""
        page = max(1, self._drawn.page - 1) if self._drawn is not None else 1
        furthest = self._drawn.furthest if self._drawn is not None else 0
        top = {
            UP: self.view.top - 1,
            DOWN: self.view.top + 1,
            PAGE_UP: self.view.top - page,
            PAGE_DOWN: self.view.top + page,
            HOME: 0,
            END: furthest,
        }[where]
        self.view = replace(self.view, top=max(0, min(top, furthest)))

    def quit(self) -> None:
        """Ends the walk; what could not be kept before is tried once more."""
        self._keep()
        self.is_over = True

    @property
    def unkept(self) -> int:
        """How many decisions could not be kept."""
        return sum(1 for _ in self.session.changes_since(self.kept))

    def _go(self, session: Session, message: str = "") -> None:
        self.view = replace(self.view, session=session, message=message, is_warning=False, top=0)
        self._keep()
        if self.problem:
            self.view = replace(self.view, message=_SORRY.format(problem=self.problem), is_warning=True)

    def _keep(self) -> None:
        self.problem = self.keep(self.kept, self.session) if self.unkept else ""
        if not self.problem:
            self.kept = self.session
