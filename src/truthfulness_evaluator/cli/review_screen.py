"""A walk through claims on the whole terminal. The one place that knows prompt_toolkit."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle, DummyStyle, Style

from truthfulness_evaluator.review.keyboard import KEYS
from truthfulness_evaluator.review.looks import Look
from truthfulness_evaluator.review.walk import DOWN, END, HOME, PAGE_DOWN, PAGE_UP, UP, Walk

_STYLES = {
    Look.TITLE: "bold",
    Look.LABEL: "bold",
    Look.DIM: "dim",
    Look.KEY: "bold ansicyan",
    Look.CLAIM: "bold",
    Look.QUOTE: "ansicyan",
    Look.DIFFERS: "bold underline",
    Look.AGREES: "underline",
    Look.SUPPORTS: "bold ansigreen",
    Look.REFUTES: "bold ansired",
    Look.UNSETTLED: "bold ansiyellow",
    Look.WARNING: "bold ansimagenta",
}
_SCROLLING = {
    Keys.Up: UP,
    Keys.Down: DOWN,
    Keys.PageUp: PAGE_UP,
    Keys.PageDown: PAGE_DOWN,
    Keys.Home: HOME,
    Keys.End: END,
    " ": PAGE_DOWN,
}
_PROMPT = "note (Enter keeps it, Esc drops it): "
_ESCAPE_S = 0.05
"""Seconds after which an escape is the key and no beginning of another one."""


def walk_on_screen(walk: Walk, *, color: bool) -> None:
    """Runs the walk until the user ends it, or the terminal is gone.

    Args:
        walk: where it is.
        color: whether the terminal shows colours.
    """
    application = _Screen(walk, color=color).application

    def leave_when_told() -> None:
        # The terminal is to be left as it was. Windows has no such signals.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, application.exit)

    with suppress(EOFError, KeyboardInterrupt):
        application.run(pre_run=leave_when_told)
    if not walk.is_over:
        walk.quit()


class _Screen:
    def __init__(self, walk: Walk, *, color: bool) -> None:
        self.walk = walk
        self.color = color
        self.is_writing = False
        self.note = Buffer(multiline=False, accept_handler=self._accept)
        style: BaseStyle = Style([(look.value, style) for look, style in _STYLES.items()]) if color else DummyStyle()
        self.claim = Window(
            FormattedTextControl(self._text, focusable=True, show_cursor=False), always_hide_cursor=True
        )
        self.line = Window(BufferControl(self.note), height=1)
        writing = Condition(lambda: self.is_writing)
        prompt = Window(FormattedTextControl(_PROMPT), width=len(_PROMPT), height=1)
        root = HSplit([self.claim, ConditionalContainer(VSplit([prompt, self.line]), writing)])
        self.application: Application[None] = Application(
            Layout(root, focused_element=self.claim),
            key_bindings=self._bindings(writing),
            style=style,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            include_default_pygments_style=False,
        )
        self.application.ttimeoutlen = _ESCAPE_S

    def _text(self) -> StyleAndTextTuples:
        size = self.application.output.get_size()
        rows = self.walk.screen(size.columns, size.rows - self.is_writing, color=self.color).lines
        text: StyleAndTextTuples = []
        for number, row in enumerate(rows):
            if number:
                text.append(("", "\n"))
            text += [(f"class:{look.value}" if look is not None else "", piece) for piece, look in row.parts]
        return text

    def _bindings(self, writing: Condition) -> KeyBindings:
        bindings = KeyBindings()
        for key, where in _SCROLLING.items():
            bindings.add(key, filter=~writing)(self._scrolls(where))
        bindings.add("left", filter=~writing)(self._presses(KEYS["back"].key))
        bindings.add("right", filter=~writing)(self._presses(KEYS["skip"].key))
        bindings.add(KEYS["note"].key, filter=~writing)(self._write)
        bindings.add(Keys.Any, filter=~writing)(self._typed)
        bindings.add("c-c")(self._quit)
        bindings.add(Keys.SIGINT)(self._quit)
        bindings.add("c-d", filter=~writing)(self._quit)
        bindings.add("c-l")(self._redraw)
        bindings.add("c-z")(self._suspend)
        bindings.add("escape", filter=writing, eager=True)(self._leave)
        return bindings

    def _scrolls(self, where: str) -> Callable[[KeyPressEvent], None]:
        return lambda _: self.walk.scroll(where)

    def _presses(self, key: str) -> Callable[[KeyPressEvent], None]:
        return lambda _: self.walk.press(key)

    def _typed(self, event: KeyPressEvent) -> None:
        self.walk.press(event.data)
        if self.walk.is_over:
            event.app.exit()

    def _quit(self, event: KeyPressEvent) -> None:
        self.walk.quit()
        event.app.exit()

    def _redraw(self, event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    def _suspend(self, event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    def _write(self, event: KeyPressEvent) -> None:
        if self.walk.session.current is None or self.walk.view.help:
            return
        self.is_writing = True
        self.note.text = self.walk.session.note
        self.note.cursor_position = len(self.note.text)
        event.app.layout.focus(self.line)

    def _leave(self, event: KeyPressEvent) -> None:
        self.is_writing = False
        event.app.layout.focus(self.claim)

    def _accept(self, buffer: Buffer) -> bool:
        self.walk.note(buffer.text)
        self.is_writing = False
        self.application.layout.focus(self.claim)
        return False
