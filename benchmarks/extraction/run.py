"""What can be told of the extraction of claims without a model: places of quotes, words that limit, headings.

The passages and what a careful reader takes from them are written by hand (`*.toml`, see `software.toml`). Counted are:

* spans: quotes that are found at their place, to the character but for markup and punctuation at the ends, as they
  stand and in the ways in which models give them back; and quotes with a changed word or number, none of which may be
  found;
* qualifiers: the hand-written claims that are kept as they are, and their wordings that lost what limits them that are
  not;
* headings: claims whose passage stands in the prompt below its own headings, with the header of its table;
* whole: the hand-written claims that come out of the extractor when a model answers with them.

    python benchmarks/extraction/run.py [--verbose]
"""

import argparse
import asyncio
import html
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from truthfulness_evaluator.claims.chat import ChatClaims
from truthfulness_evaluator.claims.chat_answer import is_faithful
from truthfulness_evaluator.claims.chat_prompt import planned
from truthfulness_evaluator.claims.quoting import SectionQuotes
from truthfulness_evaluator.claims.sections import sections
from truthfulness_evaluator.documents.reading import read_text
from truthfulness_evaluator.llm.asking import Prompt, Reply, Shape
from truthfulness_evaluator.models import Document, Span
from truthfulness_evaluator.text.qualifiers import numbers_of

HERE = Path(__file__).parent
FENCE = re.compile(r"<document-(\w+)([^>]*)>\n(.*?)\n</document-\1>", re.DOTALL)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
ROLE = re.compile(r":\w+:`([^`]*)`")
Row = dict[str, Any]


@dataclass
class Figures:
    """What was counted: how many of how many, by name, and what was wrong."""

    right: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def count(self, name: str, right: bool, told: str) -> None:
        self.all[name] += 1
        self.right[name] += right
        if not right:
            self.wrong.append(f"{name}: {told}")


@dataclass(frozen=True)
class Answering:
    """Answers with the hand-written claims."""

    claims: list[Row]
    name = "by hand"
    settings = ""

    async def ask(self, prompt: Prompt, shape: Shape) -> Reply:
        items = [
            {
                "quote": claim.get("shown", claim["quote"]),
                "text": claim["text"],
                "status": "ambiguous" if "ambiguous" in claim else "checkable",
                "reason": claim.get("ambiguous", ""),
            }
            for claim in self.claims
        ]
        return Reply({"claims": items})


def passages() -> list[Row]:
    """All passages, in the order of files and places."""
    return [row for path in sorted(HERE.glob("*.toml")) for row in tomllib.loads(path.read_text("utf-8"))["passages"]]


def measure(rows: list[Row]) -> Figures:
    """The figures of some passages."""
    figures = Figures()
    for row in rows:
        document = read_text(row["text"], row["name"])
        quotes = tuple(SectionQuotes(section) for section in sections(document))
        for claim in row["claims"]:
            told = f"{row['id']}: {claim['quote']!r}"
            spans(figures, document, quotes, claim, told)
            qualifiers(figures, document, quotes, claim, told)
            headings(figures, document, claim, told)
        whole(figures, document, row)
    return figures


def spans(figures: Figures, document: Document, quotes: tuple[SectionQuotes, ...], claim: Row, told: str) -> None:
    """Whether quotes are found at their place, and others nowhere."""
    expected = core(document.text, place(document, claim))
    for name, quote in given_back(claim):
        found = [core(document.text, in_file(document, span)) for each in quotes for span in each.places(quote)]
        figures.count(f"spans, {name}", expected in found, f"{told} as {quote!r}: {found}")
    for quote in altered(claim.get("shown", claim["quote"])):
        found = [span for each in quotes for span in each.places(quote)]
        figures.count("spans, altered: not found", not found, f"{told} as {quote!r}")


def qualifiers(figures: Figures, document: Document, quotes: tuple[SectionQuotes, ...], claim: Row, told: str) -> None:
    """Whether the right wording is kept, and the wrong ones are not."""
    shown = claim.get("shown", claim["quote"])
    each, span = next((each, span) for each in quotes for span in each.places(shown))
    said = each.shown(span)
    own, numbers = each.sentences(span), numbers_of(f"{document.name}\n{each.section.read.text}")
    figures.count(
        "qualifiers, right wordings kept", is_faithful(claim["text"], own, numbers, said), f"{told}: {claim['text']!r}"
    )
    for text in claim.get("lossy", ()):
        figures.count(
            "qualifiers, lossy wordings caught", not is_faithful(text, own, numbers, said), f"{told}: {text!r}"
        )


