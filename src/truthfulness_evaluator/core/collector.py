"""How often Python's garbage collector goes through memory."""

import atexit
import gc
from collections.abc import Generator
from contextlib import contextmanager

_RARELY = (100_000, 50, 50)
"""New objects before a collection; collections before one of older objects, and of all. Ten thousand claims make
some hundred thousand objects, nearly none of them in a cycle."""


@contextmanager
def rare_collections() -> Generator[None]:
    """Collects garbage a hundred times less often, as suits a program that keeps most of what it makes.

    A tenth of the time of a run over many documents went into looking at the same reports again.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def no_collection_at_the_end() -> None:
    """Leaves memory to the operating system when the process ends: for programs, which hold nothing that needs more.

    The interpreter would look through all that is left once more: a quarter of the processor time of a run that has
    loaded the modules of chat models.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
