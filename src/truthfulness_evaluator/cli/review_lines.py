"""A walk through claims on a terminal that only writes, such as one in an editor: keys are typed and sent by Enter."""

import shutil
import sys

from truthfulness_evaluator.cli.streams import put
from truthfulness_evaluator.review.keyboard import named
from truthfulness_evaluator.review.screen import whole
from truthfulness_evaluator.review.walk import Walk

_PROMPT, _NOTE_PROMPT = "key: ", "note: "


def walk_by_lines(walk: Walk) -> None:
    """Runs the walk until the user ends it, or the terminal is gone. A key is typed and sent with Enter."""
    try:
        while not walk.is_over:
            _show(walk)
            typed = _asked(_PROMPT).strip()
            if named(typed) == "note" and walk.session.current is not None:
                walk.note(_asked(_NOTE_PROMPT))
            else:
                walk.press(typed)
    except (EOFError, KeyboardInterrupt):
        walk.quit()


def _show(walk: Walk) -> None:
    lines = [row.plain.rstrip() for row in whole(walk.view, shutil.get_terminal_size().columns, color=False)]
    message = [walk.view.message] if walk.view.message else []
    put("".join(f"{line}\n" for line in ("", *message, *lines)), sys.stdout)


def _asked(prompt: str) -> str:
    put(prompt, sys.stdout)
    typed = sys.stdin.readline()
    if not typed:
        raise EOFError
    return typed
