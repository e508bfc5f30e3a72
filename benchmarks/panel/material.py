"""A made-up code base of 8 files of 200 lines, and documents about it: the same for the same seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from templates import TEMPLATES, Template

LINES = 200
"""Of a file."""
FALSE = 0.3
"""Share of the statements that are false of the code."""
_SENTENCES = 4
"""Of a paragraph."""
_FIELDS = {
    "depot": ("parcel", "courier", "Parcels wait here until a courier takes them."),
    "shelf": ("book", "reader", "Books that readers may borrow."),
    "cellar": ("bottle", "taster", "Bottles, and who may open them."),
    "gallery": ("picture", "curator", "Pictures on loan from other houses."),
    "garage": ("engine", "mechanic", "Engines that are to be repaired."),
    "nursery": ("seedling", "gardener", "Seedlings on their way to the field."),
    "harbour": ("vessel", "pilot", "Vessels that come and go with the tide."),
    "mint": ("coin", "engraver", "Coins before they are given out."),
}
"""By the name of a place, and of a file: what is kept there, by whom, and what the file is for."""
_NUMBERS = ("two", "three", "four", "five", "six")
_TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 80: "eighty"}
_LABELS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven", "islet", "jetty", "knoll", "lagoon")
_MODULES = ("csv", "heapq", "logging", "math", "threading", "time")


@dataclass(frozen=True)
class Statement:
    """What a document says, and what decides it."""

    text: str
    is_true: bool
    path: str
    first: int
    """First line of the function that decides, counted from 1."""
    last: int
    place: str


@dataclass(frozen=True)
class Material:
    """A code base, and all that can be said of it."""

    files: dict[str, str]
    """By path, their text."""
    statements: tuple[Statement, ...]

    @classmethod
    def made(cls, seed: int) -> "Material":
        """The code base of a seed."""
        draw = random.Random(seed)
        files: dict[str, str] = {}
        statements: list[Statement] = []
        for number, (place, (thing, actor, what)) in enumerate(_FIELDS.items()):
            path = f"stores/{place}.py"
            lines = [f'"""{what}"""', "", *(f"import {name}" for name in _MODULES), "", *_constants(draw), ""]
            for template in draw.sample(TEMPLATES, len(TEMPLATES)):
                words = _words(draw, place, thing, actor)
                code = template.lines(words)
                if len(lines) + len(code) + 2 > LINES - len(_LABELS) // 2:
                    continue
                first = len(lines) + 2
                lines += ["", *code, ""]
                statements += _statements(draw, template, words, path, first, first + len(code) - 1, place)
            lines += ["", "LABELS = ("]
            fill = LINES - len(lines) - 1
            lines += [f'    "{_LABELS[each % len(_LABELS)]} {each + number}",' for each in range(fill)]
            lines.append(")")
            files[path] = "\n".join(lines) + "\n"
        return cls(files, tuple(statements))

    def write(self, root: Path) -> None:
        """Put the files into a folder."""
        for path, text in self.files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        (root / "pyproject.toml").write_text('[project]\nname = "stores"\nversion = "1"\n', encoding="utf-8")

    def chosen(self, count: int, seed: int) -> list[Statement]:
        """As many statements, evenly from all files, in their order.

        Raises:
            ValueError: there are fewer.
        """
        draw = random.Random(seed)
        by_place = {place: [each for each in self.statements if each.place == place] for place in _FIELDS}
        for each in by_place.values():
            draw.shuffle(each)
        taken: list[Statement] = []
        while len(taken) < count:
            before = len(taken)
            for place in by_place:
                if by_place[place] and len(taken) < count:
                    taken.append(by_place[place].pop())
            if len(taken) == before:
                raise ValueError(f"there are only {before} statements")
        return sorted(taken, key=self.statements.index)


def document(statements: Sequence[Statement]) -> str:
    """A document that says so, a chapter for each file, in paragraphs and lists."""
    parts = ["# Stores\n"]
    places = dict.fromkeys(each.place for each in statements)
    for place in places:
        parts.append(f"## The {place}\n")
        own = [each.text for each in statements if each.place == place]
        for number, first in enumerate(range(0, len(own), _SENTENCES)):
            group = own[first : first + _SENTENCES]
            if number % 2:
                parts.append("\n".join(f"* {text}." for text in group) + "\n")
            else:
                parts.append(" ".join(f"{text}." for text in group) + "\n")
    return "\n".join(parts)


def _constants(draw: random.Random) -> list[str]:
    return [
        "log = logging.getLogger(__name__)",
        "",
        f"CENTS_A_KILO = {draw.randint(40, 90)}",
        f"FRAGILE_CENTS = {draw.randint(100, 300)}",
        f"TAX_PERCENT = {draw.randint(5, 25)}",
        f"LEAST_CENTS = {draw.randint(150, 500)}",
        "CONFLICTS = []",
        "UNSHARED = []",
    ]


def _words(draw: random.Random, place: str, thing: str, actor: str) -> dict[str, str]:
    few = draw.randint(2, 6)
    many = draw.choice(list(_TENS))
    return {
        "place": place,
        "thing": thing,
        "things": f"{thing}s",
        "Thing": thing.capitalize(),
        "actor": actor,
        "actors": f"{actor}s",
        "few": str(few),
        "few_words": _NUMBERS[few - 2],
        "many": str(many),
        "many_words": _TENS[many],
    }


def _statements(
    draw: random.Random, template: Template, words: dict[str, str], path: str, first: int, last: int, place: str
) -> list[Statement]:
    made: list[Statement] = []
    for right, wrong in template.statements:
        is_true = draw.random() >= FALSE
        made.append(Statement((right if is_true else wrong).format_map(words), is_true, path, first, last, place))
    return made