def headings(figures: Figures, document: Document, claim: Row, told: str) -> None:
    """Whether the prompt has the quote below its headings."""
    read = document.extract or document
    wanted = bare(claim.get("shown", claim["quote"]))
    found = [
        html.unescape(match[1]) if (match := re.search(r'section="([^"]*)"', attributes)) else ""
        for prompt, _ in planned(document)
        for _, attributes, text in FENCE.findall(prompt.shared)
        if wanted in bare(text)
    ]
    figures.count("headings carried", claim["heading"] in found, f"{told}: {found}")
    for block in read.blocks:
        if block.header and wanted in bare(read.text[slice(*block.span)]):
            shown = any(
                all(bare(cell) in bare(prompt.shared) for cell in block.header) for prompt, _ in planned(document)
            )
            figures.count("headers of tables carried", shown, told)


def whole(figures: Figures, document: Document, row: Row) -> None:
    """Whether all claims come out of the extractor."""
    found = asyncio.run(ChatClaims(Answering(row["claims"])).find(document))
    texts = {(claim.text, bool(claim.unverifiable)) for claim in found.claims}
    for claim in row["claims"]:
        figures.count(
            "whole, claims", (claim["text"], "ambiguous" in claim) in texts, f"{row['id']}: {claim['text']!r}"
        )
    figures.count(
        "whole, passages without drops and failures", not (found.dropped or found.failures), f"{row['id']}: {found}"
    )


def place(document: Document, claim: Row) -> Span:
    """Where the quote stands in the file."""
    start = -1
    for _ in range(claim.get("nth", 1)):
        start = document.text.index(claim["quote"], start + 1)
    return start, start + len(claim["quote"])


def in_file(document: Document, span: Span) -> Span:
    return span if document.places is None else document.places.span(span)


def core(text: str, span: Span) -> Span:
    """A span without what is neither letter nor digit at its ends, nor a tag."""
    start, end = span
    while start < end and not text[start].isalnum():
        start = text.index(">", start) + 1 if text[start] == "<" else start + 1
    while start < end and not text[end - 1].isalnum():
        end = text.rindex("<", start, end) if text[end - 1] == ">" and "<" in text[start:end] else end - 1
    return start, end


def given_back(claim: Row) -> Iterator[tuple[str, str]]:
    """A quote in the ways in which models give it back."""
    quote = claim.get("shown", claim["quote"])
    plain = ROLE.sub(r"\1", LINK.sub(r"\1", quote)).replace("**", "").replace("*", "")
    yield "as it stands", quote
    yield "without markup", plain
    yield "without markup and marks of code", plain.replace("`", "")
    yield "on one line", " ".join(quote.split())
    yield "in other white space", re.sub(r"\s+", "\u00a0\n  ", quote)
    yield "in other signs", signs(quote)
    yield "without its full stop", quote.rstrip(".。")
    yield "with marks around", f"“{quote}”"
    yield "with an ellipsis", f"... {quote} ..."


def signs(quote: str) -> str:
    """The same in other quotation marks, dashes and Unicode forms."""
    text = unicodedata.normalize("NFD", quote).replace("'", "’").replace("-", "\N{NON-BREAKING HYPHEN}")
    return re.sub(r'"([^"]*)"', "„\\1“", text).replace("fi", "ﬁ")


def altered(quote: str) -> Iterator[str]:
    """A quote with another number, and with another word."""
    if number := re.search(r"\d+", quote):
        yield quote[: number.start()] + str(int(number[0]) + 101) + quote[number.end() :]
    word = max(re.finditer(r"[^\W\d_]+", quote), key=lambda match: len(match[0]))
    yield quote[: word.start()] + word[0][::-1] + "x" + quote[word.end() :]


def bare(text: str) -> str:
    """Letters and digits only."""
    return "".join(filter(str.isalnum, text))


def main() -> None:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbose", action="store_true", help="tell what is wrong")
    args = parser.parse_args()
    rows = passages()
    figures = measure(rows)
    print(f"{len(rows)} passages, {sum(len(row['claims']) for row in rows)} claims")
    for name, count in figures.all.items():
        print(f"{name:45} {figures.right[name]:4}/{count:<4} {figures.right[name] / count:7.1%}")
    if args.verbose:
        print(*figures.wrong, sep="\n")


if __name__ == "__main__":
    main()
