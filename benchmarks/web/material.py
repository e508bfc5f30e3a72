"""Made-up ferries, and pages about them: claims of which each has three pages, spread over many sites.

Of a claim's pages the first states it, the second speaks of its ferry and of the next claim's, so that two claims find
it, and the third is on the ferry's harbour. Of every other claim the third is found only by a query for the harbour,
which no rule makes: a chat model that is not content with the first two asks for it.
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

PAGES_OF_A_CLAIM = 3
PARAGRAPHS, SENTENCES, WORDS = 12, 6, 14
"""Of a page besides what it states: about 1,000 words."""


@dataclass(frozen=True)
class Page:
    """A page of the small web."""

    site: int
    path: str
    title: str
    stated: str
    """What it says of a ferry."""
    rest: tuple[str, ...]
    """Paragraphs about nothing."""

    @property
    def html(self) -> str:
        """As it is served."""
        half = len(self.rest) // 2
        texts = (*self.rest[:half], self.stated, *self.rest[half:])
        body = "".join(f"<p>{text}</p>\n" for text in texts)
        links = "".join(f'<li><a href="/{number}">Chapter {number}</a></li>' for number in range(20))
        return (
            f"<!doctype html><html lang='en'><head><title>{self.title}</title></head><body><nav><ul>{links}</ul></nav>"
            f"<main><article><h1>{self.title}</h1>\n{body}</article></main><footer>{links}</footer></body></html>"
        )


@dataclass(frozen=True)
class Statement:
    """A claim with its pages."""

    name: str
    """Of the ferry: two words that stand in no other claim."""
    text: str
    pages: tuple[Page, ...]
    further: str
    """The query that finds the last page; empty: the first query finds it, too."""


def statements(claims: int, sites: int, seed: int) -> list[Statement]:
    """The claims with their pages; pages of one claim are on different sites.

    Args:
        claims: how many.
        sites: over which pages are spread evenly.
        seed: of all that is drawn.
    """
    draw = random.Random(seed)
    words = _words(draw)
    names = [f"{next(words).capitalize()} {next(words).capitalize()}" for _ in range(claims)]
    common = [next(words) for _ in range(4_000)]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(common) + 1)))

    def rest() -> tuple[str, ...]:
        paragraph = (
            f"{' '.join(draw.choices(common, cum_weights=weights, k=WORDS)).capitalize()}."
            for _ in range(PARAGRAPHS * SENTENCES)
        )
        return tuple(" ".join(itertools.islice(paragraph, SENTENCES)) for _ in range(PARAGRAPHS))

    found: list[Statement] = []
    for at, name in enumerate(names):
        cars, year = draw.randint(20, 400), draw.randint(1950, 2020)
        other = names[(at + 1) % claims]
        text = f"The {name} ferry carries {cars} cars since {year}."
        said = (
            f"As everyone knows, the {name} ferry carries {cars} cars since {year}, in all weathers.",
            f"The {name} ferry and the {other} ferry carries cars to the island since they were built.",
            f"The {name} ferry carries cars from a harbour that was opened in {year - 3}."
            if at % 2
            else f"Ships of {name} leave a harbour that was opened in {year - 3}.",
        )
        pages = tuple(
            Page(
                site=1 + (at * PAGES_OF_A_CLAIM + number) % sites,
                path=f"/{at}/{number}",
                title=f"Chapter {at}.{number}",
                stated=stated,
                rest=rest(),
            )
            for number, stated in enumerate(said)
        )
        found.append(Statement(name, text, pages, "" if at % 2 else f"{name} harbour opened"))
    return found


def document(claims: list[Statement]) -> str:
    """The text that makes the claims."""
    return "# Ferries\n\n" + "\n\n".join(each.text for each in claims) + "\n"


def _words(draw: random.Random) -> Iterator[str]:
    """Words without end, each once."""
    syllables = ["".join(pair) for pair in itertools.product("bdfgklmnprtv", "aeiou")]
    seen: set[str] = set()
    while True:
        word = "".join(draw.choices(syllables, k=draw.randint(2, 4)))
        if word not in seen:
            seen.add(word)
            yield word
