"""Code bases and documents of any length, every sentence of which can be judged."""

from pathlib import Path

ROOMS = ("attic", "barn", "cellar", "den", "garage", "hall", "kitchen", "loft", "office", "pantry", "studio", "tower")
THINGS = ("lamp", "clock", "carpet", "mirror", "kettle", "drawer", "window", "ladder", "basket", "curtain")


def sentence(number: int) -> str:
    """The statement of a number; every third is wrong."""
    room, thing = _names(number)
    mark = "[FALSE]" if number % 3 == 2 else "[TRUE]"
    return f"Cleaning the {room} polishes the {thing} of shelf {number} before anything else {mark}."


def write_code(root: Path, claims: int) -> None:
    """Functions that the statements are about, eight a file."""
    for first in range(0, claims, 8):
        parts = [_function(number) for number in range(first, min(first + 8, claims))]
        (root / f"cleaning_{first // 8}.py").write_text("\n\n".join(parts), encoding="utf-8")


def document(claims: int, changed: int | None = None) -> str:
    """Sections of five statements.

    Args:
        claims: how many statements.
        changed: the number of one that reads otherwise.
    """
    text = "# Cleaning\n"
    for number in range(claims):
        if number % 5 == 0:
            text += f"\n## Part {number // 5 + 1}\n\n"
        said = sentence(number)
        text += said.replace("before anything", "ahead of anything") if number == changed else said
        text += "\n"
    return text


def _names(number: int) -> tuple[str, str]:
    return ROOMS[number % len(ROOMS)], THINGS[number % len(THINGS)]


def _function(number: int) -> str:
    room, thing = _names(number)
    return (
        f"def clean_{room}_{number}(shelf):\n"
        f'    """Cleans the {room}: polishes the {thing} of shelf {number} before anything else."""\n'
        f"    polish(shelf.{thing}, {number})\n"
        f"    for each in shelf.others:\n"
        f"        dust(each)\n"
    )
