"""Made-up answers with contexts: sentences of one pattern each, with names and numbers drawn by chance."""

import json
import random
from collections.abc import Iterator

SENTENCES, CONTEXTS, WORDS = 3, 3, 80
"""Of an answer; of a row; of a context, about."""
_PLACES = ["harbour", "museum", "library", "bridge", "market", "theatre", "station", "garden", "tower", "canal"]
_NAMES = [
    "Arden",
    "Belmont",
    "Carlow",
    "Dunmore",
    "Elstree",
    "Farley",
    "Granton",
    "Halford",
    "Inverness",
    "Kelso",
    "Linton",
    "Marlow",
    "Norwood",
    "Selby",
]
_THINGS = [
    "visitors",
    "boats",
    "trains",
    "volunteers",
    "paintings",
    "books",
    "concerts",
    "students",
    "buses",
    "gardeners",
]
_TIMES = ["each week", "in the summer", "on most days", "during the winter", "in a normal year", "after the repairs"]
_VERBS = ["welcomes", "counts", "takes in", "looks after", "pays for", "has room for"]
_MORE = [
    "The council of {name} paid for most of the work that was done there.",
    "People who live near it say that the noise is hardly ever a problem.",
    "Its roof was mended with slate from a quarry that lies further north.",
    "A small fee is asked at the gate, and children do not pay anything.",
    "Until then the building had been used by a firm that sold cloth and thread.",
]


def rows(number: int, *, seed: int = 1) -> Iterator[str]:
    """Lines of JSON, each with `id`, `answer` and `contexts`."""
    draw = random.Random(seed)
    for at in range(number):
        answer, contexts = _row(draw)
        yield json.dumps({"id": at, "answer": answer, "contexts": contexts})


def pairs(number: int, *, seed: int = 2) -> list[tuple[str, str]]:
    """Claims and passages, each claim of a row with each of the row's contexts."""
    draw = random.Random(seed)
    found: list[tuple[str, str]] = []
    while len(found) < number:
        answer, contexts = _row(draw)
        found += [(f"{claim}.", context) for claim in answer.removesuffix(".").split(". ") for context in contexts]
    return found[:number]


def _row(draw: random.Random) -> tuple[str, list[str]]:
    facts = [_fact(draw) for _ in range(SENTENCES)]
    contexts: list[str] = []
    for fact in facts[:CONTEXTS]:
        told = [_said(fact, draw.choice([fact[-1], draw.randrange(20, 900)]))]
        while sum(len(each.split()) for each in told) < WORDS - 6:
            more = draw.choice([*_MORE, ""]).format(name=draw.choice(_NAMES))
            told.append(more or _said(other := _fact(draw), other[-1]))
        draw.shuffle(told)
        contexts.append(" ".join(told))
    return " ".join(_said(fact, fact[-1]) for fact in facts), contexts


def _fact(draw: random.Random) -> tuple[str, str, str, str, str, int]:
    kinds = (_NAMES, _PLACES, _VERBS, _THINGS, _TIMES)
    name, place, verb, thing, time = (draw.choice(each) for each in kinds)
    return name, place, verb, thing, time, draw.randrange(20, 900)


def _said(fact: tuple[str, str, str, str, str, int], number: int) -> str:
    name, place, verb, thing, time, _ = fact
    return f"The {place} of {name} {verb} {number} {thing} {time}."
